/** A scan is not seen while a store is small; with a hundred thousand jobs it stops everything. */
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import type { JobQuery } from '../../src/ports.ts';
import { askedIn, assumptionsOf, sentBackOf, unansweredOf } from '../../src/store/look-limits.ts';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { jobListing } from '../../src/store/runs.ts';
import { SqliteEffects } from '../../src/store/sqlite/effects.ts';
import { SqliteLook } from '../../src/store/sqlite/look.ts';

const db = new Database(':memory:');
db.pragma('foreign_keys = ON');
for (const step of SQLITE_MIGRATIONS) db.exec(step);
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

test('what was asked in a session, what was assumed there, and how a question ended, is read without looking through all sessions', () => {
  expect(
    [askedIn('?'), sentBackOf('?'), assumptionsOf('?', '?', '?', '?'), unansweredOf('?', '?')].filter(scans),
  ).toEqual([]);
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
