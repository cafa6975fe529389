/** "The weakest and the strongest weapon": nothing is both the most and the least, or always and never so. "Print the longest and the shortest word" names two. */
import type { Found } from './contradictions.ts';
import { OPPOSITES } from './opposites.ts';

const BOTH =
  /\b(?:is|are|be|being|'s|that's|it's)\s+(?:(?:always|also|both|at once|simultaneously)\s+)*(?:the\s+)?([a-z]{2,12}est)\b((?:\s+[a-z]+){0,5}?),?\s+(?:and|but|yet)(?:\s+(?:also|at the same time|it|is|it's|simultaneously))*\s+(?:the\s+)?([a-z]{2,12}est)\b/g;
const APART = /\b(?:respectively|or|difference|between|if|when|bug|fix|are there)\b/;

/** Strongest, easiest, biggest, largest: what they are the most of. */
function positivesOf(word: string): string[] {
  const stem = word.slice(0, -3);
  return [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')];
}

function axisOf(one: string, other: string): string | undefined {
  const entries = (word: string) => positivesOf(word).flatMap((form) => OPPOSITES.get(form) ?? []);
  const theirs = entries(other);
  return entries(one).find(({ axis, pole }) => theirs.some((entry) => entry.axis === axis && entry.pole !== pole))
    ?.axis;
}

/** Those that no quality of the lexicon stands for. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['best', 'worst'],
  ['latest', 'earliest'],
  ['newest', 'oldest'],
  ['youngest', 'oldest'],
  ['nearest', 'farthest'],
  ['closest', 'furthest'],
]);
const isPair = (one: string, other: string): boolean => PAIRS.get(one) === other || PAIRS.get(other) === one;

/** What is first by one of them is last by its opposite. */
const RANKS = [
  'newest latest most-recent',
  'oldest earliest least-recent',
  'cheapest lowest smallest fewest least-expensive',
  'dearest highest biggest largest most-expensive',
  'shortest',
  'longest',
  'slowest',
  'fastest quickest',
].map((row) => row.replaceAll('-', ' ').split(/(?<!most|least) /));
const rankOf = (word: string): number => RANKS.findIndex((row) => row.includes(word));
const RANK = '((?:most|least) (?:recent|expensive)|[a-z]{2,9}est)';
const FIRST = new RegExp(`\\b${RANK}(?: [a-z]+)? first\\b`, 'i');
const ON_TOP = new RegExp(
  `\\bthe ${RANK}(?: [a-z]+){0,2}? (?:(?:is|are|be|being|always|comes?|stays?|appears?|goes|go|shown|must|should|to) )*(?:at the (?:very )?(?:top|beginning|head|start)|on top|first)\\b`,
  'i',
);
const RANKED_APART =
  /[;?]|\b(?:or|then|if|when|within|inside|each|other|otherwise|instead|from|in the|for the|while|toggle|not|was|currently)\b/i;

/** "Sort them newest first so that the oldest one is at the top". */
function ranked(prose: string): Found[] {
  const one = FIRST.exec(prose);
  if (one === null) return [];
  const behind = prose.slice(one.index + one[0].length);
  const other = ON_TOP.exec(behind);
  if (other === null || other.index > 80 || RANKED_APART.test(behind.slice(0, other.index))) return [];
  const [mine, theirs] = [rankOf(one[1]!.toLowerCase()), rankOf(other[1]!.toLowerCase())];
  if (mine < 0 || theirs !== (mine ^ 1)) return [];
  return [{ axis: 'order', sides: [one[0], other[0]], cosmetic: false, confidence: 0.8 }];
}

/** "Always on and never on". */
const ALWAYS_AND_NEVER =
  /\b(?<one>always (?<x>[a-z]+(?: [a-z]+)?)),? (?:and|but|yet)(?: also| it is| is)? (?<other>never \k<x>)(?= ?(?:[.,;!]|$))|\b(?<two>never (?<y>[a-z]+(?: [a-z]+)?)),? (?:and|but|yet)(?: also| it is| is)? (?<more>always \k<y>)(?= ?(?:[.,;!]|$))/i;

export function superlatives(prose: string): Found[] {
  const both = /\bnever\b/.test(prose) ? ALWAYS_AND_NEVER.exec(prose)?.groups : undefined;
  if (both !== undefined) {
    const sides: [string, string] = [both.one ?? both.two!, both.other ?? both.more!];
    return [{ axis: both.x ?? both.y!, sides, cosmetic: false, confidence: 0.8 }];
  }
  if (!/est\b|most /.test(prose)) return [];
  const found: Found[] = ranked(prose);
  for (const { 0: whole, 1: one, 3: other } of prose.matchAll(BOTH)) {
    if (APART.test(whole)) continue;
    const axis = isPair(one!, other!) ? one! : axisOf(one!, other!);
    if (axis !== undefined) found.push({ axis, sides: [one!, other!], cosmetic: false, confidence: 0.8 });
  }
  return found;
}
