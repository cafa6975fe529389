/** Checks callers' input, for JavaScript callers too. Each error says in one line what was expected. */
import { answerText, clip, type RawAnswer, storable } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';

export const LIMITS = {
  questions: 4,
  question: 10_000,
  options: 1_000,
  label: 500,
  text: 20_000,
  heard: 100_000,
  id: 200,
  path: 4_096,
  page: 1_000,
  events: 10_000,
};

/** Returns an object without its null and undefined fields, because agents write null for omitted values. */
export function omitNullish<T extends object>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) return {} as T;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidArgument(what, 'an object');
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[name];
    // Assigning `__proto__` would set the prototype instead of a field.
    if (field !== null && field !== undefined && name !== '__proto__') fields[name] = field;
  }
  return fields as T;
}

/** The error for an argument of the wrong type. */
export function invalidArgument(what: string, expected: string): AskOnceError {
  return new AskOnceError('argument_invalid', `“${what}” must be ${expected}.`, { argument: what });
}

/** Returns the text of a caller's answer. */
export function checkAnswerText(raw: RawAnswer): string {
  const text = answerText(raw);
  if (typeof text !== 'string') throw text;
  return text;
}

export function checkBoolean(value: unknown, what: string): boolean {
  if (value === undefined) return false;
  // A quoted flag would be read as "no" where the caller meant "yes, this destroys".
  if (typeof value !== 'boolean') throw invalidArgument(what, 'true or false, without quotes');
  return value;
}

export function checkId(id: unknown, what: string): string {
  if (typeof id === 'string' && id.length <= LIMITS.id && /^[^\s\p{C}]+$/u.test(id)) return id;
  const shown = typeof id === 'string' ? `“${clip(id)}”` : `a ${typeof id}`;
  throw new AskOnceError(
    'id_invalid',
    `The ${what} id must be 1 to ${LIMITS.id} characters without spaces, not ${shown}.`,
  );
}

/** An id to look up. Any text is allowed; it names something or it does not. */
export function textId(id: unknown, what: string): string {
  if (typeof id === 'string') return storable(id);
  throw new AskOnceError('id_invalid', `The ${what} id must be a string, not a ${typeof id}.`);
}

/** The name of a job to look up. Any text is allowed; one with white space names nothing, because a space precedes a project's number. */
export function textName(name: unknown, what: string): string {
  return textId(name, what).replace(/\s/g, '\ufffd');
}

/** Control characters and bidirectional overrides could make one text look like another. */
export function checkPrintable(text: string, what: string): void {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text)) {
    const message = `The ${what} contains control characters. Send plain text without colour codes.`;
    throw new AskOnceError('question_unprintable', message);
  }
  if (/[\u202a-\u202e\u2066-\u2069]/.test(text)) {
    const message = `The ${what} contains characters that change the text direction. Remove them.`;
    throw new AskOnceError('question_bidi', message);
  }
}

/** Removes what cannot be shown: colour codes, control characters, changes of text direction. */
export function printable(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Checks a text that is stored and shown. Lone surrogates are replaced, as any store would do. */
export function checkText(text: unknown, what: string, limit: number = LIMITS.text): string {
  if (typeof text !== 'string') throw invalidArgument(what, 'a string');
  if (text.length > limit) {
    throw new AskOnceError('text_too_long', `“${what}” has ${text.length} characters; the limit is ${limit}.`);
  }
  checkPrintable(text, what);
  return text.toWellFormed();
}

export function optionalText(text: unknown, what: string, limit?: number): string | null {
  return text === undefined || text === null ? null : checkText(text, what, limit);
}

/** Returns the requested part of a list; `standard` rows by default. */
export function pageOf(
  query: { after?: unknown; limit?: unknown },
  standard: number,
): { after?: string; limit: number } {
  const { after } = query;
  const limit = limitOf(query.limit, standard, LIMITS.page);
  if (after === undefined) return { limit };
  if (typeof after !== 'string') throw invalidArgument('after', 'the “next” value of the previous page');
  return { after: storable(after), limit };
}

/** Returns the value if it is one of the names. */
export function checkOneOf<Name extends string>(value: unknown, names: readonly Name[], what: string): Name {
  const known = names.find((name) => name === value);
  if (known === undefined) throw invalidArgument(what, `one of ${names.join(', ')}`);
  return known;
}

export function limitOf(limit: unknown, standard: number, most: number): number {
  if (limit === undefined) return standard;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw invalidArgument('limit', `a whole number from 1 to ${most}`);
}
