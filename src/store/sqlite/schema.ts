/** Creates the tables or migrates them, and notices if a newer release migrates them later. */
import type { Database, Statement } from 'better-sqlite3';
import { mustBeReadable, type SchemaState } from '../migrations/readers.ts';
import { SQLITE_MIGRATIONS } from '../migrations/sqlite.ts';

/** The version is read and written under the write lock, so twenty processes may start at once on an empty file. */
export function migrate(db: Database): void {
  const known = SQLITE_MIGRATIONS.length;
  if (schemaOf(db).version === known) return;
  db.transaction(() => {
    const state = schemaOf(db);
    mustBeReadable(state, known, db.name);
    if (state.version >= known) return;
    db.pragma(`user_version = ${known}`);
    runSteps(db, SQLITE_MIGRATIONS.slice(state.version));
  }).immediate();
}

/** Runs migrations. A step may change the text of a CHECK, which SQLite allows only in this mode. */
export function runSteps(db: Database, steps: readonly string[]): void {
  db.unsafeMode(true);
  try {
    for (const step of steps) db.exec(step);
  } finally {
    db.unsafeMode(false);
  }
}

export function schemaOf(db: Database): SchemaState {
  const version = db.pragma('user_version', { simple: true }) as number;
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'store'").get();
  const minReader = isThere ? db.prepare('SELECT min_reader FROM store').pluck().get() : undefined;
  return { version, minReader: (minReader as number | undefined) ?? null };
}

export class SchemaGuard {
  private readonly db: Database;
  private readonly version: Statement;
  /** The last version in which this release may write. */
  private good = -1;

  constructor(db: Database) {
    this.db = db;
    this.version = db.prepare('PRAGMA user_version').pluck();
  }

  /** Throws if this release may no longer write. Call it in the transaction that writes; it takes a microsecond. */
  mustBeReadable(): void {
    const version = this.version.get() as number;
    if (version === this.good) return;
    mustBeReadable(schemaOf(this.db), SQLITE_MIGRATIONS.length, this.db.name);
    this.good = version;
  }
}
