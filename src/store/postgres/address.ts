/** `postgres://user:password@host:port/database?schema=name`, taken apart. */
import { AskOnceError } from '../../core/model/errors.ts';

const SCHEMA = 'askonce';

export interface PostgresAddress {
  /** For the driver: without what only we understand. */
  readonly connectionString: string;
  /** Where the tables are. Two installations in one database differ by it. */
  readonly schema: string;
  /** For people: without the password. */
  readonly shown: string;
}

/** Whether a store's address is one of PostgreSQL, rather than a file's name. */
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
  // Beyond 63 bytes PostgreSQL would cut the name, and two long ones could meet.
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new AskOnceError(
      'store_unavailable',
      `“${schema}” is not a valid schema name. Use at most 63 lower-case letters, digits and underscores, starting with a letter.`,
    );
  }
  parameters.delete('schema');
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  const [shownBefore, shownQuery] = withoutPassword(db).split('?', 2);
  const shownRest = new URLSearchParams(shownQuery ?? '');
  shownRest.delete('schema');
  if (schema !== SCHEMA) shownRest.set('schema', schema);
  const shown = shownBefore! + (shownRest.size > 0 ? `?${decodeURIComponent(shownRest.toString())}` : '');
  return { connectionString: `${before}${rest}`, schema, shown };
}

/**
 * Up to the last `@` that may end it. A password with `/`, `?` or `#` in it should have been encoded; it is found all the
 * same, lest an address that does not work be shown with it.
 */
const PASSWORD = /^(\w+:\/\/[^:/?#[]*):(?:[^?#]*|(?!\d*(?:[/?#]|$)).*)@/s;

/** No `@` at all, and what follows the colon is no port: the host was forgotten. */
const PASSWORD_ALONE = /^(\w+:\/\/[^:/?#@[]*):(?!\d*(?:[/?#]|$))[^@]*$/s;

/** The address without its password, or with something that stands for it. */
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

/** However it is spelt: `%70assword` is a password too. */
function isPassword(pair: string): boolean {
  return [...new URLSearchParams(pair).keys()].some((name) => name.toLowerCase() === 'password');
}
