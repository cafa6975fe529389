/** Which decisions share a commit of the embedded store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { AuditEvent } from '../../src/core/model/records.ts';
import { openAskOnce } from '../../src/index.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function opened(file = join(mkdtempSync(join(tmpdir(), 'askonce-queue-')), 'askonce.db')) {
  const store = await openSqliteStore(file);
  onTestFinished(async () => {
    await store.close();
    rmSync(dirname(file), { recursive: true, force: true });
  });
  return store;
}

async function deciding() {
  const store = await opened();
  return (committed: () => void = () => {}) =>
    store.decide({ of: 'session', id: 's' }, () => ({ effects: [], result: null }), committed);
}

it('a caller that is alone is committed within the turn of the event loop in which it comes', async () => {
  const decide = await deciding();
  await decide();
  let isCommitted = false;
  const decided = decide(() => {
    isCommitted = true;
  });
  await nextTurn();
  expect(isCommitted).toBe(true);
  await decided;
});

it('callers that come in turns one after the other share a commit, once several are at it', async () => {
  const decide = await deciding();
  await Promise.all([decide(), decide()]);
  const committed: string[] = [];
  const first = decide(() => committed.push('first')).then(() => committed.push('first is told'));
  await nextTurn();
  expect(committed).toEqual([]);
  const second = decide(() => committed.push('second'));
  await Promise.all([first, second]);
  expect(committed).toEqual(['first', 'second', 'first is told']);
});

it('events of one commit are told as they are kept: in their order, each number one more', async () => {
  const store = await opened();
  const told: AuditEvent[] = [];
  store.watch(
    (events) => told.push(...events),
    (error) => expect.unreachable(String(error)),
  );
  const none = { session: null, job: null, ask: null, clarification: null };
  const decide = (n: number, count: number) =>
    store.decide({ of: 'session', id: 's' }, () => ({
      effects: Array.from({ length: count }, (_, i) => ({
        do: 'event' as const,
        event: { type: 'preference.set' as const, at: n, ...none, data: { n, i } },
      })),
      result: null,
    }));
  await Promise.all([3, 0, 1, 17, 5].map((count, n) => decide(n, count)));
  await decide(9, 2);
  const kept = await store.events(0, 100);
  expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: 28 }, (_, i) => kept[0]!.seq + i));
  expect(kept.map(({ data }) => data)).toEqual(
    [3, 0, 1, 17, 5, 0, 0, 0, 0, 2].flatMap((count, n) => Array.from({ length: count }, (_, i) => ({ n, i }))),
  );
  expect(told).toEqual(kept);
});

/** A store, and a connection of another process to its file. */
async function beside() {
  const file = join(mkdtempSync(join(tmpdir(), 'askonce-queue-')), 'askonce.db');
  const store = await opened(file);
  const other = new Database(file);
  onTestFinished(() => void other.close());
  return { store, other };
}

const happened = {
  type: 'preference.set',
  session: null,
  job: null,
  ask: null,
  clarification: null,
  data: {},
} as const;

it('a decision without effects waits for no other process that writes', async () => {
  const { store, other } = await beside();
  other.exec('BEGIN IMMEDIATE');
  expect(await store.decide({ of: 'session', id: 's' }, () => ({ effects: [], result: 'read' }))).toBe('read');
});

it('a job that asks again gets its answer while another process writes', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'askonce-queue-')), 'askonce.db');
  const askonce = await openAskOnce({ store: await opened(file) });
  const ask = () => askonce.session('s').ask('Which title should the notes have?', { job: 'j', wait: false });
  const { items } = await ask();
  await askonce.questions.answer(items[0]!.id!, 'Notes');
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  expect(await ask()).toMatchObject({ status: 'answered', items: [{ answer: 'Notes' }] });
});

it('a decision is made again if another process commits between its reading and its first effect', async () => {
  const { store, other } = await beside();
  const seen: boolean[] = [];
  await store.decide({ of: 'preference', project: '/p', key: 'k', subject: '' }, ({ preference }) => {
    seen.push(preference !== null);
    if (seen.length === 1)
      other.exec(`INSERT INTO preferences (project, canonical_key, subject, type, question, answer, times, origin, updated_at)
        VALUES ('/p', 'k', '', 'FREE_TEXT', 'Q?', 'A', 1, 'set', 1)`);
    return { effects: [{ do: 'event', event: { ...happened, at: 1 } }], result: null };
  });
  expect(seen).toEqual([false, true]);
  expect(await store.events(0, 10)).toHaveLength(1);
});
