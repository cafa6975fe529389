/** The spec of a prompt in which nothing stands in the way, with what was settled applied. */
import type { InterpretInput, JobSpec, Opposition } from '../core/interpretation.ts';
import type { OwnDecision } from './decided-by-prompt.ts';
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
  /** Where nobody had to be asked: the prompt's own words. */
  readonly own?: OwnDecision;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** By the two words. They are of the lexicon, and few; to put such a pattern together takes longer than to use it. */
const ROWS = new Map<string, RegExp>();
const MOST_ROWS = 500;

/** Two words in one row, before their noun. */
function rowOf(winner: string, loser: string): RegExp {
  const name = `${winner}\n${loser}`;
  const known = ROWS.get(name);
  if (known !== undefined) return known;
  const [win, lose] = [escaped(winner), escaped(loser)];
  const joint = '(?:\\s*,\\s*|\\s+)(?:(?:and|but|yet|or)\\s+)?';
  const row = new RegExp(
    `(?<![\\p{L}\\p{N}-])(?:both\\s+)?(?:(${win})${joint}${lose}|${lose}${joint}(${win}))(?=\\s+([\\p{L}]+))(?![\\p{L}-])`,
    'iu',
  );
  if (ROWS.size >= MOST_ROWS) ROWS.clear();
  ROWS.set(name, row);
  return row;
}

/**
 * The prompt without an adjective that lost, where it stands in one row with the one that won, before their noun: "hot frozen cheese".
 * Null anywhere else: there a sentence would not survive the cut.
 */
function withoutLoser(prompt: string, winner: string, loser: string): string | null {
  const found = rowOf(winner, loser).exec(prompt);
  if (found === null || !isNounish(partsOf(found[3]!)[0])) return null;
  const cut = `${prompt.slice(0, found.index)}${found[1] ?? found[2]}${prompt.slice(found.index + found[0].length)}`;
  return cut.replace(/\b(an?) (?=(\w))/gi, (_, article: string, letter: string) => `${articleFor(article, letter)} `);
}

/** The forms that a word takes before another or before its noun: 熱くて, 熱い. */
function japaneseForms(word: string): string {
  if (word.endsWith('い')) return `${escaped(word.slice(0, -1))}(?:くて|く|い)`;
  if (word.endsWith('った')) return `${escaped(word.slice(0, -2))}(?:って|った)`;
  return `${escaped(word)}(?:で|な|の)`;
}

/** 熱くて冷たいチーズ: two adjectives right behind each other, before their noun. */
function withoutJapaneseLoser(prompt: string, winner: string, loser: string): string | null {
  const [win, lose] = [japaneseForms(winner), japaneseForms(loser)];
  const row = new RegExp(
    `(?<![非不無未])(?:(${win})、?(?:かつ|同時に)?(${lose})|${lose}、?(?:かつ|同時に)?(${win}))(?=[\\p{Script=Han}ァ-ヶ])`,
    'u',
  );
  const found = row.exec(prompt);
  if (found === null) return null;
  const [whole, first, after, last] = found;
  const ended = /[いた]$/.test(winner) ? winner : null;
  // 公開で非公開の: the noun takes the winner as it took the loser.
  const kept = last ?? ended ?? (/[なの]$/.test(after!) && /で$/.test(first!) ? winner + after!.at(-1) : null);
  if (kept === null || /[でくて]$/.test(kept)) return null;
  return prompt.slice(0, found.index) + kept + prompt.slice(found.index + whole.length);
}

const articleFor = (article: string, letter: string): string => {
  const wanted = /[aeiou]/i.test(letter) ? 'an' : 'a';
  return article[0] === article[0]!.toUpperCase() ? `${wanted[0]!.toUpperCase()}${wanted.slice(1)}` : wanted;
};

/** The prompt with every loser cut that can be cut, and what is left to say. */
function cut(prompt: string, choices: readonly Choice[]): { readonly text: string; readonly left: readonly Choice[] } {
  let text = prompt.trim();
  const left = choices.filter(({ opposition, dropped }) => {
    if (dropped === null || !isPlainPair(opposition)) return true;
    const without = isJapanese(prompt) ? withoutJapaneseLoser : withoutLoser;
    const shorter = without(text, opposition.sides[1 - dropped]!, opposition.sides[dropped]);
    text = shorter ?? text;
    return shorter === null;
  });
  return { text, left };
}

function applied(prompt: string, settled: Settled): string {
  const { conflictKind, choices, answer, own } = settled;
  if (conflictKind === 'nonsense') return answer;
  if (conflictKind === 'vague') return prompt.trim() === '' ? answer : `${prompt.trim()}: ${answer}`;
  if (own !== undefined) return withOwn(prompt, own);
  const { text, left } = cut(prompt, choices);
  return left.length === 0 ? text : `${text}\n${decisionOf(left, answer, languageOf(prompt))}`;
}

/** A prompt that decided by itself says so by itself; its last words go where nothing is left that they speak of. */
function withOwn(prompt: string, { head, words, rest, choices, saysOnlyThat }: OwnDecision): string {
  const { text, left } = cut(head, choices);
  if (left.length > 0) return prompt;
  if (!saysOnlyThat) return prompt.replace(head, text);
  const kept = text.replace(/\s*[?？]$/, '');
  return [kept, rest].filter((one) => one !== '').join(isJapanese(words) ? '' : ' ');
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

function aboutOf({ choices, conflictKind, answer, own }: Settled): JobSpec['settled'] {
  if (choices.length === 0)
    return [{ about: conflictKind === 'contradiction' ? 'the prompt' : 'what is to be built', answer }];
  return choices.map(({ opposition: { sides }, dropped }) => {
    const about = `${sides[0]} / ${sides[1]}`;
    if (own === undefined || dropped === null) return { about, answer };
    return { about, answer: sides[1 - dropped]!, source: 'input', evidence: `the prompt says “${own.words}”` };
  });
}

/** The prompt, whatever came in its place. */
export function textOf(input: InterpretInput | null | undefined): string {
  const { originalPrompt, resolvedPrompt } = (input ?? {}) as Partial<InterpretInput>;
  if (typeof originalPrompt === 'string') return originalPrompt;
  return typeof resolvedPrompt === 'string' ? resolvedPrompt : '';
}
