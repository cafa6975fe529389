/** A decision and its effects: all of them or none, on the actual state. */
import assert from 'node:assert/strict';
import type { Effect } from '../../core/effects.ts';
import type { Store } from '../../ports.ts';
import { park, shown, write } from '../drive.ts';
import {
  ANSWERED,
  askCommand,
  askOf,
  clarificationOf,
  itemOf,
  jobOf,
  NOW,
  preferenceOf,
  projectEvent,
  sessionOf,
} from '../make.ts';
import { atOnce, type Bench, casesAbout, refused, trail } from '../store-under-test.ts';

/** One row of each kind, in an order that satisfies foreign keys, and a function that reads whether they exist. */
function everyKindOfRow() {
  const session = sessionOf();
  const job = jobOf(session.id);
  const ask = askOf(session.id, { job: job.id });
  const clarification = clarificationOf(ask);
  const preference = preferenceOf();
  const effects: Effect[] = [
    { do: 'insert_session', session },
    { do: 'insert_job', job },
    { do: 'insert_ask', ask },
    { do: 'insert_clarification', clarification },
    { do: 'insert_item', item: itemOf(ask, clarification) },
    { do: 'put_preference', preference },
    { do: 'event', event: projectEvent({ of: session.id }) },
  ];
  const present = async (store: Store) => ({
    session: (await shown(store, { of: 'session', id: session.id })).session !== null,
    job: (await store.job(job.id)) !== null,
    ask: (await shown(store, { of: 'ask_items', ask: ask.id })).ask !== null,
    clarification: (await store.clarification(clarification.id)) !== null,
    item: (await store.items(ask.id)).length === 1,
    preference: (await shown(store, { of: 'preference', ...preference })).preference !== null,
    event: (await trail(store)).some((event) => event.data.of === session.id),
  });
  return { effects, present, session, job, ask, clarification };
}

const ALL = { session: true, job: true, ask: true, clarification: true, item: true, preference: true, event: true };
const NONE = {
  session: false,
  job: false,
  ask: false,
  clarification: false,
  item: false,
  preference: false,
  event: false,
};

/** Effects that apply only if their row has the given state, each with a state that does not match. */
const GUARDED: Readonly<Record<string, (rows: ReturnType<typeof everyKindOfRow>) => readonly [Effect[], Effect]>> = {
  'settle_clarification of a question that is already answered': ({ clarification: { id } }) => {
    const settle = settling(id);
    return [[settle], { ...settle, answer: 'right', evidence: 'too late' }];
  },
  'settle_clarification of a question that there is not': () => [[], settling('q-unknown')],
  'retire_clarification of a question in another status': ({ clarification: { id } }) => [
    [],
    { do: 'retire_clarification', id, from: 'answered', to: 'revoked', at: NOW },
  ],
  'retire_clarification of a question that there is not': () => [
    [],
    { do: 'retire_clarification', id: 'q-unknown', from: 'pending', to: 'withdrawn', at: NOW },
  ],
  'move_job of a job in another state': ({ job: { id } }) => [
    [],
    { do: 'move_job', id, from: 'AWAITING_RESPONSE', to: 'COMPLETE', at: NOW },
  ],
  'move_job of a job that there is not': () => [
    [],
    { do: 'move_job', id: 'j-unknown', from: 'RUNNING', to: 'COMPLETE', at: NOW },
  ],
  'put_job of a job in another state': ({ job }) => [
    [],
    { do: 'put_job', job: { ...job, runs: 1 }, was: { state: 'AWAITING_RESPONSE', owner: null } },
  ],
  'put_job of a job of another worker': ({ job }) => [
    [],
    { do: 'put_job', job: { ...job, runs: 1 }, was: { state: 'RUNNING', owner: 'w-another' } },
  ],
  'put_job of a job that there is not': ({ job }) => [
    [],
    { do: 'put_job', job: { ...job, id: 'j-unknown' }, was: { state: 'RUNNING', owner: null } },
  ],
  'settle_item of an item that no longer waits': ({ ask: { id } }) => {
    const settle = { do: 'settle_item', ask: id, position: 0, outcome: 'cancelled' } as const;
    return [[settle], { ...settle, outcome: 'expired' }];
  },
  'settle_item of an item that there is not': ({ ask: { id } }) => [
    [],
    { do: 'settle_item', ask: id, position: 7, outcome: 'cancelled' },
  ],
};

function settling(id: string) {
  const { answer, source, evidence, confidence } = ANSWERED;
  const settlement = { answer, source, evidence, confidence, by: null, surface: null };
  return { do: 'settle_clarification', id, from: 'pending', to: 'answered', at: NOW, ...settlement } as const;
}

/** The effect is rejected, existing rows stay unchanged, and none of the other effects is applied. */
async function mustUndoAll({ openings }: Bench, guarded: (typeof GUARDED)[string]): Promise<void> {
  const [store, other] = (await openings(2)) as [Store, Store];
  const standing = everyKindOfRow();
  const [before, guardedEffect] = guarded(standing);
  await write(store, standing.effects);
  await write(store, before, standing.session.id);
  const asItWas = async () => ({
    clarification: await other.clarification(standing.clarification.id),
    job: await other.job(standing.job.id),
    items: await other.items(standing.ask.id),
  });
  const was = await asItWas();
  const more = everyKindOfRow();
  await refused(write(store, [...more.effects, guardedEffect]), 'an effect that found no such row');
  assert.deepEqual(await more.present(other), NONE);
  assert.deepEqual(await asItWas(), was);
}

export const VERDICTS = casesAbout('decide', {
  'all effects of a verdict are there when it returns, for every opening': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { effects, present } = everyKindOfRow();
    await write(store, effects);
    assert.deepEqual(await present(other), ALL);
    assert.deepEqual(await present(store), ALL);
  },

  'a verdict whose last effect breaks a rule leaves nothing': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { effects, present, ask, clarification } = everyKindOfRow();
    const twin = clarificationOf(ask, { key: clarification.key });
    const breach = write(store, [...effects, { do: 'insert_clarification', clarification: twin }]);
    await refused(breach, 'two live questions of the same words');
    assert.deepEqual(await present(other), NONE);
    // The store still works: without the last effect it accepts the same.
    await write(store, effects);
    assert.deepEqual(await present(other), ALL);
  },

  'a verdict that breaks a rule harms none of those decided at the same time': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const all = Array.from({ length: 40 }, (_, index) => ({ ...everyKindOfRow(), guilty: index % 10 === 7 }));
    const ended = await Promise.allSettled(
      all.map(({ effects, ask, clarification, guilty }) => {
        const twin = clarificationOf(ask, { key: clarification.key });
        const breach: Effect[] = guilty ? [{ do: 'insert_clarification', clarification: twin }] : [];
        return write(store, [...effects, ...breach]);
      }),
    );
    for (const [index, { present, guilty }] of all.entries()) {
      assert.equal(ended[index]!.status, guilty ? 'rejected' : 'fulfilled');
      assert.deepEqual(await present(other), guilty ? NONE : ALL);
    }
  },

  'a decision that throws writes nothing, and rejects with that very error': async ({ open }) => {
    const store = await open();
    const thrown = new Error('the decision would not have it');
    const ended = store.decide({ of: 'session', id: 's' }, () => {
      throw thrown;
    });
    await assert.rejects(ended, (error) => error === thrown);
    assert.deepEqual(await trail(store), []);
  },

  'a decision that throws harms none of those decided at the same time': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const thrown = new Error('the decision would not have it');
    const all = Array.from({ length: 40 }, (_, index) => ({ ...everyKindOfRow(), guilty: index % 10 === 3 }));
    const ended = await Promise.allSettled(
      all.map(({ effects, session, guilty }) =>
        store.decide({ of: 'session', id: session.id }, () => {
          if (guilty) throw thrown;
          return { effects, result: undefined };
        }),
      ),
    );
    for (const [index, { present, guilty }] of all.entries()) {
      const one = ended[index]!;
      if (one.status === 'rejected') assert.equal(one.reason, thrown);
      assert.equal(one.status, guilty ? 'rejected' : 'fulfilled');
      assert.deepEqual(await present(other), guilty ? NONE : ALL);
    }
  },

  'the result is the very object that the decision returned': async ({ open }) => {
    const store = await open();
    const result = { cannot: () => 'be copied' };
    const event: Effect = { do: 'event', event: projectEvent({}) };
    for (const effects of [[], [event]]) {
      assert.equal(await store.decide({ of: 'session', id: 's' }, () => ({ effects, result })), result);
    }
  },

  'a decision is shown what earlier ones committed, whichever opening made them': async ({ openings }) => {
    const stores = await openings(3);
    const preference = preferenceOf({ times: 0 });
    for (let round = 1; round <= 12; round += 1) {
      const store = stores[round % stores.length]!;
      const before = await store.decide({ of: 'preference', ...preference }, (state) => {
        const times = (state.preference?.stored?.times ?? 0) + 1;
        return {
          effects: [{ do: 'put_preference', preference: { ...preference, times } }],
          result: state.preference?.stored?.times ?? 0,
        };
      });
      assert.equal(before, round - 1);
    }
  },

  'decisions that are begun together are each shown what those before them committed': async ({ open }) => {
    const store = await open();
    const preference = preferenceOf({ times: 0 });
    const seen = await atOnce(
      ...Array.from({ length: 50 }, () => () => {
        return store.decide({ of: 'preference', ...preference }, ({ preference: known }) => ({
          effects: [{ do: 'put_preference', preference: { ...preference, times: (known?.stored?.times ?? 0) + 1 } }],
          result: known?.stored?.times ?? 0,
        }));
      }),
    );
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, index) => index),
    );
  },

  'what was committed is there when the store is opened anew': async ({ open }) => {
    const first = await open();
    const { effects, present, session } = everyKindOfRow();
    await write(first, effects);
    const id = await park(first, askCommand(session.id, ['Which colour?']));
    await first.close();
    const again = await open();
    assert.deepEqual(await present(again), ALL);
    assert.equal((await again.clarification(id))?.status, 'pending');
  },

  ...Object.fromEntries(
    Object.entries(GUARDED).map(([what, guarded]) => [
      `${what} undoes the whole verdict`,
      (bench: Bench) => mustUndoAll(bench, guarded),
    ]),
  ),
});
