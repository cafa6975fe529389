/** What a page of jobs reads is what it shows, however many there are: seen in what the server says that it did. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobQuery } from '../../src/ports.ts';
import { postgresAddress } from '../../src/store/postgres/address.ts';
import { Connections } from '../../src/store/postgres/connections.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { jobListing } from '../../src/store/runs.ts';
import { postgres, type TestStore } from '../support/stores.ts';

const JOBS = 4_000;
const OTHERS = 100;
const LIMIT = 20;

let made: TestStore;
let connections: Connections;

/** Nearly all have completed; a few of every other state are among the last. Each session has eight. */
beforeAll(async () => {
  made = await postgres.make('');
  const db = made.where.db!;
  await (await openPostgresStore(db)).close();
  await made.sql(`INSERT INTO sessions (id, project, policy, asker, created_at)
    SELECT 's' || n, '/', '{}', 'a', 0 FROM generate_series(0, ${JOBS / 8}) n`);
  await made.sql(`INSERT INTO jobs (id, session_id, state, policy, asker, created_at, updated_at, project, prompt, error, ended_at)
    SELECT 'j' || n, 's' || n / 8, state, '{}', 'a', n, n, '/', 'Build it.', CASE WHEN state = 'ERROR' THEN 'no' END,
      CASE WHEN state IN ('COMPLETE', 'ERROR', 'CANCELLED') THEN n END
    FROM (SELECT n, CASE WHEN n < ${JOBS - OTHERS} THEN 'COMPLETE'
      ELSE (ARRAY['QUEUED', 'RUNNING', 'AWAITING_RESPONSE', 'ERROR', 'CANCELLED'])[n % 5 + 1] END AS state
      FROM generate_series(0, ${JOBS} - 1) n) AS jobs`);
  connections = await Connections.to(postgresAddress(db));
});

afterAll(async () => {
  await connections.close();
  await made.close();
});

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

function rowsRead(node: Node): number {
  const own = node['Relation Name'] === 'jobs' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own);
}

/** How many jobs are looked at for a page, by a connection as the store makes them and a statement that it has prepared. */
function looksAt(query: Omit<JobQuery, 'limit'>): Promise<number> {
  const { sql, values } = jobListing({ ...query, limit: LIMIT }, (place) => `$${place}`);
  const given = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ');
  return connections.use(async (client) => {
    await client.query(`PREPARE page AS ${sql}`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${given})`);
    await client.query('DEALLOCATE page');
    return rowsRead(rows[0]['QUERY PLAN'][0].Plan as Node);
  });
}

const QUERIES: readonly Omit<JobQuery, 'limit'>[] = [
  {},
  { state: ['ERROR'] },
  { state: ['CANCELLED'] },
  { state: ['COMPLETE'] },
  { state: ['QUEUED', 'RUNNING', 'AWAITING_RESPONSE'] },
  { state: ['COMPLETE', 'ERROR', 'QUEUED', 'RUNNING', 'AWAITING_RESPONSE'] },
  { session: 's7' },
  { session: 's7', state: ['ERROR'] },
];

it.each(['before anything is known of the tables', 'once the tables are analysed'])(
  'a page of jobs looks at no more than it takes, %s',
  async (when) => {
    if (when.startsWith('once')) await made.sql('ANALYZE');
    for (const query of QUERIES) {
      for (const newest of [false, true]) {
        for (const after of [undefined, `${JOBS / 2}/j`]) {
          const page = { ...query, newest, ...(after === undefined ? {} : { after }) };
          // A page of each part; and where nearly all are of one state, the server may well read past the few others.
          expect(await looksAt(page), JSON.stringify(page)).toBeLessThanOrEqual(3 * (LIMIT + 1) + OTHERS);
        }
      }
    }
  },
);
