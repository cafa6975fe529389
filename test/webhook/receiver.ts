/** A real server on loopback that gets webhooks, keeps them, and replies as a test wants. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { newSecret, verifySignature } from '../../src/notify/webhooks/signature.ts';
import { endOf } from '../support/open.ts';

export interface Received {
  readonly id: string;
  readonly body: string;
  readonly json: { type: string; timestamp: string; data: Record<string, unknown> };
  readonly request: IncomingMessage;
  /** Whether the signature is right; the time is the sender's. */
  readonly isSigned: boolean;
}

export type Reply = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  readonly received: readonly Received[];
  /** The ids of what was received, in order. */
  readonly ids: () => string[];
  /** From now on. */
  reply(reply: Reply | number): void;
  /** The first `count` webhooks, once they are there. */
  has(count: number): Promise<readonly Received[]>;
}

export function replyWith(status: number, headers: Record<string, string> = {}, body = ''): Reply {
  return (response) => response.writeHead(status, headers).end(body);
}

export async function startReceiver(first: Reply | number = 204): Promise<Receiver> {
  const secret = newSecret();
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let reply: Reply = typeof first === 'number' ? replyWith(first) : first;

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { headers } = request;
    const now = Number(headers['webhook-timestamp']) * 1000;
    const isSigned = verifySignature({ secret, headers, body, now });
    const one = { id: String(headers['webhook-id']), body, json: JSON.parse(body), request, isSigned };
    received.push(one);
    for (const look of waiting) look();
    reply(response, one);
  };
  // A request that was broken off is none.
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    secret,
    received,
    ids: () => received.map(({ id }) => id),
    reply: (next) => {
      reply = typeof next === 'number' ? replyWith(next) : next;
    },
    async has(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => received.length >= count && resolve();
      waiting.add(look);
      look();
      await endOf(promise).catch(() => {
        throw new Error(`${count} webhooks were expected, and ${received.length} came`);
      });
      waiting.delete(look);
      return received.slice(0, count);
    },
  };
}
