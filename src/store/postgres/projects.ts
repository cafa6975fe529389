/** The numbered projects of the shared store. */
import type { Projects } from '../../ports.ts';
import { type ProjectStatement, storedProjects } from '../projects.ts';
import type { Row } from '../rows.ts';
import { BEGIN, type Connections, type Query, rowsOf } from './connections.ts';

/** @param read Runs a statement that may be run twice: after a lost connection its result is unknown. */
export function postgresProjects(
  connections: Connections,
  read: <R extends Row>(query: Query) => Promise<R[]>,
): Projects {
  const transaction = (statements: readonly ProjectStatement[]) =>
    connections.use(async (client) => {
      await client.query(BEGIN);
      try {
        for (const [at, statement] of statements.entries()) {
          const rows = await rowsOf<Row>(client, statement, connections.timing.reply);
          if (rows.length === 0 && at === 0) break;
        }
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    });
  return storedProjects({
    run: (statement) => read(statement),
    runAll: (statements) => connections.patiently(() => transaction(statements)),
    withField: (column, field) => `(${column}::jsonb || jsonb_build_object('${field}', $1::text))::text`,
  });
}
