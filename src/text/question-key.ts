/**
 * The forms by which the repeat guard compares questions. `questionHash` is the seed's own; `canonicalForm` is the tier "same", which is
 * applied silently: a rule belongs here only if it can never make two different questions equal. So word order, negation, numbers,
 * pronouns, names and "a" versus "the" all count, and quoted text and code count letter by letter. How questions are reworded in each
 * language: rewordings/.
 */
import { hash } from 'node:crypto';
import { exactWords } from './exact-words.ts';

import { fold, plain, seedFold } from './fold.ts';

import { rememberingText } from './remembering.ts';
import { inOneWording, withPlainOpener } from './rewordings/english.ts';
import { japanese } from './rewordings/japanese.ts';
import { tokensOf, withPlainQuotes } from './rewordings/word-tokens.ts';

const isEndMark = (char: string): boolean => char === '?' || char === '!' || char === '.' || char === '。';

/** Full stops stay: "." and ".." are folders. */
const isAfterWords = (char: string): boolean => char === ' ' || char === '?' || char === '!';

/** Removes marks and blanks at the end. A loop, because `/[?!.]+$/` takes quadratic time on a text full of question marks. */
function withoutEnd(text: string, isNoise: (char: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isNoise(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/**
 * The seed's normalisation and Unicode NFKC: lower case, trimmed, spaces collapsed, no `?`, `!` or `.` at the end.
 * @example
 * normaliseQuestion('Which format:  JSON ？'); // 'which format: json'
 */
export const normaliseQuestion = rememberingText((text) => {
  const folded = seedFold(text);
  const bare = withoutEnd(folded, (char) => char === ' ' || isEndMark(char));
  // A text of only marks keeps them: "?" and "..." are different questions.
  return bare === '' ? folded : bare;
});

/**
 * The seed's `questionHash`: SHA-256, in hex, of the normalised text.
 * @example
 * questionHash('Which format?') === questionHash('which  format ？'); // true
 */
export const questionHash = rememberingText((text) => hash('sha256', normaliseQuestion(text)));

// Japanese and Chinese put no blanks between words, so a blank beside their letters means nothing. Hangul does use them.
const CJK_BLANK = /(?<=[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]) | (?=[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])/g;
const HAS_CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const HAS_KANA = /[\u3040-\u30ff]/;
const isCjkNoise = (char: string): boolean => char === ' ' || isEndMark(char) || '、,，'.includes(char);
/** Longer questions are compared as written: the rules are about sentences, not about pages. */
const MAX_REWORDED_LENGTH = 4_000;

/** Japanese in one wording; Chinese and Korean are compared as written. */
function cjkWording(text: string): string {
  const bare = withoutEnd(text.replace(CJK_BLANK, ''), isCjkNoise) || text;
  return HAS_KANA.test(bare) ? japanese(bare) : bare;
}

interface Forms {
  readonly readable: string;
  readonly canonical: string;
}

/** Both forms of a text without its closing marks, by the rules of its language. */
function worded(text: string): Forms {
  const quotes = /[`"]/.test(text);
  if (HAS_CJK.test(text)) {
    const readable = fold(text.replace(CJK_BLANK, ''));
    const tokens = quotes
      ? tokensOf(text.replace(CJK_BLANK, ''), (prose) => cjkWording(fold(prose)))
      : tokensOf(cjkWording(readable), String);
    return { readable: withoutEnd(readable, isCjkNoise) || readable, canonical: tokens.join(' ') };
  }
  const prose = fold(text);
  const tokens = quotes ? tokensOf(text, fold) : tokensOf(prose, String);
  const opened = withPlainOpener(tokens);
  // A text of only politeness is compared as written.
  if (opened.length === 0) return { readable: prose, canonical: prose };
  return { readable: opened.join(' '), canonical: inOneWording(opened).join(' ') };
}

const forms = rememberingText((text): Forms => {
  if (text.length > MAX_REWORDED_LENGTH) {
    const whole = normaliseQuestion(text);
    return { readable: whole, canonical: whole };
  }
  const shown = withPlainQuotes(plain(text)).replace(/[“”„]/g, '"');
  // "." and ".." at the end are folders, not full stops.
  const folder = /[\s/]\./.test(shown) ? (/[\s/](\.{1,3})\s*[?!]*$/.exec(shown)?.[1] ?? '') : '';
  const bare = withoutEnd(shown, (char) => char === ' ' || isEndMark(char)) || shown;
  return worded(folder === '' ? bare : `${bare} ${folder}`);
});

/**
 * The form that is equal for two wordings of one question: contractions written out, "the" and politeness dropped, openers such as "what X
 * would you like me to use" and "which X should I use" unified; case counts only in code and quotes.
 * @example
 * canonicalForm("What's the target file?") === canonicalForm('What is the target file'); // true
 */
export function canonicalForm(text: string): string {
  return forms(text).canonical;
}

/**
 * The question in lower case with a plain opener, for matching patterns.
 * @example
 * readableForm('Could you tell me which format you want me to use?'); // 'which format should i use'
 */
export function readableForm(text: string): string {
  return forms(text).readable;
}

/**
 * The key over which the session's index is unique: 32 hex digits. Two wordings of one question share it.
 * @example
 * questionKey("What's the format?") === questionKey('What is the format?'); // true
 */
export const questionKey = rememberingText((text) => hash('sha256', `same ${canonicalForm(text)}`).slice(0, 32));

/** The same for a question that belongs to one job. */
export function jobKey(text: string, job: string): string {
  return hash('sha256', JSON.stringify(['job', job, canonicalForm(text)])).slice(0, 32);
}

/** The key of a question whose words already mean another thing in the session: it matches the same words about the same thing. */
export function contextKey(questionHash: string, beside: readonly string[]): string {
  return hash('sha256', JSON.stringify(['context', questionHash, ...beside.map(normaliseQuestion)])).slice(0, 32);
}

/** A key that no words produce, for a row whose own key belongs to another row. */
export function spareKey(id: string): string {
  return hash('sha256', JSON.stringify(['spare', id])).slice(0, 32);
}

/** A key of texts that are compared byte by byte. */
export function exactKey(texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(['exact', ...texts])).slice(0, 32);
}

/**
 * The key of a destructive question, which matches only the identical one of the same job: the same words by the seed's normalisation, and
 * the same in everything else that the person reads; paths, commands, code and numbers letter by letter.
 */
export function identicalKey(text: string, around: readonly string[], job: string | null): string {
  const exactly = (part: string) => [normaliseQuestion(part), ...exactWords(withoutEnd(plain(part), isAfterWords))];
  return hash('sha256', JSON.stringify(['identical', job, ...[text, ...around].map(exactly)])).slice(0, 32);
}

/** Names a group of equal questions: the same for the same parts. */
export function groupKey(...parts: readonly unknown[]): string {
  return `g-${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16)}`;
}
