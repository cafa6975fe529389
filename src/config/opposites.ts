/** Checks rows that users add to the table of opposites, in a config file or through `openAskOnce`. Pure. */

import { invalidArgument } from '../util/arguments.ts';

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && /^\S+$/.test(word));

/** The invalid field of a row, and what was expected; null for a valid row. */
export function faultOf(row: unknown): { readonly field: string; readonly expected: string } | null {
  if (typeof row !== 'object' || row === null) return { field: '', expected: 'an object with poles' };
  const { poles, axis, cosmetic, sure } = row as Readonly<Record<string, unknown>>;
  if (!Array.isArray(poles) || poles.length !== 2 || !poles.every(isWords))
    return { field: 'poles', expected: 'two lists of single words, such as [["red"], ["blue"]]' };
  if (axis !== undefined && (typeof axis !== 'string' || axis.trim() === ''))
    return { field: 'axis', expected: 'a string' };
  for (const [field, value] of Object.entries({ cosmetic, sure }))
    if (value !== undefined && typeof value !== 'boolean') return { field, expected: 'true or false' };
  return null;
}

export function checkOpposites(rows: unknown): void {
  if (!Array.isArray(rows)) throw invalidArgument('opposites', 'a list');
  for (const [i, row] of rows.entries()) {
    const fault = faultOf(row);
    if (fault !== null) throw invalidArgument(`opposites[${i}]${fault.field && `.${fault.field}`}`, fault.expected);
  }
}
