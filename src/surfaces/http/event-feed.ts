/**
 * The audit trail for any number of readers at once, each at its own pace. Whoever has caught up is handed what is told, and
 * the store is not read again for each of them; whoever falls behind reads it from the store, from where they were. So a slow
 * reader costs no memory, and none is passed over: an event that is told is the next one for all who have had the one before.
 */
import type { AskOnce } from '../../askonce.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import { shownEvent } from './schemas/records.ts';

/** Read from the store in one go, and kept for a reader that has caught up: what is beyond is read when it is wanted. */
const PAGE = 100;

/** What there is to read, and who tells of more. */
export type Trail = Pick<AskOnce['events'], 'list' | 'on'>;

export class EventFeed {
  private readonly trail: Trail;
  private readonly readers = new Set<EventReader>();
  private off: (() => void) | null = null;
  /** What is told to many is written once for all of them. */
  private readonly written = new WeakMap<AuditEvent, string>();
  /** The last event that was told. */
  last = 0;

  constructor(trail: Trail) {
    this.trail = trail;
  }

  /** Reads on from an event. Telling begins before anything is read, so that nothing falls between the two. */
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

  /** How many read. */
  get size(): number {
    return this.readers.size;
  }

  /** An event as it stands in a stream. */
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
  /** The last event that was given out. */
  cursor: number;
  private readonly feed: EventFeed;
  /** What was told since; null where the store has to be read. */
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

  /**
   * The events that follow; none where it stayed quiet for so long, or the signal was aborted. Each is given out once.
   */
  async next(quietMs: number, signal: AbortSignal): Promise<readonly AuditEvent[]> {
    if (this.told?.length === 0) {
      await this.news(quietMs, signal);
      // Nothing was told. Should telling have failed, the store knows better.
      if (this.told?.length === 0) this.told = null;
    }
    if (signal.aborted) return [];
    const events = this.told ?? (await this.feed.read(this.cursor));
    this.cursor = events.at(-1)?.seq ?? this.cursor;
    // What is told next is the next one only for whoever has had all that was told before.
    if (this.told !== null) this.told = [];
    else if (events.length < PAGE && this.cursor >= this.feed.last) this.told = [];
    // Told, and not to be read yet: it will be in a moment.
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
