/** The spec of a prompt without open conflicts, with the decisions applied. It is always text that a builder can read. */
import type { InterpretInput, JobSpec, Opposition } from '../core/model/interpretation.ts';
import { isIn } from './data.ts';
import { languageOf, MAX_READ } from './prose.ts';
import type { Choice } from './settling.ts';

export interface Settled {
  readonly conflictKind: 'contradiction' | 'nonsense' | 'vague';
  readonly choices: readonly Choice[];
  readonly answer: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const JOINT = '(?:\\s*,\\s*|\\s+)(?:(?:but|yet)\\s+)?';

/**
 * Removes adjectives that are next to each other before their noun: "hot frozen cheese" becomes "hot cheese". Null in any other position,
 * because the sentence would break.
 * @param kept What remains of the two; empty if both are removed.
 */
function cutRow(prompt: string, [one, other]: readonly [string, string], kept: string): string | null {
  const row = new RegExp(`(?<![\\w-])${escaped(one)}${JOINT}${escaped(other)}\\s+(?=([\\w-]+))`, 'i');
  const found = row.exec(prompt);
  if (found === null || isIn(found[1]!.toLowerCase(), 'function-words')) return null;
  const rest = `${kept}${kept === '' ? '' : ' '}${prompt.slice(found.index + found[0].length)}`;
  const article = /^[aeiou]/i.test(rest) ? '$1n$2' : '$1$2';
  return prompt.slice(0, found.index).replace(/\b(a)n?(\s+)$/i, article) + rest;
}

function applied(prompt: string, { conflictKind, choices, answer }: Settled): string {
  if (conflictKind === 'nonsense') return answer;
  if (conflictKind === 'vague') return prompt.trim() === '' ? answer : `${prompt.trim()}: ${answer}`;
  let text = prompt.trim();
  const left = choices.filter(({ opposition: { sides }, dropped }) => {
    const shorter = dropped === null ? null : cutRow(text, sides, sides[1 - dropped]!);
    text = shorter ?? text;
    return shorter === null;
  });
  return left.length === 0 ? text : `${text}\n${decisionOf(left, answer, languageOf(prompt))}`;
}

/** The decisions, in a line after the prompt. */
function decisionOf(choices: readonly Choice[], answer: string, language: 'en' | 'ja'): string {
  const said = choices.map(({ opposition: { sides }, dropped }) => {
    if (dropped === null) return answer.replace(/[.。]$/, '');
    const [winner, loser] = [sides[1 - dropped]!, sides[dropped]];
    return language === 'ja' ? `「${loser}」ではなく「${winner}」` : `${winner}, not ${loser}`;
  });
  return language === 'ja' ? `決定：${said.join('、')}。` : `Settled: ${said.join('; ')}.`;
}

const MAX_INSTRUCTIONS = 100;

/** The sentences of the prompt. For a block, its behaviour comes first and its looks last. */
function instructionsOf(prompt: string, overlooked: readonly Opposition[]): string[] {
  const text = overlooked.reduce((rest, { sides }) => cutRow(rest, sides, '') ?? rest, prompt);
  const single = text.split(/(?<=[.!?])\s+|[;\n。！？]+/).map((part) => part.trim());
  const looks = overlooked.length === 0 ? '' : `look: ${overlooked.flatMap(({ sides }) => sides).join(', ')}`;
  return [...single, looks].filter((part) => part !== '').slice(0, MAX_INSTRUCTIONS);
}

/** @param overlooked Oppositions about looks that are not asked about. */
export function specOf(original: string, settled: Settled | null, overlooked: readonly Opposition[]): JobSpec {
  const prompt = (settled === null ? original : applied(original, settled)).slice(0, MAX_READ * 5).trim();
  return {
    version: 1,
    prompt,
    language: languageOf(original === '' ? prompt : original),
    instructions: instructionsOf(prompt, overlooked),
    settled: settled === null ? [] : aboutOf(settled),
    assumptions: overlooked.map(
      ({ sides }) => `${sides[0]} and ${sides[1]} are about its looks; what it does comes first`,
    ),
  };
}

function aboutOf({ choices, answer }: Settled): JobSpec['settled'] {
  if (choices.length === 0) return [{ about: 'what is to be built', answer }];
  return choices.map(({ opposition: { sides } }) => ({ about: `${sides[0]} / ${sides[1]}`, answer }));
}

/** The prompt as text, even if the input is not a string. */
export function textOf(input: InterpretInput | null | undefined): string {
  const { originalPrompt, resolvedPrompt } = (input ?? {}) as Partial<InterpretInput>;
  if (typeof originalPrompt === 'string') return originalPrompt;
  return typeof resolvedPrompt === 'string' ? resolvedPrompt : '';
}
