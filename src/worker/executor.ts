/**
 * The port for everything that runs jobs. A runner passes a job to an executor. The executor asks questions, stores the results of steps
 * that must not happen twice, writes to the job's log, and stops when it is aborted.
 *
 * After its worker has died, a job may be run again, in this process or another. It asks its questions again and gets every earlier outcome
 * at once.
 */

import type { JobSpec } from '../core/model/interpretation.ts';
import type { AskResult } from '../core/model/question.ts';
import type { AskOptions, AskWhat } from '../library/ask-input.ts';

/** A job as its executor sees it. */
export interface RunnableJob {
  readonly id: string;
  readonly session: string;
  /** What the person wants done, in their own words; if the prompt led to a question, the answer follows it. */
  readonly prompt: string;
  /** The prompt without the answer. */
  readonly originalPrompt: string;
  /** What to build, if the prompt was interpreted before the job was queued. */
  readonly spec: JobSpec | null;
  /** The project that the job's ids and preferences belong to: the absolute path of its main folder. */
  readonly project: string;
  /** The absolute path of the folder to work in: where the job was made. For a worktree it is not `project`. */
  readonly folder: string;
  /** 1 for the first run; higher if an earlier run was interrupted. */
  readonly run: number;
}

/** The source of a log line: the agent's own streams, or AskOnce. */
export type LogStream = 'stdout' | 'stderr' | 'askonce';

export interface RunContext {
  /** Asks on behalf of this job, and waits for the person if necessary. A question the job asked before gets the same outcome. */
  ask(what: AskWhat, options?: RunAskOptions): Promise<AskResult>;
  /**
   * Returns the result of `run` and stores it under `key`, as JSON: a job that is run again gets the stored result instead of calling
   * `run`. If the process dies after `run` but before the result is stored, `run` is called once more.
   */
  once<T>(key: string, run: () => T | Promise<T>): Promise<T>;
  /** Adds a line to the job's log. */
  log(line: string, stream?: LogStream): void;
  /** Aborted when the job was cancelled, taken over or released. The executor stops as soon as it can. */
  readonly signal: AbortSignal;
}

export type RunAskOptions = Pick<AskOptions, 'timeout' | 'onTimeout' | 'fallback' | 'rejects' | 'because'>;

/** Runs a job. The return value is the job's result; a thrown error is its error. */
export type Executor = (job: RunnableJob, context: RunContext) => Promise<string | undefined> | Promise<void>;
