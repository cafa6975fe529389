/** Finds the words of the table in a Japanese text, in any form: 熱い, 熱くて, 公開の, 公開で. */
import type { Pole } from './table.ts';

export interface Mention {
  /** Without its ending: 熱い, 公開. */
  readonly word: string;
  readonly poles: readonly Pole[];
  /** What follows it: a noun (熱い), the next word (熱くて), or neither (公開). */
  readonly form: 'attributive' | 'linking' | 'bare';
  readonly start: number;
  readonly end: number;
}

interface Entry {
  readonly stem: string;
  readonly word: string;
  readonly poles: readonly Pole[];
  /** First the endings that link it to another word, then those that put it before a noun. */
  readonly endings: RegExp;
}

/** By the first letter, the longest first: 非公開 before 公開. */
export type JapaneseLexicon = ReadonlyMap<string, readonly Entry[]>;

const ADJECTIVE = /^(?:(くて?)|(い))/;
const VERB = /^(?:([てで])|([ただる]))/;
const NOUN = /^(?:(で)|(な(?!の)|の)|)/;

function entryOf(word: string, poles: readonly Pole[]): Entry {
  const stem = word.slice(0, -1);
  if (word.endsWith('い')) return { stem, word, poles, endings: ADJECTIVE };
  if ('ただる'.includes(word.at(-1)!)) return { stem, word, poles, endings: VERB };
  const noun = 'なの'.includes(word.at(-1)!) ? stem : word;
  return { stem: noun, word: noun, poles, endings: NOUN };
}

/** @param words In dictionary form. */
export function japaneseLexicon(words: ReadonlyMap<string, readonly Pole[]>): JapaneseLexicon {
  const entries = Array.from(words, ([word, poles]) => entryOf(word, poles));
  return Map.groupBy(
    entries.toSorted((a, b) => b.stem.length - a.stem.length),
    ({ stem }) => stem[0]!,
  );
}

const NEGATED = /^(?:くは|も|は|では|じゃ|で)?(?:あり|でき)?(?:ない|なく|なし|ません|無い)|^以外|^(?:では|じゃ)な/;
const MAX_MENTIONS = 500;

/** Every word of the table in the text, including negated ones. */
export function mentionsIn(text: string, lexicon: JapaneseLexicon): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < text.length && found.length < MAX_MENTIONS; ) {
    const mention = mentionAt(text, at, lexicon.get(text[at]!) ?? []);
    if (mention !== null && !/[非不未無]/.test(text[at - 1] ?? '')) found.push(mention);
    at = mention?.end ?? at + 1;
  }
  return found;
}

function mentionAt(text: string, at: number, entries: readonly Entry[]): Mention | null {
  for (const { stem, word, poles, endings } of entries) {
    const fits = text.startsWith(stem, at) ? endings.exec(text.slice(at + stem.length, at + stem.length + 3)) : null;
    if (fits === null) continue;
    const form = fits[1] !== undefined ? 'linking' : fits[2] !== undefined ? 'attributive' : 'bare';
    return { word, poles, form, start: at, end: at + stem.length + fits[0].length };
  }
  return null;
}

export const isDenied = (text: string, { end }: Mention): boolean => NEGATED.test(text.slice(end, end + 8));
