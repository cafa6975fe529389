/** Whether two words with opposite meanings are said of one thing: one noun, the same noun again, or what a pronoun stands for. */
import type { Mention } from './mentions.ts';
import { DETERMINERS, INDEFINITE, isNounish, type Part, stemOf, UNIVERSAL, VERBS } from './prompt-words.ts';
import type { Thing } from './thing-said-of.ts';

/** Whether both are said of one thing, and how sure that is. */
export function sameThing(parts: readonly Part[], a: Mention, b: Mention): number {
  const [one, other] = [a.thing, b.thing];
  // "An ore helmet" is made of ore; only in heat and matter does one noun deny the other.
  if (
    a.before &&
    a.entries[0]!.role === 'noun' &&
    b.entries[0]!.role === 'noun' &&
    !/^(?:temperature|matter)$/.test(b.entries[0]!.axis)
  )
    return 0;
  if (one.of === 'noun' && one.at >= b.from && one.at < b.to) return 0.9;
  if (other.of === 'noun' && other.at >= a.from && other.at < a.to) return 0.9;
  if (one.of === 'noun' && other.of === 'noun') {
    if (one.at === other.at) return isChange(parts, a, b, one) ? 0 : 0.95;
    // "The free plan" and "the paid plan" are two plans: the words tell them apart.
    if (a.before && b.before && a.entries[0]!.role !== 'verb') return isManner(parts, one, other) ? 0.85 : 0;
    return one.stem === other.stem ? sameNoun(parts, one, other, a, b) : sharesUniversal(parts, one, other) ? 0.7 : 0;
  }
  const near = parts[b.from]!.sentence - parts[a.from]!.sentence <= 1;
  if (one.of === 'verb' && other.of === 'verb') return one.at === other.at ? 0.9 : 0;
  if (other.of === 'pronoun') {
    // "Delete the logs but keep those of the last week": some of them.
    if (/^(?:those|these|that)$/.test(parts[other.at]!.text) && isSome(parts[other.at + 1]?.text ?? '')) return 0;
    // "Speed up the slow query, it should be fast": the slow one is there, and is to change.
    const there =
      one.of === 'noun' && a.before && /^(?:the|our|this|these|those|my|your)$/.test(determinerOf(parts, one));
    return near && one.of !== 'verb' && !there && !isPerson(parts, other.at) ? 0.75 : 0;
  }
  if (one.of === 'pronoun') {
    const named = other.of === 'noun' && standsFor(parts, one.at, other.stem);
    return near && (other.of === 'nothing' || named) && !isPerson(parts, one.at) ? 0.7 : 0;
  }
  if (one.of === 'nothing' && other.of === 'nothing') return b.from - a.to <= 2 ? 0.8 : 0;
  // "Delete and keep the logs": the first has no thing of its own.
  if (one.of === 'nothing') return b.from - a.to <= 2 ? 0.7 : 0;
  if (other.of === 'nothing') return b.from - a.to <= 2 ? 0.7 : 0;
  return 0;
}

/** Whether the sentence before a pronoun names this noun. */
function standsFor(parts: readonly Part[], at: number, stem: string): boolean {
  const { sentence } = parts[at]!;
  return parts.slice(0, at).some((part) => part.sentence >= sentence - 1 && stemOf(part.text) === stem);
}

const isSome = (next: string): boolean =>
  /^(?:of|that|which|who|whose|with|without|from|in|on|for|older|newer|younger|larger|smaller|marked|tagged|still|not|where|by|under|over|above|below|after|before|since|you|we|i|they)$|(?:ed|ing)$/.test(
    next,
  );

const isPerson = (parts: readonly Part[], at: number): boolean =>
  /^(?:we|you|i|us|me|he|she|someone|anyone|everyone|something)$/.test(parts[at]!.text);

/** "Make the private repo public", "the slow page should be fast": it is one thing and is to become the other. */
function isChange(parts: readonly Part[], a: Mention, b: Mention, thing: NounThing): boolean {
  if (!a.before || b.before || a.entries[0]!.role === 'verb') return false;
  const between = parts.slice(thing.at + 1, b.from);
  if (between.some(({ text }) => /^(?:that|which|who|whose|where|\(|with)$/.test(text))) return false;
  if (!INDEFINITE.has(determinerOf(parts, thing))) return true;
  const earlier = parts.slice(Math.max(0, a.from - 3), a.from);
  return (
    earlier.some(({ text }) => /^(?:make|makes|turn|turns|set|sets|get|gets|render|renders)$/.test(text)) &&
    between.length === 0
  );
}

type NounThing = Extract<Thing, { of: 'noun' }>;

/** "In ascending order and in descending order": ways to do one thing, and not two things. */
const isManner = (parts: readonly Part[], one: NounThing, other: NounThing): boolean =>
  /^(?:order|direction)$/.test(one.stem) &&
  one.stem === other.stem &&
  limitAfter(parts, one.at) === '' &&
  limitAfter(parts, other.at) === '' &&
  other.at - one.at <= 5;

/** The words that go with a noun: "old" and "error" of "the old error logs". */
function detailsOf(parts: readonly Part[], { at }: NounThing, mention: Mention): readonly string[] {
  const details: string[] = [];
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const part = parts[i]!;
    if ((i >= mention.from && i < mention.to) || part.text === 'same') continue;
    if (part.sentence !== parts[at]!.sentence) break;
    // "The old timeout of the client": whose it is belongs to it.
    if (part.text === 'of' || (DETERMINERS.has(part.text) && parts[i - 1]?.text === 'of')) continue;
    const named = isNounish(part) || (VERBS.has(part.text) && part.text.endsWith('ing'));
    if (DETERMINERS.has(part.text) || !named) break;
    details.push(part.text);
  }
  return details;
}

export function determinerOf(parts: readonly Part[], { at }: NounThing): string {
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    if (DETERMINERS.has(parts[i]!.text)) return parts[i]!.text;
    if (!isNounish(parts[i]) && parts[i]!.text !== ',' && parts[i]!.text !== 'and') return '';
  }
  return '';
}

/** "For uploads", "by price": what limits a thing, right behind it. */
export function limitAfter(parts: readonly Part[], at: number): string {
  const next = parts[at + 1];
  if (next === undefined || !/^(?:for|by|in|on|at|of|from|with|to|that|which|older|newer|where)$/.test(next.text))
    return '';
  return parts
    .slice(at + 1, at + 5)
    .filter(({ kind, text }) => kind === 'word' && !DETERMINERS.has(text))
    .map(({ text }) => stemOf(text))
    .slice(0, 2)
    .join(' ');
}

function sameNoun(parts: readonly Part[], one: NounThing, other: NounThing, a: Mention, b: Mention): number {
  const [first, second] = [determinerOf(parts, one), determinerOf(parts, other)];
  // A second "a timeout" is another timeout.
  if (INDEFINITE.has(second) && (INDEFINITE.has(first) || second === 'another' || second === 'other')) return 0;
  // "… and a badge for drinks served hot": another thing comes in between.
  if (
    parts
      .slice(a.to, b.from)
      .some(({ text }, i, all) => /^(?:an?|another)$/.test(text) && /^(?:and|,|but)$/.test(all[i - 1]?.text ?? ''))
  )
    return 0;
  const [mine, theirs] = [detailsOf(parts, one, a), detailsOf(parts, other, b)];
  // "The payment handler … the handler": said shorter the second time.
  const shorter = second === 'the' && a.entries[0]!.role !== 'verb' && theirs.every((word) => mine.includes(word));
  if (!shorter && mine.toSorted().join(' ') !== theirs.toSorted().join(' ')) return 0;
  if (limitAfter(parts, one.at) !== limitAfter(parts, other.at)) return 0;
  return 0.85;
}

/** "Delete all logs but keep every log line": all of a thing has all of its parts in it. */
function sharesUniversal(parts: readonly Part[], one: NounThing, other: NounThing): boolean {
  if (!UNIVERSAL.has(determinerOf(parts, one)) || !UNIVERSAL.has(determinerOf(parts, other))) return false;
  const stems = (thing: NounThing) => {
    const found = [thing.stem];
    for (let i = thing.at - 1; i >= 0 && isNounish(parts[i]); i--) found.push(stemOf(parts[i]!.text));
    return found;
  };
  const mine = stems(one);
  return stems(other).some((stem) => mine.includes(stem));
}
