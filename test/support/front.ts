/** A proxy before several servers, which sends each request to any of them, as a load balancer without sticky sessions does. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Front {
  readonly url: string;
  /** To which server each request went, in order: `POST /mcp 2`. */
  readonly went: readonly string[];
}

/** @param choose The number of the server for a request; any of them by default. */
export async function frontOf(
  urls: readonly string[],
  choose: (request: IncomingMessage) => number = () => Math.floor(Math.random() * urls.length),
): Promise<Front> {
  const went: string[] = [];
  const pass = (asked: IncomingMessage, reply: ServerResponse) => {
    const to = choose(asked);
    went.push(`${asked.method} ${asked.url} ${to}`);
    const { hostname, port } = new URL(urls[to]!);
    const { method, headers, url: path } = asked;
    const passed = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers);
      // A stream's beginning must not wait for its first event.
      reply.flushHeaders();
      answer.pipe(reply);
      answer.once('error', () => reply.destroy());
      answer.once('close', () => answer.complete || reply.destroy());
    });
    passed.once('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
    reply.once('close', () => passed.destroy());
    asked.pipe(passed);
  };
  const server = createServer({ keepAlive: true }, pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, went };
}
