/** One signed POST. Neither its body nor its key appears in an error or a log. */
import type { IncomingMessage } from 'node:http';
import { AskOnceError } from '../../core/model/errors.ts';
import { type AddressRules, checkedUrl, guardedLookup, type Resolve } from './public-address.ts';
import { signedHeaders } from './signature.ts';

const POST_TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

export interface WebhookPost extends AddressRules {
  readonly url: string;
  readonly secret: string;
  /** The same each time the same event is posted, so that the receiver can detect a repetition. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** The time, in milliseconds. */
  readonly at: number;
  /** For the whole request, from the name lookup to the last byte of the reply. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly resolve?: Resolve;
}

export interface WebhookReply {
  readonly status: number;
  /** The first 64 KiB. */
  readonly body: string;
  /** Whether there was more. */
  readonly isCut: boolean;
  /** The delay that `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

export type Post = (webhook: WebhookPost) => Promise<WebhookReply>;

/**
 * Posts a webhook and returns any HTTP status, even a redirect: redirects are never followed, since the guard has not checked their target.
 * Throws `webhook_forbidden` if the guard rejects the address, `webhook_failed` if no reply came, and the signal's reason if it was
 * aborted.
 */
export const postWebhook: Post = async (webhook) => {
  const { secret, id, body, at, timeoutMs = POST_TIMEOUT_MS, signal, allowPrivate = false, resolve } = webhook;
  const url = checkedUrl(webhook.url, { allowPrivate });
  // Loaded on demand: with its dependencies it would add 30 ms to the start of every command.
  const { request: send } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { promise, resolve: replied, reject } = Promise.withResolvers<IncomingMessage>();
    const request = send(url, {
      method: 'POST',
      // A new connection for each post: none is kept open to an address that was checked long ago.
      agent: false,
      lookup: guardedLookup({ allowPrivate }, resolve),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      headers: {
        ...signedHeaders({ secret, id, at, body }),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'AskOnce-Webhook/1',
        accept: 'application/json',
        'accept-encoding': 'identity',
      },
    });
    request.on('response', replied);
    request.on('error', reject);
    // A reply that switches protocols produces neither a response nor an error.
    request.on('close', () => reject(new Error('closed without a reply')));
    request.end(body);
    const response = await promise;
    return {
      status: response.statusCode ?? 0,
      ...(await readAtMost(response, MAX_BYTES)),
      retryAfterMs: retryAfterMs(response.headers['retry-after'], at),
    };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof AskOnceError) throw error;
    throw failure(url.host, late.aborted ? timeoutMs : null, error);
  }
};

async function readAtMost(response: IncomingMessage, most: number): Promise<{ body: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let left = most;
  // Leaving the loop closes the connection, so the rest is never fetched.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) break;
  }
  return { body: Buffer.concat(chunks).toString('utf8'), isCut: left < 0 };
}

/** Seconds, or a date; null if it is neither. */
function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse would read “-5” as a year.
  const date = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/**
 * Names only the host: paths and queries of webhooks are often secrets. Node's own error is left out, because it may contain bytes of the
 * reply.
 */
function failure(host: string, timeoutMs: number | null, error: unknown): AskOnceError {
  if (timeoutMs !== null) {
    const message = `${host} did not reply completely within ${timeoutMs / 1000} s. Check why it is slow.`;
    return new AskOnceError('webhook_failed', message, { host, cause: 'timeout' });
  }
  const { code } = error as NodeJS.ErrnoException;
  const cause = typeof code === 'string' ? code : 'unknown';
  const message = `${host} could not be reached, or closed the connection (${cause}). Check that it is running and that its name and certificate are correct.`;
  return new AskOnceError('webhook_failed', message, { host, cause });
}
