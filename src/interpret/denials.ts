/** The same thing wanted and ruled out: "no animations … with an animation", "never throws … throws", "ad-free … with ads". */
import type { Found } from './contradictions.ts';
import { denierOf, isDenier } from './negation.ts';
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
  UNIVERSAL,
  VERBS,
} from './prompt-words.ts';
import { isComplaint } from './set-apart.ts';
import { someAndAll } from './some-and-all.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

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

const ABSOLUTE = /^(?:no|without|zero|avoid)$/;
/** "Do not use cookies" rules cookies out; "not a cookie" tells what something is. */
const NOT_USED =
  /^(?:use|using|take|accept|have|need|require|contain|show|add|include|play|send|display|set|create|rely|make|write)$/;
/** What shows that a thing is really there, or done. */
const HAS =
  /^(?:with|us(?:e|es|ing)|ha(?:s|ve|ving)|via|through|by|(?:include|show|add|need|require|contain|offer|send|display|play|store|keep|set|write|put|create|take|accept|export|shoot|make|save|embed|insert|emit|define|type|check|render|throw|declare)s?)$/;
/** Of these nothing follows from a name that comes twice. */
const PLAIN = new Set(
  'thing things way time user users page app file files data code one person people line test name type value field list item'.split(
    ' ',
  ),
);
const PARTED =
  /\b(?:or|if|when|whenever|unless|until|while|whereas|then|except|other|another|old|existing|remove|delete|drop|replace|convert|migrate|instead|rather|from|otherwise|again|twice|more than|so|because|stays?|remains?|only|first|before|after)\b/;
const CASES = /\b(?:or|if|when|unless|until|while|except|other|another|before|after|then|but)\b/;
/** "…, the tests may use them". */
const NEW_SUBJECT =
  /(?:[,;.]|\band) (?:the|an?|our) [\w-]+ (?:[\w-]+ )?(?:may|can|uses?|has|have|is|are|must|should|shows?|lists?|displays?|takes?|gets?|needs?)\b/;
const CHANGES = /^(?:remove|delete|drop|replace|convert|migrate|rename|change|switch|get rid)/;

interface Sentence {
  readonly from: number;
  readonly to: number;
}

/** A sentence and the next make a window; a prompt denies a thing close to where it wants it. */
function windowsOf(parts: readonly Part[]): Sentence[] {
  const starts = parts.flatMap(({ sentence }, i) => (i === 0 || parts[i - 1]!.sentence !== sentence ? [i] : []));
  return starts.slice(0, 60).map((from, i) => ({ from, to: starts[i + 2] ?? parts.length }));
}

export function denials(parts: readonly Part[], prose: string): Found[] {
  const denies = parts.some(({ text }) => isDenier(text));
  if (!denies && !parts.some(({ text }) => text === 'only')) return [];
  const found: Found[] = [];
  for (const { from, to } of windowsOf(parts)) {
    if (to - from > 120) continue;
    const text = prose.slice(parts[from]!.start, parts[to - 1]!.end).toLowerCase();
    if (TROUBLE_SENTENCE.test(text) || CHANGES.test(text)) continue;
    if (denies) found.push(...deniedThings(parts, from, to, prose), ...deniedActs(parts, from, to, prose));
    found.push(...someAndAll(text, prose.slice(parts[from]!.start)));
  }
  return found.filter((one, i) => found.findIndex((other) => other.sides.join() === one.sides.join()) === i);
}

const between = (parts: readonly Part[], prose: string, one: number, other: number): string =>
  prose.slice(parts[Math.min(one, other)]!.end, parts[Math.max(one, other)]!.start).toLowerCase();
const shown = (parts: readonly Part[], prose: string, from: number, to: number): string =>
  prose.slice(parts[from]!.start, parts[to]!.end);

/** A noun that is ruled out and there all the same. */
function deniedThings(parts: readonly Part[], from: number, to: number, prose: string): Found[] {
  const found: Found[] = [];
  for (let at = from; at < to; at++) {
    if (!isNounish(parts[at]) || isNounish(parts[at + 1]) || parts[at]!.text.length < 4 || PLAIN.has(parts[at]!.text))
      continue;
    // "Without JavaScript the page …, with it …": two cases.
    const denier = denierOf(parts, at);
    if (parts[denier]?.text === 'without' && (denier === 0 || parts[denier - 1]?.sentence !== parts[denier]!.sentence))
      continue;
    // "Nobody can hold it without the glove": the glove is what it takes.
    if (parts[denier]?.text === 'without' && /^(?:the|this|that|its|their)$/.test(parts[denier + 1]?.text ?? ''))
      continue;
    const contrast = isContrast(parts, denier);
    const ruled = contrast || ABSOLUTE.test(parts[denier]?.text ?? '') || NOT_USED.test(parts[denier + 1]?.text ?? '');
    if (denier < from || !ruled) continue;
    // "No user data is stored" is about storing; here a thing is ruled out as such.
    const inside = parts.slice(denier + 1, at);
    if (inside.some((part) => !isNounish(part) && !DETERMINERS.has(part.text) && !NOT_USED.test(part.text))) continue;
    if (limited(parts, at)) continue;
    for (let i = from; i < to; i++) {
      if (i === at || parts[i]!.kind !== 'word' || rootOf(parts[i]!.text) !== rootOf(parts[at]!.text)) continue;
      // "A card with no border" says nothing of the next sentence; "no borders" at the start of one does.
      const general =
        denier === 0 ||
        contrast ||
        isWelcome(parts, i) ||
        parts[denier - 1]!.sentence !== parts[denier]!.sentence ||
        /^(?:do|does|must|should|don't)$/.test(parts[denier - 1]!.text) ||
        /^(?:don't|doesn't)$/.test(parts[denier]!.text);
      if (parts[i]!.sentence !== parts[at]!.sentence && !general) continue;
      const owned = /^(?:its|their|whose)$/.test(parts[i - 1]?.text ?? '');
      if ((isNounish(parts[i + 1]) && !owned) || limited(parts, i)) continue;
      // "Without arrows that shoots arrows": the denial ends with the first.
      const again = denierOf(parts, i);
      if (again >= 0 && !(again === denier && /^(?:that|which|whose)$/.test(parts[at + 1]?.text ?? ''))) continue;
      const details = inside.filter(isNounish).map(({ text }) => text);
      if (
        details.length > 0 &&
        !details.every((word) => parts.slice(Math.max(from, i - 4), i).some(({ text }) => text === word))
      )
        continue;
      const named = i - 1 - details.length;
      const first = details.length > 0 && parts[named]?.text === 'the' ? named : firstHas(parts, from, i);
      // "…; with JavaScript the list is sorted": a sentence that begins so tells the other case.
      if (parts[first]!.text === 'with' && parts[first - 1]?.sentence !== parts[first]!.sentence) continue;
      const has = first < i || isWelcome(parts, i);
      // "The code is indented with tabs. Use spaces, not tabs": how it is, and how it shall be.
      if (
        contrast &&
        (i > denier || parts.slice(from, i).some(({ text }) => /^(?:is|are|was|were|has|have)$/.test(text)))
      )
        continue;
      const middle = between(parts, prose, at, i).replace(/\bcan only be\b/, '');
      const parted = isWelcome(parts, i) ? CASES.test(middle) : PARTED.test(middle) || NEW_SUBJECT.test(middle);
      if (!has || parted) continue;
      const sides: [string, string] = [
        shown(parts, prose, denier, at),
        shown(parts, prose, Math.max(from, firstHas(parts, from, i)), i),
      ];
      found.push({ axis: 'presence', sides: at < i ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.65 });
      break;
    }
  }
  return found;
}

/** "Spaces, not tabs". */
const isContrast = (parts: readonly Part[], denier: number): boolean =>
  parts[denier]?.text === 'not' &&
  parts[denier - 1]?.text === ',' &&
  isNounish(parts[denier + 1]) &&
  isNounish(parts[denier - 2]);

/** "Children are welcome". */
const isWelcome = (parts: readonly Part[], at: number): boolean =>
  /^(?:is|are)$/.test(parts[at + 1]?.text ?? '') &&
  /^(?:welcome|allowed|permitted|invited|included|fine|ok)$/.test(parts[at + 2]?.text ?? '');

/** The place of what shows that the thing at `at` is there, up to five words before it; `at` where nothing does. */
function firstHas(parts: readonly Part[], from: number, at: number): number {
  for (let i = at - 1, words = 0; i >= from && words < 5; i--) {
    if (/^[.;,]$/.test(parts[i]!.text)) return at;
    if (HAS.test(parts[i]!.text) || isIn(parts, i) || (i === at - 1 && /^(?:its|their|whose)$/.test(parts[i]!.text)))
      return i;
    if (parts[i]!.kind !== 'mark') words += 1;
  }
  return at;
}

/** "In its rows", "in two fields", "by the parameter". */
const isIn = (parts: readonly Part[], at: number): boolean =>
  /^(?:in|from|into)$/.test(parts[at]!.text) &&
  (/^(?:its|their|two|three|four|five|several|each|every)$/.test(parts[at + 1]?.text ?? '') ||
    parts[at + 1]?.kind === 'number');

/** "On mobile", "for guests": not everywhere. */
function limited(parts: readonly Part[], at: number): boolean {
  const [next, verb] = [parts[at + 1]?.text ?? '', parts[at + 2]?.text ?? ''];
  // "Don't send the mail yet."
  if (next === 'yet' && parts[at + 2]?.kind === 'mark') return true;
  // "A bow without arrows that shoots": it is the bow that shoots.
  if (/^(?:that|which)$/.test(next) && /[^s]s$/.test(parts[at]!.text) && /[^s]s$/.test(verb)) return false;
  if (UNIVERSAL.has(verb) || (verb === 'the' && UNIVERSAL.has(parts[at + 3]?.text ?? ''))) return false;
  return /^(?:on|for|in|at|during|to|from|than|if|when|unless|except|older|that|which|where|before|after|while)$/.test(
    parts[at + 1]?.text ?? '',
  );
}

/** An act that must never happen, and does. */
function deniedActs(parts: readonly Part[], from: number, to: number, prose: string): Found[] {
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
      if (isByAnother(parts, no, i)) continue;
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
