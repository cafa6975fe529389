/** Of what thing a word of the prompt is said: the noun behind it, its subject, its object. */
import type { Entry } from './opposites.ts';
import {
  ADVERBS,
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

/** Said of a noun at a place, of whatever a pronoun stands for, of what a verb does, or of nothing that is named. */
export type Thing =
  | { readonly of: 'noun'; readonly at: number; readonly stem: string; readonly from: number }
  | { readonly of: 'pronoun'; readonly at: number }
  | { readonly of: 'verb'; readonly at: number; readonly stem: string }
  | { readonly of: 'nothing' };
type SaidOf = { readonly thing: Thing; readonly before: boolean };

/** How far a word may stand from the thing it is said of. */
const REACH = 40;
const NOTHING: Thing = { of: 'nothing' };
export const NO_THING: SaidOf = { thing: NOTHING, before: false };

export function thingOf(
  parts: readonly Part[],
  from: number,
  to: number,
  entries: readonly Entry[],
  covered: ReadonlySet<number>,
): SaidOf {
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
  let [joined, past] = [false, false];
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
    if (COPULAS.has(text)) past = true;
    if (verb || (covered.has(i) && !isNounHead(parts, i))) continue;
    if (RELATIVES.has(text) && isNounish(parts[i - 1])) return nounBefore(parts, antecedentOf(parts, i));
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
      // "Text in the table is left-aligned": past an "is", neither.
      const led = joined || (past && text !== 'default' && isNounish(parts[start - 1]));
      if (led && start > 0 && PREPOSITIONS.has(parts[start]!.text) && parts[start]!.text !== 'of') {
        i = start;
        continue;
      }
      return nounBefore(parts, i);
    }
  }
  return NOTHING;
}

/**
 * The noun that a "that" goes on about. "Add a private field to Account that is public": behind a name, "my mod" or a plural that an "is"
 * does not agree with, it goes on about the thing and not about where that is.
 */
export function antecedentOf(parts: readonly Part[], that: number): number {
  const near = that - 1;
  const lead = leadOf(parts, near);
  const { text = '', raw = '', kind } = parts[near] ?? {};
  if (!/^(?:to|into|in|on|for)$/.test(parts[lead]?.text ?? '') || !isNounish(parts[lead - 1])) return near;
  const owned = /^(?:my|our|your)$/.test(parts[lead + 1]?.text ?? '');
  const name = lead === near - 1 && (kind === 'quote' || raw !== text);
  const many = stemOf(text) !== text && /^(?:is|has|was)$/.test(parts[that + 1]?.text ?? '');
  return owned || name || many ? lead - 1 : near;
}

/** The place of the word that leads to the noun at `at`. */
function leadOf(parts: readonly Part[], at: number): number {
  let i = at - 1;
  while (i > at - 5 && (isNounish(parts[i]) || DETERMINERS.has(parts[i]?.text ?? ''))) i -= 1;
  return i;
}

export const isAdverb = (text: string): boolean =>
  text.endsWith('ly') &&
  !/^(?:only|friendly|deadly|ugly|costly|nightly|daily|early|likely|lonely|silly|holy)$/.test(text);

const isNounHead = (parts: readonly Part[], at: number): boolean =>
  NOUN_AT_END.test(parts[at]!.text) && !isNounish(parts[at + 1]);

function nounBefore(parts: readonly Part[], at: number): Thing {
  let from = at;
  while (from > at - REACH && isNounish(parts[from - 1])) from -= 1;
  return { of: 'noun', at, stem: stemOf(parts[at]!.text), from };
}
