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
} from './prompt-words.ts';

export const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** They begin what limits a statement: to whom, where, when it holds. */
const LIMITS = set(
  `for in on at by from to of with during under inside outside between within via through against without before after until unless
  when if except on across per over about towards toward since where whenever behind only`,
);
/** They say that both hold. */
export const INSISTS = set('only also always simultaneously both same well never too everywhere everyone');
/** They name no thing of their own. */
const STOCK = set(
  `same time thing way once moment own course itself themselves well kind sort be it them they this that these those as its their
  actually instantly there here all everywhere anywhere however sure certain please note amount extent degree`,
);
/** "Handle singular and plural": both kinds are there. */
const OFFERS = set(
  'handle handles support supports accept accepts offer offers provide provides show shows list cover covers test between use',
);
const MAY = set(
  'let lets can could may able methods functions commands endpoints buttons actions operations ways shortcuts helpers hooks',
);
const ALLOWS = set('forbid forbids deny denies simultaneously always');
const IT = set('it them they');
/** Not what was spoken of before. */
const OTHERS = set('other others another rest remaining else second');
const JOINS = set('and but yet , ; . & plus while ( ) - — : also well');

type Words = ReadonlySet<string>;

const isContent = (part: Part): boolean =>
  (part.kind === 'quote' || part.kind === 'number' || isNounish(part)) && !STOCK.has(part.text);

/** The words of the parts that name something. A name in quotes or code is told apart into its words. */
function contentOf(parts: readonly Part[], from: number, to: number, more = false): Set<string> {
  const words = new Set<string>();
  for (let i = Math.max(0, from); i < to && i < parts.length; i++) {
    const part = parts[i]!;
    if (part.kind === 'quote') for (const word of part.text.match(/[\p{L}\p{N}]{2,}/gu) ?? []) words.add(stemOf(word));
    else if (
      isContent(part) ||
      isAttribute(parts, i) ||
      (more && part.kind === 'word' && (part.text.endsWith('ly') || VERBS.has(part.text)))
    )
      words.add(stemOf(part.text));
  }
  return words;
}

/** "Open items": a verb of the list that stands before a noun as what tells which. */
const isAttribute = (parts: readonly Part[], at: number): boolean =>
  at > 0 &&
  /^(?:open|set|read|run|closed?|fixed|saved|sent|given|loaded|sorted|returned|stopped|started)$/.test(
    parts[at]!.text,
  ) &&
  isNounish(parts[at + 1]) &&
  (JOINS.has(parts[at - 1]!.text) || DETERMINERS.has(parts[at - 1]!.text));

const isWithin = (inner: Words, outer: Words): boolean => {
  for (const word of inner) if (!outer.has(word)) return false;
  return true;
};

/** Where the noun behind an adjective ends, and what limits the statement begins. */
function ownEnd(parts: readonly Part[], mention: Mention): number {
  let i = mention.to;
  // "Lazy loading", "breaking changes": right behind a quality a verb is a noun.
  const next = parts[i];
  if (
    next !== undefined &&
    VERBS.has(next.text) &&
    /(?:ing|[^s]s)$/.test(next.text) &&
    !COPULAS.has(next.text) &&
    !HELPERS.has(next.text) &&
    !COPULAS.has(parts[mention.from - 1]?.text ?? '')
  )
    i += 1;
  while (
    i < parts.length &&
    i < mention.to + REACH &&
    isNounish(parts[i]) &&
    parts[i]!.sentence === parts[mention.from]!.sentence
  )
    i += 1;
  return i;
}

/** Behind the words that limit a statement; where it began if there are none. */
function limitEnd(parts: readonly Part[], from: number): number {
  const first = parts[from];
  if (first === undefined || !LIMITS.has(first.text)) return from;
  let i = from + 1;
  while (i < parts.length && i < from + REACH && parts[i]!.sentence === first.sentence && !JOINS.has(parts[i]!.text))
    i += 1;
  return i;
}

/** How far back a sentence is read. */
const REACH = 40;
export const sentenceStart = (parts: readonly Part[], at: number): number => {
  let i = at;
  while (i > 0 && i > at - REACH && parts[i - 1]!.sentence === parts[at]!.sentence) i -= 1;
  return i;
};

/** The parts in front of the second predicate that belong to it: back to the last comma or "and". */
function ownStart(parts: readonly Part[], from: number, at: number): number {
  let i = at;
  while (i > from && !JOINS.has(parts[i - 1]!.text)) i -= 1;
  return i;
}

export function has(parts: readonly Part[], from: number, to: number, words: Words): boolean {
  for (let i = Math.max(0, from); i < to; i++) if (words.has(parts[i]!.text)) return true;
  return false;
}

/** @returns How sure it is that `b` is said of what `a` was said of; 0 where nothing shows it. `a` stands first. */
export function restated(parts: readonly Part[], a: Mention, b: Mention, atOnce = false): number {
  // "Increase and decrease it at the same time".
  if (atOnce && a.acts && b.acts && b.from === a.to + 1 && parts[a.to]!.text === 'and') return 0.75;
  if (!a.acts && !b.acts) return sameSubject(parts, a, b);
  return Math.max(a.acts && b.acts ? sameAct(parts, a, b) : 0, isDoneToSubject(parts, a, b) ? 0.75 : 0);
}

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
  if (PREPOSITIONS.has(parts[b.from]!.text) && done.size > 0 && !isWithin(verbsOf(parts, itself, b.from), done))
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
const WHOLE_OF_IT = set(
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

/** "The response must be paginated. Don't paginate the response": what the one is said of, the other is done to. */
function isDoneToSubject(parts: readonly Part[], a: Mention, b: Mention): boolean {
  const passive = !b.acts || actEnd(parts, b.to) === b.to ? b : a;
  const active = passive === a ? b : a;
  if (
    passive === a &&
    a.acts &&
    !COPULAS.has(parts[a.from - 1]?.text ?? '') &&
    !ADVERBS.has(parts[a.from - 1]?.text ?? '')
  )
    return false;
  const object = contentOf(parts, active.to, actEnd(parts, active.to));
  const start = sentenceStart(parts, passive.from);
  const subject = contentOf(
    parts,
    passive === b ? Math.max(start, ownStart(parts, start, b.from)) : start,
    passive.from,
  );
  const limit = contentOf(parts, passive.to, limitEnd(parts, passive.to));
  // "Tabs are closable … users can never close them".
  const pronoun =
    active === b && !a.acts && /^(?:it|them)$/.test(parts[b.to]?.text ?? '') && actEnd(parts, b.to) === b.to + 1;
  if (pronoun && parts[b.from]!.sentence - parts[a.from]!.sentence <= 1) return limit.size === 0;
  return object.size > 0 && limit.size === 0 && isWithin(object, subject) && !has(parts, a.to, b.from, OTHERS);
}

/** "Increase the timeout and decrease the timeout": two verbs, by one subject, with one object, right after each other. */
function sameAct(parts: readonly Part[], a: Mention, b: Mention): number {
  const tail = sharedTail(parts, a, b);
  const aEnd = Math.max(actEnd(parts, a.to), a.to + tail);
  const bEnd = Math.max(actEnd(parts, b.to), b.to + tail);
  if (aEnd > b.from) return 0;
  const [mine, theirs] = [objectOf(parts, a.to, aEnd), objectOf(parts, b.to, bEnd)];
  // What never happens happens to nothing: "never explodes and explodes on impact".
  const never = (a.denied && mine === '') || (b.denied && theirs === '');
  if (
    never ? mine === theirs && aEnd === a.to && bEnd === b.to && a.denied === b.denied : mine === '' || mine !== theirs
  )
    return 0;
  const start = sentenceStart(parts, a.from);
  // "Let people expand the panel and collapse the panel": what may be done, and not what is.
  if (!a.denied && !b.denied && has(parts, start, a.from, MAY) && !has(parts, start, b.to, ALLOWS)) return 0;
  const said = contentOf(parts, aEnd, b.from);
  if (!isWithin(said, contentOf(parts, start, a.from)) || has(parts, aEnd, b.from, INDEFINITE)) return 0;
  return 0.8;
}

/** What a verb is done to, word by word; "with" and "without" it are not the same. */
function objectOf(parts: readonly Part[], from: number, to: number): string {
  const words: string[] = [];
  for (let i = from; i < to; i++) {
    const part = parts[i]!;
    const counts =
      isContent(part) ||
      (part.text.endsWith('ly') && part.text !== 'simultaneously') ||
      VERBS.has(part.text) ||
      /^(?:with|without|before|after|except|not)$/.test(part.text) ||
      // "Heals you and harms you".
      (i === from && /^(?:you|me|us|him|her)$/.test(part.text));
    if (counts) words.push(stemOf(part.text));
  }
  return words.join(' ');
}

/** Behind what a verb is done to. */
export function actEnd(parts: readonly Part[], from: number): number {
  let i = from;
  while (
    i < parts.length &&
    i < from + REACH &&
    parts[i]!.sentence === parts[from]!.sentence &&
    !/^(?:and|but|yet|,|;|:|if|when|unless|until|once|while|whenever)$/.test(parts[i]!.text)
  )
    i += 1;
  return i;
}

/** How many words behind the first stand behind the second as well: "older than 30 days" twice parts nothing. */
export function sharedTail(parts: readonly Part[], a: Mention, b: Mention): number {
  let length = 0;
  while (length < REACH && a.to + length < b.from && parts[a.to + length]!.text === parts[b.to + length]?.text)
    length += 1;
  return length;
}
