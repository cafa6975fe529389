/** Parses `postgres://user:password@host:port/database?schema=name&listen=host:port`. */
import { AskOnceError } from '../../core/model/errors.ts';

const SCHEMA = 'askonce';

export interface PostgresAddress {
  /** For the driver: without the parameters that only AskOnce understands. */
  readonly connectionString: string;
  /**
   * Where connections are whole sessions: the server itself, if `connectionString` leads to a pooler that hands out transactions. Null if
   * there is no such pooler.
   */
  readonly sessions: string | null;
  /** The schema of the tables. Two installations in one database use different schemas. */
  readonly schema: string;
  /** For people: without the password. */
  readonly shown: string;
}

/** Whether a store's address is a PostgreSQL address rather than a file name. */
export function isPostgresAddress(db: string): boolean {
  return /^postgres(ql)?:\/\//i.test(db);
}

export function postgresAddress(db: string): PostgresAddress {
  const [, before, query = ''] = /^([^?]*)\??(.*)$/s.exec(db)!;
  if (db.includes('#') || query.includes('@')) {
    const text = 'The URL of the PostgreSQL store is not valid. In a password, write # / ? @ as %23 %2F %3F %40.';
    throw new AskOnceError('store_unavailable', text);
  }
  const parameters = new URLSearchParams(query);
  const schema = parameters.get('schema') ?? SCHEMA;
  // PostgreSQL would truncate a name beyond 63 bytes, and two long names could collide.
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new AskOnceError(
      'store_unavailable',
      `“${schema}” is not a valid schema name. Use at most 63 lower-case letters, digits and underscores, starting with a letter.`,
    );
  }
  const listen = parameters.get('listen');
  parameters.delete('schema');
  parameters.delete('listen');
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  const [shownBefore, shownQuery] = withoutPassword(db).split('?', 2);
  const shownRest = new URLSearchParams(shownQuery ?? '');
  shownRest.delete('schema');
  if (schema !== SCHEMA) shownRest.set('schema', schema);
  const shown = shownBefore! + (shownRest.size > 0 ? `?${decodeURIComponent(shownRest.toString())}` : '');
  const sessions = listen === null ? null : `${atHost(before!, listen)}${rest}`;
  return { connectionString: `${before}${rest}`, sessions, schema, shown };
}

/** A name, an address in brackets or the folder of a socket, and an optional port. */
const HOST = /^(\/[^:]*|\[[0-9a-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?$/;

/** The same address at another host. */
function atHost(address: string, listen: string): string {
  const [, host, port = ''] = HOST.exec(listen) ?? [];
  if (host === undefined) {
    const text = `“${listen}” is not a valid listen address. Write the host and port of the PostgreSQL server, such as listen=db.example.com:5432.`;
    throw new AskOnceError('store_unavailable', text);
  }
  const inUrl = host.startsWith('/') ? encodeURIComponent(host) : host;
  return address.replace(/^(\w+:\/\/(?:[^/]*@)?)[^/@]*/, (_, user: string) => user + inUrl + port);
}

/**
 * Up to the last `@` that may end it. A password that contains `/`, `?` or `#` should have been encoded; it is matched all the same, so
 * that an address that does not work is not shown with its password.
 */
const PASSWORD = /^(\w+:\/\/[^:/?#[]*):(?:[^?#]*|(?!\d*(?:[/?#]|$)).*)@/s;

/** No `@` at all, and no port after the colon: the host was forgotten. */
const PASSWORD_ALONE = /^(\w+:\/\/[^:/?#@[]*):(?!\d*(?:[/?#]|$))[^@]*$/s;

/** The address without its password, or with a placeholder for it. */
export function withoutPassword(db: string, instead?: string): string {
  const userOnly = instead === undefined ? '$1' : `$1:${instead}`;
  const [before, ...query] = db.replace(PASSWORD, `${userOnly}@`).replace(PASSWORD_ALONE, userOnly).split('?');
  const kept = query
    .join('?')
    .split('&')
    .flatMap((pair) => (isPassword(pair) ? (instead === undefined ? [] : [`password=${instead}`]) : [pair]))
    .join('&');
  return kept === '' ? before! : `${before}?${kept}`;
}

/** In any encoding: `%70assword` is a password too. */
function isPassword(pair: string): boolean {
  return [...new URLSearchParams(pair).keys()].some((name) => name.toLowerCase() === 'password');
}
