/** The states of a job, and the transitions between them. The database enforces the same lists. */
export type JobState = 'QUEUED' | 'RUNNING' | 'AWAITING_RESPONSE' | 'COMPLETE' | 'ERROR' | 'CANCELLED';

export const JOB_STATES: readonly JobState[] = [
  'QUEUED',
  'RUNNING',
  'AWAITING_RESPONSE',
  'COMPLETE',
  'ERROR',
  'CANCELLED',
];

/** The allowed transitions from each state. A state that leads to itself means a change of worker. */
export const JOB_MOVES: Readonly<Record<JobState, readonly JobState[]>> = {
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['RUNNING', 'AWAITING_RESPONSE', 'COMPLETE', 'ERROR', 'CANCELLED'],
  AWAITING_RESPONSE: ['AWAITING_RESPONSE', 'RUNNING', 'ERROR', 'CANCELLED'],
  COMPLETE: [],
  ERROR: [],
  CANCELLED: [],
};

/** Seed 001: a job asks about its prompt at most once. The database enforces the same transitions. */
export type JobClarificationStatus = 'none' | 'asked' | 'answered' | 'skipped';

/** `skipped` after `asked`: no one answered, and the policy says to continue. */
export const JOB_CLARIFICATION_MOVES: Readonly<Record<JobClarificationStatus, readonly JobClarificationStatus[]>> = {
  none: ['asked', 'skipped'],
  asked: ['answered', 'skipped'],
  answered: [],
  skipped: [],
};

export function hasEnded(state: JobState): boolean {
  return JOB_MOVES[state].length === 0;
}
