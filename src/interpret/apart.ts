/** Whether two words with opposite meanings are said of one thing at one time, or are kept apart: by what the prompt says between and around them. */
import { isComplaint } from './complaint.ts';
import type { Mention } from './mentions.ts';
import {
  COPULAS,
  DETERMINERS,
  INDEFINITE,
  isNounish,
  type Part,
  RELATIVES,
  SUBORDINATORS,
  stemOf,
  words,
} from './prompt-words.ts';
import { restated } from './restated.ts';
import { actEnd, sharedTail } from './same-act.ts';
import { determinerOf, limitAfter, sameThing } from './same-thing.ts';

/** Between two opposites they say that it is one or the other, one after the other, or each for its own. */
const PARTS_THEM = words(
  `or nor vs versus than then afterwards later subsequently eventually finally next again otherwise else instead respectively into
  become becomes becoming whereas unlike while when if unless until once after before from / → |`,
);
/** Whoever wants these wants both sides of something to be there. */
const WANTS_BOTH = words(
  `toggle toggles toggling toggled switch switches switching switcher swap swaps flip flips alternate alternates alternating compare compares
  comparing comparison distinguish distinguishes differentiate separate separates separating split splits choose chooses choosing pick
  picks select selects selecting difference differences differ choice choices between convert converts converting conversion transform transforms migrate
  migrates migrating migration transition transitions cycle cycles
  check checks verify verifies assert asserts detect detects detecting either whichever depending configurable contrast balance mix trade-off tradeoff option options respectively
  convertible vs versus filter filters values enum statuses`,
);
/** What follows them is there in both kinds: "support public and private repos". */
const OFFERS_BOTH = words(
  `support supports supporting handle handles handling allow allows offer offers provide provides accept accepts cover covers list lists
  show shows display displays include includes document test tests separate both combine combines merge index search filter load render
  import export use uses add adds`,
);
/** A thing that is there in kinds: "a light and dark theme" are two. */
const KINDS = words(
  `mode modes theme themes version versions variant variants option options button buttons key keys setting settings toggle state states
  support path paths color colors colour scheme palette layout style styles icon icons logo link links list tab tabs test tests build
  environment version api apis endpoint endpoints repo repository value values case cases field fields view views side sides
  channel channels tier tiers import imports export exports screen screens data storage traffic content routes route request
  requests water method methods function functions part parts pair pairs combination set`,
);
/** A sentence with one of them tells what is wrong now, not what is wanted. */
const TROUBLE = words(
  `bug bugs fix fixes fixing broken wrong wrongly incorrect incorrectly unexpected unexpectedly regression investigate debug why
  currently prevent prevents detect reject rejects warn warns complain complains fails failing crash crashes refuse refuses
  actual observed mistakenly accidentally reproduce impossible say says claim claims treats raise error unlike initially explain explains describe understand`,
);
/** At the start of a sentence it is about what follows, and does not want it. */
const ASKS_ABOUT = words(
  'error issue problem document what how check verify assert lint test tests warning is are does',
);
/** With "to" or "with" behind them, one thing becomes the other. */
const CHANGES = words(
  'change changes changing replace replaces replacing translate turn turns turning set move port update upgrade refactor',
);
/** Further apart than this, two words are hardly about one thing. */
const FURTHEST = 60;
const AT_ONCE = /\bat once\b|\bsimultaneously\b/;

/** @returns How sure it is that both are meant of one thing at one time; 0 where they are apart. */
export function clash(parts: readonly Part[], one: Mention, other: Mention, strict = false): number {
  const [a, b] = one.from < other.from ? [one, other] : [other, one];
  const sentenceOf = (mention: Mention) => parts[mention.from]!.sentence;
  const gap = sentenceOf(b) - sentenceOf(a);
  if (gap > 4 || b.from - a.to > FURTHEST) return 0;
  const shared =
    a.acts && b.acts
      ? Math.min(Math.max(actEnd(parts, a.to), a.to + sharedTail(parts, a, b)), b.from)
      : a.to + sharedTail(parts, a, b);
  const between = parts.slice(shared, b.from);
  const near = parts.slice(Math.max(0, a.from - FURTHEST), b.to + FURTHEST);
  const around = near.filter(({ sentence }) => sentence >= sentenceOf(a) && sentence <= sentenceOf(b));
  if (between.some(({ text }, i) => PARTS_THEM.has(text) && !isListed(between, i))) return 0;
  // "All fields are required except the phone number, which is optional".
  if (gap === 0 && between.some(({ text }) => /^(?:except|excepting|excluding|besides)$/.test(text))) return 0;
  if (isFronted(parts, a) && isFronted(parts, b)) return 0;
  if (bringsIn(between)) return 0;
  // "A random seed, so that runs are reproducible": the one is there for the other.
  if (gap < 2 && between.some(({ text, sentence }) => text === 'so' && sentence === sentenceOf(b))) return 0;
  // "The menu is visible. The user logs out. The menu is hidden."
  if (gap > 0 && between.some((part, i) => isUserAct(between[i - 1], part))) return 0;
  // "Defaults to true … defaults to false" leads nowhere.
  if (leadsTo(parts, b.from) && !leadsTo(parts, a.from)) return 0;
  const circumstance = circumstanceOf(parts, a.from, 0, 0);
  if (circumstance !== circumstanceOf(parts, b.from, a.to, shared) || isCondition(parts, circumstance)) return 0;
  const own = new Set([parts[a.from]!, parts[b.from]!]);
  if (
    around.some(
      (part, i) =>
        part.kind === 'word' &&
        !own.has(part) &&
        ((TROUBLE.has(part.text) && !(part.text === 'error' && isNounish(around[i + 1]))) ||
          (i === 0 && ASKS_ABOUT.has(part.text))),
    )
  )
    return 0;
  const upTo = around.filter(({ start }) => start < parts[b.from]!.start);
  // "A reversible migration", "the switch is on" name a thing; "the migration" is a change.
  const named = a.thing.of === 'noun' && (a.before || COPULAS.has(parts[a.thing.at + 1]?.text ?? ''));
  const thing = named && a.thing.of === 'noun' ? parts[a.thing.at] : undefined;
  if (upTo.some((part) => part.kind === 'word' && part !== thing && WANTS_BOTH.has(part.text))) return 0;
  if (upTo.some(({ text }) => CHANGES.has(text)) && between.some(({ text }) => /^(?:to|with|by|make|so)$/.test(text)))
    return 0;
  const after = parts[b.to];
  if (/^(?:afterwards|later|otherwise|again|instead|once|if|until|unless)$/.test(after?.text ?? '')) return 0;
  if (
    gap === 0 &&
    after?.kind === 'word' &&
    /^(?:switch|toggle|switcher|slider|converter|selector|setting|mode|modes)$/.test(after.text)
  )
    return 0;
  // "Enabled and disabled by default" is both by default.
  const paired = b.from === a.to + 1 && parts[a.to]!.text === 'and';
  if (isDefault(parts, b.to) && !isDefault(parts, a.to) && !paired) return 0;
  if (isAbility(parts, a, ABLE_OR_WORKS) || isAbility(parts, b, ABLE)) return 0;
  if (!paired && isComplaint(parts, a, b)) return 0;
  if (eachOfSeveral(parts, a, b)) return 0;
  const atOnce = gap === 0 && AT_ONCE.test(around.map(({ text }) => text).join(' '));
  const kept = strict || gap > 2 ? 0 : sameThing(parts, a, b);
  if (kept === 0) return restated(parts, a, b, atOnce);
  return apartInRow(parts, a, b, between, upTo, atOnce) || isException(parts, b, between)
    ? 0
    : gap === 0
      ? kept
      : kept * 0.9;
}

/** "One hot and one cold", "up when clicked and down when right-clicked": each is one of several, or has a case of its own. */
function eachOfSeveral(parts: readonly Part[], a: Mention, b: Mention): boolean {
  const [mine, theirs] = [leadOf(parts, a.from), leadOf(parts, b.from)];
  // "Some tests are slow and some are fast": others than those before.
  if (theirs !== parts[b.from - 1] && isCounted(theirs)) return true;
  if (isCounted(mine) && (isCounted(theirs) || /^(?:others?|rest)$/.test(theirs?.text ?? ''))) return true;
  const cases = [a, b].map(({ to }) => parts[to]?.text ?? '');
  return cases.every((text) => /^(?:when|if|while|after|before|until|during|once|unless)$/.test(text));
}
/** What stands before a word, past "is" and its like. */
function leadOf(parts: readonly Part[], from: number): Part | undefined {
  let i = from - 1;
  while (i > from - 4 && (COPULAS.has(parts[i]?.text ?? '') || /^(?:must|should|will|the)$/.test(parts[i]?.text ?? '')))
    i -= 1;
  return parts[i];
}
const isCounted = (part: Part | undefined): boolean =>
  part !== undefined &&
  (part.kind === 'number' || /^(?:one|two|three|four|five|half|some|most|others?)$/.test(part.text));

/** "At once", "while being": at the same time after all. */
const isListed = (between: readonly Part[], i: number): boolean =>
  (between[i]!.text === 'once' && between[i - 1]?.text === 'at') || isWhileBeing(between, i);

const isWhileBeing = (parts: readonly Part[], i: number): boolean =>
  parts[i]!.text === 'while' && /^(?:being|remaining|staying|still|also)$/.test(parts[i + 1]?.text ?? '');

/** "Collapsed it shows icons, expanded it shows labels": in front of a clause it says when. */
const isFronted = (parts: readonly Part[], { from, to }: Mention): boolean =>
  (parts[from - 1]?.kind ?? 'mark') === 'mark' &&
  /^(?:it|they|the|you|we|,)$/.test(parts[to]?.text ?? '') &&
  /(?:ed|en|line|ive)$/.test(parts[to - 1]!.text);

/** "…, and a potion that makes you big": another thing comes in, and the second is said of it. */
const bringsIn = (between: readonly Part[]): boolean =>
  between.some(
    ({ text }, i) =>
      /^(?:an?|another)$/.test(text) &&
      /^(?:and|,|but|plus)$/.test(between[i - 1]?.text ?? '') &&
      between.slice(i + 1, i + 5).some((part, j, row) => RELATIVES.has(part.text) && isNounish(row[j - 1])),
  );

/** Somebody does something, after which all may be otherwise. */
export const isUserAct = (who: Part | undefined, act: Part): boolean =>
  /^(?:users?|players?|visitors?|customers?|admins?|guests?|you|i)$/.test(who?.text ?? '') &&
  /^(?:logs?|signs?|click|press|tap|hit|open|close|enter|leave|submit|save|reload|scroll|walk|come|drink|eat|touch|wait|type)(?:e?s)?$/.test(
    act.text,
  );

/** What is so by default may be otherwise. */
const isDefault = (parts: readonly Part[], to: number): boolean =>
  parts[to]?.text === 'by' && parts[to + 1]?.text === 'default';

/** "From private to public": what stands behind "to" comes later. */
function leadsTo(parts: readonly Part[], from: number): boolean {
  let i = from - 1;
  while (i >= 0 && (DETERMINERS.has(parts[i]!.text) || /^(?:be|fully|completely)$/.test(parts[i]!.text))) i -= 1;
  return /^(?:to|into|→)$/.test(parts[i]?.text ?? '') && parts[i + 1]?.text !== 'be';
}

const ABLE = /^(?:can|could|may|might|sometimes|optionally|either)$/;
/** "Works both online and offline". */
const ABLE_OR_WORKS = /^(?:can|could|may|might|sometimes|optionally|either|works?|usable|available|playable)$/;

/** "Can be opened and closed" says what may be done, not what is. */
function isAbility(parts: readonly Part[], { from, to, thing, before }: Mention, able: RegExp): boolean {
  if (before || thing.of === 'nothing' || parts[to - 1]!.text === 'only') return false;
  for (let i = from - 1; i > thing.at && i >= from - 8; i--) {
    if (able.test(parts[i]!.text)) return parts[i + 1]?.text !== 'only';
  }
  return false;
}

/** The subordinator whose clause a part stands in; -1 where it stands in none. */
function circumstanceOf(parts: readonly Part[], at: number, skipFrom: number, skipTo: number): number {
  const { sentence } = parts[at]!;
  let comma = false;
  for (let i = at - 1; i >= 0 && i > at - 2 * FURTHEST && parts[i]!.sentence === sentence; i--) {
    const { text, kind } = parts[i]!;
    if (i >= skipFrom && i < skipTo) continue;
    if (kind === 'word' && SUBORDINATORS.has(text) && text !== 'where' && text !== 'then' && !isWhileBeing(parts, i)) {
      const opens = i === 0 || parts[i - 1]!.sentence !== sentence || parts[i - 1]!.text === ',';
      // "When it rains, the roof is closed": past its comma the clause in front is over.
      return comma && opens ? -1 : i;
    }
    if (kind === 'mark' && (text === ',' || text === ':' || text === ')')) comma = true;
  }
  return -1;
}

/** "Raise an error if it is public and private": who says so does not want it. */
const isCondition = (parts: readonly Part[], at: number): boolean =>
  at >= 0 && /^(?:if|unless|whether|when|whenever|because|since)$/.test(parts[at]!.text);

/** "Enabled, but disabled for trial accounts": the second holds for some alone. */
function isException(parts: readonly Part[], b: Mention, between: readonly Part[]): boolean {
  const limit = parts[b.to]?.text ?? '';
  if (!/^(?:for|in|on|at|during|under|inside|outside)$/.test(limit) || b.before) return false;
  const joint = between.map(({ text }) => text).join(' ');
  return /^(?:,|but|, but|, but not)$/.test(joint) || /\bexcept\b/.test(joint);
}

/** Where what is said ends: at the word itself, or at its object. */
const lastOf = ({ to, thing }: Mention): number => (thing.of !== 'nothing' && thing.at >= to ? thing.at : to - 1);

/** Two adjectives of one row that are each for things of their own: "public and private keys". */
function apartInRow(
  parts: readonly Part[],
  a: Mention,
  b: Mention,
  between: readonly Part[],
  upTo: readonly Part[],
  atOnce: boolean,
): boolean {
  const [one, other] = [a.thing, b.thing];
  const shared = one.of === 'noun' && other.of === 'noun' && one.at === other.at;
  if (shared && a.before && b.before && a.entries[0]!.role !== 'verb') {
    const noun = parts[one.at]!.text;
    const joint = between.map(({ text }) => text).join(' ');
    const many = noun !== stemOf(noun);
    // "A sync and an async call" are two calls.
    if (between.some(({ text }) => DETERMINERS.has(text) && text !== 'both')) return true;
    if (/^(?:and|, and|&|,|, as well as|as well as)( also)?$/.test(joint)) {
      if (!atOnce && (many || (KINDS.has(noun) && joint !== ','))) return true;
      const before = parts[a.from - 1]?.text ?? '';
      if (joint !== ',' && upTo.some(({ text }) => OFFERS_BOTH.has(text)) && !INDEFINITE.has(before) && !atOnce)
        return true;
      if (joint !== ',' && before === 'the' && !atOnce) return true;
      // A list of three kinds is a list of kinds, but of one thing it is three qualities.
      if (INDEFINITE.has(determinerOf(parts, one))) return false;
      if (parts[a.from - 1]?.text === ',' || (joint === ',' && /^(?:,|and|or)$/.test(parts[b.to]?.text ?? '')))
        return true;
    }
  }
  // "A fast engine for my game that is slow": what stands before "that" limits nothing.
  const relative = shared && a.before && !b.before && parts.slice(one.at, b.from).some(({ text }) => text === 'that');
  const limits = [a, b].map((one) =>
    relative || RELATIVES.has(parts[lastOf(one) + 1]?.text ?? '') ? '' : limitAfter(parts, lastOf(one)),
  );
  // "Visible to all members" and "hidden from all members" are about the same members.
  const [mine, theirs] = limits.map((limit) => limit!.split(' ').slice(1).join(' ') || limit);
  return mine !== theirs && limits.every((limit) => limit !== '');
}
