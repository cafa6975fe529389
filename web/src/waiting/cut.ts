/** Shortens a long context until the reader expands it. Pure. */

/** A context with more lines than this is long. */
const LINES = 12;
const CHARACTERS = 800;
/** How much of a long context is shown: clearly less, so that expanding is worth a click. */
const LINES_SHOWN = 8;
const CHARACTERS_SHOWN = 560;

export function isLong(context: string): boolean {
  return context.length > CHARACTERS || context.trimEnd().split('\n', LINES + 1).length > LINES;
}

/** Its beginning, up to the end of a line or a word if possible. */
export function beginningOf(context: string): string {
  const lines = context.split('\n', LINES_SHOWN).join('\n');
  if (lines.length <= CHARACTERS_SHOWN) return lines.trimEnd();
  const cut = lines.slice(0, CHARACTERS_SHOWN);
  // Not every script has spaces between words; but no surrogate pair is split.
  return cut.replace(/\s+\S{0,40}$|[\uD800-\uDBFF]$/u, '');
}
