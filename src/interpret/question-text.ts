/** The one question, in the prompt's language; it names every opposition. */

import type { Conflict, Opposition } from '../core/model/interpretation.ts';
import type { ClarificationType, Option } from '../core/model/question.ts';

interface Asked {
  readonly question: string;
  readonly type: ClarificationType;
  readonly options: readonly Option[];
}

const MAX_SIDE = 80;
const shown = (words: string): string => {
  const plain = words.replace(/\s+/g, ' ').trim();
  return plain.length > MAX_SIDE ? `${plain.slice(0, MAX_SIDE - 1)}…`.toWellFormed() : plain;
};

const TEXTS = {
  en: {
    nonsense: 'I cannot make out what this should become. What would you like to have, in a few plain words?',
    vague: 'What exactly should be made or changed? Please name the thing, and what it should do.',
    pair: (one: string, other: string) => `“${one}” and “${other}”`,
    one: (pair: string) => `The prompt wants ${pair}, which exclude each other. Which should it be?`,
    several: (pairs: string[]) =>
      `These parts of the prompt exclude each other: ${pairs.join('; ')}. Which should it be in each case?`,
  },
  ja: {
    nonsense: '何を作ればよいか読み取れませんでした。作りたいものを短い言葉で教えてください。',
    vague: '具体的に何を作る、または変えるのでしょうか。対象と、どうしたいかを教えてください。',
    pair: (one: string, other: string) => `「${one}」と「${other}」`,
    one: (pair: string) => `${pair}は両立しません。どちらにしますか？`,
    several: (pairs: string[]) => `次の指定は両立しません：${pairs.join('、')}。それぞれどちらにしますか？`,
  },
} as const;

/** The options of a question about one opposition; none if the two would look the same. */
export function labelsOf({ sides }: Opposition): readonly string[] {
  const labels = sides.map(shown);
  return labels[0] === labels[1] ? [] : labels;
}

export function questionAbout({ kind, oppositions }: Conflict, language: 'en' | 'ja'): Asked {
  const texts = TEXTS[language];
  if (kind !== 'contradiction') return { question: texts[kind], type: 'FREE_TEXT', options: [] };
  const pairs = oppositions.map(({ sides }) => texts.pair(shown(sides[0]), shown(sides[1])));
  const labels = oppositions.length === 1 ? labelsOf(oppositions[0]!) : [];
  const question = oppositions.length === 1 ? texts.one(pairs[0]!) : texts.several(pairs);
  return {
    question,
    type: labels.length > 0 ? 'SELECT_ONE' : 'FREE_TEXT',
    options: labels.map((label) => ({ label })),
  };
}
