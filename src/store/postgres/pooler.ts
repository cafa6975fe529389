/**
 * A connection pooler between us and the server, such as PgBouncer.
 *
 * A pooler that hands out whole sessions is no different from the server. One that hands out transactions is: what a session sets, prepares
 * or listens to belongs to a connection that serves another client a moment later. So through such a pooler only single statements are
 * sent, and each brings its settings along, in one round trip and one transaction. Everything else uses the server's own address.
 */
import { hash, randomUUID } from 'node:crypto';
import type { Client, Query as DriverQuery } from 'pg';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Driver, Query } from './connections.ts';
import { sqlState } from './errors.ts';

/** How long a notification may take to arrive before we take it as lost. */
const NOTIFIED_MS = 3_000;

/** The driver's own half of a connection, as far as a statement with settings needs it; its types leave it out. */
interface Wire {
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; portal: string; values: unknown[] }): void;
  execute(message: { portal: string }): void;
}

interface Prepares {
  prepare(wire: Wire): void;
}

/** Makes statements that work on any connection: settings and statement are sent together, and end with the transaction. */
export class PooledStatements {
  private readonly Sent: new (
    query: Query,
    settings: string,
  ) => DriverQuery;
  private readonly names = new Map<string, string>();
  private prepares = true;

  constructor(driver: Driver) {
    this.Sent = class extends driver.Query {
      private readonly settings: string;

      constructor(query: Query, settings: string) {
        super(query);
        this.settings = settings;
      }

      prepare(wire: Wire): void {
        wire.parse({ name: '', text: this.settings });
        wire.bind({ statement: '', portal: '', values: [] });
        wire.execute({ portal: '' });
        (driver.Query.prototype as unknown as Prepares).prepare.call(this, wire);
      }
    };
  }

  make({ text, values = [] }: Query, settings: readonly (readonly [string, string])[]): DriverQuery {
    const set = settings.map(([name, value]) => `set_config('${name}', ${value}, true)`);
    const query = { text, values, name: this.prepares ? this.nameOf(text) : '', queryMode: 'extended' };
    // Returns no row, which the driver would take for one of the statement.
    return new this.Sent(query, `SELECT WHERE ${set.join(' || ')} IS NULL`);
  }

  /**
   * A pooler that does not know prepared statements loses them, or has another client's. Then statements are sent without a name, which
   * works everywhere, but the server plans each of them again.
   */
  failed(error: unknown): void {
    if (/^(26000|42P05)$/.test(sqlState(error))) this.prepares = false;
  }

  /** One text has one name in all processes: a connection may have prepared it for another one. */
  private nameOf(text: string): string {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `askonce ${hash('sha256', text).slice(0, 40)}`;
      this.names.set(text, name);
    }
    return name;
  }
}

/**
 * Throws if connections of this address are not whole sessions. The server tells each connection the number of its process; a pooler that
 * stands in between tells another one. Then we try whether a notification reaches a connection that has nothing else to do.
 */
export async function mustBeSession(client: Client, open: () => Promise<Client>, shown: string): Promise<void> {
  const { processID } = client as unknown as { processID: number | null };
  if ((await processOf(client)) === processID || (await isNotified(open))) return;
  const why =
    'a connection pooler that hands out transactions instead of sessions, such as PgBouncer with pool_mode = transaction';
  const remedy =
    'Add listen=host:port with the address of the PostgreSQL server itself to the URL, or set pool_mode = session';
  throw new AskOnceError(
    'store_unavailable',
    `The store ${shown} is behind ${why}. AskOnce would not be notified of answers. ${remedy}.`,
    { store: shown },
  );
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

async function isNotified(open: () => Promise<Client>): Promise<boolean> {
  const channel = `askonce_${randomUUID()}`;
  const [listener, sender] = [await open(), await open()];
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), NOTIFIED_MS);
  for (const client of [listener, sender]) client.on('error', () => resolve(false));
  try {
    listener.on('notification', () => resolve(true));
    await listener.query(`LISTEN "${channel}"`);
    // One process that serves two connections at a time belongs to neither.
    if ((await processOf(listener)) === (await processOf(sender))) return false;
    await sender.query(`NOTIFY "${channel}"`);
    return await promise;
  } finally {
    clearTimeout(timer);
    await listener.query(`UNLISTEN "${channel}"`).catch(() => {});
    await Promise.allSettled([listener.end(), sender.end()]);
  }
}
