/**
 * The words the repeat guard compares by. `questionHash` is the seed's own; `canonicalForm` is the tier "same", which
 * is applied silently: a rule belongs here only if no two different questions can meet in it. So word order, negation,
 * numbers, pronouns, names and "a" against "the" all stay, and quoted text and code letter by letter. How questions are
 * reworded, language by language: wording/.
 */
import { hash } from 'node:crypto';
import { exactWords } from './exact-words.ts';

import { fold, plain, seedFold } from './fold.ts';

import { inOneWording, withPlainOpener } from './rewordings/english.ts';
import { japanese } from './rewordings/japanese.ts';
import { tokensOf, withPlainQuotes } from './rewordings/tokens.ts';

const isEndMark = (char: string): boolean => char === '?' || char === '!' || char === '.' || char === '。';

/** Full stops stay: "." and ".." are folders. */
const isAfterWords = (char: string): boolean => char === ' ' || char === '?' || char === '!';

/** Without marks and blanks at the end. A loop: `/[?!.]+$/` takes quadratic time on a text full of question marks. */
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
export const normaliseQuestion = remembering((text) => {
  const folded = seedFold(text);
  const bare = withoutEnd(folded, (char) => char === ' ' || isEndMark(char));
  // A text of nothing but marks keeps them: "?" and "..." are not one question.
  return bare === '' ? folded : bare;
});

/**
 * One question is normalised for its hash, its key and the sentinel, and a batch of them in turns: a few hundred are kept.
 * Long ones are not, so that the memory has a bound.
 */
function remembering<R>(compute: (text: string) => R): (text: string) => R {
  const known = new Map<string, R>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = compute(text);
    if (known.size >= 512) known.clear();
    if (text.length <= 500) known.set(text, result);
    return result;
  };
}

/**
 * The seed's `questionHash`: SHA-256, in hex, of the normalised text.
 * @example
 * questionHash('Which format?') === questionHash('which  format ？'); // true
 */
export const questionHash = remembering((text) => hash('sha256', normaliseQuestion(text)));

// Japanese and Chinese put no blanks between words, so one beside their letters says nothing. Hangul does use them.
const CJK_BLANK = /(?<=[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]) | (?=[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])/g;
const HAS_CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const HAS_KANA = /[\u3040-\u30ff]/;
const isCjkNoise = (char: string): boolean => char === ' ' || isEndMark(char) || '、,，'.includes(char);
/** Longer questions are compared as they stand: nobody rewords a page by the rules of a sentence. */
const MAX_REWORDED_LENGTH = 4_000;

/** Japanese in one wording; Chinese and Korean are compared as they stand. */
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
  // A text of nothing but politeness is compared as it stands.
  if (opened.length === 0) return { readable: prose, canonical: prose };
  return { readable: opened.join(' '), canonical: inOneWording(opened).join(' ') };
}

const forms = remembering((text): Forms => {
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
 * The form in which two wordings of one question meet: contractions written out, "the" and politeness dropped, openers
 * such as "what X would you like me to use" and "which X should I use" made one; case counts in code and quotes alone.
 * @example
 * canonicalForm("What's the target file?") === canonicalForm('What is the target file'); // true
 */
export function canonicalForm(text: string): string {
  return forms(text).canonical;
}

/**
 * The question in lower case with a plain opener, for patterns to be held against.
 * @example
 * readableForm('Could you tell me which format you want me to use?'); // 'which format should i use'
 */
export function readableForm(text: string): string {
  return forms(text).readable;
}

/**
 * The key the session's index is unique over: 32 hex digits. Two wordings of one question share it.
 * @example
 * questionKey("What's the format?") === questionKey('What is the format?'); // true
 */
export const questionKey = remembering((text) => hash('sha256', `same ${canonicalForm(text)}`).slice(0, 32));

/** The key of a question whose words already stand for another thing in the session: it meets the same words about its own. */
export function contextKey(questionHash: string, beside: readonly string[]): string {
  return hash('sha256', JSON.stringify(['context', questionHash, ...beside.map(normaliseQuestion)])).slice(0, 32);
}

/** A key that no words make, for a row whose own another one has. */
export function spareKey(id: string): string {
  return hash('sha256', JSON.stringify(['spare', id])).slice(0, 32);
}

/**
 * The key of a destructive question, which meets only the identical one of the same job: same words by the seed's normalisation, and
 * the same of all else that the person reads; paths, commands, code and numbers letter by letter.
 */
export function identicalKey(text: string, around: readonly string[], job: string | null): string {
  const exactly = (part: string) => [normaliseQuestion(part), ...exactWords(withoutEnd(plain(part), isAfterWords))];
  return hash('sha256', JSON.stringify(['identical', job, ...[text, ...around].map(exactly)])).slice(0, 32);
}
