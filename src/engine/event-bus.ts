/**
 * Delivers every event from now on, as long as there are listeners. If the store cannot be read for a while, its watch ends. This class
 * then watches again and reads the events committed meanwhile, so that listeners notice nothing.
 */
import type { AuditEvent } from '../core/model/records.ts';
import type { Clock, Store } from '../ports.ts';
import { pauseMs, type Steps } from '../util/retry.ts';

const STEPS: Steps = { waitsMs: [100, 500, 2_000, 10_000], mostRetryAfterMs: 0 };
const PAGE = 1_000;

type Listener = (events: readonly AuditEvent[]) => void;

export class EventBus {
  private readonly store: Pick<Store, 'watch' | 'events' | 'lastSeq'>;
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private readonly watches = new Set<Watch>();

  /** @param failed Called once at the start of each series of failures, not with each attempt. */
  constructor(store: EventBus['store'], clock: Clock, failed: EventBus['failed']) {
    this.store = store;
    this.clock = clock;
    this.failed = failed;
  }

  on(listener: Listener): () => void {
    const watch = new Watch(this.store, this.clock, this.failed, listener);
    watch.begin();
    this.watches.add(watch);
    return () => {
      this.watches.delete(watch);
      watch.end();
    };
  }

  close(): void {
    for (const watch of this.watches) watch.end();
    this.watches.clear();
  }
}

class Watch {
  private readonly store: Pick<Store, 'watch' | 'events' | 'lastSeq'>;
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private readonly listener: Listener;
  /** The last event that was delivered, or that existed before; null if the store could not be read. */
  private last: number | null = null;
  private failures = 0;
  private isOver = false;
  private unwatch = () => {};
  private stopTimer = () => {};

  constructor(store: Watch['store'], clock: Clock, failed: Watch['failed'], listener: Listener) {
    this.store = store;
    this.clock = clock;
    this.failed = failed;
    this.listener = listener;
  }

  begin(): void {
    this.unwatch = this.store.watch((events) => this.tell(events), this.tryAgain);
    const before = (seq: number) => {
      this.last ??= seq;
    };
    this.store.lastSeq().then(before, () => {});
  }

  end(): void {
    this.isOver = true;
    this.unwatch();
    this.stopTimer();
  }

  private tell(events: readonly AuditEvent[]): void {
    const newest = events.at(-1);
    if (this.isOver || !newest) return;
    this.last = newest.seq;
    this.listener(events);
  }

  private tryAgain = (error: unknown): void => {
    if (this.isOver) return;
    this.unwatch();
    this.stopTimer();
    if (this.failures === 0) this.failed(error);
    this.failures += 1;
    const pause = pauseMs(STEPS, this.failures, null, Math.random());
    this.stopTimer = this.clock.after(pause, () => void this.beginAnew().catch(this.tryAgain));
  };

  /** Watches first and reads afterwards, so that no event is lost in between. New events are delivered after the missed ones. */
  private async beginAnew(): Promise<void> {
    const meanwhile: AuditEvent[] = [];
    let isCaughtUp = false;
    let hasFailed = false;
    this.unwatch = this.store.watch(
      (events) => (isCaughtUp ? this.tell(events) : void meanwhile.push(...events)),
      (error) => {
        hasFailed = true;
        this.tryAgain(error);
      },
    );
    for (let isMore = this.last !== null; isMore; ) {
      const missed = await this.store.events(this.last!, PAGE);
      // The watch has ended, or another attempt continues from here.
      if (this.isOver || hasFailed) return;
      this.tell(missed);
      isMore = missed.length === PAGE;
    }
    isCaughtUp = true;
    this.failures = 0;
    this.tell(meanwhile.filter(({ seq }) => seq > (this.last ?? 0)));
  }
}
