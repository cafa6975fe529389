/** Where a prompt has words that have opposites, and of what thing each is said: the noun behind it, its subject, its object. */
import { denierOf } from './negation.ts';
import { type Entry, LONGEST_FROM, OPPOSITES } from './opposites.ts';
import { COMPOUNDS } from './opposites-english.ts';
import {
  ADVERBS,
  CONJUNCTIONS,
  COPULAS,
  DETERMINERS,
  HELPERS,
  isNounish,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  RELATIVES,
  SUBORDINATORS,
  stemOf,
  VERBS,
} from './prompt-words.ts';
import { knownWordFor } from './spelling.ts';

/** Said of a noun at a place, of whatever a pronoun stands for, of what a verb does, or of nothing that is named. */
export type Thing =
  | { readonly of: 'noun'; readonly at: number; readonly stem: string; readonly from: number }
  | { readonly of: 'pronoun'; readonly at: number }
  | { readonly of: 'verb'; readonly at: number; readonly stem: string }
  | { readonly of: 'nothing' };

export interface Mention {
  readonly entries: readonly Entry[];
  readonly from: number;
  /** Behind its last part. */
  readonly to: number;
  readonly denied: boolean;
  /** By "not" or its like; "stop" and "prevent" deny what goes on, and may be orders themselves. */
  readonly plainly: boolean;
  readonly words: string;
  readonly thing: Thing;
  /** It stands before its noun: "a hot cheese". */
  readonly before: boolean;
  /** It is a verb that is done in turn with its opposite. */
  readonly acts: boolean;
}

/** Who says more than this at once is pasting something. */
const MOST_MENTIONS = 60;
/** How far a word may stand from the thing it is said of. */
const REACH = 40;
/** "Always-offline" is offline. */
const STRESSES = new Set(['always', 'fully', 'super', 'ultra', 'extra', 'hyper', 'mega', 'completely', 'totally']);
const NOTHING: Thing = { of: 'nothing' };
const NO_THING: Found = { thing: NOTHING, before: false };
const FOLLOW_JOINED = new Set(['only', 'sized', 'looking', 'colored', 'coloured', 'themed', 'like', 'type', 'style']);

/** The words of the prompt that have opposites, longest first, each part in one mention at most. */
export function mentionsIn(
  parts: readonly Part[],
  prose: string,
  more?: ReadonlyMap<string, readonly Entry[]>,
): Mention[] {
  const spans: { from: number; to: number; entries: readonly Entry[] }[] = [];
  for (let from = 0; from < parts.length; from++) {
    const span = spanAt(parts, from, more);
    if (span === null) continue;
    spans.push({ from, ...span });
    if (spans.length === MOST_MENTIONS) break;
    from = span.to - 1;
  }
  const covered = new Set<number>();
  for (const { from, to, entries } of spans) {
    if (entries.every(({ strict }) => strict)) continue;
    for (let i = from; i < to; i++) covered.add(i);
  }
  // Only what some other word is opposed to, or repeats, can be in a contradiction.
  const counts = new Map<string, number>();
  for (const { entries } of spans) for (const { axis } of entries) counts.set(axis, (counts.get(axis) ?? 0) + 1);
  return spans.flatMap(({ from, to, entries }) => {
    if (!entries.some(({ axis }) => counts.get(axis)! > 1)) return [];
    const fitting = entries.filter((entry) => fits(parts, from, to, entry, covered));
    if (fitting.length === 0) return [];
    const loose = fitting.filter(({ strict }) => !strict);
    const { thing, before } = loose.length > 0 ? thingOf(parts, from, to, loose, covered) : NO_THING;
    const words = prose.slice(parts[from]!.start, parts[to - 1]!.end);
    const acts = fitting.every(({ role }) => role === 'act' || role === 'verb');
    const denier = denierOf(parts, from);
    const plainly = denier >= 0 && /^(?:not|never|no|without|cannot|none)$|n't$/.test(parts[denier]!.text);
    return [{ entries: fitting, from, to, denied: denier >= 0, plainly, words, thing, before, acts }];
  });
}

type Entries = readonly Entry[] | undefined;
const both = (listed: Entries, formed: Entries): Entries =>
  listed === undefined || formed === undefined ? (listed ?? formed) : [...listed, ...formed];

function spanAt(
  parts: readonly Part[],
  from: number,
  more: ReadonlyMap<string, readonly Entry[]> | undefined,
): { to: number; entries: readonly Entry[] } | null {
  const first = parts[from]!;
  if (first.kind !== 'word' && first.kind !== 'number') return null;
  const longest = Math.max(LONGEST_FROM.get(first.text) ?? 1, first.text === 'non' ? 2 : 1);
  for (let length = Math.min(longest, parts.length - from); length > 0; length--) {
    let key = first.text;
    for (let i = from + 1; i < from + length; i++) key += parts[i]!.kind === 'mark' ? ' ,' : ` ${parts[i]!.text}`;
    const repaired = length === 1 && first.kind === 'word' ? knownWordFor(key) : key;
    const entries = both(OPPOSITES.get(repaired ?? key), more?.get(key));
    if (entries === undefined || entries.every(({ role }) => role === 'twin')) continue;
    const next = parts[from + length];
    if (next?.text === 'than') continue;
    const loose =
      length === 1 &&
      ((first.joined && !STRESSES.has(parts[from - 1]?.text ?? '')) || (next?.joined && !FOLLOW_JOINED.has(next.text)));
    if (loose || COMPOUNDS.has(`${key} ${next?.text ?? ''}`) || COMPOUNDS.has(`${parts[from - 1]?.text} ${key}`))
      continue;
    return { to: from + length, entries };
  }
  return null;
}

/** Whether a word stands here as what the entry takes it for. */
function fits(
  parts: readonly Part[],
  from: number,
  to: number,
  { role }: Entry,
  covered: ReadonlySet<number>,
): boolean {
  const before = parts[from - 1];
  const after = parts[to];
  if (role === 'twin') return false;
  if (role === 'unsure') {
    if (before === undefined || before.kind === 'mark') return covered.has(to) || covered.has(from - 2);
    return (
      DETERMINERS.has(before.text) || COPULAS.has(before.text) || covered.has(from - 1) || CONJUNCTIONS.has(before.text)
    );
  }
  if (role === 'act') {
    if (before !== undefined && (parts[from]!.joined || (DETERMINERS.has(before.text) && !RELATIVES.has(before.text))))
      return false;
    return !(after?.joined ?? false);
  }
  if (RANKS.test(parts[from]!.text) && to === from + 1) return isRanking(parts, to);
  // "Keep it simple" is about simple; only a thing that is kept as such is kept.
  if (role === 'verb') {
    if (before !== undefined && (DETERMINERS.has(before.text) || (isNounish(before) && before.joined))) return false;
    return !parts[from]!.text.startsWith('keep') || isKeptAsSuch(parts, to);
  }
  if (role === 'noun')
    return !(after?.joined ?? false) && parts[from]!.text !== before?.text && !isVerbHere(parts, from);
  // "Open the file", "free the buffer", "warm the cache": an order, not a quality.
  const orders =
    /^(?:open|free|warm|cool|dry|clean|complete|shut|fixed?|light|dim|secret|lock|quiet|heat|empty|flat|long|slow|speed|short|local)$/;
  if (
    to === from + 1 &&
    orders.test(parts[from]!.text) &&
    after !== undefined &&
    (DETERMINERS.has(after.text) || PRONOUNS.has(after.text))
  ) {
    return before !== undefined && (COPULAS.has(before.text) || covered.has(from - 1));
  }
  return true;
}

/** "The newest post" names one; "newest posts first" is an order. And "older than a day" says nothing of what is so. */
const RANKS =
  /^(?:newest|latest|oldest|earliest|largest|biggest|smallest|lowest|highest|cheapest|shortest|longest|fastest|slowest)$/;
const isRanking = (parts: readonly Part[], to: number): boolean =>
  parts.slice(to, to + 3).some(({ text }) => text === 'first');

/** "Fire an event", "block the user", "ice the cake". */
function isVerbHere(parts: readonly Part[], at: number): boolean {
  const [before, after] = [parts[at - 1], parts[at + 1]];
  if (before?.text === 'to' || before?.text === 'not' || isAdverb(after?.text ?? '')) return true;
  if (before !== undefined && (DETERMINERS.has(before.text) || PREPOSITIONS.has(before.text) || isNounish(before)))
    return false;
  return (
    after !== undefined &&
    (DETERMINERS.has(after.text) || /^(?:it|them|him|her)$/.test(after.text)) &&
    !RELATIVES.has(after.text)
  );
}

function isKeptAsSuch(parts: readonly Part[], to: number): boolean {
  let i = to;
  while (DETERMINERS.has(parts[i]?.text ?? '') || ADVERBS.has(parts[i]?.text ?? '')) i += 1;
  if (PRONOUNS.has(parts[i]?.text ?? '')) i += 1;
  else while (isNounish(parts[i])) i += 1;
  const next = parts[i];
  if (i === to) return next !== undefined && (next.text === 'and' || next.text === 'but');
  return (
    next === undefined ||
    next.kind === 'mark' ||
    CONJUNCTIONS.has(next.text) ||
    PREPOSITIONS.has(next.text) ||
    RELATIVES.has(next.text)
  );
}

type Found = { readonly thing: Thing; readonly before: boolean };

function thingOf(
  parts: readonly Part[],
  from: number,
  to: number,
  entries: readonly Entry[],
  covered: ReadonlySet<number>,
): Found {
  const role = entries[0]!.role;
  if (role === 'verb') return { thing: objectAfter(parts, to, covered), before: true };
  const head = nounAfter(parts, to, covered);
  if (head !== null && !isAdverb(parts[to - 1]!.text)) return { thing: head, before: true };
  if (role === 'noun') {
    const before = parts[from - 1]?.text;
    // "A sword of fire" is a fiery sword; else the noun is the thing itself.
    if (before === 'of' || before === 'from') return { thing: subjectBefore(parts, from - 1, covered), before: false };
    // "A helmet that is also a block": what something is said to be.
    const named =
      /^an?$/.test(before ?? '') &&
      parts.slice(Math.max(0, from - 4), from - 1).some(({ text }) => /^(?:is|are|be)$/.test(text));
    if (named) return { thing: subjectBefore(parts, from - 1, covered), before: false };
    return { thing: { of: 'noun', at: from, stem: stemOf(parts[from]!.text), from }, before: false };
  }
  return { thing: subjectBefore(parts, from, covered), before: false };
}

/** The noun that an adjective ending before `to` is said of, where one follows, over other adjectives of its row. */
function nounAfter(parts: readonly Part[], to: number, covered: ReadonlySet<number>): Thing | null {
  let i = to;
  const start = parts[to - 1]!.sentence;
  for (; i < parts.length && i < to + REACH && parts[i]!.sentence === start; i++) {
    const { text, kind } = parts[i]!;
    if (covered.has(i) && !(SOLE_NOUN.test(text) && (!isNounish(parts[i + 1]) || isSaidBehind(parts, i + 1, covered))))
      continue;
    if (ADVERBS.has(text) && text !== 'be') continue;
    if (isJoint(parts, i) && (covered.has(i + 1) || (ADVERBS.has(parts[i + 1]?.text ?? '') && covered.has(i + 2))))
      continue;
    if (kind === 'mark') return null;
    break;
  }
  // "The old one" is another one than "the new one".
  if (/^ones?$/.test(parts[i]?.text ?? '') && parts[i]!.sentence === start)
    return { of: 'noun', at: i, stem: 'one', from: i };
  if (!isNounish(parts[i]) || parts[i]!.sentence !== start) return null;
  return nounsFrom(parts, i, covered);
}

const isJoint = (parts: readonly Part[], at: number): boolean => {
  const text = parts[at]?.text ?? '';
  return (
    text === ',' || text === '/' || text === '&' || text === 'and' || text === 'but' || text === 'yet' || text === 'or'
  );
};

/** Whether a word of the lexicon here is said of the noun before it: "make the page dark". */
function isSaidBehind(parts: readonly Part[], at: number, covered: ReadonlySet<number>): boolean {
  let behind = at;
  while (behind < at + REACH && covered.has(behind)) behind += 1;
  return behind > at && !isNounish(parts[behind]) && !SOLE_NOUN.test(parts[at]!.text);
}

/** A run of nouns: the last is the thing. */
function nounsFrom(parts: readonly Part[], from: number, covered: ReadonlySet<number>): Thing {
  let last = from;
  while (last < from + REACH && isNounish(parts[last + 1]) && !isSaidBehind(parts, last + 1, covered)) last += 1;
  return { of: 'noun', at: last, stem: stemOf(parts[last]!.text), from };
}
/** Words of the lexicon that may end a run of nouns ("an icy fire"); some of them are as often adjectives. */
const SOLE_NOUN =
  /^(?:fire|flames?|lava|magma|ice|frost|snow|world|machine|robot|engine|blocks?|ores?|food|meal|snack|helmet|hat|boots|armou?r|chestplate)$/;
const NOUN_AT_END =
  /^(?:fire|flames?|lava|magma|ice|frost|snow|liquid|fluid|solid|world|machine|robot|engine|blocks?|ores?|food|meal|snack|helmet|hat|boots|armou?r|chestplate)$/;

function objectAfter(parts: readonly Part[], to: number, covered: ReadonlySet<number>): Thing {
  for (let i = to; i < parts.length && i < to + REACH; i++) {
    const part = parts[i]!;
    if (part.sentence !== parts[to - 1]!.sentence || part.kind === 'mark') return NOTHING;
    if (PRONOUNS.has(part.text) && !isNounish(parts[i + 1])) return { of: 'pronoun', at: i };
    // "Keep and delete the logs": one object for both.
    if (
      DETERMINERS.has(part.text) ||
      part.text === 'and' ||
      part.text === 'but' ||
      covered.has(i) ||
      ADVERBS.has(part.text)
    )
      continue;
    if (isNounish(part)) {
      const found = nounsFrom(parts, i, covered);
      return found.of === 'noun' ? { ...found, from: to } : found;
    }
    return NOTHING;
  }
  return NOTHING;
}

/** What a predicate is said of: its subject, or the noun before "that", or what stands right before it. */
function subjectBefore(parts: readonly Part[], from: number, covered: ReadonlySet<number>): Thing {
  const sentence = parts[from]!.sentence;
  let joined = false;
  for (let i = from - 1; i >= 0 && i >= from - REACH && parts[i]!.sentence === sentence; i--) {
    const part = parts[i]!;
    const { text } = part;
    // "Should respond synchronously and asynchronously", "but block synchronously": past the verb to who does it.
    const lead = parts[i - 1]?.text ?? '';
    const verb =
      /^(?:must|should|shall|will|would)$/.test(lead) ||
      (isAdverb(parts[from]!.text) && /^(?:that|which|who)$/.test(lead) && /[^s]s$/.test(text) && !COPULAS.has(text)) ||
      (i === from - 1 && isAdverb(parts[from]!.text) && /^(?:and|but|to)$/.test(lead));
    if (text === 'and' || text === 'but' || text === 'yet') joined = true;
    if (verb || (covered.has(i) && !isNounHead(parts, i))) continue;
    if (RELATIVES.has(text) && isNounish(parts[i - 1])) return nounBefore(parts, i - 1);
    if (PRONOUNS.has(text)) return { of: 'pronoun', at: i };
    if (text === '(') continue;
    if (
      COPULAS.has(text) ||
      HELPERS.has(text) ||
      ADVERBS.has(text) ||
      text === 'and' ||
      text === 'but' ||
      text === 'yet' ||
      text === ','
    )
      continue;
    if (PREPOSITIONS.has(text) || DETERMINERS.has(text) || text === 'not') continue;
    if (SUBORDINATORS.has(text) || part.kind === 'mark' || part.kind === 'number') return NOTHING;
    // "A sword made of ice" is an icy sword.
    if (text === 'made' && parts[i + 1]?.text === 'of') continue;
    if (VERBS.has(text)) return { of: 'verb', at: i, stem: stemOf(text) };
    if (isNounish(part)) {
      // "Deleted on logout and kept on logout": past an "and", what a preposition leads to is not the subject.
      const start = leadOf(parts, i);
      if (joined && start > 0 && PREPOSITIONS.has(parts[start]!.text) && parts[start]!.text !== 'of') {
        i = start;
        continue;
      }
      return nounBefore(parts, i);
    }
  }
  return NOTHING;
}

/** The place of the word that leads to the noun at `at`. */
function leadOf(parts: readonly Part[], at: number): number {
  let i = at - 1;
  while (i > at - 5 && (isNounish(parts[i]) || DETERMINERS.has(parts[i]?.text ?? ''))) i -= 1;
  return i;
}

const isAdverb = (text: string): boolean =>
  text.endsWith('ly') &&
  !/^(?:only|friendly|deadly|ugly|costly|nightly|daily|early|likely|lonely|silly|holy)$/.test(text);

const isNounHead = (parts: readonly Part[], at: number): boolean =>
  NOUN_AT_END.test(parts[at]!.text) && !isNounish(parts[at + 1]);

function nounBefore(parts: readonly Part[], at: number): Thing {
  let from = at;
  while (from > at - REACH && isNounish(parts[from - 1])) from -= 1;
  return { of: 'noun', at, stem: stemOf(parts[at]!.text), from };
}
