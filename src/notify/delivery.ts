/**
 * Delivers events to one receiver, such as a webhook or a channel: in order, each until it is accepted. The process that delivers holds the
 * receiver in the store and saves its progress there after each event, so the next holder continues from there.
 */
import type { DeliveryProgress, DeliveryRecord } from '../core/access.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { AuditEvent } from '../core/model/records.ts';
import type { Clock, Store } from '../ports.ts';
import { pauseMs, type Steps } from '../util/retry.ts';

const HOLD_MS = 60_000;
const RENEW_MS = HOLD_MS / 3;
/** A post starts only if the hold outlasts it by this much, so that no other process posts the same event at the same time. */
const SPARE_MS = 5_000;
const PAGE = 100;

/** A receiver that is put off is looked at this often: the person may change its hours, or the machine's time zone. */
const PUT_OFF_MS = 15 * 60_000;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS: Steps = {
  waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  mostRetryAfterMs: 24 * HOUR,
};

/** What is delivered to, and how. */
export interface Receivers<R extends DeliveryRecord> {
  /** What one is called in the log, such as `webhook`. */
  readonly what: string;
  list(): Promise<readonly R[]>;
  /** Takes or renews the lease; null if another process has it. */
  hold(id: string, holder: string, now: number, until: number): Promise<R | null>;
  /** Stores the progress; false if the caller is not the holder. */
  move(id: string, holder: string, progress: DeliveryProgress): Promise<boolean>;
  wants(receiver: R, event: AuditEvent): boolean;
  /** May throw: that is a failure too. */
  tell(receiver: R, event: AuditEvent, how: Telling): Promise<Told>;
  /** After how many failures in a row it is disabled; never by default. */
  readonly giveUpAfter?: number;
}

export interface Telling {
  readonly at: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Whether the receiver accepted the event; if not, why, and when it wants to be tried again. */
export type Told =
  /** `lastError`: what stays shown although nothing is tried again. */
  | { readonly accepted: true; readonly lastError?: string | null }
  /** It wants this event, and all that follow, not before a time. */
  | { readonly accepted: false; readonly notBefore: number }
  | Failure;

interface Failure {
  readonly accepted: false;
  readonly error: string;
  readonly retryAfterMs?: number | null;
  /** It wants no more, ever. */
  readonly isGone?: boolean;
}

export interface DeliveryPorts<R extends DeliveryRecord> {
  readonly receivers: Receivers<R>;
  readonly events: Store['events'];
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** The holder's name of this process; it is unique. */
  readonly holder: string;
  readonly timeoutMs: number;
  readonly random: () => number;
  /** Aborts the delivery in progress. */
  readonly signal: AbortSignal;
}

export class Delivery<R extends DeliveryRecord> {
  private readonly id: string;
  private readonly ports: DeliveryPorts<R>;
  /** Delivered or skipped by this process; saved to the store a little later, or, if saving failed, at the next chance. */
  private reached = 0;
  private woken = false;
  private wakeNow: (() => void) | null = null;
  private stopping = false;
  private running: Promise<void> | null = null;

  constructor(id: string, ports: DeliveryPorts<R>) {
    this.id = id;
    this.ports = ports;
  }

  /** Signals that there may be events. */
  wake(): void {
    this.woken = true;
    this.wakeNow?.();
  }

  /**
   * Takes the receiver and delivers current and future events. Ends when a post has failed, another process holds the receiver, or `stop` was
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

  /** Finishes the delivery in progress and releases the receiver. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.running?.catch(() => {});
  }

  private isStopping(): boolean {
    return this.stopping || this.ports.signal.aborted;
  }

  private async run(): Promise<void> {
    let receiver = await this.hold();
    while (receiver !== null && !this.isStopping()) {
      if (this.rightFor(receiver) <= HOLD_MS - RENEW_MS) receiver = await this.move(receiver, {});
      if (receiver === null) return;
      this.woken = false;
      const page = await this.ports.events(Math.max(receiver.seq, this.reached), PAGE);
      if (page.length === 0) await this.rest(this.rightFor(receiver) - (HOLD_MS - RENEW_MS));
      else receiver = await this.tellPage(receiver, page);
    }
    if (receiver !== null) await this.move(receiver, { heldUntil: null });
  }

  private async hold(): Promise<R | null> {
    const { receivers, clock, holder } = this.ports;
    const now = clock.now();
    const receiver = await receivers.hold(this.id, holder, now, now + HOLD_MS);
    if (receiver === null || (receiver.retryAt ?? 0) <= now) return receiver;
    // Another process has recorded a failure since the receiver was read.
    await this.move(receiver, { heldUntil: null });
    return null;
  }

  /** For how long this process still holds it. */
  private rightFor(receiver: R): number {
    return (receiver.heldUntil ?? 0) - this.ports.clock.now();
  }

  /** Null if it is no longer held. */
  private async tellPage(receiver: R, page: readonly AuditEvent[]): Promise<R | null> {
    let now: R | null = receiver;
    for (const event of page) {
      if (this.isStopping()) return now;
      if (this.ports.receivers.wants(now, event)) now = await this.tell(now, event);
      // An aborted post was not delivered.
      if (now === null || this.isStopping()) return now;
      this.reached = Math.max(this.reached, event.seq);
    }
    // A few skipped events are saved with the next delivery or when the hold is renewed; a full page is saved at once.
    return page.length === PAGE && this.reached > now.seq ? this.move(now, {}) : now;
  }

  private async tell(receiver: R, event: AuditEvent): Promise<R | null> {
    const { receivers, clock, timeoutMs, signal } = this.ports;
    const held = this.rightFor(receiver) < timeoutMs + SPARE_MS ? await this.hold() : receiver;
    // Another process may have held it in between.
    if (held === null || held.seq >= event.seq) return held;
    const told = await receivers.tell(held, event, { at: clock.now(), timeoutMs, signal }).catch((error: unknown) => ({
      accepted: false as const,
      // An unexpected error may contain data that must not be shown.
      error: error instanceof AskOnceError ? error.message : 'The request failed.',
    }));
    if (!told.accepted) {
      // Aborted because this process is stopping; that is not a failure of the receiver.
      if (signal.aborted) return held;
      return 'notBefore' in told ? this.putOff(held, told.notBefore) : this.failed(held, told);
    }
    this.reached = Math.max(this.reached, event.seq);
    return this.move(held, { failures: 0, retryAt: null, lastError: told.lastError ?? null });
  }

  /** Releases the receiver until it wants the event: the cursor stays before it. */
  private async putOff(receiver: R, until: number): Promise<null> {
    const retryAt = Math.min(until, this.ports.clock.now() + PUT_OFF_MS);
    await this.move(receiver, { failures: 0, retryAt, heldUntil: null });
    return null;
  }

  /** Saves the failure and releases the receiver: when the delay is over, the first process that checks tries again. */
  private async failed(receiver: R, { error, retryAfterMs = null, isGone = false }: Failure) {
    const { receivers, clock, log, random } = this.ports;
    const now = clock.now();
    const failures = receiver.failures + 1;
    const isOver = isGone || failures >= (receivers.giveUpAfter ?? Number.POSITIVE_INFINITY);
    const retryAt = isOver ? null : now + pauseMs(STEPS, failures, retryAfterMs, random());
    const next = retryAt === null ? 'given up' : `retry at ${new Date(retryAt).toISOString()}`;
    log(`${receivers.what} ${this.id}: ${error} (failure ${failures}; ${next})`);
    const disabledAt = isOver ? now : null;
    await this.move(receiver, { failures, retryAt, lastError: error, disabledAt, heldUntil: null });
    return null;
  }

  /** Saves the progress and extends or releases the hold. Null if another process holds it by now. */
  private async move(receiver: R, change: Partial<DeliveryProgress>): Promise<R | null> {
    const { receivers, clock, holder } = this.ports;
    const { failures, retryAt, lastError, disabledAt } = receiver;
    const seq = Math.max(receiver.seq, this.reached);
    const heldUntil = clock.now() + HOLD_MS;
    const progress = { seq, failures, retryAt, lastError, disabledAt, heldUntil, ...change };
    return (await receivers.move(this.id, holder, progress)) ? { ...receiver, ...progress } : null;
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
