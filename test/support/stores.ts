/**
 * The stores that the suites of test/engine run over. A suite gets its store as a parameter and knows nothing of its kind, so a
 * further store is one more entry here.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe } from 'vitest';
import type { OpenOptions } from '../../src/index.ts';

export type Row = Record<string, unknown>;

export interface TestStore {
  /** What `openAskOnce` needs to find it. */
  readonly where: Pick<OpenOptions, 'db'>;
  /** Runs one statement behind the engine's back. Rejects with what the database says. */
  sql(statement: string): Promise<Row[]>;
  /** From now on the database refuses every row for this table, as a full disk would. Returns what ends it. */
  refuse(table: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface StoreKind {
  readonly name: string;
  /** A store of its own, empty; files go into `folder`. */
  make(folder: string): Promise<TestStore>;
}

const sqlite: StoreKind = {
  name: 'SQLite',
  async make(folder) {
    const file = join(folder, 'askonce.db');
    let db: Database.Database | null = null;
    const sql = async (statement: string): Promise<Row[]> => {
      if (!db) {
        db = new Database(file, { timeout: 5000 });
        db.pragma('foreign_keys = ON');
      }
      const prepared = db.prepare(statement);
      if (prepared.reader) return prepared.all() as Row[];
      return [{ changes: prepared.run().changes }];
    };
    return {
      where: { db: file },
      sql,
      async refuse(table) {
        await sql(`CREATE TRIGGER refused BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'refused'); END`);
        return async () => {
          await sql('DROP TRIGGER refused');
        };
      },
      async close() {
        db?.close();
      },
    };
  },
};

const STORES: readonly StoreKind[] = [sqlite];

/** Describes a subject once for every store. */
export function describeOnStores(subject: string, suite: (store: StoreKind) => void): void {
  for (const store of STORES) describe(`${subject} (${store.name})`, () => suite(store));
}
