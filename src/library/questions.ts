/** The questions of a store, as the library's users see them: list, wait, answer, revoke. */

import type { Caller } from '../core/access.ts';
import type { RawAnswer } from '../core/answer/check.ts';
import { unknownClarification } from '../core/answer/closed-errors.ts';
import { CLARIFICATION_STATUSES, type ClarificationStatus, type Outcome } from '../core/model/question.ts';
import { type Clarification, clarificationView, type ListedClarification } from '../core/model/views.ts';
import type { Engine, AnswerReceipt as StoredReceipt } from '../engine/engine.ts';
import type { Page } from '../ports.ts';
import {
  checkBoolean,
  checkId,
  invalidArgument,
  omitNullish,
  optionalText,
  pageOf,
  textId,
} from '../util/arguments.ts';
import { type AnswerOptions, answererOf } from './answerer.ts';
import { patienceOf, type WaitOptions } from './wait.ts';

export interface QuestionQuery {
  status?: ClarificationStatus | readonly ClarificationStatus[];
  session?: string;
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
}

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
    const { session, status, newest, ...page } = omitNullish(query, 'query');
    const wanted = status === undefined ? CLARIFICATION_STATUSES : typeof status === 'string' ? [status] : status;
    if (!Array.isArray(wanted) || !wanted.every((one) => CLARIFICATION_STATUSES.includes(one)))
      throw invalidArgument('status', `one of ${CLARIFICATION_STATUSES.join(', ')}, or a list of them`);
    const of = session === undefined ? {} : { session: checkId(session, 'session') };
    if (wanted.length === 0) return { items: [], next: null };
    const order = checkBoolean(newest, 'newest') ? { newest: true } : {};
    const { items, next } = await this.engine.clarifications({ ...of, ...order, ...pageOf(page, 50), status: wanted });
    return { items: items.map(clarificationView), next };
  }

  /**
   * Returns how many questions wait for a person. It reads no questions, so it is fast however many there are.
   * @example
   * const waiting = await askonce.questions.count({ status: 'pending' });
   */
  async count(query: { status: 'pending' }): Promise<number> {
    if (omitNullish(query, 'query').status !== 'pending') throw invalidArgument('status', 'pending');
    return this.engine.store.pendingCount();
  }

  /**
   * Answers a question. The first answer wins; the same answer again is a replay.
   * @example
   * const [question] = (await askonce.questions.list({ status: 'pending' })).items;
   * await askonce.questions.answer(question.id, 'YAML', { remember: true });
   */
  async answer(id: string, answer: RawAnswer, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    const { idempotencyKey, remember } = omitNullish(options, 'options');
    const key = optionalText(idempotencyKey, 'idempotencyKey');
    const how = { key, remember: checkBoolean(remember, 'remember') };
    return receiptOf(await this.engine.answer(textId(id, 'clarification'), answer, answererOf(options, this.by), how));
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

function receiptOf({ status, clarification }: StoredReceipt): AnswerReceipt {
  return { status, clarification: clarificationView(clarification) };
}
