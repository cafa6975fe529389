/**
 * Delivers every committed event, in order, from this process and all others.
 *
 * NOTIFY signals that something was committed, with a slow poll as a fallback; the events themselves are read from the table, from the last
 * position on. So a lost connection costs time, but no event. Our own events need not be read if the statement that wrote them shows that
 * nothing else came or can come before them.
 */
import type { Client, Notification } from 'pg';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Row } from '../rows.ts';
import { type Connections, type KeepsAlive, type Query, rowsOf } from './connections.ts';
import { fateOf, mayComeBack } from './errors.ts';
import { type EventsPage, type RunQuery, readEvents } from './events.ts';
import { OwnCommits, type OwnEvents } from './own-events.ts';

type Listener = (events: readonly AuditEvent[]) => void;

interface Entry {
  readonly tell: Listener;
  readonly failed: (error: unknown) => void;
  /** Our own events that were committed before this listener was added. */
  readonly before: ReadonlySet<number>;
}

/** Decisions in progress here: their callers must get the result before any later event is delivered. */
interface Decisions {
  answered(): Promise<void> | null;
  looksAnswered(): Promise<void> | null;
  readonly writes: boolean;
}

const POLL_MS = 500;
/** How soon to look again for events that a running transaction holds back. */
const HELD_MS = 3;
const PAGE = 500;

export class PostgresFeed {
  private readonly entries = new Set<Entry>();
  private readonly connections: Connections;
  private readonly channel: string;
  private readonly writer: string;
  private readonly decisions: Decisions;
  private readonly commits = new OwnCommits();
  private client: (Client & KeepsAlive) | null = null;
  private starting: Promise<void> | null = null;
  private cursor = -1;
  private reading: Promise<void> | null = null;
  private again = false;
  private poll: NodeJS.Timeout | null = null;
  private soon: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    connections: Connections,
    { channel, writer }: { channel: string; writer: string },
    decisions: Decisions,
  ) {
    this.connections = connections;
    this.channel = channel;
    this.writer = writer;
    this.decisions = decisions;
  }

  watch(tell: Listener, failed: (error: unknown) => void): () => void {
    const entry: Entry = { tell, failed, before: new Set(this.commits.untold()) };
    this.entries.add(entry);
    void this.started();
    return () => {
      this.entries.delete(entry);
    };
  }

  /**
   * Null once the feed runs: everything committed from then on is delivered. Until then no other call goes to the database, so that
   * whatever follows from a call made after `watch` is delivered as well.
   */
  begins(): Promise<void> | null {
    return this.starting;
  }

  /** Called with the events of our own commits, after their callers got the result; null if the events have to be read. */
  noticeOwn = (own: OwnEvents | null): void => {
    if (this.cursor < 0) return;
    if (own === null || own.events.length === 0) return this.read();
    this.commits.add(own);
    const looks = this.decisions.looksAnswered();
    if (looks) void looks.then(() => this.tellOwn());
    else this.tellOwn();
  };

  /** Delivers our own events that are certain to be next. The others may become certain with our next commit; otherwise they are read. */
  private tellOwn(): void {
    if (this.reading) return;
    this.tellNext();
    if (this.commits.waiting && !this.decisions.writes) this.read();
  }

  private tellNext(): void {
    if (this.closed) return;
    for (let events = this.commits.next(this.cursor); events; events = this.commits.next(this.cursor)) {
      this.cursor = events.at(-1)!.seq;
      this.tell(events);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.entries.clear();
    if (this.poll) clearInterval(this.poll);
    if (this.soon) clearTimeout(this.soon);
    await this.starting;
    const { client } = this;
    this.client = null;
    client?.ref();
    if (client) await this.connections.orHangUp(client, client.end()).catch(() => {});
    await this.reading;
  }

  /** Once started it keeps running: starting costs a connection and a round trip, running costs next to nothing. */
  private started(): Promise<void> {
    if (this.cursor >= 0 || this.closed) return Promise.resolve();
    this.starting ??= this.begin().finally(() => {
      this.starting = null;
    });
    return this.starting;
  }

  private async begin(): Promise<void> {
    try {
      const retry = (error: unknown) => !this.closed && mayComeBack(error);
      const client = await this.connections.patiently(() => this.findPlace(), { retry });
      this.client = client;
      if (this.closed) return;
      // From now on it only listens, and must not keep the process alive.
      client.unref();
      this.poll = setInterval(() => this.read(), POLL_MS);
      this.poll.unref();
      this.read();
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Listens, and starts after the last existing event. Not at the next number: after a crash the server reuses numbers of transactions that
   * left nothing behind, and while a transaction older than our schema is running, the number is below zero.
   */
  private async findPlace(): Promise<Client & KeepsAlive> {
    const client = await this.listening();
    const run = this.queryOn(client);
    const { below } = await readEvents(run, Number.MAX_SAFE_INTEGER, 1);
    const rows = await run<{ seq: string }>({ name: 'place', text: PLACE, values: [below] });
    const numbers = rows.map(({ seq }) => Number(seq));
    // Events that are committed but not final yet came before the listeners, although they will be read with later ones.
    for (const seq of numbers.filter((seq) => seq >= below))
      for (const entry of this.entries) (entry.before as Set<number>).add(seq);
    this.cursor = numbers.findLast((seq) => seq < below) ?? 0;
    return client;
  }

  private async listening(): Promise<Client & KeepsAlive> {
    const client = await this.connections.alone();
    client.on('notification', this.notified);
    client.once('end', () => this.lost(client));
    await this.connections.orHangUp(client, client.query(`LISTEN "${this.channel}"`));
    return client;
  }

  /** The store can no longer be read. Reports this to the listeners; a later listener restarts the feed. */
  private fail(error: unknown): void {
    const failed = [...this.entries];
    this.entries.clear();
    if (this.poll) clearInterval(this.poll);
    if (this.soon) clearTimeout(this.soon);
    this.soon = null;
    this.commits.passed(Number.POSITIVE_INFINITY);
    this.cursor = -1;
    const { client } = this;
    this.client = null;
    void client?.end().catch(() => {});
    for (const entry of failed) entry.failed(error);
  }

  private notified = ({ payload }: Notification): void => {
    if (payload !== this.writer) this.read();
  };

  /** The connection is gone. It is reopened for as long as that takes; the questions and the position are safe. */
  private lost(client: Client): void {
    if (this.client !== client || this.closed) return;
    this.client = null;
    void this.reconnect();
  }

  private async reconnect(): Promise<void> {
    for (let pause = 20; !this.closed; pause = Math.min(pause * 2, 1000)) {
      try {
        const client = await this.listening();
        if (this.closed) return void client.end().catch(() => {});
        client.unref();
        this.client = client;
        this.read();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())).unref());
      }
    }
  }

  private read(): void {
    this.again = true;
    // Without a connection there is nothing to read from; the reconnect triggers a read.
    if (this.reading || this.cursor < 0 || !this.client) return;
    this.reading = this.readAll().finally(() => {
      this.reading = null;
      this.tellNext();
      // Events are held back: reading again at once would loop.
      if (this.commits.waiting) this.readSoon();
      // Requested between the last read and now.
      if (this.again && this.client && !this.closed) this.read();
    });
  }

  private async readAll(): Promise<void> {
    while (this.again && this.client && !this.closed) {
      this.again = false;
      const { client } = this;
      let page: EventsPage;
      try {
        page = await readEvents(this.queryOn(client), this.cursor, PAGE);
      } catch (error) {
        if (fateOf(error) === 'failed') this.fail(error);
        // The connection was closed. Handled here rather than in its `end` event: until that fires, further reads would use it again and
        // again.
        else this.lost(client);
        return;
      }
      if (page.events.length === PAGE) this.again = true;
      else if (page.held) this.readSoon();
      if (page.events.length === 0) continue;
      await this.decisions.answered();
      this.cursor = page.events.at(-1)!.seq;
      this.commits.passed(this.cursor);
      this.tell(page.events);
    }
  }

  private queryOn(client: Client & KeepsAlive): RunQuery {
    const ms = this.connections.timing.connect;
    return <R extends Row>(query: Query) => this.connections.orHangUp(client, rowsOf<R>(client, query, ms));
  }

  private readSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      this.read();
    }, HELD_MS);
    this.soon.unref();
  }

  private tell(events: readonly AuditEvent[]): void {
    // A listener added during delivery gets later events only; a removed one gets nothing more.
    for (const entry of [...this.entries]) {
      const due = entry.before.size === 0 ? events : events.filter(({ seq }) => !entry.before.has(seq));
      if (due.length > 0 && this.entries.has(entry)) entry.tell(due);
    }
  }
}

/** The last event below a number, and all events from there on. */
const PLACE =
  'SELECT seq FROM events WHERE seq >= coalesce((SELECT max(seq) FROM events WHERE seq < $1), 0) ORDER BY seq';
