/**
 * Asks that wait for the person. The store's events wake them, wherever the answer was given.
 *
 * Watching begins before the ask is decided (`hold`), and events are told only after every promise of their batch has been
 * settled: so an answer that comes before the wait is registered is not lost.
 */

import type { Outcome } from './core/clarification.ts';
import { AskOnceError } from './core/errors.ts';
import { outcomeOf } from './core/outcomes.ts';
import type { AuditEvent } from './core/records.ts';
import type { Clock, Store } from './ports.ts';

interface Waiter {
  readonly ask: string;
  readonly resolve: (items: readonly Outcome[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface Patience {
  /** Null: as long as it takes. */
  readonly timeoutMs: number | null;
  readonly signal: AbortSignal | undefined;
}

export class Waiters {
  private readonly byClarification = new Map<string, Set<Waiter>>();
  private readonly store: Store;
  private readonly clock: Clock;
  private holds = 0;
  private stopWatching: (() => void) | null = null;
  /** Timers of the store do not keep a process alive; somebody who waits does. */
  private alive: NodeJS.Timeout | null = null;

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Watches the store until the returned function is called. */
  hold(): () => void {
    this.holds += 1;
    if (this.holds === 1) {
      this.stopWatching = this.store.watch((events) => this.wake(events));
      this.alive = setInterval(() => {}, 2 ** 30);
    }
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holds -= 1;
      if (this.holds === 0) this.release();
    };
  }

  /** The items once none of them waits any more, or as they are when the time is up. Call it while holding. */
  settled(ask: string, items: readonly Outcome[], { timeoutMs, signal }: Patience): Promise<readonly Outcome[]> {
    return new Promise((resolve, reject) => {
      const cleanUps: (() => void)[] = [];
      const ending =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          for (const cleanUp of cleanUps) cleanUp();
          end(value);
        };
      const waiter: Waiter = { ask, resolve: ending(resolve), reject: ending(reject) };
      for (const item of items) {
        if (item.outcome !== 'parked') continue;
        cleanUps.push(this.register(item.id, waiter));
      }
      if (timeoutMs !== null) cleanUps.push(this.clock.after(timeoutMs, () => waiter.resolve(items)));
      if (signal) {
        const abort = () => waiter.reject(signal.reason);
        if (signal.aborted) return abort();
        signal.addEventListener('abort', abort, { once: true });
        cleanUps.push(() => signal.removeEventListener('abort', abort));
      }
    });
  }

  /** Ends every wait. The questions stay safe in the store. */
  close(): void {
    const all = new Set([...this.byClarification.values()].flatMap((waiters) => [...waiters]));
    const error = new AskOnceError(
      'engine_closed',
      'AskOnce was closed while this ask waited. The question is safe; ask it again.',
    );
    for (const waiter of all) waiter.reject(error);
    this.release();
  }

  private release(): void {
    this.stopWatching?.();
    this.stopWatching = null;
    if (this.alive) clearInterval(this.alive);
    this.alive = null;
  }

  private register(clarification: string, waiter: Waiter): () => void {
    const waiters = this.byClarification.get(clarification) ?? new Set();
    waiters.add(waiter);
    this.byClarification.set(clarification, waiters);
    return () => {
      waiters.delete(waiter);
      if (waiters.size === 0 && this.byClarification.get(clarification) === waiters)
        this.byClarification.delete(clarification);
    };
  }

  private wake(events: readonly AuditEvent[]): void {
    if (this.byClarification.size === 0) return;
    const woken = new Set<Waiter>();
    for (const { clarification, type } of events) {
      if (clarification === null || type === 'clarification.requested' || type === 'clarification.joined') continue;
      for (const waiter of this.byClarification.get(clarification) ?? []) woken.add(waiter);
    }
    for (const waiter of woken) this.look(waiter);
  }

  private look(waiter: Waiter): void {
    this.store
      .items(waiter.ask)
      .then((items) => {
        const outcomes = items.map(({ item, clarification }) => outcomeOf(item, clarification));
        if (outcomes.every((outcome) => outcome.outcome !== 'parked')) waiter.resolve(outcomes);
      })
      .catch(waiter.reject);
  }
}
