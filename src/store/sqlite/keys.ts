/** The keys of questions in the embedded store. */
import type { Database, Statement } from 'better-sqlite3';
import type { Keys } from '../../ports.ts';
import { type KeyStatement, storedKeys } from '../keys.ts';
import type { Row } from '../rows.ts';

/** Rolls back a transaction. */
class NotAsSeen extends Error {}

/** @param access Runs a function on the open database, retries while it is busy, and converts its errors to store errors. */
export function sqliteKeys(db: Database, access: <R>(use: () => R) => Promise<R>): Keys {
  const prepared = new Map<string, Statement>();
  const run = ({ name, text, values }: KeyStatement): Row[] => {
    const statement = prepared.get(name) ?? db.prepare(text);
    prepared.set(name, statement);
    // This driver treats `$1` as a name like any other.
    return statement.all(Object.fromEntries(values.map((value, index) => [index + 1, value]))) as Row[];
  };
  const putAll = db.transaction((statements: readonly { statement: KeyStatement; rows: number }[]) => {
    for (const { statement, rows } of statements) if (run(statement).length !== rows) throw new NotAsSeen();
  });
  return storedKeys({
    run: (statement) => access(() => run(statement)),
    putAll: (statements) =>
      access(() => {
        try {
          putAll.immediate(statements);
          return true;
        } catch (error) {
          const { code } = error as { code?: unknown };
          if (
            error instanceof NotAsSeen ||
            code === 'SQLITE_CONSTRAINT_UNIQUE' ||
            code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
          )
            return false;
          throw error;
        }
      }),
    find: (table, condition) => `SELECT x.* FROM json_each($1) AS r CROSS JOIN ${table} AS x WHERE ${condition}`,
    update: (table, set, condition) =>
      `UPDATE ${table} AS x SET ${set} FROM json_each($1) AS r WHERE ${condition} RETURNING 1 AS hit`,
  });
}
