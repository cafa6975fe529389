/** The one tokenizer and the one stemmer. */
import { fold } from './fold.ts';
import { lazy, wordList } from './lists.ts';

const JAPANESE = /[\u3040-\u30ff]/;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Loaded only where Japanese is read: the segmenter takes some milliseconds to start. */
const segmenter = lazy(() => new Intl.Segmenter('ja', { granularity: 'word' }));

export const isJapanese = (text: string): boolean => JAPANESE.test(text);
export const isCjk = (text: string): boolean => CJK.test(text);

/** Text beyond this is not cut into words. */
const MAX_READ = 20_000;

/**
 * The words of a text, folded: letters, digits and apostrophes; everything else parts them. Japanese is cut by Intl.Segmenter.
 * @example
 * wordsOf("Don't force-push main!"); // ["don't", 'force', 'push', 'main']
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text.slice(0, MAX_READ));
  if (!isCjk(folded)) return folded.match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];
  return Array.from(segmenter().segment(folded))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/**
 * A word without its ending, so that "deletes", "deleting" and "delete" meet. Crude on purpose.
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

/** The stems of the words that say what a text is about: no pronouns, modals, articles or verbs that any question has. */
export function contentStems(text: string): Set<string> {
  const stems = new Set<string>();
  for (const word of wordsOf(text)) {
    if (wordList('function').has(word) || /^\p{Script=Hiragana}{1,3}$/u.test(word)) continue;
    stems.add(stemOf(word));
  }
  return stems;
}
