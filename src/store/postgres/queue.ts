/**
 * Decisions on their way to the database. Those that arrive together share one statement, one round trip and one commit.
 *
 * A decision is made on what this process believes is there, and the statement writes it only if that is true; otherwise the decision
 * reads, is made again and is written on what it saw. Each session is decided on by one member at a time, as its row lock in the database
 * would enforce anyway: the others wait here in line instead of being rejected there.
 */
import type { Decided } from '../../core/effects.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Look } from '../../ports.ts';
import { type Member, type Plan, planOf, preferenceName } from './batch-member.ts';
import type { Connections } from './connections.ts';
import { fateOf } from './errors.ts';
import { type Guess, Knowledge } from './guesses.ts';
import { type LookRow, lookQuery, nothingFor, type Seen, seenIn } from './look.ts';
import { UnderWay } from './open-numbers.ts';
import { type Outcomes, Writer, type WriterNames } from './writer.ts';

const MAX_LOOKS = 128;

export class DecisionQueue {
  private readonly lines = new Map<string, Member[]>();
  private toLook: Member[] = [];
  private readonly statements = new UnderWay();
  private readonly looks = new UnderWay();
  private readonly knowledge = new Knowledge();
  private readonly connections: Connections;
  private readonly writer: Writer;
  private members = 0;
  private scheduled = false;
  private closed = false;
  private drained: (() => void) | null = null;

  constructor(connections: Connections, names: WriterNames, told: Outcomes['told']) {
    this.connections = connections;
    this.writer = new Writer(connections, this.knowledge, names, {
      succeed: (member, result) => this.succeed(member, result),
      fail: (member, error) => this.end(member, () => member.reject(error)),
      again: (member) => this.lookAgain(member),
      told,
    });
  }

  run<R>(look: Look, decide: (state: never) => Decided<R>, committed?: (result: R) => void): Promise<R> {
    if (this.closed)
      return Promise.reject(new AskOnceError('engine_closed', 'AskOnce is closed. Open it again to continue.'));
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

  /** Resolves when every statement now in progress has returned and its callers have their results; null if there is none. */
  answered(): Promise<void> | null {
    return this.statements.ended();
  }

  /** The same for statements that only read. */
  looksAnswered(): Promise<void> | null {
    return this.looks.ended();
  }

  /** Whether a write is in progress that will be reported. */
  get writes(): boolean {
    return this.writer.busy;
  }

  /** Accepts no more decisions and settles those already accepted. */
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
    if (look.of === 'job') return `job ${look.id}`;
    if (look.of === 'ask') return `job ${look.command.job}`;
    return look.of === 'preference' ? preferenceName(look) : look.of;
  }

  /** Called when the member's turn has come. */
  private start(member: Member): void {
    const guess = this.knowledge.guess(member.look);
    member.plan = guess && planOn(member, guess);
    if (member.plan) this.writer.add(member);
    else this.toLook.push(member);
    this.schedule();
  }

  private lookAgain(member: Member): void {
    member.plan = null;
    this.toLook.push(member);
    this.schedule();
  }

  private succeed(member: Member, result: unknown): void {
    this.end(member, () => {
      member.committed?.(result);
      member.resolve(result);
    });
  }

  private end(member: Member, tell: () => void): void {
    this.members -= 1;
    this.writer.ended(member);
    tell();
    const next = this.lines.get(member.line)!.shift();
    if (next) this.start(next);
    else this.lines.delete(member.line);
    if (this.members === 0) this.drained?.();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    // After everything that is due now, so that callers that continue together are written together; before any new input.
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
      while (alike.length > 0) void this.track(this.lookUp(kind, alike.splice(0, MAX_LOOKS)), this.looks);
    }
    for (let work = this.writer.next(); work; work = this.writer.next()) void this.track(work);
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
    const query = lookQuery(
      kind,
      members.map(({ look }) => look),
    );
    const { since } = members[0]!;
    let rows: LookRow[];
    try {
      rows = await this.connections.patiently(() => this.connections.query<LookRow>(query), { since });
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
    let verdict: Decided<unknown>;
    try {
      seen = seenIn(member.look, row);
      this.knowledge.saw(member.look, seen);
      verdict = member.decide(seen.state as never);
    } catch (error) {
      return this.end(member, () => member.reject(error));
    }
    if (verdict.effects.length === 0) return this.succeed(member, verdict.result);
    member.plan = planOf(seen, null, verdict);
    this.writer.add(member);
    this.schedule();
  }
}

/** What it would write on a guess; null if that is a rejection or no change, which only a read can justify. */
function planOn(member: Member, guess: Guess): Plan | null {
  try {
    const verdict = member.decide(guess.state as never);
    const beyond = guess.repeats && verdict.effects.some((effect) => effect.do !== 'event');
    return verdict.effects.length > 0 && !beyond ? planOf(guess, guess, verdict) : null;
  } catch {
    return null;
  }
}
