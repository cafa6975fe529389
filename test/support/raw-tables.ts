/**
 * The raw tables of a store, read past the engine. Those of PostgreSQL are copied into a SQLite database in memory, where nothing
 * is enforced, so that one set of rules in one SQL looks at both.
 */
import Database from 'better-sqlite3';
import pg from 'pg';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { runSteps } from '../../src/store/sqlite/schema.ts';

export interface RawTables {
  readonly store: 'SQLite' | 'PostgreSQL';
  readonly db: Database.Database;
}

/** int8, which `pg` gives as text lest it lose digits. Ours have few. */
const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/** A client of the server at an address of ours, at home in the schema that the address names. Not connected yet. */
export function clientOf(address: string): pg.Client {
  const [server, query] = address.split('?') as [string, string];
  const schema = new URLSearchParams(query).get('schema');
  return new pg.Client({
    connectionString: server,
    // A lock that another connection still holds fails the statement instead of hanging the test.
    options: `-c search_path=${schema} -c lock_timeout=20s`,
    types: numbersAsNumbers,
  });
}

export function isPostgres(address: string): boolean {
  return address.startsWith('postgres://');
}

/** Calls `use` with the tables of the store at an address: a file's name, or `postgres://…?schema=…`. */
export async function withTables<R>(address: string, use: (tables: RawTables) => R): Promise<R> {
  const tables: RawTables = isPostgres(address)
    ? await copied(address)
    : { store: 'SQLite', db: new Database(address, { readonly: true, timeout: 5000 }) };
  try {
    return use(tables);
  } finally {
    tables.db.close();
  }
}

async function copied(address: string): Promise<RawTables> {
  const client = clientOf(address);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await copyOf(client);
  } finally {
    await client.end();
  }
}

/** A copy of what the client's transaction sees. Columns that only PostgreSQL has are left out. */
export async function copyOf(client: pg.Client): Promise<RawTables> {
  const db = new Database(':memory:');
  runSteps(db, SQLITE_MIGRATIONS);
  withoutGuards(db);
  // What says which releases may use a store is each store's own.
  for (const table of namesOf(db, 'table').filter((name) => name !== 'store')) {
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all() as string[];
    const { rows } = await client.query<unknown[]>({
      text: `SELECT ${columns.join(', ')} FROM ${table}`,
      rowMode: 'array',
    });
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
    db.transaction(() => {
      for (const row of rows) insert.run(row);
    })();
  }
  return { store: 'PostgreSQL', db };
}

/** Takes away all that keeps a bad row out, so that the rules can be seen to find it. */
export function withoutGuards(db: Database.Database): void {
  db.pragma('ignore_check_constraints = ON');
  db.pragma('foreign_keys = OFF');
  for (const kind of ['trigger', 'index'] as const)
    for (const name of namesOf(db, kind)) db.exec(`DROP ${kind} ${name}`);
}

function namesOf(db: Database.Database, kind: 'table' | 'trigger' | 'index'): string[] {
  // Indexes without a text are those of primary keys, which stay.
  return db.prepare('SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL').pluck().all(kind) as string[];
}
