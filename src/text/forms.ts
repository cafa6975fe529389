/**
 * Sentences by their form, from `data/forms.tsv`: a few words in a fixed order, instead of patterns that take milliseconds to compile in
 * every process. A form is a row of items separated by blanks. An item is words separated by `|`: an underscore is a blank inside a phrase,
 * `@name` means the forms of that name, `#` a number, `.` any word. `?` after an item: it is optional; `*`: it may repeat.
 */
import { lazy, rowsOf } from './lists.ts';
import { rememberingText } from './remembering.ts';

interface Form {
  readonly items: readonly Item[];
  /** The words that it can begin with; null if it may begin in another way. */
  readonly opens: ReadonlySet<string> | null;
}

interface Item {
  readonly words: ReadonlySet<string>;
  /** Phrases of several words, or of a language without blanks. */
  readonly phrases: readonly string[];
  readonly names: readonly string[];
  readonly optional: boolean;
  readonly repeats: boolean;
}

function itemOf(written: string): Item {
  const repeats = written.endsWith('*');
  const optional = repeats || written.endsWith('?');
  const words = new Set<string>();
  const phrases: string[] = [];
  const names: string[] = [];
  for (const part of (optional ? written.slice(0, -1) : written).split('|')) {
    if (part.startsWith('@')) names.push(part.slice(1));
    else if (/[^a-z'#.]/.test(part)) phrases.push(part.replaceAll('_', ' '));
    else words.add(part);
  }
  return { words, phrases, names, optional, repeats };
}

function formOf(written: string): Form {
  const items = written.split(' ').map(itemOf);
  const [{ words, phrases, names, optional }] = items as [Item];
  const isOpen =
    optional || names.length > 0 || words.has('#') || words.has('.') || phrases.some((phrase) => !isWordAt(phrase, 0));
  return { items, opens: isOpen ? null : new Set([...words, ...phrases.map((phrase) => wordAt(phrase, 0))]) };
}

/** The words that the forms of a name can begin with; null if one of them may begin in another way. */
const openings = new Map<string, ReadonlySet<string> | null>();

function openingsOf(name: string): ReadonlySet<string> | null {
  let known = openings.get(name);
  if (known === undefined) {
    const all = formsOf(name).map(({ opens }) => opens);
    known = all.includes(null) ? null : new Set(all.flatMap((opens) => [...opens!]));
    openings.set(name, known);
  }
  return known;
}

const written = lazy(() => Map.groupBy(rowsOf('forms'), ([name]) => name!));
const parsed = new Map<string, readonly Form[]>();

/** The forms of a name, split into items on first use. */
function formsOf(name: string): readonly Form[] {
  const known =
    parsed.get(name) ??
    written()
      .get(name)!
      .map(([, form]) => formOf(form!));
  parsed.set(name, known);
  return known;
}

const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (code > 96 && code < 123) || (code > 47 && code < 58) || code === 95;
};

/** The word that begins at a position, with an apostrophe inside it: "i'm". */
function wordAt(text: string, at: number): string {
  let end = at;
  while (isWordAt(text, end) || (text[end] === "'" && end > at && isWordAt(text, end + 1))) end += 1;
  return text.slice(at, end);
}

/** The position after the blank that follows a word. */
const next = (text: string, end: number): number => (text[end] === ' ' ? end + 1 : end);

function endsOfItem({ words, phrases, names }: Item, text: string, at: number): number[] {
  const ends = names.flatMap((name) => endsOf(name, text, at));
  const word = words.size > 0 ? wordAt(text, at) : '';
  // "What's" opens with "what".
  const fits =
    words.has(word) ||
    words.has(headOf(word)) ||
    (words.has('#') && /^\d+$/.test(word)) ||
    (words.has('.') && word !== '');
  if (fits) ends.push(next(text, at + word.length));
  for (const phrase of phrases) {
    const after = at + phrase.length;
    const isWhole = !isWordAt(phrase, phrase.length - 1) || !isWordAt(text, after);
    if (isWhole && text.startsWith(phrase, at)) ends.push(next(text, after));
  }
  return ends;
}

const NONE: number[] = [];

/** The word before an apostrophe: "what" of "what's". */
function headOf(word: string): string {
  const at = word.indexOf("'");
  return at < 0 ? word : word.slice(0, at);
}

interface Word {
  readonly at: number;
  readonly word: string;
  readonly head: string;
}

const readWord = (text: string, at: number): Word => {
  const word = wordAt(text, at);
  return { at, word, head: headOf(word) };
};

/** The words of a text. They are kept, because a question is read for dozens of forms. */
const wordsIn = rememberingText((text) => {
  const words: Word[] = [];
  for (let at = 0; at < text.length; at += 1)
    if (isWordAt(text, at) && (at === 0 || !isWordAt(text, at - 1))) words.push(readWord(text, at));
  return words;
});

/** Whether a form can begin with a word. */
const opensWith = (opens: ReadonlySet<string> | null, { word, head }: Word): boolean =>
  opens === null || opens.has(word) || opens.has(head);

/** The end of each match of a name's forms at a position: after the blank that follows. */
function endsOf(name: string, text: string, at: number, first = readWord(text, at)): number[] {
  if (!opensWith(openingsOf(name), first)) return NONE;
  const found = new Set<number>();
  for (const { items, opens } of formsOf(name)) {
    if (!opensWith(opens, first)) continue;
    let places = new Set([at]);
    for (const item of items) {
      const reached = new Set(item.optional ? places : []);
      let from = [...places];
      do {
        const ends = from.flatMap((place) => endsOfItem(item, text, place));
        from = ends.filter((end) => !reached.has(end));
        for (const end of ends) reached.add(end);
      } while (item.repeats && from.length > 0);
      places = reached;
    }
    for (const place of places) found.add(place);
  }
  return [...found];
}

/** Whether a folded text as a whole is one of the forms. */
export const isForm = (name: string, text: string): boolean => endsOf(name, text, 0).includes(text.length);

/** Where the longest match of the forms at a position ends; -1 if none matches. */
export const endOfForm = (name: string, text: string, at: number): number => furthest(endsOf(name, text, at));

const furthest = (ends: readonly number[]): number => (ends.length === 0 ? -1 : Math.max(...ends));

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where the forms match in a text: the longest from each start, without overlaps. */
export function* formsIn(name: string, text: string): Generator<Place> {
  let behind = 0;
  for (const word of wordsIn(text)) {
    if (word.at < behind) continue;
    const end = furthest(endsOf(name, text, word.at, word));
    if (end < 0) continue;
    yield { start: word.at, end };
    behind = end;
  }
}

/** Whether one of the forms matches anywhere. */
export const hasForm = (name: string, text: string): boolean =>
  wordsIn(text).some((word) => endsOf(name, text, word.at, word).length > 0);
