/** Creates the schema or migrates it, and returns the number of the last event. */
import type { PoolClient } from 'pg';
import { unfinishedCopy } from '../copy/unfinished.ts';
import {
  EVENTS_PER_TRANSACTION,
  isBreaking,
  POSTGRES_MIGRATIONS,
  readerGuard,
  STORE_TABLE,
} from '../migrations/postgres.ts';
import { mustBeReadable, type SchemaState } from '../migrations/readers.ts';
import { BEGIN, type Connections } from './connections.ts';
import { isLockedOut, sqlState, willPass } from './errors.ts';
import { SERVER_TIME } from './server-clock.ts';

interface StoreRow extends SchemaState {
  copying: string | null;
  last: string | null;
  next: string;
  time: string;
}

const NEXT_SEQ = `first_seq + (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - first_xid) * ${EVENTS_PER_TRANSACTION}`;
/** The columns of a `SchemaState`. A store of an older release has no `min_reader`. */
export const SCHEMA_STATE = `version, (to_json(store) ->> 'min_reader')::integer AS "minReader"`;
const STATE = `SELECT ${SCHEMA_STATE}, copying, (SELECT max(seq) FROM events) AS last, ${NEXT_SEQ} AS next,
  ${SERVER_TIME} AS time FROM store`;

const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('askonce migration'), hashtext($1))";

/** Prepares the schema for use and returns the number of the last event. */
export async function prepareSchema(connections: Connections): Promise<number> {
  const read = () => connections.use((client) => connections.clock.compare(() => readState(client), timeIn));
  const found = await read();
  // Before anything is created: a user who may only use the schema cannot create anything.
  const known = POSTGRES_MIGRATIONS.length;
  if (found) mustBeReadable(found, known, connections.address.shown);
  const isCurrent = found !== null && found.version >= known;
  if (!isCurrent) await migrated(connections);
  const state = isCurrent ? found : (await read())!;
  if (state.copying !== null) throw unfinishedCopy(state.copying, connections.address.shown);
  const last = Number(state.last ?? 0);
  if (Number(state.next) <= last) await connections.use((client) => numberOn(client, connections));
  return last;
}

function timeIn(state: StoreRow | null): string | null {
  return state?.time ?? null;
}

/** Null if there is no store yet. */
async function readState(client: PoolClient): Promise<StoreRow | null> {
  try {
    const { rows } = await client.query<StoreRow>(STATE);
    return rows[0] ?? null;
  } catch (error) {
    // No such schema, or no such table in it.
    if (sqlState(error) === '42P01' || sqlState(error) === '3F000') return null;
    throw error;
  }
}

/** Migrates the schema while others work in it. */
export function migrated(connections: Connections): Promise<void> {
  return connections.patiently(() => connections.use((client) => migrate(client, connections)), {
    retry: (error) => isLockedOut(error) || willPass(error),
  });
}

/** While a migration waits for a lock, everything else waits behind it: so it soon gives up, lets the others pass, and tries again. */
const BRIEFLY = "SET LOCAL lock_timeout = '2s'";

const TABLES = `SELECT string_agg(oid::regclass::text, ', ' ORDER BY relname) AS names FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`;

/** The version is read and written under a dedicated lock, so twenty processes may start at once on an empty database. */
async function migrate(client: PoolClient, { address: { schema, shown } }: Connections): Promise<void> {
  await client.query(BEGIN);
  try {
    await client.query(ONE_AT_A_TIME, [schema]);
    // Only if it is missing: a user who may not create schemas can still use one that was created for them.
    const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
    if (rowCount === 0) await client.query(`CREATE SCHEMA "${schema}"`);
    await client.query(STORE_TABLE);
    await client.query(
      'INSERT INTO store (version, first_seq, first_xid) VALUES (0, 1, pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING',
    );
    const { rows } = await client.query<SchemaState>(`SELECT ${SCHEMA_STATE} FROM store`);
    const from = rows[0]!.version;
    mustBeReadable(rows[0]!, POSTGRES_MIGRATIONS.length, shown);
    // An unfinished copy is guarded against normal use; a migration is allowed.
    await client.query("SET LOCAL askonce.copies = 'yes'");
    await client.query('UPDATE store SET version = greatest(version, $1)', [POSTGRES_MIGRATIONS.length]);
    await client.query(BRIEFLY);
    const steps = POSTGRES_MIGRATIONS.slice(from);
    for (const [at, step] of steps.entries()) {
      if (at === steps.findIndex(isBreaking)) await keepWritersOut(client);
      await client.query(step);
    }
    const { rows: after } = await client.query<SchemaState>(`SELECT ${SCHEMA_STATE} FROM store`);
    await client.query(readerGuard(after[0]!.minReader!));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Locks writers out until the commit. It waits for writes in progress, and later writes wait for it: a statement locks its tables first, and
 * then finds the guard as the migration leaves it.
 */
async function keepWritersOut(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ names: string }>(TABLES);
  await client.query(`LOCK TABLE ${rows[0]!.names} IN SHARE ROW EXCLUSIVE MODE`);
}

/** If a dump was restored into a server with lower transaction numbers: numbers the next event after the last one. */
async function numberOn(client: PoolClient, { address: { schema } }: Connections): Promise<void> {
  await client.query(BEGIN);
  try {
    // The second process must see what the first has set, and the events numbered since.
    await client.query(ONE_AT_A_TIME, [schema]);
    await client.query(`
      UPDATE store SET first_seq = (SELECT coalesce(max(seq), 0) + 1 FROM events), first_xid = pg_current_xact_id()::text::bigint
      WHERE ${NEXT_SEQ} <= (SELECT coalesce(max(seq), 0) FROM events)`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
