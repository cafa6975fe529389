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

/**
 * How words begin, as numbers, so that a few short lists of them are all that is touched. A word is the number that its first letters
 * make, and how it begins is a range of such numbers. Of another script letters may share a digit: then a pattern is tried in vain.
 */
function numberOf(text: string, from: number, { blanks, key }: Script, rest: 0 | 1): number {
  let number = 0;
  let ended = false;
  for (let i = from; i < from + key; i++) {
    const code: number = i < text.length && !ended ? text.charCodeAt(i) : -1;
    ended ||= code < 0 || (blanks && !isLetter(code));
    const base = blanks ? 37 : 1024;
    number = number * base + (ended ? rest * (base - 1) : blanks ? code - (code < 58 ? 47 : 86) : code & 1023);
  }
  return number;
}

/** The numbers of the words of a text; where no blanks are between, those of all its places. */
function numbersIn(text: string, script: Script): number[] {
  const found: number[] = [];
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const goesOn = inWord;
    inWord = script.blanks && isLetter(text.charCodeAt(i));
    if (script.blanks ? inWord && !goesOn : true) found.push(numberOf(text, i, script, 0));
  }
  return found;
}

/** Ranges that hold each other or lie apart, in order, each with the one that holds it. */
class Ranges {
  private readonly lows: Int32Array;
  private readonly highs: Int32Array;
  private readonly holders: Int32Array;

  constructor(begins: readonly string[], script: Script) {
    this.lows = Int32Array.from(begins, (one) => numberOf(one, 0, script, 0));
    this.highs = Int32Array.from(begins, (one) => numberOf(one, 0, script, 1));
    this.holders = this.lows.map((low, i) => this.highs.findLastIndex((high, at) => at < i && high >= low));
  }

  /** The innermost range that a number lies in, from the last that begins at or before it; -1 where it lies in none. */
  at(number: number): number {
    let [from, to] = [0, this.lows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.lows[middle]! <= number) from = middle + 1;
      else to = middle;
    }
    let at = from - 1;
    while (at >= 0 && this.highs[at]! < number) at = this.holders[at]!;
    return at;
  }
  around(at: number): number {
    return this.holders[at]!;
  }
}

/** Sorted so that a range stands behind the one that holds it. */
const inOrder = (begins: Iterable<string>, script: Script): string[] =>
  [...new Set(begins)].sort(
    (a, b) =>
      numberOf(a, 0, script, 0) - numberOf(b, 0, script, 0) || numberOf(b, 0, script, 1) - numberOf(a, 0, script, 1),
  );

/** Rows of two patterns that both have to match. */
export class Triggers<T> {
  private readonly all: readonly T[];
  private readonly script: Script;
  private readonly firsts: Ranges;
  /** The places of the rows whose first pattern may match without any word that is known beforehand. */
  private readonly always: readonly number[];
  /** By range, the places of the rows that may match there. */
  private readonly rowsOf: readonly (readonly number[])[];
  /** By row; null where the second may. */
  private readonly seconds: readonly (Ranges | null)[];

  constructor(rows: readonly T[], sourcesOf: (row: T) => readonly [string, string], script: Script) {
    this.all = rows;
    this.script = script;
    const lower = (begins: readonly string[] | null) => begins?.map((one) => one.toLowerCase()) ?? null;
    const triggers = rows.map((row) => lower(triggersOf(sourcesOf(row)[0], script)));
    this.always = [...rows.keys()].filter((place) => triggers[place] === null);
    const begins = inOrder(
      triggers.flatMap((known) => known ?? []),
      script,
    );
    this.firsts = new Ranges(begins, script);
    this.rowsOf = begins.map((one) => [...rows.keys()].filter((place) => triggers[place]?.includes(one)));
    this.seconds = rows.map((row) => {
      const known = lower(triggersOf(sourcesOf(row)[1], script));
      return known === null ? null : new Ranges(inOrder(known, script), script);
    });
  }

  /** The rows that a text in lower case may match, in their order. */
  for(text: string): readonly T[] {
    const numbers = numbersIn(text, this.script);
    const found = [...this.always];
    for (const number of numbers)
      for (let at = this.firsts.at(number); at >= 0; at = this.firsts.around(at))
        for (const place of this.rowsOf[at]!) if (!found.includes(place)) found.push(place);
    if (found.length === 0) return NO_ROWS;
    const both = found.filter((place) => {
      const second = this.seconds[place]!;
      return second === null || numbers.some((number) => second.at(number) >= 0);
    });
    return both.sort((one, other) => one - other).map((place) => this.all[place]!);
  }
}
const NO_ROWS: readonly never[] = [];

/** A to z, and digits. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}
