/**
 * What adds up to more than there is: ten files of 2 MB where 5 MB may be sent, shares of more than the whole, the fifth of three
 * questions, twenty swords one to a slot in nine slots, a value outside of its range. Told by the amounts, however they are worded.
 */
import { type Amount, numberAt } from './amounts.ts';
import type { Found } from './contradictions.ts';
import { isNounish, type Part, stemOf, words } from './prompt-words.ts';

/** What a rule finds: two places of a prompt, each from its first part to behind its last. */
export type Clash = readonly [axis: string, one: readonly [number, number], other: readonly [number, number]];

const FURTHEST = 40;
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const ordinalOf = (text: string): number =>
  /^\d+(?:st|nd|rd|th)$/.test(text) ? Number.parseInt(text, 10) : ORDINALS.indexOf(text);

const span = ({ from, to }: Amount): readonly [number, number] => [from, to];
const isNear = (parts: readonly Part[], from: number, to: number): boolean =>
  to - from < FURTHEST && parts[to]!.sentence - parts[from]!.sentence < 2;
const textOf = (parts: readonly Part[], from: number, to: number): string =>
  parts
    .slice(Math.max(0, from), to)
    .map(({ text }) => text)
    .join(' ');

/** So many of a thing that has an amount itself. */
interface Product extends Amount {
  readonly item: string;
}

/** "Ten 2 MB photos", "five sessions of 40 minutes", "30 keyboards at $40 each". */
function productsIn(parts: readonly Part[], amounts: readonly Amount[]): Product[] {
  return amounts.flatMap((each, i): Product[] => {
    if (each.of.startsWith('n ') || each.bound !== 'plain') return [];
    const times = numberAt(parts[each.from - 1]);
    if (times !== undefined && times > 1 && isNounish(parts[each.to]))
      return [{ ...each, value: each.value * times, from: each.from - 1, item: stemOf(parts[each.to]!.text) }];
    const many = amounts[i - 1];
    if (many === undefined || !many.of.startsWith('n ') || many.bound === 'most' || each.from - many.to > 7) return [];
    if (parts[many.from]!.sentence !== parts[each.from]!.sentence) return [];
    const isOf = each.from - many.to === 1 && /^(?:of|at|lasting|costing|weighing)$/.test(parts[many.to]!.text);
    if (!isOf && !/^(?:each|apiece|per (?:person|head|piece|guest|item))/.test(textOf(parts, each.to, each.to + 2)))
      return [];
    return [{ ...each, value: each.value * many.value, from: many.from, item: many.of.slice(2) }];
  });
}

const WHOLE = /\b(?:budget|total|lasts?|duration|takes|altogether|is|an?|one)(?: [a-z]+)?$/;
const INTO = /\b(?:in|into|within|inside|onto) (?:an?|the|one|our)(?: [a-z]+)?$/;
const HAS_PARTS =
  /\b(?:with|has|have|contains?|containing|consists?|includes?|including|made|of|in|fits?|:|into|buys?|carry|carries|sends?|attach|holds?|for|watch|do|hold)\b|:/;

/** A limit for the whole that is less than its parts together. */
function tooMuchTogether(parts: readonly Part[], amounts: readonly Amount[]): Clash[] {
  return productsIn(parts, amounts).flatMap((product) =>
    amounts.flatMap((whole): Clash[] => {
      const [first, second] = whole.from < product.from ? [whole, product] : [product, whole];
      if (whole.of !== product.of || whole.value >= product.value || second.from < first.to) return [];
      if (!isNear(parts, first.from, second.from) || whole.bound === 'least') return [];
      const before = textOf(parts, Math.max(whole.from - 6, first === product ? product.to + 1 : 0), whole.from);
      const each = new RegExp(`\\b${product.item}s?\\b.* #|\\b(?:each|every|per|an?) (?:[a-z]+ )?${product.item}\\b`);
      if (each.test(`${before} # ${textOf(parts, whole.to, whole.to + 3)}`)) return [];
      const between = textOf(parts, first.to, second.from);
      if (/\b(?:or|if|then|days?|weeks?|from|over|another|next)\b/.test(between)) return [];
      if (whole.bound === 'most') return [['sum', span(first), span(second)]];
      if (/\b(?:each|every)\b/.test(before) || !HAS_PARTS.test(between)) return [];
      if (whole.bound === 'plain' && !(first === whole ? WHOLE : INTO).test(before)) return [];
      return [['sum', span(first), span(second)]];
    }),
  );
}

/** "Exactly 6 rooms. The treasure is in room 9", "10 of the players" where there are 8. */
function beyondCount(parts: readonly Part[], amounts: readonly Amount[]): Clash[] {
  return amounts.flatMap((count): Clash[] => {
    const joined = parts[count.from + 1]?.joined === true;
    if (!(count.of.startsWith('n ') || joined) || count.bound === 'least') return [];
    const before = textOf(parts, count.from - 3, count.from);
    const fixed =
      count.bound === 'just' ||
      joined ||
      /\b(?:has|have|with|of|into|contains?|in|the)(?: (?:only|all|its))?$/.test(before);
    if (!fixed || /\b(?:add|adds|another|more|extra|new|every|each|of the|we have)\b/.test(before)) return [];
    const thing = joined ? stemOf(parts[count.from + 1]!.text) : count.of.slice(2);
    const size = joined ? (numberAt(parts[count.from]) ?? 0) : count.value;
    for (let i = count.to; i < parts.length - 1 && isNear(parts, count.from, i + 1); i++) {
      if (/^(?:or|add|another|other|old|previous|new|existing|based|then|next)$/.test(parts[i]!.text)) break;
      const [value, to] = namedBy(parts, i, thing);
      if (size > 0 && size <= 200 && value > size && value < 1_000) return [['number', span(count), [i, to]]];
    }
    return [];
  });
}

const isPlural = (part: Part | undefined): boolean => isNounish(part) && stemOf(part!.text) !== part!.text;

/** The number by which one of several is named at a place, or how many of them: "room 9", "the fifth page", "10 of the players". */
function namedBy(parts: readonly Part[], at: number, thing: string): readonly [value: number, to: number] {
  const [one, next] = [parts[at]!, parts[at + 1]!];
  if (
    stemOf(one.text) === thing &&
    next.kind === 'number' &&
    !isPlural(parts[at + 2]) &&
    !/^(?:an?|the|per|each|every)$/.test(parts[at - 1]?.text ?? '')
  )
    return [Number(next.text), at + 2];
  if (stemOf(next.text) === thing && ordinalOf(one.text) > 0) return [ordinalOf(one.text), at + 2];
  const many = numberAt(one);
  if (
    many !== undefined &&
    next.text === 'of' &&
    /^(?:the|these|those|its)$/.test(parts[at + 2]?.text ?? '') &&
    stemOf(parts[at + 3]?.text ?? '') === thing
  )
    return [many, at + 4];
  return [0, 0];
}

const PICKS = words('pick picks choose chooses select selects draw draws');
/** "5 of the 3 latest posts", "pick 6 winners from the 4 participants". */
function moreThanAll(parts: readonly Part[]): Clash[] {
  for (let at = 0; at < parts.length - 3; at++) {
    const some = numberAt(parts[at]);
    // "Chapter 12 of the 3-volume edition" counts no chapters.
    if (some === undefined || (isNounish(parts[at - 1]) && !PICKS.has(parts[at - 1]!.text))) continue;
    const picked = PICKS.has(parts[at - 1]?.text ?? '') && isNounish(parts[at + 1]);
    const joint = picked ? at + 2 : at + 1;
    const link = parts[joint]!.text;
    if (!(link === 'of' || (picked && /^(?:from|among)$/.test(link))) || parts[joint + 1]?.text !== 'the') continue;
    const all = numberAt(parts[joint + 2]);
    if (all !== undefined && all < some && isNounish(parts[joint + 3]))
      return [['number', [at, joint], [joint + 1, joint + 4]]];
  }
  return [];
}

/** "9 slots … 20 swords, one sword per slot". */
function moreThanPlaces(parts: readonly Part[], amounts: readonly Amount[]): Clash[] {
  return amounts.flatMap((places, i): Clash[] => {
    if (!places.of.startsWith('n ') || places.bound === 'least') return [];
    const next = amounts
      .slice(i + 1, i + 3)
      .find(({ of, value }) => of.startsWith('n ') && of !== places.of && value > places.value);
    if (next === undefined || !isNear(parts, places.from, next.from)) return [];
    const place = places.of.slice(2);
    const behind = textOf(parts, places.to, next.to + 16);
    const alone = new RegExp(
      `\\bone (?:[a-z]+ )?(?:per|in each|in every|on each|to an?|for each) (?:[a-z]+ )?${place}\\b|\\b(?:its|their) own (?:[a-z]+ )?${place}\\b|\\b(?:an?|in) (?:sep[ae]rate|different) (?:[a-z]+ )?${place}s?\\b`,
    );
    if (!alone.test(behind) || /\b(?:days?|rounds?|shifts?|or|waves?|turns?|more)\b/.test(behind)) return [];
    return [['number', span(places), span(next)]];
  });
}

const SHARED =
  /\b(?:split|splits|divide[sd]?|dividing|distribut\w+|allocat\w+|shares?|pie|breakdown|budget|traffic|weights?|one of them)\b/;
const NOT_SHARED =
  /\b(?:discount|off|raise|increase|reduce|decrease|grow|least|most|over|under|above|below|or|coverage|opacity|each|from)\b/;
/** "60% to A, 30% to B and 25% to C" of one and the same. */
function sharesIn(prose: string): Found[] {
  if (!prose.includes('%') && !prose.includes('percent')) return [];
  return (prose.match(/[^.;!?\n]+/g) ?? []).flatMap((sentence): Found[] => {
    const shares = [...sentence.matchAll(/(\d{1,3}) ?(?:%|percent)(?: (?!and\b)[\w-]+){0,3}/g)].slice(0, 12);
    if (shares.length < 3 || !SHARED.test(sentence.toLowerCase()) || NOT_SHARED.test(sentence.toLowerCase())) return [];
    const sum = shares.reduce((all, [, share]) => all + Number(share), 0);
    // "Split 100 %: 60 %, 30 % and 10 %" names the whole as well.
    if (sum <= 100 || shares.some(([, share]) => Number(share) >= 100)) return [];
    const sides: [string, string] = [
      shares[0]![0],
      shares
        .slice(1)
        .map(([share]) => share)
        .join(', '),
    ];
    return [{ axis: 'sum', sides, cosmetic: false, confidence: 0.8 }];
  });
}

const RANGES = words('goes go range ranges run runs is are scale slider');
const RANGE_BEGINS = words('from between');
const RANGE_ENDS = words('to through - and');
const STANDS =
  /\b(?:starts?|begins?|defaults?|initially|initial|preset|set|stands)(?: [a-z]+)? ?(?:at|to|with|is|of|on)?$/;
/** "Goes from 0 to 100 and starts at 150", "from 1 to 5 stars … get 7 stars". */
function outOfRange(parts: readonly Part[]): Clash[] {
  for (let at = 1; at < parts.length - 4; at++) {
    if (!RANGE_BEGINS.has(parts[at]!.text) || !RANGES.has(parts[at - 1]!.text)) continue;
    const [low, high] = [numberAt(parts[at + 1]), numberAt(parts[at + 3])];
    if (low === undefined || high === undefined || low >= high || !RANGE_ENDS.has(parts[at + 2]!.text)) continue;
    const unit = isNounish(parts[at + 4]) ? stemOf(parts[at + 4]!.text) : '';
    const subject = stemOf(parts[at - 2]?.text ?? '');
    for (let i = at + 4; i < parts.length && isNear(parts, at, i); i++) {
      const value = parts[i]!.kind === 'number' ? numberAt(parts[i])! : low;
      if (value >= low && value <= high) continue;
      const before = textOf(parts, i - 3, i);
      const isIt = new RegExp(`\\b${subject}s? (?:of|is|=)$`).test(before);
      const same =
        (unit !== '' && stemOf(parts[i + 1]?.text ?? '') === unit) ||
        (parts[i]!.sentence === parts[at]!.sentence &&
          STANDS.test(before) &&
          !/\bthe\b/.test(textOf(parts, at + 4, i)));
      if (isIt || (same && !isNounish(parts[i + (unit === '' ? 1 : 2)]))) return [['number', [at, at + 4], [i, i + 1]]];
    }
  }
  return [];
}

const CAP = words(
  'scroll scrolls scrollable scrolling scale scaled scales shrink shrinks resize resized crop cropped margin padding gap radius overflow truncated breakpoint mode layout',
);
const DENIES = /\b(?:no|not|without|never|nothing)\b/;
/** "A 90 cm wide wardrobe that fits into a 70 cm wide niche". */
function intoSmaller(parts: readonly Part[], amounts: readonly Amount[]): Clash[] {
  return amounts.flatMap((thing, i): Clash[] => {
    const room = amounts[i + 1];
    if (!/^(?:pixels|length)$/.test(thing.of) || room?.of !== thing.of || room.value >= thing.value) return [];
    if (thing.bound === 'most' || room.bound === 'least') return [];
    const { sentence } = parts[thing.from]!;
    if (
      parts[room.from]!.sentence !== sentence ||
      !/\b(?:in|into|inside|within) (?:an?|the|our|its|one)(?: [a-z]+){0,3}$/.test(textOf(parts, thing.to, room.from))
    )
      return [];
    const capped = parts.findIndex((part) => part.sentence === sentence && CAP.has(part.text));
    if (capped >= 0 && !DENIES.test(textOf(parts, room.to, capped))) return [];
    return [['size', span(thing), span(room)]];
  });
}

/** The way in which something is so far, by the words that tell it. */
const WAYS: ReadonlyMap<string, string> = new Map(
  [
    'away far further farther distance|away',
    'high up tall higher taller above|up',
    'deep deeper down|down',
    'long longer|long',
    'wide wider|wide',
    'old older|old',
  ].flatMap((row) => {
    const [list, way] = row.split('|') as [string, string];
    return list.split(' ').map((word): [string, string] => [word, way]);
  }),
);
const wayOf = (parts: readonly Part[], { from, to, bound }: Amount): string | undefined =>
  WAYS.get(parts[to]?.text ?? '') ??
  WAYS.get(parts[from]!.text) ??
  (bound === 'most' && parts[from]!.text === 'within' && /^(?:of|from)$/.test(parts[to]?.text ?? '')
    ? 'away'
    : undefined);

/** "Never more than 3 blocks away, and it fetches wood from 500 blocks away". */
function beyondReach(parts: readonly Part[], amounts: readonly Amount[]): Clash[] {
  return amounts.flatMap((limit): Clash[] =>
    amounts.flatMap((other): Clash[] => {
      if (limit.bound !== 'most' || other.bound !== 'plain' || other.of !== limit.of || other.value <= limit.value)
        return [];
      if (other.from < limit.to || !isNear(parts, limit.from, other.from)) return [];
      const way = wayOf(parts, limit);
      const between = textOf(parts, limit.to, other.from);
      if (way === undefined || wayOf(parts, other) !== way) return [];
      if (
        /\b(?:sees?|seen|visible|views?|range|render\w*|hears?|heard|or|if|when|unless|shoots?|teleports?|warns?|but)\b/.test(
          between,
        )
      )
        return [];
      return [['number', span(limit), span(other)]];
    }),
  );
}

export function totalsBroken(parts: readonly Part[], amounts: readonly Amount[], prose: string): Found[] {
  const clashes = [
    ...(amounts.length > 1
      ? [
          ...tooMuchTogether(parts, amounts),
          ...moreThanPlaces(parts, amounts),
          ...intoSmaller(parts, amounts),
          ...beyondReach(parts, amounts),
        ]
      : []),
    ...beyondCount(parts, amounts),
    ...moreThanAll(parts),
    ...outOfRange(parts),
  ];
  const shown = ([from, to]: readonly [number, number]) => prose.slice(parts[from]!.start, parts[to - 1]!.end);
  return [
    ...sharesIn(prose),
    ...clashes.map(
      ([axis, one, other]): Found => ({ axis, sides: [shown(one), shown(other)], cosmetic: false, confidence: 0.75 }),
    ),
  ];
}
