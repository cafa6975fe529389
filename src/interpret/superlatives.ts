/** "The weakest and the strongest weapon": nothing is both the most and the least. "Print the longest and the shortest word" names two. */
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

export function superlatives(prose: string): Found[] {
  if (!prose.includes('est')) return [];
  const found: Found[] = [];
  for (const { 0: whole, 1: one, 3: other } of prose.matchAll(BOTH)) {
    if (APART.test(whole)) continue;
    const axis = isPair(one!, other!) ? one! : axisOf(one!, other!);
    if (axis !== undefined) found.push({ axis, sides: [one!, other!], cosmetic: false, confidence: 0.8 });
  }
  return found;
}
