/**
 * Asks that wait for the person. Events of the store wake them, in whichever process the answer was given. Watching begins before the ask
 * is decided (`hold`), and the wait is registered the moment the ask is committed, before any later event is delivered. So an immediate
 * answer is not lost.
 */

import { AskOnceError } from '../core/model/errors.ts';
import { type AnswerData, answeredOutcome, outcomeOf } from '../core/model/outcome.ts';
import type { Outcome } from '../core/model/question.ts';
import type { AuditEvent, EventType } from '../core/model/records.ts';
import type { Clock, Store } from '../ports.ts';

const SETTLES_NOTHING: ReadonlySet<EventType> = new Set([
  'clarification.requested',
  'clarification.joined',
  'clarification.not_shown',
]);

interface Waiter {
  readonly ask: string;
  items: readonly Outcome[];
  /** Something other than an answer happened to one of its items, so from now on the stored rows are read. */
  looks: boolean;
  readonly resolve: (items: readonly Outcome[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface Patience {
  /** When the wait ends, answered or not; null: only when it is answered. */
  readonly until: number | null;
  readonly signal: AbortSignal | undefined;
}

export interface Waiting {
  readonly ended: Promise<readonly Outcome[]>;
  leave(): void;
}

export class Waiters {
  private readonly byClarification = new Map<string, Set<Waiter>>();
  private readonly store: Store;
  private readonly clock: Clock;
  private holds = 0;
  private closed = false;
  private stopWatching: (() => void) | null = null;
  /**
   * The store's timers do not keep the process alive, but a waiting caller must. Created once, because a timer costs more than ref and
   * unref.
   */
  private readonly alive = setInterval(() => {}, 2 ** 30).unref();

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Watches the store until the returned function is called. */
  hold(): () => void {
    this.holds += 1;
    if (this.holds === 1) {
      this.stopWatching = this.store.watch(
        (events) => this.wake(events),
        (error) => this.end(error),
      );
      this.alive.ref();
    }
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holds -= 1;
      if (this.holds === 0) this.release();
    };
  }

  /**
   * Resolves with the items once none of them waits, or with their current state when the time is up. Call it while holding. `leave` ends
   * the wait without a result.
   */
  settled(ask: string, items: readonly Outcome[], patience: Patience): Waiting {
    return this.wait(ask, items, patience).waiting;
  }

  /** The same for items that were read some time ago. Their events since then were missed, so they are read again. */
  followed(ask: string, items: readonly Outcome[], patience: Patience): Waiting {
    const { waiting, waiter } = this.wait(ask, items, patience);
    this.look(waiter);
    return waiting;
  }

  private wait(
    ask: string,
    items: readonly Outcome[],
    { until, signal }: Patience,
  ): { waiting: Waiting; waiter: Waiter } {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
    const cleanUps: (() => void)[] = [];
    const leave = () => {
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
    };
    const ending =
      <T>(end: (value: T) => void) =>
      (value: T) => {
        leave();
        end(value);
      };
    const waiter: Waiter = { ask, items, looks: false, resolve: ending(resolve), reject: ending(reject) };
    if (this.closed) waiter.reject(closedWhileWaiting());
    else if (signal?.aborted) waiter.reject(signal.reason);
    else {
      for (const item of items) if (item.outcome === 'parked') cleanUps.push(this.register(item.id, waiter));
      if (until !== null) {
        const ms = Math.max(0, until - this.clock.now());
        cleanUps.push(this.clock.after(ms, () => waiter.resolve(waiter.items)));
      }
      if (signal) {
        const abort = () => waiter.reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
        cleanUps.push(() => signal.removeEventListener('abort', abort));
      }
    }
    return { waiting: { ended: promise, leave }, waiter };
  }

  /** Ends every wait. The questions stay in the store. */
  close(): void {
    this.closed = true;
    this.end(closedWhileWaiting());
    this.release();
    clearInterval(this.alive);
  }

  private end(error: unknown): void {
    const all = new Set([...this.byClarification.values()].flatMap((waiters) => [...waiters]));
    for (const waiter of all) waiter.reject(error);
  }

  private release(): void {
    this.stopWatching?.();
    this.stopWatching = null;
    this.alive.unref();
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
    for (const event of events) {
      const { clarification, type } = event;
      if (clarification === null || SETTLES_NOTHING.has(type)) continue;
      for (const waiter of this.byClarification.get(clarification) ?? []) {
        if (type === 'clarification.answered' && !waiter.looks) this.answered(waiter, event);
        else this.look(waiter);
      }
    }
  }

  /** The event contains the whole answer, so the common case needs no read. */
  private answered(waiter: Waiter, { clarification, data }: AuditEvent): void {
    waiter.items = waiter.items.map((item) =>
      item.outcome === 'parked' && item.id === clarification
        ? answeredOutcome({ ...item, ...(data as unknown as AnswerData) })
        : item,
    );
    this.resolveIfSettled(waiter);
  }

  private look(waiter: Waiter): void {
    waiter.looks = true;
    this.store
      .items(waiter.ask)
      .then((stored) => {
        waiter.items = waiter.items.map((item) => {
          const now = stored.find(({ clarification }) => item.outcome === 'parked' && clarification?.id === item.id);
          return now ? outcomeOf(now.item, now.clarification) : item;
        });
        this.resolveIfSettled(waiter);
      })
      .catch(waiter.reject);
  }

  private resolveIfSettled(waiter: Waiter): void {
    if (waiter.items.every((item) => item.outcome !== 'parked')) waiter.resolve(waiter.items);
  }
}

function closedWhileWaiting(): AskOnceError {
  return new AskOnceError(
    'engine_closed',
    'AskOnce was closed while this ask was waiting. The question is stored; ask again to resume waiting.',
  );
}
