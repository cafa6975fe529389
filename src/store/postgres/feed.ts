/**
 * Every committed event, in order, from this process and all others.
 *
 * NOTIFY says that something was committed, and a slow poll stands behind it; what was committed is read from the table, from
 * where we were. So a lost connection costs time and no event. Our own events need not be read where the statement that
 * wrote them can tell that nothing else came or can come before them.
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
  /** Events of our own that were committed before it began to listen. */
  readonly before: ReadonlySet<number>;
}

/** Decisions under way here: what they decided must be known to their callers before anything that followed is told. */
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
   * Null once it runs: what is committed from then on is told. Until then no other call goes to the database, so that whatever
   * follows from a call that came after `watch` is told as well.
   */
  begins(): Promise<void> | null {
    return this.starting;
  }

  /** Called with the events of our own commits, once their callers have been told; null where they have to be read. */
  noticeOwn = (own: OwnEvents | null): void => {
    if (this.cursor < 0) return;
    if (own === null || own.events.length === 0) return this.read();
    this.commits.add(own);
    const looks = this.decisions.looksAnswered();
    if (looks) void looks.then(() => this.tellOwn());
    else this.tellOwn();
  };

  /** Tells of our own what is certain to be next. What is not may become so with the next commit of ours; else it is read. */
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

  /** Once begun it goes on: to begin costs a connection and a round trip, to go on costs next to nothing. */
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
      // From now on it only listens: it is not what keeps a process alive.
      client.unref();
      this.poll = setInterval(() => this.read(), POLL_MS);
      this.poll.unref();
      this.read();
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Listens, and begins after the last event there is. Not at the next number: a server that crashes gives numbers out again
   * that it had given to transactions which left nothing, and while one runs that is older than our schema it is below zero.
   */
  private async findPlace(): Promise<Client & KeepsAlive> {
    const client = await this.listening();
    const run = this.queryOn(client);
    const { below } = await readEvents(run, Number.MAX_SAFE_INTEGER, 1);
    const rows = await run<{ seq: string }>({ name: 'place', text: PLACE, values: [below] });
    const numbers = rows.map(({ seq }) => Number(seq));
    // What is committed already and not settled yet was before us, though it will be read with what comes.
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

  /** The store can no longer be read. Those who listen are told; whoever listens later begins anew. */
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

  /** The connection is gone. It is made anew for as long as it takes; the questions are safe, and so is our place. */
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
    // Without a connection there is nothing to read by; whoever makes it anew reads.
    if (this.reading || this.cursor < 0 || !this.client) return;
    this.reading = this.readAll().finally(() => {
      this.reading = null;
      this.tellNext();
      // Held back: to read on at once would be to read without end.
      if (this.commits.waiting) this.readSoon();
      // Asked for between the last look and now.
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
        // It was hung up. Said here and not when that is heard of: till then others would read over it, and again, and again.
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
    // Whoever begins to listen while this is told was not there yet; whoever has ended is told nothing more.
    for (const entry of [...this.entries]) {
      const due = entry.before.size === 0 ? events : events.filter(({ seq }) => !entry.before.has(seq));
      if (due.length > 0 && this.entries.has(entry)) entry.tell(due);
    }
  }
}

/** The last event below a number, and all from there on. */
const PLACE =
  'SELECT seq FROM events WHERE seq >= coalesce((SELECT max(seq) FROM events WHERE seq < $1), 0) ORDER BY seq';
