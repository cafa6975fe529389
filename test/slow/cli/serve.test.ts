/** The server as people start and stop it: real processes, real signals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Folder, newFolder, type Started } from '../../support/askonce.ts';
import { descendants, living, until } from '../../support/processes.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const ANY_PORT = ['serve', '--port', '0'];

/** The address, once it listens and has said all it says. */
async function address(started: Started): Promise<string> {
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  await started.stderrShows(/Press Ctrl-C to stop/);
  return url;
}

async function serving(folder: Folder, ...args: string[]): Promise<{ started: Started; url: string }> {
  const started = folder.start([...ANY_PORT, ...args]);
  return { started, url: await address(started) };
}

async function post(url: string, body: unknown): Promise<{ status: number; json: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** What `shown` says to type, with this id in it: sent as curl would. */
function curls(shown: string): { url: string; body: unknown }[] {
  return [...shown.matchAll(/^curl (\S+) \\\n(?: {2}-H .*\n)+ {2}-d '(.*)'$/gm)].map(([, url, body]) => ({
    url: url!,
    body: JSON.parse(body!),
  }));
}

test('it says what to do next, within 80 columns, and what it says works', async () => {
  const { started, url } = await serving(newFolder());
  started.child.kill('SIGTERM');
  const { stderr, stdout, code } = await started.ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  // A path and an address with a key in it cannot be broken into lines.
  const welcome = stderr.split('\n').filter((line) => !/^(\{| {2}(store|page) )/.test(line));
  expect(welcome.filter((line) => line.length > 80)).toEqual([]);
  expect(stderr).not.toContain('\u001b');
  expect(stderr).toContain(`${url}/docs`);

  const again = await serving(newFolder());
  const [make, answer] = curls(stderr.replaceAll(url, again.url));
  const made = await post(make!.url, make!.body);
  expect(made).toMatchObject({ status: 201, json: { state: 'AWAITING_RESPONSE' } });
  const answered = await post(answer!.url.replace('<id>', String(made.json.jobId)), answer!.body);
  expect(answered).toMatchObject({ status: 200, json: { success: true } });
  expect((await fetch(`${again.url}/docs`)).status).toBe(200);
});

test('it runs the jobs that come in by the agent it was given', async () => {
  const { url } = await serving(newFolder(), '--exec', 'cat >/dev/null; echo built');
  const made = await post(`${url}/jobs`, { prompt: 'Write the release notes' });
  const job = `${url}/jobs/${made.json.jobId}`;
  await expect.poll(async () => ((await (await fetch(job)).json()) as { state: string }).state).toBe('COMPLETE');
});

test('it posts jobs to a builder, signed', async () => {
  const seen: string[] = [];
  const builder = createServer((request, response) => {
    seen.push(String(request.headers['webhook-signature']));
    request.resume().on('end', () => response.end('{"result":"built elsewhere"}'));
  });
  builder.listen(0, '127.0.0.1');
  onTestFinished(() => void builder.close());
  await once(builder, 'listening');
  const builderUrl = `http://127.0.0.1:${(builder.address() as AddressInfo).port}/`;
  const folder = newFolder();
  const args = [...ANY_PORT, '--builder-url', builderUrl, '--allow-private-webhooks'];
  const unsigned = await folder.run(args);
  expect(unsigned).toMatchObject({ code: 1, stderr: expect.stringMatching(/ASKONCE_BUILDER_SECRET.* whsec_\S+/) });
  const secret = /whsec_\S+/.exec(unsigned.stderr)![0];
  const started = folder.start(args, { env: { ASKONCE_BUILDER_SECRET: secret } });
  const url = await address(started);
  const made = await post(`${url}/jobs`, { prompt: 'Write the release notes' });
  const job = `${url}/jobs/${made.json.jobId}`;
  await expect.poll(async () => ((await (await fetch(job)).json()) as { state: string }).state).toBe('COMPLETE');
  expect(seen[0]).toMatch(/^v1,/);
});

test('a port that is taken is named with its owner, and so is the flag for another', async () => {
  const folder = newFolder();
  const { url } = await serving(folder);
  const { code, stderr } = await folder.run(['serve', '--port', new URL(url).port]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: .* is taken by the AskOnce of .*, process \d+, .*askonce\.db\. .*--port.*\ncode: port_taken\n$/,
  );
  expect(stderr).toContain(folder.path);
});

test('where others can reach it, it starts only with tokens', async () => {
  const folder = newFolder();
  const refused = await folder.run([...ANY_PORT, '--host', '0.0.0.0']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/askonce token create --role admin --name you`\ncode: tokens_needed\n$/);
  const token = (await folder.run(['token', 'create', '--role', 'asker', '--name', 'bot'])).stdout.trim();
  const { started, url } = await serving(folder, '--host', '0.0.0.0');
  const jobs = `${url.replace('0.0.0.0', '127.0.0.1')}/jobs`;
  expect((await fetch(jobs)).status).toBe(401);
  expect((await fetch(jobs, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect(started.child.exitCode).toBe(null);
});

test.each([
  [['--log-level', 'loud'], /Unknown log level “loud”/],
  [['--port', '70000'], /0 to 65535/],
  [['--allow-origin', 'inbox'], /not an origin/],
  [['--public-url', 'ask.example'], /not a URL/],
  [['--builder-url', 'https://b.example', '--exec', 'x'], /not both/],
])('%j is refused before anything listens', async (args, message) => {
  const { code, stderr } = await newFolder().run([...ANY_PORT, ...args]);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('listens');
});

test('an agent cannot start one, and so answer itself', async () => {
  const { code, stderr } = await newFolder().run(ANY_PORT, { env: { ASKONCE_JOB: 'j' } });
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('code: person_only') });
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s of the npm that started it leaves nothing running',
  async (signal) => {
    const folder = newFolder();
    const npm = spawn('npm', ['start', '--prefix', ROOT, '--', '--port', '0', '--db', join(folder.path, 'x.db')], {
      cwd: folder.path,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let seen = '';
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
    });
    await until(() => /Press Ctrl-C to stop/.test(seen), 'it listens');
    const started = descendants(npm.pid!);
    expect(started.length).toBeGreaterThan(0);
    onTestFinished(() => {
      for (const pid of living(started)) process.kill(pid, 'SIGKILL');
    });
    npm.kill(signal);
    await until(() => living(started).length === 0, 'all of it has ended');
  },
  40_000,
);
