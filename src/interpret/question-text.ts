/** The one question, in the prompt's language; it names every opposition. */
import type { ClarificationType, Option } from '../core/clarification.ts';
import type { Conflict, Opposition } from '../core/interpretation.ts';

interface Asked {
  readonly question: string;
  readonly type: ClarificationType;
  readonly options: readonly Option[];
}

const LONGEST_SIDE = 80;
const shown = (words: string): string => {
  const plain = words.replace(/\s+/g, ' ').trim();
  return plain.length > LONGEST_SIDE ? `${plain.slice(0, LONGEST_SIDE - 1)}…`.toWellFormed() : plain;
};

const TEXTS = {
  en: {
    nonsense: 'I cannot make out what this should become. What would you like to have, in a few plain words?',
    vague: 'What exactly should be made or changed? Please name the thing, and what it should do.',
    pair: (one: string, other: string) => `“${one}” and “${other}”`,
    one: (pair: string) => `The prompt wants ${pair}, which exclude each other. Which should it be?`,
    several: (pairs: string) =>
      `These parts of the prompt exclude each other: ${pairs}. Which should it be in each case?`,
    between: '; ',
  },
  ja: {
    nonsense: '何を作ればよいか読み取れませんでした。作りたいものを短い言葉で教えてください。',
    vague: '具体的に何を作る、または変えるのでしょうか。対象と、どうしたいかを教えてください。',
    pair: (one: string, other: string) => `「${one}」と「${other}」`,
    one: (pair: string) => `${pair}は両立しません。どちらにしますか？`,
    several: (pairs: string) => `次の指定は両立しません：${pairs}。それぞれどちらにしますか？`,
    between: '、',
  },
} as const;

/** The options of a question about one opposition; none where the two would look the same. */
export function labelsOf({ sides }: Opposition): readonly string[] {
  const labels = sides.map(shown);
  return labels[0] === labels[1] ? [] : labels;
}

export function questionAbout(conflict: Conflict, language: 'en' | 'ja'): Asked {
  const texts = TEXTS[language];
  if (conflict.kind !== 'contradiction') return { question: texts[conflict.kind], type: 'FREE_TEXT', options: [] };
  const pairs = conflict.oppositions.map(({ sides }) => texts.pair(shown(sides[0]), shown(sides[1])));
  const [only] = conflict.oppositions;
  if (conflict.oppositions.length > 1)
    return { question: texts.several(pairs.join(texts.between)), type: 'FREE_TEXT', options: [] };
  const labels = labelsOf(only!);
  const question = texts.one(pairs[0]!);
  if (labels.length === 0) return { question, type: 'FREE_TEXT', options: [] };
  return { question, type: 'SELECT_ONE', options: labels.map((label) => ({ label })) };
}
