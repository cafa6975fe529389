/**
 * Two processes that decide on the same thing: the later one has read, and is held up while the earlier one commits. What it then writes must
 * be as if it had read after that. Each race is run by a decision alone, and by one that shares its statement with an undisturbed one.
 */
import { describe, expect, it } from 'vitest';
import { type AskOnce, type AskOptions, POLICIES, type QuestionInput } from '../../src/index.ts';
import { endOf, only, parkedId } from '../support/open.ts';
import { openOn, type PostgresBench, postgresBench } from './postgres-bench.ts';
import { PostgresProxy } from './postgres-proxy.ts';

/** Another question in each session: what is learnt from one does not concern the other. */
const colour = (session: string) => `Which colour should page ${session} have?`;
const shape = (session: string) => `Which shape should page ${session} have?`;
const tool = (session: string) => ({
  question: `Which package manager should project ${session} use?`,
  options: ['npm', 'pnpm'],
});
const WRITES = /INSERT INTO events/;

const ask = (askonce: AskOnce, session: string, question: QuestionInput | string, options: AskOptions = {}) =>
  askonce.session(session).ask(question, { wait: false, ...options });
const park = async (askonce: AskOnce, session: string, question: QuestionInput | string, options: AskOptions = {}) =>
  parkedId(await ask(askonce, session, question, options));

interface Race {
  /** What the later one reads: a part of that statement. */
  readonly reads: RegExp;
  /** What is there before; gives what the two are about. */
  readonly before: (askonce: AskOnce, session: string) => Promise<string>;
  readonly late: (askonce: AskOnce, session: string, about: string) => Promise<unknown>;
  readonly early: (askonce: AskOnce, session: string, about: string) => Promise<unknown>;
  /** What the later one is told: after the earlier one, and undisturbed. */
  readonly told: unknown;
  readonly undisturbed: unknown;
  /** What must hold in the session in the end. */
  readonly holds: (bench: PostgresBench, session: string) => Promise<void>;
}

const READS_ASK = /'questions', \(SELECT json_agg/;
const READS_QUESTION = /\(n integer, id text\)\s+LEFT JOIN clarifications c/;
const READS_ITEMS = /LEFT JOIN asks a ON a\.id = r\.ask/;

async function nobodyWaits({ count }: PostgresBench, session: string): Promise<void> {
  expect(await count('ask_items', `session_id = '${session}' AND outcome = 'parked'`)).toBe(0);
  expect(await count('clarifications', `session_id = '${session}' AND status = 'pending'`)).toBe(0);
  expect(await count('jobs', `session_id = '${session}' AND state = 'AWAITING_RESPONSE'`)).toBe(0);
}

async function theJobWaits({ count }: PostgresBench, session: string): Promise<void> {
  expect(await count('jobs', `session_id = '${session}' AND state = 'AWAITING_RESPONSE'`)).toBe(1);
  expect(await count('ask_items', `session_id = '${session}' AND outcome = 'parked'`)).toBe(1);
}

const RACES: Readonly<Record<string, Race>> = {
  'an ask that joins, and the answer': {
    reads: READS_ASK,
    before: (askonce, session) => park(askonce, session, colour(session)),
    late: async (askonce, session) => only(await ask(askonce, session, colour(session), { job: `${session}-job` })),
    early: (askonce, _, id) => askonce.questions.answer(id, 'green'),
    told: { outcome: 'auto_resolved', answer: 'green' },
    undisturbed: { outcome: 'parked' },
    holds: nobodyWaits,
  },
  'an answer, and a job that joins': {
    reads: READS_QUESTION,
    before: (askonce, session) => park(askonce, session, colour(session)),
    late: (askonce, _, id) => askonce.questions.answer(id, 'green'),
    early: (askonce, session) => ask(askonce, session, colour(session), { job: `${session}-job` }),
    told: { status: 'accepted' },
    undisturbed: { status: 'accepted' },
    holds: nobodyWaits,
  },
  'the last two that wait for a question, and both leave': {
    reads: READS_ITEMS,
    before: async (askonce, session) => {
      const first = await ask(askonce, session, colour(session));
      const second = await ask(askonce, session, colour(session));
      return `${first.ask} ${second.ask}`;
    },
    late: (askonce, _, asks) => askonce.questions.cancel({ ask: asks.split(' ')[0]! }),
    early: (askonce, _, asks) => askonce.questions.cancel({ ask: asks.split(' ')[1]! }),
    told: 1,
    undisturbed: 1,
    holds: nobodyWaits,
  },
  'the answer that ends the wait of a job, and another question of that job': {
    reads: READS_QUESTION,
    before: (askonce, session) => park(askonce, session, colour(session), { job: `${session}-job` }),
    late: (askonce, _, id) => askonce.questions.answer(id, 'green'),
    early: (askonce, session) => ask(askonce, session, shape(session), { job: `${session}-job` }),
    told: { status: 'accepted' },
    undisturbed: { status: 'accepted' },
    holds: theJobWaits,
  },
  'another question of a job, and the answer that ends its wait': {
    reads: READS_ASK,
    before: (askonce, session) => park(askonce, session, colour(session), { job: `${session}-job` }),
    late: async (askonce, session) => only(await ask(askonce, session, shape(session), { job: `${session}-job` })),
    early: (askonce, _, id) => askonce.questions.answer(id, 'green'),
    told: { outcome: 'parked' },
    undisturbed: { outcome: 'parked' },
    holds: theJobWaits,
  },
  'two answers to the two questions of one job': {
    reads: READS_QUESTION,
    before: async (askonce, session) => {
      const one = await park(askonce, session, colour(session), { job: `${session}-job` });
      return `${one} ${await park(askonce, session, shape(session), { job: `${session}-job` })}`;
    },
    late: (askonce, _, ids) => askonce.questions.answer(ids.split(' ')[0]!, 'green'),
    early: (askonce, _, ids) => askonce.questions.answer(ids.split(' ')[1]!, 'round'),
    told: { status: 'accepted' },
    undisturbed: { status: 'accepted' },
    holds: nobodyWaits,
  },
  'an answer, and the asker who leaves': {
    reads: READS_QUESTION,
    before: async (askonce, session) => {
      const asked = await ask(askonce, session, colour(session));
      return `${parkedId(asked)} ${asked.ask}`;
    },
    late: (askonce, _, ids) =>
      askonce.questions.answer(ids.split(' ')[0]!, 'green').catch((error: { code: string }) => error.code),
    early: (askonce, _, ids) => askonce.questions.cancel({ ask: ids.split(' ')[1]! }),
    told: 'clarification_closed',
    undisturbed: { status: 'accepted' },
    holds: nobodyWaits,
  },
  'the asker who leaves, and an answer': {
    reads: READS_ITEMS,
    before: async (askonce, session) => {
      const asked = await ask(askonce, session, colour(session));
      return `${parkedId(asked)} ${asked.ask}`;
    },
    late: (askonce, _, ids) => askonce.questions.cancel({ ask: ids.split(' ')[1]! }),
    early: (askonce, _, ids) => askonce.questions.answer(ids.split(' ')[0]!, 'green'),
    told: 0,
    undisturbed: 1,
    holds: nobodyWaits,
  },
  'a question that no longer fits its answer, and that answer revoked': {
    reads: READS_ASK,
    before: async (askonce, session) => {
      const id = await park(askonce, session, { question: colour(session), options: ['red', 'green'] });
      await askonce.questions.answer(id, 'green');
      return id;
    },
    late: async (askonce, session) =>
      only(await ask(askonce, session, { question: colour(session), options: ['blue', 'white'] })),
    early: (askonce, _, id) => askonce.questions.revoke(id, 'a mistake'),
    told: { outcome: 'parked' },
    undisturbed: { outcome: 'parked' },
    async holds({ count, sql }, session) {
      expect(await count('clarifications', `session_id = '${session}' AND status = 'pending'`)).toBe(1);
      const was = `session_id = '${session}' AND status IN ('revoked', 'superseded')`;
      expect(await count('clarifications', was)).toBe(1);
      // Of an answer that was revoked the new question says so; the other only offers the old answer.
      const [row] = await sql(`SELECT (SELECT status FROM clarifications o WHERE o.id = c.succeeds) AS was
        FROM clarifications c WHERE session_id = '${session}' AND status = 'pending'`);
      if (row!.was !== null) expect(row!.was).toBe('revoked');
    },
  },
  'an answer that is repeated, and revoked': {
    reads: READS_ASK,
    before: async (askonce, session) => {
      const id = await park(askonce, session, colour(session));
      await askonce.questions.answer(id, 'green');
      return id;
    },
    late: async (askonce, session) => only(await ask(askonce, session, colour(session))),
    early: (askonce, _, id) => askonce.questions.revoke(id, 'a mistake'),
    told: { outcome: 'parked' },
    undisturbed: { outcome: 'auto_resolved', answer: 'green' },
    async holds({ sql }, session) {
      const trail = await sql(`SELECT type FROM events WHERE session_id = '${session}' ORDER BY seq`);
      expect(trail.map(({ type }) => type).slice(-2)).toEqual(['clarification.revoked', 'clarification.requested']);
    },
  },
  'an answer that is repeated, and words that end it': {
    reads: READS_ASK,
    before: async (askonce, session) => {
      await askonce.questions.answer(await park(askonce, session, tool(session)), 'npm');
      return '';
    },
    late: async (askonce, session) => only(await ask(askonce, session, tool(session))),
    early: (askonce, session) => askonce.session(session).observe('Use pnpm, not npm.'),
    told: { outcome: 'parked' },
    undisturbed: { outcome: 'auto_resolved', answer: 'npm' },
    async holds({ count }, session) {
      expect(await count('clarifications', `session_id = '${session}' AND status = 'pending'`)).toBe(1);
    },
  },
  'a question, and the same question': {
    reads: READS_ASK,
    before: (askonce, session) => park(askonce, session, colour(session)),
    late: async (askonce, session) => only(await ask(askonce, session, shape(session))),
    early: (askonce, session) => ask(askonce, session, shape(session)),
    told: { outcome: 'parked' },
    undisturbed: { outcome: 'parked' },
    async holds({ count }, session) {
      expect(await count('clarifications', `session_id = '${session}' AND question = '${shape(session)}'`)).toBe(1);
    },
  },
  'the last ask under a cap, and another': {
    reads: READS_ASK,
    before: async (askonce, session) => {
      const policy = { ...POLICIES.interactive, name: 'two', cap: 2 };
      await askonce.session(session, { policy }).ask(colour(session), { wait: false });
      return '';
    },
    late: async (askonce, session) => only(await ask(askonce, session, shape(session))),
    early: (askonce, session) => ask(askonce, session, 'Which font should the page have?'),
    told: { outcome: 'failed', code: 'cap_reached' },
    undisturbed: { outcome: 'parked' },
    async holds({ count }, session) {
      expect(await count('clarifications', `session_id = '${session}'`)).toBe(2);
    },
  },
  'words that come with an ask, and other words': {
    reads: READS_ASK,
    before: (askonce, session) => park(askonce, session, colour(session)),
    late: async (askonce, session) =>
      only(await ask(askonce, session, shape(session), { userMessage: 'I am off to lunch now.' })),
    early: (askonce, session) =>
      ask(askonce, session, 'Which font should the page have?', { userMessage: 'It rains today.' }),
    told: { outcome: 'parked' },
    undisturbed: { outcome: 'parked' },
    async holds({ sql }, session) {
      const [row] = await sql(`SELECT heard_recent FROM sessions WHERE id = '${session}'`);
      const recent = (JSON.parse(row!.heard_recent as string) as { text: string }[]).map(({ text }) => text);
      expect(recent).toEqual(['It rains today.', 'I am off to lunch now.']);
    },
  },
};

describe.each(Object.entries(RACES))('%s', (_, { reads, before, late, early, told, undisturbed, holds }) => {
  async function run(sessions: readonly string[]) {
    const bench = await postgresBench();
    const askonce = await bench.open();
    const about: string[] = [];
    for (const session of sessions) about.push(await before(askonce, session));
    const proxy = await PostgresProxy.before(bench.db);
    const other = await openOn(proxy.through(bench.db));
    await other.questions.list({ status: 'pending' });
    const held = proxy.catchNext(reads);
    const calls = sessions.map((session, n) => late(other, session, about[n]!));
    const read = await held;
    await read.replied;
    await early(askonce, sessions[0]!, about[0]!);
    const writes = proxy.count(WRITES);
    read.pass();
    const results = await endOf(Promise.all(calls));
    await holds(bench, sessions[0]!);
    return { results, writes: proxy.count(WRITES) - writes };
  }

  it('come out as if the later one had read last', async () => {
    const { results } = await run(['s']);
    expect(results).toEqual([typeof told === 'object' ? expect.objectContaining(told) : told]);
  });

  it('disturb no other decision of the same statement', async () => {
    const { results, writes } = await run(['s', 't']);
    // One that they share, and one of the later one's own; one that meets a cap is undone first.
    expect(writes).toBeLessThanOrEqual(reads === READS_ASK ? 3 : 2);
    expect(results).toEqual(
      [told, undisturbed].map((one) => (typeof one === 'object' ? expect.objectContaining(one) : one)),
    );
  });
});
