/** The keys of questions in the shared store. */
import type { Keys } from '../../ports.ts';
import { type KeyStatement, storedKeys } from '../keys.ts';
import type { Row } from '../rows.ts';
import { BEGIN, type Connections, type Query, rowsOf } from './connections.ts';
import { sqlState } from './errors.ts';

/** Another row has the key, or another process wanted the same rows in another order. */
const LOST = /^(23505|40P01|40001)$/;

/** One lookup per key that cannot be planned in any other way: the planner would rather scan a fresh table, each time. */
function lookup(columns: string, table: string, condition: string): string {
  return `json_array_elements($1::json) AS r (value)
    CROSS JOIN LATERAL (SELECT ${columns} FROM ${table} x WHERE ${condition} LIMIT 1) x`;
}

/** @param read Runs a statement that may be run twice: after a lost connection its result is unknown. */
export function postgresKeys(connections: Connections, read: <R extends Row>(query: Query) => Promise<R[]>): Keys {
  const transaction = (statements: readonly { statement: KeyStatement; rows: number }[], sessions: readonly string[]) =>
    connections.use(async (client) => {
      const run = (query: Query) => rowsOf<Row>(client, query, connections.timing.reply);
      const holds = async () => {
        // In one order, so that two processes that do this at once do not wait for each other.
        await run({
          name: 'keys lock',
          text: 'SELECT 1 FROM sessions WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE',
          values: [sessions],
        });
        for (const { statement, rows } of statements) if ((await run(statement)).length !== rows) return false;
        return true;
      };
      await client.query(BEGIN);
      try {
        const isDone = await holds();
        await client.query(isDone ? 'COMMIT' : 'ROLLBACK');
        return isDone;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        if (LOST.test(sqlState(error))) return false;
        throw error;
      }
    });
  return storedKeys({
    run: (statement) => read(statement),
    putAll: async (statements, sessions) => {
      // Waits for whatever a read waits for, and rejects if the store is closed.
      await read({ name: 'keys ready', text: 'SELECT 1 AS one' });
      return connections.patiently(() => transaction(statements, sessions));
    },
    find: (table, condition) => `SELECT x.* FROM ${lookup('*', table, condition)}`,
    update: (table, set, condition) =>
      `WITH found AS MATERIALIZED (SELECT r.value, x.place FROM ${lookup('x.ctid AS place', table, condition)})
       UPDATE ${table} x SET ${set}${table === 'clarifications' ? ', version = x.version + 1' : ''} FROM found r WHERE x.ctid = r.place RETURNING 1 AS hit`,
  });
}
