/** The states of a job, and the ways between them. The database holds the same lists. */
export type JobState = 'QUEUED' | 'RUNNING' | 'AWAITING_RESPONSE' | 'COMPLETE' | 'ERROR' | 'CANCELLED';

export const JOB_STATES: readonly JobState[] = [
  'QUEUED',
  'RUNNING',
  'AWAITING_RESPONSE',
  'COMPLETE',
  'ERROR',
  'CANCELLED',
];

/** Where a job may go from each state. From itself to itself: to another worker, or to none. */
export const JOB_MOVES: Readonly<Record<JobState, readonly JobState[]>> = {
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['RUNNING', 'AWAITING_RESPONSE', 'COMPLETE', 'ERROR', 'CANCELLED'],
  AWAITING_RESPONSE: ['AWAITING_RESPONSE', 'RUNNING', 'ERROR', 'CANCELLED'],
  COMPLETE: [],
  ERROR: [],
  CANCELLED: [],
};

/** Seed 001: a job asks about its prompt at most once. The database holds the same ways. */
export type JobClarificationStatus = 'none' | 'asked' | 'answered' | 'skipped';

/** `skipped` after `asked`: nobody answered, and the policy says to go on. */
export const JOB_CLARIFICATION_MOVES: Readonly<Record<JobClarificationStatus, readonly JobClarificationStatus[]>> = {
  none: ['asked', 'skipped'],
  asked: ['answered', 'skipped'],
  answered: [],
  skipped: [],
};

export function hasEnded(state: JobState): boolean {
  return JOB_MOVES[state].length === 0;
}
