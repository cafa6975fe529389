/** Waits on behalf of a request: within limits, and only while its client and the server are there. */
import type { FastifyReply } from 'fastify';
import { durationMs } from '../../core/model/duration.ts';
import type { App } from './app.ts';

/** Proxies give up on longer silence, and a stopping server has to wait for open requests; clients ask again. */
const MAX_WAIT_MS = 60_000;

/** How long a request wants to wait; `false`: not at all. */
export function waitOf(...wanted: readonly (string | number | null | undefined)[]): number | false {
  const said = wanted.find((one) => one !== undefined && one !== null);
  const ms = said === undefined ? 0 : durationMs(said);
  return ms === 0 ? false : Math.min(ms, MAX_WAIT_MS);
}

/** The URL to wait at for one ask of a question: another ask may have put the question, with its own deadline. */
export function whereToWait(id: string, ask: string): string {
  return `/clarifications/${encodeURIComponent(id)}?ask=${encodeURIComponent(ask)}`;
}

/** A signal that is aborted when the client disconnects or the server stops; `end` removes its listeners. */
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

/** Returns the result of `wait`, or of `meanwhile` once the client is gone or the server stops: an interrupted wait is no failure. */
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
    // A stopping server would otherwise wait for the idle connection.
    reply.header('connection', 'close');
    return await meanwhile();
  } finally {
    end();
  }
}
