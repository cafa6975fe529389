/**
 * What goes out when a request cannot be served: application/problem+json (RFC 9457) with a stable code. Pure: an error comes
 * in, a problem goes out. Nothing leaves that was not written to be read by a stranger.
 */
import type { FastifyError } from 'fastify';
import { AskOnceError, ERRORS, type ErrorCode } from '../core/model/errors.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Problems are told apart by `code`; `type` is the same as a URN. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly [detail: string]: unknown;
}

/** What of an error's details is for the caller. Files, stores, commands and agents' output are for whoever runs the server. */
const TOLD = [
  ...['id', 'ask', 'job', 'session', 'clarification', 'asker', 'policy', 'argument', 'question', 'reason'],
  ...['status', 'state', 'outcome', 'code', 'winner', 'because', 'after'],
] as const;

/** These have texts that name files, addresses of databases or what a driver said. */
const INTERNAL: ReadonlySet<ErrorCode> = new Set([
  ...(['store_unavailable', 'store_corrupt', 'store_read_only', 'store_full', 'store_gone'] as const),
  ...(['store_newer', 'store_failed'] as const),
  ...([
    'store_unfinished',
    'store_not_empty',
    'copy_differs',
    'config_invalid',
    'config_untrusted',
    'unexpected',
  ] as const),
  ...([
    'agent_missing',
    'agent_failed',
    'agent_prompted',
    'model_invalid',
    'model_unavailable',
    'model_failed',
  ] as const),
]);

/** It will pass: whoever asks again in so many seconds may be served. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { store_busy: 1, engine_closed: 5 };

const MOST_ERRORS = 20;
const LONGEST_TEXT = 500;

/** The problem that an error is to the caller, and the headers that go with it. */
export interface Refusal {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

export function refusal(error: unknown): Refusal {
  const known = asAskOnceError(error);
  const problem = problemOf(known);
  const seconds = known.details.retryAfter ?? RETRY_AFTER_SECONDS[known.code];
  return {
    problem,
    headers: {
      ...(typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}),
      ...(problem.status === 401 ? { 'www-authenticate': challenge(known.code) } : {}),
      ...(typeof known.details.allow === 'string' ? { allow: known.details.allow } : {}),
    },
  };
}

export function problemOf(error: AskOnceError): Problem {
  const { code, status, details } = error;
  const { title } = ERRORS[code];
  const told: Record<string, unknown> = {};
  for (const name of TOLD) if (details[name] !== undefined) told[name] = details[name];
  // `code` and `status` of a problem are its own.
  const { code: itemCode, status: itemStatus, ...rest } = told;
  return {
    type: `urn:askonce:error:${code}`,
    title,
    status,
    detail: INTERNAL.has(code) ? `${title}. The server’s log says more.` : clipped(error.message),
    code,
    ...rest,
    ...(itemCode === undefined ? {} : { itemCode }),
    ...(itemStatus === undefined ? {} : { clarificationStatus: itemStatus }),
    ...(Array.isArray(details.errors) ? { errors: details.errors } : {}),
  };
}

/** True where the fault is ours, so that the log has to say more than the caller hears. */
export function isOurFault({ problem }: Refusal): boolean {
  return problem.status >= 500 || INTERNAL.has(problem.code);
}

/** Whatever was thrown, as an error of the catalogue. */
function asAskOnceError(error: unknown): AskOnceError {
  if (error instanceof AskOnceError) return error;
  if (!(error instanceof Error)) return unexpected(error);
  const { validation, validationContext, code } = error as FastifyError;
  if (Array.isArray(validation)) return invalid(validation, validationContext ?? 'request', error);
  return fromFastify(code, error) ?? unexpected(error);
}

function unexpected(cause: unknown): AskOnceError {
  return new AskOnceError('unexpected', 'Something failed that should not.', {}, cause);
}

/** What zod found, without the values that it found it in. */
function invalid(found: readonly unknown[], where: string, cause: Error): AskOnceError {
  const errors = (found as readonly { instancePath?: string; message?: string }[])
    .slice(0, MOST_ERRORS)
    .map(({ instancePath = '', message = 'is not valid' }) => ({
      path: clipped(`${where}${instancePath}`),
      message: clipped(message),
    }));
  const [first] = errors;
  const text = `The ${where} cannot be used: ${first ? `${first.path}: ${first.message}` : 'it is not valid'}.`;
  return new AskOnceError('argument_invalid', text.replace(/\.\.$/, '.'), { errors }, cause);
}

/** Fastify's own refusals, in our words: theirs may quote what was sent. */
function fromFastify(code: string | undefined, cause: Error): AskOnceError | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AskOnceError('body_too_large', 'The body has more than 1 MiB. Send less.', {}, cause);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
    // A QUERY without a type, which fastify refuses before it looks for the address.
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE': {
      const text = 'Send the body as JSON, with the header Content-Type: application/json.';
      return new AskOnceError('content_type_unsupported', text, {}, cause);
    }
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AskOnceError('body_invalid', 'The body is empty. Send JSON.', {}, cause);
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AskOnceError('body_invalid', 'The body is not JSON, or has a key that is not allowed.', {}, cause);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AskOnceError('request_malformed', 'The body is not as long as Content-Length says.', {}, cause);
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new AskOnceError('request_malformed', 'The address cannot be decoded.', {}, cause);
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AskOnceError('request_malformed', 'A part of the address is too long.', {}, cause);
    default:
      return null;
  }
}

function challenge(code: ErrorCode): string {
  return code === 'token_missing' ? 'Bearer realm="askonce"' : 'Bearer realm="askonce", error="invalid_token"';
}

function clipped(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
