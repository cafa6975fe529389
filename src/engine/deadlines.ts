/** Makes deadlines take effect, and brings back questions that were put off: on time if this process knows of one, and at the latest when the inbox is read. */
import { decideExpire } from '../core/answer/cancel.ts';
import { decideReturn } from '../core/answer/snooze.ts';
import type { Clock, Store } from '../ports.ts';

const PAGE = 100;
/** Other processes set deadlines too, so it checks again after at most this long. */
const MAX_SLEEP_MS = 60_000;
const AFTER_FAILURE_MS = 1_000;

export class Deadlines {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private stopTimer: (() => void) | null = null;
  private wakesAt = Number.POSITIVE_INFINITY;
  private closed = false;

  constructor(store: Store, clock: Clock, failed: (error: unknown) => void) {
    this.store = store;
    this.clock = clock;
    this.failed = failed;
  }

  /** Schedules a sweep at this time, or earlier if that is far away. */
  expect(at: number): void {
    const now = this.clock.now();
    const wakesAt = Math.min(at, now + MAX_SLEEP_MS);
    if (this.closed || wakesAt >= this.wakesAt) return;
    this.stopTimer?.();
    this.wakesAt = wakesAt;
    this.stopTimer = this.clock.after(Math.max(0, wakesAt - now), () => {
      this.wakesAt = Number.POSITIVE_INFINITY;
      this.sweep().catch(this.failed);
    });
  }

  /** Settles every ask whose deadline has passed. One that cannot be settled does not block the others. */
  async sweep(): Promise<void> {
    try {
      while (await this.sweepPage());
    } catch (error) {
      this.expect(this.clock.now() + AFTER_FAILURE_MS);
      throw error;
    }
  }

  /** Returns true if there may be more. */
  private async sweepPage(): Promise<boolean> {
    const { asks, returning, next } = await this.store.overdue(this.clock.now(), PAGE);
    const settled = await Promise.allSettled([
      ...asks.map((ask) =>
        this.store.decide({ of: 'ask_items', ask }, (state) => decideExpire(state, this.clock.now())),
      ),
      ...returning.map((id) =>
        this.store.decide({ of: 'clarification', id }, (state) => decideReturn(state, this.clock.now())),
      ),
    ]);
    this.expect(next ?? Number.POSITIVE_INFINITY);
    const failure = settled.find((one) => one.status === 'rejected');
    if (failure) throw failure.reason;
    return asks.length === PAGE || returning.length === PAGE;
  }

  close(): void {
    this.closed = true;
    this.stopTimer?.();
  }
}
