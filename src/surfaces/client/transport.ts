/** Sends requests: adds the token, retries when that is safe, and turns rejections into errors. */
import { AskOnceClientError, refusalOf } from './error.ts';
import { ONCE, OPERATIONS, type Operation } from './operations.ts';

export interface ClientOptions {
  /** The address of the server, such as `http://127.0.0.1:4766`. */
  url: string;
  /** Sent with every request, if the server needs one. */
  token?: string | undefined;
  /** The project that requests belong to; the server's own by default. */
  project?: string | undefined;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch;
  /** How often a request without a reply is sent again; 5 by default. */
  retries?: number;
  /** Once aborted, no request is sent any more, and those under way end. */
  signal?: AbortSignal;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface Call extends CallOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly retries?: number;
}

/** Temporary errors: of a proxy, of a restarting server, or a rate limit. */
const PASSING: readonly number[] = [429, 502, 503, 504];
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

export class Transport {
  private readonly base: string;
  private readonly token: string | undefined;
  private readonly project: string | undefined;
  private readonly fetch: typeof fetch;
  private readonly retries: number;
  private readonly signal: AbortSignal | undefined;

  constructor({ url, token, project, fetch: fetchGiven, retries = 5, signal }: ClientOptions) {
    this.signal = signal;
    this.base = url.replace(/\/+$/, '');
    this.token = token;
    this.project = project;
    // The platform's `fetch` must be called without a receiver.
    this.fetch = fetchGiven ?? ((input, init) => fetch(input, init));
    this.retries = retries;
  }

  /** Returns the reply of the server as JSON. */
  async call<T>(operation: Operation, call: Call = {}): Promise<T> {
    const reply = await this.send(operation, call);
    try {
      return (await reply.json()) as T;
    } catch (cause) {
      call.signal?.throwIfAborted();
      throw new AskOnceClientError('unreadable', reply.status, 'The reply is incomplete or not JSON.', null, cause);
    }
  }

  async send(operation: Operation, given: Call): Promise<Response> {
    const call = this.signal === undefined ? given : { ...given, signal: eitherOf(this.signal, given.signal) };
    const retries = ONCE.includes(operation) ? 0 : (call.retries ?? this.retries);
    for (let tried = 0; ; tried += 1) {
      call.signal?.throwIfAborted();
      const { reply, error } = await this.sendOnce(operation, call);
      if (reply?.ok) return reply;
      const passing = reply === undefined || PASSING.includes(reply.status);
      if (!passing || tried >= retries) throw error ?? (await refusalOf(reply!));
      await reply?.body?.cancel();
      await pause(pauseMs(tried, reply), call.signal);
    }
  }

  private async sendOnce(
    operation: Operation,
    { path = {}, query = {}, body, headers = {}, signal }: Call,
  ): Promise<{ reply?: Response; error?: AskOnceClientError }> {
    const [method, template] = OPERATIONS[operation];
    const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const sent: [string, string | undefined][] = [
      ['authorization', this.token === undefined ? undefined : `Bearer ${this.token}`],
      ['askonce-project', this.project === undefined ? undefined : encodeURIComponent(this.project)],
      ['content-type', body === undefined ? undefined : 'application/json'],
      ...Object.entries(headers),
    ];
    try {
      const reply = await this.fetch(`${this.base}${address}${searchOf(query)}`, {
        method,
        // The question was meant for this server, and another one must not decide it.
        redirect: 'manual',
        headers: sent.filter((header): header is [string, string] => header[1] !== undefined),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
      return { reply };
    } catch (cause) {
      signal?.throwIfAborted();
      const text = `No reply from ${this.base}. Check that the server is running and reachable.`;
      return { error: new AskOnceClientError('unreachable', 0, text, null, cause) };
    }
  }
}

function eitherOf(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

function searchOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** Grows with each attempt, with jitter so that clients of one server do not retry at the same time. */
export function pauseMs(tried: number, reply?: Response): number {
  const wanted = Number(reply?.headers.get('retry-after') ?? 0) * 1000;
  const grown = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tried, 20), MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
  return Math.max(grown, Number.isFinite(wanted) ? wanted : 0);
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
