/**
 * The audit trail for many readers at once, each at its own pace. A reader that has caught up receives events as they are published,
 * without reading the store; a reader that falls behind reads the store from its own cursor. So a slow reader costs no memory, and no
 * reader misses an event: a published event directly follows the one before it.
 */
import type { AskOnce } from '../../askonce.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import { shownEvent } from './schemas/records.ts';

/** How many events are read from the store at once, and kept for a reader that has caught up; the rest is read when needed. */
const PAGE = 100;

/** The events to read, and to subscribe to. */
export type Trail = Pick<AskOnce['events'], 'list' | 'on'>;

export class EventFeed {
  private readonly trail: Trail;
  private readonly readers = new Set<EventReader>();
  private off: (() => void) | null = null;
  /** Each event is serialised once for all readers. */
  private readonly written = new WeakMap<AuditEvent, string>();
  /** The last event that was published. */
  last = 0;

  constructor(trail: Trail) {
    this.trail = trail;
  }

  /** Starts a reader after an event. It subscribes before reading, so that no event is missed in between. */
  reader(after: number): EventReader {
    const reader = new EventReader(this, after);
    this.readers.add(reader);
    this.off ??= this.trail.on('*', (event) => {
      this.last = event.seq;
      for (const one of this.readers) one.tell(event);
    });
    return reader;
  }

  read(after: number): Promise<readonly AuditEvent[]> {
    return this.trail.list({ after, limit: PAGE });
  }

  /** The number of readers. */
  get size(): number {
    return this.readers.size;
  }

  /** An event in the format of a stream. */
  textOf(event: AuditEvent): string {
    let text = this.written.get(event);
    if (text === undefined) {
      text = `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(shownEvent(event))}\n\n`;
      this.written.set(event, text);
    }
    return text;
  }

  left(reader: EventReader): void {
    this.readers.delete(reader);
    if (this.readers.size > 0) return;
    this.off?.();
    this.off = null;
  }
}

export class EventReader {
  /** The last event that was returned. */
  cursor: number;
  private readonly feed: EventFeed;
  /** Events published since; null if the store has to be read. */
  private told: AuditEvent[] | null = null;
  private wake: () => void = () => {};

  constructor(feed: EventFeed, after: number) {
    this.feed = feed;
    this.cursor = after;
  }

  tell(event: AuditEvent): void {
    if (this.told && this.told.length >= PAGE) this.told = null;
    if (event.seq > this.cursor) this.told?.push(event);
    this.wake();
  }

  /** Returns the following events, each once; empty if none came within `quietMs`, or if the signal was aborted. */
  async next(quietMs: number, signal: AbortSignal): Promise<readonly AuditEvent[]> {
    if (this.told?.length === 0) {
      await this.news(quietMs, signal);
      // No event was published. In case publishing failed, check the store.
      if (this.told?.length === 0) this.told = null;
    }
    if (signal.aborted) return [];
    const events = this.told ?? (await this.feed.read(this.cursor));
    this.cursor = events.at(-1)?.seq ?? this.cursor;
    // A published event is the next one only for a reader that has received all before it.
    if (this.told !== null) this.told = [];
    else if (events.length < PAGE && this.cursor >= this.feed.last) this.told = [];
    // Published, but not yet readable: it will be in a moment.
    else if (events.length === 0) await this.news(HELD_MS, signal);
    return events;
  }

  leave(): void {
    this.feed.left(this);
  }

  private news(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted) return Promise.resolve();
    const woken = () => resolve();
    const timer = setTimeout(woken, ms);
    this.wake = woken;
    signal.addEventListener('abort', woken);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', woken);
    });
  }
}

const HELD_MS = 5;
