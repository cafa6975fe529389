/**
 * Prompt in, spec or the one question out, by rules. Pure, and never throws. `interpret` and `planSpec` read alike, so that no spec is
 * ever made over a conflict, whichever is called. After an answer only one thing counts: whether it settles the conflict that it was asked about.
 */
import type { Conflict, Interpretation, Interpreter, InterpretInput, Opposition } from '../core/interpretation.ts';
import { contradictionsIn, type Found } from './contradictions.ts';
import { decidedByPrompt } from './decided-by-prompt.ts';
import { askedOppositions } from './gating.ts';
import { isNonsense } from './nonsense.ts';
import { wholeWord } from './opposites-japanese.ts';
import { languageOf, type Settled, specOf, textOf } from './plan-spec.ts';
import { questionAbout } from './question-text.ts';
import { type Choice, choicesOf, optionPicked } from './settling-answer.ts';
import { isVague } from './vague.ts';

interface Hindrance {
  readonly conflict: Conflict;
  readonly confidence: number;
}

/** What stands in the way of a prompt by itself; else what is overlooked in it, being about looks alone. */
function conflictIn(prompt: string): Hindrance | { readonly overlooked: readonly Opposition[] } {
  if (prompt.trim() === '') return { conflict: { kind: 'vague', oppositions: [], words: [] }, confidence: 1 };
  if (isNonsense(prompt))
    return { conflict: { kind: 'nonsense', oppositions: [], words: wordsOf(prompt) }, confidence: 0.8 };
  const found = contradictionsIn(prompt);
  const asked = askedOppositions(prompt, found);
  if (asked.length > 0) return contradiction(asked, prompt);
  if (isVague(prompt)) return { conflict: { kind: 'vague', oppositions: [], words: wordsOf(prompt) }, confidence: 0.8 };
  return { overlooked: found };
}

const MOST_WORDS = 12;
const wordsOf = (prompt: string): string[] =>
  (prompt.slice(0, 400).match(/[\p{L}\p{N}'’_-]+/gu) ?? []).slice(0, MOST_WORDS);

/** What is shown of a side is never a piece: 熱く is 熱い, and "remembers the" goes on to its noun. */
function wholeSide(side: string, prompt: string): string {
  if (!/\b(?:the|an?|its|their|each|every|any|all|of|to|in|on|with|for|from|by|what)$/i.test(side))
    return wholeWord(side);
  const behind = prompt.slice(prompt.indexOf(side) + side.length);
  return (
    side +
    (prompt.includes(side)
      ? (/^(?:\s+(?:the|an?|its|their|each|every))?\s+(?!(?:and|but|or)\b)[\p{L}\p{N}'’_-]+/u.exec(behind)?.[0] ?? '')
      : '')
  );
}

function contradiction(found: readonly Found[], prompt: string): Hindrance {
  const oppositions = found.map(
    ({ axis, sides, cosmetic }): Opposition => ({
      axis,
      sides: [wholeSide(sides[0], prompt), wholeSide(sides[1], prompt)],
      cosmetic,
    }),
  );
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

function askedAbout(prompt: string): Conflict | undefined {
  const found = conflictIn(prompt);
  return 'conflict' in found ? found.conflict : undefined;
}

type Reading =
  | { readonly open: Hindrance }
  | { readonly settled: Settled | null; readonly overlooked: readonly Opposition[] };

function read(input: InterpretInput, prompt: string): Reading {
  const answer = answerIn(input);
  if (answer === null) {
    const found = conflictIn(prompt);
    if (!('conflict' in found)) return { settled: null, overlooked: found.overlooked };
    const { kind, oppositions } = found.conflict;
    const own = kind === 'contradiction' ? decidedByPrompt(prompt, oppositions) : null;
    if (own === null) return { open: found };
    return { settled: { conflictKind: kind, choices: own.choices, answer: own.words, own }, overlooked: [] };
  }
  const asked = input.conflict ?? askedAbout(prompt);
  if (asked === undefined) return { settled: null, overlooked: [] };
  const choices = optionPicked(asked, answer) ?? choicesOf(asked, answer, prompt);
  if (choices === null) return { open: { conflict: asked, confidence: 0.9 } };
  const overlooked = asked.oppositions.filter((one) => !choices.some(({ opposition }) => opposition === one));
  return { settled: { conflictKind: asked.kind, choices, answer: answer.trim() }, overlooked };
}

/** The spec, or what `interpret` would ask: no spec is made over a conflict. */
export function planSpec(input: InterpretInput): Interpretation {
  const prompt = textOf(input);
  const reading = read(input, prompt);
  if ('open' in reading) return asking(reading.open, prompt);
  const { settled, overlooked } = reading;
  return { kind: 'spec', spec: specOf(prompt, settled, overlooked), confidence: overlooked.length > 0 ? 0.7 : 0.8 };
}

/**
 * @example
 * interpret({ resolvedPrompt: 'hot frozen cheese', originalPrompt: 'hot frozen cheese' }).kind; // 'request_clarification'
 */
export const interpret = (input: InterpretInput): Interpretation => planSpec(input);

/** The spec after an answer that somebody else has read. */
export function specAfter(
  input: InterpretInput,
  conflict: Conflict,
  choices: readonly Choice[],
  confidence: number,
): Interpretation {
  const settled = { conflictKind: conflict.kind, choices, answer: (input.answer ?? '').trim() };
  return { kind: 'spec', spec: specOf(textOf(input), settled, []), confidence };
}

export const rulesInterpreter: Interpreter = (input) => interpret(input);
