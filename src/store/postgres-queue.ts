/**
 * Decisions on their way to the database. Those that arrive together share one statement, one round trip and one commit.
 *
 * A decision is taken on what this process believes is there, and the statement writes it only where that is so; otherwise
 * it looks, decides again and is written on what it saw. One session is decided on by one member at a time, as its row in
 * the database would have it anyway: the others wait here in line rather than to be refused there.
 */
import { randomUUID } from 'node:crypto';
import type { Verdict } from '../core/effects.ts';
import { AskOnceError } from '../core/errors.ts';
import type { AskState, ClarificationState, PreferenceState } from '../core/states.ts';
import type { Look } from '../ports.ts';
import { Changes, type PreferenceKey, type SeenPreference } from './postgres-changes.ts';
import type { Connections, Query } from './postgres-connections.ts';
import { fateOf, storeError } from './postgres-errors.ts';
import { type Guess, Knowledge } from './postgres-knowledge.ts';
import { type LookRow, lookQuery, nothingFor, type Seen, seenIn } from './postgres-look.ts';
import type { OwnEvents } from './postgres-own-events.ts';
import { statementFor } from './postgres-statement.ts';
import { UnderWay } from './postgres-under-way.ts';
import type { Row } from './rows.ts';

interface Member {
  readonly look: Look;
  readonly decide: (state: never) => Verdict<unknown>;
  readonly committed: ((result: unknown) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
  readonly line: string;
  /** What it is to be written as; null where it has to look first. */
  plan: Plan | null;
  /** How often a rule of the schema refused it. */
  refusals: number;
}

interface Plan {
  readonly seen: Seen;
  readonly guess: Guess | null;
  readonly verdict: Verdict<unknown>;
  /** The session it writes in, and the preferences it changes: no two in one statement may share any. */
  readonly session: string | null;
  readonly preferences: readonly string[];
}

/** By what the events of a statement are found, and after which number. */
interface Sent {
  readonly marks: string;
  readonly after: number;
}

interface ReplyRow {
  n: number;
  version: number | null;
  /** The first event's number, the last one before it, the transaction's number and its snapshot; null where there is no event. */
  told: string | null;
}

/** Two statements under way keep both the server and this process busy; more would only make the batches smaller. */
const WRITERS = Number(process.env.W ?? 2);
const MAX_BATCH = Number(process.env.B ?? 128);
const MAX_EVENTS = 4_096;
const MAX_REFUSALS = 5;

export class DecisionQueue {
  private readonly lines = new Map<string, Member[]>();
  private toLook: Member[] = [];
  private toWrite: Member[] = [];
  /** Members that failed in company and are tried by themselves. */
  private readonly lonely = new WeakSet<Member>();
  private readonly writing: (readonly Plan[])[] = [];
  /**
   * Sessions and preferences by the member that found theirs changed, and is the next to write there: were it to queue up again
   * behind all who want the same, it would find it changed again, and 64 answers in one session would take 4,000 statements.
   * Whoever was promised anything waits for no promise, so no two wait for one another.
   */
  private readonly promised = new Map<string, Member>();
  private readonly statements = new UnderWay();
  private readonly looks = new UnderWay();
  private readonly knowledge = new Knowledge();
  private readonly connections: Connections;
  private readonly channel: string;
  private readonly writer: string;
  private readonly told: (own: OwnEvents | null, last: number) => void;
  /** The highest number of an event that was seen here: whatever is sent later gets a higher one. */
  private lastSeq: number;
  private members = 0;
  private scheduled = false;
  private closed = false;
  private drained: (() => void) | null = null;

  /**
   * `told` is called with the events of a batch, once its members have been told, or with null where they are not known here;
   * and with the last number that is known to be among them.
   */
  constructor(
    connections: Connections,
    { channel, writer, lastSeq }: { channel: string; writer: string; lastSeq: number },
    told: (own: OwnEvents | null, last: number) => void,
  ) {
    this.connections = connections;
    this.lastSeq = lastSeq;
    this.channel = channel;
    this.writer = writer;
    this.told = told;
  }

  run<R>(look: Look, decide: (state: never) => Verdict<R>, committed?: (result: R) => void): Promise<R> {
    if (this.closed)
      return Promise.reject(new AskOnceError('engine_closed', 'AskOnce is closed. Open it again to go on.'));
    return new Promise<R>((resolve, reject) => {
      const line = this.lineOf(look);
      const since = performance.now();
      const member = { look, decide, committed, resolve, reject, since, line, plan: null, refusals: 0 } as Member;
      this.members += 1;
      const waiting = this.lines.get(line);
      if (waiting) waiting.push(member);
      else {
        this.lines.set(line, []);
        this.start(member);
      }
    });
  }

  /** Resolves when every statement that is under way now has been answered and its callers told; null where there is none. */
  answered(): Promise<void> | null {
    return this.statements.ended();
  }

  /** The same for those that only look. */
  looksAnswered(): Promise<void> | null {
    return this.looks.ended();
  }

  /** Whether something is being written, that will be told. */
  get writes(): boolean {
    return this.writing.length > 0;
  }

  /** Takes no more decisions and settles those that were taken. */
  close(): Promise<void> {
    this.closed = true;
    if (this.members === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.drained = resolve;
    });
  }

  private lineOf(look: Look): string {
    const session = this.knowledge.session(look);
    if (session !== null) return `session ${session}`;
    if (look.of === 'clarification') return `clarification ${look.id}`;
    if (look.of === 'ask_items') return `ask ${look.ask}`;
    return look.of === 'preference' ? preferenceName(look) : look.of;
  }

  /** Its turn has come. */
  private start(member: Member): void {
    const guess = this.knowledge.guess(member.look);
    member.plan = guess && this.planOn(member, guess);
    (member.plan ? this.toWrite : this.toLook).push(member);
    this.schedule();
  }

  /** What it would do on a guess; null where that is to refuse or to do nothing, which only a look can justify. */
  private planOn(member: Member, guess: Guess): Plan | null {
    try {
      const verdict = member.decide(guess.state as never);
      return verdict.effects.length > 0 ? planOf(guess, guess, verdict) : null;
    } catch {
      return null;
    }
  }

  private lookAgain(member: Member): void {
    member.plan = null;
    this.toLook.push(member);
    this.schedule();
  }

  private end(member: Member, tell: () => void): void {
    this.members -= 1;
    for (const [name, whose] of this.promised) if (whose === member) this.promised.delete(name);
    tell();
    const next = this.lines.get(member.line)!.shift();
    if (next) this.start(next);
    else this.lines.delete(member.line);
    if (this.members === 0) this.drained?.();
  }

  private succeed(member: Member, result: unknown): void {
    this.end(member, () => {
      member.committed?.(result);
      member.resolve(result);
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    // After all that is due now, so that callers who go on together are written together; before anything new comes in.
    process.nextTick(() => {
      this.scheduled = false;
      this.flush();
    });
  }

  private flush(): void {
    const looks = this.toLook.splice(0).filter((member) => {
      const nothing = nothingFor(member.look);
      if (nothing) this.decideOn(member, nothing);
      return !nothing;
    });
    for (const kind of new Set(looks.map(({ look }) => look.of))) {
      const alike = looks.filter(({ look }) => look.of === kind);
      while (alike.length > 0) void this.track(this.lookUp(kind, alike.splice(0, MAX_BATCH)), this.looks);
    }
    while (this.writing.length < WRITERS) {
      const batch = this.nextBatch();
      if (batch.length === 0) return;
      void this.track(this.write(batch));
    }
  }

  private async track(work: Promise<void>, also?: UnderWay): Promise<void> {
    const end = this.statements.begin();
    const endToo = also?.begin();
    await work;
    end();
    endToo?.();
    this.schedule();
  }

  private async lookUp(kind: Look['of'], members: readonly Member[]): Promise<void> {
    let rows: LookRow[];
    try {
      const query = lookQuery(
        kind,
        members.map(({ look }) => look),
      );
      rows = await this.connections.patiently(() => this.connections.query<LookRow>(query), {
        since: members[0]!.since,
      });
    } catch (error) {
      // One of them may be to blame; the others are not.
      if (members.length > 1 && fateOf((error as AskOnceError).cause) === 'failed') {
        await Promise.all(members.map((member) => this.lookUp(kind, [member])));
      } else for (const member of members) this.end(member, () => member.reject(error));
      return;
    }
    for (const row of rows) this.decideOn(members[row.n]!, row);
  }

  private decideOn(member: Member, row: LookRow): void {
    let seen: Seen;
    let verdict: Verdict<unknown>;
    try {
      seen = seenIn(member.look, row);
      this.knowledge.saw(member.look, seen);
      verdict = member.decide(seen.state as never);
    } catch (error) {
      return this.end(member, () => member.reject(error));
    }
    if (verdict.effects.length === 0) return this.succeed(member, verdict.result);
    member.plan = planOf(seen, null, verdict);
    this.toWrite.push(member);
    this.schedule();
  }

  /** As many as fit into one statement: of each session and each preference one, over all that is being written. */
  private nextBatch(): Member[] {
    if (this.toWrite.length <= 1 && this.writing.length === 0) return this.toWrite.splice(0);
    const taken = new Set(this.writing.flat().flatMap(namesIn));
    const next = new Set(this.promised.values());
    const batch: Member[] = [];
    const left: Member[] = [];
    let events = 0;
    for (const member of this.toWrite) {
      const names = namesIn(member.plan!);
      const fits =
        batch.length < MAX_BATCH &&
        events < MAX_EVENTS &&
        !(batch.length > 0 && (this.lonely.has(member) || this.lonely.has(batch[0]!))) &&
        !names.some((name) => taken.has(name) || (!next.has(member) && this.promised.has(name)));
      (fits ? batch : left).push(member);
      if (!fits) continue;
      events += member.plan!.verdict.effects.length;
      for (const name of names) taken.add(name);
    }
    this.toWrite = left;
    return batch;
  }

  private async write(batch: readonly Member[]): Promise<void> {
    const plans = batch.map(({ plan }) => plan!);
    this.writing.push(plans);
    const sent: Sent = { marks: randomUUID(), after: this.lastSeq };
    const query = this.statementOf(batch, sent.marks);
    let rows: ReplyRow[] | null = null;
    try {
      rows = await this.connections.query<ReplyRow>(query);
    } catch (error) {
      await this.recover(batch, sent, error);
    }
    this.writing.splice(this.writing.indexOf(plans), 1);
    if (rows) this.settle(batch, plans, rows);
  }

  private statementOf(batch: readonly Member[], marks: string): Query {
    const changes = new Changes();
    const asked: Row[] = [];
    const facts: Row[] = [];
    const members = batch.map(({ look, plan }, n) => {
      const { seen, guess, verdict } = plan!;
      changes.add(n, verdict.effects, (key) => preferenceIn(look, seen, key), `${marks}/${n}`);
      for (const row of guess?.asked ?? []) asked.push({ n, ...row });
      for (const row of guess?.facts ?? []) facts.push({ n, ...row });
      return { n, session: plan!.session, version: seen.version };
    });
    return statementFor({ members, changes, asked, facts, channel: this.channel, writer: this.writer });
  }

  private settle(batch: readonly Member[], plans: readonly Plan[], rows: readonly ReplyRow[]): void {
    const versions = new Map(rows.map(({ n, version }) => [n, version]));
    for (const [n, member] of batch.entries()) {
      const { seen, verdict, session } = plans[n]!;
      const version = versions.get(n);
      if (version === undefined) {
        if (session !== null) this.knowledge.forget(session);
        for (const name of namesIn(plans[n]!)) this.promised.set(name, this.promised.get(name) ?? member);
        this.lookAgain(member);
        continue;
      }
      this.knowledge.wrote(member.look, seen, verdict.effects, version);
      this.succeed(member, verdict.result);
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
    this.told({ events, xid, snapshot: reply.told.split(' ')[3]!, before }, events.at(-1)?.seq ?? 0);
  }

  /** The statement failed. Nobody is told anything before it is known what became of it. */
  private async recover(batch: readonly Member[], sent: Sent, error: unknown): Promise<void> {
    for (const { plan } of batch) {
      if (plan!.session !== null) this.knowledge.forget(plan!.session);
    }
    const fate = fateOf(error);
    if (fate === 'lost') return this.lookWhatBecame(batch, sent, error);
    if (fate === 'undone') return this.tryAgainSoon(batch, error);
    if (batch.length > 1) {
      for (const member of batch) {
        this.lonely.add(member);
        this.lookAgain(member);
      }
      return;
    }
    const [member] = batch as [Member];
    member.refusals += 1;
    // A guess was wrong in a way that a rule of the schema found out, or somebody else was quicker.
    if (fate === 'refused' && member.refusals < MAX_REFUSALS) return this.lookAgain(member);
    this.fail(batch, error);
  }

  private async tryAgainSoon(batch: readonly Member[], error: unknown): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    for (const member of batch) this.tryAgain(member, error);
  }

  private tryAgain(member: Member, error: unknown): void {
    if (performance.now() - member.since < this.connections.timing.patience) this.lookAgain(member);
    else this.fail([member], error);
  }

  /** The connection broke while the statement was under way: whether it was committed is looked up, never guessed. */
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
      const text =
        'The connection was lost while this was being written, and it cannot be looked up whether it was. Try again: what was written is not written twice.';
      const { shown } = this.connections.address;
      const cause = storeError(lookError, shown);
      this.fail(batch, new AskOnceError('store_unavailable', `${cause.message} ${text}`, { store: shown }, error));
      return;
    }
    for (const [n, member] of batch.entries()) {
      if (found.has(n)) this.succeed(member, member.plan!.verdict.result);
      else this.tryAgain(member, error);
    }
    if (found.size > 0) this.told(null, Math.max(...found.values()));
  }

  private fail(batch: readonly Member[], error: unknown): void {
    const told = storeError(error, this.connections.address.shown);
    for (const member of batch) this.end(member, () => member.reject(told));
  }
}

function planOf(seen: Seen, guess: Guess | null, verdict: Verdict<unknown>): Plan {
  let session = seen.session?.id ?? null;
  const preferences: string[] = [];
  for (const effect of verdict.effects) {
    if (effect.do === 'insert_session') session = effect.session.id;
    if (effect.do === 'put_preference') preferences.push(preferenceName(effect.preference));
    if (effect.do === 'drop_preference') preferences.push(preferenceName(effect));
  }
  return { seen, guess, verdict, session, preferences };
}

/** What no two plans of one statement may share. */
function namesIn({ session, preferences }: Plan): readonly string[] {
  return session === null ? preferences : [session, ...preferences];
}

function preferenceName({ project, key, subject }: PreferenceKey): string {
  return JSON.stringify([project, key, subject]);
}

/** What a decision saw of a preference. */
function preferenceIn(look: Look, { state }: Seen, key: PreferenceKey): SeenPreference {
  const of = (one: PreferenceKey | null | undefined, seen: SeenPreference): SeenPreference =>
    one && preferenceName(one) === preferenceName(key) ? seen : undefined;
  switch (look.of) {
    case 'clarification': {
      const { clarification, preference } = state as ClarificationState;
      return of(clarification, preference);
    }
    case 'preference':
      return of(look, (state as PreferenceState).preference);
    case 'ask': {
      const { rejected } = state as AskState;
      return of(rejected?.clarification, rejected?.preference ?? null);
    }
    default:
      return undefined;
  }
}
