/**
 * "Only" one, and another as well: "can only mine stone, and it mines dirt too", "by admins only, and by guests as well", and all of a kind
 * with one that is not so. The same verb or preposition tells that both are said of one thing.
 */
import type { Found } from './contradictions.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const SOLE = '(?<!\\bnot )(?:only|exclusively|solely)';
const TOO = '(?:too|as well)';
const JOIN = '(?:,|\\.|;| and| but| yet| while)+(?: (?:it|they|we|also|still|can|may|must|should|will)){0,3}';

const TIMES =
  '(?:daylight|day|daytime|night|noon|midnight|mornings?|evenings?|summer|winter|spring|autumn|weekends?|weekdays?)';

/** The sides are the groups `one` and `other`; what both must not share are `x` and `y`. */
const FORMS: readonly RegExp[] = [
  // "Can only mine stone, and it mines dirt, wood and diamonds too".
  new RegExp(
    `\\b(?<one>${SOLE} (?<v>[a-z]{3,}?)(?:es|s)? (?<x>(?!can\\b|may\\b|must\\b|are\\b|is\\b|should\\b|the \\w+ can)[^.;,]{2,40}?))${JOIN} (?<other>\\k<v>(?:es|s)? (?<y>[^.;]{2,50}?) ${TOO})\\b`,
  ),
  new RegExp(
    `\\b(?<one>${SOLE} (?<v>[a-z]{3,}?)(?:es|s)? (?<x>(?!can\\b|may\\b|must\\b|are\\b|is\\b|should\\b)[^.;,]{2,40}?))${JOIN} (?<other>also \\k<v>(?:es|s)? (?<y>[^.;]{2,40}))`,
  ),
  // "We only accept payments in euros. Payments in dollars are accepted too".
  new RegExp(
    `\\b(?<one>${SOLE} (?<v>[a-z]{3,}?)e?s? (?<x>(?!can\\b|may\\b|must\\b|are\\b|is\\b|should\\b)[^.;,]{2,40}?))(?:[.,;] | and | but )(?<other>(?<y>[^.;]{2,60}?) (?:is|are|can be|must be) (?:also )?\\k<v>e?d ?(?:${TOO})?)(?=[.,;]|$)`,
  ),
  // "By admins only, and by normal users as well".
  new RegExp(
    `\\b(?<one>(?<p>by|for|to|on|in|with|from|at|through|via) (?<x>[\\w' -]{2,30}?) ${SOLE})\\b${JOIN}(?: \\w+){0,3}? (?<other>\\k<p> (?<y>[\\w' -]{2,40}?) ${TOO})\\b`,
  ),
  new RegExp(
    `\\b(?<one>${SOLE} (?:\\w+ )?(?<p>by|for|to|on|in|with|from|at|through|via) (?<x>[\\w' -]{2,30}?))${JOIN}(?: \\w+){0,3}? (?<other>\\k<p> (?<y>[\\w' -]{2,40}?) ${TOO})\\b`,
  ),
  // "Only opens at night and opens at noon".
  new RegExp(
    `\\b(?<one>${SOLE} (?<v>[a-z]{3,}?)(?:es|s)? (?<p>at|during|by) (?:the )?(?<x>[a-z]+))${JOIN} (?<other>\\k<v>(?:es|s)? \\k<p> (?:the )?(?<y>[a-z]+))`,
  ),
  // "Only comes out in daylight and hunts at night as well".
  new RegExp(
    `\\b(?<one>${SOLE} (?:[a-z]+ ){1,3}(?:in|at|during|by|on) (?:the )?(?<x>${TIMES}))\\b[^.;]{0,40}?(?<other>(?:in|at|during|by|on) (?:the )?(?<y>${TIMES}) ${TOO})\\b`,
  ),
  // "For employees only and customers can book on it".
  new RegExp(
    `\\b(?<one>for (?<x>[a-z]+s) ${SOLE})\\b,? (?:and|but) (?<other>(?<y>[a-z]+s) (?:can|may) (?:also )?[a-z]+ (?:(?:on|in|to|with) )?(?:it|them|there|${TOO}))\\b`,
  ),
];
const PARTED = /\b(?:or|if|when|unless|except|instead|until|first|then|other|others|not|never|no|rather|once|own)\b/;
const ALL_HAVE =
  /\b(?<one>(?:all|every|each) (?<n>[a-z]+?)s? (?:must (?:have|be|carry) |requires? |needs? |has |have )(?:an? )?(?:valid )?(?<x>[a-z]+))\b/;
const WHO = new RegExp(
  `\\b(?<one>${SOLE} (?<x>[\\w -]{2,25}?) (?:may|can|should|must|(?:are|is) allowed to|will be able to) (?<v>[a-z]+) (?<o>(?:the |an? |any |all )?[\\w -]{3,30}?))[.,;]`,
);
const LONGEST = 400;

export function onlyAndAlso(prose: string): Found[] {
  const lower = prose.toLowerCase().replaceAll('’', "'");
  const only = /\b(?:only|exclusively|solely)\b/.test(lower);
  if (!only && !(lower.includes('without') && /\b(?:all|every|each)\b/.test(lower))) return [];
  const sentences = [...lower.matchAll(/[^.;!?\n]+(?:\.(?=\w)[^.;!?\n]*)*[.;!?\n]?/g)].slice(0, 60);
  for (const [i, { 0: here, index: start }] of sentences.entries()) {
    const next = sentences[i + 1];
    const text = next === undefined ? here : lower.slice(start, next.index + next[0].length);
    if (text.length > LONGEST || TROUBLE_SENTENCE.test(text)) continue;
    const sides = (only ? (othersIn(text) ?? otherPeople(text)) : null) ?? oneWithout(text);
    if (sides === null || !here.includes(sides[0].slice(0, 12))) continue;
    const shown = (side: string): string => {
      const at = start + text.lastIndexOf(side);
      return prose.slice(at, at + side.length).trim();
    };
    return [{ axis: 'only', sides: [shown(sides[0]), shown(sides[1])], cosmetic: false, confidence: 0.7 }];
  }
  return [];
}

type Sides = readonly [string, string];

function othersIn(text: string): Sides | null {
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match === null || PARTED.test(match[0])) continue;
    const { one, other, x, y } = match.groups!;
    if (x!.trim() === y!.trim() || y!.includes('only') || areOfOthers(x!, y!)) continue;
    return [one!, other!];
  }
  return null;
}

/** "The integration tests on Linux", "unit tests on Windows": each has a place of its own. */
function areOfOthers(x: string, y: string): boolean {
  const placed = /^(.*?)\b(?:on|in|for|at|to|from|with|by)\b/;
  const [mine, theirs] = [placed.exec(x)?.[1], placed.exec(y)?.[1]];
  return mine !== undefined && theirs !== undefined && !theirs.includes(mine.trim());
}

/** "Only admins may see the billing page. Interns see the billing page as well." */
function otherPeople(text: string): Sides | null {
  const match = WHO.exec(text);
  if (match === null) return null;
  const { one, x, v, o } = match.groups!;
  const rest = text.slice(match.index + match[0].length);
  const again = new RegExp(
    `(?:^|[.,;] |and |but )\\s*((?:[\\w-]+ ){1,5}?(?:can |may |must |should )?(?:also )?${v}s? (?:${o}|it|them)\\b(?: ${TOO}\\b| also\\b)?)`,
  ).exec(rest);
  if (again === null || PARTED.test(rest) || !/\b(?:too|as well|also)\b/.test(rest)) return null;
  return again[1]!.includes(x!.trim()) ? null : [one!, again[1]!];
}

/** "All endpoints require a token. The export endpoint can be called without a token." */
function oneWithout(text: string): Sides | null {
  const match = ALL_HAVE.exec(text);
  if (match === null) return null;
  const { one, n, x } = match.groups!;
  const rest = text.slice(match.index + match[0].length);
  const bare = new RegExp(
    `\\b${n}s?\\b[^.;]{0,40}?\\b(?:called|used|opened|reached|submitted|saved|created|sent|published|accessed|works?|merged|deployed) (without (?:an? |any )?(?:valid )?${x})\\b`,
  ).exec(rest);
  if (
    bare === null ||
    /\b(?:except|but|if|unless|reject\w*|error|refuse\w*|40[13]|must not|cannot|can't|not|never|no)\b/.test(rest)
  )
    return null;
  return [one!, bare[1]!];
}
