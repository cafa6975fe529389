/** The input and output of a resolver. A resolver is a pure function: everything it may know is in the view. */
import type { CallDecision } from './call.ts';
import type { ClarificationType, Offered, Question, Source } from './question.ts';

/** The person's last words in a session. */
export interface Heard {
  readonly text: string;
  readonly at: number;
  /** Project files named in the text, relative to the root. They are looked up when the text arrives, so that resolvers need no disk. */
  readonly paths: readonly string[];
  /** A bare "yes" answers only one question; true once it has. */
  readonly spent: boolean;
  /** The last sentences of these words and of earlier ones, oldest first: see core/ask/said-since.ts. */
  readonly recent?: readonly Said[];
}

/** A sentence of the person, and when it was said. */
export interface Said {
  readonly text: string;
  readonly at: number;
}

/** What a project's people usually answer, learned or set by hand. */
export interface Preference {
  readonly project: string;
  readonly key: string;
  /** What the question was about, if stated. A preference about one thing is not used for another. */
  readonly subject: string;
  /** The type it was answered as. The same words asked as another type may use it too, if the answer fits. */
  readonly type: ClarificationType;
  readonly question: string;
  readonly answer: string;
  /** The number of equal answers so far, minus the different ones; see resolve/preferences.ts. */
  readonly times: number;
  readonly origin: 'learnt' | 'set';
  readonly updatedAt: number;
  /** The context of the question that taught it, so that it is not used for another thing; null if it depends only on the words. */
  readonly about: About | null;
}

/** An answer that teaches what a project's people usually answer. */
export interface Lesson extends Pick<Preference, 'type' | 'question' | 'answer' | 'about'> {
  /** The clarification that was answered. */
  readonly id: string;
  /** The session in which it was given, as the store keeps its id. */
  readonly session: string;
  /** When it was given or revoked. */
  readonly at: number;
  /** A preference gave this answer and it was revoked, so it teaches the opposite. */
  readonly revoked: boolean;
}

export type About = Pick<Question, 'options'> & { readonly header?: string; readonly context?: string };

export interface ResolverView {
  readonly question: Question;
  readonly heard: Heard | null;
  readonly preference: Preference | null;
  /** The session's language as a BCP 47 tag, if known. */
  readonly language: string | null;
}

export interface Resolution {
  readonly answer: string;
  readonly source: Extract<Source, 'input' | 'history' | 'preference' | 'best_practice' | 'rule'>;
  /** What led to this answer, for people to read, with the words quoted. */
  readonly evidence: string;
  readonly confidence: number;
  /** The answer to another question that this one comes from: when the person corrects that one, this one changes too. */
  readonly from?: Offered;
  /** For an approval that a rule decided. */
  readonly decision?: CallDecision;
  /** The person's last words were only this answer, so no other question may use them. */
  readonly spendsHeard?: boolean;
}

/** Returns null if the resolver has no answer. A resolver never guesses. */
export type Resolver = (view: ResolverView) => Resolution | null;
