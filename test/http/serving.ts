/** A server on a real socket over a store of its own, with one token for each role; all of it goes when the test ends. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createConnection } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { AskOnce, OpenOptions } from '../../src/index.ts';
import type { App } from '../../src/surfaces/http/app.ts';
import { answerLinkRoutes } from '../../src/surfaces/http/routes/answer-links.ts';
import { answerRoutes } from '../../src/surfaces/http/routes/answers.ts';
import { approvalRoutes } from '../../src/surfaces/http/routes/approvals.ts';
import { clarificationRoutes } from '../../src/surfaces/http/routes/clarifications.ts';
import { type EventOptions, eventRoutes } from '../../src/surfaces/http/routes/events.ts';
import { jobRoutes } from '../../src/surfaces/http/routes/jobs.ts';
import { orchestratorRoutes } from '../../src/surfaces/http/routes/orchestrator.ts';
import { pageDataRoutes } from '../../src/surfaces/http/routes/page.ts';
import { preferenceRoutes } from '../../src/surfaces/http/routes/preferences.ts';
import { sessionRoutes } from '../../src/surfaces/http/routes/sessions.ts';
import { webhookRoutes } from '../../src/surfaces/http/routes/webhooks.ts';
import { workerRoutes } from '../../src/surfaces/http/routes/workers.ts';
import { type HttpOptions, httpServer, listen } from '../../src/surfaces/http/server.ts';
import { type Bench, setUp } from '../support/open.ts';
import type { StoreKind } from '../support/stores.ts';

/** `other` is a second agent, with an asker's token of its own. */
export type Who = 'asker' | 'other' | 'answerer' | 'admin' | 'nobody';

export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Served extends Bench {
  readonly app: App;
  readonly url: string;
  /** One request, as one of those who may send it. */
  readonly send: <T = Record<string, unknown>>(
    who: Who,
    what: string,
    body?: unknown,
    init?: RequestInit,
  ) => Promise<Reply<T>>;
}

const TOKENS = { asker: 'asker', other: 'asker', answerer: 'answerer', admin: 'admin' } as const;

export interface ServeOptions {
  readonly events?: EventOptions;
  readonly port?: number;
  readonly http?: Partial<HttpOptions>;
}

/** The server over an opening, without a socket. Whoever asks for it closes it. */
export function appOn(askonce: AskOnce, { events, http }: ServeOptions = {}): Promise<App> {
  return httpServer(askonce, {
    checkToken: async (text) => {
      const found = Object.entries(TOKENS).find(([who]) => text === `token-of-${who}`);
      return found ? { id: `t-${found[0]}`, name: `the ${found[0]}`, role: found[1] } : null;
    },
    tokensExist: async () => true,
    requireToken: true,
    routes: [
      clarificationRoutes,
      answerRoutes,
      approvalRoutes,
      answerLinkRoutes(),
      sessionRoutes,
      orchestratorRoutes,
      preferenceRoutes,
      pageDataRoutes,
      eventRoutes(events),
      jobRoutes('http'),
      webhookRoutes(),
      workerRoutes,
    ],
    ...http,
  });
}

/** The server over an opening; `stop` ends it, as the end of its test does. */
export async function serveOn(askonce: AskOnce, options: ServeOptions = {}): Promise<{ app: App; url: string }> {
  const app = await appOn(askonce, options);
  onTestFinished(async () => {
    await app.close();
  });
  return { app, url: await listen(app, '127.0.0.1', options.port ?? 0) };
}

export async function serve(store: StoreKind, options: ServeOptions & { open?: OpenOptions } = {}): Promise<Served> {
  const bench = await setUp(store, options.open);
  const { app, url } = await serveOn(bench.askonce, options);
  return { ...bench, app, url, send: (...request) => sendTo(url, ...request) };
}

export async function sendTo<T>(
  url: string,
  who: Who,
  what: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Reply<T>> {
  const [method, path] = what.split(' ') as [string, string];
  const reply = await fetch(`${url}${path}`, {
    method,
    ...init,
    headers: {
      ...(who === 'nobody' ? {} : { authorization: `Bearer token-of-${who}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(init.headers as Record<string, string>),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: (text === '' ? null : JSON.parse(text)) as T };
}

/** A server that gives its clients five minutes to send what they have to: it reads a thousand at once only when it has the time. */
export const UNHURRIED: ServeOptions = { http: { timeouts: { headersMs: 300_000, requestMs: 300_000 } } };

/** One request that waits for its connection as long as it takes; `fetch` gives up after ten seconds, however busy we are ourselves. */
export async function sendUnhurried<T>(
  url: string,
  who: Exclude<Who, 'nobody'>,
  what: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: T }> {
  const [method, path] = what.split(' ') as [string, string];
  const headers = { authorization: `Bearer token-of-${who}`, 'content-type': 'application/json' };
  const sent = request(`${url}${path}`, { method, headers, agent: false });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode!, body: (await json(reply)) as T };
}

/** A request whose client goes away: sends it whole, waits until it is `underWay`, and cuts the connection. */
export async function sendAndGoAway(url: string, request: string, underWay: () => Promise<unknown>): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(request);
  await underWay();
  socket.destroy();
  await once(socket, 'close');
}
