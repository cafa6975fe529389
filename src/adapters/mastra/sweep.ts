/** Resumes suspended runs of Mastra whose questions and calls are settled. */
import { durationMs } from '../../core/model/duration.ts';
import { settlements } from '../framework.ts';
import { REF } from './questions.ts';
import { type ResumedRun, type Wait, type WaitsOptions, waitsOf } from './waits.ts';

export interface SuspendedOptions extends WaitsOptions {
  /** Called when a run has gone on, until it ended or was suspended again. */
  onResumed?: (run: ResumedRun) => unknown;
  /** Called when a run cannot be resumed; the next sweep tries it again. By default the error goes to Mastra's logger. */
  onError?: (error: unknown, run: { runId: string }) => void;
}

/**
 * Puts the calls that require approval to people, and resumes each run whose question or call is settled. Returns once nothing is left to
 * resume; a run that another sweep of this process has resumed may still go on. Call it after a run was suspended, in a cron job, or let `resumeSuspended` do it. Let one process do so.
 */
export async function sweepSuspended(options: SuspendedOptions): Promise<void> {
  await new Sweep(options).untilIdle();
}

/** Sweeps at the start, after every answer and every `checkEvery` (5 seconds by default), until the signal is aborted. */
export async function resumeSuspended(
  options: SuspendedOptions & { checkEvery?: string | number; signal?: AbortSignal },
): Promise<void> {
  const { askonce, checkEvery = '5s', signal, mastra } = options;
  const sweep = new Sweep(options);
  let looks = 0;
  const look = () => {
    // What already waits is looked at again now and then: a wake-up may be lost, and before the first one nobody listens yet.
    if (looks++ % 100 < 2) sweep.parked.clear();
    sweep.untilIdle().catch((error: unknown) => mastra.getLogger().error('AskOnce could not look', error as never));
  };
  look();
  const timer = setInterval(look, durationMs(checkEvery));
  try {
    for await (const { ref } of settlements(askonce, signal === undefined ? {} : { signal })) {
      if (!ref.startsWith(REF)) continue;
      const callId = ref.slice(REF.length);
      for (const key of sweep.parked) if (key.startsWith(callId)) sweep.parked.delete(key);
      look();
    }
  } finally {
    clearInterval(timer);
  }
}

/** Mastra stores an agent's run as suspended while it goes on, and would resume it a second time. So this process remembers. */
interface Memory {
  readonly running: Set<string>;
  readonly resumed: Set<string>;
}

const memories = new WeakMap<object, Memory>();

class Sweep {
  /** What is known to wait. */
  readonly parked = new Set<string>();
  private readonly options: SuspendedOptions;
  private readonly memory: Memory;
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: SuspendedOptions) {
    this.options = options;
    this.memory = memories.get(options.mastra) ?? { running: new Set(), resumed: new Set() };
    memories.set(options.mastra, this.memory);
  }

  /** One pass after the other, so that an answer during a pass is seen by the next. */
  async untilIdle(): Promise<void> {
    const failed = new Set<string>();
    for (let begun = [Promise.resolve()]; begun.length > 0; await Promise.all(begun)) {
      const pass = this.last.then(() => this.pass(failed));
      this.last = pass.catch(() => {});
      begun = await pass;
    }
  }

  private async pass(failed: Set<string>): Promise<Promise<void>[]> {
    const { running, resumed } = this.memory;
    const begun: Promise<void>[] = [];
    for (const wait of await waitsOf(this.options)) {
      const { run, key } = wait;
      const isBusy = () => running.has(run.runId) || resumed.has(key);
      if (isBusy() || failed.has(key) || this.parked.has(key)) continue;
      const resume = await wait.settle().catch((error: unknown) => this.failed(error, run));
      if (resume === null) this.parked.add(key);
      else if (!isBusy()) begun.push(this.resume(wait, resume, failed));
    }
    return begun;
  }

  private async resume({ run, key }: Wait, resume: () => Promise<unknown>, failed: Set<string>): Promise<void> {
    const { running, resumed } = this.memory;
    const { onResumed } = this.options;
    running.add(run.runId);
    resumed.add(key);
    try {
      const output = await resume();
      onResumed?.({ ...run, output });
    } catch (error) {
      // Another process was faster.
      if (GONE.test(String(error))) return;
      // A run that fails once it goes on is no longer suspended. One that still is has done nothing, so the next sweep tries it again.
      resumed.delete(key);
      failed.add(key);
      this.failed(error, run);
    } finally {
      running.delete(run.runId);
    }
  }

  private failed(error: unknown, run: Wait['run']): null {
    const { mastra, onError } = this.options;
    if (onError) onError(error, run);
    else mastra.getLogger().error(`AskOnce could not resume the run ${run.runId} of ${run.of}`, error as never);
    return null;
  }
}

const GONE = /not suspended|could not find a suspended run|already resumed by another caller/;
