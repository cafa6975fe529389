/**
 * What this process knows of the sessions it has worked in, so that a decision need not read first: it is made on what should be there, and
 * the statement that writes it checks that it is. A wrong guess costs one round trip and nothing else.
 *
 * There are three guesses. An ask guesses that nothing is known of its questions, in a session that is new or unchanged since this process
 * last wrote it; or, if all of them were seen to be answered, that they still are. An answer to a question that was parked here guesses
 * that only its asker waits for it.
 */
import { type AskCommand, fixedBy } from '../../core/ask/command.ts';
import type { Effect } from '../../core/effects.ts';
import { capScope } from '../../core/model/policy.ts';
import type { ClarificationRecord, JobRecord, SessionRecord } from '../../core/model/records.ts';
import type { AskState, ClarificationState, KnownQuestion, QuestionIdentity } from '../../core/states.ts';
import type { Look } from '../../ports.ts';
import { BoundedMap } from '../../util/bounded-map.ts';
import type { Row } from '../rows.ts';
import type { Seen } from './look.ts';

const MAX_SESSIONS = 2_000;
/** Per session: how many jobs, parked questions, and questions that need a read are remembered. */
const MAX_KEPT = 100;
/** For all sessions together. */
const MAX_JOBS = 10_000;
/** The length of a remembered job's texts, in characters. A longer job is read whenever it asks. */
const MAX_TEXT = 2_000;

interface Known {
  version: number;
  session: SessionRecord;
  /** Null: the job exists and is too large to remember. */
  readonly jobs: Map<string, JobRecord | null>;
  readonly used: Map<string, number>;
  /** Questions of which something is known, so that guessing is useless. */
  readonly asked: Set<string>;
  /** Those of them that were seen to be answered or declined. */
  readonly settled: Map<string, ClarificationRecord>;
  readonly parked: Map<string, ClarificationState>;
}

/** A guess, with what the database must check beside the session's version. */
export interface Guess extends Seen {
  readonly asked: readonly Row[];
  readonly facts: readonly Row[];
  /** Enough is known to say that the question was settled, and nothing else. */
  readonly repeats?: true;
}

export class Knowledge {
  private readonly sessions = new Map<string, Known>();
  private readonly sessionOf = new Map<string, string>();
  private readonly sessionOfJob = new BoundedMap<string>();
  private jobs = 0;

  /** The session that a look is about, if it is known. */
  session(look: Look): string | null {
    switch (look.of) {
      case 'ask':
        return this.sessionOfAsk(look.command);
      case 'session':
        return look.id;
      case 'clarification':
        return this.sessionOf.get(look.id) ?? null;
      default:
        return null;
    }
  }

  /** Unknown if no session was named and its job is not known. */
  private sessionOfAsk({ session, anySession, job }: AskCommand): string | null {
    return anySession && job !== null ? (this.sessionOfJob.get(job) ?? null) : session;
  }

  /** What a look would most likely show; null if it cannot be guessed. */
  guess(look: Look): Guess | null {
    if (look.of === 'ask') return this.guessAsk(look.command);
    if (look.of !== 'clarification') return null;
    const known = this.sessions.get(this.sessionOf.get(look.id) ?? '');
    const state = known?.parked.get(look.id);
    if (!known || !state) return null;
    return { state, session: known.session, version: known.version, asked: [], facts: [] };
  }

  private guessAsk(command: AskCommand): Guess | null {
    const session = this.sessionOfAsk(command) ?? command.session;
    const known = this.sessions.get(session);
    const { questions, rejects } = command;
    if (known && command.job === null && questions.every((question) => known.settled.has(nameOf(question)))) {
      return guessRepeat(known, command);
    }
    if (rejects !== null || questions.some((question) => known?.asked.has(nameOf(question)))) return null;
    const job = command.job === null ? undefined : known?.jobs.get(command.job);
    if (job === null || (job === undefined && session !== command.session)) return null;
    return this.guessFresh({ ...command, session }, known, job ?? null);
  }

  private guessFresh(command: AskCommand, known: Known | undefined, job: JobRecord | null): Guess {
    const { questions } = command;
    const session = known?.session ?? null;
    const { policy, asker } = fixedBy(session, job, command);
    const scope = capScope(policy, command.session, command.job, asker);
    const used = scope === null ? 0 : (known?.used.get(scope) ?? 0);
    const state: AskState = { session, job, capUsed: used, questions: questions.map(() => NOTHING), rejected: null };
    const project = session?.project ?? command.project;
    return {
      state,
      session,
      version: known?.version ?? null,
      asked: questions.map(({ key, questionHash, subject }) => ({
        session: command.session,
        job: command.job,
        project,
        key,
        hash: questionHash,
        subject,
      })),
      facts: command.job === null && scope === null ? [] : [{ job: command.job, state: job?.state, scope, used }],
    };
  }

  /** Records what a look has shown. */
  saw(look: Look, { session, version, state }: Seen): void {
    if (!session || version === null) return;
    let known = this.sessions.get(session.id);
    // What was read may be older than what this process wrote since.
    if (known && known.version > version) return;
    if (!known || known.version < version) known = this.begin(session, version);
    if (look.of !== 'ask') return;
    const { job, questions, capUsed } = state as AskState;
    if (job && job.session === session.id) this.keepJob(known, job);
    const { policy, asker } = fixedBy(session, job, look.command);
    const scope = capScope(policy, session.id, look.command.job, asker);
    if (scope !== null) keepLatest(known.used, scope, capUsed);
    for (const [at, question] of look.command.questions.entries()) {
      const name = nameOf(question);
      const { live } = questions[at]!;
      if (somethingIn(questions[at]!)) keep(known.asked, name);
      if (live && live.status !== 'pending' && known.settled.size < MAX_KEPT) known.settled.set(name, live);
    }
  }

  /** Forgets a session whose state in the database was not as expected. */
  forget(session: string): void {
    const known = this.sessions.get(session);
    this.sessions.delete(session);
    this.jobs -= known?.jobs.size ?? 0;
    for (const id of known?.parked.keys() ?? []) this.sessionOf.delete(id);
  }

  /** Records that a decision made on `seen` was written and left its session at `version`. */
  wrote(look: Look, seen: Seen, effects: readonly Effect[], version: number | null): void {
    const made = effects.find((effect) => effect.do === 'insert_session');
    const session = made?.session ?? seen.session;
    if (!session || version === null) return;
    const before = this.sessions.get(session.id);
    const known = before && before.version === seen.version ? before : this.begin(session, version);
    known.version = version;
    this.sessions.delete(session.id);
    this.sessions.set(session.id, known);
    for (const effect of effects) this.follow(known, effect);
    if (look.of === 'ask') this.expectAnswers(known, look.command, seen.state as AskState, effects);
  }

  private begin(session: SessionRecord, version: number): Known {
    this.forget(session.id);
    const known: Known = {
      version,
      session,
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
        return;
      case 'insert_job':
        return this.keepJob(known, effect.job);
      case 'move_job': {
        const job = known.jobs.get(effect.id);
        if (job) this.keepJob(known, { ...job, state: effect.to, updatedAt: effect.at });
        return this.unpark(known, ({ waiting }) => waiting.some(({ asked }) => asked?.id === effect.id));
      }
      case 'put_job':
        this.keepJob(known, effect.job);
        // An answer decides on the whole job.
        return this.unpark(known, ({ waiting }) => waiting.some(({ asked }) => asked?.id === effect.job.id));
      case 'insert_ask':
        if (effect.ask.capScope !== null) keepLatest(known.used, effect.ask.capScope, effect.ask.askNumber!);
        return;
      case 'insert_clarification':
        known.settled.delete(nameOf(effect.clarification));
        return keep(known.asked, nameOf(effect.clarification));
      case 'insert_item':
        keep(known.asked, nameOf(effect.item));
        return this.unpark(known, (state, id) => id === effect.item.clarification || hasJob(state));
      // An answer also depends on how many items of a job still wait.
      case 'retire_clarification':
        for (const [name, { id }] of known.settled) if (id === effect.id) known.settled.delete(name);
        return this.unpark(known, (state, id) => id === effect.id || hasJob(state));
      case 'settle_clarification':
        return this.unpark(known, (state, id) => id === effect.id || hasJob(state));
      case 'settle_waiting':
        return this.unpark(known, (state, id) => id === effect.clarification || hasJob(state));
      case 'settle_item':
        return this.unpark(
          known,
          (state) => hasJob(state) || state.waiting.some(({ item }) => item.ask === effect.ask),
        );
    }
  }

  private keepJob(known: Known, job: JobRecord): void {
    const before = known.jobs.size;
    this.sessionOfJob.set(job.id, job.session);
    keepLatest(known.jobs, job.id, isLarge(job) ? null : job);
    this.jobs += known.jobs.size - before;
    for (const session of this.sessions.keys()) {
      if (this.jobs <= MAX_JOBS) return;
      if (session !== known.session.id) this.forget(session);
    }
  }

  private unpark(known: Known, changed: (state: ClarificationState, id: string) => boolean): void {
    for (const [id, state] of known.parked) {
      if (!changed(state, id)) continue;
      known.parked.delete(id);
      this.sessionOf.delete(id);
    }
  }

  /** A question that only this ask waits for, with nothing else of its job waiting: what its answer will find is known. */
  private expectAnswers(known: Known, command: AskCommand, state: AskState, effects: readonly Effect[]): void {
    const items = effects.flatMap((effect) =>
      effect.do === 'insert_item' && effect.item.outcome === 'parked' ? [effect.item] : [],
    );
    const ask = effects.find((effect) => effect.do === 'insert_ask')?.ask;
    if (!ask || (state.job !== null && state.job.state !== 'RUNNING')) return;
    for (const effect of effects) {
      if (effect.do !== 'insert_clarification' || effect.clarification.status !== 'pending') continue;
      const { clarification } = effect;
      const at = command.questions.findIndex(({ id }) => id === clarification.id);
      if (at < 0 || known.parked.size >= MAX_KEPT) continue;
      if (items.some(({ job }) => isLarge(askedAmong(effects, job)))) continue;
      known.parked.set(clarification.id, {
        clarification,
        language: clarification.type === 'CONFIRM' ? known.session.language : null,
        waiting: items
          .filter((item) => item.clarification === clarification.id)
          .map((item) => ({
            item,
            ask: item.expiresAt === null ? null : ask,
            jobWaits: item.job === null ? 0 : items.length,
            asked: askedAmong(effects, item.job),
          })),
        preference: state.questions[at]!.preference,
      });
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
function guessRepeat({ session, version, settled }: Known, { questions, rejects }: AskCommand): Guess | null {
  if (rejects !== null) return null;
  const state: AskState = {
    session,
    job: null,
    capUsed: 0,
    questions: questions.map((question) => ({ ...NOTHING, live: settled.get(nameOf(question))! })),
    rejected: null,
  };
  return { state, session, version, asked: [], facts: [], repeats: true };
}

const NOTHING: KnownQuestion = {
  live: null,
  own: [],
  revoked: null,
  successor: null,
  preference: null,
  alike: [],
};

function hasJob({ waiting }: ClarificationState): boolean {
  return waiting.some(({ item }) => item.job !== null);
}

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
