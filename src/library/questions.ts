/** The questions of a store, as the library's users see them: list, wait, answer, revoke. */

import type { Caller } from '../core/access.ts';
import { type RawAnswer, storable } from '../core/answer/check.ts';
import { unknownClarification } from '../core/answer/closed-errors.ts';
import type { ErrorCode } from '../core/model/errors.ts';
import {
  CLARIFICATION_STATUSES,
  type ClarificationStatus,
  type Outcome,
  QUESTION_KINDS,
  type QuestionKind,
  SNOOZED_FILTERS,
  type SnoozedFilter,
} from '../core/model/question.ts';
import { type Clarification, clarificationView, type ListedClarification } from '../core/model/views.ts';
import type { AlsoAnswered, Engine, AnswerReceipt as StoredReceipt } from '../engine/engine.ts';
import type { ListQuery, Page } from '../ports.ts';
import {
  checkBoolean,
  checkId,
  checkOneOf,
  checkText,
  invalidArgument,
  LIMITS,
  omitNullish,
  optionalText,
  pageOf,
  textId,
} from '../util/arguments.ts';
import { wordsOf } from '../util/search.ts';
import { type AnswerOptions, answererOf } from './answerer.ts';
import { type MomentInput, momentOf } from './moment-input.ts';
import { patienceOf, type WaitOptions } from './wait.ts';

export interface QuestionQuery {
  status?: ClarificationStatus | readonly ClarificationStatus[];
  session?: string;
  /** The project, as on a question; all projects of the store by default. */
  project?: string;
  /** The program that asked, such as `Claude Code`. */
  agent?: string;
  /** Questions, or approvals; both by default. */
  kind?: QuestionKind;
  /** Only what this ask was the first to put. */
  ask?: string;
  /**
   * Only questions that contain all these words, in any order and in letters of either case: in what is asked, answered and why, in a call,
   * and in the names of the session, the job, the project, the folder, the branch and the agent.
   */
  text?: string;
  /** Only what was asked since then: a duration such as `2h`, a Date, an ISO 8601 time, or milliseconds since 1970. */
  since?: MomentInput;
  /** Only what was asked before then. `2h`: more than two hours ago. */
  before?: MomentInput;
  /** What to do with questions that were put off. By default they are hidden where the status is `pending`, and else included. */
  snoozed?: SnoozedFilter;
  /** Newest first; oldest first by default. */
  newest?: boolean;
  /** The `next` value of the previous page. */
  after?: string;
  limit?: number;
}

export interface WaitForQuestionOptions extends Pick<WaitOptions, 'wait' | 'signal'> {
  /** The ask whose outcome you want; by default the one that first put the question. */
  ask?: string;
}

/** How many questions wait: exact up to 10,000. */
export interface QuestionCount {
  readonly count: number;
  /** There are more than `count`. */
  readonly more: boolean;
}

/** Counting further would take longer the more there are; a person cannot tell 10,000 from a million at a glance. */
const MAX_COUNTED = 10_000;

/** How often a list looks on for its first match: each look is limited, and a list with few matches in a large store takes several. */
const MAX_LOOKS = 50;

/** A question, and the outcome of one of the asks that wait for it. */
export interface FollowedQuestion {
  readonly clarification: ListedClarification;
  readonly ask: string;
  readonly outcome: Outcome;
}

/** The result of answering or otherwise closing a question. */
export interface AnswerReceipt {
  /** `replayed`: the same answer was accepted before. */
  readonly status: 'accepted' | 'replayed';
  readonly clarification: Clarification;
  /** What became of each question of `also`, in their order; absent if there were none. */
  readonly also?: readonly AlsoReceipt[];
}

/** `refused`: this one was not answered, for the reason that `code` and `message` say. */
export type AlsoReceipt =
  | { readonly id: string; readonly status: 'accepted' | 'replayed'; readonly clarification: Clarification }
  | { readonly id: string; readonly status: 'refused'; readonly code: ErrorCode; readonly message: string };

/** How many questions may be answered together. */
const MAX_ALSO = 1_000;

export interface CancelOptions {
  because?: string;
  /** The caller of a network request, with its token. */
  caller?: Caller | null;
}

/** Available as `askonce.questions`. */
export class Questions {
  private readonly engine: Engine;
  private readonly by: string | null;

  constructor(engine: Engine, by: string | null) {
    this.engine = engine;
    this.by = by;
  }

  /**
   * Returns one question, in any state, or null.
   * @example
   * const question = await askonce.questions.get('q-0w2k6r1xm4c7tz');
   */
  async get(id: string): Promise<ListedClarification | null> {
    const row = await this.engine.clarification(textId(id, 'clarification'));
    return row && clarificationView(row);
  }

  /**
   * Lists questions in one state, in several or in any, oldest first. Pass `next` as `after` to get the following page.
   * @example
   * const { items, next } = await askonce.questions.list({ status: 'pending', limit: 20 });
   */
  async list(query: QuestionQuery = {}): Promise<Page<ListedClarification>> {
    const { session, status, newest, project, agent, kind, ask, text, since, before, snoozed, ...page } = omitNullish(
      query,
      'query',
    );
    const wanted = status === undefined ? CLARIFICATION_STATUSES : typeof status === 'string' ? [status] : status;
    if (!Array.isArray(wanted) || !wanted.every((one) => CLARIFICATION_STATUSES.includes(one)))
      throw invalidArgument('status', `one of ${CLARIFICATION_STATUSES.join(', ')}, or a list of them`);
    const now = this.engine.clock.now();
    const isOpen = wanted.length === 1 && wanted[0] === 'pending';
    const store: ListQuery = {
      status: wanted,
      ...(session === undefined ? {} : { session: checkId(session, 'session') }),
      ...(project === undefined ? {} : { project: storable(checkText(project, 'project', LIMITS.path)) }),
      ...(agent === undefined ? {} : { agent: storable(checkText(agent, 'agent', LIMITS.label)) }),
      ...(kind === undefined ? {} : { kind: checkOneOf(kind, QUESTION_KINDS, 'kind') }),
      ...(ask === undefined ? {} : { ask: textId(ask, 'ask') }),
      ...(text === undefined ? {} : { words: searchWords(text) }),
      ...(since === undefined ? {} : { since: momentOf(since, 'since', now, -1) }),
      ...(before === undefined ? {} : { before: momentOf(before, 'before', now, -1) }),
      snoozed: checkOneOf(snoozed ?? (isOpen ? 'hidden' : 'included'), SNOOZED_FILTERS, 'snoozed'),
      ...(checkBoolean(newest, 'newest') ? { newest: true } : {}),
      ...pageOf(page, 50),
    };
    if (wanted.length === 0) return { items: [], next: null };
    let found = await this.engine.clarifications(store);
    // A page of the store may end before anything is found.
    for (let looks = 1; looks < MAX_LOOKS && found.items.length === 0 && found.next !== null; looks += 1)
      found = await this.engine.clarifications({ ...store, after: found.next });
    return { items: found.items.map(clarificationView), next: found.next };
  }

  /**
   * Returns how many questions wait for a person, in all projects or in one, without those that were put off. The count is exact up to 10,000; beyond that it stays at 10,000 and `more` is true. So
   * it is fast however many there are.
   * @example
   * const { count, more } = await askonce.questions.count({ status: 'pending' });
   * console.log(`${count}${more ? ' or more' : ''} waiting`);
   */
  async count(query: { status: 'pending'; project?: string }): Promise<QuestionCount> {
    const { status, project } = omitNullish(query, 'query');
    if (status !== 'pending') throw invalidArgument('status', 'pending');
    const of = project === undefined ? undefined : storable(checkText(project, 'project', LIMITS.path));
    const counted = await this.engine.store.pendingCount(MAX_COUNTED + 1, of);
    return { count: Math.min(counted, MAX_COUNTED), more: counted > MAX_COUNTED };
  }

  /**
   * Answers a question. The first answer wins; the same answer again is a replay. With `also`, equal questions of other sessions get the same
   * answer: those with the same `group`.
   * @example
   * const [question] = (await askonce.questions.list({ status: 'pending' })).items;
   * await askonce.questions.answer(question.id, 'YAML', { remember: true });
   */
  async answer(id: string, answer: RawAnswer, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    const { idempotencyKey, remember, also } = omitNullish(options, 'options');
    const key = optionalText(idempotencyKey, 'idempotencyKey');
    const how = { key, remember: checkBoolean(remember, 'remember') };
    const others = also === undefined ? [] : idsOf(also);
    const answerer = answererOf(options, this.by);
    const receipt = await this.engine.answer(textId(id, 'clarification'), answer, answerer, how);
    if (others.length === 0) return receiptOf(receipt);
    const all = await this.engine.answerAlso(receipt.clarification, answer, others, answerer);
    return { ...receiptOf(receipt), also: all.map(alsoOf) };
  }

  /**
   * Closes a question without an answer. It is not asked again in its session.
   * @example
   * await askonce.questions.decline(question.id, 'I do not know either');
   */
  async decline(id: string, because?: string, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    const why = optionalText(because, 'because');
    return receiptOf(await this.engine.decline(textId(id, 'clarification'), why, answererOf(options, this.by)));
  }

  /**
   * Revokes an answer, whether a person or a resolver gave it. The question may then be asked again, without counting toward the cap if a
   * person had been asked.
   * @example
   * await askonce.questions.revoke(question.id, 'that was the wrong project');
   */
  async revoke(id: string, because?: string, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    const why = optionalText(because, 'because');
    return receiptOf(await this.engine.revoke(textId(id, 'clarification'), why, answererOf(options, this.by)));
  }

  /**
   * Replaces an answer by another one, in one step: the old answer is revoked and stays in the audit trail, and the question that succeeds it
   * has the new answer. It costs no ask. What the old answer taught is unlearned. Agents learn of it by the event `clarification.corrected`,
   * and the next time they ask.
   * @example
   * await askonce.questions.answer(question.id, 'YAML');
   * const { clarification } = await askonce.questions.correct(question.id, 'JSON', { because: 'the parser cannot read YAML' });
   * clarification.succeeds; // question.id
   */
  async correct(
    id: string,
    answer: RawAnswer,
    options: Omit<AnswerOptions, 'idempotencyKey' | 'remember'> & { because?: string } = {},
  ): Promise<AnswerReceipt> {
    const why = optionalText(omitNullish(options, 'options').because, 'because');
    const of = textId(id, 'clarification');
    return receiptOf(await this.engine.correct(of, answer, why, answererOf(options, this.by)));
  }

  /**
   * Puts a question off until a time: a duration such as `2h`, a Date, an ISO 8601 time, or milliseconds since 1970. Until then it is not
   * in the list of waiting questions, and no one is told of it; it can be answered all the same. With null it returns at once.
   * @example
   * await askonce.questions.snooze(question.id, '2h');
   */
  async snooze(
    id: string,
    until: MomentInput | null,
    options: Omit<AnswerOptions, 'idempotencyKey' | 'remember'> = {},
  ): Promise<AnswerReceipt> {
    const at = until === null ? null : momentOf(until, 'until', this.engine.clock.now(), 1);
    return receiptOf(await this.engine.snooze(textId(id, 'clarification'), at, answererOf(options, this.by)));
  }

  /**
   * Ends the wait of an asker. A question that no other ask waits for is withdrawn. With a question's id, it cancels the ask that first put
   * it, or the `ask` named. With `{ ask }`, it cancels all questions of that ask, and returns how many were still waiting.
   * @example
   * const { ask } = await session.ask('Which colour?', { wait: false });
   * await askonce.questions.cancel({ ask }, { because: 'found it in the brief' });
   * await askonce.questions.cancel(question.id);
   */
  cancel(question: string, options?: CancelOptions & { ask?: string }): Promise<AnswerReceipt>;
  cancel(of: { ask: string }, options?: CancelOptions): Promise<number>;
  async cancel(
    which: string | { ask: string },
    options: CancelOptions & { ask?: string } = {},
  ): Promise<AnswerReceipt | number> {
    const { ask, because, caller = null } = omitNullish(options, 'options');
    const why = optionalText(because, 'because');
    if (typeof which === 'object' && which !== null) return this.engine.cancel(textId(which.ask, 'ask'), why, caller);
    const known = await this.engine.store.clarification(textId(which, 'clarification'));
    if (!known) throw unknownClarification(which);
    return receiptOf(
      await this.engine.leave(known.id, ask === undefined ? known.ask : textId(ask, 'ask'), why, caller),
    );
  }

  /**
   * Waits until an ask no longer waits for the question: the first ask, or the `ask` named. The answer may come from any process. Returns
   * the question with the outcome of that ask, which may have fallen back while others still wait. With `wait`, returns the current state
   * when the time is up. Returns null if there is no such question.
   * @example
   * await askonce.questions.answer(question.id, 'YAML');
   * const { outcome } = await askonce.questions.wait(question.id, { wait: '30s' });
   * outcome.answer; // 'YAML'
   */
  async wait(id: string, options: WaitForQuestionOptions = {}): Promise<FollowedQuestion | null> {
    const { ask, wait, signal } = omitNullish(options, 'options');
    const patience = patienceOf({ wait, signal, onParked: undefined }, this.engine.clock.now());
    const known = await this.engine.store.clarification(textId(id, 'clarification'));
    if (!known) return null;
    const of = ask === undefined ? known.ask : textId(ask, 'ask');
    const outcome = await this.engine.outcomes.clarification(known.id, of, patience);
    return { ask: of, outcome, clarification: clarificationView((await this.engine.clarification(known.id))!) };
  }

  /**
   * Returns the outcome of a question, for callers that know its id but no ask. With `wait`, returns the current outcome when the time is
   * up. Returns null if there is no such question.
   * @example
   * const outcome = await askonce.questions.outcome(question.id);
   */
  async outcome(id: string, options: Pick<WaitOptions, 'wait' | 'signal'> = { wait: false }): Promise<Outcome | null> {
    const { wait, signal } = omitNullish(options, 'options');
    const patience = patienceOf({ wait, signal, onParked: undefined }, this.engine.clock.now());
    return this.engine.outcomes.question(textId(id, 'clarification'), patience);
  }

  /**
   * Records in the audit trail that a client should have shown a question but did not. The question keeps waiting.
   * @example
   * await askonce.questions.notShown(question.id, 'my-editor', 'the client did not show it: no window is open');
   */
  async notShown(id: string, client: string, because: string): Promise<void> {
    return this.engine.notShown(textId(id, 'clarification'), client, because);
  }
}

/** Few enough for a search to stay fast. */
const MAX_WORDS = 20;

function searchWords(text: unknown): string[] {
  const words = wordsOf(storable(checkText(text, 'text', LIMITS.label))).filter(Boolean);
  if (words.length > MAX_WORDS) throw invalidArgument('text', `at most ${MAX_WORDS} words`);
  return words;
}

function idsOf(ids: unknown): string[] {
  if (!Array.isArray(ids) || ids.length > MAX_ALSO) throw invalidArgument('also', `a list of at most ${MAX_ALSO} ids`);
  return [...new Set(ids.map((id) => textId(id, 'clarification')))];
}

function alsoOf(one: AlsoAnswered): AlsoReceipt {
  if (one.status === 'refused') {
    const { code, message } = one.error;
    return { id: one.id, status: 'refused', code, message };
  }
  return { id: one.id, ...receiptOf(one) };
}

function receiptOf({ status, clarification }: StoredReceipt): AnswerReceipt {
  return { status, clarification: clarificationView(clarification) };
}
