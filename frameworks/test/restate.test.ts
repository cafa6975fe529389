/** `askonce/restate` with Restate's own server, and the example as the service that is killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttp2, type Http2Server } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Context, createEndpointHandler, service as restateService } from '@restatedev/restate-sdk';
import { type AskOnce, openAskOnce } from 'askonce';
import { restateAsking } from 'askonce/restate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AskOnceServer } from './support/askonce-server.ts';
import { decidedAtOnce } from './support/racing.ts';
import { freePort, killed, type RestateServer, startRestate } from './support/restate-server.ts';

const HERE = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'askonce-restate-'));
const db = join(folder, 'askonce.db');

let [ingress, admin, port] = ['', '', 0];
let server: RestateServer;
let service: ChildProcess;
let askonce: AskOnce;
let printed = '';

beforeAll(async () => {
  server = await startRestate(join(folder, 'restate'));
  ({ ingress, admin } = server);
  port = await freePort();
  askonce = await openAskOnce({ db });
  await startService();
  await post(`${admin}/deployments`, { uri: `http://127.0.0.1:${port}` });
});

afterAll(async () => {
  await killed(service);
  await server?.stop();
  await askonce?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startService(): Promise<void> {
  const env = { ...process.env, PORT: String(port), RESTATE_INGRESS: ingress, ASKONCE_DB: db };
  const started = printed.length;
  service = spawn(process.execPath, [join(HERE, 'examples', 'restate.ts')], { cwd: folder, env });
  service.stdout!.on('data', (text) => (printed += String(text)));
  service.stderr!.on('data', (text) => (printed += String(text)));
  await vi.waitFor(() => expect(printed.slice(started)).toContain('ready'), { timeout: 60_000 });
}

async function post(url: string, body: unknown): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(url, init);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

const run = (version: string) => post(`${ingress}/release/run`, version);

async function waiting(part: string, status?: 'pending'): Promise<string> {
  let id = '';
  const look = async () => {
    const { items } = await askonce.questions.list(status === undefined ? {} : { status });
    id = items.find((item) => JSON.stringify(item).includes(part))?.id ?? '';
    return id;
  };
  await expect.poll(look).not.toBe('');
  return id;
}

/** Answers the question of the invocation that waits. The same answer every time would become a preference. */
async function answerFormat(answer = 'JSON'): Promise<void> {
  await askonce.questions.answer(await waiting('Which format', 'pending'), answer);
}

/** How often handlers have asked or looked: each time is a step in Restate's journal. */
async function looks(): Promise<number> {
  const body = JSON.stringify({ query: "SELECT id FROM sys_journal WHERE name = 'askonce'" });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const reply = await fetch(`${admin}/query`, { method: 'POST', headers, body });
  return ((await reply.json()) as { rows: unknown[] }).rows.length;
}

/** The asks of a call. A handler that looks again repeats the same ask. */
function asksOf(id: string): Record<string, unknown>[] {
  const store = new DatabaseSync(db, { readOnly: true });
  const rows = store.prepare('SELECT * FROM ask_items').all();
  store.close();
  return rows.filter((row) => Object.values(row).includes(id));
}

const times = (text: string) => printed.split(text).length - 1;

it('killed while it waits, answered while it is down: the handler goes on once after the restart', async () => {
  const result = run('v1');
  const question = await waiting('Which format');
  await killed(service);
  const answers = await Promise.allSettled(
    ['YAML', 'JSON'].map((answer) => askonce.questions.answer(question, answer)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await startService();
  const call = await waiting('--tag v1');
  expect(times('published v1')).toBe(0);
  await killed(service);
  const decision = await decidedAtOnce(askonce, call);
  await startService();
  const format = answers[0]!.status === 'fulfilled' ? 'YAML' : 'JSON';
  expect(await result).toEqual({ format, decision });
  expect(times(`published v1, ${format} notes`)).toBe(decision === 'allow' ? 1 : 0);
});

it('each invocation asks, though an earlier one asked the same; a denied call is not made', async () => {
  const result = run('v2');
  await answerFormat();
  await askonce.approvals.decide(await waiting('--tag v2'), { decision: 'deny' });
  expect(await result).toEqual({ format: 'JSON', decision: 'deny' });
  expect(times('published v2')).toBe(0);
});

it.each([
  ['resolve', 'application/json', '{"decision":"allow"}'],
  ['reject', 'text/plain', 'no'],
])('a forged %s of the awakeable approves nothing, and the decision still arrives', async (how, type, body) => {
  const version = `forged-${how}`;
  const result = run(version);
  await answerFormat(how === 'resolve' ? 'YAML' : 'JSON');
  const call = await waiting(`--tag ${version}`);
  const ref = asksOf(call).find((ask) => ask.ref !== null)!.ref as string;
  const before = await looks();
  const url = `${ingress}/restate/awakeables/${ref.replace('restate:', '')}/${how}`;
  expect((await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })).ok).toBe(true);
  await expect.poll(looks, { timeout: 20_000 }).toBeGreaterThan(before);
  expect(asksOf(call)).toHaveLength(1);
  expect(times(`published ${version}`)).toBe(0);
  await askonce.approvals.decide(call, { decision: 'allow' });
  expect(await result).toMatchObject({ decision: 'allow' });
  expect(times(`published ${version}`)).toBe(1);
});

it('the question of a cancelled invocation is withdrawn', async () => {
  const { invocationId } = (await post(`${ingress}/release/run/send`, 'v3')) as { invocationId: string };
  await answerFormat();
  const call = await waiting('--tag v3');
  const cancelled = await fetch(`${admin}/invocations/${invocationId}/cancel`, { method: 'PATCH' });
  expect(cancelled.ok).toBe(true);
  await expect.poll(async () => (await askonce.questions.get(call))?.status, { timeout: 20_000 }).toBe('withdrawn');
  expect(times('published v3')).toBe(0);
});

it('without a bridge a handler finds the answer by itself, also through a server that was killed meanwhile', async () => {
  const through = new AskOnceServer({ db: join(folder, 'alone.db'), folder });
  await through.start();
  const alone = await openAskOnce({ db: join(folder, 'alone.db'), project: folder });
  const people = restateAsking(through.client(), { checkEvery: '500ms' });
  const handlers = { ask: (ctx: Context, question: string) => people.ask(ctx, { question }) };
  const endpoint = await served(
    createEndpointHandler({ services: [restateService({ name: 'alone', handlers })], logger: () => {} }),
  );
  try {
    await post(`${admin}/deployments`, { uri: endpoint.url });
    const result = post(`${ingress}/alone/ask`, 'Which port should it use?');
    await expect.poll(async () => (await alone.questions.list()).items.length).toBe(1);
    await through.kill();
    await alone.questions.answer((await alone.questions.list()).items[0]!.id, '8080');
    await expect.poll(() => through.unreachable).toBeGreaterThan(0);
    await through.start();
    expect(await result).toMatchObject({ outcome: 'answered', answer: '8080' });
    const wrong = post(`${ingress}/alone/ask`, '');
    await expect(wrong, 'an input that AskOnce rejects ends it').rejects.toThrow(/^400 .*The question is empty/);
  } finally {
    endpoint.server.close();
    await alone.close();
    await through.kill();
  }
});

async function served(handler: Parameters<typeof createHttp2>[1]): Promise<{ url: string; server: Http2Server }> {
  const free = await freePort();
  const listening = createHttp2(handler as never).listen(free, '127.0.0.1');
  await once(listening, 'listening');
  return { url: `http://127.0.0.1:${free}`, server: listening };
}
