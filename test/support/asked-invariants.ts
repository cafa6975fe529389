/** What must be true, at every moment, of jobs whose prompt was read before they are built. */
import type { Rule } from './invariants.ts';

const BUILT = `('QUEUED', 'RUNNING', 'COMPLETE')`;

export const ASKED_RULES: readonly Rule[] = [
  {
    name: 'a job that was asked about has not one pending question',
    sql: `SELECT id AS what FROM jobs j WHERE clarification_status = 'asked' AND (state = 'AWAITING_RESPONSE') <> (
            SELECT count(*) FROM ask_items i JOIN clarifications c ON c.id = i.clarification_id
            WHERE i.job_id = j.id AND i.outcome = 'parked' AND c.status = 'pending' AND c.id = j.clarification_id)`,
  },
  {
    name: 'a job has another answer than its question',
    sql: `SELECT j.id AS what FROM jobs j LEFT JOIN clarifications c ON c.id = j.clarification_id
          WHERE j.clarification_status = 'answered' AND (c.answer IS NOT j.clarification_answer OR c.source IS NOT 'user')`,
  },
  {
    name: 'a question is answered and a job that was asked it does not know',
    sql: `SELECT j.id AS what FROM jobs j JOIN ask_items i ON i.job_id = j.id AND i.clarification_id = j.clarification_id
          WHERE (i.outcome = 'answered') <> (j.clarification_status = 'answered')`,
  },
  {
    // Of those who may ask but once; what nobody was asked does not count.
    name: 'a job that is read before it is built was asked about twice',
    sql: `SELECT id AS what FROM jobs j WHERE clarification_status <> 'none' AND json_extract(policy, '$.cap') IS NOT NULL AND 1 <
          (SELECT count(*) FROM events WHERE job_id = j.id AND type IN ('clarification.requested', 'clarification.joined'))`,
  },
  {
    name: 'a job is built although its question has no answer',
    sql: `SELECT id AS what FROM jobs j WHERE (clarification_status = 'asked' AND state IN ${BUILT})
          OR (clarification_status = 'answered' AND EXISTS (
            SELECT 1 FROM events b JOIN events a ON a.clarification_id = j.clarification_id AND a.type = 'clarification.answered'
            WHERE b.job_id = j.id AND b.type = 'job.started' AND b.seq < a.seq))`,
  },
  {
    name: 'a job is built and nobody said of what',
    sql: `SELECT id AS what FROM jobs WHERE clarification_status IN ('answered', 'skipped') AND state IN ${BUILT} AND spec_json IS NULL`,
  },
];
