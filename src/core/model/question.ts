/**
 * The words of the design as types: what a question is, what may become of it, and what an ask returns.
 * Pure data. Everything else in the project speaks in these types.
 */

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
 * The type a clarification reason asks for; a reason nobody knows is open text.
 * @example
 * typeOfReason('target_file_exists'); // 'CONFIRM'
 * typeOfReason('something_else'); // 'FREE_TEXT'
 */
export function typeOfReason(reason: string): ClarificationType {
  return TYPE_OF_REASON.get(reason) ?? 'FREE_TEXT';
}

/** Whether a reason is one of the seed's own, so that it may choose the type. */
export function isKnownReason(reason: string): boolean {
  return TYPE_OF_REASON.has(reason);
}

/** One choice the person is offered. */
export interface Option {
  readonly label: string;
  readonly description?: string;
}

/** An earlier answer of the person's that is shown first when a like question comes up again; never applied by itself. */
export interface Offered {
  /** The clarification that it was given to; null where it is a preference. */
  readonly id: string | null;
  readonly question: string;
  readonly answer: string;
}

/** A question as it is put to the person, checked and complete. Everything in it is plain data. */
export interface Question {
  readonly question: string;
  readonly type: ClarificationType;
  /** The words the repeat guard compares by: see question-key.ts. */
  readonly questionHash: string;
  readonly key: string;
  /** What a destructive question is about (a file, a table), or what the asker gave; '' where there is none. */
  readonly subject: string;
  readonly destructive: boolean;
  readonly header?: string;
  readonly reason?: string;
  readonly context?: string;
  readonly options: readonly Option[];
  readonly recommended?: string;
  readonly multiSelect: boolean;
  readonly strictOptions: boolean;
  /** Used only when the deadline passes and `onTimeout` says `default`. */
  readonly default?: string;
}

/** Who or what an answer came from. */
export type Source = 'user' | 'history' | 'input' | 'preference' | 'best_practice' | 'default' | 'fallback';

/** A clarification's own state. Expired, cancelled, fallback and failed belong to an ask's item, not to the question. */
export type ClarificationStatus = 'pending' | 'answered' | 'declined' | 'revoked' | 'superseded' | 'withdrawn';

export const CLARIFICATION_STATUSES: readonly ClarificationStatus[] = [
  'pending',
  'answered',
  'declined',
  'revoked',
  'superseded',
  'withdrawn',
];

/** A live clarification holds its question's place in the session; there is one at most. */
export const LIVE: readonly ClarificationStatus[] = ['pending', 'answered', 'declined'];

/** What happens when a deadline passes with no answer. `wait` is the default: silence is never consent. */
export const ON_TIMEOUT = ['wait', 'default', 'fallback', 'fail'] as const;
export type OnTimeout = (typeof ON_TIMEOUT)[number];

/** When silence first ends a wait for a question, and what becomes of that wait then. */
export interface Deadline {
  /** Null where silence ends no wait. */
  readonly deadline: number | null;
  readonly onTimeout: Exclude<OnTimeout, 'wait'> | null;
  /** What whoever waits goes on with then: the default, or a fallback in words of their own. */
  readonly onTimeoutAnswer: string | null;
}

export const NO_DEADLINE: Deadline = { deadline: null, onTimeout: null, onTimeoutAnswer: null };

/** How the ask that first put a question went on without an answer to it. Nothing else is ever settled by this. */
export interface Unanswered {
  /** What it went on with: the default, or the fallback text; null where it came to nothing. */
  readonly answer: string | null;
  readonly source: 'default' | 'fallback' | null;
  readonly evidence: string;
  readonly confidence: number | null;
}

interface Settled {
  /** The clarification it concerns; absent where the question never came to be one (at the cap). */
  readonly id?: string;
  readonly question: string;
  readonly type: ClarificationType;
  /** The sentence that led here, for people to read. */
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
  /** The answer as the question's schema gave it back, where one was given. */
  readonly value?: unknown;
  /** Of a question with `multiSelect`: the single parts of the answer. */
  readonly selected?: string[];
}

/** Settled without the person; `source` and `evidence` say by what, and `revoke(id)` takes it back. */
export interface AutoResolved extends Settled {
  readonly outcome: 'auto_resolved';
  readonly id: string;
  readonly answer: string;
  readonly source: 'history' | 'input' | 'preference' | 'best_practice' | 'default';
  readonly value?: unknown;
  readonly selected?: string[];
}

/** Waits for the person, safe in the store. */
export interface Parked {
  readonly outcome: 'parked';
  readonly id: string;
  readonly question: string;
  readonly type: ClarificationType;
  /** An earlier answer that no longer fits. One to a similar question is shown where the person sees this one. */
  readonly offered?: Offered;
}

/** The person chose not to answer, the asker left, or the deadline passed with `onTimeout: 'fail'`. */
export interface Closed extends Settled {
  readonly outcome: 'declined' | 'cancelled' | 'expired';
}

/** No answer will come; `answer` is the text the agent goes on with. */
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

/** What became of one question of an ask. Tell the cases apart by `outcome`. */
export type Outcome = Answered | AutoResolved | Parked | Closed | FellBack | Failed;

/** The outcome's name alone. */
export type OutcomeKind = Outcome['outcome'];

/** What `ask` returns: one item a question, in the order they were asked. */
export interface AskResult {
  /** The session it was asked in. */
  readonly session: string;
  /** The ask's id, for `cancel`; absent where every item was settled from what already stood. */
  readonly ask?: string;
  /** All asks that its items are spread over, where more than one: an answer that did not serve was asked for anew. */
  readonly asks?: readonly string[];
  /** The item that matters most: one that waits, else the worst that happened, else `answered` or `auto_resolved`. */
  readonly status: OutcomeKind;
  /** What to go on with, where the ask was one question and there is something: the answer, or the fallback text. */
  readonly answer?: string;
  /** Beside the answer: its single parts, of a question with `multiSelect`. */
  readonly selected?: string[];
  /** Beside the answer: what the question's schema made of it. */
  readonly value?: unknown;
  readonly items: readonly Outcome[];
}

/** What `ask` returns for one question: its `status` is that item's outcome, and tells whether there is an `answer`. */
export type SingleAskResult = ResultOf<Outcome>;

/** The result of one question, for each thing that may become of it. */
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

const GRAVITY: readonly OutcomeKind[] = [
  'parked',
  'failed',
  'expired',
  'cancelled',
  'declined',
  'fallback',
  'answered',
  'auto_resolved',
];

/** An ask, summed up. */
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

/** Items, summed up: the gravest outcome, and the answer of a single question. */
export function summaryOf(items: readonly Outcome[]): Pick<AskResult, 'status' | 'answer' | 'items'> {
  const status = GRAVITY.find((kind) => items.some((item) => item.outcome === kind)) ?? 'auto_resolved';
  const [only] = items.length === 1 ? items : [];
  return {
    status,
    ...(only && 'answer' in only ? { answer: only.answer } : {}),
    items,
  };
}
