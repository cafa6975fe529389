/** Runs of jobs in the embedded store. */
import type { Database } from 'better-sqlite3';
import type { Runs } from '../../ports.ts';
import { COLUMNS, logLineFrom, type Row, workerFrom, workerRow } from '../rows.ts';
import {
  gathering,
  heldLine,
  jobListing,
  jobPage,
  LOG_LINES,
  type LogLines,
  mustBeHeld,
  WORKER_FORGOTTEN_MS,
} from '../runs.ts';
import type { SqliteLook } from './look.ts';

/**
 * @param look Reads a job with what it waits for.
 * @param access Runs a function on the open database, retries while it is busy, and converts its errors to store errors.
 */
export function sqliteRuns(db: Database, look: SqliteLook, access: <R>(use: () => R) => Promise<R>): Runs {
  const sql = {
    beat: db.prepare(
      `INSERT INTO workers (${COLUMNS.workers.replaceAll(' ', ', ')}) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET lease_until = excluded.lease_until`,
    ),
    forget: db.prepare('DELETE FROM workers WHERE lease_until < ?'),
    owned: db.prepare('SELECT id FROM jobs WHERE owner = ?').pluck(),
    workers: db.prepare('SELECT * FROM workers WHERE lease_until > ? ORDER BY id'),
    dismiss: db.prepare('UPDATE workers SET lease_until = 0 WHERE id = ?'),
    keep: db.prepare(
      'INSERT INTO job_results (job_id, key, value, at) VALUES (?, ?, ?, ?) ON CONFLICT (job_id, key) DO NOTHING',
    ),
    kept: db.prepare('SELECT value FROM job_results WHERE job_id = ? AND key = ?').pluck(),
    last: db.prepare('SELECT coalesce(max(n), 0) FROM job_log WHERE job_id = ?').pluck(),
    append: db.prepare('INSERT INTO job_log (job_id, n, at, stream, line) VALUES (?, ?, ?, ?, ?)'),
    cut: db.prepare('DELETE FROM job_log WHERE job_id = ? AND n <= ?'),
    logAfter: db.prepare('SELECT * FROM job_log WHERE job_id = ? AND n > ? ORDER BY n LIMIT ?'),
    logEnd: db.prepare(
      'SELECT * FROM (SELECT * FROM job_log WHERE job_id = ? ORDER BY n DESC LIMIT ?) AS tail ORDER BY n',
    ),
  };
  const write = db.transaction((logs: readonly LogLines[]) => {
    for (const { job, lines } of logs) {
      let n = sql.last.get(job) as number;
      for (const { at, stream, line } of lines) sql.append.run(job, ++n, at, stream, heldLine(line));
      sql.cut.run(job, n - LOG_LINES);
    }
  });
  const append = gathering((logs) => access(() => write.immediate(logs)));
  // A read-only transaction: it sees one consistent state and waits for no writer.
  const looking = db.transaction((jobs: readonly string[]) =>
    jobs.map((id) => look.at({ of: 'job', id, session: '' })),
  );
  return {
    look: (jobs) => access(() => looking.deferred(jobs)),
    claimable: (claim) => access(() => look.claim({ ...claim, only: null }).jobs),
    list: (query) =>
      access(() => {
        const { sql: text, values } = jobListing(query, () => '?');
        return jobPage(db.prepare(text).all(...values) as Row[], query.limit);
      }),
    beat: (worker) =>
      access(() => {
        sql.beat.run(...workerRow(worker));
        sql.forget.run(worker.leaseUntil - WORKER_FORGOTTEN_MS);
        return sql.owned.all(worker.id) as string[];
      }),
    workers: (now) => access(() => (sql.workers.all(now) as Row[]).map(workerFrom)),
    dismiss: (worker) => access(() => void sql.dismiss.run(worker)),
    keep: (job, key, value, at) =>
      access(() => {
        mustBeHeld(job, key, value);
        sql.keep.run(job, key, value, at);
        return sql.kept.get(job, key) as string;
      }),
    kept: (job, key) => access(() => (sql.kept.get(job, key) as string | undefined) ?? null),
    append: (job, lines) => append(job, lines),
    log: (job, { after, limit }) =>
      access(() => {
        const rows = after === undefined ? sql.logEnd.all(job, limit) : sql.logAfter.all(job, after, limit);
        return (rows as Row[]).map(logLineFrom);
      }),
  };
}
