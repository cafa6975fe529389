/** Commands and hooks that reach a server from elsewhere: real processes, tokens, and a server that is killed meanwhile. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';

async function served(port = '0', folder = newFolder()) {
  const { stdout: admin } = await folder.run(['token', 'create', '--role', 'answerer', '--name', 'ada']);
  const { stdout: asker } = await folder.run(['token', 'create', '--role', 'asker', '--name', 'agent']);
  const start = async (on: string) => {
    const started = folder.start(['serve', '--require-token', '--port', on]);
    const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
    await started.stderrShows(/Press Ctrl-C to stop/);
    return { started, url };
  };
  return { ...(await start(port)), start, folder, ada: admin.trim(), agent: asker.trim() };
}

/** A project on another machine: its repository has an origin. */
function newRepository(name: string) {
  const folder = newFolder();
  mkdirSync(join(folder.path, '.git', 'objects'), { recursive: true });
  writeFileSync(join(folder.path, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder.path, '.git', 'config'), `[remote "origin"]\n\turl = git@github.com:acme/${name}.git\n`);
  return folder;
}

test('two repositories ask at one server, a person answers there, and each gets its own answer', async () => {
  const { url, ada, agent } = await served();
  const [shop, blog] = [newRepository('shop'), newRepository('blog')];
  const env = { ASKONCE_URL: url, ASKONCE_TOKEN: agent };
  for (const folder of [shop, blog])
    expect((await folder.run(['ask', 'Which colour?', '--session', 's', '--agent', 'Codex'], { env })).code).toBe(2);
  // The person keeps a token once; it is in no variable, and only its owner may read it.
  const home = { XDG_CONFIG_HOME: join(newFolder().path, 'config') };
  const person = newFolder();
  const login = await person.run(['login', url], { env: { ...home, ASKONCE_TOKEN: ada } });
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining('knows you as ada (answerer)') });
  const { items } = JSON.parse((await person.run(['inbox', '--json', '--url', url], { env: home })).stdout);
  expect(items).toMatchObject([{ agent: 'Codex' }, { agent: 'Codex' }]);
  const [answered] = await Promise.all([person.run(['answer', items[0].id, 'red', '--url', url], { env: home })]);
  expect(answered.stdout).toContain('“red”');
  expect((await shop.run(['ask', 'Which colour?', '--session', 's'], { env })).stdout).toBe('red\n');
  expect((await blog.run(['ask', 'Which colour?', '--session', 's'], { env })).code).toBe(2);
  // An asker cannot answer, here as on the machine of the server.
  const refused = await blog.run(['answer', items[1].id, 'blue'], { env });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('code: role_too_low') });
  expect((await person.run(['history', '--url', url], { env: home })).stdout).toContain('by ada');
  expect((await person.run(['doctor', '--url', url, '--json'], { env: home })).stdout).toContain('knows you as ada');
});

test('a killed server is waited for, and the question is there once', async () => {
  const { url, started, start, folder, agent } = await served();
  const shop = newRepository('shop');
  const asking = shop.start(['ask', 'Which colour?', '--wait', '--url', url], { env: { ASKONCE_TOKEN: agent } });
  const id = await asking.stderrShows(/\[parked\] (q-\S+) is waiting/);
  started.child.kill('SIGKILL');
  await started.ended;
  expect((await folder.run(['answer', id, 'red'])).code).toBe(0);
  await start(new URL(url).port);
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'red\n' });
  expect(JSON.parse((await folder.run(['history', '--json'])).stdout).items).toHaveLength(1);
});

test('a hook of Claude Code asks at the server, and a server that is away allows nothing', async () => {
  const { url, folder, agent, started } = await served();
  const shop = newRepository('shop');
  const event = {
    hook_event_name: 'PermissionRequest',
    session_id: 'one',
    cwd: shop.path,
    tool_name: 'Bash',
    tool_input: { command: 'npm publish' },
    tool_use_id: 'call-1',
  };
  const hook = (wait: string) => {
    const running = shop.start(['hook', 'claude-code', '--wait', wait, '--url', url], {
      env: { ASKONCE_TOKEN: agent, CLAUDE_PROJECT_DIR: shop.path },
      stdin: 'pipe',
    });
    running.child.stdin!.end(JSON.stringify(event));
    return running.ended;
  };
  const asking = hook('5m');
  await expect.poll(async () => (await folder.pending()).length).toBe(1);
  const [call] = await folder.pending();
  expect((await folder.run(['answer', call!.id, 'no'])).code).toBe(0);
  expect(JSON.parse((await asking).stdout)).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'deny' } } });
  started.child.kill('SIGKILL');
  await started.ended;
  event.tool_use_id = 'call-2';
  const away = JSON.parse((await hook('1s')).stdout);
  expect(away.hookSpecificOutput.decision).toMatchObject({
    behavior: 'deny',
    message: expect.stringMatching(/No reply.*not a yes/),
  });
});

test('a link is made with the token of an answerer, at the address of the server', async () => {
  const { url, ada, agent, folder } = await served();
  const shop = newRepository('shop');
  await shop.run(['ask', 'Which colour?', '--url', url], { env: { ASKONCE_TOKEN: agent } });
  const [asked] = await folder.pending();
  const person = newFolder();
  const link = (token: string, ...more: string[]) =>
    person.run(['link', asked!.id, '--url', url, ...more], { env: { ASKONCE_TOKEN: token } });
  expect(await link(agent)).toMatchObject({ code: 1, stderr: expect.stringContaining('code: role_too_low') });
  expect((await link(ada, '--public-url', 'https://inbox.example.com')).stdout).toMatch(
    /^https:\/\/inbox\.example\.com\/a\/\S+\n$/,
  );
  const made = (await link(ada, '--expires', '1d')).stdout.trim();
  expect(made.startsWith(`${url}/a/`)).toBe(true);
  const reply = await fetch(made, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer: 'red' }),
  });
  expect(reply.status).toBe(200);
  expect((await link(ada)).stderr).toContain('code: already_answered');
});

test('an agent of a person who is logged in cannot answer as that person', async () => {
  const { url, ada, folder } = await served();
  const shop = newRepository('shop');
  const home = { XDG_CONFIG_HOME: join(newFolder().path, 'config') };
  expect((await shop.run(['login', url], { env: { ...home, ASKONCE_TOKEN: ada } })).code).toBe(0);
  await shop.run(['ask', 'Which colour?', '--url', url], { env: home });
  const [asked] = await folder.pending();
  const answer = `env -u ASKONCE_JOB ${process.execPath} ${BIN} answer ${asked!.id} blue`;
  await shop.run(['run', 'paint it', '--url', url, '--exec', `cat >/dev/null; ${answer} >seen 2>&1; true`], {
    env: home,
  });
  expect(readFileSync(join(shop.path, 'seen'), 'utf8')).toMatch(/may answer questions.*code: person_only/s);
  expect(await folder.pending()).toMatchObject([{ id: asked!.id }]);
  expect((await shop.run(['answer', asked!.id, 'blue', '--url', url], { env: home })).code).toBe(0);
});

test('what needs a store says so, plain http is refused, and an agent does not get the token', async () => {
  const folder = newFolder();
  for (const args of [['serve'], ['token', 'list'], ['prune', '--idle', '1d']]) {
    const { code, stderr } = await folder.run([...args, '--url', 'https://inbox.example.com']);
    expect({ code, stderr }, args.join(' ')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs a store'),
    });
  }
  const plain = await folder.run(['inbox'], { env: { ASKONCE_URL: 'http://inbox.example.com' } });
  expect(plain).toMatchObject({ code: 1, stderr: expect.stringContaining('needs https') });
  const env = { ASKONCE_TOKEN: 'secret-token' };
  await folder.run(['run', 'print it', '--exec', 'cat >/dev/null; env > seen'], { env });
  expect(readFileSync(join(folder.path, 'seen'), 'utf8')).not.toContain('secret-token');
});
