/**
 * The driver that every surface calls. It passes decisions of the pure core to the store, which applies their effects; nothing calls back.
 * The path of a question is core/ask/path.ts; how it ends is core/answer/decide.ts.
 */

import type { Caller } from '../core/access.ts';
import { decideByRule } from '../core/answer/by-rule.ts';
import { decideCancel } from '../core/answer/cancel.ts';
import { checkAnswer, type RawAnswer } from '../core/answer/check.ts';
import { leftQuestion } from '../core/answer/closed-errors.ts';
import { decideCorrect } from '../core/answer/correct.ts';
import { type AnswerCommand, type Answerer, decideAnswer, decideDecline, decideRevoke } from '../core/answer/decide.ts';
import { decideNotShown } from '../core/answer/not-shown.ts';
import { decideSnooze } from '../core/answer/snooze.ts';
import type { CallPlace } from '../core/approvals/match.ts';
import type { Rule } from '../core/approvals/rule.ts';
import type { Resolvers } from '../core/ask/command.ts';
import { afterHearing } from '../core/ask/said-since.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { groupOf } from '../core/model/group.ts';
import type { AskResult } from '../core/model/question.ts';
import {
  type AssumptionRecord,
  type AuditEvent,
  type ClarificationRecord,
  type EventType,
  folderOf,
  type JobRecord,
  type SessionRecord,
} from '../core/model/records.ts';
import type { Heard, Preference } from '../core/model/resolution.ts';
import { forgotten, learned, preferenceSet } from '../core/preferences.ts';
import type {
  ClarificationRow,
  Clock,
  Files,
  Guarded,
  ListQuery,
  Page,
  SameQuestion,
  Sentinel,
  Store,
} from '../ports.ts';
import { checkAnswerText } from '../util/arguments.ts';
import { keyedId, newId } from '../util/ids.ts';
import { type Schema, Schemas, validate } from './answer-schemas.ts';
import { ApprovalRules } from './approval-rules.ts';
import type { PreparedAsk } from './ask.ts';
import { Asker, type Log } from './ask.ts';
import { carryCorrection } from './corrections.ts';
import { Deadlines } from './deadlines.ts';
import { EventBus } from './event-bus.ts';
import type { PromptReader } from './interpretation-cache.ts';
import { EngineJobs } from './jobs.ts';
import { Needs, type Wait } from './needs.ts';
import { Outcomes } from './outcomes.ts';
import { QUESTIONS_PER_MINUTE, QuestionQuota } from './question-quota.ts';
import { rekey } from './rekeying.ts';
import { SimilarAnswers } from './similar-answers.ts';
import { Waiters } from './waiters.ts';

export interface EngineParts {
  /** The store as the project sees it. */
  readonly store: Store;
  /** What ids and preferences belong to; by default the root of the files. */
  readonly project?: string;
  /** The project's number in the store; 0 by default. */
  readonly projectNumber?: number;
  readonly files: Files;
  readonly clock: Clock;
  readonly resolvers: Resolvers;
  /** Consulted about questions that the rules cannot answer; null if there is none. */
  readonly model?: Sentinel | null;
  /** Compares two questions that are only similar; null if there is no model. */
  readonly sameQuestion?: SameQuestion | null;
  /** Reads the prompts of jobs. */
  readonly promptReader: PromptReader;
  /** Receives one line for every question settled without the person. */
  readonly log: Log;
  /** How many questions an asker's token may put to people per minute. */
  readonly questionsPerMinute?: number;
  /** The rules about tool calls that are in the configuration. */
  readonly rules?: readonly Rule[];
  /** What no rule may allow a call to touch. */
  readonly guarded?: Guarded;
  /** Reads the git branch of the folder; by default there is none. */
  readonly branch?: () => string | null;
  /** The store of all projects, if `store` shows only one: deadlines take effect in all. */
  readonly wholeStore?: Store;
}

export interface AnswerReceipt {
  /** `replayed`: the same answer was accepted before. */
  readonly status: 'accepted' | 'replayed';
  readonly clarification: ClarificationRecord;
}

/** The options of an answer: see `AnswerCommand`. */
export type AnswerHow = Pick<AnswerCommand, 'key' | 'job' | 'remember' | 'decision' | 'group'>;

/** What became of one question that was answered together with another. */
export type AlsoAnswered =
  | (AnswerReceipt & { readonly id: string })
  | { readonly id: string; readonly status: 'refused'; readonly error: AskOnceError };

export class Engine {
  readonly store: Store;
  /** What ids and preferences belong to: several folders may be one project, such as the worktrees of a repository. */
  readonly project: string;
  /** The folder that paths start from, if it is not the project's own; else null. */
  readonly folder: string | null;
  readonly files: Files;
  readonly clock: Clock;
  private readonly readBranch: () => string | null;
  readonly jobs: EngineJobs;
  readonly outcomes: Outcomes;
  readonly rules: ApprovalRules;
  readonly guarded: Guarded;
  private readonly asker: Asker;
  private readonly needs: Needs;
  private readonly log: Log;
  private readonly waiters: Waiters;
  private readonly deadlines: Deadlines;
  private readonly offers: SimilarAnswers;
  private readonly watching: EventBus;
  private readonly closing = new AbortController();
  /** Schemas of the questions asked in this process. An answer given here is checked against them before it is accepted. */
  private readonly schemas = new Schemas();
  private readonly projectNumber: number;

  constructor(parts: EngineParts) {
    const { store, files, clock, resolvers, model, promptReader, log, questionsPerMinute } = parts;
    const { project = files.root, projectNumber = 0 } = parts;
    this.store = store;
    this.project = project;
    this.projectNumber = projectNumber;
    this.folder = files.root === project ? null : files.root;
    this.files = files;
    this.readBranch = parts.branch ?? (() => null);
    this.clock = clock;
    this.log = log;
    this.offers = new SimilarAnswers(store);
    this.watching = new EventBus(store, clock, (error) =>
      log(`[askonce] cannot read events; retrying: ${String(error)}`),
    );
    this.waiters = new Waiters(store, clock);
    this.deadlines = new Deadlines(parts.wholeStore ?? store, clock, (error) =>
      log(`[askonce] could not check deadlines: ${String(error)}`),
    );
    const expect = (deadline: number) => this.deadlines.expect(deadline);
    const quota = new QuestionQuota(questionsPerMinute ?? QUESTIONS_PER_MINUTE);
    this.outcomes = new Outcomes(store, clock, this.waiters, this.deadlines);
    const { waiters, deadlines, outcomes, schemas } = this;
    const sameQuestion = parts.sameQuestion ?? null;
    const finding = {
      store,
      files,
      clock,
      model: model ?? null,
      sameQuestion,
      similar: this.offers,
      promptReader,
      log,
    };
    this.guarded = parts.guarded ?? { paths: [], ports: [] };
    this.rules = new ApprovalRules(store, parts.rules ?? []);
    this.needs = new Needs({ ...finding, deadlines, outcomes, rules: this.rules });
    const shared = { store, needs: this.needs, clock, resolvers, quota };
    this.jobs = new EngineJobs({ ...shared, promptReader, expect });
    this.asker = new Asker({ ...shared, log, waiters, deadlines, outcomes, schemas });
  }

  /** The git branch of the folder; null if there is none. */
  get branch(): string | null {
    return this.readBranch();
  }

  /** Returns the id of what is stored under a key of this project: another project's same key has another id. */
  keyed(prefix: 'a' | 'as', key: string): string {
    return keyedId(prefix, this.projectNumber === 0 ? key : `${this.projectNumber}\0${key}`);
  }

  /** Asks, and waits if requested. */
  ask(prepared: PreparedAsk, wait: Wait): Promise<AskResult> {
    return this.asker.ask(prepared, wait);
  }

  async answer(id: string, raw: RawAnswer, answerer: Answerer, how: AnswerHow = {}): Promise<AnswerReceipt> {
    const { status, clarification } = await this.answerAbout(id, raw, answerer, how);
    return { status, clarification };
  }

  /** The same, with the jobs that the answer resumed or failed. Empty if the answer was accepted before. */
  async answerAbout(
    id: string,
    raw: RawAnswer,
    answerer: Answerer,
    how: AnswerHow,
  ): Promise<AnswerReceipt & { readonly jobs?: readonly JobRecord[] }> {
    checkAnswerText(raw);
    const schema = this.schemas.get(id);
    if (schema) await this.checkSchema(id, raw, schema);
    const { caller = null } = answerer;
    const command: AnswerCommand = { id, raw, ...how, ...answerer };
    return this.closedHere(
      await this.needs.decide(
        { of: 'clarification', id },
        (state, now, facts) => decideAnswer(state, command, now, facts),
        { caller },
      ),
    );
  }

  /**
   * Answers equal questions of other sessions together with one that was answered: each in a transaction of its own, so that each session has
   * its own audit, and one that fails keeps no other back.
   */
  async answerAlso(
    answered: ClarificationRecord,
    raw: RawAnswer,
    ids: readonly string[],
    answerer: Answerer,
  ): Promise<readonly AlsoAnswered[]> {
    // No group: nothing else is the same question.
    const group = groupOf(answered) ?? '';
    return Promise.all(
      ids.map(async (id): Promise<AlsoAnswered> => {
        try {
          return { id, ...(await this.answer(id, raw, answerer, { group })) };
        } catch (error) {
          if (error instanceof AskOnceError) return { id, status: 'refused', error };
          throw error;
        }
      }),
    );
  }

  /** Decides a call that waits by the rules, if one decides it by now. */
  decideByRule(id: string, place: CallPlace): Promise<boolean> {
    const look = { of: 'clarification', id } as const;
    return this.needs.decide(look, (state, now, facts) => decideByRule(state, place, now, facts), {});
  }

  warn(text: string): void {
    this.log(`[askonce] ${text}`);
  }

  async decline(id: string, because: string | null, answerer: Answerer): Promise<AnswerReceipt> {
    const { caller = null } = answerer;
    const command = { id, because, ...answerer };
    return this.closedHere(
      await this.needs.decide({ of: 'clarification', id }, (state, now) => decideDecline(state, command, now), {
        caller,
      }),
    );
  }

  /** A client should have shown the question but did not. Only the audit trail changes. */
  notShown(id: string, client: string, because: string): Promise<void> {
    return this.store.decide({ of: 'clarification', id }, (state) =>
      decideNotShown(state, { client, because }, this.clock.now()),
    );
  }

  async revoke(id: string, because: string | null, answerer: Answerer): Promise<AnswerReceipt> {
    const { caller = null } = answerer;
    const command = { id, because, ...answerer };
    return this.closedHere(
      await this.needs.decide({ of: 'clarification', id }, (state, now) => decideRevoke(state, command, now), {
        caller,
      }),
    );
  }

  /** Replaces an answer of a person or a resolver by another one, also in sessions that it was shared with. Returns the successor. */
  async correct(id: string, raw: RawAnswer, because: string | null, answerer: Answerer): Promise<AnswerReceipt> {
    checkAnswerText(raw);
    const { caller = null } = answerer;
    const command = { id, raw, because, successor: newId('q', this.clock.now()), ...answerer };
    const receipt = await this.needs.decide(
      { of: 'clarification', id },
      (state, now, facts) => decideCorrect(state, command, now, facts),
      { caller },
    );
    if (receipt.clarification.id !== id) {
      await carryCorrection(this, id, receipt.clarification).catch((error: unknown) =>
        this.warn(`a correction of ${id} reaches other sessions only when they ask again: ${String(error)}`),
      );
    }
    return receipt;
  }

  /** Puts a question off until a time; null shows it again. */
  async snooze(id: string, until: number | null, answerer: Answerer): Promise<AnswerReceipt> {
    const { caller = null } = answerer;
    const command = { id, until, ...answerer };
    const look = { of: 'clarification', id } as const;
    const receipt = await this.needs.decide(look, (state, now) => decideSnooze(state, command, now), { caller });
    if (until !== null) this.deadlines.expect(until);
    return receipt;
  }

  /** Lists questions; waiting ones come with the most similar earlier answer. Passed deadlines take effect first. */
  async clarifications(query: ListQuery): Promise<Page<ClarificationRow>> {
    await this.sweep();
    const { items, next } = await this.store.list(query);
    return { items: await this.offers.beside(items), next };
  }

  async clarification(id: string): Promise<ClarificationRow | null> {
    const found = await this.store.clarification(id);
    return found ? (await this.offers.beside([found]))[0]! : null;
  }

  /** The asker cancels an ask. Returns how many of its questions were still waiting. */
  async cancel(ask: string, because: string | null, caller: Caller | null): Promise<number> {
    const command = { ask, because, caller };
    const look = { of: 'ask_items', ask } as const;
    return (await this.needs.decide(look, (state, now) => decideCancel(state, command, now), { caller })).cancelled;
  }

  /** The asker cancels its wait for one question, together with everything it asked in the same ask. */
  async leave(id: string, ask: string, because: string | null, caller: Caller | null): Promise<AnswerReceipt> {
    const before = await this.outcomes.clarification(id, ask, false);
    const left = before.outcome === 'parked' ? await this.cancel(ask, because, caller) : 0;
    const outcome = left > 0 ? before : await this.outcomes.clarification(id, ask, false);
    const closing = leftQuestion(left, outcome, (await this.store.clarification(id))!);
    if (closing instanceof AskOnceError) throw closing;
    return this.closedHere(closing);
  }

  /** Stores the person's last words, and creates the session if it is new. */
  async heard(heard: Heard, fresh: Omit<SessionRecord, 'heard' | 'createdAt'>): Promise<void> {
    await this.store.decide({ of: 'session', id: fresh.id }, ({ session }) => {
      const said = afterHearing(session?.heard ?? null, heard, true);
      return {
        effects: [
          session
            ? { do: 'hear', session: session.id, heard: said }
            : { do: 'insert_session', session: { ...fresh, heard: said, createdAt: heard.at } },
        ],
        result: undefined,
      };
    });
  }

  /** Stores an agent's assumption, and creates the session if it is new. */
  async assume(
    assumption: AssumptionRecord,
    fresh: Omit<SessionRecord, 'heard' | 'createdAt'>,
    caller: Caller | null,
  ): Promise<void> {
    const { id, session, job, decision, timeoutAssumed, clarification, createdAt: at } = assumption;
    const data = { id, decision, timeoutAssumed };
    await this.needs.decide(
      { of: 'session', id: session },
      ({ session: known }) => ({
        effects: [
          ...(known ? [] : [{ do: 'insert_session' as const, session: { ...fresh, heard: null, createdAt: at } }]),
          { do: 'insert_assumption', assumption },
          { do: 'event', event: { type: 'assumption.recorded', at, session, job, ask: null, clarification, data } },
        ],
        result: undefined,
      }),
      { caller },
    );
  }

  /** Sets a preference by hand. */
  async prefer(preference: Preference, caller: Caller | null): Promise<void> {
    const { key, subject, project } = preference;
    await this.needs.decide(
      { of: 'preference', project, key, subject },
      (_, now) => ({
        effects: [{ do: 'put_preference', preference }, preferenceSet(preference, now)],
        result: undefined,
      }),
      { caller },
    );
  }

  /** Forgets a preference. Returns what it was, or null if there was none. */
  forget(project: string, key: string, subject: string, caller: Caller | null): Promise<Preference | null> {
    return this.needs.decide(
      { of: 'preference', project, key, subject },
      ({ preference: known }, now) => {
        const preference = known && learned(known);
        return { effects: preference ? forgotten(preference, now) : [], result: preference };
      },
      { caller },
    );
  }

  /**
   * Migrates the store's keys, and applies deadlines that passed while no process ran. If that fails, the store opens anyway, and it is
   * tried again.
   */
  async start(): Promise<void> {
    await rekey(this.store.keys).catch((error) =>
      this.log(`[askonce] could not update question keys: ${String(error)}`),
    );
    await this.sweep().catch((error) => this.log(`[askonce] could not check deadlines: ${String(error)}`));
  }

  /** Calls back with each event of a type. Listener errors are rethrown asynchronously, so one failure does not stop delivery. */
  on(type: EventType | '*', listener: (event: AuditEvent) => void): () => void {
    const tell = (event: AuditEvent) => {
      try {
        listener(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    };
    return this.watching.on((events) => {
      for (const event of events) if (type === '*' || event.type === type) tell(event);
    });
  }

  /** Applies every deadline that has passed. */
  sweep(): Promise<void> {
    return this.deadlines.sweep();
  }

  /** Aborted once this engine is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.deadlines.close();
    this.watching.close();
    this.waiters.close();
    await this.store.close();
  }

  private closedHere<Receipt extends AnswerReceipt>(receipt: Receipt): Receipt {
    this.schemas.delete(receipt.clarification.id);
    return receipt;
  }

  /**
   * A schema known in this process rejects the answer before it is accepted. For other questions the asker checks the answer on arrival.
   */
  private async checkSchema(id: string, raw: RawAnswer, schema: Schema): Promise<void> {
    const clarification = await this.store.clarification(id);
    if (clarification?.status !== 'pending') return;
    const validated = await validate(schema, this.acceptedForm(clarification, raw));
    if ('value' in validated) return;
    throw new AskOnceError('answer_refused', `${validated.issue}. The question is still open.`, { id });
  }

  /** Returns the answer as it would be stored; unchanged if it would be rejected anyway. */
  private acceptedForm(clarification: ClarificationRecord, raw: RawAnswer): string {
    let checked = checkAnswer(clarification, raw, null);
    if ('needsPath' in checked) {
      checked = checkAnswer(clarification, raw, null, this.files.locate(checked.needsPath, folderOf(clarification)));
    }
    return 'accepted' in checked ? checked.accepted : checkAnswerText(raw);
  }
}
