/**
 * The port of everything that runs jobs. A runner hands a job to an executor; the executor asks, keeps the results of what must
 * not happen twice, writes to the job's log, and ends when it is told to.
 *
 * A job may be run again, in this process or another, after its worker has died: it asks its questions again and gets every
 * earlier outcome back at once.
 */

import type { JobSpec } from '../core/model/interpretation.ts';
import type { AskResult } from '../core/model/question.ts';
import type { AskOptions, AskWhat } from '../library/ask-input.ts';

/** A job as its executor sees it. */
export interface RunnableJob {
  readonly id: string;
  readonly session: string;
  /** What the person wants done, in their words; with the answer behind it, where the prompt had a question. */
  readonly prompt: string;
  /** The same without the answer. */
  readonly originalPrompt: string;
  /** What is to be built, where the prompt was read before the job was queued. */
  readonly spec: JobSpec | null;
  /** The project's folder, in full. */
  readonly project: string;
  /** 1 for the first run; more where an earlier one was cut short. */
  readonly run: number;
}

/** Where a line of a job's log comes from: the agent's own streams, or AskOnce. */
export type LogStream = 'stdout' | 'stderr' | 'askonce';

export interface RunContext {
  /** Asks as this job, and waits for the person where that is needed. What the job was told before it is told again. */
  ask(what: AskWhat, options?: RunAskOptions): Promise<AskResult>;
  /**
   * The result of `run`, which is kept under `key`: a job that is run again gets it back instead of running it again. It is
   * kept as JSON. A process that dies between the deed and the keeping does it once more.
   */
  once<T>(key: string, run: () => T | Promise<T>): Promise<T>;
  /** Adds a line to the job's log. */
  log(line: string, stream?: LogStream): void;
  /** Ends the run: the job was cancelled, taken over or let go. Whoever gets it stops as soon as they can. */
  readonly signal: AbortSignal;
}

export type RunAskOptions = Pick<AskOptions, 'timeout' | 'onTimeout' | 'fallback' | 'rejects' | 'because'>;

/** Runs a job. What it returns is the job's result; what it throws, its error. */
export type Executor = (job: RunnableJob, context: RunContext) => Promise<string | undefined> | Promise<void>;
