/**
 * What this process knows of the sessions it has worked in, so that a decision need not read first: it is made on what should be there, and
 * the statement that writes it checks that it is. A wrong guess costs one round trip and nothing else.
 *
 * There are four guesses. An ask guesses that nothing is known of its questions, in a session that is new or in which nothing was heard since
 * this process last saw it; or, if all of them were seen to be answered, that they still are. An answer to a question that was parked here
 * guesses that only its asker waits for it. A job that asks again guesses that its outcome stands (replays.ts).
 */
import { type AskCommand, fixedBy } from '../../core/ask/command.ts';
import type { Effect } from '../../core/effects.ts';
import { capScope } from '../../core/model/policy.ts';
import type { ClarificationRecord, JobRecord, SessionRecord } from '../../core/model/records.ts';
import type { AskState, ClarificationState, KnownQuestion, QuestionIdentity } from '../../core/states.ts';
import type { Look } from '../../ports.ts';
import { BoundedMap } from '../../util/bounded-map.ts';
import type { Row } from '../rows.ts';
import type { Plan } from './batch-member.ts';
import { mayBeHabit } from './habits.ts';
import type { Seen } from './look.ts';
import { guessReplays, type Replay, type ReplayGuess, replayName, replaysFor, replaysOf } from './replays.ts';

const MAX_SESSIONS = 2_000;
/** Per session: how many jobs, parked questions, and questions that need a read are remembered. */
const MAX_KEPT = 100;
/** For all sessions together. */
const MAX_JOBS = 10_000;
/** The length of a remembered job's texts, in characters. A longer job is read whenever it asks. */
const MAX_TEXT = 2_000;

interface Known {
  session: SessionRecord;
  /** The version of the words heard in it. */
  heard: number;
  readonly jobs: Map<string, KnownJob>;
  readonly used: Map<string, number>;
  /** Questions of which something is known, so that guessing is useless. */
  readonly asked: Set<string>;
  /** Those of them that were seen to be answered or declined, and in which version. */
  readonly settled: Map<string, { readonly live: ClarificationRecord; readonly version: number }>;
  readonly parked: Map<string, Parked>;
}

interface KnownJob {
  /** Null: it is too large to remember. */
  readonly job: JobRecord | null;
  readonly version: number;
}

/** What the answer to a question parked here will find. */
interface Parked {
  readonly state: ClarificationState;
  /** The version of its job; null if it has none. */
  readonly job: { readonly id: string; readonly version: number } | null;
}

/** A guess, with what the database must check beside the guards of its effects. */
export interface Guess extends Seen {
  readonly asked: readonly Row[];
  readonly facts: readonly Row[];
  /** Enough is known to say that these questions were settled, and nothing else. */
  readonly repeats: readonly Row[];
}

export class Knowledge {
  private readonly sessions = new Map<string, Known>();
  private readonly sessionOf = new Map<string, string>();
  private readonly sessionOfJob = new BoundedMap<string>();
  /** Questions that a project may have a preference for: whatever session asks them must see it first. */
  private readonly preferred = new BoundedMap<true>();
  /** What jobs get back if they ask again. */
  private readonly replays = new BoundedMap<Replay>();
  /** Sessions in which an ask guessed wrong, because others ask there too: the next ones read, until one finds nothing. */
  private readonly contended = new BoundedMap<true>();
  private jobs = 0;

  /** What a look would most likely show; null if it cannot be guessed. */
  guess(look: Look): Guess | null {
    if (look.of === 'ask') return this.guessAsk(look.command);
    if (look.of !== 'clarification') return null;
    const known = this.sessions.get(this.sessionOf.get(look.id) ?? '');
    const parked = known?.parked.get(look.id);
    if (!known || !parked) return null;
    const { state, job } = parked;
    if (job !== null && known.jobs.get(job.id)?.version !== job.version) return null;
    const versions = {
      heard: known.heard,
      clarifications: new Map([[look.id, 0]]),
      jobs: new Map(job === null ? [] : [[job.id, job.version]]),
    };
    return { state, session: known.session, versions, asked: [], facts: [], repeats: [] };
  }

  /** What a job that asks again would most likely find; null if that is not known. */
  guessReplay(look: Look): ReplayGuess | null {
    if (look.of !== 'ask' || look.command.job === null || look.command.rejects !== null) return null;
    const { job, session, anySession } = look.command;
    const known = this.sessions.get((anySession && this.sessionOfJob.get(job)) || session);
    const kept = known?.jobs.get(job);
    const replays = replaysFor(look.command, (name) => this.replays.get(name));
    return known && kept?.job && replays
      ? guessReplays(known, { job: kept.job, version: kept.version }, replays)
      : null;
  }

  private guessAsk(command: AskCommand): Guess | null {
    const { anySession, questions, rejects } = command;
    const session = (anySession && command.job !== null && this.sessionOfJob.get(command.job)) || command.session;
    const known = this.sessions.get(session);
    if (rejects !== null) return null;
    if (known && command.job === null && questions.every((question) => known.settled.has(nameOf(question)))) {
      return guessRepeat(known, command);
    }
    if (this.contended.get(session) || questions.some((question) => known?.asked.has(nameOf(question)))) return null;
    const kept = command.job === null ? undefined : known?.jobs.get(command.job);
    if (kept?.job === null || (!kept && session !== command.session)) return null;
    return this.guessFresh({ ...command, session }, known, kept);
  }

  private guessFresh(command: AskCommand, known: Known | undefined, kept: KnownJob | undefined): Guess | null {
    const { questions } = command;
    const session = known?.session ?? null;
    const job = kept?.job ?? null;
    const { policy, asker } = fixedBy(session, job, command);
    // Where the policy uses no preference, the check finds none.
    const project = policy.resolvers.includes('preference') ? (session?.project ?? command.project) : null;
    // A single answer anywhere in the project may matter, which no guess checks.
    if (policy.share === 'project') return null;
    if (questions.some((question) => this.preferred.get(`${project} ${nameOf(question)}`))) return null;
    const scope = capScope(policy, command.session, command.job, asker);
    const used = scope === null ? 0 : (known?.used.get(scope) ?? 0);
    const state: AskState = { session, job, capUsed: used, questions: questions.map(() => NOTHING), rejected: null };
    const heard = known?.heard ?? null;
    const versions = { heard, clarifications: NONE, jobs: job ? new Map([[job.id, kept!.version]]) : NONE };
    return {
      state,
      session,
      versions,
      asked: questions.map(({ key, questionHash, subject }) => ({
        session: command.session,
        job: command.job,
        project,
        key,
        hash: questionHash,
        subject,
      })),
      facts: [{ session: command.session, version: heard, job: job ? null : command.job, scope, used }],
      repeats: [],
    };
  }

  /** Records what a look has shown. */
  saw(look: Look, { session, versions, state }: Seen): void {
    if (look.of === 'ask') this.sawPreferences(look.command, session, state as AskState);
    if (!session || versions.heard === null) return;
    const known = this.known(session, versions.heard);
    // What was read may be older than what this process wrote since.
    if (known.heard > versions.heard || look.of !== 'ask') return;
    const { job, questions, capUsed } = state as AskState;
    if (job && job.session === session.id) this.keepJob(known, job, versions.jobs.get(job.id)!);
    if (questions.every(({ live }) => live === null)) this.contended.delete(session.id);
    const { policy, asker } = fixedBy(session, job, look.command);
    const scope = capScope(policy, session.id, look.command.job, asker);
    if (scope !== null) keepLatest(known.used, scope, Math.max(capUsed, known.used.get(scope) ?? 0));
    for (const [at, question] of look.command.questions.entries()) {
      const name = nameOf(question);
      const { live } = questions[at]!;
      if (somethingIn(questions[at]!)) keep(known.asked, name);
      if (live && live.status !== 'pending' && known.settled.size < MAX_KEPT)
        known.settled.set(name, { live, version: versions.clarifications.get(live.id)! });
    }
  }

  private sawPreferences({ project, questions }: AskCommand, session: SessionRecord | null, state: AskState): void {
    for (const [at, { preference }] of state.questions.entries()) {
      const name = `${session?.project ?? project} ${nameOf(questions[at]!)}`;
      if (preference && mayBeHabit(preference)) this.preferred.set(name, true);
      else this.preferred.delete(name);
    }
  }

  /** Forgets a session. */
  private forget(session: string): void {
    const known = this.sessions.get(session);
    this.sessions.delete(session);
    this.jobs -= known?.jobs.size ?? 0;
    for (const id of known?.parked.keys() ?? []) this.sessionOf.delete(id);
  }

  /** Something was not as a decision saw or guessed it. */
  wasWrong(look: Look, { session, guess }: Plan): void {
    if (look.of === 'clarification') this.unpark(look.id);
    if (!guess || session === null) return;
    this.guessedWrong(session);
    if (look.of === 'ask') this.contended.set(session, true);
  }

  /** Whatever made a guess wrong, the next one would be wrong by it too. */
  guessedWrong(session: string): void {
    this.forget(session);
  }

  /** Records that a decision was written. */
  wrote(look: Look, { seen, guess, verdict: { effects }, guards }: Plan): void {
    const made = effects.find((effect) => effect.do === 'insert_session')?.session;
    const session = made ?? seen.session;
    if (!session) return;
    const known = this.known(session, made ? 0 : seen.versions.heard!);
    this.sessions.delete(session.id);
    this.sessions.set(session.id, known);
    for (const effect of effects) this.follow(known, effect);
    if (made) known.heard = 0;
    for (const { id, version } of guards.jobs.values()) {
      const kept = known.jobs.get(id);
      if (kept && version !== null) known.jobs.set(id, { ...kept, version: version + 1 });
    }
    if (look.of === 'ask') this.expectAnswers(known, look.command, seen.state as AskState, effects);
    if (look.of !== 'clarification' || !guess) return;
    const version = guards.clarifications.get(look.id)?.version ?? null;
    for (const replay of replaysOf(seen.state as ClarificationState, effects, version))
      if (replay.item.job !== null) this.replays.set(replayName(replay.item.job, replay.item), replay);
  }

  /** What is kept of a session, begun anew if newer words were heard in it. */
  private known(session: SessionRecord, heard: number): Known {
    const before = this.sessions.get(session.id);
    if (before) {
      if (before.heard < heard) Object.assign(before, { session, heard });
      return before;
    }
    const known: Known = {
      session,
      heard,
      jobs: new Map(),
      used: new Map(),
      asked: new Set(),
      settled: new Map(),
      parked: new Map(),
    };
    this.sessions.set(session.id, known);
    if (this.sessions.size > MAX_SESSIONS) this.forget(this.sessions.keys().next().value!);
    return known;
  }

  private follow(known: Known, effect: Effect): void {
    switch (effect.do) {
      case 'hear':
        known.session = { ...known.session, heard: effect.heard };
        known.heard += 1;
        return;
      case 'insert_job':
        return this.keepJob(known, effect.job, 0);
      case 'move_job': {
        const kept = known.jobs.get(effect.id);
        if (kept?.job) this.keepJob(known, { ...kept.job, state: effect.to, updatedAt: effect.at }, kept.version);
        return;
      }
      case 'put_job':
        return this.keepJob(known, effect.job, known.jobs.get(effect.job.id)?.version ?? 0);
      case 'insert_ask':
        if (effect.ask.capScope !== null) keepLatest(known.used, effect.ask.capScope, effect.ask.askNumber!);
        return;
      case 'insert_clarification':
        known.settled.delete(nameOf(effect.clarification));
        return keep(known.asked, nameOf(effect.clarification));
      case 'insert_item':
        keep(known.asked, nameOf(effect.item));
        this.replays.delete(replayName(effect.item.job, effect.item));
        return this.unpark(effect.item.clarification);
      case 'retire_clarification':
        for (const [name, { live }] of known.settled) if (live.id === effect.id) known.settled.delete(name);
        return this.unpark(effect.id);
      case 'settle_clarification':
        return this.unpark(effect.id);
      case 'snooze_clarification':
        return this.unpark(effect.id);
      case 'put_preference':
        this.preferred.set(`${effect.preference.project} ${nameOf(effect.preference)}`, true);
    }
  }

  private keepJob(known: Known, job: JobRecord, version: number): void {
    const kept = known.jobs.get(job.id);
    if (kept && kept.version > version) return;
    const before = known.jobs.size;
    this.sessionOfJob.set(job.id, job.session);
    keepLatest(known.jobs, job.id, { job: isLarge(job) ? null : job, version });
    this.jobs += known.jobs.size - before;
    for (const session of this.sessions.keys()) {
      if (this.jobs <= MAX_JOBS) return;
      if (session !== known.session.id) this.forget(session);
    }
  }

  private unpark(id: string | null): void {
    const session = id === null ? undefined : this.sessionOf.get(id);
    if (session === undefined) return;
    this.sessionOf.delete(id!);
    this.sessions.get(session)?.parked.delete(id!);
  }

  /** A question that only this ask waits for, with nothing else of its job waiting: what its answer will find is known. */
  private expectAnswers(known: Known, command: AskCommand, state: AskState, effects: readonly Effect[]): void {
    const items = effects.flatMap((effect) =>
      effect.do === 'insert_item' && effect.item.outcome === 'parked' ? [effect.item] : [],
    );
    const ask = effects.find((effect) => effect.do === 'insert_ask')?.ask;
    if (!ask || (state.job !== null && state.job.state !== 'RUNNING')) return;
    const job = ask.job === null ? null : known.jobs.get(ask.job);
    const asked = askedAmong(effects, ask.job);
    if (job === undefined || isLarge(asked)) return;
    for (const effect of effects) {
      if (effect.do !== 'insert_clarification' || effect.clarification.status !== 'pending') continue;
      const { clarification } = effect;
      const at = command.questions.findIndex(({ id }) => id === clarification.id);
      // A job with earlier outcomes may get one of those back.
      if (at < 0 || known.parked.size >= MAX_KEPT || state.questions[at]!.own.length > 0) continue;
      const parked: ClarificationState = {
        clarification,
        language: clarification.type === 'CONFIRM' ? known.session.language : null,
        waiting: items
          .filter((item) => item.clarification === clarification.id)
          .map((item) => ({
            item,
            ask: item.expiresAt === null ? null : ask,
            jobWaits: item.job === null ? 0 : items.length,
            asked,
          })),
        successor: null,
        preference: state.questions[at]!.preference?.stored ?? null,
      };
      known.parked.set(clarification.id, { state: parked, job: job && { id: ask.job!, version: job.version } });
      this.sessionOf.set(clarification.id, known.session.id);
    }
  }
}

/** The job created with this very ask, because the ask is about its prompt. */
function askedAmong(effects: readonly Effect[], id: string | null): JobRecord | null {
  const made = effects.find((effect) => effect.do === 'insert_job' && effect.job.id === id);
  return made?.do === 'insert_job' && made.job.clarificationStatus === 'asked' ? made.job : null;
}

/** What is known of settled questions only allows the reply that they are settled: see `repeats`. */
function guessRepeat({ session, heard, settled }: Known, { questions }: AskCommand): Guess {
  const all = questions.map((question) => settled.get(nameOf(question))!);
  const state: AskState = {
    session,
    job: null,
    capUsed: 0,
    questions: all.map(({ live }) => ({ ...NOTHING, live })),
    rejected: null,
  };
  return {
    state,
    session,
    versions: { heard, clarifications: NONE, jobs: NONE },
    asked: [],
    facts: [{ session: session.id, version: heard, job: null, scope: null, used: 0 }],
    repeats: all.map(({ live, version }) => ({ id: live.id, version })),
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

const NOTHING: KnownQuestion = {
  live: null,
  own: [],
  revoked: null,
  successor: null,
  preference: null,
  alike: [],
};

function somethingIn({ live, own, revoked, preference, alike }: KnownQuestion): boolean {
  return live !== null || own.length > 0 || revoked !== null || preference !== null || alike.length > 0;
}

function nameOf({ key, subject }: QuestionIdentity): string {
  return `${key} ${subject}`;
}

/** Clearing everything costs a guess now and then; removing entries one by one costs more, each time. */
function keep(names: Set<string>, name: string): void {
  if (names.size >= MAX_KEPT) names.clear();
  names.add(name);
}

/** Adds an entry and removes the oldest one if there are too many. */
function keepLatest<Value>(kept: Map<string, Value>, name: string, value: Value): void {
  kept.delete(name);
  kept.set(name, value);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
}

function isLarge(job: JobRecord | null): boolean {
  if (job === null) return false;
  const { prompt, agent, result, error, clarificationQuestion, clarificationAnswer, conflict, spec } = job;
  const texts = [prompt, agent, result, error, clarificationQuestion, clarificationAnswer];
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return length > MAX_TEXT || JSON.stringify([conflict, spec]).length > MAX_TEXT;
}
