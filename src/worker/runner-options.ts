/** How a runner is set up. */
import type { Executor, LogStream } from './executor.ts';

export interface RunnerOptions {
  executor: Executor;
  /** What its jobs are run by, such as a command. Takes jobs that were queued for it, and those that any worker may run; with null these alone. */
  agent?: string | null;
  /** How many jobs run at once; those that wait for a person are not counted. 4 by default. */
  concurrency?: number;
  /** How long a worker that is heard of no more keeps its jobs, in milliseconds; 15 s by default. */
  leaseMs?: number;
  /** Only these jobs; all of the project by default. */
  only?: readonly string[];
  /** Every line of a job's log as it comes. */
  onLog?: (job: string, line: string, stream: LogStream) => void;
  /** What went wrong with the running itself, not with a job. */
  onFault?: (error: unknown) => void;
}
