/**
 * Writes decisions, as many as there are in one statement, and determines the result.
 *
 * A statement that failed was rolled back, and is retried; or rejected, and its members are written one by one, so that only the faulty one
 * fails; or lost with its connection, and then the writer looks up whether it was committed. It never guesses.
 */
import { randomUUID } from 'node:crypto';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Row } from '../rows.ts';
import { type Member, type Plan, preferenceIn } from './batch-member.ts';
import { Changes } from './changes.ts';
import type { Connections, Query } from './connections.ts';
import { fateOf, storeError } from './errors.ts';
import type { Knowledge } from './guesses.ts';
import type { OwnEvents } from './own-events.ts';
import { statementFor } from './statement.ts';

/** What the writer calls once a member's result is known. */
export interface Outcomes {
  succeed(member: Member, result: unknown): void;
  fail(member: Member, error: unknown): void;
  /** It was not written, and must read and decide again. */
  again(member: Member): void;
  /**
   * Events were committed, and the callers have their results. Passes the events, or null if they are not known here, and the highest
   * number known to be among them.
   */
  told(own: OwnEvents | null, last: number): void;
}

export interface WriterNames {
  readonly channel: string;
  readonly writer: string;
  /** The highest event number when the store was opened. */
  readonly lastSeq: number;
}

/** How the events of a statement are found, and after which number. */
interface Sent {
  readonly marks: string;
  readonly after: number;
}

interface ReplyRow {
  n: number;
  version: number | null;
  /** The first event's number, the last one before it, the transaction's number and its snapshot; null if there is no event. */
  told: string | null;
}

/** Two statements in progress keep both the server and this process busy; more would only make the batches smaller. */
const WRITERS = 2;
const MAX_BATCH = 128;
const MAX_EVENTS = 4_096;
const MAX_REFUSALS = 5;
/** The pause before a rolled-back statement is retried, so that two that conflicted do not conflict again. */
const PAUSE_MS = 20;

export class Writer {
  private waiting: Member[] = [];
  /** Members that failed in a batch and are retried alone. */
  private readonly lonely = new WeakSet<Member>();
  private readonly writing: (readonly Plan[])[] = [];
  /**
   * Sessions and preferences, each with the member that found it changed and writes there next. If that member queued up again behind all
   * others, it would find it changed again, and 64 answers in one session would take 4,000 statements. A member with a promise waits for no
   * other promise, so no two wait for each other.
   */
  private readonly promised = new Map<string, Member>();
  private readonly connections: Connections;
  private readonly knowledge: Knowledge;
  private readonly outcomes: Outcomes;
  private readonly names: WriterNames;
  /** The highest event number seen here: whatever is sent later gets a higher one. */
  private lastSeq: number;

  constructor(connections: Connections, knowledge: Knowledge, names: WriterNames, outcomes: Outcomes) {
    this.connections = connections;
    this.knowledge = knowledge;
    this.names = names;
    this.outcomes = outcomes;
    this.lastSeq = names.lastSeq;
  }

  add(member: Member): void {
    this.waiting.push(member);
  }

  /** The member has ended and needs no promise any more. */
  ended(member: Member): void {
    for (const [name, whose] of this.promised) if (whose === member) this.promised.delete(name);
  }

  /** Whether a write is in progress that will be reported. */
  get busy(): boolean {
    return this.writing.length > 0;
  }

  /** Starts a write, if there is something to write and a writer is free. */
  next(): Promise<void> | null {
    if (this.writing.length >= WRITERS) return null;
    const batch = this.nextBatch();
    return batch.length === 0 ? null : this.write(batch);
  }

  /** As many members as fit into one statement: one per session and per preference, across all writes in progress. */
  private nextBatch(): Member[] {
    if (this.waiting.length <= 1 && this.writing.length === 0) return this.waiting.splice(0);
    const taken = new Set(this.writing.flat().flatMap(({ names }) => names));
    const next = new Set(this.promised.values());
    const batch: Member[] = [];
    const left: Member[] = [];
    let events = 0;
    for (const member of this.waiting) {
      const { names, verdict } = member.plan!;
      const fits =
        batch.length < MAX_BATCH &&
        events < MAX_EVENTS &&
        !(batch.length > 0 && (this.lonely.has(member) || this.lonely.has(batch[0]!))) &&
        !names.some((name) => taken.has(name) || (!next.has(member) && this.promised.has(name)));
      (fits ? batch : left).push(member);
      if (!fits) continue;
      events += verdict.effects.length;
      for (const name of names) taken.add(name);
    }
    this.waiting = left;
    return batch;
  }

  private async write(batch: readonly Member[]): Promise<void> {
    const plans = batch.map(({ plan }) => plan!);
    const sent: Sent = { marks: randomUUID(), after: this.lastSeq };
    let query: Query;
    try {
      query = this.statementOf(batch, sent.marks);
    } catch (error) {
      // An error of ours, before anything was sent.
      for (const member of batch) this.fail(member, error);
      return;
    }
    this.writing.push(plans);
    let rows: ReplyRow[] | null = null;
    try {
      rows = await this.connections.query<ReplyRow>(query);
    } catch (error) {
      await this.recover(batch, sent, error);
    } finally {
      this.writing.splice(this.writing.indexOf(plans), 1);
    }
    if (rows) this.settle(batch, plans, rows);
  }

  private statementOf(batch: readonly Member[], marks: string): Query {
    const changes = new Changes();
    const asked: Row[] = [];
    const facts: Row[] = [];
    const members = batch.map(({ look, plan }, n) => {
      const { seen, guess, verdict, session } = plan!;
      changes.add(n, verdict.effects, (key) => preferenceIn(look, seen, key), `${marks}/${n}`);
      for (const row of guess?.asked ?? []) asked.push({ n, ...row });
      for (const row of guess?.facts ?? []) facts.push({ n, ...row });
      return { n, session, version: seen.version };
    });
    const { channel, writer } = this.names;
    return statementFor({ members, changes, asked, facts, channel, writer });
  }

  private settle(batch: readonly Member[], plans: readonly Plan[], rows: readonly ReplyRow[]): void {
    const versions = new Map(rows.map(({ n, version }) => [n, version]));
    for (const [n, member] of batch.entries()) {
      const { seen, verdict, session, names } = plans[n]!;
      const version = versions.get(n);
      if (version === undefined) {
        if (session !== null) this.knowledge.forget(session);
        for (const name of names) this.promised.set(name, this.promised.get(name) ?? member);
        this.outcomes.again(member);
        continue;
      }
      this.knowledge.wrote(member.look, seen, verdict.effects, version);
      this.outcomes.succeed(member, verdict.result);
    }
    const [reply] = rows;
    if (!reply || reply.told === null) return;
    const [first, before, xid] = reply.told.split(' ', 3).map(Number) as [number, number, number];
    let i = -1;
    const events = plans.flatMap(({ verdict }, n) =>
      verdict.effects.flatMap((effect) => {
        if (effect.do !== 'event') return [];
        i += 1;
        return versions.has(n) ? [{ ...effect.event, seq: first + i }] : [];
      }),
    );
    this.lastSeq = Math.max(this.lastSeq, first + i);
    this.outcomes.told({ events, xid, snapshot: reply.told.split(' ')[3]!, before }, events.at(-1)?.seq ?? 0);
  }

  /** The statement failed. No caller gets a result before it is known what happened. */
  private async recover(batch: readonly Member[], sent: Sent, error: unknown): Promise<void> {
    for (const { plan } of batch) if (plan!.session !== null) this.knowledge.forget(plan!.session);
    const fate = fateOf(error);
    if (fate === 'lost') return this.lookWhatBecame(batch, sent, error);
    if (fate === 'undone') {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
      for (const member of batch) this.tryAgain(member, error);
      return;
    }
    if (batch.length > 1) {
      for (const member of batch) {
        this.lonely.add(member);
        this.outcomes.again(member);
      }
      return;
    }
    const [member] = batch as [Member];
    member.refusals += 1;
    // A constraint showed that a guess was wrong, or another process wrote first.
    if (fate === 'refused' && member.refusals < MAX_REFUSALS) this.outcomes.again(member);
    else this.fail(member, error);
  }

  private tryAgain(member: Member, error: unknown): void {
    if (performance.now() - member.since < this.connections.timing.patience) this.outcomes.again(member);
    else this.fail(member, error);
  }

  /** The connection broke during the statement: looks up whether it was committed. */
  private async lookWhatBecame(batch: readonly Member[], { marks, after }: Sent, error: unknown): Promise<void> {
    let found: Map<number, number>;
    try {
      found = await this.connections.patiently(async () => {
        await this.connections.endOf(error);
        const rows = await this.connections.query<{ mark: string; seq: string }>({
          name: 'marks',
          text: 'SELECT mark, seq FROM events WHERE mark = ANY ($1) AND seq > $2',
          values: [batch.map((_, n) => `${marks}/${n}`), after],
        });
        return new Map(rows.map(({ mark, seq }) => [Number(mark.split('/')[1]), Number(seq)]));
      });
    } catch (lookError) {
      const { shown } = this.connections.address;
      const text = `${storeError(lookError, shown).message} The connection was lost during a write, and AskOnce cannot tell whether it succeeded. Try again; it is not written twice.`;
      const told = new AskOnceError('store_unavailable', text, { store: shown }, error);
      for (const member of batch) this.fail(member, told);
      return;
    }
    for (const [n, member] of batch.entries()) {
      if (found.has(n)) this.outcomes.succeed(member, member.plan!.verdict.result);
      else this.tryAgain(member, error);
    }
    if (found.size > 0) this.outcomes.told(null, Math.max(...found.values()));
  }

  private fail(member: Member, error: unknown): void {
    this.outcomes.fail(member, storeError(error, this.connections.address.shown));
  }
}
