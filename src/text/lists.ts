/** Word lists as data: `data/*.tsv`, fields separated by tabs, `#` for a comment. A file is read on first use. */
import { readFileSync } from 'node:fs';

/** Each is written out, so that the bundle can contain the text itself: scripts/bundle.ts. */
const FILES = {
  acts: () => readFileSync(new URL('./data/acts.tsv', import.meta.url), 'utf8'),
  forms: () => readFileSync(new URL('./data/forms.tsv', import.meta.url), 'utf8'),
  practices: () => readFileSync(new URL('./data/practices.tsv', import.meta.url), 'utf8'),
  secrets: () => readFileSync(new URL('./data/secrets.tsv', import.meta.url), 'utf8'),
  words: () => readFileSync(new URL('./data/words.tsv', import.meta.url), 'utf8'),
  'yes-no': () => readFileSync(new URL('./data/yes-no.tsv', import.meta.url), 'utf8'),
} as const;

/** The rows of a data file, each with its fields trimmed. */
export function rowsOf(file: keyof typeof FILES): readonly (readonly string[])[] {
  return FILES[file]()
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').map((field) => field.trim()));
}

/** Computes a value on its first use and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const written = lazy(() => Map.groupBy(rowsOf('words'), ([name]) => name!));
const lists = new Map<string, ReadonlySet<string>>();

/** A list of `data/words.tsv`. An underscore in the file is a blank inside a phrase. */
export function wordList(name: string): ReadonlySet<string> {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const rows = written().get(name);
  if (rows === undefined) throw new Error(`data/words.tsv has no list “${name}”.`);
  const list = new Set(rows.flatMap(([, words = '']) => words.replaceAll(' ', '\t').replaceAll('_', ' ').split('\t')));
  lists.set(name, list);
  return list;
}
