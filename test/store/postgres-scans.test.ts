/** What a page of jobs reads is what it shows, however many there are: seen in what the server says that it did. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobQuery } from '../../src/ports.ts';
import { postgresAddress } from '../../src/store/postgres/address.ts';
import { CLAIM } from '../../src/store/postgres/claims.ts';
import { Connections } from '../../src/store/postgres/connections.ts';
import { OVERDUE, openPostgresStore } from '../../src/store/postgres/store.ts';
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

function rowsRead(node: Node, table = 'jobs'): number {
  const own = node['Relation Name'] === table ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0;
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), own);
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

it.each(['before anything is known of the tables', 'once the tables are analysed'])(
  'a claim looks at no more jobs than it takes, however many wait or are queued, %s',
  async (when) => {
    const insert = (state: string) =>
      `INSERT INTO jobs (id, session_id, state, policy, asker, created_at, updated_at, project, prompt)
        SELECT '${state}' || n, 's1', '${state}', '{}', 'a', n, n, '/claimed', 'Build it.' FROM generate_series(1, 2000) n`;
    await connections.use(async (client) => {
      await client.query(`BEGIN; ${insert('AWAITING_RESPONSE')}; ${insert('QUEUED')}`);
      if (when.startsWith('once')) await client.query('ANALYZE jobs');
      await client.query(`PREPARE claim AS ${CLAIM}`);
      const { rows } = await client.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim ('/claimed', NULL, 0, ${LIMIT}, 'w', 'mark', NULL, true, NULL, 0)`,
      );
      await client.query('ROLLBACK; DEALLOCATE claim');
      // Found, locked and changed.
      expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan as Node)).toBeLessThanOrEqual(3 * LIMIT);
    });
  },
);

it.each(['before anything is known of the tables', 'once the tables are analysed'])(
  'what is overdue is found without reading what waits without a deadline, %s',
  async (when) => {
    const rows = await connections.use(async (client) => {
      await client.query(`BEGIN;
        INSERT INTO asks (id, session_id, asker, on_timeout, created_at)
          SELECT 'a' || 10000 + n, 's1', 'a', 'wait', 0 FROM generate_series(1, 4000) n;
        INSERT INTO clarifications (id, session_id, project, ask_id, question, type, question_hash, canonical_key, subject, destructive,
            details, status, live, created_at)
          SELECT 'q' || 10000 + n, 's1', '/', 'a' || 10000 + n, 'Who?', 'FREE_TEXT', n, n, '', 0, '{}', 'pending', 1, 0 FROM generate_series(1, 4000) n;
        INSERT INTO ask_items (ask_id, position, session_id, clarification_id, type, canonical_key, subject, outcome)
          SELECT 'a' || 10000 + n, 0, 's1', 'q' || 10000 + n, 'FREE_TEXT', n, '', 'parked' FROM generate_series(1, 4000) n`);
      if (when.startsWith('once')) await client.query('ANALYZE ask_items');
      await client.query(`PREPARE overdue AS ${OVERDUE}`);
      const plan = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE overdue (1, ${LIMIT}, ${LIMIT})`);
      await client.query('ROLLBACK; DEALLOCATE overdue');
      return plan.rows;
    });
    const plan = rows[0]['QUERY PLAN'][0].Plan as Node;
    expect([rowsRead(plan, 'ask_items'), rowsRead(plan, 'clarifications')]).toEqual([0, 0]);
  },
);
