/**
 * The result of interpreting a prompt: a spec to build from, or the one question that must be answered first. Types only: interpret/
 * produces them; jobs/decide.ts and answer/decide.ts use them.
 */
import type { ClarificationType, Option, Source } from './question.ts';

/** Two words or phrases of the prompt that cannot both hold. */
export interface Opposition {
  /** The dimension in which they are opposites, such as `temperature`. */
  readonly axis: string;
  /** As written in the prompt, in its order. */
  readonly sides: readonly [string, string];
  /** It concerns appearance only, so something that is built can do without an answer. */
  readonly cosmetic: boolean;
}

/** Why a prompt cannot be built as written. Stored with the job, so that the answer is read against what was asked. */
export interface Conflict {
  readonly kind: 'contradiction' | 'nonsense' | 'vague';
  /** All oppositions of a contradiction; empty for the other kinds. */
  readonly oppositions: readonly Opposition[];
  /** The words of the prompt that the conflict is about. */
  readonly words: readonly string[];
}

/** The input of the builder. Stored as JSON. */
export interface JobSpec {
  readonly version: 1;
  /** What to build, in the prompt's words, with the settled points applied. */
  readonly prompt: string;
  readonly language: string;
  /** The separate instructions of the prompt: what it does first, what it looks like last. */
  readonly instructions: readonly string[];
  /** What was asked, and what the person answered. */
  readonly settled: readonly {
    readonly about: string;
    readonly answer: string;
    /** The source of the answer, if it is not the person's own reply to this job's question. */
    readonly source?: Source;
    readonly evidence?: string;
  }[];
  /** What was not stated and is assumed. */
  readonly assumptions: readonly string[];
  /** The whole answer to the prompt's question, if no person had to be asked for it. `settled` names the source. */
  readonly answer?: string;
}

/** The input to interpret. `conflict` and `answer` come together: the answer is to the question about that conflict. */
export interface InterpretInput {
  /** The prompt alone, or followed by the answer in the form of `resolvedPromptOf`. */
  readonly resolvedPrompt: string;
  readonly originalPrompt: string;
  readonly conflict?: Conflict;
  readonly answer?: string;
}

export type Interpretation =
  | { readonly kind: 'spec'; readonly spec: JobSpec; readonly confidence: number }
  | RequestedClarification;

export interface RequestedClarification {
  readonly kind: 'request_clarification';
  readonly conflict: Conflict;
  /** One question, in the prompt's language, that names every conflict. */
  readonly question: string;
  readonly type: ClarificationType;
  readonly options: readonly Option[];
  readonly confidence: number;
}

/** An interpreter: the rules, or a model with the rules as a fallback. */
export type Interpreter = (input: InterpretInput, signal?: AbortSignal) => Interpretation | Promise<Interpretation>;

/** Seed 001, verbatim. */
export function resolvedPromptOf(originalPrompt: string, answer: string | null): string {
  return answer === null ? originalPrompt : `${originalPrompt}\n\nClarification Answer: ${answer}`;
}
