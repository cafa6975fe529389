/** What a resolver sees and says. A resolver is a pure function: everything it may know is in the view. */
import type { ClarificationType, Question, Source } from './question.ts';

/** The person's own last words in a session. */
export interface Heard {
  readonly text: string;
  readonly at: number;
  /** Project files named in the text, relative to the root; looked up when it was heard, so that resolvers need no disk. */
  readonly paths: readonly string[];
  /** A bare "yes" answers one question only; true once it has. */
  readonly spent: boolean;
  /** The last sentences of these words and of earlier ones, oldest first: core/said-since.ts. */
  readonly recent?: readonly Said[];
}

/** A sentence of the person's, and when it was said. */
export interface Said {
  readonly text: string;
  readonly at: number;
}

/** What a project's people usually answer, learnt or set by hand. */
export interface Preference {
  readonly project: string;
  readonly key: string;
  /** What the question was about, where it said; a preference about one thing is not used for another. */
  readonly subject: string;
  /** The type it was answered as; the same words asked as another type may take it too, if the answer fits. */
  readonly type: ClarificationType;
  readonly question: string;
  readonly answer: string;
  /** Equal answers so far, less the different ones; see resolve/preferences.ts. */
  readonly times: number;
  readonly origin: 'learnt' | 'set';
  readonly updatedAt: number;
  /** What stood beside the question that taught it, so that it is not used for another thing; null where it holds for the words. */
  readonly about: About | null;
}

export type About = Pick<Question, 'options'> & { readonly header?: string; readonly context?: string };

export interface ResolverView {
  readonly question: Question;
  readonly heard: Heard | null;
  readonly preference: Preference | null;
  /** The session's language as a BCP 47 tag, where it is known. */
  readonly language: string | null;
}

export interface Resolution {
  readonly answer: string;
  readonly source: Extract<Source, 'input' | 'preference' | 'best_practice'>;
  /** A sentence for people: what led to this answer, with the words quoted. */
  readonly evidence: string;
  readonly confidence: number;
  /** The person's last words were nothing but this answer, so no other question may take them. */
  readonly spendsHeard?: boolean;
}

/** Null where the resolver cannot say; it never guesses. */
export type Resolver = (view: ResolverView) => Resolution | null;
