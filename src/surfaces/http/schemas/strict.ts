/**
 * Objects that come in with a request. An unknown field is an error: dropped in silence, a mistyped `ontimeout` would wait for ever.
 * What the error says of it is put together in framework-errors.ts; here is the hint, since only a schema knows its fields.
 */
import { z } from 'zod';
import { hintFor, nearest } from '../../../util/nearest.ts';

/** An object of our own: it takes these fields and no others. */
export function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? hint((issue as unknown as { keys: string[] }).keys[0]!, known) : undefined,
  });
}

/**
 * An object whose shape another program defines, and may add to: further fields are ignored. One that is a slip away from a field of
 * ours is an error all the same.
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
  // What may be put in has the type of the object, whatever `preprocess` takes.
  return checked as unknown as typeof object;
}

function hint(name: string, known: readonly string[]): string {
  return known.length === 0 ? 'This address takes no query.' : hintFor(name, known);
}
