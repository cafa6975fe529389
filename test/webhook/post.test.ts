/** One POST, against real servers that behave and that do not. */
import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AskOnceError } from '../../src/core/model/errors.ts';
import { postWebhook, type WebhookPost } from '../../src/notify/webhooks/post.ts';
import { newSecret } from '../../src/notify/webhooks/signature.ts';
import { type Received, replyWith, startReceiver } from './receiver.ts';

const BODY = '{"type":"test","said":"the-body-größe"}';

function post(receiver: { url: string; secret: string }, more: Partial<WebhookPost> = {}) {
  const { url, secret } = receiver;
  return postWebhook({ url, secret, id: 'evt-1', body: BODY, at: Date.now(), allowPrivate: true, ...more });
}

/** A server below HTTP. */
async function startSocketServer(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, port, secret: newSecret(), sockets };
}

async function errorOf(promise: Promise<unknown>): Promise<AskOnceError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AskOnceError)) throw new Error(`expected an AskOnceError, got ${String(error)}`);
  return error;
}

describe('a webhook that is posted', () => {
  it('arrives as it was written, signed, and asking for nothing packed', async () => {
    const receiver = await startReceiver(replyWith(200, {}, '{"result":"fine"}'));
    expect(await post(receiver)).toEqual({ status: 200, body: '{"result":"fine"}', isCut: false, retryAfterMs: null });
    const [{ body, isSigned, request }] = receiver.received as [Received];
    expect({ body, isSigned, method: request.method, url: request.url }).toEqual({
      body: BODY,
      isSigned: true,
      method: 'POST',
      url: '/hook',
    });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'AskOnce-Webhook/1',
      'webhook-id': 'evt-1',
      connection: 'close',
    });
  });

  it.each([301, 302, 307, 308])('is not taken elsewhere by a %s', async (status) => {
    const elsewhere = await startReceiver();
    const receiver = await startReceiver(replyWith(status, { location: elsewhere.url }));
    expect(await post(receiver)).toMatchObject({ status });
    expect(elsewhere.received).toEqual([]);
  });

  it.each([
    ['7', 7_000],
    [new Date(Date.UTC(2027, 0, 1, 0, 1)).toUTCString(), 60_000],
    [new Date(Date.UTC(2020, 0, 1)).toUTCString(), 0],
    ['soon', null],
    ['-5', null],
  ])('is told by Retry-After: %s', async (header, expected) => {
    const receiver = await startReceiver(replyWith(429, { 'retry-after': header }));
    expect(await post(receiver, { at: Date.UTC(2027, 0, 1) })).toMatchObject({ status: 429, retryAfterMs: expected });
  });

  it('takes 64 KiB of a megabyte, and hangs up', async () => {
    const receiver = await startReceiver((response) => void response.writeHead(200).end('x'.repeat(1_000_000)));
    const reply = await post(receiver);
    expect(reply).toMatchObject({ status: 200, isCut: true });
    expect(reply.body).toBe('x'.repeat(64 * 1024));
  });

  it('takes 64 KiB of what never ends', async () => {
    const receiver = await startReceiver((response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect((await post(receiver)).isCut).toBe(true);
  });
});

describe('a post fails', () => {
  it('where nobody listens', async () => {
    const { url, secret } = await startSocketServer(() => {});
    const closed = new URL(url);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closed.port = String((server.address() as { port: number }).port);
    await new Promise((resolve) => server.close(resolve));
    expect(await errorOf(post({ url: closed.href, secret }))).toMatchObject({
      code: 'webhook_failed',
      details: { host: closed.host, cause: 'ECONNREFUSED' },
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['resets', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['hangs up', (socket) => socket.once('data', () => socket.end())],
    ['does not speak HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['breaks off in its reply', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc')],
    ['sends endless headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`)],
    [
      'changes the protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
  ])('where the server %s', async (_what, onSocket) => {
    expect(await errorOf(post(await startSocketServer(onSocket)))).toMatchObject({ code: 'webhook_failed' });
  });

  it('where https is spoken to by http', async () => {
    const { port, secret } = await startReceiver();
    expect(await errorOf(post({ url: `https://127.0.0.1:${port}/`, secret }))).toMatchObject({
      code: 'webhook_failed',
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    [
      'says a little all the time',
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 10);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    ['does not end its reply', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
  ])('when its time is up, where the server %s', async (_what, onSocket) => {
    expect(await errorOf(post(await startSocketServer(onSocket), { timeoutMs: 100 }))).toMatchObject({
      code: 'webhook_failed',
      details: { cause: 'timeout' },
      message: expect.stringContaining('within 0.1 s'),
    });
  });

  it('when its time is up, where a name is not resolved', async () => {
    const { port, secret } = await startReceiver();
    const hangs = post(
      { url: `http://hook.example:${port}/`, secret },
      { timeoutMs: 50, resolve: () => new Promise(() => {}) },
    );
    expect(await errorOf(hangs)).toMatchObject({ code: 'webhook_failed', details: { cause: 'timeout' } });
  });

  it('with the reason of a signal, before and while it is under way', async () => {
    const reason = new Error('the job was cancelled');
    const aborted = AbortSignal.abort(reason);
    const receiver = await startReceiver(() => {});
    await expect(post(receiver, { signal: aborted })).rejects.toBe(reason);
    expect(receiver.received).toEqual([]);
    const controller = new AbortController();
    const hangs = post(receiver, { signal: controller.signal });
    hangs.catch(() => {});
    await receiver.has(1);
    controller.abort(reason);
    await expect(hangs).rejects.toBe(reason);
  });

  it('without a word of what was sent, of the key, or of the path', async () => {
    const { url, port, secret } = await startSocketServer((socket) => socket.end('nonsense the-reply'));
    const failed = await errorOf(post({ url: `http://127.0.0.1:${port}/the-path?the=query`, secret }));
    const refused = await errorOf(post({ url, secret: 'whsec_the-key' }));
    const shown = [failed, refused].map((error) =>
      JSON.stringify([error.message, error.details, error.cause, error.stack]),
    );
    for (const word of ['the-body', 'the-path', 'query', 'the-reply', 'the-key', secret])
      expect(shown.join()).not.toContain(word);
  });
});

describe('the guard', () => {
  it('lets nothing through to a private address: not as it is, not by a name', async () => {
    const { url, port, secret, received } = await startReceiver();
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const byName = `https://hook.example:${port}/`;
    for (const forbidden of [url, url.replace('http', 'https'), byName])
      expect(await errorOf(post({ url: forbidden, secret }, { allowPrivate: false, resolve }))).toMatchObject({
        code: 'webhook_forbidden',
      });
    expect(received).toEqual([]);
    // The control: the same way is open where private addresses are allowed, and the name is resolved by us alone, once.
    let asked = 0;
    const counting = () => {
      asked += 1;
      return resolve();
    };
    expect(await post({ url: byName.replace('https', 'http'), secret }, { resolve: counting })).toMatchObject({
      status: 204,
    });
    expect([received.length, asked]).toEqual([1, 1]);
  });

  it('opens no connection where the name leads to a private address the second time', async () => {
    const { port, secret, sockets } = await startSocketServer(() => {});
    const answers = ['1.1.1.1', '127.0.0.1'];
    const stop = new AbortController();
    // The first answer passes the guard; the connection to it is given up before it begins.
    const resolve = async () => {
      const address = answers.shift()!;
      if (address === '1.1.1.1') stop.abort(new Error('passed'));
      return [{ address, family: 4 }];
    };
    const url = `https://hook.example:${port}/`;
    await expect(post({ url, secret }, { allowPrivate: false, resolve, signal: stop.signal })).rejects.toThrow(
      'passed',
    );
    expect(await errorOf(post({ url, secret }, { allowPrivate: false, resolve }))).toMatchObject({
      code: 'webhook_forbidden',
    });
    expect(sockets.size).toBe(0);
  });
});
