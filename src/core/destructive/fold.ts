/** One spelling for a text: compatibility forms, lower case, no invisible characters, "deleteAll" as two words. */

/** Not dashes and quotation marks: they have one form, and stand in many texts. */
const HAS_FORMS = /[\u0080-\u2012\u2015-\u2017\u201e-\uffff]/;
const HUMP = /[a-z][A-Z]/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]/g;
/** Single characters that stand for a whole sentence, and would make a long text eighteen times as long. */
const LIGATURES = /[\ufdfa\ufdfb]/g;

export function fold(text: string): string {
  const plain = HAS_FORMS.test(text) ? text.replace(LIGATURES, ' ').normalize('NFKC').replace(INVISIBLE, '') : text;
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

/** Cyrillic letters that look like Latin ones. */
const LOOKALIKES = new Map(
  Array.from('аеорсухіѕјԁһӏвкмтп', (letter, i) => [letter.charCodeAt(0), 'aeopcyxisjdhlbkmtn'.charAt(i)]),
);

/** A word that mixes the two scripts is Latin in disguise: "dеlete" with a Cyrillic е is read as it looks. */
export function unmasked(word: string): string {
  let latin = false;
  let cyrillic = false;
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code >= 97 && code <= 122) latin = true;
    else if (code >= 0x400 && code < 0x530) cyrillic = true;
  }
  if (!latin || !cyrillic) return word;
  let plain = '';
  for (let i = 0; i < word.length; i += 1) plain += LOOKALIKES.get(word.charCodeAt(i)) ?? word.charAt(i);
  return plain;
}
