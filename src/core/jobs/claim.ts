/** How workers get jobs. A store applies this decision to as many jobs as a worker has room for, and skips those that others are taking. */
import type { Decided, Effect } from '../effects.ts';
import type { JobRecord } from '../model/records.ts';
import type { ClaimState } from '../states.ts';
import { endedJob, jobEvent, startedEvent, startedJob } from './decide.ts';

/** A job that loses this many workers is assumed to kill them. */
export const MAX_LOST = 20;

/** A worker asks for jobs of a project that can run and have no live worker. */
export interface Claim {
  readonly worker: string;
  readonly project: string;
  /** The folder of the jobs, if it is not the project's own. */
  readonly folder?: string | null;
  /** It gets jobs for this agent, and jobs for any; with null only the latter. */
  readonly agent: string | null;
  /** Only jobs that were created with this token; null: without one; absent: whatever they were created with. */
  readonly token?: string | null;
  /** Only these, in this order; null: the oldest ones. */
  readonly only: readonly string[] | null;
  readonly limit: number;
  readonly now: number;
}

/** The worker starts the jobs it was shown, and fails those that have lost too many workers. */
export function decideClaim(
  { jobs }: ClaimState,
  { worker, now }: Pick<Claim, 'worker' | 'now'>,
): Decided<readonly JobRecord[]> {
  const decided = jobs.map((job) => claimed(job, worker, now));
  return { effects: decided.flatMap(({ effects }) => effects), result: decided.map(({ job }) => job) };
}

function claimed(job: JobRecord, worker: string, now: number): { readonly job: JobRecord; effects: readonly Effect[] } {
  const was = { state: job.state, owner: job.owner };
  const lost = job.lost + (job.owner === null ? 0 : 1);
  if (lost >= MAX_LOST) {
    const error = lostTooOften(lost);
    const ended = endedJob({ ...job, lost }, { state: 'ERROR', error }, now);
    return { job: ended, effects: [{ do: 'put_job', job: ended, was }, jobEvent('job.failed', ended, now, { error })] };
  }
  const mine = { ...startedJob(job, worker, now), lost };
  const from = job.owner === null ? {} : { takenOverFrom: job.owner };
  return { job: mine, effects: [{ do: 'put_job', job: mine, was }, startedEvent(mine, now, from)] };
}

/** The error of a job that is not started again. */
export function lostTooOften(lost: number | string): string {
  return `Its worker was lost ${lost} times while running it, so it will not be started again.`;
}
