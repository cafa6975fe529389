/** The input of an ask: the questions and the options. */

import type { Caller } from '../core/access.ts';
import type { Policy, PolicyName } from '../core/model/policy.ts';
import type {
  Answered,
  AutoResolved,
  ClarificationReason,
  ClarificationType,
  OnTimeout,
  Option,
  Outcome,
  ResultOf,
} from '../core/model/question.ts';
import type { Schema } from '../engine/answer-schemas.ts';
import type { WaitOptions } from './wait.ts';

/** One question, as an agent writes it. The shape of AskUserQuestion can be passed unchanged. */
export interface QuestionInput {
  question: string;
  /** Default: the type that `reason` implies, else SELECT_ONE if there are options, else FREE_TEXT. */
  type?: ClarificationType;
  /** Why it is asked: one of the seed's reasons (`target_file_exists` …) or a sentence for the person. */
  reason?: ClarificationReason;
  /** A short heading above the question. */
  header?: string;
  options?: readonly (string | Option)[];
  multiSelect?: boolean;
  /** The label of the option that the agent would choose. Shown, never applied. */
  recommended?: string;
  /** Only the options are accepted; otherwise the person may always type something else. */
  strictOptions?: boolean;
  /** Used if the timeout passes and `onTimeout` is `default`. For a destructive question only a plain "No" is allowed. */
  default?: string;
  /** The action would destroy, publish, pay or reveal something. Also detected from the words; `false` does not turn that off. */
  destructive?: boolean;
  /** What it is about (a file, a table). The same words about another subject are another question. */
  subject?: string;
  /** The text around the question. It may veto an automatic answer, but never permit one. */
  context?: string;
  /** Shown below the context, such as what was tried or what happens without an answer. It is not part of the question's identity. */
  aside?: string;
  /** Any Standard Schema. An answer that it rejects leaves the question open. */
  schema?: Schema;
}

export interface AskOptions {
  /** The job that asks; created if it is new. If the job runs again, it gets its earlier outcomes back. */
  job?: string;
  asker?: string;
  /** The program that asks, such as `Claude Code`, for people to see; by default the job's agent, else the asker. */
  agent?: string;
  /** The git branch that the question is about, if it is not the one of the folder. */
  branch?: string;
  policy?: PolicyName | Policy;
  /** How long the question may wait: "10m", milliseconds, or until a Date. Then `onTimeout` decides. */
  timeout?: string | number | Date;
  onTimeout?: OnTimeout;
  /** The text to continue with on a fallback; the seed's by default. */
  fallback?: string;
  /**
   * A unique text that you choose for this ask. If an ask with this key exists, its current state is returned, whatever is asked this time.
   * Use it to retry safely when you do not know whether the first call arrived.
   */
  idempotencyKey?: string;
  /**
   * Your own text for this ask, up to 1,000 characters. If the ask has to wait, the event `ask.settled` carries it for each question that
   * gets its outcome, so that a bridge knows what to wake.
   */
  ref?: string;
  /** What the person just said: like `session.observe`, in the same step. */
  userMessage?: string;
  /** The clarification whose answer was not usable. The question that follows costs no ask. */
  rejects?: string;
  because?: string;
  /**
   * Makes this a request of seed 002: what the asker must still provide before a person may be asked, in a few words each. Questions that
   * need no person are settled anyway. Otherwise the job is sent back with this list once, and then falls back. While the one question that
   * the policy allows is waiting, a request waits with it, whereas a plain ask falls back at once.
   */
  missing?: readonly string[];
}

/** An ask, and where it belongs. */
export interface AskHere extends AskOptions, WaitOptions {
  /** The session; by default that of the job, else a new one. */
  session?: string;
  /** The person's language as a tag such as `ja`, for a new session. */
  language?: string;
  /** The caller of a network request, with its token. */
  caller?: Caller | null;
}

/** The labels that an answer can be, if only the options are accepted and the compiler knows them; else any text. */
export type LabelsOf<Q> = Q extends { readonly type: 'CONFIRM' | 'TARGET_FILE' } | { readonly reason: string }
  ? string
  : Q extends { readonly strictOptions: true; readonly options: readonly (infer One)[] }
    ? One extends { readonly label: infer Label extends string }
      ? Label
      : One & string
    : string;

/** What the compiler knows about an answered question beyond {@link Outcome}. */
type Known<Q> = (Q extends { readonly multiSelect: true }
  ? { readonly selected: LabelsOf<Q>[] }
  : { readonly answer: LabelsOf<Q> }) &
  (Q extends {
    readonly schema: { readonly '~standard': { readonly types?: { readonly output: infer Value } | undefined } };
  }
    ? { readonly value: Value }
    : unknown);

type Sharpened<Q, Item extends Outcome> = Item extends Answered | AutoResolved ? Item & Known<Q> : Item;

/** The result of one question: a `schema` types its `value`, and options with `strictOptions: true` type its `answer`. */
export type AskResultOf<Q> = [Q] extends [never]
  ? ResultOf<Outcome>
  : 0 extends 1 & Q
    ? ResultOf<Outcome>
    : Q extends { readonly strictOptions: true } | { readonly multiSelect: true } | { readonly schema: Schema }
      ? ResultOf<Sharpened<Q, Outcome>>
      : ResultOf<Outcome>;

export type AskWhat = string | QuestionInput | readonly QuestionInput[] | { questions: readonly QuestionInput[] };
