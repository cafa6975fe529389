/**
 * Reads a shell command, and gives up early. A rule may allow only literal words joined by `&&`, `||`, `;` or `|`; whatever a shell could
 * expand, redirect or run in another way is unclear, and a person is asked. So this reader need not know what a shell would make of it.
 */

/** One simple command as its words, quotes removed. */
export type Words = readonly string[];

export type Operator = '&&' | '||' | ';' | '|';

export type ShellReading =
  | { readonly parts: readonly Words[]; readonly operators: readonly Operator[] }
  /** Why no rule may allow the command, as the end of a sentence about it. */
  | { readonly unclear: string };

/** Longer commands are not read. */
export const MAX_COMMAND = 10_000;
/** Bounds the work of matching, and a person could not judge more at a glance. */
const MAX_PARTS = 50;

/** In the pattern of a rule: a wildcard, and an escaped `*`. No command contains these characters. */
export const STAR = '\u0001';
export const LITERAL_STAR = '\u0002';

const PLAIN_CHAR = /[A-Za-z0-9_./:@%+,=-]/;
const PLAIN = /[A-Za-z0-9_./:@%+,=-]+/y;
/** Characters that have no other reading in any shell when quoted; what cannot be seen, or reorders text, is excluded. */
const UNQUOTABLE = /[^ -~\p{L}\p{N}\p{M}\p{P}\p{S}]/u;

const SPECIAL: Readonly<Record<string, string>> = {
  $: 'contains an expansion ($)',
  '`': 'contains a command substitution (`)',
  '\\': 'contains a backslash',
  '!': 'contains a “!”, which can expand the history',
  '*': 'contains a file pattern (*)',
  '?': 'contains a file pattern (?)',
  '[': 'contains a file pattern ([)',
  ']': 'contains a file pattern (])',
  '{': 'contains braces',
  '}': 'contains braces',
  '~': 'contains a “~”, which can expand to a folder',
  '^': 'contains a “^”, which some shells expand',
  '#': 'contains a “#”, which can start a comment',
  '<': 'contains a redirection (<)',
  '>': 'contains a redirection (>)',
  '(': 'contains a subshell or a function',
  ')': 'contains a subshell or a function',
  '\n': 'contains a line break',
  '\r': 'contains a line break',
  '\t': 'contains a tab',
};

/** Reads a command, or the pattern of a rule, in which an unquoted `*` is a wildcard. */
export function readShell(command: string, asPattern = false): ShellReading {
  if (command.length > MAX_COMMAND) return { unclear: `has more than ${MAX_COMMAND} characters` };
  const parts: Words[] = [];
  const operators: Operator[] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at]!;
    if (char === ' ') {
      endWord();
    } else if (char === "'" || char === '"') {
      const end = command.indexOf(char, at + 1);
      if (end < 0) return { unclear: 'contains an unclosed quote' };
      const quoted = command.slice(at + 1, end);
      const problem = quotedProblem(quoted, char, asPattern);
      if (problem !== null) return { unclear: problem };
      if (words.length === 0 && !asPattern) return { unclear: 'has quotes in the name of a program' };
      word = (word ?? '') + quoted;
      at = end;
    } else if (PLAIN_CHAR.test(char)) {
      if (char === '=' && word === null) return { unclear: 'contains a word that starts with “=”' };
      const plain = plainAt(command, at);
      word = (word ?? '') + plain;
      at += plain.length - 1;
    } else if (asPattern && (char === '*' || char === LITERAL_STAR)) {
      word = (word ?? '') + (char === '*' ? STAR : char);
    } else if (char === '~' && word !== null && /[A-Za-z0-9]$/.test(word)) {
      // HEAD~1
      word += char;
    } else if (char === '&' || char === '|' || char === ';') {
      const doubled = command[at + 1] === char;
      const after = command[at + (doubled ? 2 : 1)];
      if (after === '&' || after === '|' || after === ';')
        return { unclear: `contains an operator that is not read (${char}${after})` };
      if (char === '&' && !doubled) return { unclear: 'runs something in the background (&)' };
      if (char === ';' && doubled) return { unclear: 'contains an operator that is not read (;;)' };
      endWord();
      if (words.length === 0) return { unclear: 'has an operator without a command before it' };
      parts.push(words);
      operators.push((doubled ? char + char : char) as Operator);
      words = [];
      if (doubled) at += 1;
    } else {
      return { unclear: SPECIAL[char] ?? 'contains a character that is not plain ASCII outside quotes' };
    }
    if (parts.length >= MAX_PARTS) return { unclear: `joins more than ${MAX_PARTS} commands` };
  }
  endWord();
  if (words.length === 0) return { unclear: operators.length === 0 ? 'is empty' : 'ends with an operator' };
  return { parts: [...parts, words], operators };
}

function plainAt(text: string, at: number): string {
  PLAIN.lastIndex = at;
  return PLAIN.exec(text)?.[0] ?? '';
}

function quotedProblem(text: string, quote: string, asPattern: boolean): string | null {
  const quoted = asPattern ? text.replaceAll(LITERAL_STAR, '*') : text;
  const special = (quote === '"' && /[$`\\!]/.exec(quoted)?.[0]) || UNQUOTABLE.exec(quoted)?.[0];
  if (special) return SPECIAL[special] ?? 'contains a character that cannot be seen';
  // A program may hand the word to a shell of its own: git aliases, test -v, find.
  return /\$[({]|`/.test(quoted) ? 'contains a substitution in quotes' : null;
}
