/** How the server ends: asked to, asked twice, or killed; by itself or under npx. What it had begun goes on with the next one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type Folder, newFolder, type Started } from '../../support/askonce.ts';
import { descendants, living, until } from '../../support/processes.ts';
import { BIN } from '../../support/programs.ts';
import { type Receiver, replyWith, startReceiver } from '../../webhook/receiver.ts';

const STOPPING = /Stopping after the requests in progress/;

interface Server {
  readonly started: Started;
  readonly url: string;
  readonly port: number;
}

async function serving(
  folder: Folder,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Server> {
  const started = folder.start(['serve', '--port', '0', ...args], { env });
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  await started.stderrShows(/Press Ctrl-C to stop/);
  return { started, url, port: Number(new URL(url).port) };
}

/** With a builder that the test answers for. */
function withBuilder(folder: Folder, builder: Receiver): Promise<Server> {
  const args = ['--builder-url', builder.url, '--allow-private-webhooks'];
  return serving(folder, args, { ASKONCE_BUILDER_SECRET: builder.secret });
}

async function post(url: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

async function stateOf(url: string, job: unknown): Promise<unknown> {
  return ((await (await fetch(`${url}/jobs/${job}`)).json()) as { state: string }).state;
}

async function waiting(url: string): Promise<readonly { id: string }[]> {
  return ((await (await fetch(`${url}/clarifications?status=pending`)).json()) as { items: { id: string }[] }).items;
}

/** A connection to the server, and what came back on it. */
async function connection(port: number): Promise<{ socket: Socket; shows: (text: RegExp) => Promise<void> }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  let seen = '';
  socket.on('data', (text: string) => {
    seen += text;
  });
  // What became of it is to be seen in what it said.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, shows: (text) => until(() => text.test(seen), `${text} in “${seen}”`) };
}

/** A request that is under way: the server has begun to read it, and waits for the rest. */
async function halfSent(port: number, body: string) {
  const { socket, shows } = await connection(port);
  const head = ['POST /jobs HTTP/1.1', 'host: localhost', 'content-type: application/json', 'expect: 100-continue'];
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`);
  await shows(/100 Continue/);
  return { shows, sendRest: () => socket.write(body.slice(5)) };
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return Promise.race([once(socket, 'connect').then(() => false), once(socket, 'error').then(() => true)])
    .catch(() => true)
    .finally(() => socket.destroy());
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops what runs for it, answers who waits for a question, and ends with 0; the next one goes on with both',
  async (signal) => {
    const folder = newFolder();
    const pidFile = join(folder.path, 'agent.pid');
    const agent = 'cat >/dev/null; echo $$ >agent.part; mv agent.part agent.pid; sleep 1000';
    const { started, url } = await serving(folder, ['--exec', agent]);
    const { jobId } = await post(`${url}/jobs`, { prompt: 'Write the release notes' });
    const asked = post(`${url}/clarifications?wait=60s`, { question: 'Which colour?', sessionId: 's' });
    await until(() => existsSync(pidFile), 'the agent runs');
    const agents = [Number(readFileSync(pidFile, 'utf8'))];
    agents.push(...descendants(agents[0]!));
    onTestFinished(() => {
      for (const pid of living(agents)) process.kill(pid, 'SIGKILL');
    });
    expect(living(agents)).toEqual(agents);
    await expect.poll(() => waiting(url)).toHaveLength(1);

    started.child.kill(signal);
    expect(await asked).toMatchObject({ status: 'parked', sessionId: 's' });
    expect((await started.ended).code).toBe(0);
    await until(() => living(agents).length === 0, 'nothing of the agent runs');

    const next = await serving(folder, ['--exec', 'cat >/dev/null; echo built']);
    await expect.poll(() => stateOf(next.url, jobId)).toBe('COMPLETE');
    expect(await waiting(next.url)).toHaveLength(1);
  },
);

test('asked to stop, it serves what is under way, answers who waits, says that it is not ready, and frees its port', async () => {
  const folder = newFolder();
  const { started, url, port } = await serving(folder);
  const { jobId } = await post(`${url}/jobs`, { prompt: 'a hot frozen soup' });
  const [question] = await waiting(url);
  const waits = fetch(`${url}/clarifications/${question!.id}?wait=60s`);
  const stream = await fetch(`${url}/events`, { headers: { accept: 'text/event-stream' } });
  const request = await halfSent(port, '{"prompt":"a cheese sandwich"}');
  // In one piece with a request that was served: so the server has begun to read this one too.
  const asks = await connection(port);
  asks.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\nhost: localhost\r\n');
  await asks.shows(/"ok"/);

  started.child.kill('SIGTERM');
  await started.stderrShows(STOPPING);
  await expect.poll(() => isRefused(port)).toBe(true);
  expect(started.child.exitCode).toBe(null);
  asks.socket.write('\r\n');
  await asks.shows(/HTTP\/1.1 503 .*engine_closed/s);
  expect(await (await waits).json()).toMatchObject({ status: 'pending', outcome: { outcome: 'parked' } });
  await stream.text();
  request.sendRest();
  await request.shows(/HTTP\/1.1 201 .*"state":"QUEUED"/s);
  expect((await started.ended).code).toBe(0);

  const again = await serving(folder, ['--port', String(port)]);
  expect(again.port).toBe(port);
  expect(await stateOf(url, jobId)).toBe('AWAITING_RESPONSE');
});

test('asked twice, it ends at once, whatever is under way', async () => {
  const { started, port } = await serving(newFolder());
  await halfSent(port, '{"prompt":"a cheese sandwich"}');
  started.child.kill('SIGTERM');
  await started.stderrShows(STOPPING);
  started.child.kill('SIGTERM');
  await started.ended;
  // Alone it would have waited for the request, and then have ended with 0.
  expect(started.child.signalCode).toBe('SIGTERM');
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s the next one takes up at once what was being built, under the same id, and it is built',
  async (signal) => {
    const builder = await startReceiver(() => {});
    const folder = newFolder();
    const { started, url } = await withBuilder(folder, builder);
    const { jobId } = await post(`${url}/jobs`, { prompt: 'a cheese sandwich' });
    await builder.has(1);
    started.child.kill(signal);
    const { code } = await started.ended;
    expect(code).toBe(signal === 'SIGTERM' ? 0 : null);

    // No lease ends before the test does: whatever waited for that of the dead would never build it.
    const db = new Database(join(folder.path, '.askonce', 'askonce.db'), { fileMustExist: true, timeout: 5000 });
    db.exec('UPDATE workers SET lease_until = lease_until + 3600000');
    db.close();
    builder.reply(replyWith(200, {}, '{"result":"built"}'));
    const next = await withBuilder(folder, builder);
    await expect.poll(() => stateOf(next.url, jobId)).toBe('COMPLETE');
    expect(builder.ids()).toEqual([`build-${jobId}`, `build-${jobId}`]);
  },
);

/** `npx askonce serve` in a project of somebody, where `command` is what the link to askonce leads to. */
function npxServe(folder: Folder, command: (link: string) => void, ...args: string[]): ChildProcess {
  const bin = join(folder.path, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  command(join(bin, 'askonce'));
  writeFileSync(join(folder.path, 'package.json'), '{"name":"somebodys-project"}');
  const npx = spawn('npx', ['--no-install', 'askonce', 'serve', '--port', '0', ...args], {
    cwd: folder.path,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'ignore', 'pipe'],
    // As a shell does with what is typed: a group of its own.
    detached: true,
  });
  onTestFinished(() => void npx.kill('SIGKILL'));
  return npx;
}

function killAfterwards(pids: readonly number[]): void {
  onTestFinished(() => {
    for (const pid of living(pids)) process.kill(pid, 'SIGKILL');
  });
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s of the npx that started it leaves nothing running, and the port free',
  async (signal) => {
    const agent = 'cat >/dev/null; sleep 1000';
    const npx = npxServe(newFolder(), (link) => symlinkSync(BIN, link), '--exec', agent);
    let seen = '';
    npx.stderr!.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
    });
    await until(() => /Press Ctrl-C to stop/.test(seen), 'it listens');
    const url = /AskOnce is listening on (\S+)/.exec(seen)![1]!;
    const { jobId } = await post(`${url}/jobs`, { prompt: 'a cheese sandwich' });
    await expect.poll(() => stateOf(url, jobId)).toBe('RUNNING');
    // A shell, the server, and what runs for it.
    const started = descendants(npx.pid!);
    killAfterwards(started);
    expect(started.length).toBeGreaterThanOrEqual(2);
    npx.kill(signal);
    await until(() => living([npx.pid!, ...started]).length === 0, 'all of it has ended');
    expect(await isRefused(Number(new URL(url).port))).toBe(true);
  },
  40_000,
);

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s of the npx while the server only starts leaves nothing running either',
  async (signal) => {
    const folder = newFolder();
    const file = join(folder.path, 'pid');
    const sayWho = `#!/bin/sh\necho $$ > ${file}.new\nmv ${file}.new ${file}\nexec '${process.execPath}' '${BIN}' "$@"\n`;
    const npx = npxServe(folder, (link) => writeFileSync(link, sayWho, { mode: 0o755 }));
    await until(() => existsSync(file), 'it starts');
    const pid = Number(readFileSync(file, 'utf8'));
    killAfterwards([pid]);
    expect(living([pid])).toEqual([pid]);
    npx.kill(signal);
    await until(() => living([npx.pid!, pid]).length === 0, 'all of it has ended');
  },
  60_000,
);
