/** The amounts that a prompt names: how many of what, and whether it is a most, a least or just so. */
import { DETERMINERS, isNounish, type Part, stemOf, VERBS, words } from './prompt-words.ts';

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
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, i): [string, number] => [word, i])
    .concat([
      ['a', 1],
      ['an', 1],
      ['single', 1],
      ['once', 1],
      ['twice', 2],
      ['thirty', 30],
      ['forty', 40],
      ['fifty', 50],
      ['sixty', 60],
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
  ...units('pixels', 1, 'px pixel pixels'),
  ...units('length', 1, 'mm millimeters millimetres'),
  ...units('length', 10, 'cm centimeters centimetres'),
  ...units('length', 1_000, 'meter meters metre metres'),
  ...units('length', 1_000_000, 'km kilometers kilometres'),
  ...units('weight', 1, 'g gram grams'),
  ...units('weight', 1_000, 'kg kilo kilos kilograms'),
  ...units('weight', 1_000_000, 'ton tons tonne tonnes'),
  ...units('money', 1, 'euro euros eur dollar dollars usd bucks yen gbp'),
]);

const bounds = (bound: Bound, list: string): (readonly [Bound, string])[] =>
  list.split('|').map((words) => [bound, words]);
/** What makes a number a bound, as the words right before it say; the longest first. With a "not" before, "more than" is a most. */
const BOUNDS: readonly (readonly [Bound, string])[] = [
  ...bounds(
    'least',
    'at least|a minimum of|minimum of|minimum to|minimum is|min is|minimum|min|over|above|exceed|exceeds|exceeding|beyond',
  ),
  ...'more longer larger bigger greater higher taller wider deeper heavier further farther older'
    .split(' ')
    .flatMap((word) => bounds('least', `${word} than`)),
  ...'less fewer shorter smaller lower lighter younger'.split(' ').flatMap((word) => bounds('most', `${word} than`)),
  ...bounds(
    'most',
    'at most|up to|a maximum of|maximum of|maximum to|maximum is|max is|maximum|max|limited to|limit of|limit is|cap of|capped at|budget of|budget is',
  ),
  ...bounds(
    'most',
    'within|under|below|seats|sleeps|room for|space for|capacity of|timeout of|timeout is|time out after|times out after',
  ),
  ...bounds(
    'most',
    'ready in|done in|finished in|aborted after|killed after|cancelled after|terminated after|cut off after',
  ),
  ...bounds('just', 'exactly|precisely|only|always'),
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
    return { bound: isDeniedBefore(parts, from) ? DENIED_BOUND[bound] : bound, from };
  }
  return { bound: 'plain', from: at };
}
const DENIED_BOUND = { least: 'most', most: 'least', just: 'just', plain: 'plain' } as const;

/** "No user may have more than one". */
function isDeniedBefore(parts: readonly Part[], from: number): boolean {
  if (!/^(?:[a-z]+er|more|less|over|above|beyond|below|under|exceed\w*)$/.test(parts[from]!.text)) return false;
  for (let i = from - 1; i >= Math.max(0, from - 5) && parts[i]!.sentence === parts[from]!.sentence; i--) {
    const { text } = parts[i]!;
    if (/^(?:no|not|never|nobody|cannot|without)$|n't$/.test(text)) return true;
    // "Not too short and longer than 5".
    if (/^(?:and|but|,)$/.test(text)) return false;
  }
  return false;
}

/** "30 words or fewer", "16 characters minimum", "more than 3 away is forbidden": the bound stands behind. */
function boundBehind(parts: readonly Part[], to: number, bound: Bound): { readonly bound: Bound; readonly to: number } {
  const behind = parts
    .slice(to, to + 4)
    .map(({ text }) => text)
    .join(' ');
  if (bound === 'least' && /^(?:\w+ )?(?:is|are) (?:forbidden|prohibited|not)\b/.test(behind))
    return { bound: 'most', to };
  if (bound !== 'plain') return { bound, to };
  const most = /^(?:(?:long |at the )?(?:max(?:imum)?|tops|most)|at most|or (?:less|fewer|shorter|under|below))\b/.exec(
    behind,
  );
  const least = /^(?:(?:long )?min(?:imum)?|at least|or (?:more|longer|over|above))\b/.exec(behind);
  const said = most ?? least;
  return said === null
    ? { bound, to }
    : { bound: most === null ? 'least' : 'most', to: to + said[0].split(' ').length };
}

/** "Minimum length 12", "the maximum size is 5 MB": the bound stands before the noun. */
function boundOfNoun(
  parts: readonly Part[],
  at: number,
): { readonly bound: Bound; readonly from: number; readonly noun: string } | null {
  let noun = '';
  for (let i = at - 1; i >= 0 && i >= at - 6 && parts[i]!.sentence === parts[at]!.sentence; i--) {
    const { text } = parts[i]!;
    const named = /^(min|max)_([a-z]+)$/.exec(text);
    if (named !== null) return { bound: named[1] === 'min' ? 'least' : 'most', from: i, noun: named[2]! };
    if (/^(?:minimum|min|minimal)$/.test(text)) return noun === '' ? null : { bound: 'least', from: i, noun };
    if (/^(?:maximum|max|maximal|limit|cap|quota|budget|allowance)$/.test(text))
      return noun === '' && /^m/.test(text) ? null : { bound: 'most', from: i, noun };
    if (isNounish(parts[i])) noun ||= stemOf(text);
    else if (!/^(?:is|of|be|must|should|per|for|:|=)$/.test(text)) return null;
  }
  return null;
}

/** "100 uses", "3 calls". */
const isCountedVerb = (part: Part | undefined): boolean =>
  part !== undefined && VERBS.has(part.text) && /[^s]s$/.test(part.text) && !/^(?:is|was|has|does)$/.test(part.text);

/** Who is a guest here is a passenger there. */
const PEOPLE = words('people person guest friend passenger attendee participant colleague visitor');
const BOUND_INSIDE: ReadonlyMap<string, Bound> = new Map([
  ['max', 'most'],
  ['maximum', 'most'],
  ['min', 'least'],
  ['minimum', 'least'],
]);
const UNNAMED = 'n ';
const MOST_AMOUNTS = 40;

/** @param parts The whole prompt. Nothing is built where it has no number. */
export function amountsIn(parts: readonly Part[], prose: string): Amount[] {
  const found: Amount[] = [];
  for (let at = 0; at < parts.length && found.length < MOST_AMOUNTS; at++) {
    const part = parts[at]!;
    const glued = part.kind === 'word' && isDigit(part.text) ? /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(part.text) : null;
    const number = glued === null ? numberAt(part) : Number(glued[1]);
    if (number === undefined || Number.isNaN(number)) continue;
    // "A page" counts nothing; "at most a page" and "an hour" do.
    if (number === 1 && part.kind === 'word' && glued === null && isArticle(parts, at)) continue;
    const amount =
      (glued === null ? moneyAt(parts, at, number, prose) : unitAt(parts, at, number, glued[2]!, at + 1)) ??
      amountAt(parts, at, number, found.at(-1));
    if (amount === null) continue;
    const last = found.at(-1);
    if (last?.of === UNNAMED && amount.of.startsWith('n ')) found[found.length - 1] = { ...last, of: amount.of };
    found.push(amount);
  }
  return found;
}

const isDigit = (text: string): boolean => text.charCodeAt(0) < 58 && text.charCodeAt(0) > 47;
const isArticle = (parts: readonly Part[], at: number): boolean =>
  parts[at]!.text !== 'single' && !UNITS.has(parts[at + 1]?.text ?? '') && boundBefore(parts, at).bound === 'plain';

export function numberAt(part: Part | undefined): number | undefined {
  if (part?.kind !== 'number') return part === undefined ? undefined : SPELT.get(part.text);
  return Number(part.text.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.'));
}

function unitAt(parts: readonly Part[], at: number, number: number, name: string, to: number): Amount | null {
  const unit = UNITS.get(name);
  if (unit === undefined) return null;
  const before = boundBefore(parts, at);
  const { bound, from } = before.bound === 'plain' ? (boundOfNoun(parts, at) ?? before) : before;
  return { ...boundBehind(parts, to, bound), of: unit[0], details: '', value: number * unit[1], from };
}

/** "$40", "40 €". */
function moneyAt(parts: readonly Part[], at: number, number: number, prose: string): Amount | null {
  const { start, end, kind } = parts[at]!;
  if (kind !== 'number' || !(/[$€£¥]/.test(prose[start - 1] ?? '') || /^ ?[$€£¥]/.test(prose.slice(end, end + 2))))
    return null;
  return unitAt(parts, at, number, 'euro', at + 1);
}

function amountAt(parts: readonly Part[], at: number, number: number, last: Amount | undefined): Amount | null {
  const { sentence } = parts[at]!;
  // "20 max health".
  const inside = isNounish(parts[at + 2]) ? BOUND_INSIDE.get(parts[at + 1]!.text) : undefined;
  if (inside !== undefined)
    return { bound: inside, from: at, of: `n ${stemOf(parts[at + 2]!.text)}`, details: '', value: number, to: at + 3 };
  const before = boundBefore(parts, at);
  const next = parts[at + 1]?.sentence === sentence ? parts[at + 1] : undefined;
  const unit = next === undefined ? null : unitAt(parts, at, number, next.text, at + 2);
  if (unit !== null) return unit;
  if (next?.text === 'of' && /^(?:us|them|you)$/.test(parts[at + 2]?.text ?? ''))
    return { ...before, of: 'n person', details: '', value: number, to: at + 3 };
  // "A 3-question quiz".
  let end = at;
  if (next?.joined === true && next.kind === 'word') end = at + 1;
  else
    while (
      end < at + 4 &&
      (isNounish(parts[end + 1]) || (end === at && isCountedVerb(parts[end + 1]))) &&
      parts[end + 1]!.sentence === sentence &&
      !DETERMINERS.has(parts[end + 1]!.text)
    )
      end += 1;
  if (end > at) {
    // What is counted is in the plural; what stands behind it is said of it: "seven items visible on the page".
    let noun = end;
    for (let i = at + 1; i <= end; i++) {
      if (stemOf(parts[i]!.text) === parts[i]!.text) continue;
      noun = i;
      break;
    }
    const details = parts
      .slice(at + 1, noun)
      .map(({ text }) => text)
      .join(' ');
    const { bound, from } = before;
    const thing = stemOf(parts[noun]!.text);
    const of = `n ${PEOPLE.has(thing) ? 'person' : thing}`;
    return { ...boundBehind(parts, noun + 1, bound), from, of, details, value: number };
  }
  const named = boundOfNoun(parts, at);
  if (named !== null && named.noun !== '')
    return { bound: named.bound, of: `n ${named.noun}`, details: '', value: number, from: named.from, to: at + 1 };
  // "At least 12 characters and no longer than 8": of what was spoken of, or is next.
  if (before.bound === 'plain' || !/^(?:[.,;!)]|and|but|long|in|may|must|can|should|)$/.test(next?.text ?? ''))
    return null;
  const known = last !== undefined && parts[last.from]!.sentence === sentence && last.of.startsWith('n ');
  return { ...before, of: known ? last.of : UNNAMED, details: known ? last.details : '', value: number, to: at + 1 };
}
