/**
 * Whether a second predicate goes on about what the first was said of: the subject is repeated, taken up by "it", or left out, and what
 * limits the two ("for admins", "in production") is the same. This is how one thing is said twice, in a sentence or in two.
 */
import type { Mention } from './mentions.ts';
import {
  ADVERBS,
  CONJUNCTIONS,
  COPULAS,
  DETERMINERS,
  HELPERS,
  INDEFINITE,
  isNounish,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  RELATIVES,
  rootOf,
  stemOf,
  VERBS,
  words,
} from './prompt-words.ts';
import { isDoneToSubject, sameAct } from './same-act.ts';
import {
  contentOf,
  has,
  INSISTS,
  isWithin,
  JOINS,
  LIMITS,
  limitEnd,
  OTHERS,
  ownEnd,
  ownStart,
  STOCK,
  sentenceStart,
  type Words,
} from './statement-pieces.ts';
import { antecedentOf } from './thing-said-of.ts';

/** "Handle singular and plural": both kinds are there. */
const OFFERS = words(
  'handle handles support supports accept accepts offer offers provide provides show shows list cover covers test between use',
);
const IT = words('it them they');
/** @returns How sure it is that `b` is said of what `a` was said of; 0 where nothing shows it. `a` stands first. */
export function restated(parts: readonly Part[], a: Mention, b: Mention, atOnce = false): number {
  // "Increase and decrease it at the same time".
  if (atOnce && a.acts && b.acts && b.from === a.to + 1 && parts[a.to]!.text === 'and') return 0.75;
  if (!a.acts && !b.acts) return sameSubject(parts, a, b);
  return Math.max(a.acts && b.acts ? sameAct(parts, a, b) : 0, isDoneToSubject(parts, a, b) ? 0.75 : 0);
}

type Span = Pick<Mention, 'from' | 'to'>;
/** Whether two words stand right behind a noun each, or each tell which of some do what follows. */
export const areOfOthers = (parts: readonly Part[], a: Span, b: Span): boolean =>
  (b.from === a.to + 2 &&
    /^(?:and|but|,)$/.test(parts[a.to]!.text) &&
    isNounish(parts[a.from - 1]) &&
    isNounish(parts[b.from - 1]) &&
    stemOf(parts[a.from - 1]!.text) !== stemOf(parts[b.from - 1]!.text)) ||
  ([a, b].every(({ from, to }) => PREPOSITIONS.has(parts[from]!.text) && ACTS.has(parts[to]?.text ?? '')) &&
    parts[a.to]!.text !== parts[b.to]!.text);
const ACTS: ReadonlySet<string> = new Set([...VERBS].filter((word) => !COPULAS.has(word) && !HELPERS.has(word)));

function sameSubject(parts: readonly Part[], a: Mention, b: Mention): number {
  if (b.from === a.to) return isMany(parts, b) || PREPOSITIONS.has(parts[b.from]!.text) ? 0 : 0.8;
  // "A slow golem and a fast goblin": with its own article a new thing comes in.
  if (/^an?$/.test(parts[b.from - 1]?.text ?? '') && /^(?:and|,|but|with)$/.test(parts[b.from - 2]?.text ?? ''))
    return 0;
  // "The unencrypted one" is another one.
  if (/^ones?$/.test(parts[b.to]?.text ?? '')) return 0;
  // "Up and down" is what people say of either.
  if (b.from === a.to + 1 && /^(?:up|down|forwards?|backwards?|left|right|inside|outside)$/.test(parts[a.from]!.text))
    return 0;
  // "Both on the server and in the browser": two places, and it is in each.
  if (parts[a.from - 1]?.text === 'both' && PREPOSITIONS.has(parts[a.from]!.text)) return 0;
  // "IPv6 optional and IPv4 required", "mobs on the left burn, mobs on the right freeze": each is said of its own.
  if (areOfOthers(parts, a, b)) return 0;
  const gap = parts[b.from]!.sentence - parts[a.from]!.sentence;
  const start = sentenceStart(parts, a.from);
  const aOwn = ownEnd(parts, a);
  const bOwn = ownEnd(parts, b);
  const aNoun = contentOf(parts, a.to, aOwn, true);
  const bNoun = contentOf(parts, b.to, bOwn, true);
  const ranked = isRanked(parts, aOwn) && isRanked(parts, bOwn);
  if (isRow(parts, a, b) && bNoun.size > 0) return isMany(parts, b) ? 0 : 0.7;
  // Both before nouns they tell two of a kind apart, or are in a row that is judged elsewhere.
  if (aNoun.size > 0 && bNoun.size > 0 && !ranked) return 0;
  // "Anonymous users can only read": before its own noun it tells which.
  if (bNoun.size > 0 && !ranked && !INDEFINITE.has(parts[b.from - 1]?.text ?? '')) return 0;
  // "A nullable column in users that is not null".
  const that = parts[b.from - 2];
  if (
    gap === 0 &&
    COPULAS.has(parts[b.from - 1]!.text) &&
    that?.text === 'that' &&
    antecedentOf(parts, b.from - 2) === aOwn - 1
  )
    return 0.75;
  const aLimit = limitEnd(parts, aOwn);
  const bLimit = limitEnd(parts, bOwn);
  if (gap === 0 && (aOwn > b.from || aLimit > b.from)) return 0;
  const from = gap === 0 ? aLimit : sentenceStart(parts, b.from);
  const bStart = ownStart(parts, from, b.from);
  const before = contentOf(parts, start, a.from);
  for (const word of aNoun) before.add(word);
  // "Loaded lazily" and "preloaded eagerly": how it is done counts, not by which word.
  const verb = parts[b.from - 1]?.text.endsWith('ed') ? 1 : 0;
  const itself = gap === 0 ? bStart : from;
  const said = contentOf(parts, itself + ownPart(parts, itself), b.from - verb);
  for (const word of bNoun) said.add(word);
  if (ranked ? !isWithin(bNoun, aNoun) : !isWithin(said, before)) return 0;
  // "The admin list is newest first. The public list is oldest first."
  if (ranked && !isWithin(contentOf(parts, itself, b.from - verb), before)) return 0;
  // "Encrypt it on the client and decrypt it on the server": each is done in its own place.
  const done = verbsOf(parts, start, a.from);
  if (
    PREPOSITIONS.has(parts[b.from]!.text) &&
    (done.size > 0 || isTime(parts, b)) &&
    !isWithin(verbsOf(parts, itself, b.from), done)
  )
    return 0;
  if (has(parts, from, b.from, OTHERS)) return 0;
  const insists = has(parts, from, b.from, INSISTS) || has(parts, start, a.from, INSISTS);
  if (said.size === 0) {
    // Further on only the name itself shows that the same is meant.
    if (gap > 2 && !bothIt(parts, start, from)) return 0;
    if (gap > 0 && !takesUp(parts, from, b.from)) return 0;
    if (gap === 0 && (isOffered(parts, a.from) || !isJoined(parts, a.to, bStart, b.from))) return 0;
  }
  // "For admins it is editable, the field is read-only": the first holds for some alone.
  if (said.size > 0 && LIMITS.has(parts[start]!.text) && !has(parts, from, from + 1, LIMITS) && !ranked) return 0;
  const limits = [limitWords(parts, aOwn, aLimit), limitWords(parts, bOwn, bLimit)] as const;
  const shared = limits[0].size === 0 && from + 1 === b.from && parts[from]?.text === 'and';
  // "Required on the signup form. … Leave it optional": "it" is the one on that form.
  const taken =
    gap > 0 &&
    limits[1].size === 0 &&
    said.size === 0 &&
    /^(?:on|in|of|by|with)$/.test(parts[aOwn]?.text ?? '') &&
    has(parts, from, b.from, IT);
  return shared || taken || sameLimits(limits[0], limits[1], insists) ? (gap === 0 ? 0.8 : 0.75) : 0;
}

/** "By day", "at night". */
const isTime = (parts: readonly Part[], { to }: Mention): boolean => /^(?:day|night)$/.test(parts[to - 1]!.text);

function verbsOf(parts: readonly Part[], from: number, to: number): Words {
  const verbs = new Set<string>();
  for (let i = from; i < to; i++) {
    const { text } = parts[i]!;
    if (VERBS.has(text) && !COPULAS.has(text) && !HELPERS.has(text)) verbs.add(rootOf(text));
  }
  return verbs;
}

/** "Leave it optional", "its output must be …": how many words take up what was spoken of before. */
function ownPart(parts: readonly Part[], from: number): number {
  const [first, second, third] = [0, 1, 2].map((i) => parts[from + i]?.text ?? '');
  if (/^(?:it|them)$/.test(second!) && isNounish(parts[from])) return 2;
  const held = /^(?:its|their)$/.test(first!) && isNounish(parts[from + 1]) && WHOLE_OF_IT.has(second!);
  return held && (COPULAS.has(third!) || HELPERS.has(third!)) ? 2 : 0;
}
/** A thing's state or output is what it is like itself; its title is a thing of its own. */
const WHOLE_OF_IT = words(
  'output outputs result results state status behaviour behavior content contents mode quality value values visibility access nature type body surface temperature size speed data response responses',
);

/** "Open closed issues": of many some are the one and some the other. */
function isMany(parts: readonly Part[], b: Mention): boolean {
  const last = parts[ownEnd(parts, b) - 1]!;
  return last.text !== stemOf(last.text) && ownEnd(parts, b) > b.to;
}

/** "A cached, uncached page". */
const isRow = (parts: readonly Part[], a: Mention, b: Mention): boolean =>
  b.from === a.to + 1 && /^(?:,|yet|but)$/.test(parts[a.to]!.text) && /^an?$/.test(parts[a.from - 1]?.text ?? '');

/** "Newest posts first". */
const isRanked = (parts: readonly Part[], at: number): boolean =>
  parts[at]?.text === 'first' || parts[at - 1]?.text === 'first';

/** What limits a statement, by its content; by all its words where they have none. */
function limitWords(parts: readonly Part[], from: number, to: number): Words {
  // "Nondeterministic for the same seed" limits nothing.
  if (parts[from + 1]?.text === 'the' && parts[from + 2]?.text === 'same') return new Set();
  const words = contentOf(parts, from, to, true);
  return words.size > 0 || to === from ? words : new Set(parts.slice(from, to).map(({ text }) => text));
}

function sameLimits(one: Words, other: Words, insists: boolean): boolean {
  if (one.size === 0 && other.size === 0) return true;
  if (one.size === 0 || other.size === 0) return insists;
  return isWithin(one, other) || isWithin(other, one);
}

/** "It should be public. Put the link into the footer. It should be private." */
const bothIt = (parts: readonly Part[], one: number, other: number): boolean =>
  parts[one]?.text === 'it' && parts[other]?.text === 'it';

/** A sentence that goes on about the same: "It must also be offline-only". */
function takesUp(parts: readonly Part[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const { text } = parts[i]!;
    if (/^(?:it|they|this|these|them|also|both|same|however|still)$/.test(text)) return true;
    // "Leave it optional": whatever the verb.
    if (i === from && /^(?:it|them)$/.test(parts[i + 1]?.text ?? '')) return true;
    if (!ADVERBS.has(text) && !CONJUNCTIONS.has(text) && !HELPERS.has(text) && !VERBS.has(text) && text !== ',')
      return false;
  }
  return false;
}

const isOffered = (parts: readonly Part[], at: number): boolean =>
  OFFERS.has(parts[at - 1]?.text ?? '') && !DETERMINERS.has(parts[at - 2]?.text ?? '');

/** Whether only small words lead to the second predicate: "and must be", ", always". */
function isJoined(parts: readonly Part[], from: number, bStart: number, to: number): boolean {
  // "Makes hot food cold" changes it; without a joint nothing is said twice.
  if (to > from && !has(parts, from, to, JOINS) && !has(parts, from, to, RELATIVES)) return false;
  for (let i = bStart; i < to; i++) {
    const { text, kind } = parts[i]!;
    if (kind === 'mark') continue;
    const small =
      ADVERBS.has(text) ||
      COPULAS.has(text) ||
      HELPERS.has(text) ||
      DETERMINERS.has(text) ||
      CONJUNCTIONS.has(text) ||
      STOCK.has(text) ||
      RELATIVES.has(text) ||
      PRONOUNS.has(text) ||
      PREPOSITIONS.has(text) ||
      VERBS.has(text) ||
      text.endsWith('ly') ||
      text === 'time';
    if (!small) return false;
  }
  return true;
}
