/**
 * Delivers every committed event, in order, from this process and all others on the same file.
 *
 * Other processes are noticed by a gap in the numbers of the events we write, and by `PRAGMA data_version`, which costs 2 µs. After any
 * activity the feed looks again after 2 ms, then less and less often: each pause is a fraction of the time since. After 20 quiet
 * milliseconds a watch on the -wal file signals when to start again; earlier it would report every page that this process writes itself.
 * The looks continue beside it for a while, because the file is touched before its fsync and not after, and an fsync may take long. A slow
 * poll backs all this up: notifications alone miss commits, and a fast poll alone costs a percent of a core.
 */
import { type FSWatcher, watch } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import type { AuditEvent } from '../../core/model/records.ts';
import { isBusy } from './errors.ts';

type Listener = (events: readonly AuditEvent[]) => void;

interface Entry {
  readonly tell: Listener;
  readonly failed: (error: unknown) => void;
  /** It gets the events after this one. */
  readonly after: number;
}

const SLOW_POLL_MS = 500;
/**
 * After this long without a change the file is watched; after the next constant's time the looks stop, and only the watch and the slow poll
 * remain.
 */
const CALM_MS = 20;
const QUIET_MS = 700;
/** The pause before the next look: as a share of the time since the last activity, and its minimum. */
const PAUSE_SHARE = 0.07;
const PAUSE_MS = 2;
const PAGE = 500;

export class SqliteFeed {
  private readonly listeners = new Set<Entry>();
  private readonly db: Database;
  private readonly read: (after: number, limit: number) => AuditEvent[];
  private readonly last: () => number;
  private readonly dataVersionOf: Statement;
  private cursor = 0;
  private version = 0;
  private stale = false;
  private dispatching = false;
  private watcher: FSWatcher | null = null;
  private slow: NodeJS.Timeout | null = null;
  private quick: NodeJS.Timeout | null = null;
  private stirredAt = 0;

  constructor(db: Database, read: (after: number, limit: number) => AuditEvent[], last: () => number) {
    this.db = db;
    // Prepared, because `db.pragma` compiles the statement each time: 25 µs instead of 2.
    this.dataVersionOf = db.prepare('PRAGMA data_version').pluck();
    this.read = read;
    this.last = last;
  }

  watch(listener: Listener, failed: (error: unknown) => void): () => void {
    if (this.listeners.size === 0) this.start();
    // Events that are committed but not delivered yet came before this listener.
    const entry: Entry = { tell: listener, failed, after: this.stale ? this.last() : this.cursor };
    this.listeners.add(entry);
    return () => {
      if (this.listeners.delete(entry) && this.listeners.size === 0) this.stop();
    };
  }

  close(): void {
    this.listeners.clear();
    this.stop();
  }

  /** Called with the events of our own commits, after their callers got the result. A gap before them means that another process wrote. */
  noticeOwn = (events: readonly AuditEvent[]): void => {
    if (this.listeners.size === 0) return;
    this.stir();
    if (events.at(-1)!.seq !== this.cursor + events.length) this.stale = true;
    if (this.stale) this.dispatchSoon();
    else this.tell(events);
  };

  private start(): void {
    this.version = this.dataVersion();
    this.cursor = this.last();
    this.stale = false;
    this.slow = setInterval(this.poll, SLOW_POLL_MS);
    this.slow.unref();
    this.stir();
  }

  private stop(): void {
    this.closeWatcher();
    if (this.slow) clearInterval(this.slow);
    if (this.quick) clearTimeout(this.quick);
    this.slow = null;
    this.quick = null;
  }

  /** There is activity: look often for a while. */
  private stir = (): void => {
    const now = performance.now();
    const pausing = this.quick !== null && now - this.stirredAt < PAUSE_MS / PAUSE_SHARE;
    this.stirredAt = now;
    // The pause is already short: keep it, because a timer costs more than the look.
    if (pausing) return;
    this.closeWatcher();
    if (this.quick) clearTimeout(this.quick);
    this.lookAgainLater();
  };

  private lookAgainLater(): void {
    const since = performance.now() - this.stirredAt;
    this.quick = setTimeout(this.lookAgain, Math.max(PAUSE_MS, since * PAUSE_SHARE));
    this.quick.unref();
  }

  private lookAgain = (): void => {
    this.quick = null;
    const since = performance.now() - this.stirredAt;
    if (since > CALM_MS) this.openWatcher();
    if (since < QUIET_MS) this.lookAgainLater();
    this.poll();
  };

  private openWatcher(): void {
    if (this.watcher) return;
    try {
      this.watcher = watch(`${this.db.name}-wal`, { persistent: false }, this.stir);
      // Losing the notification costs latency, never an event: the slow poll continues.
      this.watcher.on('error', () => this.closeWatcher());
    } catch {
      this.watcher = null;
    }
  }

  private closeWatcher(): void {
    this.watcher?.close();
    this.watcher = null;
  }

  private poll = (): void => {
    if (!this.db.open || this.listeners.size === 0) return;
    try {
      this.look();
    } catch (error) {
      if (!isBusy(error)) return this.fail(error);
    }
    if (this.stale) this.dispatchSoon();
  };

  /** The store can no longer be read. Reports this to the listeners, because nothing would catch an error thrown in a timer. */
  private fail(error: unknown): void {
    const all = [...this.listeners];
    this.close();
    for (const { failed } of all) failed(error);
  }

  private look(): void {
    const version = this.dataVersion();
    if (version === this.version) return;
    this.version = version;
    this.stale = true;
    this.stir();
  }

  private dataVersion(): number {
    return this.dataVersionOf.get() as number;
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
    // Our events and those of other processes are mixed in the table: read all of them from there, in the table's order.
    let page: AuditEvent[];
    try {
      page = this.read(this.cursor, PAGE);
    } catch (error) {
      if (!isBusy(error)) return this.fail(error);
      return this.dispatchSoon();
    }
    if (page.length < PAGE) this.stale = false;
    else this.dispatchSoon();
    this.tell(page);
  }

  private tell(events: readonly AuditEvent[]): void {
    const fresh = events.filter((event) => event.seq > this.cursor);
    if (fresh.length === 0) return;
    this.cursor = fresh.at(-1)!.seq;
    // A listener added during delivery gets later events only; a removed one gets nothing more.
    for (const entry of [...this.listeners]) {
      const due = fresh[0]!.seq > entry.after ? fresh : fresh.filter(({ seq }) => seq > entry.after);
      if (due.length > 0 && this.listeners.has(entry)) entry.tell(due);
    }
  }
}
