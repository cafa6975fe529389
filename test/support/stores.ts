/**
 * The stores that the suites of test/engine run over. A suite gets its store as a parameter and knows nothing of its kind, so a
 * further store is one more entry here.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { OpenOptions } from '../../src/index.ts';
import { giveBack, takeUnused } from './used-schemas.ts';

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
  /** A store of its own: nothing is there before it is opened. Files go into `folder`. */
  make(folder: string): Promise<TestStore>;
  /** The same for whoever does not care how a store is made: it may be there already, empty. */
  makeEmpty(folder: string): Promise<TestStore>;
}

export const sqlite: StoreKind = {
  name: 'SQLite',
  makeEmpty: (folder) => sqlite.make(folder),
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

/** int8 and numeric, which `pg` gives as text lest they lose digits. Ours have few, and SQLite gives numbers. */
const LARGE_NUMBERS: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (LARGE_NUMBERS.includes(type) ? Number : pg.types.getTypeParser(type, format)),
};

/** A schema of its own on the server of this run, which the store creates; when it is closed, nobody finds it any more. */
export const postgres: StoreKind = {
  name: 'PostgreSQL',
  make: () => onSchema(),
  makeEmpty: () => onSchema(takeUnused),
};

async function onSchema(before: typeof takeUnused = async () => {}): Promise<TestStore> {
  const url = inject('postgresUrl');
  const schema = `test_${randomBytes(8).toString('hex')}`;
  // A pool of one: a single connection, which is made when it is first needed and again after the server was restarted.
  const pool = new pg.Pool({
    connectionString: url,
    // Whoever still holds what a statement needs makes it fail, not the test hang.
    options: `-c search_path=${schema} -c lock_timeout=20s`,
    types: numbersAsNumbers,
    max: 1,
    idleTimeoutMillis: 0,
  });
  // A connection that breaks between two statements is no fault of a test; the next statement makes another.
  pool.on('error', () => {});
  await before(pool, schema);
  return {
    where: { db: `${url}?schema=${schema}` },
    async sql(statement) {
      const { fields, rows, rowCount } = await pool.query<Row>(statement);
      return fields.length > 0 ? rows : [{ changes: rowCount ?? 0 }];
    },
    async refuse(table) {
      await pool.query(
        `CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
           CREATE TRIGGER refused BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refused()`,
      );
      return async () => {
        await pool.query('DROP FUNCTION refused CASCADE');
      };
    },
    async close() {
      await giveBack(pool, schema);
      await pool.end();
    },
  };
}

// SWITCH ON PostgreSQL here, when src/store/postgres/store.ts is there: [sqlite, postgres]
const STORES: readonly StoreKind[] = [sqlite, postgres];

/** Describes a subject once for every store. */
export function describeOnStores(subject: string, suite: (store: StoreKind) => void): void {
  for (const store of STORES) describe(`${subject} (${store.name})`, () => suite(store));
}
