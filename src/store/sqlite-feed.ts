/**
 * Every committed event, in order, from this process and all others on the same file.
 *
 * Other processes are noticed by `PRAGMA data_version`, which costs 2 µs. A change of the -wal file makes us look every
 * millisecond for 15 ms, and a slow poll stands behind it, because file notifications alone miss commits and a fast poll alone
 * costs a percent of a core.
 */
import { type FSWatcher, watch } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { AuditEvent } from '../core/records.ts';
import { isBusy } from './sqlite-errors.ts';

type Listener = (events: readonly AuditEvent[]) => void;

const SLOW_POLL_MS = 500;
const QUICK_POLL_MS = 1;
const QUICK_POLLS = 15;
const PAGE = 500;

export class SqliteFeed {
  private readonly listeners = new Set<Listener>();
  private readonly db: Database;
  private readonly read: (after: number, limit: number) => AuditEvent[];
  private readonly last: () => number;
  private cursor = 0;
  private version = 0;
  private stale = false;
  private own: AuditEvent[] = [];
  private dispatching = false;
  private watcher: FSWatcher | null = null;
  private slow: NodeJS.Timeout | null = null;
  private quick: NodeJS.Timeout | null = null;
  private quickLeft = 0;

  constructor(db: Database, read: (after: number, limit: number) => AuditEvent[], last: () => number) {
    this.db = db;
    this.read = read;
    this.last = last;
  }

  watch(listener: Listener): () => void {
    // Wrapped, so that the same function given twice is two listeners.
    const entry: Listener = (events) => listener(events);
    if (this.listeners.size === 0) this.start();
    this.listeners.add(entry);
    return () => {
      if (this.listeners.delete(entry) && this.listeners.size === 0) this.stop();
    };
  }

  close(): void {
    this.listeners.clear();
    this.stop();
  }

  /** Called under the write lock: has another process committed since we last looked? */
  noticeOthers = (): void => {
    if (this.listeners.size > 0) this.look();
  };

  /** Called with the events of our own commit. Listeners hear of them after all promises of the batch have been settled. */
  noticeOwn = (events: AuditEvent[]): void => {
    if (this.listeners.size === 0) return;
    this.own.push(...events);
    this.dispatchSoon();
  };

  private start(): void {
    this.version = this.dataVersion();
    this.cursor = this.last();
    this.own = [];
    this.stale = false;
    this.slow = setInterval(this.poll, SLOW_POLL_MS);
    this.slow.unref();
    this.watchFile();
  }

  private stop(): void {
    this.watcher?.close();
    this.watcher = null;
    if (this.slow) clearInterval(this.slow);
    this.slow = null;
    this.stopQuick();
  }

  private watchFile(): void {
    try {
      this.watcher = watch(`${this.db.name}-wal`, { persistent: false }, this.hurry);
      // Losing the notification costs latency, never an event: the slow poll goes on.
      this.watcher.on('error', () => this.watcher?.close());
    } catch {
      this.watcher = null;
    }
  }

  private hurry = (): void => {
    this.quickLeft = QUICK_POLLS;
    if (this.quick) return;
    this.quick = setInterval(() => {
      this.poll();
      this.quickLeft -= 1;
      if (this.quickLeft <= 0) this.stopQuick();
    }, QUICK_POLL_MS);
    this.quick.unref();
  };

  private stopQuick(): void {
    if (this.quick) clearInterval(this.quick);
    this.quick = null;
  }

  private poll = (): void => {
    if (!this.db.open || this.listeners.size === 0) return;
    try {
      this.look();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (this.stale) this.dispatchSoon();
  };

  private look(): void {
    const version = this.dataVersion();
    if (version === this.version) return;
    this.version = version;
    this.stale = true;
  }

  private dataVersion(): number {
    return this.db.pragma('data_version', { simple: true }) as number;
  }

  private dispatchSoon(): void {
    if (this.dispatching) return;
    this.dispatching = true;
    setImmediate(() => {
      this.dispatching = false;
      this.dispatch();
    });
  }

  private dispatch(): void {
    if (this.listeners.size === 0 || !this.db.open) return;
    if (!this.stale) return this.tell(this.own.splice(0));
    // Events of ours and of others lie mixed in the table: read them all from there, so that the order is the table's.
    let page: AuditEvent[];
    try {
      page = this.read(this.cursor, PAGE);
    } catch (error) {
      if (!isBusy(error)) throw error;
      return this.dispatchSoon();
    }
    if (page.length < PAGE) {
      this.stale = false;
      this.own = this.own.filter((event) => event.seq > (page.at(-1)?.seq ?? this.cursor));
    } else {
      this.dispatchSoon();
    }
    this.tell(page);
  }

  private tell(events: AuditEvent[]): void {
    const fresh = events.filter((event) => event.seq > this.cursor);
    if (fresh.length === 0) return;
    this.cursor = fresh.at(-1)!.seq;
    for (const listener of this.listeners) listener(fresh);
  }
}
