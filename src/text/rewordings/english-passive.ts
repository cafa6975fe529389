/**
 * "Should the results be cached" and "should I cache the results" are the same for acts on files and code, which only the asker would do.
 * Acts on people (notify, invite, charge) are excluded: whether users get mail and whether I mail them now are two questions.
 */
import { MAX_NOUN_LENGTH, words } from './phrases.ts';

const REGULAR =
  'add cache log store save create rename name retry skip mock pin format sort display show include enable install validate test ' +
  'document wrap indent type parse cast round pad trim escape encode compress encrypt hash index group filter merge split ' +
  'join align center highlight collapse expand paginate translate localize export import convert generate lint refactor extract ' +
  'inline copy move place use implement support handle ignore treat return raise throw call inject mark tag label comment list ' +
  'print render pretty-print minify bundle transpile compile package upgrade update bump lock track version configure define ' +
  'declare annotate load fetch poll batch queue schedule limit throttle debounce record count measure benchmark profile';

const IRREGULAR =
  'written=write built=build put=put kept=keep set=set shown=show displayed=show run=run split=split made=make held=hold thrown=throw placed=put';

/** Verbs of one syllable whose last consonant is doubled before -ed. */
const DOUBLED = /^[^aeiou]*[aeiou][bdglmnprt]$/;

function participle(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  if (DOUBLED.test(verb) || verb === 'format') return `${verb}${verb.at(-1)}ed`;
  return `${verb}ed`;
}

const BASE: ReadonlyMap<string, string> = new Map([
  ...REGULAR.split(' ').map((verb) => [participle(verb), verb] as const),
  ...IRREGULAR.split(' ').map((pair) => pair.split('=') as [string, string]),
]);

export function isParticiple(word: string): boolean {
  return BASE.has(word);
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
  const verb = BASE.get(tokens[be + 1] ?? '');
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
