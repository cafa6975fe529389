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

/** How words begin, letter by letter, and what is known of the words that begin so. */
interface Begin {
  readonly next: Map<number, Begin>;
  /** Of each pattern of a row, the rows that may match where a word begins so, by their places. */
  readonly rows: readonly [number[], number[]];
}
const begin = (): Begin => ({ next: new Map(), rows: [[], []] });

/** Rows of two patterns, of which both have to match, by how the words begin that these cannot do without. */
export class Triggers<T> {
  private readonly all: readonly T[];
  private readonly root = begin();
  private readonly blanks: boolean;
  /** By row, which of its patterns may match without any word that is known beforehand: one bit each. */
  private readonly always: Uint8Array;

  constructor(rows: readonly T[], sourcesOf: (row: T) => readonly [string, string], script: Script) {
    this.all = rows;
    this.blanks = script.blanks;
    this.always = new Uint8Array(rows.length);
    for (const [place, row] of rows.entries()) {
      for (const [i, source] of sourcesOf(row).entries()) {
        const begins = triggersOf(source, script);
        if (begins === null) this.always[place]! |= i + 1;
        for (const one of begins ?? []) this.beginOf(one.toLowerCase()).rows[i]!.push(place);
      }
    }
  }

  private beginOf(word: string): Begin {
    let at = this.root;
    for (let i = 0; i < word.length; i++) {
      const known = at.next.get(word.charCodeAt(i)) ?? begin();
      at.next.set(word.charCodeAt(i), known);
      at = known;
    }
    return at;
  }

  /** The rows that a text in lower case may match, in their order. */
  for(text: string): readonly T[] {
    const matched = this.always.slice();
    for (let i = 0; i < text.length; i++) {
      // Where words have blanks between, only how one begins counts.
      if (this.blanks && (!isLetter(text.charCodeAt(i)) || (i > 0 && isLetter(text.charCodeAt(i - 1))))) continue;
      let at = this.root.next.get(text.charCodeAt(i));
      for (let end = i + 1; at !== undefined; end++) {
        for (const place of at.rows[0]) matched[place]! |= 1;
        for (const place of at.rows[1]) matched[place]! |= 2;
        at = end < text.length ? at.next.get(text.charCodeAt(end)) : undefined;
      }
    }
    const found: T[] = [];
    for (let place = 0; place < matched.length; place++) if (matched[place] === 3) found.push(this.all[place]!);
    return found;
  }
}

/** A to z, and digits. */
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
