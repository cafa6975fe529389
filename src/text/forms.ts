/**
 * Sentences by their form, from `data/forms.tsv`: few words in a fixed order, instead of patterns that take a process milliseconds to
 * compile. A form is a row of items parted by blanks. An item is words parted by `|`: an underscore is a blank inside a phrase, `@name`
 * stands for the forms of that name, `#` for a number. `?` behind an item: it may be missing; `*`: it may come again and again.
 */
import { lazy, rowsOf } from './lists.ts';

interface Item {
  readonly words: ReadonlySet<string>;
  /** Of several words, or of a language without blanks. */
  readonly phrases: readonly string[];
  readonly names: readonly string[];
  readonly optional: boolean;
  readonly repeats: boolean;
}

function itemOf(written: string): Item {
  const repeats = written.endsWith('*');
  const optional = repeats || written.endsWith('?');
  const parts = (optional ? written.slice(0, -1) : written).split('|');
  const isName = (part: string) => part.startsWith('@');
  const isPhrase = (part: string) => !isName(part) && /[^a-z'#]/.test(part);
  return {
    words: new Set(parts.filter((part) => !isName(part) && !isPhrase(part))),
    phrases: parts.filter(isPhrase).map((part) => part.replaceAll('_', ' ')),
    names: parts.filter(isName).map((part) => part.slice(1)),
    optional,
    repeats,
  };
}

/** A form is cut into its items when it is first looked for. */
const forms = lazy(() => {
  const named = new Map<string, (() => readonly Item[])[]>();
  for (const [name = '', form = ''] of rowsOf('forms')) {
    const list = named.get(name) ?? [];
    list.push(lazy(() => form.split(' ').map(itemOf)));
    named.set(name, list);
  }
  return named;
});

const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (code > 96 && code < 123) || (code > 47 && code < 58) || code === 39 || code === 95;
};

function wordEnd(text: string, at: number): number {
  let end = at;
  while (isWordAt(text, end)) end += 1;
  return end;
}

/** Behind the blank that follows a word. */
const next = (text: string, end: number): number => (text[end] === ' ' ? end + 1 : end);

function endsOfItem({ words, phrases, names }: Item, text: string, at: number): number[] {
  const ends = names.flatMap((name) => endsOf(name, text, at));
  const end = wordEnd(text, at);
  if (end > at) {
    const word = text.slice(at, end);
    if (words.has(word) || (words.has('#') && /^\d+$/.test(word))) ends.push(next(text, end));
  }
  for (const phrase of phrases) {
    const after = at + phrase.length;
    const isWhole = !isWordAt(phrase, phrase.length - 1) || !isWordAt(text, after);
    if (isWhole && text.startsWith(phrase, at)) ends.push(next(text, after));
  }
  return ends;
}

/** Where each way ends in which the forms of a name stand at a place: behind the blank that follows. */
function endsOf(name: string, text: string, at: number): number[] {
  const found = new Set<number>();
  for (const items of forms().get(name)!) {
    let places = new Set([at]);
    for (const item of items()) {
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

/** Whether a folded text is one of the forms from its beginning to its end. */
export const isForm = (name: string, text: string): boolean => endsOf(name, text, 0).includes(text.length);

/** Where the longest of the forms that stands at a place ends; -1 where none does. */
export const endOfForm = (name: string, text: string, at: number): number => Math.max(-1, ...endsOf(name, text, at));

/** The places where words begin. */
export function* wordStarts(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) if (isWordAt(text, at) && (at === 0 || !isWordAt(text, at - 1))) yield at;
}

/** The first of the forms that stands anywhere, by where it begins and ends. */
export function formIn(name: string, text: string): { readonly start: number; readonly end: number } | null {
  for (const start of wordStarts(text)) {
    const end = endOfForm(name, text, start);
    if (end >= 0) return { start, end };
  }
  return null;
}
