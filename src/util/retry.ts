/** Says to the store what runs came to, until it takes it: a job that nobody runs, and whose worker lives, would be nobody's. */
import { AskOnceError } from '../core/model/errors.ts';
import type { Clock } from '../ports.ts';

/** Before the store is tried again. */
const AGAIN_MS = 1_000;

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
