/** The numbered projects of the embedded store. */
import type { Database } from 'better-sqlite3';
import type { Projects } from '../../ports.ts';
import { type ProjectStatement, storedProjects } from '../projects.ts';
import type { Row } from '../rows.ts';

/** @param access Runs a function on the open database, retries while it is busy, and converts its errors to store errors. */
export function sqliteProjects(db: Database, access: <R>(use: () => R) => Promise<R>): Projects {
  const run = ({ text, values }: ProjectStatement): Row[] => {
    const statement = db.prepare(text);
    // This driver treats `$1` as a name like any other.
    const named = Object.fromEntries(values.map((value, index) => [index + 1, value]));
    if (statement.reader) return statement.all(named) as Row[];
    statement.run(named);
    return [];
  };
  const runAll = db.transaction((statements: readonly ProjectStatement[]) => {
    for (const [at, statement] of statements.entries()) if (run(statement).length === 0 && at === 0) return;
  });
  return storedProjects({
    run: (statement) => access(() => run(statement)),
    runAll: (statements) => access(() => runAll.immediate(statements)),
    withField: (column, field) => `json_set(${column}, '$.${field}', $1)`,
  });
}
