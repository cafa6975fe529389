/** The inbox page as the server gives it out, over real sockets: its headers, its parts, and nothing else of the disk. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pageRoutes } from '../../src/surfaces/http/page/page.ts';
import { wantsPage } from '../../src/surfaces/http/page/wants-page.ts';
import { answerLinkRoutes } from '../../src/surfaces/http/routes/answer-links.ts';
import { request, type Served, served, statuses } from './guarded.ts';

const HTML = '<!doctype html><title>Inbox</title><script type="module" src="/assets/index-Ab3_-x.js"></script>';
const SCRIPT = 'console.log("the inbox");\n'.repeat(40);

/** A folder as the build leaves it, beside a file that is nobody's business. */
function builtPage(): string {
  const root = mkdtempSync(join(tmpdir(), 'askonce-page-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return fillPage(root);
}

function fillPage(root: string): string {
  const folder = join(root, 'web');
  mkdirSync(join(folder, 'assets', 'deep'), { recursive: true });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), HTML);
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'private.json'), '"secret"');
  writeFileSync(join(folder, 'assets', 'index-Ab3_-x.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'index-Ab3_-x.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'plain-1.css'), 'body { color: red }');
  writeFileSync(join(folder, 'assets', '.hidden'), 'secret');
  writeFileSync(join(folder, 'assets', 'deep', 'a.js'), 'secret');
  symlinkSync(join(root, 'secret.txt'), join(root, 'link.txt'));
  return folder;
}

function withPage(options: Parameters<typeof served>[0] = {}): Promise<Served> {
  const page = builtPage();
  return served({ routes: [pageRoutes(page), answerLinkRoutes({ page })], ...options });
}

const POLICY =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';" +
  "manifest-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

describe('GET /', () => {
  it('is the page, asked for anew each time, under a policy that lets nothing in from elsewhere', async () => {
    const { get, raw } = await withPage();
    const { status, text, headers } = await get('/');
    expect({ status, text }).toEqual({ status: 200, text: HTML });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toBe(POLICY);
    expect(headers.get('x-frame-options')).toBe('DENY');
    const known = ['Host: localhost', 'Connection: close', `If-None-Match: ${headers.get('etag')}`];
    const again = await raw(request('GET /', known));
    expect(statuses(again)).toEqual([304]);
    expect(again).not.toContain('Inbox');
  });

  it('needs no token, where all else does', async () => {
    const { get } = await withPage({ requireToken: true });
    expect((await get('/')).status).toBe(200);
    expect((await get('/assets/plain-1.css')).status).toBe(200);
    expect((await get('/metrics')).status).toBe(401);
  });

  it('says how to build the page where there is none, and shows it once it is there', async () => {
    const root = mkdtempSync(join(tmpdir(), 'askonce-page-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const { get } = await served({ routes: [pageRoutes(join(root, 'web'))] });
    const { status, text, headers } = await get('/');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('npm run build');
    expect(text).not.toMatch(/<script|<style| style=/);
    for (const path of ['/favicon.svg', '/assets/index-Ab3_-x.js']) expect((await get(path)).status).toBe(404);
    fillPage(root);
    expect((await get('/')).text).toBe(HTML);
  });
});

describe('the parts of the page', () => {
  it('are kept for a year by whoever has them once, but for the icon', async () => {
    const { get } = await withPage();
    const css = await get('/assets/plain-1.css');
    expect(css.text).toBe('body { color: red }');
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(css.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(css.headers.get('x-content-type-options')).toBe('nosniff');
    const icon = await get('/favicon.svg');
    expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([
      'image/svg+xml',
      'no-cache',
    ]);
  });

  it('come packed to whoever can unpack them', async () => {
    const { app, get } = await withPage();
    const packed = await app.inject({
      url: '/assets/index-Ab3_-x.js',
      headers: { host: 'localhost', 'accept-encoding': 'gzip, br' },
    });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(packed.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT);
    for (const encoding of ['identity', 'gzip;q=0', 'br, gzip; q=0.0']) {
      const plain = await get('/assets/index-Ab3_-x.js', { 'accept-encoding': encoding });
      expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, SCRIPT]);
    }
  });

  it('that are missing are not remembered as missing', async () => {
    const { get } = await withPage();
    const { status, headers, json } = await get('/assets/index-old.js');
    expect([status, json.code]).toEqual([404, 'route_unknown']);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('requests of every kind', () => {
  let server: Served;
  beforeAll(async () => {
    const root = mkdtempSync(join(tmpdir(), 'askonce-page-'));
    const page = fillPage(root);
    server = await served({ routes: [pageRoutes(page), answerLinkRoutes({ page })] }, (end) => () => end());
    return async () => {
      server.app.server.closeAllConnections();
      await server.app.close();
      rmSync(root, { recursive: true, force: true });
    };
  });

  it.each(['/', '/favicon.svg', '/manifest.webmanifest', '/assets/plain-1.css'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const seen = await server.raw(request(`HEAD ${path}`, ['Host: localhost', 'Connection: close']));
      expect(statuses(seen)).toEqual([200]);
      expect(seen).toMatch(/content-length: [1-9]/i);
      expect(seen).toMatch(/\r\n\r\n$/);
    },
  );

  it.each(['/', '/favicon.svg', '/assets/plain-1.css'])('POST %s is no way to use it', async (path) => {
    const { status, json, headers } = await server.post(path, {});
    expect([status, json.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
  });

  it.each([
    ...[
      '/assets/../private.json',
      '/assets/..%2fprivate.json',
      '/assets/%2e%2e/private.json',
      '/assets/%2e%2e%2fprivate.json',
    ],
    ...['/assets/..%5cprivate.json', '/assets/....//private.json', '/assets//etc/passwd', '/assets/%2fetc%2fpasswd'],
    ...['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/private.json', '/index.html', '/web/index.html'],
    ...[
      '/assets/',
      '/assets',
      '/assets/.',
      '/assets/..',
      '/assets/.hidden',
      '/assets/deep/a.js',
      '/assets/deep%2fa.js',
    ],
    ...['/assets/deep', '/assets/plain-1.css/', '/assets/plain-1.css%00.js', '/assets/%00', '/assets/%', '/assets/%ff'],
    ...['/assets/plain-1.css::$DATA', '/assets/PLAIN-1.css', '/assets/plain-1.css%20', '//assets/plain-1.css'],
    ...[`/assets/${'a'.repeat(300)}`, '/favicon.svg/', '/favicon.ico', '/assets/~root', '/assets/con'],
  ])('GET %s is nothing', async (path) => {
    const seen = await server.raw(request(`GET ${path}`, ['Host: localhost', 'Connection: close']));
    expect([400, 404]).toContain(statuses(seen)[0]);
    expect(seen).not.toMatch(/secret|root:|immutable/);
  });

  it.each(['/', '/assets/plain-1.css', '/favicon.svg'])('%s is for this machine only', async (path) => {
    const seen = await server.raw(request(`GET ${path}`, ['Host: evil.example', 'Connection: close']));
    expect(statuses(seen)).toEqual([403]);
  });

  it('a foreign website may lead to the page, and may not take it apart', async () => {
    const status = async (path: string, ...headers: string[]) =>
      statuses(await server.raw(request(`GET ${path}`, ['Host: localhost', 'Connection: close', ...headers])))[0];
    const foreign = (dest: string, mode: string) => [
      'Sec-Fetch-Site: cross-site',
      `Sec-Fetch-Mode: ${mode}`,
      `Sec-Fetch-Dest: ${dest}`,
    ];
    expect(await status('/', ...foreign('document', 'navigate'))).toBe(200);
    expect(await status('/', ...foreign('iframe', 'navigate'))).toBe(403);
    expect(await status('/', ...foreign('empty', 'cors'))).toBe(403);
    expect(await status('/assets/plain-1.css', ...foreign('style', 'no-cors'))).toBe(403);
    expect(await status('/', 'Origin: https://evil.example')).toBe(403);
  });
});

it('the page and its parts count as any request does', async () => {
  const { get } = await withPage({ rateLimit: { max: 3, windowMs: 60_000 } });
  expect((await get('/')).status).toBe(200);
  expect((await get('/assets/plain-1.css')).status).toBe(200);
  expect((await get('/favicon.svg')).status).toBe(200);
  expect((await get('/assets/plain-1.css')).status).toBe(429);
});

describe('an answer link', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

  async function linked() {
    const server = await withPage();
    const session = server.askonce.session();
    const { items } = await session.ask('Which colour?', { wait: false });
    const { token } = await server.askonce.access.links.make((items[0] as { id: string }).id);
    return { ...server, path: `/a/${token}` };
  }

  it('is a page for browsers and JSON for programs, at one address', async () => {
    const { get, path } = await linked();
    const page = await get(path, { accept: BROWSER });
    expect([page.status, page.text]).toEqual([200, HTML]);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toBe(POLICY);
    for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.5']) {
      const reply = await get(path, { accept });
      expect(reply.json).toMatchObject({ question: 'Which colour?', status: 'pending' });
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('vary')).toContain('accept');
    }
    expect(page.headers.get('vary')).toBe('accept, accept-encoding');
  });

  it('that is not whole is a page too, which says so; to programs it is a problem', async () => {
    const { get } = await linked();
    expect((await get('/a/1.x.y.z', { accept: BROWSER })).text).toBe(HTML);
    expect((await get('/a/1.x.y.z', { accept: 'application/json' })).json.code).toBe('link_invalid');
  });

  it('is JSON for everybody where there is no page', async () => {
    const { get } = await served({ routes: [answerLinkRoutes({ page: '/nowhere' })] });
    expect((await get('/a/1.x.y.z', { accept: BROWSER })).json.code).toBe('link_invalid');
  });
});

it.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/html', true],
  ['TEXT/HTML;level=1', true],
  ['text/html;q=0', false],
  ['text/html;q=x', false],
  ['text/html, application/json', false],
  ['text/html, application/json;q=0.9', true],
  ['application/xhtml+xml, text/html;q=0.7, */*;q=0.1', true],
])('whoever accepts %j gets the page: %s', (accept, page) => {
  expect(wantsPage(accept)).toBe(page);
});
