/** Takes sessions out of the shared store. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Pruning } from '../../ports.ts';
import { cannotGo, type PruneStatement, type PruneSteps, storedPruning } from '../pruning.ts';
import type { Row } from '../rows.ts';
import { BEGIN, type Connections, type Query, rowsOf } from './connections.ts';
import { fateOf, sqlState, storeError } from './errors.ts';

/**
 * Before a row is deleted, the server looks for rows that refer to it, in the whole table where there is no index. These indexes are built
 * for the time of a prune, while others go on writing, and dropped afterwards. A prune that was killed leaves them to the next one.
 */
const INDEXES = {
  prune_asks_session: 'asks (session_id)',
  prune_asks_job: 'asks (job_id)',
  prune_items_clarification: 'ask_items (clarification_id)',
  prune_clarifications_session: 'clarifications (session_id)',
  prune_jobs_session: 'jobs (session_id)',
} as const;

/** A new ask or assumption takes its session, a further ask its job or question, and every other change the row that it changes. */
const LOCKED = [
  ['sessions', 'id'],
  ['jobs', 'session_id'],
  ['clarifications', 'session_id'],
] as const;

const LOCK_MS = 5_000;

export function postgresPruning(
  connections: Connections,
  read: <R extends Row>(query: Query) => Promise<R[]>,
  lastSeq: () => Promise<number>,
): Pruning {
  const unwrapped = (rows: readonly Row[]) => rows.map((row) => ('plain' in row ? (row.plain as Row) : row));
  const transact = async <R>(sessions: readonly string[], steps: PruneSteps<R>): Promise<R> =>
    connections.use(async (client) => {
      const run = (query: Query) => rowsOf<Row>(client, query, connections.timing.reply);
      await client.query(BEGIN);
      try {
        // Counts of events that are about to go must not be kept after they went.
        await client.query('LOCK TABLE counted IN EXCLUSIVE MODE');
        // Waits for decisions that are about to write in these sessions; later ones wait, and then find no session.
        for (const [table, column] of LOCKED) {
          const text = `SELECT 1 FROM ${table} WHERE ${column} = ANY ($1::text[]) ORDER BY id FOR UPDATE`;
          await run({ name: `prune lock ${table}`, text, values: [sessions] });
        }
        let step = steps.next();
        while (!step.done) {
          step = steps.next(unwrapped(await run(named(step.value))));
        }
        await client.query('COMMIT');
        return step.value;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw fateOf(error) === 'refused' ? cannotGo(sessions, error) : error;
      }
    });
  return storedPruning({
    read: async (statement) => unwrapped(await read(named(statement))),
    transact: (sessions, steps) =>
      connections.patiently(() => transact(sessions, steps()), {
        // After a lost connection nothing is removed twice: the guard finds no session.
        retry: (error) => !(error instanceof AskOnceError) && ['undone', 'lost'].includes(fateOf(error)),
      }),
    lastSeq,
    async prepare() {
      const patiently = (text: string) =>
        connections.patiently(() => connections.use((client) => client.query(text).then(() => {})));
      const lock = await onlyPrune(connections);
      const restore = async () => {
        try {
          for (const name of Object.keys(INDEXES)) await patiently(`DROP INDEX IF EXISTS ${name}`);
        } finally {
          await lock.end().catch(() => {});
        }
      };
      try {
        for (const [name, on] of Object.entries(INDEXES)) {
          // One that was not finished is of no use.
          const text = `SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid`;
          const unfinished = await read({ name: 'prune unfinished', text, values: [name] });
          if (unfinished.length > 0) await patiently(`DROP INDEX IF EXISTS ${name}`);
          await patiently(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
        }
      } catch (error) {
        await restore().catch(() => {});
        throw isDenied(error) ? notTheOwner(connections, error) : error;
      }
      return restore;
    },
    dialect: {
      among: (column, place, type) => `${column} = ANY ($${place}::${type}[])`,
      list: (values) => values,
      plain: (select) => `SELECT to_json(x) AS plain FROM (${select}) AS x`,
    },
  });
}

/**
 * A connection that keeps other prunes of the store out while it is open: their indexes would wait for each other. It asks again for a while,
 * because a server notices only after a statement that the process of a killed prune is gone; waiting in the server would be
 * waited for by the other's index.
 */
async function onlyPrune(connections: Connections): Promise<Client> {
  const { schema, shown } = connections.address;
  const client = await connections.patiently(() => connections.alone());
  const text = `SELECT pg_try_advisory_lock(hashtext('askonce pruning'), hashtext($1)) AS locked`;
  for (const until = performance.now() + LOCK_MS; ; await sleep(100)) {
    const reply = connections.orHangUp(client, client.query<{ locked: boolean }>(text, [schema]));
    const { rows } = await reply.catch((error) => Promise.reject(storeError(error, shown)));
    if (rows[0]!.locked) return client;
    if (performance.now() > until) break;
  }
  await client.end();
  throw new AskOnceError('store_busy', `Another prune of the store ${shown} is running. Try again when it has ended.`);
}

function isDenied(error: unknown): boolean {
  return error instanceof AskOnceError && sqlState(error.cause) === '42501';
}

function notTheOwner({ address: { shown } }: Connections, error: unknown): AskOnceError {
  const text = `This user cannot prune the store ${shown}: a prune builds indexes, for which its user must own the tables.`;
  return new AskOnceError('store_read_only', text, {}, error);
}

function named({ text, values }: PruneStatement): Query {
  return { name: `prune ${hash('sha256', text).slice(0, 32)}`, text, values: [...values] };
}
