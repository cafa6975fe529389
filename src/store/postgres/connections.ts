/**
 * A small pool of connections, opened when needed and dropped when idle or broken.
 *
 * Every connection has a unique name. If a reply is lost, the connection can be found on the server by that name and its transaction ended,
 * before AskOnce checks what it wrote.
 */
import { randomUUID } from 'node:crypto';
import type {
  Client,
  ClientBase,
  ClientConfig,
  CustomTypesConfig,
  Query as DriverQuery,
  Pool,
  PoolClient,
  QueryResultRow,
} from 'pg';
import { AskOnceError } from '../../core/model/errors.ts';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres.ts';
import type { PostgresAddress } from './address.ts';
import { isBroken, mayComeBack, NO_REPLY, storeError } from './errors.ts';
import { mustBeSession, PooledStatements } from './pooler.ts';
import { ServerClock } from './server-clock.ts';

/** Twenty processes fit into the hundred connections that a server allows by default. */
const CONNECTIONS = 3;

/** Timeouts in milliseconds. Tests that wait for one to expire use shorter ones. */
export interface Timing {
  /** For a new connection, and for a reply on a connection that only listens and reads. */
  readonly connect: number;
  /** For any other reply: if it takes longer, the network may have lost it. */
  readonly reply: number;
  /** How long a call keeps trying while the server is unreachable or too busy. */
  readonly patience: number;
}

export const TIMING: Timing = { connect: 10_000, reply: 60_000, patience: 30_000 };

/**
 * Begins a transaction of several statements. Readers of events stop below its number until it ends, so if this process is stopped between
 * two statements, the server ends it.
 */
export const BEGIN = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'";

export interface Query {
  /** Prepared under this name once per connection. */
  readonly name: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Whether a connection keeps the process alive, and its socket. The driver has this; its types do not. */
export interface KeepsAlive {
  ref(): void;
  unref(): void;
  readonly connection: { readonly stream: { destroy(): void } };
}

export type Driver = typeof import('pg');

/** The driver is an optional peer dependency: you do not need it for a store in a file. */
async function loadDriver(): Promise<Driver> {
  try {
    const { default: driver } = await import('pg');
    return driver as unknown as Driver;
  } catch (error) {
    throw new AskOnceError('store_unavailable', 'PostgreSQL needs the package pg. Run: npm install pg', {}, error);
  }
}

/** How values are parsed, by type number: the driver's own defaults. An application may have changed them for every user of the driver. */
const READERS = new Map<number, (value: string) => unknown>([
  [16, (value) => value === 't'],
  [21, Number],
  [23, Number],
  [701, Number],
  [114, JSON.parse],
]);
const asText = (value: string): string => value;

/** If a login fails, the driver leaves the connection open, which keeps the process alive until the server gives up. */
function hangingUp(driver: Driver): typeof Client {
  return class extends driver.Client {
    /** The pool always calls it with a callback. */
    override connect(callback?: unknown): never {
      return super.connect((error: Error | null) => {
        if (error) (this as unknown as KeepsAlive).connection.stream.destroy();
        (callback as (error: Error | null) => void)(error);
      }) as never;
    }
  } as never;
}

/** The connection that a failed statement was sent over, for `endOf`. */
const connectionOf = new WeakMap<object, string>();

/** What ended a connection. For a statement sent too late the driver only says that it cannot be sent. */
const endedBy = new WeakMap<ClientBase, Error>();

function noteEnd(client: ClientBase): void {
  client.on('error', (error) => endedBy.set(client, error));
}

export class Connections {
  readonly address: PostgresAddress;
  readonly timing: Timing;
  readonly clock: ServerClock;
  private readonly driver: Driver;
  /** Connections that are whole sessions. */
  private readonly pool: Pool;
  /** Connections through a pooler that hands out transactions, for single statements; null if there is none. */
  private readonly pooled: { readonly pool: Pool; readonly statements: PooledStatements } | null;
  private readonly names = new WeakMap<PoolClient, string>();
  private checked: Promise<void> | null = null;
  private closed = false;

  private constructor(driver: Driver, address: PostgresAddress, timing: Timing, now: () => number) {
    this.clock = new ServerClock(now);
    this.driver = driver;
    this.address = address;
    this.timing = timing;
    const { connectionString, sessions } = address;
    this.pool = this.poolOf(sessions ?? connectionString);
    const pooled = sessions === null ? null : this.poolOf(connectionString);
    this.pooled = pooled && { pool: pooled, statements: new PooledStatements(driver) };
  }

  private poolOf(connectionString: string): Pool {
    const pool = new this.driver.Pool({
      ...this.config(connectionString),
      Client: hangingUp(this.driver),
      max: CONNECTIONS,
      idleTimeoutMillis: 10_000,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks loses nothing; on a broken connection in use, the statement reports the error.
    pool.on('error', () => {});
    // Before the caller gets the connection: a server may accept and end it in one packet, and an unhandled error would end the process.
    pool.on('connect', noteEnd);
    return pool;
  }

  /** @param now The clock of this machine. */
  static async to(address: PostgresAddress, timing: Timing = TIMING, now = Date.now): Promise<Connections> {
    return new Connections(await loadDriver(), address, timing, now);
  }

  private config(connectionString: string): ClientConfig {
    return {
      connectionString,
      connectionTimeoutMillis: this.timing.connect,
      keepAlive: true,
      types: { getTypeParser: (type: number) => READERS.get(type) ?? asText } as CustomTypesConfig,
    };
  }

  /** Runs one prepared statement as one transaction. */
  async query<Row extends QueryResultRow>(query: Query): Promise<Row[]> {
    const { pooled } = this;
    if (pooled === null) return this.use((client) => rowsOf<Row>(client, query, this.timing.reply));
    const client = await pooled.pool.connect();
    if (!this.names.has(client)) this.names.set(client, newName());
    const settings = settingsOf(this.address.schema, this.names.get(client)!);
    const run = () => rowsOf<Row>(client, pooled.statements.make(query, settings), this.timing.reply);
    return this.hold(client, run).catch((error: unknown) => {
      pooled.statements.failed(error);
      throw error;
    });
  }

  /** Holds a connection, which is a session, while `run` runs. */
  async use<R>(run: (client: PoolClient) => Promise<R>): Promise<R> {
    return this.hold(await this.connect(), run);
  }

  private async hold<R>(client: PoolClient, run: (client: PoolClient) => Promise<R>): Promise<R> {
    try {
      const result = await run(client);
      client.release();
      return result;
    } catch (failure) {
      const error = endedBy.get(client) ?? failure;
      if (typeof error === 'object' && error !== null) connectionOf.set(error, this.names.get(client)!);
      client.release(isBroken(error));
      throw error;
    }
  }

  /** A dedicated connection, outside the pool. */
  async alone(): Promise<Client & KeepsAlive> {
    const client = await this.opened();
    await this.orHangUp(client, this.mustBeSession(client));
    await this.orHangUp(client, client.query(settings(this.address.schema, newName())));
    return client;
  }

  private async opened(): Promise<Client & KeepsAlive> {
    const { sessions, connectionString } = this.address;
    const client = new this.driver.Client(this.config(sessions ?? connectionString)) as Client & KeepsAlive;
    noteEnd(client);
    await this.orHangUp(client, client.connect());
    return client;
  }

  /** Checked once, on the first connection, before anything is set on it. */
  private mustBeSession(client: Client | PoolClient): Promise<void> {
    this.checked ??= mustBeSession(client as Client, () => this.opened(), this.address.shown).catch(
      (error: unknown) => {
        this.checked = null;
        throw error;
      },
    );
    return this.checked;
  }

  /** Waits for a reply on such a connection, and closes the connection if the reply is an error or does not come. */
  async orHangUp<R>(client: ClientBase & KeepsAlive, reply: Promise<R>): Promise<R> {
    try {
      return await inTime(reply, this.timing.connect);
    } catch (error) {
      client.connection.stream.destroy();
      throw endedBy.get(client) ?? error;
    }
  }

  /**
   * Ensures that the failed statement is over on the server, if the server is still there: from then on, what it wrote is either visible or
   * never will be.
   */
  async endOf(error: unknown): Promise<void> {
    const name = typeof error === 'object' && error !== null ? connectionOf.get(error) : undefined;
    if (name === undefined) return;
    const text =
      'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()';
    for (;;) {
      const left = await this.query<{ pg_terminate_backend: boolean }>({ name: 'end', text, values: [name] });
      if (left.length === 0) return;
    }
  }

  /** Retries while the server is away or busy, until the call's patience ends. */
  async patiently<R>(
    run: () => Promise<R>,
    { since = performance.now(), retry = mayComeBack }: { since?: number; retry?: (error: unknown) => boolean } = {},
  ): Promise<R> {
    for (let pause = 5; ; pause = Math.min(pause * 2, 500)) {
      try {
        return await run();
      } catch (error) {
        if (this.closed) throw new AskOnceError('engine_closed', 'AskOnce is closed. Open it again to continue.');
        if (!retry(error) || performance.now() - since > this.timing.patience)
          throw storeError(error, this.address.shown);
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
      }
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([this.pool.end(), this.pooled?.pool.end()]);
  }

  private async connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    if (this.names.has(client)) return client;
    const name = newName();
    try {
      await inTime(this.mustBeSession(client), this.timing.connect);
      await inTime(client.query(settings(this.address.schema, name)), this.timing.connect);
    } catch (error) {
      client.release(true);
      throw endedBy.get(client) ?? error;
    }
    this.names.set(client, name);
    return client;
  }
}

/**
 * Every statement is a handful of point lookups, so it is planned once, as lookups. On small or fresh tables the planner would choose to
 * scan whole tables, and keep that plan when they have grown. A commit that is acknowledged is on the disk.
 */
function settingsOf(schema: string, name: string): readonly (readonly [string, string])[] {
  const commit = "current_setting('synchronous_commit')";
  return [
    ['application_name', `'${name}'`],
    ['search_path', `'"${schema}"'`],
    // How many steps of the schema this release knows, for the guard in the database.
    ['askonce.reader', `'${POSTGRES_MIGRATIONS.length}'`],
    ['plan_cache_mode', "'force_generic_plan'"],
    ['enable_hashjoin', "'off'"],
    ['enable_mergejoin', "'off'"],
    ['enable_seqscan', "'off'"],
    ['enable_bitmapscan', "'off'"],
    ['jit', "'off'"],
    ['synchronous_commit', `CASE ${commit} WHEN 'off' THEN 'on' ELSE ${commit} END`],
  ];
}

/** The same for a whole session. */
function settings(schema: string, name: string): string {
  const set = settingsOf(schema, name).map(([setting, value]) => `set_config('${setting}', ${value}, false)`);
  return `SET default_transaction_isolation = 'read committed'; SELECT ${set.join(', ')}`;
}

function newName(): string {
  return `askonce ${randomUUID()}`;
}

function late(ms: number): Error {
  return Object.assign(new Error(`no reply in ${ms / 1000} s`), { code: NO_REPLY });
}

async function inTime<R>(reply: Promise<R>, ms: number): Promise<R> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late(ms)), ms).unref();
  try {
    return await Promise.race([reply, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The reply to a query, or an error if it does not come in time. Uses a callback: each of the driver's own promises keeps the next one
 * alive until the next major collection, and a process that writes all day grew by half.
 */
export function rowsOf<Row extends QueryResultRow>(
  client: ClientBase,
  query: Query | DriverQuery,
  ms: number,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late(ms)), ms).unref();
    client.query<Row>(query as Query, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      // Through a pooler there is a result for the settings, too, which comes first.
      else resolve((Array.isArray(result) ? (result as (typeof result)[]).at(-1)! : result).rows);
    });
  });
}
