/**
 * Trying again what failed. How long to wait is shared; the loops are not, since what ends them differs: a lease, the patience of a
 * call, a number of attempts with a log, a row that says when.
 */
import { AskOnceError } from '../core/model/errors.ts';
import type { Clock } from '../ports.ts';

/** So far a wait strays from its step, to either side: those who failed at one time do not all come back at one time. */
const JITTER = 0.2;

export interface Steps {
  /** The wait after the first failure, the second, and so on; the last is kept to. */
  readonly waitsMs: readonly number[];
  /** The longest `Retry-After` that is heeded. */
  readonly mostRetryAfterMs: number;
}

/**
 * @param failures How often in a row it failed, from 1 on.
 * @param random From 0 to below 1.
 */
export function pauseMs(steps: Steps, failures: number, retryAfterMs: number | null, random: number): number {
  const { waitsMs, mostRetryAfterMs } = steps;
  const step = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;
  const own = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  // Nobody is called sooner than they wish, or sooner than we would.
  return Math.max(own, Math.min(retryAfterMs ?? 0, mostRetryAfterMs));
}

/** Before the store is tried again. */
const AGAIN_MS = 1_000;

/** Says to the store what runs came to, until it takes it: a job that nobody runs, and whose worker lives, would be nobody's. */
export class Retry {
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private readonly waiting = new Set<() => void>();
  private ended = false;

  constructor(clock: Clock, failed: (error: unknown) => void) {
    this.clock = clock;
    this.failed = failed;
  }

  async say(what: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await what();
        return;
      } catch (error) {
        this.failed(error);
        const closed = error instanceof AskOnceError && error.code === 'engine_closed';
        if (closed || this.ended) return;
        await this.pause();
      }
    }
  }

  /** All is said once more at most: with the worker its lease ends, and others take its jobs. */
  end(): void {
    this.ended = true;
    for (const go of this.waiting) go();
  }

  /** A while; no longer once it has ended. */
  pause(): Promise<void> {
    if (this.ended) return Promise.resolve();
    return new Promise((resolve) => {
      const go = () => {
        stop();
        this.waiting.delete(go);
        resolve();
      };
      const stop = this.clock.after(AGAIN_MS, go);
      this.waiting.add(go);
    });
  }
}
