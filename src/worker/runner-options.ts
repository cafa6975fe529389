/** The options of a runner. */
import type { Executor, LogStream } from './executor.ts';

/** A job that can run. `runs` is how often it has been started: it names the run that is to be placed. */
export interface PlacedJob {
  readonly id: string;
  readonly runs: number;
}

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
  /**
   * For engines that place jobs on workers. The runner claims nothing by itself: it passes the oldest jobs that can run to this function,
   * as many as it has room for, and runs those that `run` and `take` name. A job may be passed again until a worker takes it.
   */
  place?: (jobs: readonly PlacedJob[]) => Promise<void>;
  /** Called with each line of a job's log as it arrives. */
  onLog?: (job: string, line: string, stream: LogStream) => void;
  /** Called with errors of the runner itself, not of a job. */
  onFault?: (error: unknown) => void;
}
