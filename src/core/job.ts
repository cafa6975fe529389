/** The states of a job and the only ways between them. */

export type JobState = 'QUEUED' | 'RUNNING' | 'AWAITING_RESPONSE' | 'COMPLETE' | 'ERROR' | 'CANCELLED';

export const JOB_STATES: readonly JobState[] = [
  'QUEUED',
  'RUNNING',
  'AWAITING_RESPONSE',
  'COMPLETE',
  'ERROR',
  'CANCELLED',
];
