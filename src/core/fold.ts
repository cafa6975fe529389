/**
 * One fold for keys and for harm: a text as a person sees it. What is not seen goes, what looks like a Latin letter is one: full-width and
 * styled letters, letters in circles and squares, marks piled upon letters, and letters of other scripts inside a Latin word.
 */

/** Not dashes and quotation marks: they have one form, and stand in many texts. */
const HAS_FORMS = /[\u0080-\u2012\u2015-\u2017\u201e-\uffff]/;
/** Single characters that stand for a whole sentence, and would make a long text eighteen times as long. */
const LIGATURES = /[\ufdfa\ufdfb]/g;
/** White on black circles and squares, and the letters that flags are made of: NFKC leaves them as they are. */
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const ENCLOSED_FROM = [0x1f1e6, 0x1f170, 0x1f150];
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;
/** What is struck through, underlined or circled by marks of its own reads as the letter. */
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

/** A text as it is seen, in its own case. Plain ASCII is left as it is. */
export function asSeen(text: string): string {
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

/** A word that mixes Latin with letters that look so is Latin in disguise: "dеlete" with a Cyrillic е is read as it looks. */
export function unmasked(word: string): string {
  if (!FOREIGN_LETTER.test(word) || (!/[a-z]/i.test(word) && !/[\u0250-\u02af\u1d00-\u1d7f]/.test(word))) return word;
  let plain = '';
  for (const letter of word) plain += LOOKALIKES.get(letter) ?? letter;
  return plain;
}
