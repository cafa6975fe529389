/**
 * More numbers that cannot be, as forms of sums.ts: a minimum over its maximum by name, what there is one of and everybody has, and
 * things whose count everybody knows: a week has seven days, a triangle three corners.
 */
import type { Form } from './sums.ts';

const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const N = `\\d+|${COUNTS.join('|')}`;
const countOf = (text: string): number =>
  text === 'once' ? 1 : text === 'twice' ? 2 : COUNTS.includes(text) ? COUNTS.indexOf(text) : Number(text);

const KNOWN: readonly (readonly [things: string, parts: string, count: number])[] = [
  ['triangle|triangular \\w+', 'sides|corners|edges|angles', 3],
  ['square|rectangle', 'sides|corners|edges', 4],
  ['pentagon', 'sides|corners|edges', 5],
  ['hexagon', 'sides|corners|edges', 6],
  ['octagon', 'sides|corners|edges', 8],
  ['cube|dice|die', 'faces|sides', 6],
  ['week(?: plan| view| planner| calendar)?', 'days', 7],
  ['year(?: plan| view| planner| calendar)?', 'months', 12],
  ['tricycle', 'wheels', 3],
  ['bicycle|bike|motorbike', 'wheels', 2],
  ['spider', 'legs', 8],
  ['duet|duo', 'singers|players|members|people', 2],
  ['trio', 'singers|players|members|people', 3],
  ['quartet', 'singers|players|members|people', 4],
];

export const COUNT_FORMS: readonly Form[] = [
  {
    // "Exactly one printer, and each of the rooms has its own printer".
    axis: 'number',
    needs: /\b(?:exactly|only|just) (?:one|a single)\b/,
    form: /\b(?<one>(?:exactly|only|just) (?:one|a single) (?<x>[a-z]{3,}(?: [a-z]+)?))\b(?<between>[^;]{0,40}?)(?<other>\b(?:each|every|all|both|the (?:two|three|four|five)|two|three|four|five)(?: of)?(?: the| our)?(?: (?:two|three|four|five))? (?:[a-z]+ )?(?:each )?(?:has|have|gets?|owns?) (?:its|their|a|an)(?: own)? \k<x>)\b/,
    cannotBe: ({ between, other }) => /\bown\b/.test(other!) && !/\b(?:per|each|every|at a time)\b/.test(between!),
  },
  {
    // "Exactly one admin account, and there must be many admin accounts".
    axis: 'number',
    needs: /\b(?:exactly|only) (?:one|a single)\b/,
    form: /\b(?<one>(?:exactly|only) (?:one|a single) (?<x>[a-z]{3,}(?: [a-z]{3,})?))(?<between>,? (?:and|but)(?: also)?(?: there (?:must|should|have to|has to|are)(?: be)?| it has| with)?) (?<other>(?:many|several|multiple|lots of|two|three|a hundred) \k<x>s)\b(?= (?:in|on|at)\b|[.,;!]|$)/,
    cannotBe: () => true,
  },
  {
    // "A single request … each of the items with its own request".
    axis: 'number',
    needs: /\b(?:exactly one|only one|just one|a single)\b/,
    form: /\b(?<one>(?:exactly one|only one|just one|a single) (?:[a-z]+ )?(?<x>request|query|call|connection|file|thread|process|table|server|window|page|column|port|key|account|button|room|instance|database))\b(?<between>[^;]{0,30}?)(?<other>\b(?:each|every|all)\b[^.;]{0,30}?(?:its|their) own (?:[a-z]+ )?\k<x>s?)\b/,
    cannotBe: ({ between }) => !/\b(?:per|at a time|instead|not)\b/.test(between!),
  },
  {
    // "Two teams of five players each, 12 players in total".
    axis: 'sum',
    needs: /\bin total\b|\baltogether\b/,
    form: new RegExp(
      `\\b(?<one>(?<a>${N}) [a-z]+ (?:of|with) (?<b>${N}) (?<x>[a-z]{3,}s)(?: each)?)(?:,| and|;| -|, so)* (?<other>(?<c>${N}) \\k<x> (?:in total|altogether))`,
    ),
    cannotBe: ({ a, b, c }) => countOf(a!) * countOf(b!) !== countOf(c!),
  },
  ...KNOWN.map(
    ([things, parts, count]): Form => ({
      axis: 'number',
      needs: new RegExp(`\\b(?:${parts})\\b`),
      form: new RegExp(
        `\\b(?<one>an? (?:[a-z]+ )?(?:${things})) (?:with|that has|has|which has|of) (?:exactly )?(?<other>(?<b>${N}) (?:${parts}))\\b`,
      ),
      cannotBe: ({ b }) => countOf(b!) !== count,
    }),
  ),
];
const ANY_COUNT = new RegExp(
  `\\b(?:min|max|at least|exactly|only|just|single|in total|altogether|${KNOWN.map(([, parts]) => parts).join('|')})`,
);
/** Quick, and sure where it says no. */
export const mayCount = (lower: string): boolean => ANY_COUNT.test(lower);
