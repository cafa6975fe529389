/**
 * The response when a request cannot be served: application/problem+json (RFC 9457) with a stable code. Pure: turns an error into a
 * problem. Only text written for strangers leaves the server.
 */
import { AskOnceError, ERRORS, type ErrorCode } from '../core/model/errors.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Tell problems apart by `code`; `type` is the same as a URN. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly [detail: string]: unknown;
}

/** The error details that the caller may see. Files, stores, commands and agents' output are only for the operator of the server. */
const TOLD = [
  ...['id', 'ask', 'job', 'session', 'clarification', 'asker', 'policy', 'argument', 'question', 'reason'],
  ...['status', 'state', 'outcome', 'code', 'winner', 'because', 'after'],
] as const;

/** The texts of these errors name files, database addresses or driver messages. */
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

/** Temporary errors: the caller may retry after this many seconds. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { store_busy: 1, engine_closed: 5 };

const MAX_TEXT_LENGTH = 500;

/** The problem that an error becomes for the caller, and its headers. */
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
  // A problem has its own `code` and `status`.
  const { code: itemCode, status: itemStatus, ...rest } = told;
  return {
    type: `urn:askonce:error:${code}`,
    title,
    status,
    detail: INTERNAL.has(code) ? `${title}. See the server’s log for details.` : clipped(error.message),
    code,
    ...rest,
    ...(itemCode === undefined ? {} : { itemCode }),
    ...(itemStatus === undefined ? {} : { clarificationStatus: itemStatus }),
    ...(Array.isArray(details.errors) ? { errors: details.errors } : {}),
  };
}

/** Whether the fault is on our side, so that the log must say more than the response. */
export function isOurFault({ problem }: Refusal): boolean {
  return problem.status >= 500 || INTERNAL.has(problem.code);
}

/** Returns any thrown value as an error of the catalogue. */
function asAskOnceError(error: unknown): AskOnceError {
  return error instanceof AskOnceError
    ? error
    : new AskOnceError('unexpected', 'An internal error occurred.', {}, error);
}

function challenge(code: ErrorCode): string {
  return code === 'token_missing' ? 'Bearer realm="askonce"' : 'Bearer realm="askonce", error="invalid_token"';
}

export function clipped(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
}
