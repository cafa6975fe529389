/** Looks at a store that is not in use, without changing it. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';

/** The id of the newest question in the file; null if there is none, or if it is no store. */
export function newestQuestion(file: string): string | null {
  return glance(file, (db) => db.prepare('SELECT max(id) FROM clarifications').pluck().get());
}

export function holdsQuestion(file: string, id: string): boolean {
  return glance(file, (db) => db.prepare('SELECT id FROM clarifications WHERE id = ?').pluck().get(id)) !== null;
}

function glance(file: string, look: (db: Database.Database) => unknown): string | null {
  if (!existsSync(file)) return null;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
    const found = look(db);
    return typeof found === 'string' ? found : null;
  } catch {
    // Another program's file, or one that this user may not read.
    return null;
  } finally {
    db?.close();
  }
}
