/** What must be true of jobs at every moment: of those that askers run by themselves, and of those that workers run. */
import type { Rule } from './invariants.ts';

const ENDED = `('COMPLETE', 'ERROR', 'CANCELLED')`;

/** What a job is once this was told of it. That it was let go changes its worker, not its state. */
const STATE_AFTER = `CASE type WHEN 'job.queued' THEN 'QUEUED' WHEN 'job.awaiting' THEN 'AWAITING_RESPONSE'
  WHEN 'job.completed' THEN 'COMPLETE' WHEN 'job.failed' THEN 'ERROR' WHEN 'job.cancelled' THEN 'CANCELLED' ELSE 'RUNNING' END`;

/** What was told of a job, in order, each with the state it was in before. */
const TOLD = `SELECT job_id, seq, type, data, after,
    coalesce(lag(after) OVER of_job, 'NONE') AS before, row_number() OVER (PARTITION BY job_id ORDER BY seq DESC) AS nth_last
  FROM (SELECT job_id, seq, type, data, ${STATE_AFTER} AS after FROM events WHERE type LIKE 'job.%' AND type <> 'job.released')
  WINDOW of_job AS (PARTITION BY job_id ORDER BY seq)`;

/** Written out, not taken from the core: what is checked must not be what checks. */
const MOVES = `('NONE job.created', 'NONE job.queued', 'QUEUED job.started', 'QUEUED job.cancelled',
  'RUNNING job.started', 'RUNNING job.awaiting', 'RUNNING job.completed', 'RUNNING job.failed', 'RUNNING job.cancelled',
  'AWAITING_RESPONSE job.resumed', 'AWAITING_RESPONSE job.failed', 'AWAITING_RESPONSE job.cancelled')`;

const lastStart = (column: string) =>
  `(SELECT ${column} FROM events WHERE job_id = j.id AND type = 'job.started' ORDER BY seq DESC LIMIT 1)`;

export const JOB_RULES: readonly Rule[] = [
  {
    name: 'a job awaits a response and has no parked item',
    sql: `SELECT id AS what FROM jobs j WHERE state = 'AWAITING_RESPONSE'
          AND NOT EXISTS (SELECT 1 FROM ask_items WHERE job_id = j.id AND outcome = 'parked')`,
  },
  {
    name: 'a job has parked items and does not await a response',
    sql: `SELECT id AS what FROM jobs j WHERE state <> 'AWAITING_RESPONSE'
          AND EXISTS (SELECT 1 FROM ask_items WHERE job_id = j.id AND outcome = 'parked')`,
  },
  {
    // What is read before it is built is queued once it is clear; what asks or fails instead was made, and no more.
    name: 'a job was not announced once',
    sql: `SELECT id AS what FROM jobs j WHERE
          (SELECT group_concat(type) FROM events WHERE job_id = j.id AND type IN ('job.created', 'job.queued'))
            IS NOT CASE WHEN prompt IS NULL OR clarification_id IS NOT NULL OR (clarification_status = 'skipped' AND spec_json IS NULL)
              THEN 'job.created' ELSE 'job.queued' END`,
  },
  {
    name: 'the last event of a job does not tell its state',
    sql: `SELECT id || ' is ' || state || ', last heard of by ' || type AS what
          FROM jobs JOIN (${TOLD}) ON job_id = id WHERE nth_last = 1 AND after <> state`,
  },
  {
    name: 'the events of a job do not add up to its state',
    sql: `SELECT id AS what FROM jobs LEFT JOIN (
            SELECT job_id, sum(CASE WHEN type = 'job.awaiting' THEN 1 WHEN type = 'job.resumed' THEN -1
              WHEN type IN ('job.failed', 'job.cancelled') AND before = 'AWAITING_RESPONSE' THEN -1 ELSE 0 END) AS waits
            FROM (${TOLD}) GROUP BY job_id
          ) ON job_id = id WHERE (state = 'AWAITING_RESPONSE') <> coalesce(waits, 0)`,
  },
  {
    name: 'a job went from one state to another as it may not',
    sql: `SELECT job_id || ' by ' || type || ' from ' || before AS what FROM (${TOLD}) WHERE before || ' ' || type NOT IN ${MOVES}`,
  },
  {
    name: 'a job was let go that no worker had',
    sql: `SELECT e.job_id AS what FROM events e WHERE e.type = 'job.released' AND (
            SELECT type FROM events b WHERE b.job_id = e.job_id AND b.seq < e.seq AND b.type LIKE 'job.%' ORDER BY seq DESC LIMIT 1
          ) NOT IN ('job.started', 'job.awaiting', 'job.resumed')`,
  },
  {
    name: 'a job that has ended has a worker',
    sql: `SELECT id || ' of ' || owner AS what FROM jobs WHERE state IN ${ENDED} AND owner IS NOT NULL`,
  },
  {
    name: 'a job has ended and says not when, or says when and has not',
    sql: `SELECT id AS what FROM jobs WHERE (state IN ${ENDED}) <> (ended_at IS NOT NULL) OR (state = 'ERROR') <> (error IS NOT NULL)`,
  },
  {
    name: 'a queued job has been run',
    sql: `SELECT id AS what FROM jobs j WHERE state = 'QUEUED' AND (runs > 0 OR started_at IS NOT NULL OR owner IS NOT NULL
          OR EXISTS (SELECT 1 FROM events WHERE job_id = j.id AND type = 'job.started'))`,
  },
  {
    name: 'a job was not begun as often as it says',
    sql: `SELECT id || ' says ' || runs AS what FROM jobs j
          WHERE runs <> (SELECT count(*) FROM events WHERE job_id = j.id AND type = 'job.started')`,
  },
  {
    name: 'a job is of a worker that did not begin it last',
    sql: `SELECT id || ' of ' || owner AS what FROM jobs j WHERE owner IS NOT NULL AND (
            ${lastStart("json_extract(data, '$.worker')")} IS NOT owner
            OR EXISTS (SELECT 1 FROM events WHERE job_id = j.id AND type = 'job.released' AND seq > ${lastStart('seq')}))`,
  },
];
