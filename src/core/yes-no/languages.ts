/** The eight languages that are read, each with its word lists made searchable when it is first needed. */
import { type Node, type Phrases, treeOf, writtenOut } from './lexicon.ts';
import {
  charactersOf,
  chineseOf,
  englishWords,
  folded,
  japaneseOf,
  japaneseSpelling,
  type Script,
  simplified,
  unstretched,
  wordsOf,
} from './tokens.ts';
import { CHINESE } from './words-chinese.ts';
import { ENGLISH, SHARED } from './words-english.ts';
import { FRENCH } from './words-french.ts';
import { GERMAN } from './words-german.ts';
import { JAPANESE } from './words-japanese.ts';
import { KOREAN } from './words-korean.ts';
import { PORTUGUESE } from './words-portuguese.ts';
import { SPANISH } from './words-spanish.ts';

export type LanguageCode = 'en' | 'es' | 'pt' | 'fr' | 'de' | 'ja' | 'zh' | 'ko';

export interface Language {
  readonly code: LanguageCode;
  readonly cut: (text: string) => string[] | null;
  /** What is done to the words that all languages share; the same array where nothing is. */
  readonly refine: (words: string[]) => string[];
  readonly tree: Node;
  /** Single words that are drawn out in speech, by their form without doubled letters. */
  readonly stretchable: ReadonlyMap<string, string>;
}

const PHRASES: Readonly<Record<LanguageCode, Phrases>> = {
  en: ENGLISH,
  es: SPANISH,
  pt: PORTUGUESE,
  fr: FRENCH,
  de: GERMAN,
  ja: JAPANESE,
  zh: CHINESE,
  ko: KOREAN,
};

const CUTS: Partial<Readonly<Record<LanguageCode, (text: string) => string[] | null>>> = {
  ja: japaneseOf,
  zh: chineseOf,
  ko: charactersOf,
};

const SPELLINGS: Partial<Readonly<Record<LanguageCode, (text: string) => string>>> = {
  ja: (text) => japaneseSpelling(folded(text)),
  zh: (text) => simplified(folded(text)),
  ko: folded,
};

const made = new Map<LanguageCode, Language>();

const PLAIN_WORDS = /^[a-z ]+$/;
const PLAIN_CHARACTERS = /^[\p{L}\p{N}]+$/u;

/** The lists are already plain for the most part, and then need not be cut with all care. */
function pathOf(phrase: string, cut: (text: string) => string[] | null): readonly string[] {
  if (cut === wordsOf) return PLAIN_WORDS.test(phrase) ? phrase.split(' ') : (cut(folded(phrase)) ?? []);
  return PLAIN_CHARACTERS.test(phrase) ? [...phrase] : (cut(folded(phrase)) ?? []);
}

/** Spellings are made one in the whole list at once, which is much faster than phrase by phrase. */
function respelled(list: Phrases, spell: (text: string) => string): Phrases {
  return Object.fromEntries(Object.entries(list).map(([role, templates]) => [role, spell(templates)]));
}

function make(code: LanguageCode): Language {
  const cut = CUTS[code] ?? wordsOf;
  const spell = SPELLINGS[code];
  const lists = [SHARED, PHRASES[code]].map((list) => (spell === undefined ? list : respelled(list, spell)));
  const tree = treeOf(lists, (phrase) => pathOf(phrase, cut));
  const stretchable = new Map<string, string>();
  if (cut === wordsOf) {
    for (const { yes, no } of lists) {
      for (const word of writtenOut(`${yes}|${no}`)) {
        if (!/^[a-z]{2,}$/.test(word)) continue;
        const short = unstretched(word);
        if (!stretchable.has(short)) stretchable.set(short, word);
      }
    }
  }
  return { code, cut, refine: code === 'en' ? englishWords : (words) => words, tree, stretchable };
}

export function languageOf(code: LanguageCode): Language {
  const known = made.get(code);
  if (known !== undefined) return known;
  const fresh = make(code);
  made.set(code, fresh);
  return fresh;
}

const BY_SCRIPT: Readonly<Record<Script, readonly LanguageCode[]>> = {
  words: ['en', 'es', 'pt', 'fr', 'de'],
  kana: ['ja'],
  han: ['zh', 'ja'],
  hangul: ['ko'],
};

export function languagesWriting(script: Script): readonly LanguageCode[] {
  return BY_SCRIPT[script];
}

/** Answers too short or too foreign to be read before the session's language is known: the whole text, folded. */
export const ONLY_IN: ReadonlyMap<string, ReadonlyMap<string, 'Yes' | 'No'>> = new Map<
  string,
  ReadonlyMap<string, 'Yes' | 'No'>
>([
  ['en', new Map(Object.entries({ k: 'Yes', kk: 'Yes', ya: 'Yes', bet: 'Yes' }))],
  ['es', new Map(Object.entries({ s: 'Yes', va: 'Yes', sale: 'Yes', simon: 'Yes', simón: 'Yes', na: 'No', ni: 'No' }))],
  ['pt', new Map(Object.entries({ s: 'Yes', ss: 'Yes', ta: 'Yes', tá: 'Yes', é: 'Yes', nn: 'No', nem: 'No' }))],
  ['fr', new Map(Object.entries({ o: 'Yes', grave: 'Yes', nan: 'No' }))],
  ['de', new Map(Object.entries({ j: 'Yes', jo: 'Yes', ne: 'No', nä: 'No' }))],
  ['ja', new Map(Object.entries({ hai: 'Yes', un: 'Yes', ee: 'Yes', iie: 'No' }))],
  ['ko', new Map(Object.entries({ ne: 'Yes', ye: 'Yes', eung: 'Yes', ani: 'No', anio: 'No', aniyo: 'No' }))],
  ['zh', new Map(Object.entries({ shi: 'Yes', hao: 'Yes', dui: 'Yes', bu: 'No', buyao: 'No' }))],
]);

/** Languages in which y or n alone stands for the other answer, or "no" is a spoken yes (Unicode CLDR; Polish "no"). */
export const TURNED_IN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    az: new Set(['y']),
    uz: new Set(['y']),
    guz: new Set(['y']),
    sw: new Set(['n']),
    yo: new Set(['n']),
    pl: new Set(['no']),
    cs: new Set(['no']),
    sk: new Set(['no']),
  }),
);
