/**
 * Connections: a few that are shared, made when needed and dropped when idle or broken.
 *
 * Every connection carries a name of its own, so that one whose reply was lost can be found again on the server, and its
 * transaction ended, before anybody looks what it left behind.
 */
import { randomUUID } from 'node:crypto';
import type { Client, ClientBase, ClientConfig, CustomTypesConfig, Pool, PoolClient, QueryResultRow } from 'pg';
import { AskOnceError } from '../../core/model/errors.ts';
import type { PostgresAddress } from './address.ts';
import { isBroken, mayComeBack, NO_REPLY, storeError } from './errors.ts';

/** Twenty processes fit into the hundred connections a server allows unless told otherwise. */
const CONNECTIONS = 3;

/** How long is waited for what, in milliseconds. Tests that wait for the end of it have less time. */
export interface Timing {
  /** For a new connection, and for the reply to whoever only listens and reads. */
  readonly connect: number;
  /** For any other reply: one that takes longer the network may have swallowed. */
  readonly reply: number;
  /** While the server cannot be reached or is too busy: so long a call goes on trying. */
  readonly patience: number;
}

export const TIMING: Timing = { connect: 10_000, reply: 60_000, patience: 30_000 };

export interface Query {
  /** Prepared under this name once for each connection. */
  readonly name: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Whether a connection keeps the process alive, and what it runs over. The driver has this, its types do not. */
export interface KeepsAlive {
  ref(): void;
  unref(): void;
  readonly connection: { readonly stream: { destroy(): void } };
}

type Driver = typeof import('pg');

/** The driver is an optional peer: whoever stays with a file need not have it. */
async function loadDriver(): Promise<Driver> {
  try {
    const { default: driver } = await import('pg');
    return driver as unknown as Driver;
  } catch (error) {
    throw new AskOnceError('store_unavailable', 'PostgreSQL needs the package pg. Run: npm install pg', {}, error);
  }
}

/**
 * How values are read, by the number of their type: as the driver does by itself. An application may have told it otherwise, for
 * all who use the driver.
 */
const READERS = new Map<number, (value: string) => unknown>([
  [16, (value) => value === 't'],
  [21, Number],
  [23, Number],
  [701, Number],
  [114, JSON.parse],
]);
const asText = (value: string): string => value;

/** The driver leaves a connection open to which it could not log in, and a process with it, until the server's patience ends. */
function hangingUp(driver: Driver): typeof Client {
  return class extends driver.Client {
    /** The pool calls it with a callback, always. */
    override connect(callback?: unknown): never {
      return super.connect((error: Error | null) => {
        if (error) (this as unknown as KeepsAlive).connection.stream.destroy();
        (callback as (error: Error | null) => void)(error);
      }) as never;
    }
  } as never;
}

/** What a statement that failed was sent over, for `endOf`. */
const connectionOf = new WeakMap<object, string>();

/** What ended a connection. Of a statement that comes too late the driver says only that it cannot be sent. */
const endedBy = new WeakMap<ClientBase, Error>();

function noteEnd(client: ClientBase): void {
  client.on('error', (error) => endedBy.set(client, error));
}

export class Connections {
  readonly address: PostgresAddress;
  readonly timing: Timing;
  private readonly driver: Driver;
  private readonly pool: Pool;
  private readonly names = new WeakMap<PoolClient, string>();
  private closed = false;

  private constructor(driver: Driver, address: PostgresAddress, timing: Timing) {
    this.driver = driver;
    this.address = address;
    this.timing = timing;
    this.pool = new driver.Pool({
      ...this.config(),
      Client: hangingUp(driver),
      max: CONNECTIONS,
      idleTimeoutMillis: 10_000,
      allowExitOnIdle: true,
    });
    // Of an idle connection that breaks nothing is lost; whoever uses a broken one is told by its statement.
    this.pool.on('error', () => {});
    // Before whoever wanted it hears of it: greeting and farewell may come in one packet, and an error nobody hears ends us.
    this.pool.on('connect', noteEnd);
  }

  static async to(address: PostgresAddress, timing: Timing = TIMING): Promise<Connections> {
    return new Connections(await loadDriver(), address, timing);
  }

  private config(): ClientConfig {
    return {
      connectionString: this.address.connectionString,
      connectionTimeoutMillis: this.timing.connect,
      keepAlive: true,
      types: { getTypeParser: (type: number) => READERS.get(type) ?? asText } as CustomTypesConfig,
    };
  }

  /** Runs one prepared statement, and with it one transaction. */
  async query<Row extends QueryResultRow>(query: Query): Promise<Row[]> {
    return this.use((client) => rowsOf<Row>(client, query, this.timing.reply));
  }

  /** A connection for as long as `run` takes. */
  async use<R>(run: (client: PoolClient) => Promise<R>): Promise<R> {
    const client = await this.connect();
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

  /** A connection of one's own, outside the shared ones. */
  async alone(): Promise<Client & KeepsAlive> {
    const client = new this.driver.Client(this.config()) as Client & KeepsAlive;
    noteEnd(client);
    await this.orHangUp(client, client.connect());
    await this.orHangUp(client, client.query(settings(this.address.schema, newName())));
    return client;
  }

  /** A reply over such a connection, which is given up where the reply is an error or does not come. */
  async orHangUp<R>(client: ClientBase & KeepsAlive, reply: Promise<R>): Promise<R> {
    try {
      return await inTime(reply, this.timing.connect);
    } catch (error) {
      client.connection.stream.destroy();
      throw endedBy.get(client) ?? error;
    }
  }

  /**
   * Makes sure that the statement which failed so is over on the server, if the server is still there: from now on what it
   * wrote is there to be seen, or never will be.
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

  /** Tries again while the server is away or busy, up to the patience of a call. */
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

  close(): Promise<void> {
    this.closed = true;
    return this.pool.end();
  }

  private async connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    if (this.names.has(client)) return client;
    const name = newName();
    try {
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
 * Every statement is a handful of point lookups, so it is planned once, as lookups: on small or fresh tables the planner
 * would choose to read whole tables, and keep to it when they have grown.
 */
function settings(schema: string, name: string): string {
  return `
    SET application_name = '${name}';
    SET search_path = "${schema}";
    SET default_transaction_isolation = 'read committed';
    SET plan_cache_mode = force_generic_plan;
    SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`;
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
 * The reply to a query, unless it does not come in time. By callback: of the driver's own promise each one keeps the next alive
 * until the next major collection, and a process that writes all day grew by half.
 */
export function rowsOf<Row extends QueryResultRow>(client: ClientBase, query: Query, ms: number): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late(ms)), ms).unref();
    client.query<Row>(query, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result.rows);
    });
  });
}
