import type { Clock } from '../ports.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A clock that only moves when you advance it, so that a year passes in no time and tests never sleep.
 * @example
 * import { openAskOnce } from 'askonce';
 * import { FakeClock } from 'askonce/testing';
 *
 * const clock = new FakeClock();
 * const askonce = await openAskOnce({ clock });
 * const asked = askonce.session().ask('Which colour?', { deadline: '1d', onTimeout: 'fallback' });
 * clock.advance(24 * 60 * 60_000);
 * (await asked).status; // 'fallback'
 */
export class FakeClock implements Clock {
  private time: number;
  private readonly timers = new Set<Timer>();

  constructor(start: number = Date.UTC(2027, 0, 1)) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.time + ms, callback };
    this.timers.add(timer);
    // Already due: it fires without advancing the clock, as on a real one.
    if (ms <= 0) setImmediate(() => this.timers.delete(timer) && callback());
    return () => this.timers.delete(timer);
  }

  /** Advances the time. Timers fire in the order they are due, each at its own time, including those set by earlier ones. */
  advance(ms: number): void {
    const until = this.time + ms;
    for (let next = this.nextBefore(until); next; next = this.nextBefore(until)) {
      this.timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.callback();
    }
    this.time = until;
  }

  private nextBefore(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) if (timer.at <= until && (!first || timer.at < first.at)) first = timer;
    return first;
  }
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
