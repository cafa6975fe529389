/**
 * "Should the results be cached" and "should I cache the results" are the same for acts on files and code, which only the asker would do.
 * Acts on people (notify, invite, charge) are excluded: whether users get mail and whether I mail them now are two questions.
 */
import { lazy, wordList } from '../lists.ts';
import { MAX_NOUN_LENGTH, words } from './phrases.ts';

/** Verbs of one syllable whose last consonant is doubled before -ed. */
const DOUBLED = /^[^aeiou]*[aeiou][bdglmnprt]$/;

function participle(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  if (DOUBLED.test(verb) || verb === 'format') return `${verb}${verb.at(-1)}ed`;
  return `${verb}ed`;
}

const base = lazy<ReadonlyMap<string, string>>(
  () =>
    new Map([
      ...[...wordList('passive')].map((verb) => [participle(verb), verb] as const),
      ...[...wordList('passive_irregular')].map((pair) => pair.split('=') as [string, string]),
    ]),
);

export function isParticiple(word: string): boolean {
  return base().has(word);
}

/** If the object is a person, the program may be what acts on them. */
const PEOPLE = words(
  'user users customer customers people person member members admin admins client clients you he she they',
);
const NO_NOUN = words('only not , i we to');

/** "should X be cached …" as "should i cache X …", also after a question word; otherwise unchanged. */
export function inActive(tokens: readonly string[]): readonly string[] {
  const should = tokens.indexOf('should');
  if (should < 0 || should > MAX_NOUN_LENGTH) return tokens;
  const be = tokens.indexOf('be', should);
  const verb = base().get(tokens[be + 1] ?? '');
  if (be < 0 || be > should + 1 + MAX_NOUN_LENGTH || verb === undefined) return tokens;
  const noun = tokens.slice(should + 1, be);
  const rest = tokens.slice(be + 2);
  const plain = !noun.some((word) => PEOPLE.has(word) || NO_NOUN.has(word));
  // "…be skipped or fixed": the second verb would have to be converted as well.
  const second = rest.some(
    (word, at) => (word === 'or' || word === 'and') && (at === 0 || isParticiple(rest[at + 1] ?? '')),
  );
  if (!plain || second || rest.includes('by')) return tokens;
  if (noun.length === 0 && should === 0) return tokens;
  return [...tokens.slice(0, should), 'should', 'i', verb, ...noun, ...rest];
}
