/**
 * The stores that the suites of test/engine run over. A suite gets its store as a parameter and knows nothing of its kind, so a
 * further store is one more entry here.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { OpenOptions } from '../../src/index.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
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

/** The file of an empty store, made once in each process: to make one takes 12 ms of the processor, to write these bytes 0.1. */
let emptyFile: Promise<Buffer> | undefined;

async function readEmptyFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-empty-'));
  const file = join(folder, 'askonce.db');
  await (await openSqliteStore(file)).close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

export const sqlite: StoreKind = {
  name: 'SQLite',
  async makeEmpty(folder) {
    emptyFile ??= readEmptyFile();
    const made = await sqlite.make(folder);
    writeFileSync(made.where.db!, await emptyFile, { mode: 0o600 });
    return made;
  },
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

/**
 * The connections of this process, kept from one test to the next: a new one costs the server more than all that most tests do with it.
 * A test that breaks its own gets another.
 */
let connections: pg.Pool | undefined;

function theConnections(): pg.Pool {
  if (connections !== undefined) return connections;
  connections = new pg.Pool({
    connectionString: inject('postgresUrl'),
    types: numbersAsNumbers,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // A connection that breaks between two tests is no fault of a test; the next test makes another.
  connections.on('error', () => {});
  return connections;
}

/** One connection for one test, with settings of its own; made anew where it broke. */
class OwnConnection {
  private readonly settings: string;
  private client: pg.PoolClient | null = null;
  private before: Promise<unknown> = Promise.resolve();

  constructor(settings: string) {
    this.settings = settings;
  }

  /** One after the other, as the driver wants it. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>> {
    const result = this.before.then(async () => (await this.taken()).query<R>(text, values));
    this.before = result.catch(() => {});
    return result;
  }

  /** Gives it back without a trace of the test. */
  async end(): Promise<void> {
    const client = this.client;
    this.client = null;
    client?.removeListener('error', this.drop);
    await client?.query('DISCARD ALL').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }

  private async taken(): Promise<pg.PoolClient> {
    if (this.client !== null) return this.client;
    const client = await theConnections().connect();
    client.on('error', this.drop);
    this.client = client;
    await client.query(this.settings);
    return client;
  }

  private readonly drop = (error: Error): void => {
    this.client?.release(error);
    this.client = null;
  };
}

async function onSchema(before: typeof takeUnused = async () => {}): Promise<TestStore> {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  // A lock that another connection still holds fails the statement instead of hanging the test.
  const own = new OwnConnection(`SET search_path = ${schema}; SET lock_timeout = '20s'`);
  await before(own, schema);
  return {
    where: { db: `${inject('postgresUrl')}?schema=${schema}` },
    async sql(statement) {
      const { fields, rows, rowCount } = await own.query<Row>(statement);
      return fields.length > 0 ? rows : [{ changes: rowCount ?? 0 }];
    },
    async refuse(table) {
      await own.query(
        `CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
           CREATE TRIGGER refused BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refused()`,
      );
      return async () => {
        await own.query('DROP FUNCTION refused CASCADE');
      };
    },
    async close() {
      await giveBack(own, schema);
      await own.end();
    },
  };
}

const STORES: readonly StoreKind[] = [sqlite, postgres];

/** Describes a subject once for every store. */
export function describeOnStores(subject: string, suite: (store: StoreKind) => void): void {
  for (const store of STORES) describe(`${subject} (${store.name})`, () => suite(store));
}
