/** The spec of a prompt in which nothing stands in the way, with what was settled applied. */
import type { InterpretInput, JobSpec, Opposition } from '../core/interpretation.ts';
import { COSMETIC, isBlockOnly } from './gating.ts';
import { isNounish, LONGEST_PROMPT, partsOf } from './prompt-words.ts';
import { isPlainPair } from './said-sides.ts';
import type { Choice } from './settling-answer.ts';
import { repairedText } from './spelling.ts';
import { isJapanese } from './task-japanese.ts';

export const languageOf = (text: string): 'en' | 'ja' => (isJapanese(text) ? 'ja' : 'en');

export interface Settled {
  readonly conflictKind: 'contradiction' | 'nonsense' | 'vague';
  readonly choices: readonly Choice[];
  readonly answer: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The prompt without an adjective that lost, where it stands in one row with the one that won, before their noun: "hot frozen cheese".
 * Null anywhere else: there a sentence would not survive the cut.
 */
function withoutLoser(prompt: string, winner: string, loser: string): string | null {
  const [win, lose] = [escaped(winner), escaped(loser)];
  const joint = '(?:\\s*,\\s*|\\s+)(?:(?:and|but|yet)\\s+)?';
  const row = new RegExp(
    `(?<![\\p{L}\\p{N}-])(?:both\\s+)?(?:(${win})${joint}${lose}|${lose}${joint}(${win}))(?=\\s+([\\p{L}]+))(?![\\p{L}-])`,
    'iu',
  );
  const found = row.exec(prompt);
  if (found === null || !isNounish(partsOf(found[3]!)[0])) return null;
  const cut = `${prompt.slice(0, found.index)}${found[1] ?? found[2]}${prompt.slice(found.index + found[0].length)}`;
  return cut.replace(/\b(an?) (?=(\w))/gi, (_, article: string, letter: string) => `${articleFor(article, letter)} `);
}

/** 熱い冷たいチーズ: two adjectives right behind each other. */
function withoutJapaneseLoser(prompt: string, winner: string, loser: string): string | null {
  const row = [winner + loser, loser + winner].find((both) => prompt.includes(both));
  return row !== undefined && /[いなの]$/.test(winner) && /[いなの]$/.test(loser) ? prompt.replace(row, winner) : null;
}

const articleFor = (article: string, letter: string): string => {
  const wanted = /[aeiou]/i.test(letter) ? 'an' : 'a';
  return article[0] === article[0]!.toUpperCase() ? `${wanted[0]!.toUpperCase()}${wanted.slice(1)}` : wanted;
};

function applied(prompt: string, { conflictKind, choices, answer }: Settled): string {
  if (conflictKind === 'nonsense') return answer;
  if (conflictKind === 'vague') return prompt.trim() === '' ? answer : `${prompt.trim()}: ${answer}`;
  let text = prompt.trim();
  const said: Choice[] = [];
  for (const choice of choices) {
    const { opposition, dropped } = choice;
    const cut =
      dropped === null || !isPlainPair(opposition)
        ? null
        : (isJapanese(prompt) ? withoutJapaneseLoser : withoutLoser)(
            text,
            opposition.sides[1 - dropped]!,
            opposition.sides[dropped],
          );
    if (cut === null) said.push(choice);
    else text = cut;
  }
  return said.length === 0 ? text : `${text}\n${decisionOf(said, answer, languageOf(prompt))}`;
}

/** What was settled, in a sentence behind the prompt. */
function decisionOf(choices: readonly Choice[], answer: string, language: 'en' | 'ja'): string {
  const single = choices.map(({ opposition: { sides }, dropped }) => {
    if (dropped === null) return null;
    const [winner, loser] = [sides[1 - dropped]!, sides[dropped]];
    return language === 'ja' ? `「${loser}」ではなく「${winner}」` : `“${winner}”, not “${loser}”`;
  });
  const decided = single.every((one) => one !== null) ? single : [answer];
  return language === 'ja'
    ? `決定：${decided.join('、')}。`
    : `Settled: ${decided.join('; ')}${/[.!?]$/.test(decided.at(-1)!) ? '' : '.'}`;
}

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
