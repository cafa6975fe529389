/** One server for several projects: each request in the project that it names, by the rules and in the folder of that project. */
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepTrust, sha256 } from '../../src/config/trust.ts';
import { type AskOnce, openAskOnce } from '../../src/index.ts';
import { personPlaces } from '../../src/surfaces/cli/person/places.ts';
import { servedProjects } from '../../src/surfaces/cli/served-projects.ts';
import { personLocation } from '../../src/surfaces/cli/store-location.ts';
import { approvalRoutes } from '../../src/surfaces/http/routes/approvals.ts';
import { hookRoutes } from '../../src/surfaces/http/routes/hooks.ts';
import { mcpRoutes } from '../../src/surfaces/http/routes/mcp.ts';
import { sendTo, serveOn, type Who } from './serving.ts';

async function served(runnerIn?: Parameters<typeof servedProjects>[4]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-served-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const places = personPlaces({ XDG_DATA_HOME: join(root, 'data') });
  mkdirSync(places.folder, { recursive: true });
  const location = personLocation(places, {}, {});
  const own = await openAskOnce({ db: places.db, project: places.folder });
  const projects = servedProjects(own, location, () => {}, {}, runnerIn ?? null);
  onTestFinished(async () => {
    await projects.close();
    await own.close();
  });
  const newProject = (name: string) => {
    const folder = join(root, name);
    mkdirSync(join(folder, '.git'), { recursive: true });
    return folder;
  };
  return { own, projects, root, newProject };
}

/** What uses a project, as the response to a request does; by default it never closes. */
function request() {
  const user = Object.assign(new EventEmitter(), { closed: false });
  const end = () => {
    user.closed = true;
    user.emit('close');
  };
  return Object.assign(user, { end });
}

it('answers in the folder of the question, and keeps preferences and rules of projects apart', async () => {
  const { own, projects, newProject } = await served();
  const [shop, blog] = [newProject('shop'), newProject('blog')];
  writeFileSync(join(blog, 'askonce.config.json'), '{"approvals":{"deny":["Bash(npm publish:*)"]}}');
  const [inShop, inBlog] = await Promise.all([projects.named(shop, request()), projects.named(blog, request())]);
  expect([inShop.project, inBlog.project]).toEqual([shop, blog]);
  const { items } = await inShop.ask({ question: 'Which file?', type: 'TARGET_FILE' }, { session: 's', wait: false });
  const id = items[0]!.id!;
  await expect(own.questions.answer(id, '../blog/x.md')).rejects.toMatchObject({ code: 'answer_refused' });
  const asked = await projects.ofQuestion(id, request());
  expect(asked).toBe(inShop);
  expect((await asked.questions.answer(id, join(shop, 'a.md'), { remember: true })).clarification.answer).toBe('a.md');
  expect((await inShop.preferences.list()).items).toHaveLength(1);
  expect((await inBlog.preferences.list()).items).toHaveLength(0);
  const call = { tool: 'Bash', input: { command: 'npm publish' } };
  expect(await inBlog.approve(call, { wait: false })).toMatchObject({ decision: 'deny', source: 'rule' });
  expect(await inShop.approve(call, { wait: false })).toMatchObject({ decision: 'parked' });
});

it('never runs code of a project, trusted or not', async () => {
  const { projects, newProject } = await served();
  for (const [name, isTrusted] of [
    ['shop', false],
    ['blog', true],
  ] as const) {
    const folder = newProject(name);
    const file = join(folder, 'askonce.config.mjs');
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs'; writeFileSync('${folder}/ran', ''); export default {};`,
    );
    if (isTrusted) keepTrust(file, { sha256: sha256(readFileSync(file)), config: {} });
    expect((await projects.named(folder, request())).project).toBe(folder);
    expect(existsSync(join(folder, 'ran')), name).toBe(false);
  }
});

it('takes a name of elsewhere as a project of its own, and no relative path', async () => {
  const { projects, root } = await served();
  const elsewhere = await projects.named('github.com/acme/shop', request());
  expect(elsewhere.project).toBe('github.com/acme/shop');
  const { items } = await elsewhere.ask(
    { question: 'Which file?', type: 'TARGET_FILE' },
    { session: 's', wait: false },
  );
  const id = items[0]!.id!;
  await expect(elsewhere.questions.answer(id, '/etc/passwd')).rejects.toMatchObject({ code: 'answer_refused' });
  await expect(elsewhere.questions.answer(id, 'a/../../x')).rejects.toMatchObject({ code: 'answer_refused' });
  expect((await elsewhere.questions.answer(id, './src/a.ts')).clarification.answer).toBe('src/a.ts');
  for (const name of ['.', '..', '../shop', 'a/../../b', 'package.json'])
    await expect(projects.named(name, request()), name).rejects.toMatchObject({ code: 'argument_invalid' });
  expect(await projects.around(join(root, 'none'), request())).toBeNull();
});

it('puts a request into the project of its header, which an asker’s token may not make a folder of the server', async () => {
  const { own, projects, newProject } = await served();
  const shop = newProject('shop');
  const { url } = await serveOn(own, { http: { projects, routes: [approvalRoutes, hookRoutes] } });
  const send = (...request: [Who, string, unknown, RequestInit]) => sendTo(url, ...request);
  const call = { tool: 'Bash', input: { command: 'npm publish' }, sessionId: 's' };
  const named = (project: string) => ({ headers: { 'askonce-project': encodeURIComponent(project) } });
  expect(await send('answerer', 'POST /approvals', call, named(shop))).toMatchObject({ status: 202 });
  expect((await own.questions.list()).items).toMatchObject([{ project: shop }]);
  expect(await send('asker', 'POST /approvals', call, named(shop))).toMatchObject({ status: 400 });
  expect(await send('asker', 'POST /approvals', call, named('github.com/acme/shop'))).toMatchObject({ status: 202 });
  expect((await own.questions.list()).items).toHaveLength(2);
  expect(await send('asker', 'POST /approvals', call, { headers: { 'askonce-project': '%zz' } })).toMatchObject({
    status: 400,
  });
});

it('keeps a bound token in its project, by the rules of that project, whatever the request names', async () => {
  const { own, projects, newProject } = await served();
  const [shop, blog] = [newProject('shop'), newProject('blog')];
  writeFileSync(join(shop, 'askonce.config.json'), '{"approvals":{"deny":["Bash(npm publish:*)"]}}');
  const checkToken = async (text: string) =>
    ({ id: 't', name: 'bot', role: text === 'token-of-asker' ? 'asker' : 'answerer', project: shop }) as const;
  const { url } = await serveOn(own, { http: { projects, checkToken } });
  const call = { tool: 'Bash', input: { command: 'npm publish' }, sessionId: 's' };
  for (const who of ['asker', 'answerer'] as const) {
    for (const name of [null, blog, 'github.com/acme/shop', '%zz']) {
      const headers: Record<string, string> = name === null ? {} : { 'askonce-project': name };
      const { body } = await sendTo(url, who, 'POST /approvals', call, { headers });
      expect(body, `${who} ${name}`).toMatchObject({ decision: 'deny', source: 'rule' });
    }
  }
  expect(await own.projects()).not.toContain(blog);
  expect(await own.projects()).not.toContain('github.com/acme/shop');
});

it('follows the person’s own rules while it runs: an allow that is taken out allows no more', async () => {
  const { projects, newProject, root } = await served();
  const shop = newProject('shop');
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'config'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const file = join(root, 'config', 'askonce', 'approvals.json');
  mkdirSync(join(root, 'config', 'askonce'), { recursive: true });
  const call = { tool: 'Bash', input: { command: 'npm test' } };
  const decision = async () => (await (await projects.named(shop, request())).approve(call, { wait: false })).decision;
  writeFileSync(file, '{"allow":["Bash(npm test)"]}', { mode: 0o600 });
  expect(await decision()).toBe('allow');
  writeFileSync(file, '{"deny":["Bash(npm test)"]}');
  const later = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(await decision()).toBe('deny');
});

/** How many of these are open, told by whether they still read. */
async function openOf(all: Iterable<AskOnce>): Promise<number> {
  const reads = await Promise.allSettled([...all].map((askonce) => askonce.questions.list()));
  return reads.filter(({ status }) => status === 'fulfilled').length;
}

it('refuses none of many projects, and keeps few of them open', async () => {
  const { own, projects } = await served();
  const first = await projects.named('github.com/acme/first', request());
  const seen = new Set<AskOnce>();
  for (let at = 0; at < 150; at += 1) {
    const short = request();
    seen.add(await projects.named(`github.com/acme/p${at}`, short));
    short.end();
  }
  expect(seen.size).toBe(150);
  expect(await openOf(seen)).toBe(63);
  // A request has used the first one all the time, so it was not closed.
  expect(await openOf([first])).toBe(1);
  const again = await projects.named('github.com/acme/p0', request());
  expect(seen).not.toContain(again);
  const { items } = await again.ask('Which colour?', { wait: false });
  expect((await own.questions.get(items[0]!.id!))?.project).toBe('github.com/acme/p0');
});

it('closes an opening that changed settings replaced, once no request uses it', async () => {
  const { projects, newProject } = await served();
  const shop = newProject('shop');
  onTestFinished(() => void vi.restoreAllMocks());
  const later = vi.spyOn(performance, 'now');
  const seen = new Set<AskOnce>();
  const waiting = request();
  for (let edit = 0; edit < 30; edit += 1) {
    writeFileSync(join(shop, 'askonce.config.json'), `{"approvals":{"deny":["Bash(npm run ${edit}:*)"]}}`);
    later.mockReturnValue(edit * 60_000);
    const short = edit === 0 ? waiting : request();
    const askonce = await projects.named(shop, short);
    seen.add(askonce);
    const call = { tool: 'Bash', input: { command: `npm run ${edit}` } };
    expect(await askonce.approve(call, { wait: false })).toMatchObject({ decision: 'deny' });
    if (short !== waiting) short.end();
  }
  expect(seen.size).toBe(30);
  expect(await openOf(seen)).toBe(2);
  waiting.end();
  expect(await openOf(seen)).toBe(1);
});

it('serves an MCP connection whose project was closed meanwhile', async () => {
  const { own, projects } = await served();
  const checkToken = async () => ({ id: 't', name: 'bot', role: 'asker', project: 'github.com/acme/shop' }) as const;
  const routes = [mcpRoutes({ wait: '0s', elicitation: 'none' })];
  const { url } = await serveOn(own, { http: { projects, routes, checkToken } });
  // A client that keeps no stream open between its calls.
  const send = (method: string, params: object, id?: string) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: {
        authorization: 'Bearer token-of-asker',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(id === undefined ? {} : { 'mcp-session-id': id }),
      },
    });
  const clientInfo = { name: 'tester', version: '1' };
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const id = (await send('initialize', hello)).headers.get('mcp-session-id')!;
  const ask = async (question: string) =>
    (await send('tools/call', { name: 'ask_user', arguments: { questions: [{ question }] } }, id)).text();
  await ask('Which colour?');
  for (let at = 0; at < 70; at += 1) {
    const short = request();
    await projects.named(`github.com/acme/p${at}`, short);
    short.end();
  }
  await ask('Which size?');
  expect((await own.questions.list()).items).toMatchObject([
    { project: 'github.com/acme/shop', question: 'Which colour?' },
    { project: 'github.com/acme/shop', question: 'Which size?' },
  ]);
});

it('runs the jobs of its projects in their folders, also those of an earlier server, and takes none for itself', async () => {
  const ran: string[] = [];
  const { own, projects, newProject } = await served((askonce, { project }) =>
    askonce.runner({ executor: async ({ folder }) => String(ran.push(`${folder} in ${project}`)), agent: 'http' }),
  );
  const [shop, blog] = [newProject('shop'), newProject('blog')];
  const { url } = await serveOn(own, { http: { projects } });
  const submit = (folder: string | null) => {
    const headers: Record<string, string> = folder === null ? {} : { 'askonce-project': encodeURIComponent(folder) };
    return sendTo<{ jobId: string }>(
      url,
      'answerer',
      'POST /jobs',
      { prompt: 'Write a page about autumn' },
      { headers },
    );
  };
  expect(await submit(null)).toMatchObject({ status: 400, body: { code: 'argument_invalid' } });
  const made = await submit(shop);
  const inShop = await projects.named(shop, request());
  expect(await inShop.jobs.ended(made.body.jobId)).toMatchObject({ state: 'COMPLETE' });
  const inBlog = await projects.named(blog, request());
  const { job } = await inBlog.jobs.submit('Write a page about spring');
  expect(ran).toEqual([`${shop} in ${shop}`]);
  await projects.resumeJobs();
  expect(await inBlog.jobs.ended(job.id)).toMatchObject({ state: 'COMPLETE' });
  expect(ran).toEqual([`${shop} in ${shop}`, `${blog} in ${blog}`]);
  expect((await sendTo(url, 'answerer', 'GET /projects')).body).toEqual({ items: [shop, blog] });
});
