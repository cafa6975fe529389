/** Numbers of a prompt that cannot both hold: a list that is longer than its count, a least above a most, a wait beyond a limit. */
import type { Found } from './contradictions.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const SPELT: Readonly<Record<string, number>> = {
  one: 1,
  a: 1,
  an: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
  half: 0.5,
};
const NUMBER =
  '\\d{1,9}(?:[.,]\\d{1,3})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|a hundred|an?';

function numberIn(text: string): number {
  const plain = text.trim().replace(/^a hundred$/, 'hundred');
  return SPELT[plain] ?? Number(plain.replace(/,(?=\d{3})/g, '').replace(',', '.'));
}

/** Milliseconds, bytes, or the thing itself. */
const UNITS: readonly (readonly [RegExp, string, number])[] = [
  [/^(?:ms|msecs?|milliseconds?|ミリ秒)$/, 'time', 1],
  [/^(?:s|secs?|seconds?|秒)$/, 'time', 1_000],
  [/^(?:m|mins?|minutes?|分)$/, 'time', 60_000],
  [/^(?:h|hrs?|hours?|時間)$/, 'time', 3_600_000],
  [/^(?:days?|日)$/, 'time', 86_400_000],
  [/^(?:weeks?|週間)$/, 'time', 604_800_000],
  [/^(?:bytes?|b)$/, 'size', 1],
  [/^(?:kb|kib|kilobytes?)$/, 'size', 1_000],
  [/^(?:mb|mib|megabytes?)$/, 'size', 1_000_000],
  [/^(?:gb|gib|gigabytes?)$/, 'size', 1_000_000_000],
];

interface Amount {
  readonly of: string;
  readonly value: number;
  readonly words: string;
  readonly at: number;
}

function amountOf(number: string, unit: string, words: string, at: number): Amount {
  const known = UNITS.find(([pattern]) => pattern.test(unit));
  const stem = unit.replace(/(?<=[^s])s$/, '');
  return { of: known?.[1] ?? `${stem}s`, value: numberIn(number) * (known?.[2] ?? 1), words: words.trim(), at };
}

const amounts = (text: string, before: string, after = ''): Amount[] =>
  [
    ...text.matchAll(
      new RegExp(`(?:${before})\\s*(${NUMBER})[\\s-]*([a-z]+)(?: ?(?:long|wide|tall|in length))?${after}`, 'g'),
    ),
  ].map((match) => amountOf(match[1]!, match[2]!, match[0], match.index));

const LEAST =
  'at least|no (?:fewer|less) than|minimum(?: of)?|min\\.?|more than|longer than|larger than|over|above|a minimum of|not less than';
const MOST =
  'at most|no more than|maximum(?: of)?|max\\.?|less than|fewer than|shorter than|smaller than|under|below|up to|within|not more than|in under|a maximum of|never more than';
const JUST = 'exactly|precisely|always|only';
/** Between two amounts they make it two things. */
const PARTED =
  /\b(?:or|if|when|unless|until|from|then|otherwise|between|to|increase|reduce|change|per|each|instead|after|before|every|retr\w+)\b/;

function opposed(axis: string, one: Amount, other: Amount, confidence: number): Found {
  const [first, second] = one.at <= other.at ? [one, other] : [other, one];
  return { axis, sides: [first.words, second.words], cosmetic: false, confidence };
}

const apart = (text: string, one: Amount, other: Amount): boolean => {
  const [first, second] = one.at <= other.at ? [one, other] : [other, one];
  return PARTED.test(text.slice(first.at + first.words.length, second.at));
};

/** "Exactly three columns: a, b, c, d". */
const LISTED = new RegExp(
  `(?:\\b(exactly|only|just|the|these|following|with|has|have|return|returns|show|shows|offer|of)\\s+)?\\b(${NUMBER.replace('|an?', '')}) ((?:[a-z-]+ ){0,2}[a-z]+s)\\s?(?:\\([^)]*\\)\\s?)?[:：]\\s*([^.;\\n:]{3,300})`,
  'g',
);

function listsIn(text: string): Found[] {
  return [...text.matchAll(LISTED)].flatMap((match): Found[] => {
    const items = match[4]!.split(/\s*(?:,\s*and\b|,|\band\b|&)\s*/).filter((item) => item.trim() !== '');
    // "Steps: open it, then wait" is no list of names; items are short.
    if (items.length < 2 || items.some((item) => item.trim().split(/\s+/).length > 3)) return [];
    const count = numberIn(match[2]!);
    if (count === items.length || count > 12 || Math.abs(count - items.length) > 6) return [];
    if (/\b(?:etc|such as|like|e\.g|for example|or)\b/.test(match[0])) return [];
    return [{ axis: 'number', sides: [`${match[2]} ${match[3]}`, match[4]!.trim()], cosmetic: false, confidence: 0.8 }];
  });
}

/** @param prose One prompt, in English. */
export function clashingNumbers(prose: string): Found[] {
  const lower = prose.toLowerCase();
  const found: Found[] = [];
  for (const sentence of lower.split(/[;!?\n]|\.(?!\d)/).slice(0, 60)) {
    if (sentence.length > 600 || TROUBLE_SENTENCE.test(sentence)) continue;
    const least = amounts(sentence, LEAST);
    const most = amounts(sentence, MOST);
    const just = amounts(sentence, JUST);
    for (const one of most) {
      for (const other of [...least, ...just]) {
        if (one.of === other.of && one.at !== other.at && one.value < other.value && !apart(sentence, one, other))
          found.push(opposed('number', one, other, 0.85));
      }
    }
    for (const [i, one] of just.entries()) {
      const other = just.slice(i + 1).find((next) => next.of === one.of && next.value !== one.value);
      if (other !== undefined && !apart(sentence, one, other)) found.push(opposed('number', one, other, 0.8));
      const few = least.find((next) => next.of === one.of && next.value > one.value);
      if (few !== undefined && !apart(sentence, one, few)) found.push(opposed('number', one, few, 0.8));
    }
    found.push(...waitsIn(sentence, most), ...sizesIn(sentence, most), ...listsIn(sentence));
  }
  return found.filter((one, i) => found.findIndex((other) => other.sides.join() === one.sides.join()) === i);
}

/** A wait that is longer than the time there is. */
function waitsIn(sentence: string, most: readonly Amount[]): Found[] {
  const limits = most
    .filter(({ of }) => of === 'time')
    .concat(
      amounts(sentence, 'in|takes').filter(
        ({ of, at }) =>
          of === 'time' && /respon|answer|return|finish|load|complet/.test(sentence.slice(Math.max(0, at - 40), at)),
      ),
    );
  const waits = amounts(
    sentence,
    '(?:waits?|waiting|sleeps?|sleeping|pauses?|pausing|delays?|takes?|blocks?)(?: for| at least| about| of| it| everything| by| each \\w+ by)*',
  ).filter(({ of }) => of === 'time');
  return limits.flatMap((limit) =>
    waits
      .filter(
        ({ value, at }) =>
          value > limit.value &&
          at !== limit.at &&
          !/\b(?:retry|retries|retrying|between|every|if|when|otherwise|unless)\b/.test(sentence),
      )
      .map((wait) => opposed('time', limit, wait, 0.8)),
  );
}

/** A part that is larger than the whole may be. */
function sizesIn(sentence: string, most: readonly Amount[]): Found[] {
  const parts = amounts(
    sentence,
    '(?:includes?|embeds?|contains?|bundles?|with|ships?|holds?|plus)(?: an?| the| at least)?',
  ).filter(({ of }) => of === 'size');
  return most
    .filter(({ of }) => of === 'size')
    .flatMap((limit) =>
      parts.filter(({ value }) => value > limit.value).map((part) => opposed('size', limit, part, 0.75)),
    );
}
