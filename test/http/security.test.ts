/** Who gets in: by which name the server was called, from which page, and with which token. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/surfaces/http/app.ts';
import { isFromHere } from '../../src/surfaces/http/guard/host.ts';
import { httpServer, listen } from '../../src/surfaces/http/server.ts';
import { codeOf } from '../support/open.ts';
import { request, type Served, served, statuses } from './guarded.ts';

/** On loopback, with nothing said. What is asked of it changes nothing, so one is enough. */
let local: Served;
beforeAll(async () => {
  local = await served({}, afterAll);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('on this machine', () => {
  it('whoever sits at it needs no token and may do all', async () => {
    const { get } = local;
    expect((await get('/for-admins')).json).toEqual({
      name: null,
      role: 'admin',
      token: null,
      approves: false,
      project: null,
    });
  });

  it('a token binds its bearer to its role all the same', async () => {
    const { get, post } = local;
    const refused = await post('/for-answerers', {}, bearer('asker-token'));
    expect(refused).toMatchObject({ status: 403, json: { code: 'role_too_low' } });
    expect((await get('/for-askers', bearer('asker-token'))).json).toMatchObject({ role: 'asker', name: 'bot' });
  });

  it('no role is wanted for what is not there: an address is unknown and a method not taken, whoever asks', async () => {
    const { get, post } = local;
    const unknown = await get('/nowhere', bearer('asker-token'));
    expect(unknown).toMatchObject({ status: 404, json: { code: 'route_unknown' } });
    const wrong = await post('/for-askers', {}, bearer('asker-token'));
    expect(wrong).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
  });

  it.each(['Bearer wrong', 'Bearer', 'Basic YTpi', 'Bearer asker-token extra', ''])(
    'a token that is none (%j) is refused, and not taken for nobody’s',
    async (authorization) => {
      const { get } = local;
      const refused = await get('/for-askers', { authorization });
      expect(refused).toMatchObject({ status: 401, json: { code: 'token_invalid' } });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="askonce", error="invalid_token"');
    },
  );

  it('needs no token of this machine beside the local network, unless a proxy may forward others', async () => {
    const statusOf = async (options: Parameters<typeof served>[0], headers: string[]) =>
      statuses(await (await served(options)).raw(request('GET /for-admins', [...headers, 'Connection: close'])));
    const lan = { host: '0.0.0.0', lan: true };
    for (const host of ['localhost', '127.0.0.1:4766', '[::1]'])
      expect(await statusOf(lan, [`Host: ${host}`]), host).toEqual([200]);
    for (const host of ['192.168.1.7:4766', 'evil.example', 'localhost.evil.example'])
      expect(await statusOf(lan, [`Host: ${host}`]), host).toEqual([401]);
    expect(await statusOf(lan, ['Host: localhost', 'Origin: https://evil.example'])).toEqual([403]);
    for (const more of [
      { lan: false },
      { requireToken: true },
      { trustProxy: true },
      { publicUrl: 'https://a.example' },
    ])
      expect(await statusOf({ ...lan, ...more }, ['Host: localhost']), JSON.stringify(more)).toEqual([401]);
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(isFromHere(address, 'localhost')).toBe(true);
    for (const address of ['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1', undefined])
      expect(isFromHere(address, 'localhost')).toBe(false);
  });

  it('tokens can be wanted there, too', async () => {
    const { get } = await served({ requireToken: true });
    const refused = await get('/for-askers');
    expect(refused).toMatchObject({ status: 401, json: { code: 'token_missing' } });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="askonce"');
    expect((await get('/for-askers', bearer('asker-token'))).status).toBe(200);
    expect((await get('/for-anyone')).status).toBe(200);
  });

  // shows: O2-06-HTTP
  describe('the name it was called by', () => {
    it.each(['localhost', 'localhost:1', 'LOCALHOST:4766', 'localhost.', '127.0.0.1', '127.0.0.1:80', '[::1]:4766'])(
      '%s is this machine',
      async (host) => {
        const { raw } = local;
        const seen = await raw(request('GET /for-askers', [`Host: ${host}`, 'Connection: close']));
        expect(statuses(seen)).toEqual([200]);
      },
    );

    it.each([
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io:4766',
      '0.0.0.0',
      'evil.example:4766',
      '10.0.0.1',
    ])('%s may be a website’s that leads here, and is refused', async (host) => {
      const { raw } = local;
      for (const path of ['/for-askers', '/healthz', '/nothing']) {
        const seen = await raw(request(`GET ${path}`, [`Host: ${host}`, 'Connection: close']));
        expect(statuses(seen)).toEqual([403]);
        expect(seen).toContain('"code":"host_refused"');
      }
    });

    it.each([
      ['missing', []],
      ['empty', ['Host:']],
      ['there twice', ['Host: localhost', 'Host: evil.example']],
      ['there twice and the same', ['Host: localhost', 'HOST: localhost']],
      ['a user at a host', ['Host: localhost@evil.example']],
      ['a path', ['Host: localhost/evil']],
      ['two in one', ['Host: localhost, evil.example']],
    ])('one that is %s is no request', async (_what, headers) => {
      const { raw } = local;
      const seen = await raw(request('GET /for-askers', [...headers, 'Connection: close']));
      expect(statuses(seen)).toEqual([400]);
      expect(seen).toContain('"code":"request_malformed"');
    });

    it('is also the public one, where there is one', async () => {
      const { raw } = await served({ publicUrl: 'https://ask.example' });
      const token = 'Authorization: Bearer asker-token';
      const seen = await raw(request('GET /for-askers', ['Host: ask.example', token, 'Connection: close']));
      expect(statuses(seen)).toEqual([200]);
    });

    it.each([{ publicUrl: 'https://ask.example' }, { trustProxy: true }])(
      'does not let those in without a token who come through a proxy: %o',
      async (options) => {
        const { get } = await served(options);
        expect((await get('/for-askers')).status).toBe(401);
        await expect(served({ ...options, tokensExist: async () => false })).rejects.toMatchObject({
          code: 'tokens_needed',
        });
      },
    );
  });

  describe('the page that sends a request', () => {
    // shows: O2-06-HTTP
    it.each([
      'https://evil.example',
      'null',
      'http://localhost:3000',
      'http://localhost',
      'http://127.0.0.1.evil.example',
      'file://',
      '',
    ])('of %j is refused, whether it reads or writes', async (origin) => {
      const { get, post } = local;
      const headers = { origin };
      for (const refused of [await get('/for-askers', headers), await post('/for-answerers', {}, headers)]) {
        expect(refused).toMatchObject({ status: 403, json: { code: 'origin_refused' } });
        expect(refused.headers.get('access-control-allow-origin')).toBe(null);
      }
    });

    it('is refused before anything of the route has run, also with a good token', async () => {
      const { post } = local;
      const headers = { origin: 'https://evil.example', ...bearer('admin-token') };
      expect((await post('/for-answerers', {}, headers)).status).toBe(403);
    });

    it('may be one of the server’s own', async () => {
      const { raw, port } = local;
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
        const headers = [`Host: ${host}`, `Origin: http://${host}`, 'Sec-Fetch-Site: same-origin', 'Connection: close'];
        expect(statuses(await raw(request('GET /for-askers', headers)))).toEqual([200]);
      }
    });

    it('may be one that was allowed, and its browser is told so', async () => {
      const { get, raw } = await served({ allowOrigins: ['https://inbox.example'] });
      const origin = 'https://inbox.example';
      const reply = await get('/for-askers', { origin, 'sec-fetch-site': 'cross-site' });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
      const preflight = [
        'Host: localhost',
        `Origin: ${origin}`,
        'Access-Control-Request-Method: POST',
        'Connection: close',
      ];
      const seen = await raw(request('OPTIONS /echo', preflight));
      expect(statuses(seen)).toEqual([204]);
      expect((await get('/for-askers', { origin: 'https://other.example' })).status).toBe(403);
    });

    it('may be allowed where tokens are needed: its browser asks first, without one, and then sends it', async () => {
      const { get, post, raw } = await served({ allowOrigins: ['https://inbox.example'], requireToken: true });
      const origin = 'https://inbox.example';
      const ask = (from: string, ...more: string[]) =>
        raw(request('OPTIONS /for-answerers', ['Host: localhost', `Origin: ${from}`, ...more, 'Connection: close']));
      const wanted = [
        'Access-Control-Request-Method: PUT',
        'Access-Control-Request-Headers: authorization,content-type',
      ];
      const seen = await ask(origin, ...wanted);
      expect(statuses(seen)).toEqual([204]);
      expect(seen).toMatch(/access-control-allow-origin: https:\/\/inbox\.example\r/i);
      expect(seen).toMatch(/access-control-allow-methods: .*PUT.*DELETE/i);
      expect(seen).toMatch(/access-control-allow-headers: authorization,\s*content-type/i);
      const reply = await post('/for-answerers', {}, { origin, ...bearer('answerer-token') });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
      // The page reads why it was refused, too.
      const refused = await get('/for-askers', { origin });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
      // Anybody else, and anything that is no such question, gets no further than before.
      expect(statuses(await ask('https://other.example', ...wanted))).toEqual([403]);
      expect(statuses(await ask(origin))).toEqual([401]);
    });

    it.each(['cross-site', 'same-site'])(
      'is found out by its browser’s word (%s), also where no origin is sent',
      async (site) => {
        const { get } = local;
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
        expect(await get('/for-askers', headers)).toMatchObject({ status: 403, json: { code: 'origin_refused' } });
      },
    );

    it('may link to a page, which people then open; but not show it inside itself, nor link to data', async () => {
      const { raw } = local;
      const visit = (dest: string) => [
        ...['Host: localhost', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', `Sec-Fetch-Dest: ${dest}`],
        'Connection: close',
      ];
      const opened = async (path: string, dest: string) => statuses(await raw(request(`GET ${path}`, visit(dest))));
      expect(await opened('/a-page', 'document')).toEqual([200]);
      expect(await opened('/a-page', 'iframe')).toEqual([403]);
      expect(await opened('/for-askers', 'document')).toEqual([403]);
    });

    it('cannot be allowed by something that is no origin', async () => {
      for (const origin of ['*', 'evil.example', 'https://evil.example/path', 'file:///']) {
        expect(await codeOf(served({ allowOrigins: [origin] }))).toBe('usage');
      }
    });
  });
});

describe('where others can reach it', () => {
  it.each(['0.0.0.0', '::', '192.168.1.7', 'example.com'])(
    'the server does not start on %s without tokens',
    async (host) => {
      const { askonce } = local;
      const options = { host, checkToken: async () => null, tokensExist: async () => false, routes: [] };
      const error = await httpServer(askonce, options).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'tokens_needed' });
      expect(String(error)).toContain('askonce token create --role admin --name you');
    },
  );

  it.each([
    ['GET', '/for-askers', { none: 401, 'asker-token': 200, 'answerer-token': 200, 'admin-token': 200 }],
    ['POST', '/for-answerers', { none: 401, 'asker-token': 403, 'answerer-token': 200, 'admin-token': 200 }],
    ['GET', '/for-admins', { none: 401, 'asker-token': 403, 'answerer-token': 403, 'admin-token': 200 }],
    ['GET', '/for-anyone', { none: 200, 'asker-token': 200, 'answerer-token': 200, 'admin-token': 200 }],
    ['GET', '/metrics', { none: 401, 'asker-token': 200, 'answerer-token': 200, 'admin-token': 200 }],
    ['GET', '/healthz', { none: 200, 'asker-token': 200 }],
    ['GET', '/readyz', { none: 200, 'asker-token': 200 }],
    ['GET', '/nothing', { none: 401, 'asker-token': 404, 'admin-token': 404 }],
  ] as const)('%s %s is for those who may', async (method, path, expected) => {
    const { app } = await served({ host: '0.0.0.0' });
    const got: Record<string, number> = {};
    for (const who of Object.keys(expected)) {
      const headers = who === 'none' ? {} : bearer(who);
      got[who] = (await app.inject({ method, url: path, headers: { host: 'ask.example', ...headers } })).statusCode;
    }
    expect(got).toEqual(expected);
  });

  it('any name will do, and a foreign page will not', async () => {
    const { app } = await served({ host: '0.0.0.0' });
    const headers = { host: 'ask.example:4766', ...bearer('asker-token') };
    const own = await app.inject({ url: '/for-askers', headers: { ...headers, origin: 'http://ask.example:4766' } });
    expect(own.statusCode).toBe(200);
    const foreign = await app.inject({ url: '/for-askers', headers: { ...headers, origin: 'http://evil.example' } });
    expect(foreign.statusCode).toBe(403);
  });
});

describe('how much one client may send', () => {
  const rateLimit = { max: 3, windowMs: 60_000 };
  const many = (send: () => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: 5 }, async () => (await send()).status));

  it('is limited, by address where there is no token', async () => {
    const { get } = await served({ rateLimit });
    expect((await many(() => get('/for-askers'))).toSorted()).toEqual([200, 200, 200, 429, 429]);
    const refused = await get('/for-askers');
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('goes by the address that the proxy in front has seen, whatever its sender says of others', async () => {
    const { get } = await served({ rateLimit, trustProxy: true });
    let made = 0;
    const via = (seen: string) => () => {
      made += 1;
      return get('/for-askers', { 'x-forwarded-for': `203.0.113.${made}, ${seen}` });
    };
    expect((await many(via('198.51.100.7'))).toSorted()).toEqual([401, 401, 401, 429, 429]);
    expect((await via('198.51.100.8')()).status).toBe(401);
  });

  it('is limited for each token by itself', async () => {
    const { get } = await served({ rateLimit });
    expect(await many(() => get('/for-askers', bearer('asker-token')))).toContain(429);
    expect((await get('/for-askers', bearer('answerer-token'))).status).toBe(200);
  });

  it('is limited for those who try tokens, and for those who try addresses', async () => {
    const { get } = await served({ rateLimit });
    expect((await many(() => get('/for-askers', bearer('guessed')))).toSorted()).toEqual([401, 401, 401, 429, 429]);
    const without = await served({ rateLimit, requireToken: true });
    expect((await many(() => without.get('/for-askers'))).toSorted()).toEqual([401, 401, 401, 429, 429]);
    const other = await served({ rateLimit });
    expect((await many(() => other.get('/nothing'))).toSorted()).toEqual([404, 404, 404, 429, 429]);
  });

  it('is counted anew once the window has passed', async () => {
    const { get } = await served({ rateLimit: { max: 1, windowMs: 20 } });
    const until = async (wanted: number) => {
      while ((await get('/for-askers')).status !== wanted);
    };
    await until(200);
    await until(429);
    await until(200);
  });

  it('is not limited for whoever asks whether the server lives', async () => {
    const { get } = await served({ rateLimit });
    expect(await many(() => get('/healthz'))).toEqual([200, 200, 200, 200, 200]);
  });

  it('is a thousand a second at least on this machine, where nothing else is said', async () => {
    const { app } = local;
    const sent = Array.from({ length: 1_000 }, () =>
      app.inject({ url: '/for-askers', headers: { host: 'localhost' } }),
    );
    const refused = (await Promise.all(sent)).filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toEqual([]);
  });
});

describe('every reply', () => {
  it('has these headers for browsers, and no others', async () => {
    const { headers } = await local.get('/for-askers');
    const ours = [...headers].filter(
      ([name]) => !/^(?:date|connection|keep-alive|content-length|content-type|transfer-encoding)$/.test(name),
    );
    expect(Object.fromEntries(ours)).toEqual({
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';" +
        "manifest-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
  });

  it.each(['/for-askers', '/healthz', '/nothing', '/throws', '/docs'])(
    'of %s tells browsers to run and keep nothing',
    async (path) => {
      const { get } = local;
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBe(null);
    },
  );
});

describe('listening', () => {
  it('says which flag to use where the port is taken', async () => {
    const { askonce, port } = local;
    const app = await httpServer(askonce, { checkToken: async () => null, tokensExist: async () => false, routes: [] });
    const error = await listen(app, '127.0.0.1', port).catch((thrown: unknown) => thrown);
    await app.close();
    expect(error).toMatchObject({ code: 'port_taken' });
    expect(String(error)).toContain('--port');
  });
});

describe('stopping', () => {
  it('ends what waits, lets requests under way end, and serves no more', async () => {
    // It does not take as long as it may: a connection without a request is closed at once.
    const { app, get } = await served({ timeouts: { drainMs: 60_000 } });
    const arrived = once(app.server, 'request');
    const waits = get('/waits');
    await arrived;
    const closed = app.close();
    expect((await waits).json).toEqual({ stopped: true });
    await closed;
    await expect(get('/healthz')).rejects.toThrow();
  });

  it.each([
    ['/for-askers', 503],
    ['/readyz', 503],
    ['/healthz', 200],
  ])('answers %s with %i where it comes late over a connection that is still open', async (path, status) => {
    const held = Promise.withResolvers<string>();
    const routes = [(app: App) => void app.get('/held', { config: { may: 'asker' } }, () => held.promise)];
    const { app, port } = await served({ routes });
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    let seen = '';
    socket.on('data', (piece) => {
      seen += piece;
    });
    const arrived = once(app.server, 'request');
    socket.write(request('GET /held'));
    await arrived;
    const stopping = once(app.stopping, 'abort');
    const closed = app.close();
    await stopping;
    const late = once(app.server, 'request');
    socket.write(request(`GET ${path}`));
    await late;
    held.resolve('at last');
    await once(socket, 'close');
    await closed;
    expect(statuses(seen)).toEqual([200, status]);
    if (status === 503) expect(seen).toMatch(/retry-after: \d+[\s\S]*"code":"engine_closed"/);
  });

  it('does not wait for a connection on which nothing was sent, as clients open them ahead', async () => {
    const { app, port } = await served({ timeouts: { drainMs: 3_600_000 } });
    const arrived = once(app.server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const gone = once(socket, 'close');
    await arrived;
    await app.close();
    await gone;
  });

  it('does not wait for ever for one that does not end', async () => {
    const routes = [(app: App) => void app.get('/stuck', { config: { may: 'asker' } }, () => new Promise(() => {}))];
    const { app, raw } = await served({ timeouts: { drainMs: 50 }, routes });
    const arrived = once(app.server, 'request');
    const seen = raw(request('GET /stuck'));
    await arrived;
    await app.close();
    expect(await seen).toBe('');
  });
});
