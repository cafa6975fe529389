/** AskOnce from elsewhere: a server does for commands, hooks and MCP servers what a store does, also when it is restarted meanwhile. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { libraryAsking } from '../../src/adapters/library-asking.ts';
import { keepToken, remoteNames, remotePlace, serverUrl } from '../../src/surfaces/cli/remote-place.ts';
import { remoteService } from '../../src/surfaces/remote/remote-service.ts';
import type { Service } from '../../src/surfaces/service/service.ts';
import { codeOf, setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { serveOn } from './serving.ts';

const SHOP = 'github.com/acme/shop';

const at = (url: string, who: string, project: string) =>
  remoteService({ url, token: `token-of-${who}`, project, folder: '/elsewhere' });

async function served() {
  const { askonce } = await setUp(sqlite);
  const projects = {
    named: async () => askonce,
    bound: async () => askonce,
    around: async () => null,
    ofQuestion: async () => askonce,
  };
  const { url, app } = await serveOn(askonce, { http: { projects } });
  return { askonce, url, app, agent: at(url, 'asker', SHOP), person: at(url, 'answerer', SHOP), http: { projects } };
}

/** What a command sees of a question and its answer, by either way. */
async function story(agent: Service, person: Service) {
  const asked = await agent.ask(
    { question: 'Which format?', options: ['YAML', 'JSON'] },
    { session: 's', wait: false },
  );
  const [waiting] = (await person.questions.list({ status: 'pending' })).items;
  const receipt = await person.questions.answer(waiting!.id, '2');
  const again = await agent.ask({ question: 'Which format?', options: ['YAML', 'JSON'] }, { session: 's' });
  const [entry] = (await person.history()).items;
  await person.preferences.set('Which runner?', 'vitest');
  const { items: preferences } = await person.preferences.list();
  const requested = await agent.session('r').request({ question: 'Which port?', fallback: '80' }, { wait: false });
  return {
    asked: { status: asked.status, session: asked.session, items: asked.items.length },
    waiting: { session: waiting!.session, question: waiting!.question, options: waiting!.options },
    receipt: { status: receipt.status, answer: receipt.clarification.answer },
    again: { status: again.status, answer: again.items[0] },
    entry: { answer: entry!.answer, source: entry!.source, question: entry!.question },
    preferences: preferences.map(({ question, answer }) => ({ question, answer })),
    requested: requested.decision,
    states: Object.keys(await person.session('r').states()),
    recalled: (await agent.recall('runner')).map(({ answer }) => answer),
    unknown: [await person.questions.get('q-none'), await person.jobs.get('none')],
    codes: [
      await codeOf(person.questions.answer(waiting!.id, 'YAML')),
      await codeOf(person.questions.answer('q-none', 'x')),
      await codeOf(person.approvals.revoke('none')),
    ],
  };
}

it('gives the same results as the library', async () => {
  const { agent, person } = await served();
  const { askonce } = await setUp(sqlite);
  const known = (told: Awaited<ReturnType<typeof story>>) =>
    JSON.parse(
      JSON.stringify(told)
        .replaceAll(/"(?:q|a)-[^"]+"/g, '"id"')
        .replaceAll(/the answerer|tester/g, 'someone'),
    );
  expect(known(await story(agent, person))).toEqual(known(await story(askonce, askonce)));
});

it('waits across a restart of the server, and asks nothing twice', async () => {
  const { askonce, app, url, agent, person, http } = await served();
  const parked = Promise.withResolvers<string>();
  const onParked = ({ items }: { items: readonly { id?: string }[] }) => parked.resolve(items[0]!.id!);
  const asking = agent.ask('Which colour?', { session: 's', wait: '5m', onParked });
  const approving = libraryAsking(() => Promise.resolve(agent)).approve(
    { tool: 'Bash', input: { command: 'npm publish' }, callId: 'c1' },
    { session: 's', job: null, key: 'k', waitMs: 300_000, onParked: () => {} },
  );
  const id = await parked.promise;
  await expect.poll(async () => (await askonce.questions.list({ status: 'pending' })).items.length).toBe(2);
  await app.close();
  await askonce.questions.answer(id, 'red');
  const call = (await askonce.questions.list({ status: 'pending' })).items[0]!;
  await askonce.approvals.decide(call.id, { decision: 'deny', message: 'not today' });
  await serveOn(askonce, { http, port: Number(new URL(url).port) });
  expect(await asking).toMatchObject({ status: 'answered', items: [{ answer: 'red' }] });
  expect(await approving).toMatchObject({ decision: 'deny', message: 'not today' });
  expect((await person.questions.list()).items).toHaveLength(2);
});

it('withdraws what it asked, and stops waiting when it is told to', async () => {
  const { askonce, agent } = await served();
  const { ask } = await agent.ask('Which colour?', { session: 's', wait: false });
  expect(await agent.questions.cancel({ ask: ask! }, { because: 'found it' })).toBe(1);
  expect((await askonce.questions.list()).items[0]).toMatchObject({ status: 'withdrawn' });
  const controller = new AbortController();
  const asking = agent.ask('Which size?', {
    session: 's',
    signal: controller.signal,
    onParked: () => controller.abort(),
  });
  await expect(asking).rejects.toThrow();
  expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
});

it('needs https off loopback, and takes the address from flags and variables alone', () => {
  expect(serverUrl('http://127.0.0.1:4766/')).toBe('http://127.0.0.1:4766');
  expect(serverUrl('https://inbox.example.com')).toBe('https://inbox.example.com');
  expect(() => serverUrl('http://inbox.example.com')).toThrow(/needs https/);
  const env = { XDG_CONFIG_HOME: tmpdir(), ASKONCE_URL: 'https://b.example', ASKONCE_TOKEN: 't' };
  expect(remotePlace({ url: 'https://a.example' }, env)).toEqual({ url: 'https://a.example', token: 't' });
  expect(remotePlace({}, env)).toEqual({ url: 'https://b.example', token: 't' });
  expect(remotePlace({ db: 'x.db' }, env)).toBeNull();
  expect(remotePlace({}, { ...env, ASKONCE_DB: 'x.db' })).toBeNull();
  expect(() => remotePlace({ db: 'x.db', url: 'https://a.example' }, env)).toThrow(/either/);
});

it('keeps a token for its owner alone, and refuses a file that others can read', () => {
  const home = mkdtempSync(join(tmpdir(), 'askonce-login-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const env = { XDG_CONFIG_HOME: home };
  const file = keepToken('https://a.example', { text: 'secret', role: 'answerer' }, env);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(remotePlace({ url: 'https://a.example' }, env)).toEqual({ url: 'https://a.example', token: 'secret' });
  expect(remotePlace({ url: 'https://other.example' }, env)).toMatchObject({ token: null });
  writeFileSync(join(home, 'askonce', 'x'), '');
  rmSync(file);
  writeFileSync(file, '{"tokens":{}}', { mode: 0o644 });
  expect(() => remotePlace({ url: 'https://a.example' }, env)).toThrow(/other users can read/);
});

it('gives a process that an agent started an asker’s token, and never the person’s', () => {
  const home = mkdtempSync(join(tmpdir(), 'askonce-login-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const url = 'https://a.example';
  const env = { XDG_CONFIG_HOME: home };
  keepToken(url, { text: 'of-person', role: 'answerer' }, env);
  for (const mark of ['ASKONCE_JOB', 'ASKONCE_AGENT', 'CLAUDECODE']) {
    const ofAgent = { ...env, [mark]: '1' };
    expect(() => remotePlace({ url }, ofAgent), mark).toThrow(/asker's token/);
    expect(remotePlace({ url }, { ...ofAgent, ASKONCE_TOKEN: 'given' })).toMatchObject({ token: 'given' });
  }
  keepToken(url, { text: 'of-asker', role: 'asker' }, env);
  expect(remotePlace({ url }, env)).toMatchObject({ token: 'of-person' });
  expect(remotePlace({ url }, { ...env, ASKONCE_AGENT: '1' })).toMatchObject({ token: 'of-asker' });
  keepToken(url, null, env);
  expect(remotePlace({ url }, env)).toMatchObject({ token: null });
  expect(remotePlace({ url }, { ...env, ASKONCE_AGENT: '1' })).toMatchObject({ token: null });
});

it('names a project by its repository where a path would mean another folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-origin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = { url: 'https://a.example', token: 't' };
  const place = `${hostname()}:${folder}`;
  expect(await remoteNames(folder, server)).toEqual({ project: place, place });
  const local = { project: folder, place: folder };
  expect(await remoteNames(folder, { url: 'http://127.0.0.1:1', token: null })).toEqual(local);
  mkdirSync(join(folder, '.git', 'objects'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  for (const url of [
    'git@github.com:acme/shop.git',
    'https://user:key@github.com/acme/shop',
    'ssh://git@github.com:22/acme/shop.git',
  ]) {
    writeFileSync(join(folder, '.git', 'config'), `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`);
    expect(await remoteNames(folder, server)).toEqual({ project: 'github.com/acme/shop', place });
  }
});

it('is the same project by file and by address for a person on the machine of the server, and not for an agent', async () => {
  const { url } = await served();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-here-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const here = { project: folder, place: folder };
  for (const who of ['answerer', 'admin'])
    expect(await remoteNames(folder, { url, token: `token-of-${who}` })).toEqual(here);
  const place = `${hostname()}:${folder}`;
  expect(await remoteNames(folder, { url, token: 'token-of-asker' })).toEqual({ project: place, place });
});
