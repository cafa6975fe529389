/** Looks at a store without opening it as one: nothing in it is changed or brought to this release. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isBusy } from './errors.ts';

/** The id of the newest question in the file; null if there is none, or if it is no store. */
export function newestQuestion(file: string): string | null {
  return glance(file, (db) => db.prepare('SELECT max(id) FROM clarifications').pluck().get());
}

/** How many questions wait in it. */
export function waitingIn(file: string): number {
  return (
    glance(file, (db) => db.prepare(`SELECT count(*) FROM clarifications WHERE status = 'pending'`).pluck().get()) ?? 0
  );
}

/** The projects that use it. */
export function projectsIn(file: string): string[] {
  return glance(file, (db) => db.prepare('SELECT project FROM projects ORDER BY number').pluck().all()) ?? [];
}

/** Whether a process has it open. */
export function isInUse(file: string): boolean {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { fileMustExist: true, timeout: 0 });
    // In this mode a file with a log is opened only by itself.
    db.pragma('locking_mode = EXCLUSIVE');
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    db?.close();
  }
}

function glance<R>(file: string, look: (db: Database.Database) => unknown): R | null {
  if (!existsSync(file)) return null;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
    return look(db) as R;
  } catch {
    // Another program's file, or one that this user may not read.
    return null;
  } finally {
    db?.close();
  }
}
