/**
 * Delivers events to receivers: webhooks and channels. Each has its own delivery, so that one that hangs does not hold up the others; the
 * dispatcher only ensures that each has one, in this process or another.
 */
import { randomUUID } from 'node:crypto';
import type { DeliveryRecord } from '../core/access.ts';
import type { Clock, Store } from '../ports.ts';
import { Delivery, type Receivers } from './delivery.ts';

/** Other processes register receivers too, without a notification. */
const POLL_MS = 5_000;
const AFTER_FAILURE_MS = 1_000;
/** How long a receiver may still reply when the process stops; without its reply the event would be delivered again. */
const GRACE_MS = 3_000;
/** A hold must outlast a delivery. */
const MAX_TIMEOUT_MS = 30_000;

export interface DispatchPorts {
  readonly events: Store['events'];
  readonly watch: Store['watch'];
  readonly clock: Clock;
  readonly log?: (line: string) => void;
  /** Timeout of one delivery; 30 seconds at most. */
  readonly timeoutMs?: number;
  /** For tests. */
  readonly random?: () => number;
}

const TIMEOUT_MS = 10_000;

/** Any number of dispatchers may work on one store: each event is delivered to each receiver that wants it by one of them. */
export class Dispatcher<R extends DeliveryRecord> {
  private readonly receivers: Receivers<R>;
  private readonly options: DispatchPorts;
  private readonly holder = `dispatcher-${randomUUID()}`;
  private readonly deliveries = new Map<string, Delivery<R>>();
  private readonly breakOff = new AbortController();
  private unwatch: (() => void) | null = null;
  private stopTimer: (() => void) | null = null;
  private wakesAt = Number.POSITIVE_INFINITY;
  private looking: Promise<void> | null = null;
  private looksAgain = false;
  private closed = false;

  constructor(receivers: Receivers<R>, options: DispatchPorts) {
    this.receivers = receivers;
    this.options = options;
  }

  /** Starts delivering. If the store cannot be read, it logs this and tries again later. */
  async start(): Promise<void> {
    if (this.closed || this.unwatch !== null) return;
    this.unwatch = this.options.watch(
      () => {
        for (const delivery of this.deliveries.values()) delivery.wake();
      },
      // Each delivery also checks by itself whenever it renews its hold.
      (error) => this.say('events may be delivered late', error),
    );
    await this.look();
  }

  /** Checks at once for receivers that were registered or removed. */
  refresh(): void {
    if (this.unwatch !== null) void this.look();
  }

  /** Stops all deliveries. Receivers may reply for a moment; then every one is released. */
  async stop(): Promise<void> {
    this.closed = true;
    this.unwatch?.();
    this.stopTimer?.();
    const stopGrace = this.options.clock.after(GRACE_MS, () => this.breakOff.abort());
    await this.looking;
    await Promise.all([...this.deliveries.values()].map((delivery) => delivery.stop()));
    stopGrace();
  }

  /** One check at a time; calls in the meantime share one more check. */
  private async look(): Promise<void> {
    this.looksAgain = true;
    this.looking ??= this.lookWhileAsked().finally(() => {
      this.looking = null;
    });
    await this.looking;
  }

  private async lookWhileAsked(): Promise<void> {
    while (this.looksAgain && !this.closed) {
      this.looksAgain = false;
      try {
        this.seeTo(await this.receivers.list());
      } catch (error) {
        this.say('the store cannot be read', error);
        this.expect(AFTER_FAILURE_MS);
      }
    }
  }

  /** Starts the deliveries that are due and stops those of removed or disabled receivers. */
  private seeTo(receivers: readonly R[]): void {
    const now = this.options.clock.now();
    const live = new Map(receivers.filter(({ disabledAt }) => disabledAt === null).map((one) => [one.id, one]));
    for (const [id, delivery] of this.deliveries) {
      if (!live.has(id)) void delivery.stop().then(() => this.deliveries.delete(id));
    }
    for (const receiver of live.values()) {
      const heldUntil = receiver.holder === this.holder ? 0 : (receiver.heldUntil ?? 0);
      const dueAt = Math.max(receiver.retryAt ?? 0, heldUntil);
      if (this.closed) return;
      if (dueAt <= now) this.begin(receiver.id);
      else this.expect(dueAt - now);
    }
    this.expect(POLL_MS);
  }

  private begin(id: string): void {
    const delivery = this.deliveries.get(id) ?? new Delivery(id, this.portsOfDeliveries());
    this.deliveries.set(id, delivery);
    delivery.begin()?.then(
      // The time of the next attempt is in the store, and is read from there.
      () => this.expect(0),
      (error: unknown) => {
        this.say(`${this.receivers.what} ${id} cannot be delivered`, error);
        this.expect(AFTER_FAILURE_MS);
      },
    );
  }

  private portsOfDeliveries() {
    const { events, clock, log = () => {}, random = Math.random } = this.options;
    const timeoutMs = Math.min(this.options.timeoutMs ?? TIMEOUT_MS, MAX_TIMEOUT_MS);
    const { receivers, holder } = this;
    const { signal } = this.breakOff;
    return { receivers, events, clock, log, holder, timeoutMs, random, signal };
  }

  /** Ensures a check after this time, or earlier. */
  private expect(ms: number): void {
    const at = this.options.clock.now() + ms;
    if (this.closed || at >= this.wakesAt) return;
    this.stopTimer?.();
    this.wakesAt = at;
    this.stopTimer = this.options.clock.after(ms, () => {
      this.wakesAt = Number.POSITIVE_INFINITY;
      void this.look();
    });
  }

  private say(what: string, error: unknown): void {
    if (this.closed) return;
    this.options.log?.(`${this.receivers.what}s: ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
