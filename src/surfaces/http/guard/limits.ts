/**
 * How much one client may send: by token where it has one, else by address. Our own, because @fastify/rate-limit waits for promises at
 * every request, which cost as much as all the other checks together.
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { AskOnceError } from '../../../core/model/errors.ts';
import { BoundedMap } from '../../../util/bounded-map.ts';
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

/** Counts a request, and says so where there were too many. Those that come to a route are counted there. */
export type CountRequest = (request: FastifyRequest) => AskOnceError | null;

/** Counts the requests of every route added from now on, after all that the server as a whole looks at. */
export function limitRequests(app: App, limit: RateLimit): CountRequest {
  const count = counting(limit);
  const hook: onRequestHookHandler = (request, _reply, done) => done(count(request) ?? undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.unlimited !== true) route.onRequest = [route.onRequest ?? [], hook].flat();
  });
  return count;
}

function counting({ max, windowMs }: RateLimit): CountRequest {
  const windows = new BoundedMap<{ readonly until: number; requests: number }>();
  return ({ principal, ip }) => {
    const client = principal.token ?? ip;
    const now = performance.now();
    const open = windows.get(client);
    if (open === undefined || open.until <= now) {
      // Taken out first: whoever has just come again is not the oldest.
      windows.delete(client);
      windows.set(client, { until: now + windowMs, requests: 1 });
      return max < 1 ? tooMany(windowMs) : null;
    }
    open.requests += 1;
    return open.requests > max ? tooMany(open.until - now) : null;
  };
}

function tooMany(ms: number): AskOnceError {
  const retryAfter = Math.max(1, Math.ceil(ms / 1000));
  const text = `Too many requests. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
  return new AskOnceError('rate_limited', text, { retryAfter });
}
