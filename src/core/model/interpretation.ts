/**
 * What an interpreter makes of a prompt: a spec to build from, or the one question that has to be answered first. Types alone;
 * interpret/ makes them, running.ts and settling.ts decide on them.
 */
import type { ClarificationType, Option, Source } from './question.ts';

/** Two words, or groups of words, of the prompt that cannot both hold. */
export interface Opposition {
  /** What they are opposites in, such as `temperature`. */
  readonly axis: string;
  /** As the prompt has them, in its order. */
  readonly sides: readonly [string, string];
  /** It is about looks alone, so a thing that is built may do without an answer. */
  readonly cosmetic: boolean;
}

/** Why a prompt cannot be built from as it stands. Kept with the job, so that the answer is read against what was asked. */
export interface Conflict {
  readonly kind: 'contradiction' | 'nonsense' | 'vague';
  /** All of a contradiction's oppositions; none for the other kinds. */
  readonly oppositions: readonly Opposition[];
  /** The words of the prompt that it is about. */
  readonly words: readonly string[];
}

/** What the builder gets. Kept as JSON. */
export interface JobSpec {
  readonly version: 1;
  /** What is to be built, in the prompt's words, with what was settled applied. */
  readonly prompt: string;
  readonly language: string;
  /** The single instructions of the prompt: what it does first, how it looks last. */
  readonly instructions: readonly string[];
  /** What was asked and what the person said to it. */
  readonly settled: readonly {
    readonly about: string;
    readonly answer: string;
    /** Where the answer came from, if not from the person's own reply to this job's question. */
    readonly source?: Source;
    readonly evidence?: string;
  }[];
  /** What nobody said, and is taken so. */
  readonly assumptions: readonly string[];
  /** The whole answer to the prompt's question, where nobody had to be asked for it. `settled` says where it came from. */
  readonly answer?: string;
}

/** What is interpreted. `conflict` and `answer` come together: the answer is to the question that the conflict was. */
export interface InterpretInput {
  /** The prompt alone, or with the answer behind it as `resolvedPromptOf` puts it. */
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

/** An interpreter: the rules, or a model with the rules behind it. */
export type Interpreter = (input: InterpretInput, signal?: AbortSignal) => Interpretation | Promise<Interpretation>;

/** Seed 001, word for word. */
export function resolvedPromptOf(originalPrompt: string, answer: string | null): string {
  return answer === null ? originalPrompt : `${originalPrompt}\n\nClarification Answer: ${answer}`;
}
