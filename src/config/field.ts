/** Checks single values that a person wrote: each error says where, which value was found and what was expected. */
import { clip } from '../core/answer/check.ts';
import { durationMs } from '../core/model/duration.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { hintFor } from '../util/nearest.ts';

/** Where a value is: in a file under a name, such as `bestPractices[2].answer`; or in a flag or variable. */
export interface Place {
  /** The file, or null if the name alone is enough. */
  readonly file: string | null;
  readonly name: string;
}

/** A field of the value at a place. */
export function inside({ file, name }: Place, field: string | number): Place {
  if (typeof field === 'number') return { file, name: `${name}[${field}]` };
  return { file, name: name === '' ? field : `${name}.${field}` };
}

/** The value as it is shown in a message. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (['bigint', 'symbol', 'number', 'undefined'].includes(typeof value)) return String(value);
  if (value instanceof RegExp) return clip(String(value), 60);
  try {
    // A password in an address does not belong in a message, whatever else is wrong with it.
    return clip((JSON.stringify(value) ?? String(value)).replace(/\/\/[^\s/@"]+@/g, '//…@'), 60);
  } catch {
    return 'an object that refers to itself';
  }
}

/** The error for a value that is not what was expected. */
export function unfit({ file, name }: Place, value: unknown, expected: string): AskOnceError {
  const where = file === null ? name : name === '' ? file : `${file}: ${name}`;
  const text = `${where} is ${shown(value)}, but must be ${expected}.`;
  return new AskOnceError('config_invalid', text, { ...(file === null ? {} : { file }), field: name });
}

/** The error for a file that cannot be used at all. */
export function unusable(file: string, why: string, cause?: unknown): AskOnceError {
  return new AskOnceError('config_invalid', `${file} ${why}`, { file }, cause);
}

export function textAt(place: Place, value: unknown, expected = 'a string'): string {
  if (typeof value !== 'string' || value.trim() === '') throw unfit(place, value, expected);
  if (/(?![\t\n\r])\p{Cc}/u.test(value)) {
    throw unfit(place, value, `${expected} without control characters`);
  }
  return value;
}

export function durationAt(
  place: Place,
  value: unknown,
  expected = 'a duration like "30s" or "10m", or milliseconds, greater than 0',
): number {
  if (typeof value !== 'string' && typeof value !== 'number') throw unfit(place, value, expected);
  let ms: number;
  try {
    ms = durationMs(value);
  } catch {
    throw unfit(place, value, expected);
  }
  // A timeout of zero would end everything at once, which is never intended.
  if (ms <= 0) throw unfit(place, value, expected);
  return ms;
}

const MAX_AT_ONCE = 64;

export function concurrencyAt(place: Place, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_AT_ONCE) return value;
  throw unfit(place, value, `a whole number from 1 to ${MAX_AT_ONCE}`);
}

export function languageAt(place: Place, value: unknown): string {
  const expected = 'a language tag such as "ja" or "pt-BR"';
  const tag = textAt(place, value, expected).trim();
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(tag)) throw unfit(place, value, expected);
  return tag;
}

export function urlAt(place: Place, value: unknown): string {
  const expected = 'an http or https URL';
  const text = textAt(place, value, expected).trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw unfit(place, value, expected);
  if (url.username !== '' || url.password !== '') {
    throw unfit(place, text, 'a URL without a password; put the key in ASKONCE_MODEL_KEY');
  }
  return text;
}

/** An object with only known fields; for an unknown name the nearest known one is suggested. */
export function objectAt(
  place: Place,
  value: unknown,
  known: readonly string[],
  expected: string,
): Record<string, unknown> {
  const plain = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
  if (!plain) throw unfit(place, value, expected);
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const where = inside(place, clip(name)).name;
    const file = place.file === null ? '' : `${place.file}: `;
    throw new AskOnceError('config_invalid', `${file}“${where}” is not a known field. ${hintFor(name, known)}`, {
      ...(place.file === null ? {} : { file: place.file }),
      field: where,
    });
  }
  // Fields set to undefined or null count as absent.
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined && field !== null));
}
