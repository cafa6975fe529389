/**
 * Delivers events to one webhook: in order, each until it is accepted, at least once. The process that delivers holds the webhook in the
 * store and saves its progress there after each event, so the next holder continues from there.
 */
import type { Access, WebhookProgress, WebhookRecord } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Clock, Store } from '../../ports.ts';
import { pauseMs, type Steps } from '../../util/retry.ts';
import type { Post } from './post.ts';

const HOLD_MS = 60_000;
const RENEW_MS = HOLD_MS / 3;
/** A post starts only if the hold outlasts it by this much, so that no other process posts the same event at the same time. */
const SPARE_MS = 5_000;
const PAGE = 100;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS: Steps = {
  waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  mostRetryAfterMs: 24 * HOUR,
};
/** With these delays that is three days: a receiver that is down for a long weekend is not given up. */
const GIVE_UP_AFTER = 77;

const GONE = 410;

export interface DeliveryPorts {
  readonly access: Access;
  readonly events: Store['events'];
  readonly clock: Clock;
  readonly post: Post;
  readonly log: (line: string) => void;
  /** The holder's name of this process; it is unique. */
  readonly holder: string;
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly random: () => number;
  /** Aborts the post in progress. */
  readonly signal: AbortSignal;
}

/** The body of the request. It is always the same for an event, so a repeated delivery is an exact copy. */
function messageOf(event: AuditEvent): string {
  return JSON.stringify({ type: event.type, timestamp: new Date(event.at).toISOString(), data: event });
}

export class Delivery {
  private readonly id: string;
  private readonly ports: DeliveryPorts;
  /** Delivered or skipped by this process; saved to the store a little later, or, if saving failed, at the next chance. */
  private reached = 0;
  private woken = false;
  private wakeNow: (() => void) | null = null;
  private stopping = false;
  private running: Promise<void> | null = null;

  constructor(id: string, ports: DeliveryPorts) {
    this.id = id;
    this.ports = ports;
  }

  /** Signals that there may be events. */
  wake(): void {
    this.woken = true;
    this.wakeNow?.();
  }

  /**
   * Takes the webhook and delivers current and future events. Ends when a post has failed, another process holds the webhook, or `stop` was
   * called. Null if it is already running.
   */
  begin(): Promise<void> | null {
    if (this.running !== null) return null;
    this.stopping = false;
    this.running = this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Finishes the delivery in progress and releases the webhook. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.running?.catch(() => {});
  }

  private isStopping(): boolean {
    return this.stopping || this.ports.signal.aborted;
  }

  private async run(): Promise<void> {
    let webhook = await this.hold();
    while (webhook !== null && !this.isStopping()) {
      if (this.rightFor(webhook) <= HOLD_MS - RENEW_MS) webhook = await this.move(webhook, {});
      if (webhook === null) return;
      this.woken = false;
      const page = await this.ports.events(Math.max(webhook.seq, this.reached), PAGE);
      if (page.length === 0) await this.rest(this.rightFor(webhook) - (HOLD_MS - RENEW_MS));
      else webhook = await this.tellPage(webhook, page);
    }
    if (webhook !== null) await this.move(webhook, { heldUntil: null });
  }

  private async hold(): Promise<WebhookRecord | null> {
    const { access, clock, holder } = this.ports;
    const now = clock.now();
    const webhook = await access.holdWebhook(this.id, holder, now, now + HOLD_MS);
    if (webhook === null || (webhook.retryAt ?? 0) <= now) return webhook;
    // Another process has recorded a failure since the webhook was read.
    await this.move(webhook, { heldUntil: null });
    return null;
  }

  /** For how long this process still holds it. */
  private rightFor(webhook: WebhookRecord): number {
    return (webhook.heldUntil ?? 0) - this.ports.clock.now();
  }

  /** Null if it is no longer held. */
  private async tellPage(webhook: WebhookRecord, page: readonly AuditEvent[]): Promise<WebhookRecord | null> {
    let now: WebhookRecord | null = webhook;
    for (const event of page) {
      if (this.isStopping()) return now;
      if (now.events === null || now.events.includes(event.type)) now = await this.tell(now, event);
      // An aborted post was not delivered.
      if (now === null || this.isStopping()) return now;
      this.reached = Math.max(this.reached, event.seq);
    }
    // A few skipped events are saved with the next delivery or when the hold is renewed; a full page is saved at once.
    return page.length === PAGE && this.reached > now.seq ? this.move(now, {}) : now;
  }

  private async tell(webhook: WebhookRecord, event: AuditEvent): Promise<WebhookRecord | null> {
    const { clock, post, allowPrivate, timeoutMs, signal } = this.ports;
    const held = this.rightFor(webhook) < timeoutMs + SPARE_MS ? await this.hold() : webhook;
    // Another process may have held it in between.
    if (held === null || held.seq >= event.seq) return held;
    const { url, secret } = held;
    const at = clock.now();
    const body = messageOf(event);
    const posted = await post({ url, secret, id: `evt-${event.seq}`, body, at, timeoutMs, allowPrivate, signal }).catch(
      (error: unknown) => ({ status: null, error }),
    );
    if (posted.status === null) {
      // Aborted because this process is stopping; that is not a failure of the receiver.
      if (signal.aborted) return held;
      // An unexpected error may contain data that must not be shown.
      const why = posted.error instanceof AskOnceError ? posted.error.message : 'The request failed.';
      return this.failed(held, why, null, false);
    }
    const { status, retryAfterMs } = posted;
    if (status < 200 || status > 299) return this.failed(held, `HTTP ${status}`, retryAfterMs, status === GONE);
    this.reached = Math.max(this.reached, event.seq);
    return this.move(held, { failures: 0, retryAt: null, lastError: null });
  }

  /** Saves the failure and releases the webhook: when the delay is over, the first process that checks tries again. */
  private async failed(webhook: WebhookRecord, error: string, retryAfterMs: number | null, isGone: boolean) {
    const { clock, log, random } = this.ports;
    const now = clock.now();
    const failures = webhook.failures + 1;
    const isOver = isGone || failures >= GIVE_UP_AFTER;
    const retryAt = isOver ? null : now + pauseMs(STEPS, failures, retryAfterMs, random());
    const next = retryAt === null ? 'given up' : `retry at ${new Date(retryAt).toISOString()}`;
    log(`webhook ${this.id}: ${error} (failure ${failures}; ${next})`);
    const disabledAt = isOver ? now : null;
    await this.move(webhook, { failures, retryAt, lastError: error, disabledAt, heldUntil: null });
    return null;
  }

  /** Saves the progress and extends or releases the hold. Null if another process holds it by now. */
  private async move(webhook: WebhookRecord, change: Partial<WebhookProgress>): Promise<WebhookRecord | null> {
    const { access, clock, holder } = this.ports;
    const { failures, retryAt, lastError, disabledAt } = webhook;
    const seq = Math.max(webhook.seq, this.reached);
    const heldUntil = clock.now() + HOLD_MS;
    const progress = { seq, failures, retryAt, lastError, disabledAt, heldUntil, ...change };
    return (await access.moveWebhook(this.id, holder, progress)) ? { ...webhook, ...progress } : null;
  }

  private async rest(ms: number): Promise<void> {
    if (this.woken || this.isStopping()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopTimer = this.ports.clock.after(Math.max(0, ms), resolve);
    this.wakeNow = resolve;
    await promise;
    this.wakeNow = null;
    stopTimer();
  }
}
