/** What nobody does and all do: "nobody can see the page, and all employees can view the page", "delete every file … no file is lost". */
import type { Found } from './contradictions.ts';
import { ADVERBS, COPULAS, HELPERS, isNounish, type Part, SMALL_WORDS, stemOf, words } from './prompt-words.ts';
import { actOf } from './same-verb.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const NOBODY = words('nobody none');
const EVERYBODY = words('everyone everybody anyone anybody');
const EVERY = words('every each all any');
/** What one of them says holds for some, or in a certain case alone. */
const PARTED = words(
  'except unless if when until while but without besides other others own before after or than only instead otherwise then again once else',
);
const LIMITS = words('in on for at by with without from to of during as via than who whose');
const FURTHEST = 30;

interface Said {
  readonly from: number;
  readonly to: number;
  /** Of whom or what it is said; "anybody" of all there are. */
  readonly who: string;
  readonly act: string;
  /** What it is done to, its words in their order. */
  readonly object: string;
  readonly limit: string;
}

export function noneAndEvery(parts: readonly Part[], prose: string): Found[] {
  const nones = parts.flatMap(({ text }, at) => (text === 'no' || NOBODY.has(text) ? [at] : [])).slice(0, 8);
  if (nones.length === 0 || !parts.some(({ text }) => EVERY.has(text) || EVERYBODY.has(text))) return [];
  for (const at of nones) {
    const none = noneAt(parts, at);
    if (none === null) continue;
    const end = Math.min(parts.length, none.to + FURTHEST);
    for (let i = Math.max(0, at - FURTHEST); i < end; i++) {
      const every = i >= none.from && i < none.to ? null : everyAt(parts, i);
      if (every === null || !isSame(none, every) || isParted(parts, none, every)) continue;
      const shown = ({ from, to }: Said) => prose.slice(parts[from]!.start, parts[to - 1]!.end);
      const [one, other] = none.from < every.from ? [none, every] : [every, none];
      if (TROUBLE_SENTENCE.test(prose.slice(parts[one.from]!.start, parts[other.to - 1]!.end).toLowerCase())) continue;
      return [{ axis: 'all', sides: [shown(one), shown(other)], cosmetic: false, confidence: 0.75 }];
    }
  }
  return [];
}

const isSame = (none: Said, every: Said): boolean =>
  none.act === every.act &&
  none.object === every.object &&
  (none.limit === every.limit || none.limit === '') &&
  (none.who === every.who || (none.who === 'anybody' && every.object === none.object && every.who !== 'thing'));

function isParted(parts: readonly Part[], one: Said, other: Said): boolean {
  const [from, to] = one.from < other.from ? [one.to, other.from] : [other.to, one.from];
  if (to < from || (parts[to]?.sentence ?? 0) - (parts[from - 1]?.sentence ?? 0) > 1) return true;
  for (let i = from; i < to; i++)
    if (PARTED.has(parts[i]!.text) && !/^(?:sure|certain)$/.test(parts[i + 1]?.text ?? '') && !isMakeSure(parts, i))
      return true;
  return false;
}
/** "…, but make sure that". */
const isMakeSure = (parts: readonly Part[], at: number): boolean =>
  parts[at]!.text === 'but' &&
  /^(?:make|ensure|see|every|all|each|everyone|everybody)$/.test(parts[at + 1]?.text ?? '');

const isSmall = (text: string): boolean =>
  (HELPERS.has(text) || ADVERBS.has(text) || /^(?:is|are|be|gets?|been|was|were|allowed|able|ever)$/.test(text)) &&
  text !== 'not' &&
  text !== 'never';

function nounsFrom(parts: readonly Part[], at: number): number {
  let to = at;
  while (isNounish(parts[to]) && parts[to]!.sentence === parts[at]!.sentence) to += 1;
  return to;
}

const namesOf = (parts: readonly Part[], from: number, to: number): string =>
  parts
    .slice(from, to)
    .filter((part) => isNounish(part))
    .map(({ text }) => stemOf(text))
    .join(' ');

/** From a subject that ends at `to` on: what it does, or what is done to it. */
function saidFrom(parts: readonly Part[], from: number, who: string, to: number): Said | null {
  let i = to;
  let passive = false;
  while (i < parts.length && isSmall(parts[i]!.text)) {
    passive ||= /^(?:is|are|be|gets?|been|was|were)$/.test(parts[i]!.text);
    i += 1;
  }
  const verb = parts[i];
  if (verb === undefined || verb.kind !== 'word' || verb.text.length < 3 || COPULAS.has(verb.text)) return null;
  if (passive && !/(?:ed|en|n|t|d|k)$/.test(verb.text)) return null;
  i += 1;
  let act = actOf(verb.text);
  if (
    /^(?:in|out|up|off|on)$/.test(parts[i]?.text ?? '') &&
    !/^(?:the|an?|all|every)$/.test(parts[i + 1]?.text ?? '') &&
    !isNounish(parts[i + 1])
  ) {
    act += ` ${parts[i]!.text}`;
    i += 1;
  }
  const objectFrom = i;
  while (/^(?:the|an?|any|all|this|that|it|its|their|them)$/.test(parts[i]?.text ?? '')) i += 1;
  const objectTo = nounsFrom(parts, i);
  const object = passive ? '' : namesOf(parts, objectFrom, objectTo);
  const end = passive || object === '' ? objectFrom : objectTo;
  const limit = LIMITS.has(parts[end]?.text ?? '') ? (parts[nounsFrom(parts, end + 2) - 1]?.text ?? 'limited') : '';
  return passive
    ? { from, to: end, who: 'thing', act, object: who, limit }
    : { from, to: end, who, act, object, limit };
}

function noneAt(parts: readonly Part[], at: number): Said | null {
  const { text } = parts[at]!;
  if (NOBODY.has(text) || (text === 'no' && parts[at + 1]?.text === 'one'))
    return saidFrom(parts, at, 'anybody', text === 'no' ? at + 2 : at + 1);
  const to = nounsAndVerb(parts, at + 1);
  return to === at + 1 ? null : saidFrom(parts, at, namesOf(parts, at + 1, to), placeBehind(parts, to));
}

/** The nouns of a subject end before its verb, which looks like a noun to the reader of prompts: "every player carries". */
function nounsAndVerb(parts: readonly Part[], at: number): number {
  const to = nounsFrom(parts, at);
  if (to - at < 2) return to;
  const [subject, verb] = [parts[to - 2]!.text, parts[to - 1]!.text];
  const one = stemOf(subject) === subject;
  return one === (/[^s]s$/.test(verb) && stemOf(verb) !== verb) ? to - 1 : to;
}

/** "No file in the bucket is removed": past what tells where the thing is. */
function placeBehind(parts: readonly Part[], at: number): number {
  if (!/^(?:in|of|on|from)$/.test(parts[at]?.text ?? '')) return at;
  let i = at + 1;
  while (/^(?:the|an?|our|its|this|that)$/.test(parts[i]?.text ?? '')) i += 1;
  return nounsFrom(parts, i);
}

function everyAt(parts: readonly Part[], at: number): Said | null {
  const { text } = parts[at]!;
  if (EVERYBODY.has(text)) return saidFrom(parts, at, 'anybody', at + 1);
  if (!EVERY.has(text)) return null;
  const start = parts[at + 1]?.text === 'the' ? at + 2 : at + 1;
  const to = nounsAndVerb(parts, start);
  if (to === start) return null;
  const who = namesOf(parts, start, to);
  // "Delete every file": what the verb before is done to.
  const before = parts[at - 1];
  if (before?.kind === 'word' && before.sentence === parts[at]!.sentence && isOrder(parts, at - 1))
    return { from: at - 1, to, who: 'thing', act: actOf(before.text), object: who, limit: '' };
  return saidFrom(parts, at, who, placeBehind(parts, to));
}

const isOrder = (parts: readonly Part[], at: number): boolean =>
  !SMALL_WORDS.has(parts[at]!.text) &&
  (at === 0 ||
    parts[at - 1]!.sentence !== parts[at]!.sentence ||
    /^(?:,|and|but|must|should|to|will|please)$/.test(parts[at - 1]!.text));
