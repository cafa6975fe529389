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
      // One of several letters: nothing begins here that could be looked up.
      i = source.indexOf(']', i) + 1;
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
    wordStart = !script.blanks || / |-/.test(source[group ? end - 2 : end - 1]!);
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

/** Rows by how their trigger words begin; those without any are always tried. */
export class Triggers<T> {
  private readonly all: readonly T[];
  /** Rows by their places in `all`. */
  private readonly rows = new Map<string, number[]>();
  private readonly always: number[] = [];
  private readonly script: Script;
  /** By the first letters, how long the keys are that begin so. */
  private readonly lengthsOf = new Map<number, readonly number[]>();

  constructor(rows: readonly T[], sourceOf: (row: T) => string, script: Script) {
    this.script = script;
    this.all = rows;
    for (const [place, row] of rows.entries()) {
      const begins = triggersOf(sourceOf(row), script);
      if (begins === null) this.always.push(place);
      for (const begin of begins ?? []) {
        const key = begin.toLowerCase();
        this.rows.set(key, [...(this.rows.get(key) ?? []), place]);
      }
    }
    for (const key of this.rows.keys()) {
      const begin = this.beginOf(key, 0);
      this.lengthsOf.set(begin, [...new Set([...(this.lengthsOf.get(begin) ?? []), key.length])]);
    }
  }

  /** The first letters as a number: two of an alphabet, where no key is shorter, and else the one. */
  private beginOf(text: string, at: number): number {
    return this.script.blanks ? text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1) : text.charCodeAt(at);
  }

  /** The rows that a text in lower case may match, in their order. */
  for(text: string): readonly T[] {
    const found = [...this.always];
    const { blanks } = this.script;
    for (let i = 0; i < text.length; i++) {
      // Where words have blanks between, only how one begins counts.
      if (blanks && (!isLetter(text.charCodeAt(i)) || (i > 0 && isLetter(text.charCodeAt(i - 1))))) continue;
      const lengths = this.lengthsOf.get(this.beginOf(text, i));
      if (lengths === undefined) continue;
      for (const length of lengths) {
        const places = this.rows.get(text.slice(i, i + length));
        if (places !== undefined) for (const place of places) if (!found.includes(place)) found.push(place);
      }
    }
    return found.sort((one, other) => one - other).map((place) => this.all[place]!);
  }
}

/** A to z, and digits. */
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
