/** Errors of the client: a rejected request, or an unreachable server. */

/** The body of a rejected request: RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly [detail: string]: unknown;
}

/** Distinguish errors by `code`: one of docs/errors.md, `unreachable`, or `unreadable` if the reply is not AskOnce's. */
export class AskOnceClientError extends Error {
  readonly code: string;
  /** The HTTP status; 0 without a reply. */
  readonly status: number;
  readonly problem: Problem | null;

  constructor(code: string, status: number, message: string, problem: Problem | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AskOnceClientError';
    this.code = code;
    this.status = status;
    this.problem = problem;
  }
}

/** The error for a reply. */
export async function refusalOf(reply: Response): Promise<AskOnceClientError> {
  const text = await reply.text().catch(() => '');
  const problem = problemIn(text);
  if (problem) return new AskOnceClientError(problem.code, reply.status, problem.detail, problem);
  const what = `The server answered ${reply.status} ${reply.statusText}, which is not an AskOnce reply. Check the URL.`;
  return new AskOnceClientError('unreadable', reply.status, what, null);
}

function problemIn(text: string): Problem | null {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    return typeof body?.code === 'string' && typeof body.detail === 'string' ? (body as Problem) : null;
  } catch {
    return null;
  }
}
