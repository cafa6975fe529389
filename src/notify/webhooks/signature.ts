/**
 * Signatures as defined by Standard Webhooks (https://www.standardwebhooks.com): an HMAC-SHA256 of id, time and body. The receiver can
 * verify that a webhook comes from its sender, was not changed, and is not an old one sent again.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AskOnceError } from '../../core/model/errors.ts';

const PREFIX = 'whsec_';
const KEY_BYTES = { least: 24, new: 32, most: 64 };
const TOLERANCE_MS = 5 * 60_000;
/** Padded with `=`: other libraries cannot read it without. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** A dot in an id could shift text from one signed part into the next; the rest is what any header may contain. */
const ID = /^[\w%~!*'()-]{1,1000}$/;

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export interface ToSign {
  readonly secret: string;
  /** The same each time the same event is sent. */
  readonly id: string;
  /** When it is sent, in milliseconds. */
  readonly at: number;
  readonly body: string | Uint8Array;
}

export interface ToVerify {
  readonly secret: string;
  /** Headers from `fetch`, from `node:http`, or any object with these names. */
  readonly headers: Headers | SignedHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body. If you parse it and serialize it again, it no longer matches. */
  readonly body: string | Uint8Array;
  /** The receiver's time; the machine's clock by default. */
  readonly now?: number;
  /** How far the sender's clock may be off plus how long the delivery may take; five minutes by default. */
  readonly toleranceMs?: number;
}

/**
 * Creates a new secret: `whsec_` and 32 random bytes.
 * @example
 * newSecret().length; // 50
 */
export function newSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES.new).toString('base64');
}

/**
 * The three headers of a webhook. If you send it again, sign it again with the current time.
 * @example
 * const headers = signedHeaders({ secret: newSecret(), id: 'evt-1', at: 1_800_000_000_000, body: '{}' });
 * headers['webhook-timestamp']; // '1800000000'
 */
export function signedHeaders({ secret, id, at, body }: ToSign): SignedHeaders {
  if (!ID.test(id)) {
    throw new AskOnceError('argument_invalid', 'A webhook’s id must be ASCII without dots or spaces.');
  }
  const timestamp = String(Math.floor(at / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(keyOf(secret), id, timestamp, body).toString('base64')}`,
  };
}

/**
 * Whether a webhook was sent by a holder of the secret, is unchanged, and is at most five minutes old.
 * @example
 * const secret = newSecret();
 * const headers = signedHeaders({ secret, id: 'evt-1', at: Date.now(), body: '{}' });
 * verifySignature({ secret, headers, body: '{}' }); // true
 */
export function verifySignature(webhook: ToVerify): boolean {
  const { secret, headers, body, now = Date.now(), toleranceMs = TOLERANCE_MS } = webhook;
  const key = keyOf(secret);
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (!(Math.abs(now - Number(timestamp) * 1000) <= toleranceMs)) return false;
  const expected = hmac(key, id, timestamp, body);
  // There are several while a secret is being replaced. All are compared, so that the timing reveals nothing.
  let fits = false;
  for (const signature of signatures.split(' ')) {
    const given = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature)?.[1];
    if (given !== undefined && timingSafeEqual(Buffer.from(given, 'base64'), expected)) fits = true;
  }
  return fits;
}

/** The key that a secret encodes. No error contains the secret itself. */
export function keyOf(secret: string): Buffer {
  const text = typeof secret === 'string' && secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : null;
  const key = text !== null && BASE64.test(text) ? Buffer.from(text, 'base64') : null;
  if (key !== null && key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most) return key;
  throw new AskOnceError(
    'argument_invalid',
    'A webhook’s secret must be “whsec_” followed by 24 to 64 bytes in base64. Create one with newSecret().',
    { argument: 'secret' },
  );
}

function hmac(key: Buffer, id: string, timestamp: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

function headerOf(headers: ToVerify['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}
