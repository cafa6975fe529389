/**
 * Writes decisions, as many as there are in one statement, and determines the result.
 *
 * A statement that failed was rolled back, and is retried; or rejected, and its members read and are written again, at first together, then
 * one by one, so that only the faulty one fails; or lost with its connection, and then the writer looks up whether it was committed. It never
 * guesses.
 */
import { randomUUID } from 'node:crypto';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Row } from '../rows.ts';
import { type Member, type Plan, preferenceIn } from './batch-member.ts';
import { Changes, type PreferenceKey } from './changes.ts';
import type { Connections, Query } from './connections.ts';
import { fateOf, sqlState, storeError } from './errors.ts';
import type { Knowledge } from './guesses.ts';
import type { Lines } from './lines.ts';
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
  /** The first event's number, the last one before it, the transaction's number and its snapshot; null if there is no event. */
  told: string | null;
}

/** Two statements in progress keep both the server and this process busy; more would only make the batches smaller. */
const WRITERS = 2;
const MAX_BATCH = 128;
const MAX_EVENTS = 4_096;
/** How often a member is undone or left out together with others, before it is written alone. */
const TOGETHER = 2;
/** Left out more often than this, a member is written alone: whatever keeps it out is then an error that can be reported. */
const MAX_MISSES = 10;
const MAX_REFUSALS = 5;
/** `lost_race()`: another process was faster. Only an error of ours would always be slower. */
const LOST_RACE = 'AO001';
const MAX_LOST_RACES = 20;
/** The pause before a rolled-back statement is retried, so that two that conflicted do not conflict again. */
const PAUSE_MS = 20;

export class Writer {
  private waiting: Member[] = [];
  private writing = 0;
  private readonly lines: Lines;
  private readonly connections: Connections;
  private readonly knowledge: Knowledge;
  private readonly outcomes: Outcomes;
  private readonly names: WriterNames;
  /** The highest event number seen here: whatever is sent later gets a higher one. */
  private lastSeq: number;

  constructor(
    connections: Connections,
    { knowledge, lines }: { knowledge: Knowledge; lines: Lines },
    names: WriterNames,
    outcomes: Outcomes,
  ) {
    this.connections = connections;
    this.lines = lines;
    this.knowledge = knowledge;
    this.names = names;
    this.outcomes = outcomes;
    this.lastSeq = names.lastSeq;
  }

  add(member: Member): void {
    this.waiting.push(member);
  }

  /** Whether a write is in progress that will be reported. */
  get busy(): boolean {
    return this.writing > 0;
  }

  /** Starts a write, if there is something to write and a writer is free. */
  next(): Promise<void> | null {
    if (this.writing >= WRITERS) return null;
    const batch = this.nextBatch();
    return batch.length === 0 ? null : this.write(batch);
  }

  /** As many members as fit into one statement. Those that want what another one writes wait in line for it. */
  private nextBatch(): Member[] {
    const batch: Member[] = [];
    const left: Member[] = [];
    let events = 0;
    for (const member of this.waiting) {
      const fits =
        batch.length < MAX_BATCH &&
        events < MAX_EVENTS &&
        (batch.length === 0 || !(isLonely(member) || isLonely(batch[0]!)));
      if (!fits) left.push(member);
      else if (this.lines.take(member)) {
        batch.push(member);
        events += member.plan!.verdict.effects.length;
      }
    }
    this.waiting = left;
    return batch;
  }

  private async write(batch: readonly Member[]): Promise<void> {
    const plans = batch.map(({ plan }) => plan!);
    const rows = await this.rowsOf(batch);
    for (const plan of plans) this.lines.giveBack(plan);
    if (rows) this.settle(batch, plans, rows);
    for (const plan of plans) this.lines.advance(plan);
  }

  /** The reply to the statement of a batch; null if it failed, which is dealt with. */
  private async rowsOf(batch: readonly Member[]): Promise<ReplyRow[] | null> {
    const sent: Sent = { marks: randomUUID(), after: this.lastSeq };
    let query: Query;
    try {
      query = this.statementOf(batch, sent.marks);
    } catch (error) {
      // An error of ours, before anything was sent.
      for (const member of batch) this.fail(member, error);
      return null;
    }
    this.writing += 1;
    try {
      return await this.connections.query<ReplyRow>(query);
    } catch (error) {
      await this.recover(batch, sent, error);
      return null;
    } finally {
      this.writing -= 1;
    }
  }

  private statementOf(batch: readonly Member[], marks: string): Query {
    const changes = new Changes();
    const { ahead } = this.connections.clock;
    const [asked, facts, repeats, questions, ownJobs]: [Row[], Row[], Row[], Row[], Row[]] = [[], [], [], [], []];
    for (const [n, { look, plan }] of batch.entries()) {
      const { seen, verdict, guards, checks } = plan!;
      const preference = (key: PreferenceKey) => preferenceIn(look, seen, key);
      changes.add(n, verdict.effects, { preference, guards, versions: seen.versions, ahead }, `${marks}/${n}`);
      for (const row of checks.asked) asked.push({ n, ...row });
      for (const row of checks.facts) facts.push({ n, ...row });
      for (const row of checks.repeats) repeats.push({ n, ...row });
      for (const guard of guards.clarifications.values()) questions.push({ n, ...guard });
      for (const guard of guards.jobs.values()) ownJobs.push({ n, ...guard });
    }
    const { channel, writer } = this.names;
    const members = batch.length;
    return statementFor({ members, changes, asked, facts, repeats, questions, ownJobs, channel, writer });
  }

  private settle(batch: readonly Member[], plans: readonly Plan[], rows: readonly ReplyRow[]): void {
    const written = new Set(rows.map(({ n }) => n));
    for (const [n, member] of batch.entries()) {
      const plan = plans[n]!;
      if (!written.has(n)) {
        this.knowledge.wasWrong(member.look, plan);
        this.lines.keepTurn(member, plan);
        this.leftOut(member, plan);
        continue;
      }
      this.knowledge.wrote(member.look, plan);
      this.outcomes.succeed(member, plan.verdict.result);
    }
    const [reply] = rows;
    if (!reply || reply.told === null) return;
    const [first, before, xid] = reply.told.split(' ', 3).map(Number) as [number, number, number];
    let i = -1;
    const events = plans.flatMap(({ verdict }, n) =>
      verdict.effects.flatMap((effect) => {
        if (effect.do !== 'event') return [];
        i += 1;
        return written.has(n) ? [{ ...effect.event, seq: first + i }] : [];
      }),
    );
    this.lastSeq = Math.max(this.lastSeq, first + i);
    this.outcomes.told({ events, xid, snapshot: reply.told.split(' ')[3]!, before }, events.at(-1)?.seq ?? 0);
  }

  /** The statement failed. No caller gets a result before it is known what happened. */
  private async recover(batch: readonly Member[], sent: Sent, error: unknown): Promise<void> {
    for (const { look, plan } of batch) this.knowledge.wasWrong(look, plan!);
    const fate = fateOf(error);
    if (fate === 'lost') return this.lookWhatBecame(batch, sent, error);
    if (fate === 'undone') {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
      for (const member of batch) this.tryAgain(member, error);
      return;
    }
    // A constraint showed that a guess was wrong, or another process wrote first; or one of the members is at fault.
    const most =
      batch.length > 1 ? Number.POSITIVE_INFINITY : sqlState(error) === LOST_RACE ? MAX_LOST_RACES : MAX_REFUSALS;
    for (const member of batch) {
      member.refusals += 1;
      if (batch.length > 1 || (fate === 'refused' && member.refusals < most)) this.outcomes.again(member);
      else this.fail(member, error);
    }
  }

  private leftOut(member: Member, { guards }: Plan): void {
    member.misses += 1;
    // A decision that changes what it did not read would be left out each time.
    const isBlind = [...guards.clarifications.values(), ...guards.jobs.values()].some(
      ({ version, joins }) => version === null && !joins,
    );
    if (isBlind && member.misses >= MAX_REFUSALS)
      return this.fail(member, new Error('a row was not as the decision expected it'));
    if (member.misses <= MAX_MISSES) return this.outcomes.again(member);
    const { shown } = this.connections.address;
    const text = `The store ${shown} was too busy: others changed what the call depends on, each time. Nothing was written; try again.`;
    this.tryAgain(member, new AskOnceError('store_busy', text, { store: shown }));
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

/** Whether others should not share a statement with it, nor it with others. */
function isLonely({ refusals, misses }: Member): boolean {
  return refusals >= TOGETHER || misses > MAX_MISSES;
}
