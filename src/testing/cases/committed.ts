/** `committed`: the callback in which a waiter can subscribe without missing an event. */
import assert from 'node:assert/strict';
import type { Effect } from '../../core/effects.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, park, shown } from '../drive.ts';
import { askCommand, askOf, breach, clarificationOf, newId, projectEvent, sessionOf } from '../make.ts';
import { casesAbout, eitherFirst, mark, type Told, trail } from '../store-under-test.ts';
import { ROUNDS } from './races.ts';

const EVENT: Effect = { do: 'event', event: projectEvent({}) };

export const COMMITTED = casesAbout('committed', {
  'it is called once, with the result, before decide returns': async ({ open }) => {
    const store = await open();
    const result = { only: 'this' };
    const calls: unknown[] = [];
    const verdict = () => ({ effects: [EVENT], result });
    assert.equal(await store.decide({ of: 'session', id: 's' }, verdict, (given) => calls.push(given)), result);
    assert.equal(calls.length, 1);
    assert.equal(calls[0], result);
    await mark(store);
    assert.equal(calls.length, 1);
  },

  'it is called for a verdict without effects too: a job may wait again for what it asked before': async ({ open }) => {
    const store = await open();
    const command = askCommand(newId('s'), ['Which colour?'], { job: newId('j') });
    await park(store, command);
    let told: unknown = null;
    const again = await ask(
      store,
      { ...command, ask: newId('a') },
      {
        committed: (verdict) => {
          told = verdict;
        },
      },
    );
    assert.equal(again.replayed, true);
    assert.equal(told, again);
  },

  'it is not called where the decision throws, or the store refuses its verdict': async ({ open }) => {
    const store = await open();
    let calls = 0;
    const committed = () => {
      calls += 1;
    };
    const look = { of: 'session', id: newId('s') } as const;
    const throwing = store.decide(
      look,
      () => {
        throw new Error('no');
      },
      committed,
    );
    await assert.rejects(throwing);
    const effects = breach(look.id);
    await assert.rejects(store.decide(look, () => ({ effects, result: null }), committed));
    await mark(store);
    assert.equal(calls, 0);
  },

  'the effects can be read through another opening when it is called': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = sessionOf();
      const made = askOf(session.id);
      const clarification = clarificationOf(made);
      const effects: Effect[] = [
        { do: 'insert_session', session },
        { do: 'insert_ask', ask: made },
        { do: 'insert_clarification', clarification },
        { do: 'event', event: projectEvent({ round }) },
      ];
      const reads: Promise<readonly unknown[]>[] = [];
      await store.decide(
        { of: 'session', id: session.id },
        () => ({ effects, result: undefined }),
        () => {
          const reading = Promise.all([
            other.clarification(clarification.id),
            trail(other).then((events) => events.find(({ data }) => data.round === round) ?? null),
            shown(other, { of: 'session', id: session.id }).then((state) => state.session),
          ]);
          // Awaited below, unless it is called after the case has already failed.
          reading.catch(() => {});
          reads.push(reading);
        },
      );
      assert.equal(reads.length, 1);
      const [read] = await Promise.all(reads);
      assert.equal(read!.indexOf(null), -1, 'not all of it could be read');
    }
  },

  'it is called before a watcher of the same opening is told of the commit': async ({ openings, watch }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const called = new Set<unknown>();
    const early: AuditEvent[] = [];
    const isOurs = ({ data }: AuditEvent) => typeof data.round === 'number';
    store.watch(
      (events) => early.push(...events.filter((event) => isOurs(event) && !called.has(event.data.round))),
      () => {},
    );
    const told = watch(store);
    const deciding = Array.from({ length: 60 }, (_, round) => {
      const look = { of: 'session', id: 's' } as const;
      const effects: Effect[] = [{ do: 'event', event: projectEvent({ round }) }];
      return store.decide(
        look,
        () => ({ effects, result: round }),
        (result) => called.add(result),
      );
    });
    // Commits of other openings come between ours, so that a store may have to read its own again.
    const others = Array.from({ length: 60 }, () => mark(other));
    await Promise.all([...deciding, ...others]);
    await told.untilMarker(await mark(store));
    assert.equal(called.size, 60);
    assert.deepEqual(early, []);
  },

  'an answer that another opening gives at once is told after it': async ({ openings, watchAll }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const log: string[] = [];
    store.watch(
      (events) => {
        for (const { type, clarification } of events) log.push(`${type} ${clarification}`);
      },
      () => {},
    );
    const failures: unknown[] = [];
    other.watch(
      (events) => {
        for (const { type, clarification } of events) {
          if (type !== 'clarification.requested') continue;
          answer(other, clarification!, 'blue').catch((error: unknown) => failures.push(error));
        }
      },
      (error) => failures.push(error),
    );
    const [told] = (await watchAll([store, other])) as [Told, Told];
    for (let round = 0; round < ROUNDS; round += 1) {
      const command = askCommand(newId('s'), ['Which colour?']);
      const { id } = command.questions[0]!;
      await ask(store, command, { committed: () => log.push(`committed ${id}`) });
      const isAnswer = (event: AuditEvent) => event.type === 'clarification.answered' && event.clarification === id;
      await told.until((events) => events.some(isAnswer), `the answer to ${id}`);
      const order = log.filter((line) => line.endsWith(id));
      assert.deepEqual(order, [`committed ${id}`, `clarification.requested ${id}`, `clarification.answered ${id}`]);
    }
    assert.deepEqual(failures, []);
  },

  'who is shown a question that waits, and begins to wait there, is told of its answer': async ({
    openings,
    watch,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = newId('j');
      const command = askCommand(newId('s'), ['Which colour?'], { job });
      const id = await park(store, command);
      const told = watch(store);
      let before: readonly AuditEvent[] | null = null;
      const again = () =>
        ask(
          store,
          { ...command, ask: newId('a') },
          {
            committed: () => {
              before = [...told.events];
            },
          },
        );
      // The job is run again at the moment of the answer, and is shown a question that waits or one that is answered.
      const [{ items }] = await eitherFirst(round, again, () => answer(other, id, 'blue'));
      const [shownAs] = items;
      const isAnswer = (event: AuditEvent) => event.type === 'clarification.answered' && event.clarification === id;
      if (shownAs?.outcome === 'parked') {
        assert.ok(before !== null && !(before as readonly AuditEvent[]).some(isAnswer), 'told before the wait began');
        await told.until((events) => events.some(isAnswer), `the answer to ${id}`);
      } else {
        assert.equal(shownAs?.outcome, 'answered');
      }
      told.end();
    }
  },
});
