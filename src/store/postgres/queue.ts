/**
 * Decisions on their way to the database. Those that arrive together share one statement, one round trip and one commit.
 *
 * A decision is made on what this process believes is there, and the statement writes it only if that is true; otherwise the decision
 * reads, is made again and is written on what it saw. Decisions of one session are made and written together, unless they want the same
 * thing (guards.ts, lines.ts).
 */
import type { Decided } from '../../core/effects.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Look } from '../../ports.ts';
import { type Member, type Plan, planOf } from './batch-member.ts';
import type { Connections } from './connections.ts';
import { fateOf } from './errors.ts';
import { type Guess, Knowledge } from './guesses.ts';
import { Lines } from './lines.ts';
import { hasMore, kindOf, type LookKind, type LookRow, lookQuery, nothingFor, type Seen, seenIn } from './look.ts';
import { UnderWay } from './open-numbers.ts';
import { type ReplayGuess, replayCheck } from './replays.ts';
import { type Outcomes, Writer, type WriterNames } from './writer.ts';

const MAX_LOOKS = 128;

/** A decision without effects, to be confirmed. */
interface Confirming {
  readonly member: Member;
  readonly result: unknown;
  readonly session: string;
  readonly versions: ReplayGuess['versions'];
}

export class DecisionQueue {
  private readonly lines = new Lines((member) => this.start(member));
  private toLook: Member[] = [];
  private toConfirm: Confirming[] = [];
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
    this.writer = new Writer(connections, { knowledge: this.knowledge, lines: this.lines }, names, {
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
      const since = performance.now();
      const member = { look, decide, committed, resolve, reject, since, plan: null, refusals: 0, misses: 0 } as Member;
      this.members += 1;
      this.start(member);
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

  /** Called when the member arrives, and when its turn in a line has come. */
  private start(member: Member): void {
    const replay = member.misses === 0 ? this.knowledge.guessReplay(member.look) : null;
    const confirming = replay && confirmingOf(member, replay);
    if (confirming) {
      this.toConfirm.push(confirming);
      return this.schedule();
    }
    const guess = member.misses === 0 ? this.knowledge.guess(member.look) : null;
    member.plan = guess && planOn(member, guess);
    if (member.plan) this.toWrite(member);
    else this.toLook.push(member);
    this.schedule();
  }

  private toWrite(member: Member): void {
    this.lines.replanned(member);
    this.writer.add(member);
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
    tell();
    this.lines.ended(member);
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
    for (const kind of new Set(looks.map(({ look }) => kindOf(look)))) {
      const alike = looks.filter(({ look }) => kindOf(look) === kind);
      while (alike.length > 0) void this.track(this.lookUp(kind, alike.splice(0, MAX_LOOKS)), this.looks);
    }
    while (this.toConfirm.length > 0) void this.track(this.confirm(this.toConfirm.splice(0, MAX_LOOKS)), this.looks);
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

  private async lookUp(kind: LookKind, members: readonly Member[]): Promise<void> {
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
    const again = rows.filter((row) => hasMore(kind, row)).map(({ n }) => members[n]!);
    const whole = again.length > 0 ? this.lookUp('ask_whole', again) : null;
    for (const row of rows) if (!hasMore(kind, row)) this.decideOn(members[row.n]!, row);
    await whole;
  }

  /** What was guessed wrongly is looked up. */
  private async confirm(all: readonly Confirming[]): Promise<void> {
    const { since } = all[0]!.member;
    let wrong: Set<number>;
    try {
      const rows = await this.connections.patiently(() => this.connections.query<{ n: number }>(replayCheck(all)), {
        since,
      });
      wrong = new Set(rows.map(({ n }) => n));
    } catch (error) {
      for (const { member } of all) this.end(member, () => member.reject(error));
      return;
    }
    for (const [n, { member, result, session }] of all.entries()) {
      if (!wrong.has(n)) {
        this.succeed(member, result);
        continue;
      }
      this.knowledge.guessedWrong(session);
      this.lookAgain(member);
    }
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
    member.plan = null;
    if (verdict.effects.length === 0) return this.succeed(member, verdict.result);
    member.plan = planOf(member.look, seen, null, verdict);
    this.toWrite(member);
    this.schedule();
  }
}

/** The result that would be confirmed; null if the decision would write, or needs to know more. */
function confirmingOf(member: Member, { state, versions }: ReplayGuess): Confirming | null {
  try {
    const { effects, result } = member.decide(state as never);
    return effects.length > 0 ? null : { member, result, session: state.session!.id, versions };
  } catch {
    return null;
  }
}

/** What it would write on a guess; null if that is a rejection or no change, or if not all of the guess would be checked. */
function planOn(member: Member, guess: Guess): Plan | null {
  try {
    const verdict = member.decide(guess.state as never);
    if (verdict.effects.length === 0) return null;
    if (guess.repeats.length > 0 && verdict.effects.some((effect) => effect.do !== 'event')) return null;
    const plan = planOf(member.look, guess, guess, verdict);
    return isGuarded(guess, plan) ? plan : null;
  } catch {
    return null;
  }
}

/** Whether everything that the guess knows a version of is compared when the plan is written. */
function isGuarded({ versions }: Guess, { guards }: Plan): boolean {
  return (['clarifications', 'jobs'] as const).every((of) =>
    [...versions[of].keys()].every((id) => guards[of].has(id)),
  );
}
