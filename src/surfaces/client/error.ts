/** What the server refused, or that it was not there. */

/** The body of a refusal: RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly [detail: string]: unknown;
}

/** Tell errors apart by `code`: one of docs/errors.md, `unreachable`, or `unreadable` for a reply of something else. */
export class AskOnceClientError extends Error {
  readonly code: string;
  /** The HTTP status; 0 where no reply came. */
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

/** The error that a reply stands for. */
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
