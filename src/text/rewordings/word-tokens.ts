/**
 * Splits a question's text into words and marks, with contractions written out. Code and quoted text are one token each, with their case.
 */

/** Single words that mean two or more; each has only one reading before what may follow it in a question. */
const SPOKEN: ReadonlyMap<string, readonly string[]> = new Map(
  (
    "cannot=can not|can't=can not|won't=will not|shan't=shall not|let's=let us|gonna=going to|wanna=want to|" +
    'whats=what is|dont=do not|doesnt=does not|didnt=did not|isnt=is not|arent=are not|shouldnt=should not|' +
    "wouldnt=would not|couldnt=could not|how'd=how did|why'd=why did|where'd=where did|when'd=when did|an=a|okay=ok|" +
    'alright=ok|folder=directory|folders=directories|repo=repository|repos=repositories|entire=whole|e-mail=email|' +
    'time-zone=timezone|postgresql=postgres|licence=license|licences=licenses|centre=center|grey=gray|' +
    'cut-off=cutoff'
  )
    .split('|')
    .map((pair) => pair.split('='))
    .map(([word, said]) => [word!, said!.split(' ')]),
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

/** American spelling for the few stems where no other English word is possible; `four` and `tour` are not among them. */
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
  const british = word.length > 5 && word.length < 24 && (word.includes('our') || word.includes('is'));
  out.push(british ? word.replace(BRITISH_OUR, '$1or').replace(BRITISH_ISE, '$1iz$2') : word);
}

const OPENING = new Set('([{\'"');
const CLOSING = new Set(')]}\'",;:?!.');
/** Marks that only separate parts of a sentence. After a word and before a blank they mean the same pause. */
const PAUSES = new Set(',;:.');

/** Splits brackets and sentence marks from a word; marks inside it (`a.b`, `c++`, `<=`, `10:30`) stay. */
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

/**
 * The words and marks of a text.
 * @param fold Normalises prose for comparison; code and double-quoted text are left unchanged.
 */
export function tokensOf(text: string, fold: (prose: string) => string): string[] {
  const out: string[] = [];
  let from = 0;
  let at = 0;
  const unclosed = new Set<string>();
  while (at < text.length) {
    const char = text[at]!;
    if ((char === '`' || char === '"') && !unclosed.has(char)) {
      const close = text.indexOf(char, at + 1);
      if (close > 0) {
        pushProse(fold(text.slice(from, at)), out);
        // A quote attached to a word stays distinct from a separate one.
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
  pushProse(fold(text.slice(from)), out);
  return out;
}

/** A path, a package or a command in lower case: `src/a.ts` means no more than src/a.ts. */
const PLAIN_PATH = /(?<![\w`])`((?=[^`]*[./_\d-])[a-z0-9][a-z0-9._/-]{0,60}[a-z0-9/])`(?![\w`])/g;
const PLAIN_COMMAND = /(?<=\b(?:run|execute|use) )`([a-z]{2,20} [a-z]{2,20})`(?![\w`])/gi;
/** A single name: `lodash`. Beside "and" a plain word could be part of the sentence. */
const PLAIN_NAME = /(?<![\w`]|\band |\bor )`([a-z][a-z0-9]{1,60})`(?![\w`]| and\b| or\b)/g;
/** Outside code these would have another meaning. */
const IN_PROSE = new Set(
  'all this that these those it them the then now not only also exit save test true false null none any each please and or'.split(
    ' ',
  ),
);

const STANDS_FOR_ANOTHER = new Set(
  'directory directories repository repositories whole postgres ok license licenses'.split(' '),
);

function isOnlyAName(code: string): boolean {
  const out: string[] = [];
  pushWord(code, out);
  return out.length === 1 && out[0] === code && !IN_PROSE.has(code) && !STANDS_FOR_ANOTHER.has(code);
}
/** Other quotation marks, as double quotes: 'Sign in' and 「保存」. An apostrophe is inside a word or after one. */
const QUOTED = /(?<=^|[\s(])'([^'\n]{1,80})'(?=$|[\s).,?!:;])|[「『]([^「」『』\n]{1,80})[」』]/g;

/** Unifies quotes, and removes the backticks of code that means nothing as code. */
export function withPlainQuotes(text: string): string {
  const unticked = text.includes('`')
    ? text
        .replace(PLAIN_PATH, '$1')
        .replace(PLAIN_COMMAND, '$1')
        .replace(PLAIN_NAME, (ticked, code: string) => (isOnlyAName(code) ? code : ticked))
    : text;
  return unticked.replace(QUOTED, (_whole, single?: string, corner?: string) => `"${single ?? corner}"`);
}
