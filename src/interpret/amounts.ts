/** The amounts that a prompt names: how many of what, and whether it is a most, a least or just so. */
import { DETERMINERS, isNounish, type Part, stemOf, VERBS } from './prompt-words.ts';

export type Bound = 'most' | 'least' | 'just' | 'plain';

export interface Amount {
  readonly bound: Bound;
  /** `time` in milliseconds, `size` in bytes, else the noun that is counted. */
  readonly of: string;
  /** The words between the number and the noun. */
  readonly details: string;
  readonly value: number;
  /** The first of its parts, and behind the last. */
  readonly from: number;
  readonly to: number;
}

const SPELT: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i): [string, number] => [word, i])
    .concat([
      ['a', 1],
      ['an', 1],
      ['single', 1],
      ['twenty', 20],
      ['thirty', 30],
      ['fifty', 50],
      ['hundred', 100],
      ['half', 0.5],
    ]),
);

const units = (of: string, factor: number, names: string): [string, readonly [string, number]][] =>
  names.split(' ').map((name) => [name, [of, factor] as const]);
const UNITS: ReadonlyMap<string, readonly [string, number]> = new Map([
  ...units('time', 1, 'ms msec msecs millisecond milliseconds'),
  ...units('time', 1_000, 's sec secs second seconds'),
  ...units('time', 60_000, 'm min mins minute minutes'),
  ...units('time', 3_600_000, 'h hr hrs hour hours'),
  ...units('time', 86_400_000, 'day days'),
  ...units('time', 604_800_000, 'week weeks'),
  ...units('time', 2_592_000_000, 'month months'),
  ...units('time', 31_536_000_000, 'year years'),
  ...units('size', 1, 'byte bytes b'),
  ...units('size', 1_000, 'kb kib kilobyte kilobytes'),
  ...units('size', 1_000_000, 'mb mib megabyte megabytes'),
  ...units('size', 1_000_000_000, 'gb gib gigabyte gigabytes'),
]);

/** What makes a number a bound, as the words right before it say; the longest first. */
const BOUNDS: readonly (readonly [Bound, string])[] = [
  ['least', 'no fewer than'],
  ['least', 'no less than'],
  ['least', 'not less than'],
  ['least', 'at least'],
  ['least', 'a minimum of'],
  ['least', 'minimum of'],
  ['least', 'more than'],
  ['least', 'longer than'],
  ['least', 'larger than'],
  ['least', 'bigger than'],
  ['least', 'greater than'],
  ['most', 'no more than'],
  ['most', 'not more than'],
  ['most', 'never more than'],
  ['most', 'no longer than'],
  ['most', 'no larger than'],
  ['most', 'at most'],
  ['most', 'up to'],
  ['most', 'a maximum of'],
  ['most', 'maximum of'],
  ['most', 'less than'],
  ['most', 'fewer than'],
  ['most', 'shorter than'],
  ['most', 'smaller than'],
  ['most', 'limited to'],
  ['most', 'limit of'],
  ['most', 'limit is'],
  ['most', 'capped at'],
  ['most', 'within'],
  ['most', 'under'],
  ['most', 'below'],
  ['least', 'minimum'],
  ['least', 'min'],
  ['least', 'over'],
  ['least', 'above'],
  ['most', 'maximum'],
  ['most', 'max'],
  ['just', 'exactly'],
  ['just', 'precisely'],
  ['just', 'only'],
  ['just', 'always'],
];
const BY_LAST = Map.groupBy(
  BOUNDS.map(([bound, words]) => ({ bound, words: words.split(' ') })).toSorted(
    (a, b) => b.words.length - a.words.length,
  ),
  ({ words }) => words.at(-1)!,
);

function boundBefore(parts: readonly Part[], at: number): { readonly bound: Bound; readonly from: number } {
  for (const { bound, words } of BY_LAST.get(parts[at - 1]?.text ?? '') ?? []) {
    const from = at - words.length;
    if (from < 0 || !words.every((word, i) => parts[from + i]!.text === word)) continue;
    return { bound: bound === 'least' && isDeniedBefore(parts, from) ? 'most' : bound, from };
  }
  return { bound: 'plain', from: at };
}

/** "No user may have more than one". */
function isDeniedBefore(parts: readonly Part[], from: number): boolean {
  if (!/^(?:more|longer|larger|bigger|greater|over|above)$/.test(parts[from]!.text)) return false;
  return parts
    .slice(Math.max(0, from - 5), from)
    .some(
      ({ text, sentence }) =>
        sentence === parts[from]!.sentence && /^(?:no|not|never|nobody|cannot|can't|don't|mustn't)$/.test(text),
    );
}

/** "Minimum length 12", "the maximum size is 5 MB": the bound stands before the noun. */
function boundOfNoun(
  parts: readonly Part[],
  at: number,
): { readonly bound: Bound; readonly from: number; readonly noun: string } | null {
  let noun = '';
  for (let i = at - 1; i >= 0 && i >= at - 4 && parts[i]!.sentence === parts[at]!.sentence; i--) {
    const { text } = parts[i]!;
    if (/^(?:minimum|min|minimal)$/.test(text)) return noun === '' ? null : { bound: 'least', from: i, noun };
    if (/^(?:maximum|max|maximal)$/.test(text)) return noun === '' ? null : { bound: 'most', from: i, noun };
    if (isNounish(parts[i])) noun ||= stemOf(text);
    else if (!/^(?:is|of|be|must|should|:|=)$/.test(text)) return null;
  }
  return null;
}

/** "100 uses", "3 calls". */
const isCountedVerb = (part: Part | undefined): boolean =>
  part !== undefined && VERBS.has(part.text) && /[^s]s$/.test(part.text) && !/^(?:is|was|has|does)$/.test(part.text);

const MOST_AMOUNTS = 40;

/** @param parts The whole prompt. Nothing is built where it has no number. */
export function amountsIn(parts: readonly Part[]): Amount[] {
  const found: Amount[] = [];
  for (let at = 0; at < parts.length && found.length < MOST_AMOUNTS; at++) {
    const part = parts[at]!;
    const number =
      part.kind === 'number'
        ? Number(part.text.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.'))
        : SPELT.get(part.text);
    if (number === undefined || Number.isNaN(number)) continue;
    const amount = amountAt(parts, at, number);
    // "A page" counts nothing; "at most a page" and "an hour" do.
    if (amount !== null && !(/^(?:an?|one)$/.test(part.text) && amount.bound === 'plain' && amount.of !== 'time'))
      found.push(amount);
  }
  return found;
}

function amountAt(parts: readonly Part[], at: number, number: number): Amount | null {
  const { sentence } = parts[at]!;
  const before = boundBefore(parts, at);
  const next = parts[at + 1]?.sentence === sentence ? parts[at + 1] : undefined;
  const unit = next === undefined ? undefined : UNITS.get(next.text);
  if (unit !== undefined) {
    const bound = before.bound === 'plain' ? (boundOfNoun(parts, at) ?? before) : before;
    return { bound: bound.bound, of: unit[0], details: '', value: number * unit[1], from: bound.from, to: at + 2 };
  }
  let last = at;
  while (
    last < at + 4 &&
    (isNounish(parts[last + 1]) || (last === at && isCountedVerb(parts[last + 1]))) &&
    parts[last + 1]!.sentence === sentence &&
    !DETERMINERS.has(parts[last + 1]!.text)
  )
    last += 1;
  if (last > at) {
    // What is counted is in the plural; what stands behind it is said of it: "seven items visible on the page".
    let noun = last;
    for (let i = at + 1; i <= last; i++) {
      if (stemOf(parts[i]!.text) === parts[i]!.text) continue;
      noun = i;
      break;
    }
    const details = parts
      .slice(at + 1, noun)
      .map(({ text }) => text)
      .join(' ');
    return { ...before, of: `n ${stemOf(parts[noun]!.text)}`, details, value: number, to: noun + 1 };
  }
  const named = boundOfNoun(parts, at);
  return named === null
    ? null
    : { bound: named.bound, of: `n ${named.noun}`, details: '', value: number, from: named.from, to: at + 1 };
}
