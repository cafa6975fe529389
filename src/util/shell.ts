/** Words of a POSIX shell's command line. Pure. */

/** A word quoted for a shell. */
export function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** One piece of a word: quoted text, an escaped character, or plain characters. Operators and comments match nothing. */
const PIECE = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([^\n])|([^\s'"\\;|&<>()#\n]|(?<=\S)#)+/y;

/**
 * The words of a single command, without their quotes; variables and patterns stay as they are written. Null if the line is more than
 * one command, redirects, or cannot be read.
 * @example
 * shellWords('claude --model "opus 5"'); // ['claude', '--model', 'opus 5']
 * shellWords('claude -p | tee log'); // null
 */
export function shellWords(line: string): string[] | null {
  const text = line.trim();
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    let word = '';
    const from = at;
    for (let piece = pieceAt(text, at); piece !== null; piece = pieceAt(text, at)) {
      word += piece.text;
      at = piece.end;
    }
    if (at === from) return null;
    words.push(word);
    const space = /[ \t]+/y;
    space.lastIndex = at;
    const skipped = space.exec(text);
    if (skipped === null && at < text.length) return null;
    at += skipped?.[0].length ?? 0;
  }
  return words;
}

function pieceAt(text: string, at: number): { readonly text: string; readonly end: number } | null {
  PIECE.lastIndex = at;
  const found = PIECE.exec(text);
  if (found === null) return null;
  const [all, single, double, escaped] = found;
  const plain = single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? all;
  return { text: plain, end: at + all.length };
}
