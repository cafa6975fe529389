/** Waiting while another opening answers, cancels or joins: no waiter is left without an outcome. */
import assert from 'node:assert/strict';
import type { Store } from '../../ports.ts';
import { answer, ask, cancel, decline, expire, mustBeSound, outcomesOf, park } from '../drive.ts';
import { MINUTE } from '../fake-clock.ts';
import { askCommand, NOW, newId } from '../make.ts';
import { atOnce, type Case, casesAbout, eitherFirst, trail } from '../store-under-test.ts';
import { ROUNDS } from './races.ts';

const DEADLINE = NOW + MINUTE;
const EXPIRING = { deadline: DEADLINE, onTimeout: 'fail' } as const;

/** A second asker joins a question at the moment in which it changes. */
function joining(befalls: (store: Store, id: string, first: string) => Promise<unknown>): Case['run'] {
  return async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = newId('s');
      const job = newId('j');
      const first = askCommand(session, ['Which colour?'], EXPIRING);
      const second = askCommand(session, ['Which colour?'], { job });
      const id = await park(left, first);
      await eitherFirst(
        round,
        () => befalls(left, id, first.ask),
        () => ask(right, second),
      );
      await mustBeSound(left, [first.ask, second.ask], [job]);
    }
  };
}

async function resumed(store: Store, job: string): Promise<number> {
  return (await trail(store)).filter((event) => event.type === 'job.resumed' && event.job === job).length;
}

export const RACES_WAITING = casesAbout('at once', {
  'who joins a question while it is answered is not left waiting': joining((store, id) => answer(store, id, 'blue')),

  'who joins a question while it is declined is not left waiting': joining((store, id) => decline(store, id)),

  'who joins a question while its only asker leaves is not left waiting': joining((store, _, first) =>
    cancel(store, first),
  ),

  'who joins a question while its deadline passes is not left waiting': joining((store, _, first) =>
    expire(store, first, DEADLINE),
  ),

  'a question is withdrawn when its last two askers leave together': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = newId('s');
      const first = askCommand(session, ['Which colour?']);
      const second = askCommand(session, ['Which colour?'], EXPIRING);
      const id = await park(left, first);
      assert.equal(await park(right, second), id);
      await eitherFirst(
        round,
        () => cancel(left, first.ask),
        () => expire(right, second.ask, DEADLINE),
      );
      assert.equal((await left.clarification(id))?.status, 'withdrawn');
      await mustBeSound(right, [first.ask, second.ask]);
    }
  },

  'an item is settled once, by the answer or by its deadline': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = newId('j');
      const command = askCommand(newId('s'), ['Which colour?'], { job, ...EXPIRING });
      const id = await park(left, command);
      const [expired, answered] = await eitherFirst(
        round,
        () => expire(left, command.ask, DEADLINE),
        () => answer(right, id, 'blue'),
      );
      const outcomes = await outcomesOf(left, command.ask);
      const won = 'status' in answered ? 'answered' : 'expired';
      assert.deepEqual(outcomes, [won]);
      assert.equal(expired.expired, won === 'expired' ? 1 : 0);
      assert.equal(await resumed(left, job), 1);
      await mustBeSound(right, [command.ask], [job]);
    }
  },

  'a job whose two questions are answered together is resumed once': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = newId('j');
      const command = askCommand(newId('s'), ['Which colour?', 'Which size?'], { job });
      const [colour, size] = command.questions.map(({ id }) => id) as [string, string];
      await park(left, command);
      await atOnce(
        () => answer(left, colour, 'blue'),
        () => answer(right, size, 'large'),
      );
      assert.equal(await resumed(right, job), 1);
      await mustBeSound(left, [command.ask], [job]);
    }
  },

  'a job whose two asks end together, answered and left, is resumed once': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = newId('j');
      const session = newId('s');
      const first = askCommand(session, ['Which colour?'], { job });
      const second = askCommand(session, ['Which size?'], { job });
      const id = await park(left, first);
      await park(right, second);
      await eitherFirst(
        round,
        () => answer(left, id, 'blue'),
        () => cancel(right, second.ask),
      );
      assert.equal(await resumed(right, job), 1);
      await mustBeSound(left, [first.ask, second.ask], [job]);
    }
  },

  'a job that asks again while its only question is answered awaits a response': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = newId('j');
      const session = newId('s');
      const first = askCommand(session, ['Which colour?'], { job });
      const second = askCommand(session, ['Which size?'], { job });
      const id = await park(left, first);
      await eitherFirst(
        round,
        () => answer(left, id, 'blue'),
        () => ask(right, second),
      );
      await mustBeSound(left, [first.ask, second.ask], [job]);
    }
  },

  'jobs that wait for one question together are each resumed by its answer': async ({ openings }) => {
    const stores = await openings(4);
    const session = newId('s');
    const commands = Array.from({ length: 20 }, () => askCommand(session, ['Which colour?'], { job: newId('j') }));
    const [first, ...others] = commands;
    const id = await park(stores[0]!, first!);
    // Half of them have joined before the answer, the other half join at the same time.
    await atOnce(...others.slice(0, 9).map((command, index) => () => ask(stores[index % stores.length]!, command)));
    await atOnce<unknown>(
      ...others.slice(9).map((command, index) => () => ask(stores[index % stores.length]!, command)),
      () => answer(stores[1]!, id, 'blue'),
    );
    const jobs = commands.map(({ job }) => job!);
    await mustBeSound(
      stores[2]!,
      commands.map((command) => command.ask),
      jobs,
    );
    for (const job of jobs) assert.equal((await stores[3]!.job(job))?.state, 'RUNNING');
  },
});
