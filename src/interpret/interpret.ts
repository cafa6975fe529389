/**
 * Turns a prompt into a spec or the one question, by rules. Pure, and never throws. `interpret` and `planSpec` read alike, so that no spec
 * is ever made over a conflict, whichever is called. After an answer only one thing counts: whether it settles the conflict that it was
 * asked about. The rules accept what they do not know; a model behind the same port may know more.
 */
import type { Conflict, Interpretation, InterpretInput, Opposition } from '../core/model/interpretation.ts';
import { brokenClaims } from './broken-claims.ts';
import { askedOppositions, isBlockOnly } from './gating.ts';
import { isNonsense } from './nonsense.ts';
import { englishPairs, type Found } from './pairs.ts';
import { japanesePairs } from './pairs-japanese.ts';
import { type Settled, specOf, textOf } from './plan-spec.ts';
import { isJapanese, languageOf, proseOf } from './prose.ts';
import { questionAbout } from './question-text.ts';
import { type Choice, choicesOf, isNoAnswer, saysNothing } from './settling.ts';
import { type OppositeRow, type Opposites, oppositesWith } from './table.ts';
import { readTask } from './task-reading.ts';

interface Hindrance {
  readonly conflict: Conflict;
  readonly confidence: number;
}

/** A longer prompt is specific enough. */
const MAX_VAGUE = 200;
const MAX_WORDS = 12;

function isVague(text: string): boolean {
  if (text.trim() === '' || text.length > MAX_VAGUE) return text.trim() === '';
  return readTask(text, { files: [] }).missing.some(({ reason }) => reason === 'missing_required_info');
}

/** The rules over the table of opposites, with user-defined rows after the built-in ones. */
export class Rules {
  private readonly rows: readonly OppositeRow[];
  private table: Opposites | undefined;

  constructor(rows: readonly OppositeRow[]) {
    this.rows = rows;
  }

  /** Loaded with the first prompt. */
  private get opposites(): Opposites {
    this.table ??= oppositesWith(this.rows);
    return this.table;
  }

  interpret(input: InterpretInput): Interpretation {
    const prompt = textOf(input);
    // Whether an answer came with the prompt: only this field decides, whatever the prompt's text says.
    const answer = typeof input?.answer === 'string' ? input.answer : null;
    const given = answer === null || !input.conflict ? null : { conflict: input.conflict, confidence: 0.9 };
    const found = given ?? this.conflictIn(prompt);
    if (!('conflict' in found)) return specFrom(prompt, null, found.overlooked);
    const choices = answer === null ? null : this.choicesOf(found.conflict, answer);
    if (answer === null || choices === null) return asking(found, prompt);
    const { kind, oppositions } = found.conflict;
    const asked = new Set(oppositions.map(({ axis }) => axis));
    // In a block whose looks also conflict, those conflicts stay open.
    const looks = isBlockOnly(prompt) ? this.contradictionsIn(prompt).filter(({ axis }) => !asked.has(axis)) : [];
    return specFrom(prompt, { conflictKind: kind, choices, answer: answer.trim() }, looks);
  }

  /** Whether a model is not allowed to drop it. */
  isSure({ axis }: Opposition): boolean {
    return this.opposites.sure.has(axis);
  }

  /** Whether an answer settles nothing, even if a model reads it. */
  isNoAnswer(conflict: Conflict, answer: string): boolean {
    return (
      isNoAnswer(conflict, answer, this.opposites) || isNonsense(answer) || this.contradictionsIn(answer).length > 0
    );
  }

  /** What blocks a prompt by itself; otherwise the oppositions that are ignored because they are only about looks. */
  private conflictIn(prompt: string): Hindrance | { readonly overlooked: readonly Opposition[] } {
    if (prompt.trim() !== '' && isNonsense(prompt)) return unreadable('nonsense', prompt);
    const found = this.contradictionsIn(prompt);
    const asked = askedOppositions(prompt, found);
    if (asked.length > 0) return contradiction(asked);
    return found.length === 0 && isVague(prompt) ? unreadable('vague', prompt) : { overlooked: found };
  }

  private contradictionsIn(prompt: string): Found[] {
    const prose = proseOf(prompt);
    const { english, japanese } = this.opposites;
    const pairs = [...englishPairs(prose, english), ...(isJapanese(prose) ? japanesePairs(prose, japanese()) : [])];
    return pairs.length > 0 ? pairs : brokenClaims(prose);
  }

  private choicesOf(conflict: Conflict, answer: string): readonly Choice[] | null {
    if (conflict.kind !== 'contradiction') {
      const isNone = saysNothing(answer) || isNonsense(answer) || isVague(answer);
      return isNone || this.contradictionsIn(answer).length > 0 ? null : [];
    }
    const choices = choicesOf(conflict, answer, this.opposites);
    // An answer that contradicts itself settles nothing.
    const asked = new Set(conflict.oppositions.map(({ axis }) => axis));
    return choices === null || this.contradictionsIn(answer).some(({ axis }) => !asked.has(axis)) ? null : choices;
  }
}

function specFrom(prompt: string, settled: Settled | null, overlooked: readonly Opposition[]): Interpretation {
  return { kind: 'spec', spec: specOf(prompt, settled, overlooked), confidence: overlooked.length > 0 ? 0.7 : 0.8 };
}

function unreadable(kind: 'nonsense' | 'vague', prompt: string): Hindrance {
  const words = prompt.slice(0, 400).match(/[\p{L}\p{N}'’_-]+/gu) ?? [];
  return { conflict: { kind, oppositions: [], words: words.slice(0, MAX_WORDS) }, confidence: 0.8 };
}

function contradiction(found: readonly Found[]): Hindrance {
  const oppositions = found.map(({ axis, sides, cosmetic }): Opposition => ({ axis, sides, cosmetic }));
  const words = [...new Set(oppositions.flatMap(({ sides }) => sides))];
  const confidence = Math.max(...found.map((one) => one.confidence));
  return { conflict: { kind: 'contradiction', oppositions, words }, confidence };
}

/** The question about a conflict, in the prompt's language. */
export function asking(
  { conflict, confidence }: Hindrance,
  prompt: string,
): Extract<Interpretation, { kind: 'request_clarification' }> {
  return { kind: 'request_clarification', conflict, ...questionAbout(conflict, languageOf(prompt)), confidence };
}

const standard = new Rules([]);

/**
 * @example
 * interpret({ resolvedPrompt: 'hot frozen cheese', originalPrompt: 'hot frozen cheese' }).kind; // 'request_clarification'
 */
export const interpret = (input: InterpretInput): Interpretation => standard.interpret(input);

/** The spec, or what `interpret` would ask: no spec is made over a conflict. */
export const planSpec = (input: InterpretInput): Interpretation => standard.interpret(input);

/** The spec after an answer that was read elsewhere, for example by a model. */
export function specAfter(
  input: InterpretInput,
  conflict: Conflict,
  choices: readonly Choice[],
  confidence: number,
): Interpretation {
  const settled = { conflictKind: conflict.kind, choices, answer: (input.answer ?? '').trim() };
  return { kind: 'spec', spec: specOf(textOf(input), settled, []), confidence };
}
