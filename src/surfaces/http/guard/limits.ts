/**
 * The rate limit: by token if there is one, else by address. Our own, because @fastify/rate-limit awaits promises on every request, which
 * costs as much as all the other checks together.
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { AskOnceError } from '../../../core/model/errors.ts';
import { BoundedMap } from '../../../util/bounded-map.ts';
import type { App } from '../app.ts';

export interface RateLimit {
  /** The number of requests in a window. */
  readonly max: number;
  /** The length of a window, in milliseconds. */
  readonly windowMs: number;
}

/** On one machine this only stops runaway clients; the server itself handles about this many requests. */
export const LOOPBACK_LIMIT: RateLimit = { max: 50_000, windowMs: 1_000 };
export const NETWORK_LIMIT: RateLimit = { max: 100, windowMs: 1_000 };

/** Counts a request, and returns an error if there were too many. Requests that reach a route are counted there. */
export type CountRequest = (request: FastifyRequest) => AskOnceError | null;

/** Counts the requests of every route added from now on, after the server-wide hooks. */
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
      // Deleted first, so that the client moves to the end of the insertion order.
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
