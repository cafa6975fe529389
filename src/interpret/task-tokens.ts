/** A task's text in parts: words, the files it names, and where a sentence ends. Pure, and linear in the text. */
import { pathsMentioned } from '../resolve/semantic-resolver.ts';

export interface Token {
  /** A word in lower case, a file as it is written, or the end of a sentence. */
  readonly kind: 'word' | 'file' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** More than anybody reads before starting to work; beyond it are logs and sources. */
const LONGEST = 20_000;
const MOST_PLACES = 50;
const PATH_LETTER = /[\w/~@+\\-]/;

/** What the person says, without the code they show. */
export function proseOf(text: string): string {
  return text.slice(0, LONGEST).replace(/```[\s\S]*?(?:```|$)/g, '\n');
}

/** Where each file stands that the text names. */
function filesIn(text: string): Token[] {
  const found: Token[] = [];
  // The longest first, so that "src/a.ts" is not also taken for an "a.ts".
  for (const path of pathsMentioned(text).toSorted((a, b) => b.length - a.length)) {
    let from = text.indexOf(path);
    for (let places = 0; from >= 0 && places < MOST_PLACES; places++) {
      const end = from + path.length;
      const inside =
        PATH_LETTER.test(text[from - 1] ?? '') || text[from - 1] === '.' || PATH_LETTER.test(text[end] ?? '');
      const taken = found.some((other) => from < other.end && end > other.start);
      if (!inside && !taken) found.push({ kind: 'file', text: path, start: from, end });
      from = text.indexOf(path, end);
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

const PARTS = /([\p{L}\p{M}\p{N}_]+(?:['’][\p{L}]+)*)|[.!?;。！？\n]/gu;
/** French words that lean on the next one: l'erreur is erreur. */
const LEANING = /^(?:l|d|qu|c|j|n|s|m|t)['’](?=\p{L}{2})/u;

function wordsIn(text: string, offset: number): Token[] {
  return [...text.matchAll(PARTS)].map((match): Token => {
    const place = { start: offset + match.index, end: offset + match.index + match[0].length };
    if (match[1] === undefined) return { kind: 'end', text: match[0], ...place };
    const word = match[1].normalize('NFKC').toLowerCase().replaceAll('’', "'");
    return { kind: 'word', text: /^(?:let's|it's)$/.test(word) ? word : word.replace(LEANING, ''), ...place };
  });
}

/**
 * @example
 * tokensOf('Fix src/a.ts.').map(({ text }) => text); // ['fix', 'src/a.ts', '.']
 */
export function tokensOf(prose: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const file of filesIn(prose)) {
    tokens.push(...wordsIn(prose.slice(at, file.start), at), file);
    at = file.end;
  }
  return [...tokens, ...wordsIn(prose.slice(at), at)];
}
