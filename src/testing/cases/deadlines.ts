/** Asks whose deadline has passed. */
import assert from 'node:assert/strict';
import type { AskCommand } from '../../core/ask/command.ts';
import type { Store } from '../../ports.ts';
import { answer, cancel, expire, mustBeAccepted, outcomesOf, park } from '../drive.ts';
import { MINUTE } from '../fake-clock.ts';
import { askCommand, NOW, newId } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

const SOON = NOW + MINUTE;

/** An ask with a deadline, in a new session. */
async function due(store: Store, deadline: number, more: Partial<AskCommand> = {}): Promise<string> {
  const command = askCommand(newId('s'), ['Which colour?'], { deadline, onTimeout: 'fail', ...more });
  await park(store, command);
  return command.ask;
}

export const DEADLINES = casesAbout('overdue', {
  'an ask is overdue from its deadline on, and until then its deadline is the next': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    assert.deepEqual(await other.overdue(NOW, 10), { asks: [], returning: [], next: null });
    const ask = await due(store, SOON);
    assert.deepEqual(await other.overdue(SOON - 1, 10), { asks: [], returning: [], next: SOON });
    assert.deepEqual(await other.overdue(SOON, 10), { asks: [ask], returning: [], next: null });
    assert.deepEqual(await other.overdue(SOON + MINUTE, 10), { asks: [ask], returning: [], next: null });
  },

  'the next deadline is the first that has not passed': async ({ open }) => {
    const store = await open();
    const passed = await due(store, SOON);
    for (const deadline of [SOON + 3, SOON + 1, SOON + 2]) await due(store, deadline);
    assert.deepEqual(await store.overdue(SOON, 10), { asks: [passed], returning: [], next: SOON + 1 });
    assert.equal((await store.overdue(SOON + 3, 10)).next, null);
  },

  'an ask of several questions is named once': async ({ open }) => {
    const store = await open();
    const command = askCommand(newId('s'), ['Which colour?', 'Which size?', 'Which shape?'], {
      deadline: SOON,
      onTimeout: 'fallback',
    });
    await park(store, command);
    mustBeAccepted(await answer(store, command.questions[1]!.id, 'large'));
    assert.deepEqual(await store.overdue(SOON, 10), { asks: [command.ask], returning: [], next: null });
    assert.deepEqual(await store.overdue(SOON, 1), { asks: [command.ask], returning: [], next: null });
  },

  'what is settled, and what waits for ever, is never overdue': async ({ open }) => {
    const store = await open();
    await due(store, SOON, { onTimeout: 'wait' });
    await cancel(store, await due(store, SOON));
    const answered = askCommand(newId('s'), ['Which colour?'], { deadline: SOON, onTimeout: 'fail' });
    mustBeAccepted(await answer(store, await park(store, answered), 'blue'));
    await expire(store, await due(store, SOON), SOON);
    assert.deepEqual(await store.overdue(NOW, 10), { asks: [], returning: [], next: null });
    assert.deepEqual(await store.overdue(SOON + MINUTE, 10), { asks: [], returning: [], next: null });
  },

  'no more are named than wanted, and round by round all are, though all are due at once': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const asks: string[] = [];
    for (let index = 0; index < 11; index += 1) asks.push(await due(store, SOON));
    const struck: string[] = [];
    for (const expected of [4, 4, 3, 0]) {
      const page = await other.overdue(SOON, 4);
      assert.equal(page.asks.length, expected);
      for (const ask of page.asks) assert.deepEqual(await expire(other, ask, SOON), { expired: 1 });
      struck.push(...page.asks);
    }
    assert.deepEqual(struck.toSorted(), asks.toSorted());
    for (const ask of asks) assert.deepEqual(await outcomesOf(store, ask), ['expired']);
  },
});
