/** One server for several projects: each request in the project that it names, by the rules and in the folder of that project. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepTrust, sha256 } from '../../src/config/trust.ts';
import { openAskOnce } from '../../src/index.ts';
import { personPlaces } from '../../src/surfaces/cli/person/places.ts';
import { servedProjects } from '../../src/surfaces/cli/served-projects.ts';
import { personLocation } from '../../src/surfaces/cli/store-location.ts';
import { approvalRoutes } from '../../src/surfaces/http/routes/approvals.ts';
import { hookRoutes } from '../../src/surfaces/http/routes/hooks.ts';
import { sendTo, serveOn, type Who } from './serving.ts';

async function served() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-served-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const places = personPlaces({ XDG_DATA_HOME: join(root, 'data') });
  mkdirSync(places.folder, { recursive: true });
  const location = personLocation(places, {}, {});
  const own = await openAskOnce({ db: places.db, project: places.folder });
  const projects = servedProjects(own, location, () => {});
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

it('answers in the folder of the question, and keeps preferences and rules of projects apart', async () => {
  const { own, projects, newProject } = await served();
  const [shop, blog] = [newProject('shop'), newProject('blog')];
  writeFileSync(join(blog, 'askonce.config.json'), '{"approvals":{"deny":["Bash(npm publish:*)"]}}');
  const [inShop, inBlog] = await Promise.all([projects.named(shop), projects.named(blog)]);
  expect([inShop.project, inBlog.project]).toEqual([shop, blog]);
  const { items } = await inShop.ask({ question: 'Which file?', type: 'TARGET_FILE' }, { session: 's', wait: false });
  const id = items[0]!.id!;
  await expect(own.questions.answer(id, '../blog/x.md')).rejects.toMatchObject({ code: 'answer_refused' });
  const asked = await projects.ofQuestion(id);
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
    expect((await projects.named(folder)).project).toBe(folder);
    expect(existsSync(join(folder, 'ran')), name).toBe(false);
  }
});

it('takes a name of elsewhere as a project of its own, and no relative path', async () => {
  const { projects, root } = await served();
  const elsewhere = await projects.named('github.com/acme/shop');
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
    await expect(projects.named(name), name).rejects.toMatchObject({ code: 'argument_invalid' });
  expect(await projects.around(join(root, 'none'))).toBeNull();
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
  const decision = async () => (await (await projects.named(shop)).approve(call, { wait: false })).decision;
  writeFileSync(file, '{"allow":["Bash(npm test)"]}', { mode: 0o600 });
  expect(await decision()).toBe('allow');
  writeFileSync(file, '{"deny":["Bash(npm test)"]}');
  const later = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(await decision()).toBe('deny');
});
