/** Whether two verbs of opposite meaning are done to one thing: each to the same object, or one to what the other is said of. */
import type { Mention } from './mentions.ts';
import { ADVERBS, COPULAS, INDEFINITE, type Part, stemOf, UNIVERSAL, VERBS, words } from './prompt-words.ts';
import {
  contentOf,
  has,
  isContent,
  isWithin,
  limitEnd,
  OTHERS,
  ownStart,
  REACH,
  sentenceStart,
} from './statement-pieces.ts';

const MAY = words(
  'let lets can could may able methods functions commands endpoints buttons actions operations ways shortcuts helpers hooks',
);
const ALLOWS = words('forbid forbids deny denies simultaneously always');

/** "The response must be paginated. Don't paginate the response": what the one is said of, the other is done to. */
export function isDoneToSubject(parts: readonly Part[], a: Mention, b: Mention): boolean {
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
export function sameAct(parts: readonly Part[], a: Mention, b: Mention): number {
  const tail = sharedTail(parts, a, b);
  const aEnd = Math.max(actEnd(parts, a.to), a.to + tail);
  const bEnd = Math.max(actEnd(parts, b.to), b.to + tail);
  if (aEnd > b.from) return 0;
  const joined = b.from === aEnd + 1 && parts[aEnd]!.text === 'and';
  const mine = objectOf(parts, a.to, aEnd);
  const whole = objectOf(parts, b.to, bEnd);
  const theirs = joined && whole !== mine ? objectOf(parts, b.to, withoutSharedLimit(parts, b.to, bEnd)) : whole;
  // What never happens happens to nothing: "never explodes and explodes on impact".
  const never = (a.denied && mine === '') || (b.denied && theirs === '');
  if (
    never ? mine === theirs && aEnd === a.to && bEnd === b.to && a.denied === b.denied : mine === '' || mine !== theirs
  )
    return 0;
  // "Show it and hide it when the data is there": the second has its time.
  if (!a.denied && !b.denied && IN_A_CASE.has(parts[bEnd]?.text ?? '') && !IN_A_CASE.has(parts[aEnd]?.text ?? ''))
    return 0;
  const start = sentenceStart(parts, a.from);
  // "Let people expand the panel and collapse the panel": what may be done, and not what is.
  if (!a.denied && !b.denied && has(parts, start, a.from, MAY) && !has(parts, start, b.to, ALLOWS)) return 0;
  const said = contentOf(parts, aEnd, b.from);
  if (!isWithin(said, contentOf(parts, start, a.from)) || has(parts, aEnd, b.from, INDEFINITE)) return 0;
  return 0.8;
}

/**
 * "Show the banner and hide the banner on every page": joined by "and" alone, where and how the second is done holds for the first too.
 * "For guests" and "at 10 seconds" may well be for the second alone, and so may whatever has a number in it.
 */
function withoutSharedLimit(parts: readonly Part[], from: number, end: number): number {
  let to = end;
  while (to > from && parts[to - 1]!.kind === 'mark') to -= 1;
  if (IN_A_CASE.has(parts[to]?.text ?? '')) return to;
  const last = parts[to - 1]?.text ?? '';
  if (to - 1 > from && /^(?:automatically|immediately|instantly|everywhere|always|automatic)$/.test(last))
    return to - 1;
  for (let i = from + 1; i < to; i++) {
    const [text, next] = [parts[i]!.text, parts[i + 1]?.text ?? ''];
    if (!/^(?:in|on|at|for|by|right|across|throughout)$/.test(text)) continue;
    const limit = parts.slice(i, to);
    if (
      limit.some(
        ({ kind, text: word }) => kind === 'number' || OTHERS.has(word) || /^(?:end|start|beginning|last)$/.test(word),
      )
    )
      return to;
    if (text === 'by' && next !== 'default') return to;
    return text === 'for' && !UNIVERSAL.has(next) ? to : i;
  }
  return to;
}
const IN_A_CASE = words('if when unless until once while whenever after before');

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
