/**
 * How the words begin that a pattern cannot match without, read from the pattern itself, once. Most prompts have none of them, so most
 * patterns are never held against them.
 */
const KEY = 3;

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
function neededIn(source: string): (readonly string[])[] {
  const found: (readonly string[])[] = [];
  let wordStart = true;
  for (let i = 0; i < source.length; ) {
    const group = source[i] === '(';
    const run = group ? '' : (/^[a-z0-9]+/.exec(source.slice(i))?.[0] ?? '');
    const end = group ? closing(source, i) + 1 : i + Math.max(1, run.length, source[i] === '\\' ? 2 : 1);
    const [repeats] = /^(?:[?*+]|\{[^}]*\})?/.exec(source.slice(end))!;
    const optional = /^[?*]|^\{0/.test(repeats);
    if (wordStart && group && !optional && !/^\(\?<?[!=]/.test(source.slice(i))) {
      const begins = triggersOf(source.slice(source.startsWith('(?:', i) ? i + 3 : i + 1, end - 1));
      if (begins !== null) found.push(begins);
    }
    const sure = optional ? run.slice(0, -1) : run;
    if (wordStart && sure !== '') found.push([sure.slice(0, KEY)]);
    wordStart = / |-/.test(source[group ? end - 2 : end - 1]!);
    i = end + repeats.length;
  }
  return found;
}

const shortest = (begins: readonly string[]): number => Math.min(...begins.map(({ length }) => length));

/** Null where the pattern may match without any word that is known beforehand. */
export function triggersOf(source: string): readonly string[] | null {
  const all: string[] = [];
  for (const alternative of alternativesOf(source)) {
    const best = neededIn(alternative).toSorted((a, b) => shortest(b) - shortest(a) || a.length - b.length)[0];
    if (best === undefined) return null;
    all.push(...best);
  }
  return [...new Set(all)];
}

/** Rows by how their trigger words begin; those without any are always tried. */
export class Triggers<T> {
  private readonly rows = new Map<string, T[]>();
  private readonly always: T[] = [];

  constructor(rows: readonly T[], sourceOf: (row: T) => string) {
    for (const row of rows) {
      const begins = triggersOf(sourceOf(row));
      if (begins === null) this.always.push(row);
      for (const key of begins ?? []) this.rows.set(key, [...(this.rows.get(key) ?? []), row]);
    }
  }

  /** The rows that a text in lower case may match, in no particular order. */
  for(text: string): ReadonlySet<T> {
    const found = new Set(this.always);
    for (const [word] of text.matchAll(/[a-z0-9]+/g)) {
      for (let length = Math.min(KEY, word.length); length > 0; length--)
        for (const row of this.rows.get(word.slice(0, length)) ?? []) found.add(row);
    }
    return found;
  }
}
