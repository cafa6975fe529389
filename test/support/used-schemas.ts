/**
 * Schemas of PostgreSQL that one test has left as the store made them, emptied for the next. The server takes 35 ms to make one and 15
 * to drop it, of the processor alone; to empty it takes 3.
 *
 * The next test gets it by a name that nobody knew before. Whoever still works in it, such as what a killed process left on the
 * server, is waited for; and finds nothing by the old name afterwards, as if it had been dropped.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { POSTGRES_MIGRATIONS, STORE_TABLE } from '../../src/store/migrations/postgres.ts';

/** What sends one statement after the other to the server. */
interface Connection {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

const UNUSED = 'unused_';

/** Larger ones have held much, and are slow to read although they are empty. */
const MAX_BYTES = 2 * 1024 ** 2;

/**
 * The parts of a schema, and which transactions made them. The store makes all of it in one: what a test has changed in it since, or
 * added, was made by another, and what it took away is missing in the count.
 */
const PARTS = `
  SELECT count(*)::int AS parts, count(DISTINCT made)::int AS makers, sum(bytes)::int AS bytes
  FROM (
    SELECT xmin::text AS made, pg_relation_size(oid) AS bytes FROM pg_class WHERE relnamespace = to_regnamespace($1)
    UNION ALL SELECT t.xmin::text, 0 FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE relnamespace = to_regnamespace($1)
    UNION ALL SELECT a.xmin::text, 0 FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = to_regnamespace($1)
    UNION ALL SELECT xmin::text, 0 FROM pg_constraint WHERE connamespace = to_regnamespace($1)
    UNION ALL SELECT xmin::text, 0 FROM pg_proc WHERE pronamespace = to_regnamespace($1)
    UNION ALL SELECT xmin::text, 0 FROM pg_type WHERE typnamespace = to_regnamespace($1)
  ) AS all_of_it`;

/** How many parts a schema has as the store makes it. Nothing of the one that is made here stays. */
export async function partsOfSchema(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN; CREATE SCHEMA pattern; SET LOCAL search_path = pattern');
    await client.query(STORE_TABLE);
    await client.query('INSERT INTO store (version, first_seq, first_xid) VALUES (0, 1, 1)');
    for (const step of POSTGRES_MIGRATIONS) await client.query(step);
    const { rows } = await client.query<{ parts: number }>(PARTS, ['pattern']);
    return rows[0]!.parts;
  } finally {
    await client.end();
  }
}

/** Gives an unused schema this name. Where there is none, the store makes one, as ever. */
export async function takeUnused(connection: Connection, schema: string): Promise<void> {
  const { rows } = await connection.query<{ nspname: string }>(
    `SELECT nspname FROM pg_namespace WHERE starts_with(nspname, '${UNUSED}')`,
  );
  for (const { nspname } of rows) {
    try {
      await connection.query(`ALTER SCHEMA ${nspname} RENAME TO ${schema}`);
      return;
    } catch (error) {
      // Another worker was quicker.
      if (!['3F000', 'XX000'].includes((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/** The schema goes: out of the reach of everybody who knew it, or for good. */
export async function giveBack(connection: Connection, schema: string): Promise<void> {
  const isEmptied = (await isAsMade(connection, schema)) && (await empty(connection, schema));
  if (!isEmptied) await connection.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}

async function isAsMade(connection: Connection, schema: string): Promise<boolean> {
  const { rows } = await connection.query<{ parts: number; makers: number; bytes: number | null }>(PARTS, [schema]);
  const { parts, makers, bytes } = rows[0]!;
  if (parts !== inject('postgresParts') || makers !== 1 || bytes! > MAX_BYTES) return false;
  const { rows: stores } = await connection.query<{ version: number; copying: string | null; own: boolean }>(
    `SELECT version, copying, nspacl IS NULL AS own FROM ${schema}.store, pg_namespace WHERE nspname = $1`,
    [schema],
  );
  const [store] = stores;
  return store?.version === POSTGRES_MIGRATIONS.length && store.copying === null && store.own;
}

/** Without the triggers, which keep some tables from being emptied. False where somebody else's locks were in the way. */
async function empty(connection: Connection, schema: string): Promise<boolean> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT '${schema}.' || relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'`,
    [schema],
  );
  const tables = rows.map(({ name }) => name);
  const filled = tables.filter((name) => name !== `${schema}.store`);
  // One transaction, as all that is sent at once is. Its number is where the numbers of events begin, as when the store makes one.
  const emptied = connection.query(`
    LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE;
    SET LOCAL session_replication_role = replica;
    ${filled.map((name) => `DELETE FROM ${name}`).join(';')};
    UPDATE ${schema}.store SET first_seq = 1, first_xid = pg_current_xact_id()::text::bigint;
    ALTER SCHEMA ${schema} RENAME TO ${UNUSED}${randomBytes(8).toString('hex')}`);
  return emptied.then(
    () => true,
    () => false,
  );
}
