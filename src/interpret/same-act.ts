/** Whether two verbs of opposite meaning are done to one thing: each to the same object, or one to what the other is said of. */
import type { Mention } from './mentions.ts';
import { ADVERBS, COPULAS, INDEFINITE, type Part, stemOf, VERBS, words } from './prompt-words.ts';
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
