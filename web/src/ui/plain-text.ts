/** Characters that change the direction of the following text, as in what agents write and people paste. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Untrusted text with its direction marks written out, as `⟨U+202E⟩`, since they can make it look like another text. Questions and options
 * with such marks are rejected; prompts, results and logs are stored unchanged.
 */
export function plainText(text: string): string {
  return text.replace(TURNS, writtenOut);
}

/**
 * Everything that cannot be seen, or looks like a plain space and is none. In a call that a person approves every character counts, so
 * more is written out there than in text that is only read.
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** A text as alternating parts: what is seen, then one character that is not, and so on. */
export function seenAndUnseen(text: string): { readonly text: string; readonly unseen: boolean }[] {
  const parts: { text: string; unseen: boolean }[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    if (index > end) parts.push({ text: text.slice(end, index), unseen: false });
    parts.push({ text: writtenOut(character), unseen: true });
    end = index + character.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), unseen: false });
  return parts;
}

/** A text of a call on one line of the page's own text, such as a path or the name of a tool. */
export function exactText(text: string): string {
  return text.replace(UNSEEN, writtenOut);
}

export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0;
}

function writtenOut(character: string): string {
  return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
