/** Which decisions share a commit of the embedded store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function deciding() {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-queue-'));
  const store = await openSqliteStore(join(folder, 'askonce.db'));
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
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
