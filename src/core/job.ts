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

export function hasEnded(state: JobState): boolean {
  return JOB_MOVES[state].length === 0;
}
