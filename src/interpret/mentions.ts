/** Where a prompt has words that have opposites, as which part of speech each stands there, and whether it is denied. */
import { denierOf } from './negation.ts';
import { type Entry, longestFor, OPPOSITES } from './opposites.ts';
import { COMPOUNDS } from './opposites-english.ts';
import {
  ADVERBS,
  CONJUNCTIONS,
  COPULAS,
  DETERMINERS,
  isNounish,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  RELATIVES,
} from './prompt-words.ts';
import { knownWordFor } from './spelling.ts';
import { isAdverb, NO_THING, type Thing, thingOf } from './thing-said-of.ts';

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
/** "Always-offline" is offline. */
const STRESSES = new Set(['always', 'fully', 'super', 'ultra', 'extra', 'hyper', 'mega', 'completely', 'totally']);
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
    const fitting = asOrdered(
      parts,
      from,
      to,
      entries.filter((entry) => fits(parts, from, to, entry, covered)),
    );
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

/** "Mute the video": where a sentence or "and" is followed by a verb and its object, the word is that verb and no quality. */
function asOrdered(parts: readonly Part[], from: number, to: number, entries: readonly Entry[]): readonly Entry[] {
  const lead = parts[from - 1];
  const opens = lead === undefined || lead.sentence !== parts[from]!.sentence || lead.text === 'and';
  if (!opens || !/^(?:the|this|our|its|all)$/.test(parts[to]?.text ?? '')) return entries;
  const acts = entries.filter(({ role }) => role === 'act' || role === 'verb');
  return acts.length > 0 ? acts : entries;
}

type Entries = readonly Entry[] | undefined;
const both = (listed: Entries, formed: Entries): Entries =>
  listed === undefined || formed === undefined
    ? (listed ?? formed)
    : formed.every(({ role }) => role === 'act')
      ? formed
      : [...listed, ...formed];

function spanAt(
  parts: readonly Part[],
  from: number,
  more: ReadonlyMap<string, readonly Entry[]> | undefined,
): { to: number; entries: readonly Entry[] } | null {
  const first = parts[from]!;
  if (first.kind !== 'word' && first.kind !== 'number') return null;
  const longest = Math.max(longestFor(first.text, parts[from + 1]?.text), first.text === 'non' ? 2 : 1);
  for (let length = Math.min(longest, parts.length - from); length > 0; length--) {
    let key = first.text;
    for (let i = from + 1; i < from + length; i++) key += parts[i]!.kind === 'mark' ? ' ,' : ` ${parts[i]!.text}`;
    const repaired = length === 1 && first.kind === 'word' ? knownWordFor(key) : key;
    const entries = both(OPPOSITES.get(repaired ?? key), more?.get(key));
    if (entries === undefined || entries.every(({ role }) => role === 'twin')) continue;
    const next = parts[from + length];
    if (next?.text === 'than' && !isThanNow(parts, from + length)) continue;
    const loose =
      length === 1 &&
      ((first.joined && !STRESSES.has(parts[from - 1]?.text ?? '')) || (next?.joined && !FOLLOW_JOINED.has(next.text)));
    if (loose || COMPOUNDS.has(`${key} ${next?.text ?? ''}`) || COMPOUNDS.has(`${parts[from - 1]?.text} ${key}`))
      continue;
    return { to: from + length, entries };
  }
  return null;
}

/** "Bigger than now", "than it is today": against itself, and not against another thing. */
const isThanNow = (parts: readonly Part[], at: number): boolean =>
  /^(?:now|before|today|currently)$/.test(
    parts[/^(?:it|they)$/.test(parts[at + 1]?.text ?? '') ? at + 3 : at + 1]?.text ?? '',
  );

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
  // "Melts in lava": where something happens, and not what the thing is.
  if (role === 'noun' && /^(?:in|into|near|through|under|by|at)$/.test(before?.text ?? '')) return false;
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
