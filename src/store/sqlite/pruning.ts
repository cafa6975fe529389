/** Takes sessions out of the embedded store. */
import type { Database, Statement } from 'better-sqlite3';
import type { Pruning } from '../../ports.ts';
import { type PruneStatement, type PruneSteps, storedPruning } from '../pruning.ts';
import type { Row } from '../rows.ts';

/** @param access Runs a function on the open database, retries while it is busy, and converts its errors to store errors. */
export function sqlitePruning(
  db: Database,
  access: <R>(use: () => R) => Promise<R>,
  lastSeq: () => Promise<number>,
): Pruning {
  const prepared = new Map<string, Statement>();
  const run = ({ text, values }: PruneStatement): Row[] => {
    const statement = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, statement);
    const named = Object.fromEntries(values.map((value, at) => [at + 1, value]));
    if (statement.reader) return statement.all(named) as Row[];
    statement.run(named);
    return [];
  };
  const inTransaction = db.transaction(<R>(steps: PruneSteps<R>): R => {
    let step = steps.next();
    while (!step.done) step = steps.next(run(step.value));
    return step.value;
  });
  return storedPruning({
    read: (statement) => access(() => run(statement)),
    transact: (_sessions, steps) =>
      access(() => {
        // A row that is deleted is looked for in the tables that refer to it, all of them, for lack of an index. The whole session goes.
        db.pragma('foreign_keys = OFF');
        try {
          return inTransaction.immediate(steps()) as never;
        } finally {
          db.pragma('foreign_keys = ON');
        }
      }),
    lastSeq,
    prepare: async () => async () => {},
    dialect: {
      among: (column, place) => `${column} IN (SELECT value FROM json_each($${place}))`,
      list: (values) => JSON.stringify(values),
      plain: (select) => select,
    },
  });
}
