/** An act that is ruled out and asked for all the same: "never throws … throws a TypeError". */
import type { Found } from './contradictions.ts';
import { denierOf } from './negation.ts';
import {
  ADVERBS,
  DETERMINERS,
  HELPERS,
  isNounish,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  rootOf,
  SUBORDINATORS,
  stemOf,
  VERBS,
} from './prompt-words.ts';
import { isComplaint } from './set-apart.ts';

/** Verbs that do the same, so that "never store" and "save" are held against each other. */
const SAME_ACT: ReadonlyMap<string, string> = new Map(
  [
    'store save keep persist record retain',
    'show display render reveal present',
    'delete remove erase purge drop',
    'send mail post transmit',
    'log record print',
    'change edit modify update alter',
    'ask prompt',
    'stop halt',
    'start launch begin',
  ].flatMap((group) => {
    const [first, ...others] = group.split(' ');
    return others.map((other) => [rootOf(other), rootOf(first!)] as const);
  }),
);
const actOf = (word: string): string => SAME_ACT.get(rootOf(word)) ?? rootOf(word);

/** Between what is ruled out and what is wanted: another thing, another time, a choice. */
export const PARTED =
  /\b(?:or|if|when|whenever|unless|until|while|whereas|then|except|other|another|old|existing|remove|delete|drop|replace|convert|migrate|instead|rather|from|otherwise|again|twice|more than|so|because|stays?|remains?|only|first|before|after)\b/;

export const between = (parts: readonly Part[], prose: string, one: number, other: number): string =>
  prose.slice(parts[Math.min(one, other)]!.end, parts[Math.max(one, other)]!.start).toLowerCase();
export const shown = (parts: readonly Part[], prose: string, from: number, to: number): string =>
  prose.slice(parts[from]!.start, parts[to]!.end);

/** An act that must never happen, and does. */
export function deniedActs(parts: readonly Part[], from: number, to: number, prose: string): Found[] {
  const found: Found[] = [];
  for (let at = from; at < to; at++) {
    const { text, kind } = parts[at]!;
    if (
      kind !== 'word' ||
      text.length < 3 ||
      /^(?:be|is|are|have|has|do|does|use|need|make|get|want|can|must|should|will|may|only)$/.test(text)
    )
      continue;
    if (DETERMINERS.has(text) || PREPOSITIONS.has(text) || ADVERBS.has(text) || HELPERS.has(text) || PRONOUNS.has(text))
      continue;
    // "Cannot be opened" rules it out as "cannot open" does.
    const no = parts[at - 1]?.text === 'be' ? at - 2 : at - 1;
    const before = parts[no]?.text ?? '';
    if (
      !/^(?:never|not|don't|doesn't|cannot|can't|mustn't|won't)$/.test(before) ||
      parts[no]!.sentence !== parts[at]!.sentence
    )
      continue;
    // "Is not wrapped" tells how something is; an act is ruled out by "must not", "never", "don't".
    if (before === 'not' && !/^(?:do|does|must|should|may|can|will|shall|to)$/.test(parts[no - 1]?.text ?? ''))
      continue;
    for (let i = from; i < to; i++) {
      if (i === at || parts[i]!.kind !== 'word' || actOf(parts[i]!.text) !== actOf(text)) continue;
      if (
        isDeniedItself(parts, i, no + 1) ||
        DETERMINERS.has(parts[i - 1]?.text ?? '') ||
        PREPOSITIONS.has(parts[i - 1]?.text ?? '')
      )
        continue;
      if (isByAnother(parts, no, i) || isSupposed(parts, i)) continue;
      if (isComplaint(parts, at, i) || (before !== 'never' && caseOf(parts, i) !== caseOf(parts, at))) continue;
      if (!sameObject(parts, at, i) || PARTED.test(between(parts, prose, at, i))) continue;
      // "Users who opted in … users who opted out": some do, others do not.
      if (parts.slice(from, to).some(({ text: word }) => word === 'who')) continue;
      if (SUBORDINATORS.has(parts[i - 1]?.text ?? '')) continue;
      const sides: [string, string] = [
        shown(parts, prose, no, objectEnd(parts, at)),
        shown(parts, prose, i, objectEnd(parts, i)),
      ];
      found.push({ axis: 'act', sides: at < i ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.7 });
      break;
    }
  }
  return found;
}

/** "The old parser ignores it. The new parser must not": the same noun with other words before it is another thing. */
function isByAnother(parts: readonly Part[], no: number, at: number): boolean {
  let head = no - 1;
  while (HELPERS.has(parts[head]?.text ?? '') && parts[head]!.sentence === parts[no]!.sentence) head -= 1;
  if (!isNounish(parts[head]) || !isNounish(parts[head - 1])) return false;
  const same = parts.findIndex(
    ({ text, sentence }, i) =>
      sentence === parts[at]!.sentence && i !== head && stemOf(text) === stemOf(parts[head]!.text),
  );
  return same > 0 && isNounish(parts[same - 1]) && parts[same - 1]!.text !== parts[head - 1]!.text;
}

/** "If the token is expired, …": what a sentence begins with. */
function caseOf(parts: readonly Part[], at: number): string {
  const start = parts.findIndex(({ sentence }) => sentence === parts[at]!.sentence);
  if (start === at || !SUBORDINATORS.has(parts[start]!.text)) return '';
  const end = parts.findIndex(({ text }, i) => i > start && text === ',');
  return end > at
    ? ''
    : parts
        .slice(start, end)
        .map(({ text }) => stemOf(text))
        .join(' ');
}

/** Denied by a word of its own, and not by the one before an earlier verb: "cannot swim and swims". */
function isDeniedItself(parts: readonly Part[], at: number, earlier: number): boolean {
  const denier = denierOf(parts, at);
  return denier >= 0 && !(earlier < at && denier === earlier - 1);
}

/** The place of the noun that a verb is done to; -1 where there is none. */
function objectOf(parts: readonly Part[], verb: number): number {
  let i = verb + 1;
  while (
    i < parts.length &&
    (DETERMINERS.has(parts[i]!.text) || ADVERBS.has(parts[i]!.text)) &&
    !PRONOUNS.has(parts[i]!.text)
  )
    i += 1;
  if (PRONOUNS.has(parts[i]?.text ?? '')) return i;
  if (!isNounish(parts[i])) return -1;
  while (isNounish(parts[i + 1])) i += 1;
  return i;
}

const objectEnd = (parts: readonly Part[], verb: number): number => Math.max(verb, objectOf(parts, verb));

function sameObject(parts: readonly Part[], one: number, other: number): boolean {
  const [a, b] = [objectOf(parts, one), objectOf(parts, other)];
  const limits = [limitOf(parts, Math.max(one, a)), limitOf(parts, Math.max(other, b))];
  // What must never be is ruled out in every case; what must not be here may well be there.
  if (limits[0] !== limits[1] && limits[0] !== '') return false;
  // Of nothing in particular, it is of this too: "never throws … throws a TypeError".
  if (b >= 0 && isOther(parts, other, b)) return false;
  if (a < 0 || isAny(parts[a]!.text))
    return (
      !VERBS.has(parts[one]!.text) ||
      a >= 0 ||
      /^(?:throws?|expires?|breaks?|sleeps?|waits?|runs?|stops?|closes?|opens?|logs?)$/.test(parts[one]!.text)
    );
  // "Log the username and password".
  if (b >= 0 && parts[b + 1]?.text === 'and' && stemOf(parts[b + 2]?.text ?? '') === stemOf(parts[a]!.text))
    return true;
  if (b < 0 || adverbAfter(parts, one) !== adverbAfter(parts, other)) return false;
  if (isAny(parts[b]!.text)) return true;
  return stemOf(parts[a]!.text) === stemOf(parts[b]!.text) && !hasOtherDetails(parts, one, a, other, b);
}

/** "Static pages" and "dynamic pages". */
function hasOtherDetails(parts: readonly Part[], one: number, a: number, other: number, b: number): boolean {
  const details = (verb: number, noun: number) =>
    parts
      .slice(verb + 1, noun)
      .filter(isNounish)
      .map(({ text }) => text)
      .join(' ');
  const [mine, theirs] = [details(one, a), details(other, b)];
  return mine !== theirs && mine !== '' && theirs !== '';
}

/** "All other pages" are not the ones that were ruled out. */
const isOther = (parts: readonly Part[], from: number, to: number): boolean =>
  parts.slice(from, to + 1).some(({ text }) => /^(?:others?|remaining|rest)$/.test(text));

/** "Send it asynchronously" is not what "don't send it synchronously" rules out. */
const adverbAfter = (parts: readonly Part[], verb: number): string =>
  parts.slice(verb + 1, verb + 7).find(({ text }) => text.endsWith('ly'))?.text ?? '';

/** "In staging": where or when it holds. */
function limitOf(parts: readonly Part[], at: number): string {
  const next = parts[at + 1]?.text ?? '';
  if (/^(?:anything|anyone|anybody|any)$/.test(parts[at + 2]?.text ?? '')) return '';
  if (
    !/^(?:in|on|for|at|to|during|by|from|when|if|after|before|with|until|unless|while|as|inside|outside|within|under|through)$|ly$/.test(
      next,
    )
  )
    return '';
  return parts
    .slice(at + 1, at + 4)
    .filter(({ text }) => !DETERMINERS.has(text))
    .map(({ text }) => text)
    .join(' ');
}

const isAny = (text: string): boolean => /^(?:anything|everything|it|them|all)$/.test(text);

/** "The files that would be deleted", "would have been sent": what is not done. */
const isSupposed = (parts: readonly Part[], at: number): boolean => {
  let i = at - 1;
  while (/^(?:be|have|been)$/.test(parts[i]?.text ?? '')) i -= 1;
  return /^(?:would|could|might)$/.test(parts[i]?.text ?? '');
};
