/**
 * The one way in which texts are made comparable. `seedFold` is the seed's normalisation, which never changes. `fold` reads a text as a
 * person sees it: it drops invisible characters, and reads a lookalike inside a Latin word as the Latin letter.
 */

import { rememberingText } from './remembering.ts';

const IS_PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** One spelling that keeps the case: compatibility forms, single blanks, nothing invisible. */
export function plain(text: string): string {
  if (IS_PLAIN.test(text)) return text;
  return text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Seed 000: lower case, trimmed, single blanks, NFKC. */
export function seedFold(text: string): string {
  // Lower-casing can leave a form that NFKC would still compose, hence twice.
  return plain(text).toLowerCase().normalize('NFKC');
}

/** The text as it is seen, in lower case, with plain quotation marks. */
export const fold = rememberingText((text) => seedFold(asSeen(text)).replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"'));

/** Not dashes and quotation marks: they have one form, and appear in many texts. */
const HAS_FORMS = /[\u0080-\u2012\u2015-\u2017\u201e-\uffff]/;
/** Single characters that stand for a whole sentence, and would make a long text eighteen times as long. */
const LIGATURES = /[\ufdfa\ufdfb]/g;
/** White on black circles and squares, and the letters of flags: NFKC leaves them unchanged. */
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const ENCLOSED_FROM = [0x1f1e6, 0x1f170, 0x1f150];
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;
/** A letter that combining marks strike through, underline or circle is read as the letter. */
const PILED = /(?<=[A-Za-z])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]+/g;
const FOREIGN_LETTER = /[\u0250-\u02af\u0370-\u052f\u0531-\u0587\u1d00-\u1d7f]/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const LOOKALIKES = new Map(
  (
    [
      ['аеорсухіѕјԁһӏвкмтпгԛԝ', 'aeopcyxisjdhlbkmtnrqw'],
      ['АЕОРСУХІЅЈВКМТНԚԜ', 'AEOPCYXISJBKMTHQW'],
      ['αβεηικνορτυχωγ', 'abenikvoptuxwy'],
      ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
      ['ɑɡɩɪɴʀʏʟɢʙʜɛɐəıᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢօոսհ', 'agiinrylgbheaeiacdejkmoptuvwzonuh'],
    ] as const
  ).flatMap(([seen, latin]) => Array.from(seen, (letter, at) => [letter, latin.charAt(at)] as const)),
);

/** A text as it is seen, in its original case. Plain ASCII is unchanged. */
function asSeen(text: string): string {
  if (!HAS_FORMS.test(text)) return text;
  const plain = text
    .replace(LIGATURES, ' ')
    .replace(ENCLOSED, enclosedLetter)
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(PILED, '');
  return FOREIGN_LETTER.test(plain) ? plain.replace(WORD, unmasked) : plain;
}

function enclosedLetter(char: string): string {
  const code = char.codePointAt(0)!;
  const from = ENCLOSED_FROM.find((first) => code >= first)!;
  return String.fromCharCode(97 + code - from);
}

/** A word that mixes Latin letters with lookalikes is disguised Latin: "dеlete" with a Cyrillic е is read as it looks. */
function unmasked(word: string): string {
  if (!FOREIGN_LETTER.test(word) || (!/[a-z]/i.test(word) && !/[\u0250-\u02af\u1d00-\u1d7f]/.test(word))) return word;
  let plain = '';
  for (const letter of word) plain += LOOKALIKES.get(letter) ?? letter;
  return plain;
}

/** "d e l e t e" and "d.e.l.e.t.e": at least four single letters with the same sign between them. */
const SPACED =
  /(?<![a-z\d\u00c0-\u1fff\u3041-\u30fa\u30fc-\uffdc])[a-z]([ .*_~·/|-])(?:[a-z]\1){2,}[a-z](?![a-z\d\u00c0-\u1fff\u3041-\u30fa\u30fc-\uffdc])/g;

/** "i d e l e t e" begins with a separate word. */
function joined(letters: string): string {
  const word = letters.replace(/[^a-z]/g, '');
  return /^[ia] /.test(letters) ? `${word[0]} ${word.slice(1)}` : word;
}

/** Digits and signs used for letters inside a word. */
const LEET = new Map(Array.from('0134578@$!|', (sign, at) => [sign, 'oleastbasil'.charAt(at)]));
const LEET_WORD = /[a-z0-9@$!|]{4,24}/g;

function readLeet(word: string): string {
  if (!/[0-9@$!|][a-z]|[a-z][0-9@$|]/.test(word)) return word;
  return word.replace(/[0134578@$|]|!(?=[a-z])/g, (sign) => LEET.get(sign)!);
}

/** A folded text without accents and without disguised words; the same text if there are none. */
export function undisguised(folded: string): string {
  const plain = /[^\x00-\x7f]/.test(folded)
    ? folded
        .normalize('NFD')
        .replace(/(?<=[a-z])[\u0300-\u036f]+/g, '')
        .normalize('NFC')
    : folded;
  return plain.replace(SPACED, joined).replace(LEET_WORD, readLeet);
}
