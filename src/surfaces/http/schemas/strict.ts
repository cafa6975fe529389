/**
 * Objects in requests. An unknown field is an error: if it were dropped silently, a mistyped `ontimeout` would wait forever.
 * framework-errors.ts writes the error message; the hint comes from here, since only a schema knows its fields.
 */
import { z } from 'zod';
import { hintFor, nearest } from '../../../util/nearest.ts';

/** An object of our own: accepts these fields and no others. */
export function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? hint((issue as unknown as { keys: string[] }).keys[0]!, known) : undefined,
  });
}

/**
 * An object whose shape is defined, and may be extended, by another program: further fields are ignored. A likely misspelling of one of our
 * fields is still an error.
 */
export function lenient<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape);
  const object = z.object(shape);
  const checked = z.preprocess((value, context) => {
    const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const slip = names.find((name) => !known.includes(name) && nearest(name, known) !== null);
    if (slip !== undefined) context.addIssue({ code: 'unrecognized_keys', keys: [slip], message: hint(slip, known) });
    return value;
  }, object);
  // Its input has the type of the object, although `preprocess` accepts anything.
  return checked as unknown as typeof object;
}

function hint(name: string, known: readonly string[]): string {
  return known.length === 0 ? 'This address takes no query.' : hintFor(name, known);
}
