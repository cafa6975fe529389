/** How much one client may send: by token where it has one, else by address. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { AskOnceError } from '../../core/errors.ts';
import type { App } from '../app.ts';

export interface RateLimit {
  /** How many requests in a window. */
  readonly max: number;
  /** How long a window is, in milliseconds. */
  readonly windowMs: number;
}

/** On one machine it stops what has run away, and nothing else; the server itself manages about this many. */
export const LOOPBACK_LIMIT: RateLimit = { max: 50_000, windowMs: 1_000 };
export const NETWORK_LIMIT: RateLimit = { max: 100, windowMs: 1_000 };

/** Counts a request that comes to no route, and throws where there were too many. Those that do are counted there. */
export type CountRequest = (request: FastifyRequest) => Promise<void>;

export async function limitRequests(app: App, { max, windowMs }: RateLimit): Promise<CountRequest> {
  const noHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max,
    timeWindow: windowMs,
    keyGenerator: ({ principal, ip }) => principal.token ?? ip,
    // Headers with every reply would cost more than they tell.
    addHeaders: { ...noHeaders, 'retry-after': false },
    addHeadersOnExceeding: noHeaders,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  });
  const check = app.createRateLimit();
  return async (request) => {
    const counted = await check(request);
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl);
  };
}

function tooMany(ttl: number): AskOnceError {
  const retryAfter = Math.max(1, Math.ceil(ttl / 1000));
  const text = `Too many requests. Wait for ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
  return new AskOnceError('rate_limited', text, { retryAfter });
}
