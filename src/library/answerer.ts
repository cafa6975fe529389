/** Who gives an answer, and on which surface: the caller's options and their defaults. */

import type { Caller } from '../core/access.ts';
import type { Answerer } from '../core/answer/decide.ts';
import { LIMITS, omitNullish, optionalText } from '../util/arguments.ts';

export interface AnswerOptions {
  /** Null: unknown. If omitted, the name that AskOnce was opened with. */
  by?: string | null;
  surface?: string;
  /** The caller of a network request; its token is named in the events. */
  caller?: Caller | null;
  /** For answers: a repeated call with the same key returns the first result, even if the answer differs. */
  idempotencyKey?: string;
  /** For answers: apply it to the whole project from now on. Rejected for destructive questions. */
  remember?: boolean;
  /** For answers: equal questions (`group`) of other sessions that get the same answer. The receipt says what became of each. */
  also?: readonly string[];
}

/** @param standing The name that AskOnce was opened with. */
export function answererOf(options: AnswerOptions, standing: string | null): Answerer {
  const { by, surface, caller } = omitNullish(options, 'options');
  return {
    by: options?.by === null ? null : (optionalText(by, 'by', LIMITS.label) ?? standing),
    surface: optionalText(surface, 'surface', LIMITS.label) ?? 'library',
    caller: caller ?? null,
  };
}
