/** One server in the background, on one store for all projects: real processes, and a home of their own. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { living, until } from '../../support/processes.ts';
import { newPerson, up } from '../support/person.ts';

test('two projects have one inbox from then on, and each keeps its own sessions and answers', async () => {
  const person = newPerson();
  const [shop, blog] = [person.newProject(), person.newProject()];
  const { url, page, pid } = await up(shop);
  for (const project of [shop, blog])
    expect((await project.run(['ask', 'Which colour?', '--session', 's'])).code).toBe(2);
  const { items } = JSON.parse((await blog.run(['inbox', '--json'])).stdout);
  expect(items.map(({ project }: { project: string }) => project)).toEqual([shop.path, blog.path]);
  // On the page of the one server, with the credential that only the person has.
  const token = new URL(page).hash.replace('#token=', '');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ answer: 'red' });
  const answered = await fetch(`${url}/clarifications/${items[0].id}/answer`, { method: 'POST', headers, body });
  expect(answered.status).toBe(200);
  expect((await shop.run(['ask', 'Which colour?', '--session', 's'])).stdout).toBe('red\n');
  expect((await blog.run(['ask', 'Which colour?', '--session', 's'])).code).toBe(2);
  for (const project of [shop, blog]) expect(existsSync(join(project.path, '.askonce'))).toBe(false);
  // A second start finds the first, and both can be asked where it is.
  expect(await up(blog)).toMatchObject({ status: 'running', pid, url });
  expect(JSON.parse((await blog.run(['status', '--json'])).stdout)).toMatchObject({
    pid,
    waiting: 1,
    status: 'running',
  });
  for (const [file, mode] of [
    ['', 0o700],
    ['askonce.db', 0o600],
    ['server.log', 0o600],
    ['server.json', 0o600],
  ] as const)
    expect(statSync(join(person.store, file)).mode & 0o777, file).toBe(mode);
});

test('stops cleanly, and a server that is killed is started again with everything it had', async () => {
  const person = newPerson();
  const project = person.newProject();
  const first = await up(project);
  expect((await project.run(['ask', 'Which colour?'])).code).toBe(2);
  process.kill(first.pid, 'SIGKILL');
  await until(() => living([first.pid]).length === 0, 'the server has ended');
  expect(await project.run(['status'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('No server is running'),
  });
  const second = await up(project);
  expect(second).toMatchObject({ status: 'started', waiting: 1 });
  expect(second.pid).not.toBe(first.pid);
  expect(await project.run(['down'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Stopped the server') });
  await until(() => living([second.pid]).length === 0, 'the server has ended');
  expect((await project.run(['logs'])).stdout).toContain('Stopping after the requests in progress');
  expect(await project.run(['down'])).toMatchObject({ code: 0, stdout: 'No server is running.\n' });
  // Without the server, commands use the store as before.
  expect(JSON.parse((await project.run(['inbox', '--json'])).stdout).items).toHaveLength(1);
});

test('after a reboot the files of the server before are no server, also if its process id is another program’s', async () => {
  const person = newPerson();
  const project = person.newProject();
  const first = await up(project);
  process.kill(first.pid, 'SIGKILL');
  await until(() => living([first.pid]).length === 0, 'the server has ended');
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  const record = join(person.store, 'server.json');
  const left = () => writeFileSync(record, JSON.stringify({ ...first, pid: other.pid, version: '0', startedAt: 1 }));
  left();
  expect(await project.run(['status'])).toMatchObject({ code: 1 });
  left();
  expect(await project.run(['down'])).toMatchObject({ code: 0, stdout: 'No server is running.\n' });
  left();
  const again = await up(project);
  expect(again).toMatchObject({ status: 'started' });
  expect([first.pid, other.pid]).not.toContain(again.pid);
  expect(living([other.pid!])).toEqual([other.pid]);
});

test('what the system starts at login is printed, and nothing is started', async () => {
  const person = newPerson();
  const project = person.newProject();
  const { code, stdout, stderr } = await project.run(['up', '--at-login']);
  expect(code).toBe(0);
  expect(stdout).toContain(process.platform === 'darwin' ? '<key>RunAtLoad</key>' : 'ExecStart=');
  expect(stdout).toContain(join('bin', 'askonce.js'));
  expect(stderr).toContain(process.platform === 'darwin' ? 'LaunchAgents' : 'systemctl --user enable --now askonce');
  expect(await project.run(['status'])).toMatchObject({ code: 1 });
});

test('of several started at the same time one is left, and all find it', async () => {
  const person = newPerson();
  const projects = Array.from({ length: 4 }, () => person.newProject());
  const all = await Promise.all(projects.map((project) => up(project)));
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  expect((await projects[0]!.run(['down'])).code).toBe(0);
});

test('a taken port is reported with its owner, here and for serve', async () => {
  const person = newPerson();
  const [shop, blog] = [person.newProject(), person.newProject()];
  const { url, pid } = await up(shop);
  const { port } = new URL(url);
  const served = await blog.run(['serve', '--port', port]);
  expect(served).toMatchObject({ code: 1 });
  expect(served.stderr).toContain(`is taken by the AskOnce for all your projects (\`askonce up\`), process ${pid}`);
  const other = newPerson();
  const refused = await other.newProject().run(['up', '--port', port]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('code: port_taken') });
  expect(refused.stderr).toContain(`process ${pid}`);
});

test('up --lan names its address in the network to everything that others open, and needs no token on this machine', async () => {
  const person = newPerson();
  const [shop, blog] = [person.newProject(), person.newProject()];
  const start = () => shop.run(['up', '--lan', '--port', '0']);
  const started = await start();
  if (started.code !== 0) {
    // A machine in no network says so.
    expect(started.stderr).toContain('in no local network');
    return;
  }
  const addressIn = ({ stderr }: { stderr: string }) => /(http:\/\/\S+)\/#pair=\S+/.exec(stderr)![1]!;
  const elsewhere = addressIn(started);
  const record = join(person.store, 'server.json');
  const { pid, url, ...kept } = JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>;
  const { port } = new URL(url!);
  // The network may be another one by now.
  expect(JSON.stringify(kept)).not.toContain(new URL(elsewhere).hostname);
  expect(addressIn(await start())).toBe(elsewhere);
  const notify = 'printf %s "$ASKONCE_QUESTION_LINK" > told';
  expect((await shop.run(['ask', 'Which colour?', '--notify', notify])).code).toBe(2);
  await until(() => existsSync(join(shop.path, 'told')), 'the notify command is run');
  await until(() => readFileSync(join(shop.path, 'told'), 'utf8') !== '', 'it has written');
  expect(readFileSync(join(shop.path, 'told'), 'utf8')).toContain(`${elsewhere}/`);
  const link = (await shop.run(['link', '1'])).stdout.trim();
  expect(link.startsWith(`${elsewhere}/a/`), link).toBe(true);
  const headers = { 'content-type': 'application/json' };
  const answered = await fetch(link, { method: 'POST', headers, body: '{"answer":"red"}' });
  expect(answered.status).toBe(200);
  expect((await fetch(`${elsewhere}/clarifications`)).status).toBe(401);
  // A hook on this machine goes on without a token.
  expect((await fetch(`${url}/clarifications`)).status).toBe(200);
  const taken = await blog.run(['serve', '--port', port]);
  expect(taken.stderr).toContain(`is taken by the AskOnce for all your projects (\`askonce up\`), process ${pid}`);
});

test('up --public-url names that address in links, and every request needs a token', async () => {
  const person = newPerson();
  const project = person.newProject();
  const { url, page } = await up(project, '--public-url', 'https://inbox.example.com');
  expect((await project.run(['ask', 'Which colour?'])).code).toBe(2);
  expect((await project.run(['link', '1'])).stdout).toMatch(/^https:\/\/inbox\.example\.com\/a\//);
  expect((await fetch(`${url}/clarifications`)).status).toBe(401);
  const headers = { authorization: `Bearer ${new URL(page).hash.replace('#token=', '')}` };
  expect((await fetch(`${url}/clarifications`, { headers })).status).toBe(200);
  // A server that needs a token does not say whose it is; its record does.
  const taken = await project.run(['serve', '--port', new URL(url).port]);
  expect(taken.stderr).toContain('is taken by the AskOnce for all your projects');
});

test('where the home cannot be written, up says so and projects keep their own stores', async () => {
  const person = newPerson();
  const project = person.newProject();
  writeFileSync(join(person.home, 'file'), '');
  const env = { XDG_DATA_HOME: join(person.home, 'file') };
  const refused = await project.run(['up'], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('code: store_unavailable') });
  expect(refused.stderr).toContain('Each project keeps its own store');
  expect((await project.run(['ask', 'Which colour?'], env)).code).toBe(2);
  expect(existsSync(join(project.path, '.askonce', 'askonce.db'))).toBe(true);
});
