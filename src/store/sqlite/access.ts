/** Tokens, secrets and webhooks in the embedded store. */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from '../../core/access.ts';
import { storedAccess } from '../access.ts';
import type { Row } from '../rows.ts';

/** @param access Runs a function on the open database, retries while it is busy, and converts its errors to store errors. */
export function sqliteAccess(db: Database, access: <R>(use: () => R) => Promise<R>): Access {
  const prepared = new Map<string, Statement>();
  return storedAccess(({ name, text, values }) =>
    access(() => {
      const statement = prepared.get(name) ?? db.prepare(text);
      prepared.set(name, statement);
      // This driver treats `$1` as a name like any other.
      return statement.all(Object.fromEntries(values.map((value, index) => [index + 1, value]))) as Row[];
    }),
  );
}
