/**
 * Retrying what failed. The wait times are shared; the loops are not, because they end differently: with a lease, a caller's time limit, a
 * number of logged attempts, or a row that says when.
 */
import { AskOnceError } from '../core/model/errors.ts';
import type { Clock } from '../ports.ts';

/** How far a wait may deviate from its step, in both directions, so that callers that failed together do not all return together. */
const JITTER = 0.2;

export interface Steps {
  /** The wait after the first failure, the second, and so on; the last one repeats. */
  readonly waitsMs: readonly number[];
  /** The longest `Retry-After` that is respected. */
  readonly mostRetryAfterMs: number;
}

/**
 * @param failures The number of consecutive failures, from 1.
 * @param random From 0 up to, but not including, 1.
 */
export function pauseMs(steps: Steps, failures: number, retryAfterMs: number | null, random: number): number {
  const { waitsMs, mostRetryAfterMs } = steps;
  const step = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;
  const own = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  // Waits at least as long as the server asks for and as our own step says.
  return Math.max(own, Math.min(retryAfterMs ?? 0, mostRetryAfterMs));
}

/** The wait before the store is tried again. */
const AGAIN_MS = 1_000;

/**
 * Reports the results of runs to the store until it accepts them. Otherwise a job whose run is over but whose worker is alive would never
 * be run again.
 */
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

  /** Limits every report to one more attempt: the worker's lease ends with it, and other workers take its jobs. */
  end(): void {
    this.ended = true;
    for (const go of this.waiting) go();
  }

  /** Waits a moment; returns at once after `end`. */
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
