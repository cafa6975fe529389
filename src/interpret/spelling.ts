/**
 * Repair of a word that is plainly misspelt, and only into a word of the lexicon. It never turns one word into another: a word that
 * is written like an English one is left as it is, so "cat" is never "hot" and "yes" never "red".
 */
import { OPPOSITES } from './opposites.ts';
import { remembered } from './remembered.ts';

const SHORTEST = 5;
const FIRST_LETTER = new Map<string, string[]>();
for (const [key, entries] of OPPOSITES) {
  if (key.includes(' ') || key.length < SHORTEST || entries.every(({ strict }) => strict)) continue;
  const group = `${key[0]}`;
  FIRST_LETTER.set(group, [...(FIRST_LETTER.get(group) ?? []), key]);
}

/** A letter too many, too few, wrong, or two swapped; nothing further. */
function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  return a.length + b.length <= 2 || (a.length === 2 && b === `${a[1]}${a[0]}`);
}

/**
 * Slips that no English word has: a doubled letter too many, "ei" for "ie", a missing or swapped letter inside a long word. A slip in
 * the first or last letter may always be another word ("static" and "statin", "paid" and "pain").
 */
function isPlainSlip(written: string, known: string): boolean {
  if (!isOneSlip(written, known) || written[0] !== known[0]) return false;
  const swapped =
    written.length === known.length && written.split('').toSorted().join('') === known.split('').toSorted().join('');
  const doubled = written.replace(/(.)\1/g, '$1') === known.replace(/(.)\1/g, '$1');
  // "Frozn": a swallowed vowel leaves an end that no English word has.
  const swallowed = written.length === known.length - 1 && /[bdfkptvz][lmn]$/.test(written);
  if (swapped || doubled || swallowed) return true;
  return (
    known.length >= 8 && written.at(-1) === known.at(-1) && !/(?:s|ed|ing|ly|er)$/.test(written.slice(known.length - 1))
  );
}

/** The word of the lexicon that a misspelt one stands for; null where it is one itself, or may be any other. */
export function knownWordFor(word: string): string | null {
  if (word.length < SHORTEST || word.length > 20) return null;
  return lookUp(word);
}

const lookUp = remembered((word): string | null => {
  if (OPPOSITES.has(word) || REAL_WORDS.has(word)) return null;
  const near = (FIRST_LETTER.get(word[0]!) ?? []).filter((known) => isPlainSlip(word, known));
  return near.length === 1 ? near[0]! : null;
});

/** Words one slip from a word of the lexicon that are words themselves. */
const REAL_WORDS = new Set(
  `quite quiets broad board brand statics silently weekly secure scared sacred lived loved lose loose dairy diary desert dessert
  angel angle trail trial casual causal untied united expensive expansive complement compliment immanent imminent dissolved
  uniformed informed disable enable unlock fluids liquids solids warmly coldly opener lightly heavier freezer freezes frozens
  stable table cable`
    .trim()
    .split(/\s+/),
);

/** Things people ask for and misspell, beside the words with opposites. */
const THINGS =
  `cheese cream sword pickaxe diamond armor helmet chocolate potion castle dragon zombie skeleton button settings database
  function dashboard template separate receive calendar environment parameter response request account language message`
    .trim()
    .split(/\s+/);

/** "Cheeze", "creem": written as they sound. */
const asSounded = (word: string): string =>
  word
    .replace(/z/g, 's')
    .replace(/ea|ie|ei/g, 'ee')
    .replace(/(.)\1/g, '$1')
    .replace(/ck|c(?=[aoulr])/g, 'k')
    .replace(/ph/g, 'f');

const repairedWord = remembered((word): string | null => {
  if (word.length < SHORTEST || REAL_WORDS.has(word) || THINGS.includes(word)) return null;
  const known = THINGS.filter(
    (thing) =>
      thing[0] === word[0] && (asSounded(thing) === asSounded(word) || (thing.length > 6 && isPlainSlip(word, thing))),
  );
  return known.length === 1 ? known[0]! : knownWordFor(word);
});

/** The text with its plain slips mended; names, code and all other words stay as they are. */
export function repairedText(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}_./@`"'-])[a-z]{5,20}(?![\p{L}\p{N}_/@`"'-]|\.\p{L})/gu,
    (word) => repairedWord(word) ?? word,
  );
}
