/** A schema of a PostgreSQL database as the source or target of a copy. */
import type { Client, QueryArrayResult } from 'pg';
import { AskOnceError } from '../../core/model/errors.ts';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres.ts';
import { mustBeKnownWhole, type SchemaState } from '../migrations/readers.ts';
import { postgresAddress } from '../postgres/address.ts';
import { Connections } from '../postgres/connections.ts';
import { sqlState, storeError, willPass } from '../postgres/errors.ts';
import { migrated, SCHEMA_STATE } from '../postgres/schema.ts';
import {
  COPIED_TABLES,
  type CopiedRow,
  type CopySource,
  type CopyTable,
  type CopyTarget,
  USED_TABLES,
  type Value,
} from './copy.ts';
import { unfinishedCopy } from './unfinished.ts';

/** How long to wait until the server has dropped the connection of a killed run. */
const ALONE_MS = 5_000;
/** How long to wait for other connections to release the tables. */
const LOCK_MS = 15_000;

const ALL_TABLES = COPIED_TABLES.map(({ name }) => name).join(', ');
const FLOAT8 = 701;

/** Values as the server writes them, so that integers keep all their digits. */
const AS_WRITTEN = {
  getTypeParser: (type: number) => (type === FLOAT8 ? Number : (text: string) => text),
};

export async function openPostgresSource(db: string): Promise<CopySource> {
  return opened(db, async (connections, client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { shown } = connections.address;
    const state = await stateOf(client);
    if (state === null) {
      const text = `No store at ${shown}. Give the store to copy with --from.`;
      throw new AskOnceError('store_unavailable', text, { store: shown });
    }
    if (state.copying !== null) throw unfinishedCopy(state.copying, shown);
    const known = POSTGRES_MIGRATIONS.length;
    mustBeKnownWhole(state, known, shown);
    if (state.version < known) {
      const text = `${shown} was written by an older version of AskOnce. Run \`askonce inbox\` to upgrade it, then copy it.`;
      throw new AskOnceError('store_unavailable', text, { store: shown });
    }
    return new PostgresSource(connections, client, await tracesOf(client));
  });
}

export async function openPostgresTarget(db: string): Promise<CopyTarget> {
  return opened(db, async (connections, client) => {
    const before = await stateOf(client);
    if (before?.copying === null) await mustBeEmpty(connections, client);
    if (before?.version !== POSTGRES_MIGRATIONS.length) await migrated(connections);
    await holdAlone(connections, client);
    // Only from now on can no other process change them.
    const unfinished = (await stateOf(client))!.copying !== null;
    const { rows } = unfinished ? await client.query<{ mark: string }>('SELECT mark FROM copying') : { rows: [] };
    const types = await columnTypes(client);
    // The guard lets connections with this setting pass. If a server crash loses a page, its mark is lost with it.
    await client.query(`SET askonce.copies = 'yes'; SET synchronous_commit = off; SET lock_timeout = ${LOCK_MS}`);
    return new PostgresTarget(connections, client, rows[0]?.mark ?? null, types);
  });
}

async function opened<R>(db: string, use: (connections: Connections, client: Client) => Promise<R>): Promise<R> {
  const address = postgresAddress(db);
  const connections = await Connections.to(address);
  let client: Client | undefined;
  try {
    client = await connections.patiently(() => connections.alone(), { retry: willPass });
    await client.query(UNHURRIED);
    return await use(connections, client);
  } catch (error) {
    await client?.end().catch(() => {});
    await connections.close();
    throw storeError(error, address.shown);
  }
}

/** Lifts the server's time limits for statements: this one reads whole tables, and no caller waits for it. */
const UNHURRIED = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
  ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`;

interface State extends SchemaState {
  readonly copying: string | null;
}

/** Null if there is no store. */
async function stateOf(client: Client): Promise<State | null> {
  const { rows: found } = await client.query<{ store: string | null }>("SELECT to_regclass('store')::text AS store");
  if (found[0]!.store === null) return null;
  const { rows } = await client.query<State>(`SELECT ${SCHEMA_STATE}, copying FROM store`);
  return rows[0] ?? null;
}

async function mustBeEmpty({ address: { shown } }: Connections, client: Client): Promise<void> {
  // A store of an older AskOnce may lack some of the tables.
  const { rows: made } = await client.query<{ name: string }>(
    `SELECT name FROM unnest('{${USED_TABLES.map(({ name }) => name).join(', ')}}'::text[]) AS name WHERE to_regclass(name) IS NOT NULL`,
  );
  const any = made.map(({ name }) => `EXISTS (SELECT FROM ${name})`).join(' OR ') || 'false';
  const { rows } = await client.query<{ used: boolean }>(`SELECT ${any} AS used`);
  if (!rows[0]!.used) return;
  const text = `${shown} is not empty. With --to, give a schema that does not exist yet, such as ?schema=name.`;
  throw new AskOnceError('store_not_empty', text, { store: shown });
}

/** A second process that copies into the same schema is rejected; the lock is released with the connection. */
async function holdAlone({ address: { schema, shown } }: Connections, client: Client): Promise<void> {
  const lock = "SELECT pg_try_advisory_lock(hashtext('askonce copy'), hashtext($1)) AS got";
  for (const giveUpAt = performance.now() + ALONE_MS; ; ) {
    const { rows } = await client.query<{ got: boolean }>(lock, [schema]);
    if (rows[0]!.got) return;
    if (performance.now() > giveUpAt) {
      throw new AskOnceError(
        'store_busy',
        `Another process is copying into ${shown}. Wait until it has finished, or stop it.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Maps `table.column` to the column's type. */
async function columnTypes(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT t.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
     JOIN pg_class t ON t.oid = a.attrelid WHERE t.relnamespace = current_schema()::regnamespace AND a.attnum > 0`,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/**
 * Values that every write changes. Every decision writes an event, except where only words are heard: that adds a session or raises its
 * version. New keys raise the version of their clarification. Of the other writes without a decision, results are only added, and log numbers and leases only increase or disappear. Tokens, secrets, webhooks and channels are few,
 * so they are compared in full.
 */
async function tracesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<string[]>({
    text: `SELECT coalesce(max(seq), 0), count(*), (SELECT coalesce(sum(heard_version + 1), 0) FROM sessions),
      (SELECT coalesce(sum(version), 0) FROM clarifications),
      (SELECT count(*) FROM job_results), (SELECT coalesce(sum(n), 0) FROM job_log),
      (SELECT coalesce(sum(lease_until), 0) FROM workers),
      ${wholeOf('tokens')}, ${wholeOf('secrets')}, ${wholeOf('webhooks')},
      ${wholeOf('channels')}, ${wholeOf('channel_messages')}
      FROM events`,
    rowMode: 'array',
    types: AS_WRITTEN,
  });
  return rows[0]!;
}

function wholeOf(name: string): string {
  return `(SELECT string_agg(t::text, ' ' ORDER BY t) FROM ${name} t)`;
}

class PostgresSide {
  protected readonly connections: Connections;
  protected readonly client: Client;

  constructor(connections: Connections, client: Client) {
    this.connections = connections;
    this.client = client;
  }

  get name(): string {
    return this.connections.address.shown;
  }

  async count({ name }: CopyTable): Promise<number> {
    const { rows } = await this.query<[string]>(`SELECT count(*) FROM ${name}`);
    return Number(rows[0]![0]);
  }

  async read({ name, columns, key }: CopyTable, after: CopiedRow | null, limit: number): Promise<CopiedRow[]> {
    const where = after === null ? '' : `WHERE (${key.join(', ')}) > (${key.map((_, n) => `$${n + 2}`).join(', ')})`;
    const text = `SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${key.join(', ')} LIMIT $1`;
    const { rows } = await this.query<Value[]>(text, [limit, ...(after ?? [])]);
    return rows;
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => {});
    await this.connections.close();
  }

  protected async query<Row extends unknown[]>(text: string, values?: unknown[]): Promise<QueryArrayResult<Row>> {
    try {
      const query = { text, rowMode: 'array', types: AS_WRITTEN } as const;
      return await this.client.query<Row>(values ? { ...query, values } : query);
    } catch (error) {
      throw storeError(error, this.name);
    }
  }
}

class PostgresSource extends PostgresSide implements CopySource {
  readonly lastEvent: number;
  private readonly traces: string[];

  constructor(connections: Connections, client: Client, traces: string[]) {
    super(connections, client);
    this.traces = traces;
    this.lastEvent = Number(traces[0]);
  }

  async changed(): Promise<boolean> {
    await this.query('COMMIT');
    const traces = await tracesOf(this.client);
    return traces.some((trace, index) => trace !== this.traces[index]);
  }
}

class PostgresTarget extends PostgresSide implements CopyTarget {
  readonly mark: string | null;
  private readonly types: ReadonlyMap<string, string>;

  constructor(connections: Connections, client: Client, mark: string | null, types: ReadonlyMap<string, string>) {
    super(connections, client);
    this.mark = mark;
    this.types = types;
  }

  async begin(source: string, mark: string): Promise<void> {
    await this.transaction(async () => {
      await this.query(`LOCK TABLE ${ALL_TABLES} IN ACCESS EXCLUSIVE MODE`);
      if (this.mark === null) {
        await mustBeEmpty(this.connections, this.client);
        await this.query('DELETE FROM projects');
        await this.query('CREATE TABLE copying (mark text NOT NULL, foreign_keys text NOT NULL)');
        await this.query('INSERT INTO copying VALUES ($1, $2)', [mark, JSON.stringify(await this.dropForeignKeys())]);
        await this.query(GUARD);
      } else {
        await this.query(EMPTY);
        await this.query('UPDATE copying SET mark = $1', [mark]);
      }
      // The incoming keys have not been checked yet: the first process that opens the copy checks them.
      await this.query('UPDATE store SET copying = $1, key_version = 1', [source]);
    });
  }

  async write({ name, columns }: CopyTable, rows: readonly CopiedRow[], mark: string): Promise<void> {
    const lists = columns.map((column, place) => `$${place + 2}::${this.types.get(`${name}.${column}`)}[]`);
    await this.query(
      `WITH marked AS (UPDATE copying SET mark = $1)
       INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})`,
      [mark, ...columns.map((_, place) => rows.map((row) => row[place]))],
    );
  }

  async finish(): Promise<void> {
    await this.transaction(async () => {
      await this.query(DURABLE);
      await this.query('DROP FUNCTION copy_guard CASCADE');
      const { rows } = await this.query<[string]>('SELECT foreign_keys FROM copying');
      for (const added of JSON.parse(rows[0]![0]) as string[]) await this.query(added);
      await this.query(NUMBER_ON);
      await this.query('DROP TABLE copying');
    });
    await this.query(`ANALYZE ${ALL_TABLES}`);
  }

  /** A clarification may refer to one that is copied later. The keys are added again, and checked, when all rows are there. */
  private async dropForeignKeys(): Promise<string[]> {
    const { rows } = await this.query<[string, string, string]>(
      `SELECT conrelid::regclass, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
       WHERE contype = 'f' AND conrelid = ANY ('{${ALL_TABLES}}'::regclass[])`,
    );
    for (const [table, name] of rows) await this.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    return rows.map(([table, name, definition]) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }

  private async transaction(run: () => Promise<void>): Promise<void> {
    await this.query('BEGIN');
    try {
      await run();
      await this.query('COMMIT');
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => {});
      throw sqlState((error as Error).cause) === '55P03' ? this.inUse(error) : error;
    }
  }

  private inUse(error: unknown): AskOnceError {
    return new AskOnceError(
      'store_busy',
      `Other connections are locking tables of ${this.name}. Close them and try again.`,
      {},
      error,
    );
  }
}

/** A process that opened the store while it was empty would not notice the copy and would write into it; this rejects its writes. */
const GUARD = `
  CREATE FUNCTION copy_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('askonce.copies', true) = 'yes' THEN RETURN NULL; END IF;
    RAISE 'a copy into this store is not complete' USING ERRCODE = 'object_not_in_prerequisite_state';
  END $$;
  ${COPIED_TABLES.map(
    ({ name }) =>
      `CREATE TRIGGER copy_guard BEFORE INSERT OR UPDATE OR DELETE ON ${name} EXECUTE FUNCTION copy_guard();`,
  ).join('\n')}`;

/** The trigger that keeps the audit trail from being emptied is lifted for a copy that was never complete. */
const EMPTY = `
  ALTER TABLE events DISABLE TRIGGER USER;
  TRUNCATE ${ALL_TABLES};
  ALTER TABLE events ENABLE TRIGGER USER`;

const DURABLE = `
  SET LOCAL synchronous_commit TO DEFAULT;
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`;

/** From now on transactions number their events after the last copied one. */
const NUMBER_ON = `
  UPDATE store SET copying = NULL, first_seq = (SELECT coalesce(max(seq), 0) + 1 FROM events),
    first_xid = pg_current_xact_id()::text::bigint`;
