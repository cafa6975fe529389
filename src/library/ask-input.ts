/** What a caller gives to ask: the questions, and how they are asked. */

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

/** One question, as an agent writes it. The shape of AskUserQuestion fits unchanged. */
export interface QuestionInput {
  question: string;
  /** Default: what `reason` asks for, else SELECT_ONE where there are options, else FREE_TEXT. */
  type?: ClarificationType;
  /** Why it is asked: one of the seed's reasons (`target_file_exists` …) or a sentence for the person. */
  reason?: ClarificationReason;
  /** A few words to stand above the question. */
  header?: string;
  options?: readonly (string | Option)[];
  multiSelect?: boolean;
  /** The label of the option the agent would choose. Shown, never applied. */
  recommended?: string;
  /** Only the options are taken; otherwise the person may always type something else. */
  strictOptions?: boolean;
  /** Taken when the timeout passes and `onTimeout` is `default`; never for a destructive question, but for a plain "No". */
  default?: string;
  /** It would destroy, publish, pay or reveal. Also found by the words; `false` does not switch that off. */
  destructive?: boolean;
  /** What it is about (a file, a table), so that the same words about another thing are another question. */
  subject?: string;
  /** The words around the question. They may veto an automatic answer, never permit one. */
  context?: string;
  /** Shown below the context, and no part of what tells this question from another: what was tried, what comes without an answer. */
  aside?: string;
  /** Any Standard Schema; an answer it refuses leaves the question open. */
  schema?: Schema;
}

export interface AskOptions {
  /** The job that asks. Made where it is new; run again, it gets its earlier outcomes back. */
  job?: string;
  asker?: string;
  policy?: PolicyName | Policy;
  /** How long the question may wait: "10m", milliseconds, or until a Date. Then `onTimeout` decides. */
  timeout?: string | number | Date;
  onTimeout?: OnTimeout;
  /** The text to go on with when it falls back; the seed's by default. */
  fallback?: string;
  /**
   * A text of one's own for this ask. An ask that was made under it before is given back as it stands now, whatever is asked
   * this time: for callers who try again because they do not know whether they were heard.
   */
  idempotencyKey?: string;
  /** What the person just said: like `session.observe`, in the same step. */
  userMessage?: string;
  /** The clarification whose answer was no use, and why; the question that follows costs no ask. */
  rejects?: string;
  because?: string;
  /**
   * Makes it a request of seed 002: what the asker has still to bring before a person may be asked, in a few words each. What needs
   * no person is settled all the same; else a job is sent back with this once, and then falls back. While the one question that
   * its policy allows waits, a request waits with it, where a plain ask falls back at once.
   */
  missing?: readonly string[];
}

/** An ask, and where it belongs. */
export interface AskHere extends AskOptions, WaitOptions {
  /** The session; by default the one of the job, else a new one. */
  session?: string;
  /** The person's language as a tag such as `ja`, for a session that is new. */
  language?: string;
  /** Whose token it comes with, where it comes over the network. */
  caller?: Caller | null;
}

/** The labels that an answer can be, where nothing but the options is taken and the compiler knows them; else any text. */
export type LabelsOf<Q> = Q extends { readonly type: 'CONFIRM' | 'TARGET_FILE' } | { readonly reason: string }
  ? string
  : Q extends { readonly strictOptions: true; readonly options: readonly (infer One)[] }
    ? One extends { readonly label: infer Label extends string }
      ? Label
      : One & string
    : string;

/** What the compiler knows of an answered question beyond {@link Outcome}. */
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
