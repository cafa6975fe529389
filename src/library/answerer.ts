/** Who gives an answer, and where: what a caller says of it, and what stands there where nothing is said. */

import type { Caller } from '../core/access.ts';
import type { Answerer } from '../core/answer/decide.ts';
import { LIMITS, omitNullish, optionalText } from '../util/arguments.ts';

export interface AnswerOptions {
  /** Null: nobody is known; left out, it is whoever opened AskOnce here. */
  by?: string | null;
  surface?: string;
  /** Whose token it came with, where it came over the network: it is named in the events. */
  caller?: Caller | null;
  /** Of answers: whoever sends one again with the same key is told what came of the first, whatever it says then. */
  idempotencyKey?: string;
  /** Of answers: it is to hold for the whole project from now on. A question that would destroy takes no such answer. */
  remember?: boolean;
}

/** @param standing Whoever opened AskOnce. */
export function answererOf(options: AnswerOptions, standing: string | null): Answerer {
  const { by, surface, caller } = omitNullish(options, 'options');
  return {
    by: options?.by === null ? null : (optionalText(by, 'by', LIMITS.label) ?? standing),
    surface: optionalText(surface, 'surface', LIMITS.label) ?? 'library',
    caller: caller ?? null,
  };
}
