/** Schemas that all routes share. */
import { z } from 'zod';

/**
 * One of these names. The schema only checks for a string: the engine rejects unknown names, with the same message on every surface.
 */
export function oneOf<Name extends string>(names: readonly Name[]): z.ZodType<Name, Name> {
  return z.string().meta({ enum: [...names] }) as unknown as z.ZodType<Name, Name>;
}

/** A query parameter that may be repeated, or given once with commas. */
export function listOf<Name extends string>(names: readonly Name[]) {
  const parts = (value: unknown) =>
    typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value;
  return z.preprocess(
    (value) => (Array.isArray(value) ? value.flatMap(parts) : parts(value)),
    z.array(oneOf(names)).optional(),
  );
}

export const duration = z
  .union([z.string(), z.number()])
  .describe('Such as "30s", "10m" or "1h30m", or a number of milliseconds.');

/** Milliseconds since 1970, as everywhere in AskOnce. */
export const moment = z.number().int().describe('Milliseconds since 1970.');

/** True or false in the query of an address. */
export const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean().optional(),
);

/** For lists that can be read from either end. */
export const newestFirst = flag.describe('Newest first; oldest first by default.');

export const pageQuery = {
  after: z.string().optional().describe('The `next` of the previous page.'),
  limit: z.coerce.number().optional().describe('The maximum number of items, 1 to 1,000.').meta({ type: 'integer' }),
};

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe('Pass it as `after` to get the next page; null at the end.'),
  });
}

export const idParams = z.object({ id: z.string().describe('The id.') });

/** The body of every rejected request: RFC 9457. `code` is from docs/errors.md. */
const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
  })
  .describe('What went wrong and what to do next. Distinguish errors by `code`.');

const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  403: 'The token does not allow this.',
  404: 'Not found.',
  409: 'Conflict with the current state; the error says why.',
  410: 'Closed: it can no longer be answered.',
  422: 'The answer is not valid, and the question is still open.',
};

/** The problems that a route may reply with, for its OpenAPI description. */
export function problems<Status extends 400 | 403 | 404 | 409 | 410 | 422>(...statuses: Status[]) {
  const entries = statuses.map((status) => [
    status,
    { description: PROBLEMS[status]!, content: { 'application/problem+json': { schema: problem } } },
  ]);
  return Object.fromEntries(entries) as Record<
    Status,
    { description: string; content: { 'application/problem+json': { schema: typeof problem } } }
  >;
}
