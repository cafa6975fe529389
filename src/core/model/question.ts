/**
 * The vocabulary of the design as types: what a question is, how it can end, and what an ask returns. Pure data; the rest of the project
 * uses these types.
 */

import type { Call } from './call.ts';

/** The four kinds of question a person can be asked (seed 000). */
export type ClarificationType = 'TARGET_FILE' | 'SELECT_ONE' | 'CONFIRM' | 'FREE_TEXT';

export const CLARIFICATION_TYPES: readonly ClarificationType[] = ['TARGET_FILE', 'SELECT_ONE', 'CONFIRM', 'FREE_TEXT'];

/** The seed's reasons to ask; any other text is a reason in the asker's own words. */
export type ClarificationReason =
  | 'target_file_exists'
  | 'target_file_ambiguous'
  | 'target_action_ambiguous'
  | 'missing_required_info'
  | (string & {});

const TYPE_OF_REASON: ReadonlyMap<string, ClarificationType> = new Map(
  Object.entries({
    target_file_exists: 'CONFIRM',
    target_file_ambiguous: 'TARGET_FILE',
    target_action_ambiguous: 'SELECT_ONE',
    missing_required_info: 'FREE_TEXT',
  }),
);

/**
 * Returns the question type for a clarification reason; FREE_TEXT for an unknown reason.
 * @example
 * typeOfReason('target_file_exists'); // 'CONFIRM'
 * typeOfReason('something_else'); // 'FREE_TEXT'
 */
export function typeOfReason(reason: string): ClarificationType {
  return TYPE_OF_REASON.get(reason) ?? 'FREE_TEXT';
}

/** Whether a reason is one of the seed's, so that it may choose the type. */
export function isKnownReason(reason: string): boolean {
  return TYPE_OF_REASON.has(reason);
}

/** One choice the person is offered. */
export interface Option {
  readonly label: string;
  readonly description?: string;
}

/** An earlier answer of the person that is shown first when a similar question comes up; or, with source `history`, that answered this one. */
export interface Offered {
  /** The clarification it was given to; null for a preference. */
  readonly id: string | null;
  readonly question: string;
  readonly answer: string;
}

/** A checked and complete question, as it is shown to the person. Plain data. */
export interface Question {
  readonly question: string;
  readonly type: ClarificationType;
  /** The words that the repeat guard compares: see question-key.ts. */
  readonly questionHash: string;
  readonly key: string;
  /** What a destructive question is about (a file, a table), or what the asker gave; '' if there is none. */
  readonly subject: string;
  readonly destructive: boolean;
  readonly header?: string;
  readonly reason?: string;
  readonly context?: string;
  readonly options: readonly Option[];
  readonly recommended?: string;
  readonly multiSelect: boolean;
  readonly strictOptions: boolean;
  /** Used only if the deadline passes and `onTimeout` is `default`. */
  readonly default?: string;
  /** For an approval: the call that it is about. */
  readonly call?: Call;
}

/** The source of an answer. */
export type Source = 'user' | 'rule' | 'history' | 'input' | 'preference' | 'best_practice' | 'default' | 'fallback';

/** The state of a clarification. Expired, cancelled, fallback and failed are states of an ask's item, not of the question. */
export type ClarificationStatus = 'pending' | 'answered' | 'declined' | 'revoked' | 'superseded' | 'withdrawn';

export const CLARIFICATION_STATUSES: readonly ClarificationStatus[] = [
  'pending',
  'answered',
  'declined',
  'revoked',
  'superseded',
  'withdrawn',
];

/** A live clarification holds its question's place in the session. There is at most one. */
export const LIVE: readonly ClarificationStatus[] = ['pending', 'answered', 'declined'];

/** A question, or a tool call that waits for permission. */
export type QuestionKind = 'question' | 'approval';
export const QUESTION_KINDS: readonly QuestionKind[] = ['question', 'approval'];

/** What a list does with questions that the person put off. */
export type SnoozedFilter = 'hidden' | 'included' | 'only';
export const SNOOZED_FILTERS: readonly SnoozedFilter[] = ['hidden', 'included', 'only'];

/** What happens if a deadline passes without an answer. `wait` is the default: silence is never consent. */
export const ON_TIMEOUT = ['wait', 'default', 'fallback', 'fail'] as const;
export type OnTimeout = (typeof ON_TIMEOUT)[number];

/** When silence first ends a wait for a question, and how that wait then ends. */
export interface Deadline {
  /** Null if silence ends no wait. */
  readonly deadline: number | null;
  readonly onTimeout: Exclude<OnTimeout, 'wait'> | null;
  /** What the asker continues with then: the default, or its own fallback text. */
  readonly onTimeoutAnswer: string | null;
}

export const NO_DEADLINE: Deadline = { deadline: null, onTimeout: null, onTimeoutAnswer: null };

/** How the ask that first put a question continued without an answer. This never settles anything else. */
export interface Unanswered {
  /** What it continued with: the default or the fallback text; null if it had neither. */
  readonly answer: string | null;
  readonly source: 'default' | 'fallback' | null;
  readonly evidence: string;
  readonly confidence: number | null;
}

interface Settled {
  /** The clarification; absent if the question never became one (at the cap). */
  readonly id?: string;
  readonly question: string;
  readonly type: ClarificationType;
  /** The reason for this outcome, for people to read. */
  readonly evidence: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** The person answered this question. */
export interface Answered extends Settled {
  readonly outcome: 'answered';
  readonly id: string;
  readonly answer: string;
  readonly source: 'user';
  readonly by?: string;
  readonly surface?: string;
  /** The value that the question's schema returned, if the question has one. */
  readonly value?: unknown;
  /** For a question with `multiSelect`: the parts of the answer. */
  readonly selected?: string[];
}

/** Settled without the person. `source` and `evidence` say how, and `revoke(id)` revokes it. */
export interface AutoResolved extends Settled {
  readonly outcome: 'auto_resolved';
  readonly id: string;
  readonly answer: string;
  readonly source: 'history' | 'input' | 'preference' | 'best_practice' | 'rule' | 'default';
  readonly value?: unknown;
  readonly selected?: string[];
}

/** Waiting for the person, durably stored. */
export interface Parked {
  readonly outcome: 'parked';
  readonly id: string;
  readonly question: string;
  readonly type: ClarificationType;
  /** An earlier answer that no longer fits. An answer to a similar question is shown where the person sees this one. */
  readonly offered?: Offered;
}

/** The person declined, the asker cancelled, or the deadline passed with `onTimeout: 'fail'`. */
export interface Closed extends Settled {
  readonly outcome: 'declined' | 'cancelled' | 'expired';
}

/** No answer will come; `answer` is the text the agent continues with. */
export interface FellBack extends Settled {
  readonly outcome: 'fallback';
  readonly answer: string;
  readonly source: 'fallback';
}

/** The ask failed: `error` is the text to show, `code` is from docs/errors.md. */
export interface Failed extends Settled {
  readonly outcome: 'failed';
  readonly error: string;
  readonly code: string;
}

/** The outcome of one question of an ask. Use `outcome` to tell the cases apart. */
export type Outcome = Answered | AutoResolved | Parked | Closed | FellBack | Failed;

/** The outcome's name alone. */
export type OutcomeKind = Outcome['outcome'];

/** The result of `ask`: one item per question, in the order asked. */
export interface AskResult {
  /** The session it was asked in. */
  readonly session: string;
  /** The ask's id, for `cancel`; absent if every item was settled from stored answers. */
  readonly ask?: string;
  /** All asks that the items belong to, if there are several: an unusable answer was asked for again. */
  readonly asks?: readonly string[];
  /** The most important outcome: a waiting item, else the worst outcome, else `answered` or `auto_resolved`. */
  readonly status: OutcomeKind;
  /** For a single question: the text to continue with, if there is one (the answer or the fallback text). */
  readonly answer?: string;
  /** Next to `answer`: its parts, for a question with `multiSelect`. */
  readonly selected?: string[];
  /** Next to `answer`: the value that the question's schema returned. */
  readonly value?: unknown;
  readonly items: readonly Outcome[];
}

/** The result of `ask` for one question. `status` is that item's outcome, and tells whether there is an `answer`. */
export type SingleAskResult = ResultOf<Outcome>;

/** The result of one question, for each possible outcome. */
export type ResultOf<Item extends Outcome> = Item extends Outcome
  ? Omit<AskResult, 'status' | 'answer' | 'selected' | 'value' | 'items'> & {
      readonly status: Item['outcome'];
      readonly items: readonly [Item];
    } & (Item extends { readonly answer: string }
        ? Pick<Item, Extract<keyof Item, 'answer' | 'selected' | 'value'>>
        : NoAnswer)
  : never;

interface NoAnswer {
  readonly answer?: never;
  readonly selected?: never;
  readonly value?: never;
}

/** From the most important to the least: the status of an ask is the first that one of its items has. */
export const OUTCOMES_BY_GRAVITY: readonly OutcomeKind[] = [
  'parked',
  'failed',
  'expired',
  'cancelled',
  'declined',
  'fallback',
  'answered',
  'auto_resolved',
];

/** Summarizes an ask. */
export function askResult(
  {
    session,
    ask,
    items,
  }: { readonly session: string; readonly ask: string | null; readonly items: readonly Outcome[] },
  asks: readonly string[] = [],
): AskResult {
  return {
    session,
    ...(ask === null ? {} : { ask }),
    ...(asks.length > 1 ? { asks } : {}),
    ...summaryOf(items),
  };
}

/** Summarizes items: the most important outcome, and the answer if there is one question. */
export function summaryOf(items: readonly Outcome[]): Pick<AskResult, 'status' | 'answer' | 'items'> {
  const status = OUTCOMES_BY_GRAVITY.find((kind) => items.some((item) => item.outcome === kind)) ?? 'auto_resolved';
  const [only] = items.length === 1 ? items : [];
  return {
    status,
    ...(only && 'answer' in only ? { answer: only.answer } : {}),
    items,
  };
}
