/** Every field of every record is read back as it was written. */
import assert from 'node:assert/strict';
import type { Effect } from '../../core/effects.ts';
import { hasEnded, JOB_STATES } from '../../core/model/job.ts';
import { FALLBACK_TEXT, FALLBACK_TEXTS, POLICIES, type Policy } from '../../core/model/policy.ts';
import { NO_DEADLINE } from '../../core/model/question.ts';
import { type ClarificationRecord, EVENT_TYPES, type EventRecord, type ItemRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { preferred, shown, write } from '../drive.ts';
import { readAs } from '../drive-submissions.ts';
import {
  ANSWERED,
  askOf,
  clarificationOf,
  heardOf,
  itemOf,
  jobOf,
  NOW,
  newId,
  preferenceOf,
  sessionOf,
  YEAR_2100,
} from '../make.ts';
import { casesAbout, trail } from '../store-under-test.ts';

const OWN_POLICY: Policy = {
  name: 'our own',
  cap: 1_000,
  scope: 'asker',
  onCap: 'fallback',
  onTimeout: 'fallback',
  resolvers: [],
  maxRejects: 0,
};

async function ground(store: Store) {
  const session = sessionOf();
  const job = jobOf(session.id);
  const ask = askOf(session.id, { job: job.id });
  const put = (...effects: readonly Effect[]) => write(store, effects);
  await put({ do: 'insert_session', session }, { do: 'insert_job', job }, { do: 'insert_ask', ask });
  return { session, job, ask, put };
}

/** A clarification with a value in every optional field. */
const FULL = {
  questionHash: 'f'.repeat(64),
  subject: 'src/a.ts',
  destructive: true,
  header: 'Colours',
  reason: 'target_action_ambiguous',
  context: 'There are two of them.',
  options: [{ label: 'blue' }, { label: 'red', description: 'as in the logo' }, { label: '', description: '' }],
  recommended: 'blue',
  multiSelect: true,
  strictOptions: true,
  default: 'red',
  checkedByAsker: true,
  offered: { id: 'q-earlier', question: 'Which colour?', answer: 'green' },
  token: 'tok-1',
  by: 'ann',
  surface: 'cli',
  answerKey: 'k-1',
  because: 'it was wrong',
  capScope: '["session","s"]',
  rejected: true,
} as const satisfies Partial<ClarificationRecord>;

/** The fields that belong to each status. */
const STATUSES = {
  pending: {},
  answered: ANSWERED,
  declined: { evidence: 'the person declined to answer', settledAt: NOW },
  revoked: { ...ANSWERED, settledAt: YEAR_2100 },
  superseded: ANSWERED,
  withdrawn: { settledAt: 1 },
} as const satisfies Record<ClarificationRecord['status'], Partial<ClarificationRecord>>;

export const ROUND_TRIP = casesAbout('round trip', {
  'a session, bare and full': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const sessions = [
      sessionOf({ createdAt: 0 }),
      sessionOf({
        language: 'ja',
        heard: heardOf('yes', { paths: [], spent: false, at: 0, recent: [{ text: '止めて', at: 0 }] }),
        asker: 'coder',
      }),
      sessionOf({ language: '', heard: heardOf('', { paths: ['a', 'b/c'], spent: true, at: YEAR_2100 }) }),
      sessionOf({ policy: OWN_POLICY, project: '', createdAt: YEAR_2100 }),
      ...Object.values(POLICIES).map((policy) => sessionOf({ policy })),
    ];
    for (const session of sessions) {
      await write(store, [{ do: 'insert_session', session }]);
      assert.deepEqual((await shown(other, { of: 'session', id: session.id })).session, session);
    }
  },

  'a job, in every state': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    for (const state of JOB_STATES) {
      const ended = hasEnded(state) ? { endedAt: YEAR_2100, startedAt: 2, result: 'done', runs: 3, lost: 2 } : {};
      const failed = state === 'ERROR' ? { error: 'it\nfailed', result: null } : {};
      const owned = state === 'RUNNING' ? { owner: 'w-1' } : {};
      const own = {
        policy: OWN_POLICY,
        asker: 'coder',
        token: 'tok-1',
        prompt: 'Write it.\n',
        agent: 'claude -p',
        createdAt: 1,
        updatedAt: YEAR_2100,
      };
      const read = readAs(state === 'AWAITING_RESPONSE' ? 'asked' : state === 'QUEUED' ? 'skipped' : 'answered');
      for (const more of [{}, read]) {
        const job = jobOf(session.id, { state, ...own, ...owned, ...ended, ...failed, ...more });
        await put({ do: 'insert_job', job });
        assert.deepEqual(await other.job(job.id), job);
      }
    }
  },

  'a clarification, bare and full, in every status': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { ask, put } = await ground(store);
    for (const [status, more] of Object.entries(STATUSES)) {
      for (const filled of [{}, FULL]) {
        const of = { ...filled, ...more, status: status as ClarificationRecord['status'] };
        const clarification = clarificationOf(ask, { ...of, createdAt: YEAR_2100 });
        await put({ do: 'insert_clarification', clarification });
        const listed = { ...clarification, ...NO_DEADLINE, unanswered: null };
        assert.deepEqual(await other.clarification(clarification.id), listed);
        assert.deepEqual((await other.list({ limit: 100 })).items.at(-1), listed);
        const look = await shown(other, { of: 'clarification', id: clarification.id });
        assert.deepEqual(look.clarification, clarification);
      }
    }
  },

  'a clarification of every type, with one field set at a time': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { ask, put } = await ground(store);
    const revoked = clarificationOf(ask, { ...ANSWERED, status: 'revoked' });
    await put({ do: 'insert_clarification', clarification: revoked });
    const variants: Partial<ClarificationRecord>[] = [
      ...(['TARGET_FILE', 'SELECT_ONE', 'CONFIRM', 'FREE_TEXT'] as const).map((type) => ({ type })),
      ...(['user', 'input', 'preference', 'best_practice'] as const).map((source) => ({ ...ANSWERED, source })),
      ...[0, 0.5, 1, 0.1 + 0.2].map((confidence) => ({ ...ANSWERED, confidence })),
      ...Object.entries(FULL).map(([field, value]) => ({ [field]: value })),
      ...['header', 'reason', 'context', 'recommended', 'default'].map((field) => ({ [field]: '' })),
      ...(['by', 'surface', 'answerKey', 'because'] as const).map((field) => ({ ...ANSWERED, [field]: '' })),
      { job: null },
      { succeeds: revoked.id },
      { createdAt: 0 },
    ];
    for (const more of variants) {
      const clarification = clarificationOf(ask, more);
      await put({ do: 'insert_clarification', clarification });
      assert.deepEqual(await other.clarification(clarification.id), {
        ...clarification,
        ...NO_DEADLINE,
        unanswered: null,
      });
    }
  },

  'an ask, free and counted, with every onTimeout': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, job, put } = await ground(store);
    const asks = [
      askOf(session.id, { createdAt: 0 }),
      askOf(session.id, { job: job.id, asker: 'coder', token: 'tok-1', capScope: newId('s'), askNumber: 1, cap: 1 }),
      askOf(session.id, { capScope: newId('s'), askNumber: 999, cap: 1_000, createdAt: YEAR_2100 }),
      ...[FALLBACK_TEXT, FALLBACK_TEXTS.declined, '', 'go on'].map((fallback) => askOf(session.id, { fallback })),
      ...(['wait', 'default', 'fallback', 'fail'] as const).flatMap((onTimeout) =>
        [0, YEAR_2100].map((deadline) => askOf(session.id, { onTimeout, deadline })),
      ),
    ];
    for (const ask of asks) {
      await put({ do: 'insert_ask', ask });
      assert.deepEqual((await shown(other, { of: 'ask_items', ask: ask.id })).ask, ask);
    }
  },

  'an item, with a clarification and without, of every outcome and source': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { ask, put } = await ground(store);
    const clarification = clarificationOf(ask);
    await put({ do: 'insert_clarification', clarification });
    const settled = { answer: 'blue', evidence: 'it was so', confidence: 0.5, code: 'cap_reached' };
    const without = { clarification: null, question: 'What else?', outcome: 'failed' } as const;
    const outcomes = ['answered', 'auto_resolved', 'parked', 'declined', 'cancelled', 'expired', 'fallback', 'failed'];
    const variants: Partial<ItemRecord>[] = [
      { default: null, expiresAt: null },
      { default: '', expiresAt: 0 },
      { default: 'red', expiresAt: YEAR_2100 },
      { job: null },
      without,
      { ...without, ...settled },
      { ...without, answer: '', evidence: '', code: '', confidence: 0 },
      ...outcomes.map((outcome) => ({ outcome: outcome as ItemRecord['outcome'] })),
      ...(['history', 'input', 'preference', 'best_practice', 'default', 'fallback'] as const).map((source) => ({
        ...settled,
        outcome: 'auto_resolved' as const,
        source,
      })),
      ...[0, 0.5, 1].map((confidence) => ({ outcome: 'expired' as const, confidence })),
    ];
    const items = variants.map((more, position) => itemOf(ask, clarification, { ...more, position }));
    await put(...items.map((item) => ({ do: 'insert_item', item }) as const));
    const read = await other.items(ask.id);
    assert.deepEqual(
      read,
      items.map((item) => ({ item, clarification: item.clarification === null ? null : clarification })),
    );
    const look = await shown(other, { of: 'ask_items', ask: ask.id });
    assert.deepEqual(
      look.items.map(({ item }) => item),
      items,
    );
  },

  'a preference, learnt and set': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const project = newId('k');
    const types = ['TARGET_FILE', 'SELECT_ONE', 'CONFIRM', 'FREE_TEXT'] as const;
    const preferences = types.flatMap((type) => [
      preferenceOf({ project, type, times: 0, origin: 'set', updatedAt: 0 }),
      preferenceOf({ project, type, times: 1, subject: 'src/a.ts' }),
      preferenceOf({ project, type, times: 100_000, updatedAt: YEAR_2100 }),
    ]);
    for (const preference of preferences) {
      await write(store, [{ do: 'put_preference', preference }]);
      assert.deepEqual(await preferred(other, preference), preference);
    }
    const changed = { type: 'FREE_TEXT', question: 'And which?', answer: 'TOML', times: 2, origin: 'learnt' } as const;
    const about = { header: 'Output', options: [{ label: 'TOML' }] };
    const last = { ...preferences.pop()!, ...changed, updatedAt: 1, about };
    await write(store, [{ do: 'put_preference', preference: last }]);
    preferences.push(last);
    assert.deepEqual(await preferred(other, last), last);
    const { items } = await other.preferences(project, { limit: 100 });
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    assert.deepEqual(items.toSorted(byKey), preferences.toSorted(byKey));
  },

  'an event, of every type, with whatever data, read and told': async ({ openings, watchAll }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const told = await watchAll([store, other]);
    const before = (await trail(store)).length;
    const { session, job, ask } = await ground(store);
    const blank = { at: NOW, session: null, job: null, ask: null, clarification: null, data: {} };
    const data = {
      text: 'a',
      none: null,
      yes: true,
      no: false,
      zero: 0,
      half: 0.5,
      big: YEAR_2100,
      list: [1, [], {}],
      in: { deep: { er: [null] } },
    };
    const events: EventRecord[] = [
      ...EVENT_TYPES.map((type) => ({ ...blank, type })),
      { ...blank, type: 'job.created', session: session.id, job: job.id, ask: ask.id, clarification: 'q-1', data },
      { ...blank, type: 'job.created', at: 0 },
      { ...blank, type: 'job.created', at: YEAR_2100 },
    ];
    for (const event of events) await write(store, [{ do: 'event', event }]);
    const read = (await trail(other)).slice(before);
    assert.deepEqual(
      read,
      events.map((event, index) => ({ ...event, seq: read[index]?.seq })),
    );
    for (const one of told) {
      await one.until((seen) => seen.length >= events.length, 'all events');
      assert.deepEqual(one.events, read);
    }
  },
});
