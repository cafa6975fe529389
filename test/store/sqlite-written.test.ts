/** What a question costs the disk. Every page that it touches goes into the log whole, so these figures hardly vary. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type AskOnce, POLICIES } from '../../src/index.ts';
import { setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';

const CYCLES = 200;
const FORMAT = { question: 'Which of the formats should reports use?', options: ['YAML', 'JSON'] };
/** The person is asked each time. */
const policy = { ...POLICIES.interactive, resolvers: [] };

const CYCLE_KINDS = {
  'a new question in a session that there is': (askonce: AskOnce, n: number) =>
    askonce.session('s').ask({ ...FORMAT, question: `Which of the formats should report ${n} use?` }),
  'the same question in a new session': (askonce: AskOnce, n: number) =>
    askonce.session(`s-${n}`, { policy }).ask(FORMAT),
  'a job that asks, and asks again when it was answered': async (askonce: AskOnce, n: number) => {
    const session = askonce.session(`s-${n}`, { policy });
    await session.ask(FORMAT, { job: `j-${n}` });
    return session.ask(FORMAT, { job: `j-${n}` });
  },
} as const;

test.each([
  ['a new question in a session that there is', 45],
  ['the same question in a new session', 52],
  ['a job that asks, and asks again when it was answered', 68],
] as const)('%s writes at most %i kB to the log, its answer included', async (kind, limit) => {
  const { askonce, db } = await setUp(sqlite);
  askonce.events.on('clarification.requested', ({ clarification }) => {
    void askonce.questions.answer(clarification!, 'YAML', { surface: 'test' });
  });
  const cycle = CYCLE_KINDS[kind];
  for (let n = 0; n < CYCLES; n += 1) await cycle(askonce, n);
  const reader = new Database(db);
  onTestFinished(() => void reader.close());
  reader.pragma('wal_checkpoint(TRUNCATE)');
  // While somebody reads, the log only grows.
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM sessions').get();
  for (let n = CYCLES; n < 2 * CYCLES; n += 1) expect(await cycle(askonce, n)).toMatchObject({ status: 'answered' });
  const kilobytes = statSync(`${db}-wal`).size / CYCLES / 1_000;
  expect(kilobytes).toBeLessThan(limit);
  // The log was not begun anew meanwhile.
  expect(kilobytes).toBeGreaterThan(limit / 2);
});
