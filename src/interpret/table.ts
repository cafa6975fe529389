/** The table of opposites: words on two poles of an axis. It is read from data when the first prompt comes; users add rows of their own. */
import { lazy } from '../text/lists.ts';
import { oppositeRows } from './data.ts';
import { type JapaneseLexicon, japaneseLexicon } from './japanese-words.ts';
import { isJapanese } from './prose.ts';

/** Two sets of words that exclude each other. */
export interface OppositeRow {
  /** Words of one pole, and words of the other, in lower case or as Japanese dictionaries have them. */
  readonly poles: readonly [readonly string[], readonly string[]];
  /** What they are opposites in; by default the first word of each pole. */
  readonly axis?: string;
  /** It is about looks alone, so nobody asks about it where a block is built. */
  readonly cosmetic?: boolean;
  /** No model may wave it through. */
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
  /** Made for the first Japanese text. */
  readonly japanese: () => JapaneseLexicon;
  /** The axes that no model may drop. */
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

/** What two words are opposites in; undefined where they are none. */
export const opposed = (one: readonly Pole[], other: readonly Pole[]): Pole | undefined =>
  one.find((a) => other.some((b) => a.axis === b.axis && a.side !== b.side));
