/** What the tests of the PostgreSQL store share: a schema of their own, AskOnce and raw clients on it, gone when the test ends. */

import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { AskOnce, type OpenOptions, openAskOnce } from '../../src/askonce.ts';
import { Engine } from '../../src/engine/engine.ts';
import { PromptReader } from '../../src/engine/interpretation-cache.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { policyOf } from '../../src/library/policy-input.ts';
import { projectFiles } from '../../src/library/project-files.ts';
import { EVENTS_PER_TRANSACTION } from '../../src/store/migrations/postgres.ts';
import { TIMING, type Timing } from '../../src/store/postgres/connections.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import type { Row } from '../support/stores.ts';

export interface PostgresBench {
  readonly schema: string;
  /** The store's address. */
  readonly db: string;
  /** AskOnce on the store, or on the same one by another way. */
  readonly open: (options?: OpenOptions) => Promise<AskOnce>;
  /** A client that knows nothing of AskOnce, in the store's schema; or in another database, or as another user. */
  readonly raw: (as?: { database?: string; user?: string }) => Promise<pg.Client>;
  /** One statement by such a client. */
  readonly sql: (text: string, values?: unknown[]) => Promise<Row[]>;
  readonly count: (table: string, where?: string) => Promise<number>;
  /** A client whose transaction has written an event of this name, and not ended. */
  readonly uncommittedEvent: (name: string) => Promise<pg.Client>;
  /** A user without any right but to connect, and the address by which they come. */
  readonly user: (settings?: string) => Promise<{ name: string; db: string }>;
}

/** Writes an event as the store does, and tells nobody. */
export const INSERT_EVENT = `INSERT INTO events (seq, at, type, data)
  SELECT first_seq + (pg_current_xact_id()::text::bigint - first_xid) * ${EVENTS_PER_TRANSACTION}, 0, 'preference.set', $1
  FROM store`;

/** On the server of the run, or on one of the test's own. */
export async function postgresBench(url: string = inject('postgresUrl')): Promise<PostgresBench> {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const db = `${url}?schema=${schema}`;
  const raw = ({ database = 'postgres', user = 'postgres' } = {}) =>
    rawClient(url.replace(/\w+$/, database).replace('//postgres@', `//${user}@`), schema);
  // A pool of one: a connection that the test or a restart has ended is made anew.
  const pool = new pg.Pool({ ...clientOf(url, schema), max: 1, idleTimeoutMillis: 0 });
  pool.on('error', () => {});
  const sql = async (text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows;
  const users: string[] = [];
  onTestFinished(async () => {
    await sql(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    for (const name of users) await sql(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`);
    await pool.end();
  });
  return {
    schema,
    db,
    raw,
    sql,
    open: (options = {}) => openOn(db, options),
    async count(table, where = 'true') {
      const [row] = await sql(`SELECT count(*)::integer AS n FROM ${table} WHERE ${where}`);
      return row!.n as number;
    },
    async uncommittedEvent(name) {
      const client = await raw();
      await client.query('BEGIN');
      await client.query(INSERT_EVENT, [JSON.stringify({ name })]);
      return client;
    },
    async user(settings = '') {
      const name = `user_${randomBytes(8).toString('hex')}`;
      await sql(`CREATE ROLE ${name} LOGIN ${settings}`);
      users.push(name);
      return { name, db: db.replace('//postgres@', `//${name}@`) };
    },
  };
}

export async function openOn(db: string, options: OpenOptions = {}): Promise<AskOnce> {
  const askonce = await openAskOnce({ db, project: tmpdir(), ...options });
  onTestFinished(() => askonce.close());
  return askonce;
}

/** The same with a store that gives up sooner: for tests that wait until it does. */
export async function openHasty(db: string, timing: Partial<Timing>): Promise<AskOnce> {
  const store = await openPostgresStore(db, { ...TIMING, ...timing });
  const resolvers = { input: () => null, preference: () => null, sentinel: () => null };
  const engine = new Engine({
    promptReader: new PromptReader(async () => interpret, null),
    store,
    files: projectFiles(tmpdir()),
    clock: new FakeClock(),
    resolvers,
    log: () => {},
  });
  const askonce = new AskOnce(engine, policyOf('interactive'), null);
  onTestFinished(() => askonce.close());
  return askonce;
}

/** A client of the driver's, until the test ends. */
async function rawClient(url: string, schema: string): Promise<pg.Client> {
  const client = new pg.Client(clientOf(url, schema));
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A lock that another connection still holds fails the statement instead of hanging the test. */
function clientOf(url: string, schema: string): pg.ClientConfig {
  return { connectionString: url, options: `-c search_path=${schema} -c lock_timeout=60s` };
}

/** Waits until something that another process or the server does has come about; fails where it does not. */
export async function until(what: string, reached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error(`never came about: ${what}`);
    await sleep(5);
  }
}

/** A statement of AskOnce's in this schema waits for a lock, or this client's: it does not go on before it is released. */
export async function untilBlocked({ sql, schema }: PostgresBench, client?: pg.Client): Promise<void> {
  const whose = client ? `pid = ${pidOf(client)}` : `a.application_name LIKE 'askonce%'`;
  const text = `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND ${whose}
    AND EXISTS (SELECT FROM pg_locks t WHERE t.pid = l.pid AND t.relation = '${schema}.events'::regclass)`;
  await until('a statement that waits for a lock', async () => (await sql(text)).length > 0);
}

/** The process that serves a client. The driver has this, its types do not. */
export function pidOf(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID;
}
