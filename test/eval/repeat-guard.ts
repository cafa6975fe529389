/** How often the repeat guard takes two questions for one, rightly and wrongly. */

import type { Figure } from '../../eval/figures.ts';
import { canonicalForm } from '../../src/core/question-key.ts';
import { isSimilar } from '../../src/core/similar.ts';

export interface Pair {
  /** Whether every answer to one is an answer to the other. */
  readonly same: boolean;
  readonly group: string;
  readonly one: string;
  readonly other: string;
}

const takenForSame = ({ one, other }: Pair): boolean => canonicalForm(one) === canonicalForm(other);
const offered = (pair: Pair): boolean => takenForSame(pair) || isSimilar(pair.one, pair.other);
const shown = ({ group, one, other }: Pair): string => `${group}: ${one} | ${other}`;

/** Wrong matches of tier "same". */
export function wrongSame(subject: string, what: string, pairs: readonly Pair[]): Figure {
  const different = pairs.filter(({ same }) => !same);
  const wrong = different.filter(takenForSame);
  return { subject, what, count: wrong.length, of: different.length, atMost: 0, against: wrong.map(shown) };
}

/** How many of the same questions tier "same" finds. */
export function foundSame(subject: string, what: string, pairs: readonly Pair[], atLeast?: number): Figure {
  const same = pairs.filter((pair) => pair.same);
  const missed = same.filter((pair) => !takenForSame(pair));
  const asked = atLeast === undefined ? {} : { atLeast };
  return { subject, what, count: same.length - missed.length, of: same.length, ...asked, against: missed.map(shown) };
}

/** How many of the same questions are at least offered. */
export function offeredSame(subject: string, what: string, pairs: readonly Pair[], atLeast?: number): Figure {
  const same = pairs.filter((pair) => pair.same);
  const missed = same.filter((pair) => !offered(pair));
  const asked = atLeast === undefined ? {} : { atLeast };
  return { subject, what, count: same.length - missed.length, of: same.length, ...asked, against: missed.map(shown) };
}

/** How often an answer to another question is offered: told, for it is never applied. */
export function wronglyOffered(subject: string, what: string, pairs: readonly Pair[]): Figure {
  const different = pairs.filter(({ same }) => !same);
  const wrong = different.filter(offered);
  return { subject, what, count: wrong.length, of: different.length, against: wrong.map(shown) };
}
