/**
 * The words the repeat guard compares by. `questionHash` is the seed's own; `canonicalForm` is the tier "same", which
 * is applied silently: a rule belongs here only if no two different questions can meet in it. So word order, negation,
 * numbers, pronouns, names and "a" against "the" all stay, and quoted text and code word by word; case never counts.
 */
import { hash } from 'node:crypto';
import { rewriteOpeners } from './question-openers.ts';

const isEndMark = (char: string): boolean => char === '?' || char === '!' || char === '.' || char === '。';

/** Without marks and blanks at the end. A loop: `/[?!.]+$/` takes quadratic time on a text full of question marks. */
function withoutEnd(text: string, isNoise: (char: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isNoise(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** One form for what looks alike: compatibility forms, blanks, and characters that are not seen at all. */
function plain(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The same, whatever the case. */
function fold(text: string): string {
  // Lower-casing can leave a form that NFKC would still compose, hence twice; plain ASCII costs next to nothing.
  return plain(text).toLowerCase().normalize('NFKC');
}

/**
 * The seed's normalisation and Unicode NFKC: lower case, trimmed, spaces collapsed, no `?`, `!` or `.` at the end.
 * @example
 * normaliseQuestion('Which format:  JSON ？'); // 'which format: json'
 */
export const normaliseQuestion = remembering((text) => {
  const folded = fold(text);
  const bare = withoutEnd(folded, (char) => char === ' ' || isEndMark(char));
  // A text of nothing but marks keeps them: "?" and "..." are not one question.
  return bare === '' ? folded : bare;
});

/**
 * One question is normalised for its hash, its key and the sentinel, and a batch of them in turns: a few hundred are kept.
 * Long ones are not, so that the memory has a bound.
 */
function remembering(compute: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
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
export function questionHash(text: string): string {
  return hash('sha256', normaliseQuestion(text));
}

/** Whole words that stand for two or more; every one has a single reading before what may follow it in a question. */
const SPOKEN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    cannot: 'can not',
    "can't": 'can not',
    "won't": 'will not',
    "shan't": 'shall not',
    "let's": 'let us',
    gonna: 'going to',
    wanna: 'want to',
    whats: 'what is',
    dont: 'do not',
    doesnt: 'does not',
    didnt: 'did not',
    isnt: 'is not',
    arent: 'are not',
    shouldnt: 'should not',
    wouldnt: 'would not',
    couldnt: 'could not',
    "how'd": 'how did',
    "why'd": 'why did',
    "where'd": 'where did',
    "when'd": 'when did',
    an: 'a',
  }).map(([word, words]) => [word, words.split(' ')]),
);

const NEGATABLE = new Set(
  'do does did is are was were have has had should would could must need might may dare ought'.split(' '),
);
const TAKES_IS = new Set(
  'what who where when why how which that this there here it he she everything something nothing'.split(' '),
);
const TAKES_WOULD = new Set('i you he she it we they that there'.split(' '));
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'m", 'am'],
]);

/** American spelling for the few stems where no other English word can be meant; `four` and `tour` are not among them. */
const BRITISH_OUR = /^(col|behavi|fav|flav|hon|lab|neighb|hum|rum|harb|arm|endeav)our/;
const BRITISH_ISE = /^(\w{3,}[^aeiou\W])is(e|es|ed|er|ers|ing|ation|ations)$/;

function pushWord(word: string, out: string[]): void {
  const spoken = SPOKEN.get(word);
  if (spoken !== undefined) {
    out.push(...spoken);
    return;
  }
  const mark = word.indexOf("'");
  if (mark > 0) {
    const ending = word.slice(mark);
    const stem = word.slice(0, mark);
    const known = ENDINGS.get(ending);
    if (known !== undefined) out.push(stem, known);
    else if (ending === "'t" && stem.endsWith('n') && NEGATABLE.has(stem.slice(0, -1)))
      out.push(stem.slice(0, -1), 'not');
    else if (ending === "'s" && TAKES_IS.has(stem)) out.push(stem, 'is');
    else if (ending === "'d" && TAKES_WOULD.has(stem)) out.push(stem, 'would');
    else out.push(word);
    return;
  }
  if (word.length > 5 && word.length < 24) {
    out.push(word.replace(BRITISH_OUR, '$1or').replace(BRITISH_ISE, '$1iz$2'));
    return;
  }
  out.push(word);
}

const OPENING = new Set('([{\'"');
const CLOSING = new Set(')]}\'",;:?!.');
/** Marks that only part a sentence. After a word and before a blank they carry the same pause. */
const PAUSES = new Set(',;:');

/** Splits brackets and sentence marks from a word; whatever stands inside it (`a.b`, `c++`, `<=`, `10:30`) stays. */
function pushToken(token: string, out: string[]): void {
  let start = 0;
  let end = token.length;
  while (start < end && OPENING.has(token[start]!)) start += 1;
  while (end > start && CLOSING.has(token[end - 1]!)) end -= 1;
  if (start === end) {
    out.push(token);
    return;
  }
  for (let i = 0; i < start; i += 1) out.push(token[i]!);
  pushWord(token.slice(start, end), out);
  for (let i = end; i < token.length; i += 1) out.push(PAUSES.has(token[i]!) ? ',' : token[i]!);
}

function pushProse(prose: string, out: string[]): void {
  for (const token of prose.split(' ')) {
    if (token === '') continue;
    // Between numbers it is a range.
    if ((token === '—' || token === '–') && !/^\d/.test(out.at(-1) ?? '')) out.push(',');
    else pushToken(token, out);
  }
}

/** Words and marks of a normalised text. Code and double-quoted text is one token each, quotes included. */
function tokensOf(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  let at = 0;
  const unclosed = new Set<string>();
  while (at < text.length) {
    const char = text[at]!;
    if ((char === '`' || char === '"') && !unclosed.has(char)) {
      const close = text.indexOf(char, at + 1);
      if (close > 0) {
        pushProse(text.slice(from, at), out);
        // A quote glued to a word stays told apart from one that stands alone.
        const glue = at > 0 && text[at - 1] !== ' ' ? '~' : '';
        out.push(glue + text.slice(at, close + 1));
        from = close + 1;
        at = close;
      } else {
        unclosed.add(char);
      }
    }
    at += 1;
  }
  pushProse(text.slice(from), out);
  return out;
}

const CJK = '\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
// Japanese and Chinese put no blanks between words, so one beside their letters says nothing. Hangul does use them.
const CJK_BLANK = /(?<=[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]) | (?=[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])/g;
const HAS_CJK = new RegExp(`[${CJK}]`);
const isCjkNoise = (char: string): boolean => char === ' ' || isEndMark(char) || '、,，'.includes(char);

/**
 * The form in which two wordings of one question meet: contractions written out, "the" and politeness dropped, openers
 * such as "what X would you like me to use" and "which X should I use" made one.
 * @example
 * canonicalForm("What's the target file?") === canonicalForm('What is the target file'); // true
 */
export const canonicalForm = remembering((text) => {
  // "." and ".." at the end are folders, not full stops.
  const folder = text.includes(' .') ? (/\s(\.{1,2})\s*[?!]*$/.exec(plain(text))?.[1] ?? '') : '';
  let folded = `${normaliseQuestion(text)} ${folder}`.trimEnd().replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"');
  if (HAS_CJK.test(folded)) folded = withoutEnd(folded.replace(CJK_BLANK, ''), isCjkNoise) || folded;
  const tokens = rewriteOpeners(tokensOf(folded));
  // A text of nothing but politeness is compared as it stands.
  return tokens.length === 0 ? folded : tokens.join(' ');
});

/**
 * The key the session's index is unique over: 32 hex digits. Two wordings of one question share it.
 * @example
 * questionKey("What's the format?") === questionKey('What is the format?'); // true
 */
export function questionKey(text: string): string {
  return hash('sha256', `same ${canonicalForm(text)}`).slice(0, 32);
}

/**
 * The key of a destructive question, which meets only the identical one: same words, and the same of all else that the person
 * reads. Case and dots at the end stay, because `rm -rf Data` and `data`, `.` and `..` are two things each.
 */
export function identicalKey(text: string, around: readonly string[]): string {
  const words = withoutEnd(plain(text), (char) => char === ' ' || char === '?' || char === '!');
  return hash('sha256', JSON.stringify(['identical', words, ...around.map(plain)])).slice(0, 32);
}
