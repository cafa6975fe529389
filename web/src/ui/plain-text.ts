/** Characters that change the direction of the following text, as in what agents write and people paste. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Untrusted text with its direction marks written out, as `⟨U+202E⟩`, since they can make it look like another text. Questions and options
 * with such marks are rejected; prompts, results and logs are stored unchanged.
 */
export function plainText(text: string): string {
  return text.replace(TURNS, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}
