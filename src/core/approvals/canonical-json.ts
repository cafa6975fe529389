/**
 * The one spelling of a tool call's input. Two calls are the same call only if this text is equal, so strings are kept byte for byte:
 * nothing is trimmed, folded or normalised.
 */
import { AskOnceError } from '../model/errors.ts';

export const MAX_INPUT_DEPTH = 100;
/** In UTF-16 code units. */
export const MAX_INPUT_LENGTH = 1024 * 1024;

/**
 * Returns the value as JSON with sorted keys and without spaces, or the error to show. A field whose value is undefined is left out, as
 * `JSON.stringify` does. Everything else that JSON cannot hold is an error and not silently changed: the person approves what they read.
 * @example
 * canonicalJson({ b: 1, a: ['x'] }); // '{"a":["x"],"b":1}'
 */
export function canonicalJson(value: unknown, what = 'input'): string | AskOnceError {
  const parts: string[] = [];
  const budget = { left: MAX_INPUT_LENGTH };
  const problem = write(value, 1, parts, budget);
  if (problem === null) return parts.join('');
  return new AskOnceError('argument_invalid', `“${what}” must be ${problem}.`, { argument: what });
}

/** Writes a value; returns what was expected instead, or null. */
function write(value: unknown, depth: number, parts: string[], budget: { left: number }): string | null {
  const put = (text: string): string | null => {
    parts.push(text);
    budget.left -= text.length;
    return budget.left < 0 ? `JSON of at most ${MAX_INPUT_LENGTH} characters` : null;
  };
  if (value === null || typeof value === 'boolean') return put(String(value));
  if (typeof value === 'number')
    return Number.isFinite(value) ? put(JSON.stringify(value)) : 'JSON without NaN or Infinity';
  if (typeof value === 'string') {
    // Escapes are at most six times as long; a huge string is refused before it is copied.
    if (value.length > budget.left) return put(value);
    return put(JSON.stringify(value));
  }
  if (typeof value !== 'object') return `JSON, which has no ${typeof value}`;
  // A value that contains itself ends here too.
  if (depth > MAX_INPUT_DEPTH) return `JSON at most ${MAX_INPUT_DEPTH} levels deep`;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const problem = put(index === 0 ? '[' : ',') ?? write(value[index], depth + 1, parts, budget);
      if (problem !== null) return problem;
    }
    return put(value.length === 0 ? '[]' : ']');
  }
  if (!isPlain(value)) return 'JSON made of plain objects, lists, strings, numbers, true, false and null';
  let first = true;
  for (const key of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[key];
    if (field === undefined) continue;
    const problem = put(`${first ? '{' : ','}${JSON.stringify(key)}:`) ?? write(field, depth + 1, parts, budget);
    if (problem !== null) return problem;
    first = false;
  }
  return put(first ? '{}' : '}');
}

/** Dates, maps and class instances are not: JSON would hold something else than the caller sees. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
