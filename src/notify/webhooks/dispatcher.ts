/**
 * Delivers events to the registered webhooks. Each webhook has its own delivery, so that one that hangs does not hold up the others; the
 * dispatcher only ensures that each has one, in this process or another.
 */
import { randomUUID } from 'node:crypto';
import type { Access, WebhookRecord } from '../../core/access.ts';
import type { Clock, Store } from '../../ports.ts';
import { Delivery } from './delivery.ts';
import { POST_TIMEOUT_MS, type Post, postWebhook } from './post.ts';

/** Other processes register webhooks too, without a notification. */
const POLL_MS = 5_000;
const AFTER_FAILURE_MS = 1_000;
/** How long a receiver may still reply when the process stops; without its reply the event would be delivered again. */
const GRACE_MS = 3_000;
/** A hold must outlast a post. */
const MAX_POST_MS = 30_000;

export interface DispatcherOptions {
  readonly access: Access;
  readonly events: Store['events'];
  readonly watch: Store['watch'];
  readonly clock: Clock;
  readonly log?: (line: string) => void;
  /** Set by the operator: webhooks may use private addresses and http. */
  readonly allowPrivate?: boolean;
  /** Timeout of one post; 30 seconds at most. */
  readonly timeoutMs?: number;
  /** For tests. */
  readonly post?: Post;
  readonly random?: () => number;
}

/**
 * Any number of dispatchers may work on one store: each event is delivered once to each webhook that wants it, unless a process dies after
 * the post and before the progress is saved.
 */
export class WebhookDispatcher {
  private readonly options: DispatcherOptions;
  private readonly holder = `dispatcher-${randomUUID()}`;
  private readonly deliveries = new Map<string, Delivery>();
  private readonly breakOff = new AbortController();
  private unwatch: (() => void) | null = null;
  private stopTimer: (() => void) | null = null;
  private wakesAt = Number.POSITIVE_INFINITY;
  private looking: Promise<void> | null = null;
  private looksAgain = false;
  private closed = false;

  constructor(options: DispatcherOptions) {
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

  /** Checks at once for webhooks that were registered or removed. */
  refresh(): void {
    if (this.unwatch !== null) void this.look();
  }

  /** Stops all deliveries. Receivers may reply for a moment; then every webhook is released. */
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
        this.seeTo(await this.options.access.webhooks());
      } catch (error) {
        this.say('the store cannot be read', error);
        this.expect(AFTER_FAILURE_MS);
      }
    }
  }

  /** Starts the deliveries that are due and stops those of removed or disabled webhooks. */
  private seeTo(webhooks: readonly WebhookRecord[]): void {
    const now = this.options.clock.now();
    const live = new Map(webhooks.filter(({ disabledAt }) => disabledAt === null).map((one) => [one.id, one]));
    for (const [id, delivery] of this.deliveries) {
      if (!live.has(id)) void delivery.stop().then(() => this.deliveries.delete(id));
    }
    for (const webhook of live.values()) {
      const heldUntil = webhook.holder === this.holder ? 0 : (webhook.heldUntil ?? 0);
      const dueAt = Math.max(webhook.retryAt ?? 0, heldUntil);
      if (this.closed) return;
      if (dueAt <= now) this.begin(webhook.id);
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
        this.say(`webhook ${id} cannot be delivered`, error);
        this.expect(AFTER_FAILURE_MS);
      },
    );
  }

  private portsOfDeliveries() {
    const { access, events, clock, post = postWebhook, allowPrivate = false, random = Math.random } = this.options;
    const { log = () => {} } = this.options;
    const timeoutMs = Math.min(this.options.timeoutMs ?? POST_TIMEOUT_MS, MAX_POST_MS);
    const { holder } = this;
    const { signal } = this.breakOff;
    return { access, events, clock, post, log, holder, allowPrivate, timeoutMs, random, signal };
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
    this.options.log?.(`webhooks: ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
