/** What each effect does to the row it names, and to no other. */
import assert from 'node:assert/strict';
import type { Effect } from '../../core/effects.ts';
import { NO_DEADLINE } from '../../core/model/question.ts';
import type { AskRecord, ItemRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { preferred, shown, write } from '../drive.ts';
import {
  ANSWERED,
  askOf,
  clarificationOf,
  heardOf,
  itemOf,
  jobOf,
  NOW,
  preferenceOf,
  sessionOf,
  YEAR_2100,
} from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

const LATER = NOW + 1;

async function ground(store: Store) {
  const session = sessionOf();
  const ask = askOf(session.id);
  const put = (...effects: readonly Effect[]) => write(store, effects, session.id);
  await put({ do: 'insert_session', session }, { do: 'insert_ask', ask });
  return { session, ask, put };
}

async function itemsOf(store: Store, ...asks: readonly AskRecord[]): Promise<ItemRecord[]> {
  return (await Promise.all(asks.map(({ id }) => store.items(id)))).flat().map(({ item }) => item);
}

export const EFFECTS = casesAbout('effects', {
  'settle_clarification sets what it brings, and nothing for what it leaves out': async ({ open }) => {
    const store = await open();
    const { ask, put } = await ground(store);
    const [answered, declined, other] = [clarificationOf(ask), clarificationOf(ask), clarificationOf(ask)];
    for (const clarification of [answered, declined, other]) await put({ do: 'insert_clarification', clarification });
    const said = {
      answer: 'blue',
      source: 'user',
      evidence: 'said',
      confidence: 1,
      by: 'ann',
      surface: 'cli',
      answerKey: 'k-1',
    } as const;
    const left = { evidence: 'left', by: null, surface: null, because: 'I do not know' };
    await put(
      { do: 'settle_clarification', id: answered.id, from: 'pending', to: 'answered', at: LATER, ...said },
      { do: 'settle_clarification', id: declined.id, from: 'pending', to: 'declined', at: LATER, ...left },
    );
    const settled = { ...NO_DEADLINE, unanswered: null, settledAt: LATER };
    assert.deepEqual(await store.clarification(answered.id), { ...answered, ...said, ...settled, status: 'answered' });
    assert.deepEqual(await store.clarification(declined.id), { ...declined, ...left, ...settled, status: 'declined' });
    assert.deepEqual(await store.clarification(other.id), { ...other, ...NO_DEADLINE, unanswered: null });
  },

  'retire_clarification keeps the answer, and the earlier reason where it brings none': async ({ open }) => {
    const store = await open();
    const { ask, put } = await ground(store);
    const was = { ...ANSWERED, because: 'earlier' };
    const retired = { from: 'answered', at: LATER } as const;
    const effects = [
      [
        { to: 'revoked', because: 'now', rejected: true },
        { because: 'now', rejected: true },
      ],
      [{ to: 'revoked', because: '' }, { because: '' }],
      [{ to: 'revoked', because: null, rejected: false }, {}],
      [{ to: 'superseded' }, {}],
      [{ to: 'withdrawn' }, {}],
    ] as const;
    for (const [effect, changes] of effects) {
      const clarification = clarificationOf(ask, was);
      await put({ do: 'insert_clarification', clarification });
      await put({ do: 'retire_clarification', id: clarification.id, ...retired, ...effect });
      const expected = {
        ...clarification,
        ...changes,
        status: effect.to,
        settledAt: LATER,
        ...NO_DEADLINE,
        unanswered: null,
      };
      assert.deepEqual(await store.clarification(clarification.id), expected);
    }
  },

  'settle_item sets what it brings on one item, and nothing for what it leaves out': async ({ open }) => {
    const store = await open();
    const { ask, put } = await ground(store);
    const [first, second] = [clarificationOf(ask), clarificationOf(ask)];
    const [one, two] = [itemOf(ask, first), itemOf(ask, second, { position: 1, default: 'blue' })];
    await put(
      { do: 'insert_clarification', clarification: first },
      { do: 'insert_clarification', clarification: second },
      { do: 'insert_item', item: one },
      { do: 'insert_item', item: two },
    );
    const fell = {
      outcome: 'auto_resolved',
      answer: 'blue',
      source: 'default',
      evidence: 'silence',
      confidence: 0,
    } as const;
    await put({ do: 'settle_item', ask: ask.id, position: 1, ...fell });
    assert.deepEqual(await itemsOf(store, ask), [one, { ...two, ...fell }]);
    await put({ do: 'settle_item', ask: ask.id, position: 0, outcome: 'failed', code: 'cap_reached' });
    const failed = { ...one, outcome: 'failed', code: 'cap_reached' };
    assert.deepEqual(await itemsOf(store, ask), [failed, { ...two, ...fell }]);
  },

  'settle_waiting settles every item that waits for the question, whoever asked, and no other': async ({ open }) => {
    const store = await open();
    const { session, ask, put } = await ground(store);
    const [question, another] = [clarificationOf(ask), clarificationOf(ask)];
    const [joined, left] = [askOf(session.id), askOf(session.id)];
    const mine = itemOf(ask, question);
    const apart = itemOf(ask, another, { position: 1 });
    const theirs = itemOf(joined, question);
    const gone = itemOf(left, question, { outcome: 'cancelled', evidence: 'the asker cancelled', confidence: 1 });
    await put(
      { do: 'insert_ask', ask: joined },
      { do: 'insert_ask', ask: left },
      { do: 'insert_clarification', clarification: question },
      { do: 'insert_clarification', clarification: another },
      ...[mine, apart, theirs, gone].map((item) => ({ do: 'insert_item', item }) as const),
    );
    await put({ do: 'settle_waiting', clarification: question.id, outcome: 'answered' });
    const answered = { outcome: 'answered' };
    const items = await itemsOf(store, ask, joined, left);
    assert.deepEqual(items, [{ ...mine, ...answered }, apart, { ...theirs, ...answered }, gone]);
    // There are no waiting items left, which is no error.
    await put({ do: 'settle_waiting', clarification: question.id, outcome: 'declined' });
    assert.deepEqual(await itemsOf(store, ask, joined, left), items);
  },

  'move_job sets the state and the time of one job': async ({ open }) => {
    const store = await open();
    const { session, put } = await ground(store);
    const [job, other] = [jobOf(session.id), jobOf(session.id)];
    await put({ do: 'insert_job', job }, { do: 'insert_job', job: other });
    await put({ do: 'move_job', id: job.id, from: 'RUNNING', to: 'AWAITING_RESPONSE', at: YEAR_2100 });
    assert.deepEqual(await store.job(job.id), { ...job, state: 'AWAITING_RESPONSE', updatedAt: YEAR_2100 });
    assert.deepEqual(await store.job(other.id), other);
    await put({ do: 'move_job', id: job.id, from: 'AWAITING_RESPONSE', to: 'RUNNING', at: NOW });
    assert.deepEqual(await store.job(job.id), { ...job, updatedAt: NOW });
  },

  'hear puts new words in place of the old ones of one session': async ({ open }) => {
    const store = await open();
    const { session, put } = await ground(store);
    const other = await ground(store);
    const heards = [
      heardOf('yes', { paths: ['a.ts', 'ä/b.ts'], spent: true, at: YEAR_2100 }),
      heardOf('no', { recent: [{ text: 'do not deploy “it” any more', at: YEAR_2100 }] }),
      heardOf('no'),
      heardOf('', { at: 0 }),
    ];
    for (const heard of heards) {
      await put({ do: 'hear', session: session.id, heard });
      const state = await shown(store, { of: 'session', id: session.id });
      assert.deepEqual(state.session, { ...session, heard });
    }
    const untouched = await shown(store, { of: 'session', id: other.session.id });
    assert.deepEqual(untouched.session, other.session);
  },

  'put_preference replaces the whole of one': async ({ open }) => {
    const store = await open();
    const old = preferenceOf({ times: 3 });
    const beside = { ...old, subject: 'beside' };
    const elsewhere = { ...old, project: '/another' };
    const fresh = {
      ...old,
      type: 'SELECT_ONE',
      question: 'Another?',
      answer: 'JSON',
      times: 0,
      origin: 'set',
    } as const;
    for (const preference of [old, beside, elsewhere, { ...fresh, updatedAt: YEAR_2100 }]) {
      await write(store, [{ do: 'put_preference', preference }]);
    }
    assert.deepEqual(await preferred(store, old), { ...fresh, updatedAt: YEAR_2100 });
    assert.deepEqual(await preferred(store, beside), beside);
    assert.deepEqual(await preferred(store, elsewhere), elsewhere);
  },
});
