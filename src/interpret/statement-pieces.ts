/**
 * The pieces of a statement: the words in it that name something, the noun of its own, what limits it ("for admins", "in production"),
 * and where it begins and ends.
 */
import type { Mention } from './mentions.ts';
import { COPULAS, DETERMINERS, HELPERS, isNounish, type Part, stemOf, VERBS, words } from './prompt-words.ts';

export type Words = ReadonlySet<string>;

/** They begin what limits a statement: to whom, where, when it holds. */
export const LIMITS = words(
  `for in on at by from to of with during under inside outside between within via through against without before after until unless
  when if except on across per over about towards toward since where whenever behind only`,
);
/** They say that both hold. */
export const INSISTS = words('only also always simultaneously both same well never too everywhere everyone');
/** They name no thing of their own. */
export const STOCK = words(
  `same time thing way once moment own course itself themselves well kind sort be it them they this that these those as its their
  actually instantly there here all everywhere anywhere however sure certain please note amount extent degree`,
);
/** Not what was spoken of before. */
export const OTHERS = words('other others another rest remaining else second');
export const JOINS = words('and but yet , ; . & plus while ( ) - — : also well');

export const isContent = (part: Part): boolean =>
  (part.kind === 'quote' || part.kind === 'number' || isNounish(part)) && !STOCK.has(part.text);

/** The words of the parts that name something. A name in quotes or code is told apart into its words. */
export function contentOf(parts: readonly Part[], from: number, to: number, more = false): Set<string> {
  const words = new Set<string>();
  for (let i = Math.max(0, from); i < to && i < parts.length; i++) {
    const part = parts[i]!;
    if (part.kind === 'quote') for (const word of part.text.match(/[\p{L}\p{N}]{2,}/gu) ?? []) words.add(stemOf(word));
    else if (
      isContent(part) ||
      isAttribute(parts, i) ||
      (more && part.kind === 'word' && (part.text.endsWith('ly') || VERBS.has(part.text)))
    )
      words.add(stemOf(part.text));
  }
  return words;
}

/** "Open items": a verb of the list that stands before a noun as what tells which. */
const isAttribute = (parts: readonly Part[], at: number): boolean =>
  at > 0 &&
  /^(?:open|set|read|run|closed?|fixed|saved|sent|given|loaded|sorted|returned|stopped|started)$/.test(
    parts[at]!.text,
  ) &&
  isNounish(parts[at + 1]) &&
  (JOINS.has(parts[at - 1]!.text) || DETERMINERS.has(parts[at - 1]!.text));

export const isWithin = (inner: Words, outer: Words): boolean => {
  for (const word of inner) if (!outer.has(word)) return false;
  return true;
};

/** Where the noun behind an adjective ends, and what limits the statement begins. */
export function ownEnd(parts: readonly Part[], mention: Mention): number {
  let i = mention.to;
  // "Lazy loading", "breaking changes": right behind a quality a verb is a noun.
  const next = parts[i];
  if (
    next !== undefined &&
    VERBS.has(next.text) &&
    /(?:ing|[^s]s)$/.test(next.text) &&
    !COPULAS.has(next.text) &&
    !HELPERS.has(next.text) &&
    !COPULAS.has(parts[mention.from - 1]?.text ?? '')
  )
    i += 1;
  while (
    i < parts.length &&
    i < mention.to + REACH &&
    isNounish(parts[i]) &&
    parts[i]!.sentence === parts[mention.from]!.sentence
  )
    i += 1;
  return i;
}

/** Behind the words that limit a statement; where it began if there are none. */
export function limitEnd(parts: readonly Part[], from: number): number {
  const first = parts[from];
  if (first === undefined || !LIMITS.has(first.text)) return from;
  let i = from + 1;
  while (i < parts.length && i < from + REACH && parts[i]!.sentence === first.sentence && !JOINS.has(parts[i]!.text))
    i += 1;
  return i;
}

/** How far back a sentence is read. */
export const REACH = 40;
export const sentenceStart = (parts: readonly Part[], at: number): number => {
  let i = at;
  while (i > 0 && i > at - REACH && parts[i - 1]!.sentence === parts[at]!.sentence) i -= 1;
  return i;
};

/** The parts in front of the second predicate that belong to it: back to the last comma or "and". */
export function ownStart(parts: readonly Part[], from: number, at: number): number {
  let i = at;
  while (i > from && !JOINS.has(parts[i - 1]!.text)) i -= 1;
  return i;
}

export function has(parts: readonly Part[], from: number, to: number, words: Words): boolean {
  for (let i = Math.max(0, from); i < to; i++) if (words.has(parts[i]!.text)) return true;
  return false;
}
