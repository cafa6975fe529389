import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { queue } from '../../src/testing/drive-jobs.ts';

it('lines that are written while another process holds the file stand in the order in which they were given', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-log-'));
  const file = join(folder, 'askonce.db');
  const store = await openSqliteStore(file);
  const other = new Database(file);
  onTestFinished(async () => {
    other.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { id } = await queue(store);
  const given = Array.from({ length: 30 }, (_, n) => `line ${n}`);
  other.exec('BEGIN IMMEDIATE');
  const writing = given.map((line) => store.runs.append(id, [{ at: 0, stream: 'stdout', line }]));
  // Each has tried by then, and found the file taken.
  await new Promise(setImmediate);
  other.exec('COMMIT');
  await Promise.all(writing);
  expect((await store.runs.log(id, { limit: 100 })).map(({ line }) => line)).toEqual(given);
});
