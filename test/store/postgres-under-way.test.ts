/** Statements of two processes that are under way at the same time: the second waits for the first, and finds what it has committed. */
import { describe, expect, it } from 'vitest';
import type { AskOnce, AskOptions } from '../../src/index.ts';
import { endOf, parkedId } from '../support/open.ts';
import { openOn, type PostgresBench, postgresBench, until } from './postgres-bench.ts';
import { PostgresProxy } from './postgres-proxy.ts';

const COLOUR = 'Which colour?';
const SHAPE = 'Which shape?';

const ask = (askonce: AskOnce, question: string, options: AskOptions = {}) =>
  askonce.session('s').ask(question, { wait: false, ...options });
const park = async (askonce: AskOnce, question: string, options: AskOptions = {}) =>
  parkedId(await ask(askonce, question, options));

/** From now on no statement that writes an event commits, until the returned function is called. */
async function closeGate({ raw, schema }: PostgresBench): Promise<() => Promise<unknown>> {
  const gate = await raw();
  await gate.query(`CREATE FUNCTION at_the_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtext('${schema}')); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER at_the_gate AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION at_the_gate();
    SELECT pg_advisory_lock(hashtext('${schema}'))`);
  return () => gate.query('SELECT pg_advisory_unlock_all()');
}

async function untilBlocked({ sql, schema }: PostgresBench, count: number): Promise<void> {
  const text = `SELECT DISTINCT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted
    AND a.application_name LIKE 'askonce%'
    AND EXISTS (SELECT FROM pg_locks t WHERE t.pid = l.pid AND t.relation = '${schema}.events'::regclass)`;
  await until(`${count} statements that wait`, async () => (await sql(text)).length >= count);
}

interface UnderWay {
  readonly before: (askonce: AskOnce) => Promise<unknown>;
  readonly first: (askonce: AskOnce, about: never) => Promise<unknown>;
  readonly second: (askonce: AskOnce, about: never) => Promise<unknown>;
  /** How many statements the second one takes. */
  readonly statements: number;
  readonly told: unknown;
  readonly holds: (bench: PostgresBench) => Promise<void>;
}

const CASES: Readonly<Record<string, UnderWay>> = {
  'two asks that create one session': {
    before: async () => '',
    first: (askonce) => ask(askonce, COLOUR),
    second: (askonce) => ask(askonce, SHAPE),
    statements: 3,
    told: { status: 'parked' },
    async holds({ count }) {
      expect(await count('sessions')).toBe(1);
      expect(await count('clarifications', `status = 'pending'`)).toBe(2);
    },
  },
  'two asks that create one job': {
    before: (askonce) => ask(askonce, COLOUR),
    first: (askonce) => ask(askonce, SHAPE, { job: 'j' }),
    second: (askonce) => ask(askonce, 'Which size?', { job: 'j' }),
    statements: 5,
    told: { status: 'parked' },
    async holds({ count }) {
      expect(await count('jobs', `state = 'AWAITING_RESPONSE'`)).toBe(1);
      expect(await count('ask_items', `job_id = 'j' AND outcome = 'parked'`)).toBe(2);
    },
  },
  'two asks that put one question': {
    before: (askonce) => ask(askonce, COLOUR),
    first: (askonce) => ask(askonce, SHAPE),
    second: (askonce) => ask(askonce, SHAPE),
    statements: 5,
    told: { status: 'parked' },
    async holds({ count }) {
      expect(await count('clarifications', `question = '${SHAPE}'`)).toBe(1);
      expect(await count('ask_items', `question IS NULL AND outcome = 'parked'`)).toBe(3);
    },
  },
  'two asks that join one question': {
    before: (askonce) => park(askonce, COLOUR),
    first: (askonce) => ask(askonce, COLOUR),
    second: (askonce) => ask(askonce, COLOUR),
    // It guesses, reads and writes: it need not read again, because one who joins does not care who else waits.
    statements: 3,
    told: { status: 'parked' },
    async holds({ count }) {
      expect(await count('clarifications', 'version = 2')).toBe(1);
      expect(await count('ask_items', `outcome = 'parked'`)).toBe(3);
    },
  },
  'a job that joins, and the answer': {
    before: (askonce) => park(askonce, COLOUR),
    first: (askonce) => ask(askonce, COLOUR, { job: 'j' }),
    second: (askonce, id) => askonce.questions.answer(id, 'green'),
    statements: 4,
    told: { status: 'accepted' },
    async holds({ count }) {
      expect(await count('ask_items', `outcome = 'parked'`)).toBe(0);
      expect(await count('jobs', `state = 'RUNNING'`)).toBe(1);
    },
  },
  'the answer, and an ask that joins': {
    before: (askonce) => park(askonce, COLOUR),
    first: (askonce, id) => askonce.questions.answer(id, 'green'),
    second: (askonce) => ask(askonce, COLOUR),
    statements: 5,
    told: { status: 'auto_resolved' },
    async holds({ count }) {
      expect(await count('ask_items', `outcome = 'parked'`)).toBe(0);
    },
  },
};

describe.each(Object.entries(CASES))('%s', (_, { before, first, second, statements, told, holds }) => {
  it('come out as one after the other', async () => {
    const bench = await postgresBench();
    const askonce = await bench.open();
    const about = (await before(askonce)) as never;
    const proxy = await PostgresProxy.before(bench.db);
    const other = await openOn(proxy.through(bench.db));
    await other.questions.list({ status: 'pending' });
    const openGate = await closeGate(bench);
    const one = first(askonce, about);
    await untilBlocked(bench, 1);
    const trips = proxy.roundTrips;
    const two = second(other, about);
    await untilBlocked(bench, 2);
    await openGate();
    expect(await endOf(two)).toMatchObject(told as object);
    await endOf(one);
    expect(proxy.roundTrips - trips).toBeLessThanOrEqual(statements);
    await holds(bench);
  });
});
