/** Amounts of a prompt that cannot both hold: a least above a most, two exact counts, a wait beyond a limit, a list longer than its count. */
import { type Amount, amountsIn } from './amounts.ts';
import type { Found } from './contradictions.ts';
import { isNounish, type Part, stemOf, VERBS } from './prompt-words.ts';
import { totalsBroken } from './totals.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

/** Between two amounts they make it two things. */
const PARTED = new Set(
  `or if when unless until from then otherwise between increase reduce raise lower change instead before while except
  respectively and/or retry retries retrying another other additional`.split(/\s+/),
);
/** They begin what limits an amount. */
const LIMITS = new Set('for in on per during at to by of with inside under'.split(' '));
/** What ends, and what goes on, after a time. */
const ENDS = /^(?:expires?|expiring|expiry|deleted|removed|purged|invalid|invalidated|lapses?|discarded|gone)$/;
const LIVES =
  /^(?:valid|accepted|available|kept|retained|stored|usable|readable|lasts?|accessible|works?|remains?|lives?|reusable)$/;
const WAITS = /^(?:waits?|waiting|sleeps?|sleeping|pauses?|pausing|delays?|takes?|blocks?)$/;
const HOLDS =
  /^(?:includes?|including|embeds?|embedding|contains?|containing|bundles?|with|ships?|shipping|holds?|plus|loads?|uploads?|keeps?|reads?|plays?|stores?|inlines?|attach(?:es)?|carr(?:y|ies)|lifts?|transports?)$/;
/** What puts so many of a thing where at most so many may be. */
const PUTS =
  /^(?:shows?|displays?|lists?|holds?|contains?|includes?|has|have|with|prints?|returns?|fits?|uses?|allows?|creates?|owns?|adds?|opens?|uploads?|keeps?|sends?|all|last|latest)$/;
const ANSWERS = /^(?:respon|answer|return|finish|load|complet|start|boot)/;

/** @param parts One prompt, in English. */
export function clashingNumbers(parts: readonly Part[], prose: string): Found[] {
  const amounts = amountsIn(parts, prose);
  if (amounts.length === 0 && !/\d/.test(prose)) return [];
  const found = [...listsIn(prose.toLowerCase()), ...totalsBroken(parts, amounts, prose)];
  for (const [i, one] of amounts.entries()) {
    for (const other of amounts.slice(i + 1, i + 8)) {
      if (one.of !== other.of || one.value === other.value || other.from < one.to) continue;
      const axis = clashOf(parts, one, other);
      if (
        axis === null ||
        TROUBLE_SENTENCE.test(prose.slice(parts[one.from]!.start - 80, parts[other.to - 1]!.end + 40))
      )
        continue;
      const shown = ({ from, to }: Amount) => prose.slice(parts[from]!.start, parts[to - 1]!.end);
      found.push({ axis, sides: [shown(one), shown(other)], cosmetic: false, confidence: 0.8 });
    }
  }
  return found;
}

function clashOf(parts: readonly Part[], one: Amount, other: Amount): string | null {
  const gap = parts[other.from]!.sentence - parts[one.from]!.sentence;
  if (gap > 1 || other.from - one.to > 40) return null;
  for (let i = one.to; i < other.from; i++) if (PARTED.has(parts[i]!.text)) return null;
  if (/^(?:every|each)$/.test(parts[other.from - 1]?.text ?? '') || /^each$/.test(parts[other.to]?.text ?? ''))
    return null;
  if (gap > 0 ? !sharesNoun(parts, one, other) : hasOwnSubject(parts, one, other)) return null;
  if (one.of === 'time') {
    const late = tooLate(parts, one, other) || tooLate(parts, other, one);
    if (late) return 'time';
  }
  if (one.of === 'time' && (isTooLong(parts, one, other) || isTooLong(parts, other, one))) return 'time';
  if (!one.of.startsWith('n ') && one.of !== 'time' && (tooLarge(parts, one, other) || tooLarge(parts, other, one)))
    return 'size';
  const plainly =
    (isOverfull(parts, one, other) || isOverfull(parts, other, one)) && !(gap > 0 && hasOwnSubject(parts, one, other));
  if (!plainly && !excludes(one, other) && !excludes(other, one)) return null;
  if (one.details !== other.details && one.details !== '' && other.details !== '') return null;
  if (limitOf(parts, one) !== limitOf(parts, other) && limitOf(parts, one) !== '' && limitOf(parts, other) !== '')
    return null;
  // "Exactly three items … with seven items": a bare number says less than a bound, so both must be of the very same.
  if ((one.bound === 'plain' || other.bound === 'plain') && (one.details !== other.details || gap > 1)) return null;
  return 'number';
}

function excludes(one: Amount, other: Amount): boolean {
  const [a, b] = [one.value, other.value];
  if (one.bound === 'most') return (other.bound === 'least' || other.bound === 'just') && a < b;
  if (one.bound === 'least') return other.bound === 'just' && a > b;
  if (one.bound !== 'just') return false;
  // "Exactly one team" leaves no room for "up to five teams".
  if (other.bound === 'most') return a < b && one.of.startsWith('n ');
  return other.bound === 'just' || (other.bound === 'plain' && one.of.startsWith('n '));
}

/** "For uploads", "per page": what an amount holds for. */
function limitOf(parts: readonly Part[], { to }: Amount): string {
  const next = parts[to];
  if (next === undefined || !LIMITS.has(next.text)) return '';
  const thing = parts.slice(to + 1, to + 4).find((part) => isNounish(part) || VERBS.has(part.text));
  return stemOf(thing?.text ?? '');
}

const sentenceWords = (parts: readonly Part[], { from, to }: Amount): Set<string> => {
  const words = new Set<string>();
  const { sentence } = parts[from]!;
  for (let i = Math.max(0, from - 15); i < Math.min(parts.length, to + 8); i++)
    if (parts[i]!.sentence === sentence && isNounish(parts[i]) && (i < from || i >= to))
      words.add(stemOf(parts[i]!.text));
  return words;
};

function sharesNoun(parts: readonly Part[], one: Amount, other: Amount): boolean {
  const mine = sentenceWords(parts, one);
  if (mine.size === 0 && one.bound !== 'plain' && other.bound !== 'plain') return true;
  for (const word of sentenceWords(parts, other)) if (mine.has(word)) return true;
  // What is waited for there is waited for here.
  if (one.of === 'time' && near(parts, other, /^wait(?:s|ing)?$/, 12)) return true;
  return /^(?:it|they|this)$/.test(
    parts.findLast(({ sentence }, i) => i < other.from && parts[i - 1]?.sentence !== sentence)?.text ?? '',
  );
}

/** "Names have at most 5 kB, pictures at least 10 kB": the second clause begins with a thing of its own. */
function hasOwnSubject(parts: readonly Part[], one: Amount, other: Amount): boolean {
  let start = other.from;
  while (start > one.to && !/^(?:[,;:(.!?\n]|and|but|while)$/.test(parts[start - 1]!.text)) start -= 1;
  if (start === one.to || HOLDS.test(parts[start]?.text ?? '')) return false;
  while (/^(?:also|always|the|an?|every|each|all|its|their|then)$/.test(parts[start]?.text ?? '')) start += 1;
  const mine = new Set(parts.slice(Math.max(0, one.from - 15), one.from).map(({ text }) => stemOf(text)));
  // Users are no thing that has an amount of its own: "users must be able to upload 20 MB".
  if (/^(?:users?|people|customers?|members?|they|you|everyone|everybody|anyone)$/.test(parts[start]?.text ?? ''))
    return false;
  for (let i = start; i < other.from && isNounish(parts[i]); i++) if (!mine.has(stemOf(parts[i]!.text))) return true;
  return false;
}

const near = (parts: readonly Part[], { from }: Amount, pattern: RegExp, reach = 5): boolean =>
  parts
    .slice(Math.max(0, from - reach), from)
    .some(({ text, sentence }) => sentence === parts[from]!.sentence && pattern.test(text));

/** A wait that is longer than the time there is; what is over, and is still there later. */
function tooLate(parts: readonly Part[], limit: Amount, wait: Amount): boolean {
  if (wait.value <= limit.value) return false;
  if (near(parts, limit, ENDS) && near(parts, wait, LIVES) && !near(parts, wait, ENDS)) return true;
  const bounded =
    limit.bound === 'most' ||
    (limit.bound === 'plain' &&
      near(parts, limit, ANSWERS, 8) &&
      /^(?:in|takes)$/.test(parts[limit.from - 1]?.text ?? ''));
  return bounded && near(parts, wait, WAITS, 4) && wait.bound !== 'most';
}

/** "At most 3 items per page, show 10 items on each page". */
const isOverfull = (parts: readonly Part[], limit: Amount, plain: Amount): boolean =>
  limit.bound === 'most' &&
  plain.bound === 'plain' &&
  limit.of.startsWith('n ') &&
  plain.value > limit.value &&
  near(parts, plain, PUTS, 2) &&
  limitOf(parts, limit) === limitOf(parts, plain);

/** "Exactly 30 seconds, with the whole 2 minute intro". */
const isTooLong = (parts: readonly Part[], limit: Amount, part: Amount): boolean =>
  (limit.bound === 'most' || limit.bound === 'just') &&
  part.bound === 'plain' &&
  part.value > limit.value &&
  isNounish(parts[part.to]) &&
  near(parts, part, HOLDS, 4) &&
  parts
    .slice(Math.max(0, part.from - 3), part.to + 6)
    .some(({ text }) => /^(?:whole|full|entire|complete|uncut|all)$/.test(text));

/** A part that is larger than the whole may be. */
const tooLarge = (parts: readonly Part[], limit: Amount, part: Amount): boolean =>
  limit.bound === 'most' &&
  part.bound !== 'most' &&
  part.value > limit.value &&
  near(parts, part, HOLDS, 3) &&
  !parts
    .slice(0, part.to)
    .some(({ text }) => /^(?:error|reject|rejects|refuse|larger|chunks?|stream|streams)$/.test(text));

/** "Exactly three columns: a, b, c, d". */
const LISTED =
  /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ((?:[a-z-]+ ){0,2}[a-z]+s)\s?(?:\([^)]*\)\s?)?[:：]\s*([^.;\n:]{3,300})/g;
const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

function listsIn(text: string): Found[] {
  if (!text.includes(':') || TROUBLE_SENTENCE.test(text.slice(0, 600))) return [];
  return [...text.matchAll(LISTED)].flatMap((match): Found[] => {
    const items = match[3]!.split(/\s*(?:,\s*and\b|,|\band\b|&)\s*/).filter((item) => item.trim() !== '');
    // "Steps: open it, then wait" is no list of names; items are short.
    if (items.length < 2 || items.some((item) => item.trim().split(/\s+/).length > 3) || /[,:]\s*$/.test(match[3]!))
      return [];
    const count = COUNTS.indexOf(match[1]!) >= 0 ? COUNTS.indexOf(match[1]!) : Number(match[1]);
    if (count === items.length || count > 12 || Math.abs(count - items.length) > 6) return [];
    if (/\b(?:etc|such as|like|e\.g|for example|or)\b/.test(match[0])) return [];
    return [{ axis: 'number', sides: [`${match[1]} ${match[2]}`, match[3]!.trim()], cosmetic: false, confidence: 0.8 }];
  });
}
