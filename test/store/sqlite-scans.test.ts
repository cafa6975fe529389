/** A scan is not seen while a store is small; with a hundred thousand jobs it stops everything. */

import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import type { ClarificationStatus } from '../../src/core/model/question.ts';
import type { JobQuery, ListQuery } from '../../src/ports.ts';
import { countPending, LOOKED_FOR, listing, SQLITE_LISTING } from '../../src/store/listing.ts';
import {
  askedIn,
  assumptionsOf,
  CLAIM_ORDER,
  lookedThrough,
  preferenceAfter,
  returningBy,
  sentBackOf,
  unansweredOf,
} from '../../src/store/look-limits.ts';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { jobListing } from '../../src/store/runs.ts';
import { SqliteEffects } from '../../src/store/sqlite/effects.ts';
import { SqliteLook } from '../../src/store/sqlite/look.ts';
import { runSteps } from '../../src/store/sqlite/schema.ts';

const db = new Database(':memory:');
db.pragma('foreign_keys = ON');
runSteps(db, SQLITE_MIGRATIONS);
afterAll(() => db.close());

/** The statements that `use` prepares. */
function preparedBy(use: (db: Database.Database) => unknown): string[] {
  const texts: string[] = [];
  const prepare = (text: string) => {
    texts.push(text);
    return db.prepare(text);
  };
  use(new Proxy(db, { get: (of, name) => (name === 'prepare' ? prepare : Reflect.get(of, name)) }));
  return texts;
}

/** Whether a statement begins at the first or the last row of a table or an index, and so may look through all of it. */
function scans(text: string): boolean {
  const nothing = Array((text.match(/\?/g) ?? []).length).fill(null);
  const steps = db.prepare(`EXPLAIN ${text}`).all(nothing) as { opcode: string; p1: number }[];
  const cursors = (...opcodes: string[]) => steps.filter(({ opcode }) => opcodes.includes(opcode)).map(({ p1 }) => p1);
  // A list such as that of the states is a table too, that lives as long as the statement.
  const stored = cursors('OpenRead', 'OpenWrite');
  return cursors('Rewind', 'Last').some((cursor) => stored.includes(cursor));
}

test('a scan is recognised, one for a foreign key too', () => {
  expect(scans('SELECT * FROM jobs WHERE error = ?')).toBe(true);
  expect(scans('UPDATE jobs SET id = ? WHERE id = ?')).toBe(true);
  expect(scans('SELECT * FROM jobs WHERE id = ?')).toBe(false);
});

test.each([
  ['reads', (on: Database.Database) => new SqliteLook(on)],
  ['writes', (on: Database.Database) => new SqliteEffects(on)],
] as const)('no decision %s by looking through a whole table', (_what, use) => {
  const texts = preparedBy(use);
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter(scans)).toEqual([]);
});

/** Whether a statement makes a table that lives as long as it does, as for an IN with more than two values, a CHECK's too. */
function makesTable(text: string): boolean {
  const nothing = Array((text.match(/\?/g) ?? []).length).fill(null);
  const steps = db.prepare(`EXPLAIN ${text}`).all(nothing) as { opcode: string }[];
  return steps.some(({ opcode }) => opcode === 'OpenEphemeral');
}

test('no decision reads or writes by a statement that makes a table of its own, which takes longer than the rest', () => {
  expect(makesTable("SELECT * FROM jobs WHERE id = ? AND state IN ('QUEUED', 'RUNNING', 'ERROR')")).toBe(true);
  const texts = preparedBy((on) => [new SqliteLook(on), new SqliteEffects(on)]);
  expect(texts.filter(makesTable)).toEqual([]);
});

test('what was asked in a session, what was assumed there, and how a question ended, is read without looking through all sessions', () => {
  expect(
    [askedIn('?'), sentBackOf('?'), assumptionsOf('?', '?', '?', '?'), unansweredOf('?', '?')].filter(scans),
  ).toEqual([]);
});

test.each<[readonly ClarificationStatus[] | undefined, string]>([
  [undefined, 'PRIMARY KEY (id>?)'],
  [['pending'], 'INDEX clarifications_inbox (id>?)'],
  [['declined'], 'INDEX clarifications_closed (id>?)'],
  [['revoked', 'withdrawn'], 'INDEX clarifications_closed (id>?)'],
])('a page of the questions that are %s is read in the order of an index', (status, index) => {
  const { sql, values } = listing({ ...(status === undefined ? {} : { status }), limit: 50 }, SQLITE_LISTING);
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql} LIMIT 50`).all(values) as Step[];
  expect(steps.map(({ detail }) => detail)).toEqual([`SEARCH clarifications USING ${index}`]);
});

const PENDING = { status: ['pending'], limit: 50 } as const;

test.each<[ListQuery, string[]]>([
  [{ ...PENDING, snoozed: 'hidden' }, ['SEARCH clarifications USING INDEX clarifications_inbox (id>?)']],
  [
    { ...PENDING, project: '/shop', snoozed: 'hidden' },
    ['SEARCH clarifications USING INDEX clarifications_waiting (project=? AND id>?)'],
  ],
  // What no index finds is looked for in the order of one, and only so far.
  [
    { ...PENDING, project: '/shop', agent: 'codex' },
    [
      'CO-ROUTINE looked',
      'SEARCH clarifications USING INDEX clarifications_waiting (project=? AND id>?)',
      'SCAN looked',
    ],
  ],
  [
    { ...PENDING, kind: 'approval', before: 1, newest: true },
    ['CO-ROUTINE looked', 'SEARCH clarifications USING INDEX clarifications_inbox (id<?)', 'SCAN looked'],
  ],
  [
    { ...PENDING, snoozed: 'only' },
    ['SEARCH clarifications USING INDEX clarifications_snoozed (snoozed_until>?)', 'USE TEMP B-TREE FOR ORDER BY'],
  ],
])('a page of %j is read in the order of an index, and no further than it looks', (query, plan) => {
  const { sql, values, reached } = listing(query, SQLITE_LISTING);
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql} LIMIT 50`).all(values) as Step[];
  expect(steps.map(({ detail }) => detail)).toEqual(plan);
  expect(sql.includes(`LIMIT ${LOOKED_FOR}`)).toBe(reached !== null);
});

test('what was put off is counted and found by its own index', () => {
  const details = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as Step[]).map(({ detail }) => detail);
  const bySnoozed = /^SEARCH clarifications USING (COVERING )?INDEX clarifications_snoozed/;
  for (const sql of [countPending('10'), countPending('10', "'/shop'")])
    expect(details(sql).filter((detail) => bySnoozed.test(detail))).toHaveLength(2);
  expect(details(returningBy('1', '5'))).toEqual([expect.stringMatching(bySnoozed)]);
});

test('the count of what waits reads an index and stops where it is told to', () => {
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${countPending('10')}`).all() as Step[];
  expect(steps.map(({ detail }) => detail)).toContain('SCAN clarifications USING COVERING INDEX clarifications_inbox');
});

test('a page of fifty looks through about as many earlier questions, whether they are of one session or of fifty', () => {
  expect([1, 50, 1_000].map(lookedThrough)).toEqual([1_000, 20, 20]);
});

test('the next preference of a project is found by a lookup in each of the two places that hold some', () => {
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${preferenceAfter('?', '?', '?')}`).all(Array(6).fill('')) as Step[];
  const read = steps.map(({ detail }) => detail).filter((detail) => /\b(preferences|clarifications)\b/.test(detail));
  expect(read.filter((detail) => !/^(CO-ROUTINE|SCAN \w+_first)/.test(detail))).toEqual([
    'SEARCH preferences USING PRIMARY KEY (project=? AND (canonical_key,subject)>(?,?))',
    'SEARCH clarifications USING COVERING INDEX clarifications_taught (project=? AND (canonical_key,subject)>(?,?))',
  ]);
});

interface Step {
  readonly parent: number;
  readonly detail: string;
}

/** By which indexes the jobs of a page are found, and whether all that are found have to be sorted first. */
function listedBy(query: Omit<JobQuery, 'limit'>): { jobs: string[]; sorts: boolean } {
  const { sql, values } = jobListing({ ...query, limit: 50 }, () => '?');
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as Step[];
  const jobs = steps.filter(({ detail }) => /^(SCAN|SEARCH) jobs\b/.test(detail));
  const sorters = steps.filter(({ detail }) => detail.includes('TEMP B-TREE'));
  return {
    jobs: jobs.map(({ detail }) => detail.replace(/ jobs USING (COVERING )?INDEX /, ' ')),
    // Several parts of which each is a page are merged elsewhere.
    sorts: sorters.some(({ parent }) => jobs.some((step) => step.parent === parent)),
  };
}

const BEYOND = '((created_at,id)>(?,?))';
const BEFORE = '((created_at,id)<(?,?))';

test.each([
  [{}, ['SCAN jobs_listed'], [`SEARCH jobs_listed ${BEYOND}`]],
  [{ newest: true }, ['SCAN jobs_listed'], [`SEARCH jobs_listed ${BEFORE}`]],
  [{ state: ['AWAITING_RESPONSE'] }, ['SCAN jobs_listed_open'], [`SEARCH jobs_listed_open ${BEYOND}`]],
  [{ state: ['QUEUED', 'RUNNING'], newest: true }, ['SCAN jobs_listed_open'], [`SEARCH jobs_listed_open ${BEFORE}`]],
  [
    { state: ['ERROR'] },
    ['SEARCH jobs_listed_ended (ended_as=?)'],
    ['SEARCH jobs_listed_ended (ended_as=? AND (created_at,id)>(?,?))'],
  ],
  [
    { state: ['COMPLETE', 'CANCELLED', 'QUEUED'] },
    ['SEARCH jobs_listed_ended (ended_as=?)', 'SEARCH jobs_listed_ended (ended_as=?)', 'SCAN jobs_listed_open'],
    [
      'SEARCH jobs_listed_ended (ended_as=? AND (created_at,id)>(?,?))',
      'SEARCH jobs_listed_ended (ended_as=? AND (created_at,id)>(?,?))',
      `SEARCH jobs_listed_open ${BEYOND}`,
    ],
  ],
  [
    { session: 's' },
    ['SEARCH jobs_of_session (session_id=?)'],
    ['SEARCH jobs_of_session (session_id=? AND (created_at,id)>(?,?))'],
  ],
  [
    { session: 's', state: ['ERROR', 'QUEUED'], newest: true },
    ['SEARCH jobs_of_session (session_id=?)'],
    ['SEARCH jobs_of_session (session_id=? AND (created_at,id)<(?,?))'],
  ],
] as const satisfies [Omit<JobQuery, 'limit'>, string[], string[]][])(
  'a page of the jobs %j is read in its order, from where it begins',
  (query, first, next) => {
    expect(listedBy(query)).toEqual({ jobs: first, sorts: false });
    expect(listedBy({ ...query, after: '1/j' })).toEqual({ jobs: next, sorts: false });
  },
);

test('a claim finds the oldest jobs first, and none that wait', () => {
  const [text] = preparedBy((on) => new SqliteLook(on)).filter((one) => one.includes(CLAIM_ORDER));
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(Array(7).fill(null)) as Step[];
  const details = steps.map(({ detail }) => detail);
  expect(details).toContain('SEARCH j USING INDEX jobs_active (project=? AND active_at>?)');
  expect(details.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
});
