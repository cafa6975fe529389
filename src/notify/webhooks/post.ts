/** One signed POST. What it sends and the key it signs with are in no error and in no log. */
import type { IncomingMessage } from 'node:http';
import { AskOnceError } from '../../core/model/errors.ts';
import { type AddressRules, checkedUrl, guardedLookup, type Resolve } from './public-address.ts';
import { signedHeaders } from './signature.ts';

export const POST_TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

export interface WebhookPost extends AddressRules {
  readonly url: string;
  readonly secret: string;
  /** The same each time the same thing is told, so that whoever is told twice can see it. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** The time, in milliseconds. */
  readonly at: number;
  /** For all of it, from the resolving of the name to the last byte of the reply. */
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
  /** What `Retry-After` wishes for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

export type Post = (webhook: WebhookPost) => Promise<WebhookReply>;

/**
 * Posts a webhook, and gives back whatever HTTP status came: a redirect too, which is never followed, since it was not what the
 * guard looked at. Throws `webhook_forbidden` where the guard refuses, `webhook_failed` where no reply came, and the signal's
 * reason where that ended it.
 */
export const postWebhook: Post = async (webhook) => {
  const { secret, id, body, at, timeoutMs = POST_TIMEOUT_MS, signal, allowPrivate = false, resolve } = webhook;
  const url = checkedUrl(webhook.url, { allowPrivate });
  // Loaded when it is needed: with all that it brings it would cost every command 30 ms of its start.
  const { request: send } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { promise, resolve: replied, reject } = Promise.withResolvers<IncomingMessage>();
    const request = send(url, {
      method: 'POST',
      // A connection for each: none is kept open to an address that was looked at long ago.
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
    // Whoever changes the protocol brings neither a response nor an error.
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
  // Leaving the loop ends the connection, so that the rest is never fetched.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) break;
  }
  return { body: Buffer.concat(chunks).toString('utf8'), isCut: left < 0 };
}

/** Seconds, or a date; null where it is neither. */
function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse takes “-5” for a year.
  const date = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The host alone is named: paths and queries of webhooks often are secrets. Node's own error is left out, as it may hold bytes. */
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
