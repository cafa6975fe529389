/** The options of a runner. */
import type { Executor, LogStream } from './executor.ts';

export interface RunnerOptions {
  executor: Executor;
  /**
   * What runs its jobs, such as a command. The runner takes jobs queued for this agent, and jobs that any worker may run; with null only
   * the latter.
   */
  agent?: string | null;
  /** How many jobs run at once, not counting those that wait for a person. 4 by default. */
  concurrency?: number;
  /** How long a worker that sends no heartbeat keeps its jobs, in milliseconds; 15 s by default. */
  leaseMs?: number;
  /** Run only these jobs; all jobs of the project by default. */
  only?: readonly string[];
  /** Claims nothing by itself: it runs the jobs that `run` and `take` name, for engines that place jobs on workers. */
  placed?: boolean;
  /** Called with each line of a job's log as it arrives. */
  onLog?: (job: string, line: string, stream: LogStream) => void;
  /** Called with errors of the runner itself, not of a job. */
  onFault?: (error: unknown) => void;
}
