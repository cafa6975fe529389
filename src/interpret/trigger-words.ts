/**
 * How the words begin that a pattern cannot match without, read from the pattern itself, once. Most prompts have none of them, so most
 * patterns are never held against them.
 */
/** Of a language with blanks the first letters of a word count; of one without, any two letters behind each other. */
export interface Script {
  readonly letters: RegExp;
  readonly key: number;
  readonly blanks: boolean;
}
export const ENGLISH: Script = { letters: /^[a-z0-9]+/, key: 5, blanks: true };
export const JAPANESE: Script = { letters: /^[\p{L}\p{N}ー]+/u, key: 3, blanks: false };

/** The place of the bracket that closes the one at `open`. */
function closing(source: string, open: number): number {
  let depth = 0;
  for (let i = open; i < source.length; i++) {
    if (source[i] === '\\') i += 1;
    else if (source[i] === '(') depth += 1;
    else if (source[i] === ')' && --depth === 0) return i;
  }
  return source.length;
}

function alternativesOf(source: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let i = 0; i < source.length; i++) {
    if (source[i] === '\\') i += 1;
    else if (source[i] === '(') i = closing(source, i);
    else if (source[i] === '|') {
      found.push(source.slice(from, i));
      from = i + 1;
    }
  }
  return [...found, source.slice(from)];
}

/** What one alternative must have: the words outside of groups, and the groups that are not optional. Each is how words begin there. */
function neededIn(source: string, script: Script): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  let wordStart = true;
  for (let i = 0; i < source.length; ) {
    if (source[i] === '[') {
      // One of several letters, or some of them: nothing begins here that could be looked up.
      i = source.indexOf(']', i) + 1;
      if (source[i] === '{') i = source.indexOf('}', i) + 1;
      wordStart = !script.blanks;
      continue;
    }
    const group = source[i] === '(';
    const run = group ? '' : (script.letters.exec(source.slice(i))?.[0] ?? '');
    const end = group ? closing(source, i) + 1 : i + Math.max(1, run.length, source[i] === '\\' ? 2 : 1);
    const [repeats] = /^(?:[?*+]|\{[^}]*\})?/.exec(source.slice(end))!;
    const optional = /^[?*]|^\{0/.test(repeats);
    if (wordStart && group && !optional && !/^\(\?<?[!=]/.test(source.slice(i))) {
      const begins = triggersOf(source.slice(source.startsWith('(?:', i) ? i + 3 : i + 1, end - 1), script);
      if (begins !== null) found.push(begins);
    }
    const sure = optional ? run.slice(0, -1) : run;
    if (wordStart && sure !== '') found.push([sure.slice(0, script.key)]);
    // Behind a hyphen that may be missing a word goes on: "e?-?mail".
    wordStart = !script.blanks || (/ |-/.test(source[group ? end - 2 : end - 1]!) && (wordStart || !optional));
    i = end + repeats.length;
  }
  return found;
}

const shortest = (begins: readonly string[]): number => Math.min(...begins.map(({ length }) => length));

/** Null where the pattern may match without any word that is known beforehand. */
function triggersOf(source: string, script: Script = ENGLISH): readonly string[] | null {
  const all: string[] = [];
  for (const alternative of alternativesOf(source)) {
    const best = neededIn(alternative, script).toSorted((a, b) => shortest(b) - shortest(a) || a.length - b.length)[0];
    if (best === undefined) return null;
    all.push(...best);
  }
  return [...new Set(all)];
}

/** How words begin, letter by letter, and the rows that have a word that begins so, by their places. */
interface Begin {
  readonly next: Map<number, Begin>;
  rows: number[] | null;
}

/** The words that some patterns cannot do without, by how they begin. */
class Begins {
  private readonly root: Begin = { next: new Map(), rows: null };
  private readonly blanks: boolean;
  /** Patterns that may match without any word that is known beforehand. */
  private readonly always: readonly number[];

  constructor(sources: readonly string[], script: Script) {
    this.blanks = script.blanks;
    const triggers = sources.map((source) => triggersOf(source, script));
    this.always = [...sources.keys()].filter((place) => triggers[place] === null);
    for (const [place, begins] of triggers.entries())
      for (const one of begins ?? []) {
        const begin = this.beginOf(one.toLowerCase());
        begin.rows = [...(begin.rows ?? []), place];
      }
  }

  private beginOf(word: string): Begin {
    let at = this.root;
    for (let i = 0; i < word.length; i++) {
      const known = at.next.get(word.charCodeAt(i)) ?? { next: new Map(), rows: null };
      at.next.set(word.charCodeAt(i), known);
      at = known;
    }
    return at;
  }

  /** The places of the patterns that a text may match, among those that are wanted. */
  in(text: string, wanted: ReadonlySet<number> | null): Set<number> {
    const found = new Set<number>();
    for (const place of this.always) if (wanted?.has(place) ?? true) found.add(place);
    let inWord = false;
    for (let i = 0; i < text.length && found.size !== wanted?.size; i++) {
      const code = text.charCodeAt(i);
      const goesOn = inWord;
      inWord = this.blanks && isLetter(code);
      // Where words have blanks between, only how one begins counts.
      if (this.blanks && (goesOn || !inWord)) continue;
      let at = this.root.next.get(code);
      for (let end = i + 1; at !== undefined; end++) {
        if (at.rows !== null) for (const place of at.rows) if (wanted?.has(place) ?? true) found.add(place);
        at = end < text.length ? at.next.get(text.charCodeAt(end)) : undefined;
      }
    }
    return found;
  }
}

/** Rows of two patterns that both have to match. */
export class Triggers<T> {
  private readonly all: readonly T[];
  private readonly firsts: Begins;
  private readonly seconds: Begins;

  constructor(rows: readonly T[], sourcesOf: (row: T) => readonly [string, string], script: Script) {
    this.all = rows;
    this.firsts = new Begins(
      rows.map((row) => sourcesOf(row)[0]),
      script,
    );
    this.seconds = new Begins(
      rows.map((row) => sourcesOf(row)[1]),
      script,
    );
  }

  /** The rows that a text in lower case may match, in their order. */
  for(text: string): readonly T[] {
    const first = this.firsts.in(text, null);
    if (first.size === 0) return [];
    return [...this.seconds.in(text, first)].sort((one, other) => one - other).map((place) => this.all[place]!);
  }
}

/** A to z, and digits. */
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
