/**
 * Requests that no honest client sends, over real sockets. Each is refused with 4xx, or its connection is closed where HTTP has
 * no answer; and afterwards the server serves as before.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serverLog } from '../../src/surfaces/http/logging.ts';
import { request, type Served, served, statuses } from './guarded.ts';

let server: Served;
beforeAll(async () => {
  const timeouts = { headersMs: 600, requestMs: 1_000, checkMs: 50 };
  server = await served({ timeouts }, afterAll);
});

afterEach(async () => {
  expect(await server.lives()).toBe(true);
});

const JSON_TYPE = 'Content-Type: application/json';

/** A POST to /echo with this body and these further headers. */
function post(body: string, ...headers: string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return request('POST /echo', ['Host: localhost', 'Connection: close', length, ...headers], body);
}

/** The one reply: a problem of this code. */
async function refusedWith(text: string | Buffer, code: string, status: number): Promise<void> {
  const seen = await server.raw(text);
  expect(statuses(seen)).toEqual([status]);
  expect(seen).toMatch(/content-type: application\/problem\+json\r\n/i);
  expect(JSON.parse(seen.slice(seen.indexOf('\r\n\r\n') + 4))).toMatchObject({ code, status });
}

describe('bodies', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  it('are taken where nothing is wrong with them', async () => {
    expect(statuses(await server.raw(post(`{"a":${nested(63)}}`, JSON_TYPE)))).toEqual([200]);
  });

  it.each([
    ['that are no JSON', '{"a":'],
    ['with something behind', '{} {}'],
    ['with __proto__', '{"__proto__":{"admin":true}}'],
    ['with __proto__, written otherwise', '{"\\u005f\\u005fproto\\u005f\\u005f":{"admin":true}}'],
    ['with __proto__ further down', '{"a":[{"b":{"__proto__":{}}}]}'],
    ['with constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
    ['nested deeper than 64 levels', nested(65)],
    ['nested deeper in objects', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`],
    ['nested as deep as they can be', nested(500_000)],
    ['with a byte that is no text', '\u0000'],
  ])('%s are refused', async (_what, body) => {
    await refusedWith(post(body, JSON_TYPE), 'body_invalid', 400);
    expect(({} as { admin?: boolean }).admin).toBe(undefined);
  });

  it('that are empty are none: refused where one is needed, and else not minded', async () => {
    const send = (path: string) =>
      server.raw(
        request(`POST ${path}`, [
          'Host: localhost',
          'Content-Type: application/json',
          'Content-Length: 0',
          'Connection: close',
        ]),
      );
    expect(statuses(await send('/checked'))).toEqual([400]);
    expect(statuses(await send('/echo'))).toEqual([200]);
  });

  it.each([
    ['packed', 'Content-Encoding: gzip', 'application/json'],
    ['in another alphabet', 'X-Nothing: 1', 'application/json; charset=utf-16'],
  ])('that are %s are refused', async (_what, header, type) => {
    const headers = ['Host: localhost', header, `Content-Type: ${type}`, 'Content-Length: 2', 'Connection: close'];
    expect(statuses(await server.raw(request('POST /echo', headers, '{}')))).toEqual([415]);
  });

  it('larger than 1 MiB are refused, whether they say so or not', async () => {
    const huge = `"${'x'.repeat(1024 * 1024)}"`;
    await refusedWith(post(huge, JSON_TYPE), 'body_too_large', 413);
    const head = ['Host: localhost', JSON_TYPE, 'Transfer-Encoding: chunked', 'Connection: close'];
    const chunked = `${huge.length.toString(16)}\r\n${huge}\r\n0\r\n\r\n`;
    await refusedWith(request('POST /echo', head, chunked), 'body_too_large', 413);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    '',
  ])('sent as %j are refused, as what a form of any website can send', async (type) => {
    await refusedWith(post('{"a":1}', `Content-Type: ${type}`), 'content_type_unsupported', 415);
  });

  it('without a type are refused', async () => {
    await refusedWith(post('{"a":1}'), 'content_type_unsupported', 415);
    // Found by fuzz.test.ts: the one method that fastify wants a type of, whatever the address. Was a 500.
    await refusedWith(
      request('QUERY /echo', ['Host: localhost', 'Connection: close']),
      'content_type_unsupported',
      415,
    );
  });

  it.each([
    ['a list', []],
    ['a text', 'x'],
    ['null', null],
    ['a number for a text', { name: 7 }],
    ['an object for a text', { name: { $gt: '' } }],
    ['a list for a text', { name: ['a'] }],
    ['a fraction for a whole number', { name: 'a', age: 1.5 }],
    ['a field nobody knows', { name: 'a', admin: true }],
  ])('with %s where something else belongs are refused, by the part that is wrong', async (_what, body) => {
    const { status, json } = await server.post('/checked', body);
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'argument_invalid' });
    expect(json.errors.length).toBeGreaterThan(0);
  });

  it('shorter than they say are given up in time', async () => {
    const seen = await server.raw(
      request('POST /echo', ['Host: localhost', JSON_TYPE, 'Content-Length: 100'], '{"a":'),
    );
    expect(statuses(seen)).toEqual([408]);
    expect(seen).toContain('"code":"request_timeout"');
  });

  it('that trickle in byte by byte are given up in time', async () => {
    const socket = connect(server.port, '127.0.0.1');
    let seen = '';
    socket.on('data', (piece) => {
      seen += piece;
    });
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.write(request('POST /echo', ['Host: localhost', JSON_TYPE, 'Content-Length: 1000']));
    const trickle = setInterval(() => socket.write(' '), 20);
    await closed;
    clearInterval(trickle);
    expect(statuses(seen)).toEqual([408]);
  });
});

describe('headers', () => {
  it('that are huge are refused', async () => {
    const huge = request('GET /healthz', ['Host: localhost', `X-Huge: ${'x'.repeat(17 * 1024)}`]);
    await refusedWith(huge, 'headers_too_large', 431);
  });

  it('that are too many are refused', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => `X-${n}: 1`);
    await refusedWith(request('GET /healthz', ['Host: localhost', ...many]), 'headers_too_large', 431);
  });

  it('that never end are given up in time', async () => {
    const seen = await server.raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(statuses(seen)).toEqual([408]);
  });

  it.each([
    ['a line break alone between them', 'GET /healthz HTTP/1.1\nHost: localhost\n\n'],
    ['a carriage return inside one', request('GET /healthz', ['Host: localhost', 'X-A: a\rX-B: b'])],
    ['a zero byte inside one', request('GET /healthz', ['Host: localhost', 'X-A: a\0b'])],
    ['a space before the colon', request('GET /healthz', ['Host: localhost', 'Content-Length : 5'])],
    ['a line that goes on the next', request('GET /healthz', ['Host: localhost', 'X-A: a', ' b'])],
    ['no name', request('GET /healthz', ['Host: localhost', ': a'])],
  ])('with %s are refused', async (_what, text) => {
    await refusedWith(text, 'request_malformed', 400);
  });

  it('never come back: a line break in an address splits no reply', async () => {
    const seen = await server.raw(
      request('GET /things/a%0d%0aSet-Cookie:%20a=b', ['Host: localhost', 'Connection: close']),
    );
    expect(statuses(seen)).toEqual([200]);
    expect(seen).not.toMatch(/^set-cookie/im);
  });
});

describe('what could be two requests', () => {
  const smuggled = 'GET /for-admins HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it.each([
    ['both lengths', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['both lengths, the other way round', ['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6'], `12345${smuggled}`],
    ['a length below zero', ['Content-Length: -1'], smuggled],
    ['a length with a plus', ['Content-Length: +5'], `12345${smuggled}`],
    ['a length that is no number', ['Content-Length: 0x5'], `12345${smuggled}`],
    ['a length beyond all numbers', ['Content-Length: 99999999999999999999'], smuggled],
    ['an encoding nobody knows', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`],
    ['an encoding behind chunked', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
    ['a chunk whose size is no number', ['Transfer-Encoding: chunked'], `zz\r\nabc\r\n0\r\n\r\n${smuggled}`],
    ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], `1\r\nabc\r\n0\r\n\r\n${smuggled}`],
    ['a chunk of a size beyond all numbers', ['Transfer-Encoding: chunked'], `fffffffffffffffff\r\nabc\r\n0\r\n\r\n`],
  ])('by %s is refused, and the second is not served', async (_what, headers, body) => {
    const seen = await server.raw(request('POST /echo', ['Host: localhost', JSON_TYPE, ...headers], body));
    expect(statuses(seen)).toEqual([400]);
    expect(seen).not.toContain('"role":"admin"');
  });
});

describe('a body that breaks off', () => {
  it.each([
    ['in a chunk whose size is no number', 'zz\r\nabc\r\n0\r\n\r\n'],
    ['in a chunk that is longer than it says', '1\r\nabc\r\n0\r\n\r\n'],
    ['after a good chunk', '2\r\n{}\r\nzz\r\n'],
  ])('%s is refused, and is no fault in the log', async (_what, body) => {
    const written: string[] = [];
    const log = serverLog({ level: 'error', destination: { write: (line: string) => void written.push(line) } });
    const { raw, lives } = await served({ log });
    const seen = await raw(request('POST /echo', ['Host: localhost', JSON_TYPE, 'Transfer-Encoding: chunked'], body));
    expect(statuses(seen)).toEqual([400]);
    expect(await lives()).toBe(true);
    expect(written).toEqual([]);
  });
});

describe('request lines', () => {
  it.each([
    ['a method nobody knows', 'FROB /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a method in small letters', 'get /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no version', 'GET /healthz\r\nHost: localhost\r\n\r\n'],
    ['a version nobody knows', 'GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['a space in the address', 'GET /health z HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no address', 'GET  HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['noise', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0xff, 0x0d, 0x0a])],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/1.0 without a host', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ])('with %s are refused', async (_what, text) => {
    await refusedWith(text, 'request_malformed', 400);
  });

  it('longer than all headers may be are refused', async () => {
    await refusedWith(request(`GET /${'a'.repeat(20_000)}`), 'headers_too_large', 431);
  });

  it('for a tunnel are refused', async () => {
    await refusedWith('CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'method_not_allowed', 405);
  });

  it('for another protocol are answered as if it had not been wanted', async () => {
    const headers = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const seen = await server.raw(request('GET /healthz', headers), (text) => text.includes('"ok"'));
    expect(statuses(seen)).toEqual([200]);
  });
});

describe('addresses', () => {
  const get = (path: string) => request(`GET ${path}`, ['Host: localhost', 'Connection: close']);

  it.each([
    '/../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/docs/../../package.json',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/..%5c..%5cpackage.json',
    '//healthz',
    '/healthz/',
    '/healthz/..',
    '/HEALTHZ',
    '/healthz%00',
    '/healthz;a=b',
    '/./healthz',
    '/things/a/b',
    '/__proto__',
    '/constructor',
  ])('such as %s lead nowhere', async (path) => {
    await refusedWith(get(path), 'route_unknown', 404);
  });

  it.each(['http://evil.example/healthz', 'http://localhost/healthz', '*'])(
    'that are no path (%s) are refused',
    async (path) => {
      await refusedWith(get(path), 'request_malformed', 400);
    },
  );

  it.each(['/things/%', '/things/%zz', '/things/%c0%ae', '/things/%ff', '/%'])(
    'that cannot be decoded (%s) are refused',
    async (path) => {
      await refusedWith(get(path), 'request_malformed', 400);
    },
  );

  it('with a part that is too long are refused', async () => {
    const seen = await server.raw(get(`/things/${'a'.repeat(5_000)}`));
    expect(statuses(seen)[0]).toBeGreaterThanOrEqual(400);
    expect(statuses(seen)[0]).toBeLessThan(500);
  });

  it('with a query of any kind are no trouble', async () => {
    for (const query of ['__proto__=1', 'a[__proto__]=1', '%zz', '=&=&=', 'a=%00', `${'a=1&'.repeat(2_000)}`]) {
      expect(statuses(await server.raw(get(`/healthz?${query}`)))).toEqual([200]);
    }
  });

  it.each([
    ['POST', '/healthz', 'GET, HEAD'],
    ['PUT', '/things/7', 'DELETE, GET, HEAD'],
    ['GET', '/echo', 'POST'],
    ['TRACE', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/echo', 'POST'],
    ['PROPFIND', '/echo', 'POST'],
  ])('do not take %s %s, and say what they take', async (method, path, allow) => {
    const seen = await server.raw(request(`${method} ${path}`, ['Host: localhost', 'Connection: close']));
    expect(statuses(seen)).toEqual([405]);
    expect(/^allow: (.*)\r$/im.exec(seen)?.[1]).toBe(allow);
  });
});

describe('connections', () => {
  it('may send ten thousand requests at once, and get as many replies in order', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => request(`GET /things/${n}`)).join('');
    const last = request('GET /things/last', ['Host: localhost', 'Connection: close']);
    // With the usual limits: those of the others are shorter than a busy machine takes for all of these.
    const { raw } = await served();
    const seen = await raw(many + last);
    expect(statuses(seen).filter((status) => status === 200).length).toBe(10_001);
    const ids = [...seen.matchAll(/\{"id":"(\w+)"\}/g)].map(([, id]) => id);
    expect(ids).toEqual([...Array.from({ length: 10_000 }, (_, n) => String(n)), 'last']);
  });

  it('may be dropped at any time, by hundreds', async () => {
    const whole = post('{"a":1}', JSON_TYPE);
    const dropped = Array.from({ length: 300 }, async (_, n) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise<void>((resolve) => {
        socket.on('close', () => resolve());
        socket.on('connect', () => {
          socket.write(whole.slice(0, (n * 7) % whole.length), () => socket.resetAndDestroy());
        });
      });
    });
    await Promise.all(dropped);
  });

  it('that say nothing are closed in time', async () => {
    // `raw` gives up on a connection that the server leaves open.
    expect(statuses(await server.raw(''))).toEqual([408]);
  });

  it('that say nothing do not keep others out', async () => {
    const idle = Array.from({ length: 200 }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    expect(await server.lives()).toBe(true);
    for (const socket of idle) socket.destroy();
  });
});
