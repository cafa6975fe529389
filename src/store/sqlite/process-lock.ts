/**
 * A lock that one process on this machine holds, and that the system takes from it when it ends, however it ends. Node cannot lock files, but
 * SQLite can: the holder keeps a write transaction open in a file of its own.
 */
import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isBusy, storeError } from './errors.ts';

/** Takes the lock; null if another process has it. */
export function processLock(file: string): { release(): void } | null {
  let db: Database.Database | undefined;
  try {
    closeSync(openSync(file, 'a', 0o600));
    db = new Database(file, { timeout: 0 });
    // Nothing is ever written, so there is nothing to roll back after a crash.
    db.pragma('journal_mode = OFF');
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    return { release: () => held.close() };
  } catch (error) {
    db?.close();
    if (isBusy(error)) return null;
    throw storeError(error, file);
  }
}
