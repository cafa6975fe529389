/** Which decisions share a commit of the embedded store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AuditEvent } from '../../src/core/model/records.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-queue-'));
  const store = await openSqliteStore(join(folder, 'askonce.db'));
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
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
