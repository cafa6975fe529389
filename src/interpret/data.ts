/** The rows of data/, read on first use. The bundle contains their text, see scripts/bundle.ts. */
import { readFileSync } from 'node:fs';

const rowsOf = (text: string): string[][] => {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split('\t'));
};

/** Axis, pole, pole, flags, language. */
export const oppositeRows = (): string[][] =>
  rowsOf(readFileSync(new URL('./data/opposites.tsv', import.meta.url), 'utf8'));
/** Axis, what is claimed and what breaks it, as patterns. */
export const claimRows = (): string[][] => rowsOf(readFileSync(new URL('./data/claims.tsv', import.meta.url), 'utf8'));
const wordRows = (): string[][] => rowsOf(readFileSync(new URL('./data/words.tsv', import.meta.url), 'utf8'));

let lists: ReadonlyMap<string, string> | undefined;
const sets = new Map<string, ReadonlySet<string>>();

export function listNamed(name: string): string {
  lists ??= new Map(wordRows().map(([key = '', words = '']) => [key, words]));
  return lists.get(name)!;
}

/** Whether a word is in one of these lists. */
export const isIn = (word: string, ...names: readonly string[]): boolean =>
  names.some((name) => {
    const words = sets.get(name) ?? new Set(listNamed(name).split(' '));
    if (!sets.has(name)) sets.set(name, words);
    return words.has(word);
  });
