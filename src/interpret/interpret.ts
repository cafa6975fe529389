/**
 * Prompt in, spec or the one question out, by rules. Pure, and never throws. `interpret` finds what stands in the way; where nothing
 * does, it gives what `planSpec` makes. After an answer only one thing counts: whether it settles the conflict that it was asked about.
 */
import type { Conflict, Interpretation, Interpreter, InterpretInput } from '../core/interpretation.ts';
import { contradictionsIn, type Found } from './contradictions.ts';
import { askedOppositions } from './gating.ts';
import { isNonsense } from './nonsense.ts';
import { languageOf, type Settled, specOf, textOf } from './plan-spec.ts';
import { questionAbout } from './question-text.ts';
import { choicesOf } from './settling-answer.ts';
import { isVague } from './vague.ts';

interface Hindrance {
  readonly conflict: Conflict;
  readonly confidence: number;
}

/** What a prompt by itself cannot be built for; null where nothing is in the way. */
export function conflictIn(prompt: string): Hindrance | null {
  if (prompt.trim() === '') return { conflict: { kind: 'vague', oppositions: [], words: [] }, confidence: 1 };
  if (isNonsense(prompt))
    return { conflict: { kind: 'nonsense', oppositions: [], words: wordsOf(prompt) }, confidence: 0.8 };
  const asked = askedOppositions(prompt, contradictionsIn(prompt));
  if (asked.length > 0) return contradiction(asked);
  return isVague(prompt)
    ? { conflict: { kind: 'vague', oppositions: [], words: wordsOf(prompt) }, confidence: 0.8 }
    : null;
}

const MOST_WORDS = 12;
const wordsOf = (prompt: string): string[] =>
  (prompt.slice(0, 400).match(/[\p{L}\p{N}'’_-]+/gu) ?? []).slice(0, MOST_WORDS);

function contradiction(found: readonly Found[]): Hindrance {
  const oppositions = found.map(({ axis, sides, cosmetic }) => ({ axis, sides, cosmetic }));
  const words = [...new Set(oppositions.flatMap(({ sides }) => sides))];
  return {
    conflict: { kind: 'contradiction', oppositions, words },
    confidence: Math.max(...found.map(({ confidence }) => confidence)),
  };
}

function asking({ conflict, confidence }: Hindrance, prompt: string): Interpretation {
  return { kind: 'request_clarification', conflict, ...questionAbout(conflict, languageOf(prompt)), confidence };
}

/** Whether an answer came with it: the field alone, whatever the prompt's text says. */
const answerIn = (input: InterpretInput | null | undefined): string | null =>
  typeof input?.answer === 'string' ? input.answer : null;

/**
 * @example
 * interpret({ resolvedPrompt: 'hot frozen cheese', originalPrompt: 'hot frozen cheese' }).kind; // 'request_clarification'
 */
export function interpret(input: InterpretInput): Interpretation {
  const prompt = textOf(input);
  const answer = answerIn(input);
  const hindrance = answer === null ? conflictIn(prompt) : openAfter(input, prompt, answer);
  return hindrance === null ? planSpec(input) : asking(hindrance, prompt);
}

/** The conflict that an answer leaves; null where it is settled. */
function openAfter({ conflict }: InterpretInput, prompt: string, answer: string): Hindrance | null {
  const asked = conflict ?? conflictIn(prompt)?.conflict;
  if (asked === undefined || choicesOf(asked, answer) !== null) return null;
  return { conflict: asked, confidence: 0.9 };
}

/** The spec, or what `interpret` would ask: no spec is made over a conflict. */
export function planSpec(input: InterpretInput): Interpretation {
  const prompt = textOf(input);
  const answer = answerIn(input);
  const hindrance = answer === null ? conflictIn(prompt) : openAfter(input, prompt, answer);
  if (hindrance !== null) return asking(hindrance, prompt);
  const conflict = answer === null ? undefined : (input.conflict ?? conflictIn(prompt)?.conflict);
  const settled: Settled | null =
    answer === null || conflict === undefined
      ? null
      : { conflictKind: conflict.kind, choices: choicesOf(conflict, answer)!, answer: answer.trim() };
  const overlooked = settled === null ? contradictionsIn(prompt).filter(({ cosmetic }) => cosmetic) : [];
  return { kind: 'spec', spec: specOf(input, settled, overlooked), confidence: overlooked.length > 0 ? 0.7 : 0.8 };
}

export const rulesInterpreter: Interpreter = interpret;
