/** A service on loopback that gets messages, keeps them, and replies as a test wants. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { endOf } from '../support/open.ts';

export interface Posted {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The fields of a JSON body, or of a form, whose values may be JSON themselves. */
  readonly body: Record<string, unknown>;
}

export type Reply = (response: ServerResponse, posted: Posted) => void;

export interface Service {
  readonly url: string;
  readonly posted: readonly Posted[];
  reply(reply: Reply): void;
  /** All that was posted, once there are so many. */
  has(count: number): Promise<readonly Posted[]>;
}

export const ok: Reply = (response) => response.end('{"ok":true}');
export const status =
  (code: number): Reply =>
  (response) =>
    response.writeHead(code).end('{}');

export async function startService(first: Reply = ok): Promise<Service> {
  const posted: Posted[] = [];
  const waiting = new Set<() => void>();
  let reply = first;
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      const isForm = String(request.headers['content-type']).includes('form');
      const body = isForm ? Object.fromEntries(new URLSearchParams(raw)) : (JSON.parse(raw || '{}') as Posted['body']);
      const one = { path: request.url!, headers: request.headers, body };
      posted.push(one);
      for (const look of waiting) look();
      reply(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    reply: (next) => {
      reply = next;
    },
    async has(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => posted.length >= count && resolve();
      waiting.add(look);
      look();
      await endOf(promise).catch(() => {
        throw new Error(`${count} messages were expected, and ${posted.length} came: ${JSON.stringify(posted)}`);
      });
      waiting.delete(look);
      return posted;
    },
  };
}
