/** Turns errors of fastify and of request validation into errors of the catalogue. */
import type { FastifyError } from 'fastify';
import type { z } from 'zod';
import { clip } from '../../core/answer/check.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { clipped } from '../../library/problem.ts';

const MAX_ERRORS = 20;

/** Returns an error of the catalogue for an error of fastify; any other error unchanged. */
export function fromFramework(error: unknown): unknown {
  if (error instanceof AskOnceError || !(error instanceof Error)) return error;
  const { validation, validationContext, code } = error as FastifyError;
  if (Array.isArray(validation)) return invalid(validation, validationContext ?? 'request', error);
  return byCode(code, error) ?? error;
}

interface Found {
  readonly keyword?: string;
  readonly instancePath?: string;
  readonly message?: string;
  readonly params?: { readonly keys?: readonly string[]; readonly errors?: readonly (readonly z.core.$ZodIssue[])[] };
}

/** What zod found, without the values. Unknown fields come first: they are often misspellings of missing ones. */
function invalid(found: readonly unknown[], where: string, cause: Error): AskOnceError {
  const faults = (found as readonly Found[])
    .map((one) => ({ ...one, unknown: unknownIn(one, where) }))
    .toSorted((a, b) => Number(a.unknown === null) - Number(b.unknown === null))
    .slice(0, MAX_ERRORS);
  const errors = faults.map(({ instancePath = '', message = 'is not valid', unknown }) => ({
    path: clipped(`${where}${instancePath}`),
    message: clipped(unknown ?? message),
  }));
  const [first] = errors;
  const fault = first ? `${first.path}: ${first.message}` : 'it is not valid';
  const text = faults[0]?.unknown ?? `Invalid ${where}: ${fault}.`;
  return new AskOnceError('argument_invalid', text.replace(/\.\.$/, '.'), { errors }, cause);
}

/** The message for an unknown field, also inside one of several shapes that a value may have; null if there is none. */
function unknownIn({ keyword, instancePath = '', message, params }: Found, where: string): string | null {
  if (keyword === 'unrecognized_keys') {
    const path = instancePath.split('/').filter((part) => part !== '');
    const within = path.reduce(
      (all, part) => (/^\d+$/.test(part) ? `${all}[${part}]` : all ? `${all}.${part}` : part),
      '',
    );
    const place = within === '' ? '' : ` in “${within}”`;
    return `Unknown field “${clip(params!.keys![0]!)}”${where === 'querystring' ? ' in the query' : place}. ${message}`;
  }
  for (const { code, path, message, ...rest } of params?.errors?.flat() ?? []) {
    const inside = { keyword: code, instancePath: `${instancePath}/${path.join('/')}`, message, params: rest };
    const unknown = unknownIn(inside as Found, where);
    if (unknown !== null) return unknown;
  }
  return null;
}

/** Fastify's errors in our words: its own may quote the request. */
function byCode(code: string | undefined, cause: Error): AskOnceError | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AskOnceError('body_too_large', 'The body is larger than 1 MiB. Send less.', {}, cause);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
    // A QUERY request without a content type, which fastify rejects before it matches the route.
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE': {
      const text = 'Send the body as JSON, with the header Content-Type: application/json.';
      return new AskOnceError('content_type_unsupported', text, {}, cause);
    }
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AskOnceError('body_invalid', 'The body is empty. Send JSON.', {}, cause);
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AskOnceError('body_invalid', 'The body is not valid JSON, or has a forbidden key.', {}, cause);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AskOnceError('request_malformed', 'The body does not match Content-Length.', {}, cause);
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new AskOnceError('request_malformed', 'The address cannot be decoded.', {}, cause);
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AskOnceError('request_malformed', 'A part of the address is too long.', {}, cause);
    default:
      return null;
  }
}
