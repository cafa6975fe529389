/** One spelling for a text: as it is seen, in lower case, "deleteAll" as two words. */
import { asSeen } from '../fold.ts';

const HUMP = /[a-z][A-Z]/;

export function fold(text: string): string {
  const plain = asSeen(text);
  // Hardly any text has such a word, and the look for one costs a tenth of the replacing.
  return (HUMP.test(plain) ? plain.replace(/(?<=[a-z]{2})(?=[A-Z])/g, ' ') : plain).toLowerCase();
}

/** Letters that no decomposition turns into plain ones. */
const STROKES: readonly (readonly [string, string])[] = [
  ['ł', 'l'],
  ['ø', 'o'],
  ['ß', 'ss'],
  ['ı', 'i'],
  ['đ', 'd'],
  ['æ', 'ae'],
  ['œ', 'oe'],
];

/** For each letter with an accent, the letter without; made once, because to decompose each word is slow. */
const PLAIN = new Map<number, string>(STROKES.map(([letter, plain]) => [letter.charCodeAt(0), plain]));
for (const [from, to] of [
  [0xc0, 0x250],
  [0x400, 0x460],
  [0x1e00, 0x1f00],
] as const) {
  for (let code = from; code < to; code += 1) {
    const letter = String.fromCharCode(code);
    const plain = letter.normalize('NFD').charAt(0);
    if (plain !== letter && !PLAIN.has(code)) PLAIN.set(code, plain);
  }
}

/** A folded word without its accents; "löschen" and "loschen" are one. */
export function withoutAccents(word: string): string {
  let plain = '';
  let from = 0;
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code < 0xc0) continue;
    const letter = code >= 0x300 && code < 0x370 ? '' : PLAIN.get(code);
    if (letter === undefined) continue;
    plain += word.slice(from, i) + letter;
    from = i + 1;
  }
  return from === 0 ? word : plain + word.slice(from);
}

/** "d e l e t e" and "d.e.l.e.t.e": at least four letters, each alone, with the same sign between them. */
const SPACED = /(?<![\p{L}\p{N}])[a-z]([ .*_~·/|-])(?:[a-z]\1){2,}[a-z](?![\p{L}\p{N}])/gu;

/** "i d e l e t e" begins with a word of its own. */
function joined(letters: string): string {
  const word = letters.replace(/[^a-z]/g, '');
  return /^[ia] /.test(letters) ? `${word[0]} ${word.slice(1)}` : word;
}

/** Digits and signs that stand for letters inside a word. */
const LEET = new Map(Array.from('0134578@$!|', (sign, at) => [sign, 'oleastbasil'.charAt(at)]));
const LEET_WORD = /[a-z0-9@$!|]{4,24}/g;

function readLeet(word: string): string {
  if (!/[0-9@$!|][a-z]|[a-z][0-9@$|]/.test(word)) return word;
  return word.replace(/[0134578@$|]|!(?=[a-z])/g, (sign) => LEET.get(sign)!);
}

/** A folded text without the disguises of its words; the same text where there are none. */
export function undisguised(folded: string): string {
  return withoutAccents(folded).replace(SPACED, joined).replace(LEET_WORD, readLeet);
}
