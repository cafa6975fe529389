/** Marks that turn the direction of the text after them, as in what agents write and people paste. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text of anybody's, with what would make it look like another one written out: `⟨U+202E⟩`. Questions and options are refused
 * with these marks in them; prompts, results and logs are kept as they came.
 */
export function plainText(text: string): string {
  return text.replace(TURNS, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}
