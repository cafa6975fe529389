/** Waiting on behalf of a request: within bounds, and only as long as its client and the server are there. */
import type { FastifyReply } from 'fastify';
import { durationMs } from '../../core/model/duration.ts';
import type { App } from './app.ts';

/** Proxies give up on what is silent for longer, and a server that stops has to wait for it; whoever wants more asks again. */
const MAX_WAIT_MS = 60_000;

/** How long a request wants to wait; `false`: not at all. */
export function waitOf(...wanted: readonly (string | number | null | undefined)[]): number | false {
  const said = wanted.find((one) => one !== undefined && one !== null);
  const ms = said === undefined ? 0 : durationMs(said);
  return ms === 0 ? false : Math.min(ms, MAX_WAIT_MS);
}

/** Where to wait for a question as one of those who ask it: another one may have put it, with a deadline of its own. */
export function whereToWait(id: string, ask: string): string {
  return `/clarifications/${encodeURIComponent(id)}?ask=${encodeURIComponent(ask)}`;
}

/** A signal that is aborted when the client has gone or the server stops; `end` takes its listeners away. */
export function presence(app: App, reply: FastifyReply): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  reply.raw.once('close', abort);
  app.stopping.addEventListener('abort', abort, { once: true });
  if (app.stopping.aborted || reply.raw.destroyed) abort();
  const end = () => {
    reply.raw.removeListener('close', abort);
    app.stopping.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, end };
}

/** What `wait` comes to, or, once nobody is there to wait for it, what `meanwhile` says: a wait cut short is no failure. */
export async function whilePresent<T>(
  app: App,
  reply: FastifyReply,
  wait: (signal: AbortSignal) => Promise<T>,
  meanwhile: () => T | Promise<T>,
): Promise<T> {
  const { signal, end } = presence(app, reply);
  try {
    return await wait(signal);
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    // A server that stops would wait for the connection, which serves nobody any more.
    reply.header('connection', 'close');
    return await meanwhile();
  } finally {
    end();
  }
}
