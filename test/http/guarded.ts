/** A server for one test, over real sockets, and what was sent back; all of it ends with the test. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { AskOnceError } from '../../src/core/model/errors.ts';
import { type AskOnce, openAskOnce } from '../../src/index.ts';
import type { App, Routes } from '../../src/surfaces/http/app.ts';
import type { KnownToken } from '../../src/surfaces/http/guard/tokens.ts';
import { type HttpOptions, httpServer, listen } from '../../src/surfaces/http/server.ts';

export interface Served {
  readonly app: App;
  readonly askonce: AskOnce;
  readonly port: number;
  /** The store's file. */
  readonly db: string;
  /** What goes over a connection of its own until the server ends it, or until `enough` says so. */
  raw(text: string | Buffer, enough?: (seen: string) => boolean): Promise<string>;
  /** An ordinary request. */
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  lives(): Promise<boolean>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever the test expects.
  readonly json: any;
}

/** One token for each role. */
const TOKENS: Readonly<Record<string, KnownToken>> = {
  'asker-token': { id: 'tok-1', name: 'bot', role: 'asker' },
  'answerer-token': { id: 'tok-2', name: 'ann', role: 'answerer' },
  'admin-token': { id: 'tok-3', name: 'root', role: 'admin' },
};

/** Routes of each kind, to try the guard on. */
const tried: Routes = (app) => {
  app.get('/for-askers', { config: { may: 'asker' } }, ({ principal }) => principal);
  app.post('/for-answerers', { config: { may: 'answerer' } }, ({ principal }) => principal);
  app.get('/for-admins', {}, ({ principal }) => principal);
  app.get('/for-anyone', { config: { may: 'anyone' } }, ({ principal }) => principal);
  app.get('/a-page', { config: { may: 'anyone', page: true } }, () => 'a page');
  app.get('/things/:id', { config: { may: 'asker' } }, ({ params }) => params);
  app.delete('/things/:id', { config: { may: 'asker' } }, () => ({}));
  app.post('/echo', { config: { may: 'asker' } }, ({ body }) => ({ body: body ?? null }));
  app.post(
    '/checked',
    {
      config: { may: 'asker' },
      schema: {
        body: z.strictObject({ name: z.string(), age: z.int().optional(), tags: z.array(z.string()).optional() }),
      },
    },
    ({ body }) => body,
  );
  app.get('/throws', { config: { may: 'asker' } }, () => {
    throw new Error('the password is hunter2 in /etc/askonce');
  });
  app.get('/refuses', { config: { may: 'asker' } }, () => {
    throw new AskOnceError('store_unavailable', 'cannot open /home/ann/secret.db', { file: '/home/ann/secret.db' });
  });
  app.get('/waits', { config: { may: 'asker' } }, async () => {
    if (!app.stopping.aborted) await once(app.stopping, 'abort');
    return { stopped: true };
  });
};

/** `whenDone` is told what to do in the end: of a test, or of all that share the server. */
export async function served(
  options: Partial<HttpOptions> = {},
  whenDone: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-http-'));
  const db = join(folder, 'askonce.db');
  const askonce = await openAskOnce({ db, project: folder });
  whenDone(async () => {
    await askonce.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const app = await httpServer(askonce, {
    checkToken: async (text) => TOKENS[text] ?? null,
    tokensExist: async () => true,
    routes: [tried],
    ...options,
  });
  const base = await listen(app, '127.0.0.1', 0);
  whenDone(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const port = Number(new URL(base).port);
  const send = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${base}${path}`, init);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
  };
  return {
    app,
    askonce,
    port,
    db,
    raw: (text, enough = () => false) => rawExchange(port, text, enough),
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    lives: async () => (await send('/healthz', {})).status === 200,
  };
}

/** What a request line with these headers is as bytes; `Host` is added where none is given. */
export function request(line: string, headers: readonly string[] = ['Host: localhost'], body = ''): string {
  return [`${line} HTTP/1.1`, ...headers, '', body].join('\r\n');
}

/** The status lines of what came back. */
export function statuses(seen: string): number[] {
  return [...seen.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

function rawExchange(port: number, text: string | Buffer, enough: (seen: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`neither answered nor closed; so far: ${JSON.stringify(seen.slice(0, 500))}`));
    }, 60_000);
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      seen += piece;
      if (enough(seen)) socket.destroy();
    });
    // A connection that the server resets has told as much as one that it closes.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(seen);
    });
  });
}
