/** Runs of jobs in the shared store. */
import { hash } from 'node:crypto';
import type { Runs } from '../../ports.ts';

import { CLAIM_ORDER, claimable } from '../look-limits.ts';
import { COLUMNS, jobFrom, logLineFrom, type Row, workerFrom, workerRow } from '../rows.ts';
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
import type { Query } from './connections.ts';
import { sqlState } from './errors.ts';
import { type LookRow, lookQuery, nothingFor, seenIn } from './look.ts';
import { SERVER_TIME, type ServerClock } from './server-clock.ts';

const UNIQUE_VIOLATION = '23505';
const APPEND_TRIES = 100;
/** A pause before lines are written again, so that two processes that drew the same numbers do not keep doing so. */
const PAUSE_MS = 10;

/** @param read Runs a statement that may be run twice: after a lost connection its result is unknown. */
export function postgresRuns(read: <R extends Row>(query: Query) => Promise<R[]>, clock: ServerClock): Runs {
  const kept: Runs['kept'] = async (job, key) => {
    const text = 'SELECT value FROM job_results WHERE job_id = $1 AND key = $2';
    const [row] = await read<{ value: string }>({ name: 'kept', text, values: [job, key] });
    return row?.value ?? null;
  };
  const write = async (logs: readonly LogLines[]) => {
    const text = `WITH logs AS MATERIALIZED (
        SELECT b.job, b.lines, b.count, coalesce((SELECT max(n) FROM job_log l WHERE l.job_id = b.job), 0) AS n
        FROM json_to_recordset($1::json) AS b (job text, count integer, lines json)),
      cut AS (DELETE FROM job_log l USING logs WHERE l.job_id = logs.job AND l.n <= logs.n + logs.count - ${LOG_LINES})
      INSERT INTO job_log (job_id, n, at, stream, line)
      SELECT logs.job, logs.n + r.i, r.at, r.stream, r.line
      FROM logs CROSS JOIN LATERAL json_to_recordset(logs.lines) AS r (i integer, at bigint, stream text, line text)`;
    const rows = logs.map(({ job, lines }) => {
      const all = lines.map(({ at, stream, line }, i) => ({ i: i + 1, at, stream, line: heldLine(line) }));
      return { job, count: lines.length, lines: all.slice(-LOG_LINES) };
    });
    const values = [JSON.stringify(rows)];
    for (let tries = 1; ; tries += 1) {
      try {
        await read({ name: 'append', text, values });
        return;
      } catch (error) {
        // Another process wrote to this log at the same moment and drew the same numbers.
        if (tries === APPEND_TRIES || sqlState((error as Error).cause) !== UNIQUE_VIOLATION) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
      }
    }
  };

  const append = gathering(write);
  return {
    async look(jobs) {
      const looks = jobs.map((id) => ({ of: 'job', id, session: '' }) as const);
      const possible = looks.filter((look) => !nothingFor(look));
      const rows = possible.length === 0 ? [] : await read<LookRow & Row>(lookQuery('job', possible));
      const found = new Map(rows.map((row) => [possible[row.n]!.id, row]));
      return looks.map((look) => seenIn(look, found.get(look.id) ?? nothingFor(look)!).state);
    },
    async list(query) {
      const { sql: text, values } = jobListing(query, (place) => `$${place}`);
      const name = `jobs ${hash('sha256', text).slice(0, 32)}`;
      return jobPage(await read<Row>({ name, text, values }), query.limit);
    },
    async beat(worker) {
      const text = `WITH put AS (INSERT INTO workers (${COLUMNS.workers.replaceAll(' ', ', ')}) VALUES ($1, $2, $3, $4)
          ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until),
        -- Not itself: a statement must not touch a row twice.
        forgotten AS (DELETE FROM workers WHERE lease_until < $5 AND id <> $1)
        SELECT ${SERVER_TIME} AS time, (SELECT coalesce(json_agg(id), '[]') FROM jobs WHERE owner = $1) AS owned`;
      const leaseUntil = worker.leaseUntil + clock.ahead;
      const values = [...workerRow({ ...worker, leaseUntil }), leaseUntil - WORKER_FORGOTTEN_MS];
      const beat = () => read<{ time: string; owned: string[] }>({ name: 'beat', text, values });
      const [reply] = await clock.compare(beat, ([row]) => row?.time ?? null);
      return reply?.owned ?? [];
    },
    async claimable({ project, folder = null, agent, token, limit, now }) {
      const among = claimable('$1', '$2::text', '$3', '$4', { anyone: '$5::boolean', token: '$6::text' });
      const text = `SELECT * FROM jobs j WHERE ${among} ORDER BY ${CLAIM_ORDER} LIMIT $7::integer`;
      const values = [project, folder, agent, now, token === undefined, token ?? null, limit];
      return (await read<Row>({ name: 'claimable', text, values })).map(jobFrom);
    },
    async workers(now) {
      const text = 'SELECT * FROM workers WHERE lease_until > $1 ORDER BY id';
      const { ahead } = clock;
      const rows = await read<Row>({ name: 'workers', text, values: [now + ahead] });
      return rows.map(workerFrom).map((worker) => ({ ...worker, leaseUntil: worker.leaseUntil - ahead }));
    },
    async dismiss(worker) {
      await read({ name: 'dismiss', text: 'UPDATE workers SET lease_until = 0 WHERE id = $1', values: [worker] });
    },
    async keep(job, key, value, at) {
      mustBeHeld(job, key, value);
      const text =
        'INSERT INTO job_results (job_id, key, value, at) VALUES ($1, $2, $3, $4) ON CONFLICT (job_id, key) DO NOTHING';
      await read({ name: 'keep', text, values: [job, key, value, at] });
      return (await kept(job, key))!;
    },
    kept,
    async append(job, lines) {
      mustBeHeld(job);
      if (lines.length > 0) await append(job, lines);
    },
    async log(job, { after, limit }) {
      const [name, text, values] =
        after === undefined
          ? [
              'log end',
              'SELECT * FROM (SELECT * FROM job_log WHERE job_id = $1 ORDER BY n DESC LIMIT $2) AS tail ORDER BY n',
              [job, limit],
            ]
          : [
              'log after',
              'SELECT * FROM job_log WHERE job_id = $1 AND n > $2 ORDER BY n LIMIT $3',
              [job, after, limit],
            ];
      return (await read<Row>({ name, text, values })).map(logLineFrom);
    },
  };
}
