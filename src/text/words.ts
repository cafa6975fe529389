/** The one tokenizer and the one stemmer. */
import { fold } from './fold.ts';
import { lazy, wordList } from './lists.ts';

/**
 * Letters, digits and their combining marks, for a character class with the flag u. In few ranges: \p{L} and \p{N} have hundreds, and each
 * pattern with them takes a process up to a millisecond.
 */
export const LETTERS =
  'a-zA-Z\\d\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u060b\\u060d-\\u061a\\u0620-\\u06d3\\u06d5-\\u0963\\u0966-\\u1fff\\u2c00-\\u2dff\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u318e\\u31a0-\\u31ff\\u3400-\\ud7ff\\uf900-\\ufdfb\\ufe70-\\ufefc\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdc\\u{10000}-\\u{1efff}\\u{20000}-\\u{3ffff}';
const WORD = new RegExp(`[${LETTERS}][${LETTERS}']*`, 'gu');

const JAPANESE = /[\u3040-\u30ff]/;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Loaded only for Japanese text: the segmenter takes some milliseconds to start. */
const segmenter = lazy(() => new Intl.Segmenter('ja', { granularity: 'word' }));

export const isJapanese = (text: string): boolean => JAPANESE.test(text);
export const isCjk = (text: string): boolean => CJK.test(text);

/** Text beyond this is not split into words. */
const MAX_READ = 20_000;

/**
 * The words of a text, folded: letters, digits and apostrophes; everything else separates them. Japanese is split by Intl.Segmenter.
 * @example
 * wordsOf("Don't force-push main!"); // ["don't", 'force', 'push', 'main']
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text.slice(0, MAX_READ));
  if (!isCjk(folded)) return folded.match(WORD) ?? [];
  return Array.from(segmenter().segment(folded))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/**
 * A word without its ending, so that "deletes", "deleting" and "delete" are equal. Crude on purpose.
 * @example
 * stemOf('dropping'); // 'drop'
 */
export function stemOf(word: string): string {
  if (word.length < 4 || /[^a-z']/.test(word)) return word;
  let root = word.replace(/'s$/, '');
  if (root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (/(?:s|x|z|ch|sh)es$/.test(root)) root = root.slice(0, -2);
  else if (root.endsWith('s') && !/(?:ss|us|is)$/.test(root)) root = root.slice(0, -1);
  if (root.length > 5 && root.endsWith('ing')) root = root.slice(0, -3);
  else if (root.length > 4 && root.endsWith('ed')) root = root.slice(0, -2);
  if (root.length > 3 && root.endsWith('e')) root = root.slice(0, -1);
  const last = root.at(-1);
  if (root.length > 3 && last === root.at(-2) && last !== 's' && last !== 'l') root = root.slice(0, -1);
  return root;
}

/** The stems of the words that say what a text is about: no pronouns, modals, articles or verbs common to all questions. */
export function contentStems(text: string): Set<string> {
  const stems = new Set<string>();
  for (const word of wordsOf(text)) {
    if (wordList('function').has(word) || /^[\u3041-\u3096\u309d-\u309f]{1,3}$/.test(word)) continue;
    stems.add(stemOf(word));
  }
  return stems;
}
