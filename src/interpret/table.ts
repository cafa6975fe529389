/** The table of opposites: words on two poles of an axis. It is read from data with the first prompt; users may add rows. */
import { lazy } from '../text/lists.ts';
import { oppositeRows } from './data.ts';
import { type JapaneseLexicon, japaneseLexicon } from './japanese-words.ts';
import { isJapanese } from './prose.ts';

/** Two sets of words that exclude each other. */
export interface OppositeRow {
  /** Words of one pole and words of the other, in lower case or in Japanese dictionary form. */
  readonly poles: readonly [readonly string[], readonly string[]];
  /** The axis on which they are opposites; by default the first word of each pole. */
  readonly axis?: string;
  /** It is only about looks, so it is not asked about when a block is built. */
  readonly cosmetic?: boolean;
  /** A model may not dismiss it. */
  readonly sure?: boolean;
}

/** One word on one pole of one axis. */
export interface Pole {
  readonly axis: string;
  readonly side: number;
  readonly cosmetic: boolean;
}

/** By word; a word may be on several axes. A Map, so that "constructor" is a word like any other. */
export type Lexicon = ReadonlyMap<string, readonly Pole[]>;

export interface Opposites {
  readonly english: Lexicon;
  /** Created for the first Japanese text. */
  readonly japanese: () => JapaneseLexicon;
  /** The axes that a model may not drop. */
  readonly sure: ReadonlySet<string>;
}

const builtIn = (): OppositeRow[] =>
  oppositeRows().map(([axis = '', one = '', other = '', flags = '']) => ({
    axis,
    poles: [one.split(' '), other.split(' ')],
    cosmetic: flags.includes('cosmetic'),
    sure: flags.includes('sure'),
  }));

export function oppositesWith(added: readonly OppositeRow[] = []): Opposites {
  const english = new Map<string, Pole[]>();
  const japanese = new Map<string, Pole[]>();
  const sure = new Set<string>();
  for (const { poles, axis = `${poles[0][0]}/${poles[1][0]}`, cosmetic = false, ...row } of [...builtIn(), ...added]) {
    if (row.sure) sure.add(axis);
    for (const [side, words] of poles.entries())
      for (const word of words.map((one) => one.toLowerCase())) {
        const lexicon = word.charCodeAt(0) > 0x3000 || isJapanese(word) ? japanese : english;
        const poles = lexicon.get(word);
        if (poles === undefined) lexicon.set(word, [{ axis, side, cosmetic }]);
        else poles.push({ axis, side, cosmetic });
      }
  }
  return { english, japanese: lazy(() => japaneseLexicon(japanese)), sure };
}

/** The axis on which two words are opposites; undefined if they are not. */
export const opposed = (one: readonly Pole[], other: readonly Pole[]): Pole | undefined =>
  one.find((a) => other.some((b) => a.axis === b.axis && a.side !== b.side));
