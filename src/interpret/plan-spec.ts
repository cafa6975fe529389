/** The spec of a prompt in which nothing stands in the way, with what was settled applied. */
import type { InterpretInput, JobSpec, Opposition } from '../core/interpretation.ts';
import { COSMETIC, isBlockOnly } from './gating.ts';
import { LONGEST_PROMPT } from './prompt-words.ts';
import { type Choice, isPlainPair } from './settling-answer.ts';
import { repairedText } from './spelling.ts';
import { isJapanese } from './task-japanese.ts';

export const languageOf = (text: string): 'en' | 'ja' => (isJapanese(text) ? 'ja' : 'en');

export interface Settled {
  readonly conflictKind: 'contradiction' | 'nonsense' | 'vague';
  readonly choices: readonly Choice[];
  readonly answer: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The prompt without one of its words, and without the "and" that led to it. */
function without(prompt: string, words: string): string {
  const word = escaped(words);
  if (isJapanese(words)) {
    const rest = prompt.replace(new RegExp(`${word}(?:い|く|くて|て|で|な|の|た|かつ|、)*`), '');
    return rest.trim() === '' ? prompt : rest;
  }
  const joint = '(?:,|\\s+(?:and|but|yet|but also|and also))*\\s+';
  const edge = '(?<![\\p{L}\\p{N}])';
  const behind = new RegExp(`${joint}(?:also |both )?${edge}${word}(?![\\p{L}\\p{N}-])(?=\\s*(?:[.,;!?]|$))`, 'iu');
  const before = new RegExp(`${edge}${word}(?![\\p{L}\\p{N}-])(?:,|\\s+(?:and|but|yet))*\\s*`, 'iu');
  const cut = behind.test(prompt) ? prompt.replace(behind, '') : prompt.replace(before, '');
  return cut
    .replace(/\bboth\s+/i, '')
    .replace(/\b(an?) (?=(\w))/gi, (_, article: string, letter: string) => `${articleFor(article, letter)} `)
    .replace(/ {2,}/g, ' ')
    .trim();
}

const articleFor = (article: string, letter: string): string => {
  const wanted = /[aeiou]/i.test(letter) ? 'an' : 'a';
  return article[0] === article[0]!.toUpperCase() ? `${wanted[0]!.toUpperCase()}${wanted.slice(1)}` : wanted;
};

function applied(prompt: string, { conflictKind, choices, answer }: Settled): string {
  if (conflictKind === 'nonsense') return answer;
  if (conflictKind === 'vague') return prompt.trim() === '' ? answer : `${prompt.trim()}: ${answer}`;
  const droppable = choices.every(({ opposition, dropped }) => dropped !== null && isPlainPair(opposition));
  const verbs = choices.some(({ opposition }) => opposition.axis === 'keeping' || opposition.axis === 'act');
  // Where the sentence would not survive the cut, what was settled is said behind it.
  if (!droppable || verbs) return `${prompt.trim()}\n(${decisionOf(choices, answer)})`;
  return [...new Set(choices.map(({ opposition, dropped }) => opposition.sides[dropped!]))].reduce(without, prompt);
}

const decisionOf = (choices: readonly Choice[], answer: string): string =>
  choices
    .map(({ opposition, dropped }) =>
      dropped === null ? answer : `${opposition.sides[dropped === 0 ? 1 : 0]}, not ${opposition.sides[dropped]}`,
    )
    .join('; ');

/** What it does first, how it looks last. */
function instructionsOf(prompt: string): string[] {
  const single = prompt
    .split(/(?<=[.!?])\s+|[;\n。！？]+|,\s+(?=(?:and|but|then)\b)/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (!isBlockOnly(prompt)) return single.slice(0, 100);
  const looks: string[] = [];
  const does = single.map((part) => {
    const rest = part.replace(COSMETIC, (word) => {
      looks.push(word);
      return '';
    });
    return rest
      .replace(/\b(?:and|but|yet|with a|with an|,)\s*(?=$|[,.;])/gi, '')
      .replace(/\s{2,}/g, ' ')
      .trim();
  });
  const unique = [...new Set(looks.map((word) => word.toLowerCase()))];
  return [
    ...does.filter((part) => /[\p{L}\p{N}]/u.test(part)),
    ...(unique.length === 0 ? [] : [`look: ${unique.join(', ')}`]),
  ].slice(0, 100);
}

/** @param overlooked Oppositions about looks that nobody is asked about. */
export function specOf(original: string, settled: Settled | null, overlooked: readonly Opposition[]): JobSpec {
  const prompt = (settled === null ? repairedText(original) : repairedText(applied(original, settled)))
    .slice(0, LONGEST_PROMPT * 5)
    .trim();
  const assumptions = overlooked.map(
    ({ sides }) => `${sides[0]} and ${sides[1]} are about its looks; what it does comes first`,
  );
  return {
    version: 1,
    prompt,
    language: languageOf(original === '' ? prompt : original),
    instructions: instructionsOf(prompt),
    settled: settled === null ? [] : aboutOf(settled),
    assumptions,
  };
}

function aboutOf({ choices, conflictKind, answer }: Settled): { readonly about: string; readonly answer: string }[] {
  if (choices.length === 0)
    return [{ about: conflictKind === 'contradiction' ? 'the prompt' : 'what is to be built', answer }];
  return choices.map(({ opposition: { sides } }) => ({ about: `${sides[0]} / ${sides[1]}`, answer }));
}

/** The prompt, whatever came in its place. */
export function textOf(input: InterpretInput | null | undefined): string {
  const { originalPrompt, resolvedPrompt } = (input ?? {}) as Partial<InterpretInput>;
  if (typeof originalPrompt === 'string') return originalPrompt;
  return typeof resolvedPrompt === 'string' ? resolvedPrompt : '';
}
