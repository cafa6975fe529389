/** A long context as it is shown until somebody wants all of it. Pure. */

/** More than this is long. */
const LINES = 12;
const CHARACTERS = 800;
/** So much of a long one is shown: clearly less, so that a click is worth it. */
const LINES_SHOWN = 8;
const CHARACTERS_SHOWN = 560;

export function isLong(context: string): boolean {
  return context.length > CHARACTERS || context.trimEnd().split('\n', LINES + 1).length > LINES;
}

/** Its beginning, up to the end of a line or a word where there is one. */
export function beginningOf(context: string): string {
  const lines = context.split('\n', LINES_SHOWN).join('\n');
  if (lines.length <= CHARACTERS_SHOWN) return lines.trimEnd();
  const cut = lines.slice(0, CHARACTERS_SHOWN);
  // Not every script has blanks between its words; but no character is cut in two.
  return cut.replace(/\s+\S{0,40}$|[\uD800-\uDBFF]$/u, '');
}
