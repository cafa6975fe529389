/** One conversation, as the library's users see it. */

import { type Caller, notForPerson } from './core/access.ts';
import { ASKER } from './core/ask/command.ts';
import { type Policy, type PolicyName, requestPolicy } from './core/model/policy.ts';
import type { AskResult } from './core/model/question.ts';
import type { AssumptionRecord } from './core/model/records.ts';
import type { Engine } from './engine/engine.ts';
import { type Approval, type ApproveOptions, approveIn, type CallInput } from './library/approve.ts';
import { askIn } from './library/ask.ts';
import type { AskOptions, AskResultOf, AskWhat, QuestionInput } from './library/ask-input.ts';
import { type AssumptionInput, assumptionsPage, recordAssumption } from './library/assumptions.ts';
import { type ClarificationHistoryEntry, type HistoryQuery, historyPage } from './library/history.ts';
import { type Frame, hear } from './library/prepare-ask.ts';
import type { WaitOptions } from './library/wait.ts';
import {
  askOf,
  type ClarificationRequest,
  checkRequest,
  type RequestResult,
  replyToRequest,
} from './orchestrator/requests.ts';
import { askersOf, type ClarificationState, clarificationState } from './orchestrator/state.ts';
import type { Page } from './ports.ts';
import { checkId, checkText, omitNullish, textName } from './util/arguments.ts';
import { keyedId } from './util/ids.ts';

/** Excludes an idempotency key, because an earlier ask with that key may have had several questions. */
type SingleAskOptions = AskOptions & WaitOptions & { idempotencyKey?: never };

export interface RequestOptions
  extends WaitOptions,
    Pick<AskOptions, 'job' | 'asker' | 'agent' | 'branch' | 'userMessage' | 'idempotencyKey' | 'timeout'> {}

/** The default asker of requests. */
export const PM = 'pm';

export interface SessionOptions {
  policy?: PolicyName | Policy;
  /** The asker of this session, unless a job names one; `agent` by default. */
  asker?: string;
  /** The program that asks, such as `Claude Code`, for people to see. */
  agent?: string;
  /** The person's language as a tag such as `ja`, for words that mean yes in one language and no in another. */
  language?: string;
  /** The caller of network requests, with its token. An asker's token cannot submit the person's words. */
  caller?: Caller | null;
}

/** The context that a session gives to each of its asks. */
export type SessionFrame = Omit<Frame, 'now' | 'files' | 'session'>;

/** One conversation. Created by `askonce.session(id)`. */
export class Session {
  readonly id: string;
  private readonly engine: Engine;
  private readonly frame: Omit<Frame, 'now'>;

  constructor(engine: Engine, id: string, frame: SessionFrame) {
    this.engine = engine;
    this.id = id;
    this.frame = { ...frame, session: id, files: engine.files };
  }

  /**
   * Stores what the person has just said. A question that it already answers is not asked. A bare "yes" answers one question, and said
   * again answers another, so a job that may run again should pass the words to `ask` as `userMessage` instead.
   * @example
   * await session.observe('please use YAML');
   */
  async observe(text: string): Promise<void> {
    const { asker, files, caller } = this.frame;
    const silenced = notForPerson(caller);
    if (silenced) throw silenced;
    await this.engine.heard(hear(text, files, this.engine.clock.now()), this.fresh(asker ?? ASKER));
  }

  /**
   * Asks one to four questions. Questions that need no person are settled at once; the rest are stored durably and waited for. For a single
   * question, `status` tells you, and the compiler, whether there is an `answer`.
   * @example
   * const { status, answer } = await session.ask({
   *   question: 'Which format should I use?',
   *   options: ['YAML', 'JSON'],
   * }, { wait: '10m' });
   */
  ask<const Q extends string | QuestionInput>(what: Q, options?: SingleAskOptions): Promise<AskResultOf<Q>>;
  ask(what: AskWhat, options?: AskOptions & WaitOptions): Promise<AskResult>;
  async ask(what: AskWhat, options: AskOptions & WaitOptions = {}): Promise<AskResult> {
    return (await askIn(this.engine, this.frame, what, options)).result;
  }

  /**
   * Asks whether an agent may make a tool call. A rule that a person made decides at once; otherwise the call waits for a person. Only a
   * Yes that was given allows it.
   * @example
   * const { decision } = await session.approve({ tool: 'Bash', input: { command: 'npm test' }, callId: 'call-7' }, { wait: '10m' });
   */
  approve(call: CallInput, options: ApproveOptions = {}): Promise<Approval> {
    return approveIn(this.engine, this.frame, call, options);
  }

  /**
   * Seed 002: an agent wants to stop for a person, and gets a decision: `allow` and `wait` (do not continue before the person has
   * responded), `proceed` with a response, `fall_back` with a text, or `send_back` with what the request lacks.
   * @example
   * const reply = await session.request({
   *   question: 'Which database should it use?',
   *   options: ['SQLite', 'PostgreSQL'],
   *   blocker: 'exclusive_requirements',
   *   tried: 'Both are named in the brief',
   *   fallback: 'SQLite',
   * }, { asker: 'pm', wait: false });
   * console.log(reply.decision);
   */
  async request(request: ClarificationRequest, options: RequestOptions = {}): Promise<RequestResult> {
    const { timeout, ...how } = omitNullish(options, 'options');
    const checked = checkRequest(request);
    const asker = checkId(how.asker ?? this.frame.asker ?? PM, 'asker');
    const job = how.job ?? keyedId('job', JSON.stringify(['requests', this.id, asker]));
    const known = await this.engine.store.job(textName(job, 'job'));
    const policy = known?.policy ?? this.frame.policy ?? requestPolicy(this.frame.defaultPolicy);
    const goal = known?.prompt ?? undefined;
    const more = { ...(timeout === undefined ? {} : { timeout }), ...(goal === undefined ? {} : { goal }) };
    const { question, options: asking } = askOf(checked, policy, more);
    // The policy and the asker of a job are fixed when it is created. For an existing job, given ones must match.
    const as = known ? {} : { policy, asker };
    const frame = { ...this.frame, asker: null };
    // The key is scoped to the asker and the session, because others may also number their requests from 1.
    const given = how.idempotencyKey;
    const key = given === undefined ? {} : { idempotencyKey: this.requestKey(asker, given) };
    const { result, own } = await askIn(this.engine, frame, question, { ...how, ...asking, job, ...as, ...key });
    const about = goal === undefined ? {} : { goal };
    const by = { session: this.fresh(asker), asker: known?.asker ?? asker, job, ...about };
    return replyToRequest(this.engine, checked, result, by, own);
  }

  /**
   * Returns seed 002's state of one asker, from the store.
   * @example
   * const { clarification_used } = await session.state('pm');
   */
  async state(asker: string): Promise<ClarificationState> {
    return clarificationState(await this.engine.store.asked(this.id), checkId(asker, 'asker'));
  }

  /**
   * The same for every asker of this session, by name.
   * @example
   * for (const [asker, state] of Object.entries(await session.states())) console.log(asker, state.clarification_resolved);
   */
  async states(): Promise<Readonly<Record<string, ClarificationState>>> {
    const asked = await this.engine.store.asked(this.id);
    return Object.fromEntries(askersOf(asked).map((name) => [name, clarificationState(asked, name)]));
  }

  /**
   * Stores a decision that an agent made without a person, for people to read.
   * @example
   * await session.assume({ decision: 'Dates are in UTC', reasoning: 'The logs are', confidence: 'high', risk: 'Reports shift by a day' });
   */
  assume(assumption: AssumptionInput): Promise<AssumptionRecord> {
    const { asker, caller } = this.frame;
    return recordAssumption(this.engine, assumption, this.fresh(asker ?? ASKER), { caller });
  }

  /**
   * Lists the assumptions of this session's agents, oldest first.
   * @example
   * for (const { decision, risk } of (await session.assumptions()).items) console.log(decision, risk);
   */
  assumptions(query: { after?: string; limit?: number } = {}): Promise<Page<AssumptionRecord>> {
    return assumptionsPage(this.engine, this.id, query);
  }

  private requestKey(asker: string, given: string): string {
    return JSON.stringify([this.id, asker, checkText(given, 'idempotencyKey')]);
  }

  /** The session to create if it is new. */
  private fresh(asker: string) {
    const { policy, defaultPolicy, language } = this.frame;
    return { id: this.id, project: this.engine.project, policy: policy ?? defaultPolicy, asker, language };
  }

  /**
   * Returns the answers of this session, oldest first.
   * @example
   * const { items } = await session.history();
   */
  history(query: HistoryQuery = {}): Promise<Page<ClarificationHistoryEntry>> {
    return historyPage(this.engine.store, this.id, query);
  }
}
