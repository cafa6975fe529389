import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';

it('a file that another process holds and moves away meanwhile is not opened under its old name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-moved-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'askonce.db');
  await (await openSqliteStore(file)).close();
  const holder = new Database(file);
  holder.pragma('locking_mode = EXCLUSIVE');
  holder.pragma('journal_mode = DELETE');
  // It has tried when this returns, and tries again.
  const opening = openSqliteStore(file);
  renameSync(file, join(folder, 'elsewhere.db'));
  holder.close();
  await expect(opening).rejects.toMatchObject({ code: 'store_gone' });
  expect(existsSync(file)).toBe(false);
  expect(existsSync(`${file}-wal`)).toBe(false);
});
