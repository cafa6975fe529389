/** `askonce/workflow` with the Workflow SDK and its local world. The example is bundled as Workflow bundles it, and its app is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { buildWorkflowTests } from '@workflow/vitest';
import { type AskOnce, openAskOnce } from 'askonce';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AskOnceServer } from './support/askonce-server.ts';
import { decidedAtOnce } from './support/racing.ts';
import { killed } from './support/restate-server.ts';

const HERE = join(import.meta.dirname, '..');
const PROGRAM = join(import.meta.dirname, 'support', 'workflow-program.ts');
const folder = mkdtempSync(join(tmpdir(), 'askonce-workflow-'));
const app = join(folder, 'app');
const db = join(folder, 'askonce.db');
const server = new AskOnceServer({ db, folder });

let askonce: AskOnce;
let program: ChildProcess;
let printed = '';
const replies = new Map<number, unknown>();

beforeAll(async () => {
  mkdirSync(app);
  symlinkSync(join(HERE, 'node_modules'), join(app, 'node_modules'));
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
  cpSync(join(HERE, 'examples', 'workflow.ts'), join(app, 'release.ts'));
  cpSync(join(import.meta.dirname, 'support', 'workflow-port.ts'), join(app, 'port.ts'));
  await buildWorkflowTests({ cwd: app });
  await server.start();
  askonce = await openAskOnce({ db, project: folder });
  await startProgram('0');
});

afterAll(async () => {
  await killed(program);
  await askonce?.close();
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** With a bridge from the cursor, or without one. */
async function startProgram(...cursor: string[]): Promise<void> {
  const env = { ...process.env, ASKONCE_URL: server.url, WORKFLOW_LOCAL_DATA_DIR: join(app, 'data') };
  program = spawn(process.execPath, [PROGRAM, join(app, '.workflow-vitest'), ...cursor], { cwd: app, env });
  program.stderr!.on('data', (text) => (printed += String(text)));
  replies.clear();
  createInterface(program.stdout!).on('line', (line) => {
    printed += `${line}\n`;
    if (!line.startsWith('said ')) return;
    const { id, result } = JSON.parse(line.slice('said '.length)) as { id: number; result: unknown };
    replies.set(id, result);
  });
  await vi.waitFor(() => expect(replies.get(0), printed).toBe('ready'), { timeout: 60_000 });
}

let last = 0;

async function tell(name: string, ...args: unknown[]): Promise<unknown> {
  const id = ++last;
  program.stdin!.write(`${JSON.stringify([id, name, ...args])}\n`);
  await expect.poll(() => replies.has(id)).toBe(true);
  return replies.get(id);
}

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

/** Starts the workflow, and answers its question. */
async function startToCall(version: string): Promise<unknown> {
  const run = await tell('start', 'release', version);
  await askonce.questions.answer(await waiting('Which format', 'pending'), 'JSON');
  return run;
}

/** The asks of a call. A workflow that looks again repeats the same ask. */
function asksOf(id: string): Record<string, unknown>[] {
  const store = new DatabaseSync(db, { readOnly: true });
  const rows = store.prepare('SELECT * FROM ask_items WHERE clarification_id = ?').all(id);
  store.close();
  return rows;
}

/**
 * The local world does not survive a kill in the middle of its writes: it may have the result of a step, but not the event that continues the
 * run. What it writes last is that the run waits.
 */
async function waitsStored(count: number): Promise<void> {
  await expect.poll(() => eventsOf('wait_created')).toBe(count);
}

function eventsOf(type: string): number {
  const events = join(app, 'data', 'events');
  const isOne = (file: string) =>
    file.endsWith('.json') && readFileSync(join(events, file), 'utf8').includes(`"${type}"`);
  return readdirSync(events).filter(isOne).length;
}

const times = (text: string) => printed.split(text).length - 1;

it('killed while it waits, answered while it is down: the workflow goes on once after the restart', async () => {
  const run = await tell('start', 'release', 'v1');
  const question = await waiting('Which format');
  await waitsStored(1);
  await killed(program);
  const answers = await Promise.allSettled(
    ['YAML', 'JSON'].map((answer) => askonce.questions.answer(question, answer)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await startProgram('0');
  const call = await waiting('--tag v1');
  expect(times('published v1')).toBe(0);
  await waitsStored(2);
  await killed(program);
  const decision = await decidedAtOnce(askonce, call);
  await startProgram('0');
  const format = answers[0]!.status === 'fulfilled' ? 'YAML' : 'JSON';
  expect(await tell('result', run)).toEqual({ format, decision });
  expect(times(`published v1, ${format} notes`)).toBe(decision === 'allow' ? 1 : 0);
});

it('each run asks, though an earlier one asked the same; a call that is denied in the inbox of the server is not made', async () => {
  const run = await startToCall('v2');
  await (await server.inbox()).decide('--tag v2', { decision: 'deny' });
  expect(await tell('result', run)).toEqual({ format: 'JSON', decision: 'deny' });
  expect(times('published v2')).toBe(0);
});

it('a forged and a doubled resume of the hook approve nothing, and the decision still arrives', async () => {
  const waits = eventsOf('wait_created');
  const run = await startToCall('v3');
  const call = await waiting('--tag v3');
  const token = String(asksOf(call)[0]!.ref).replace('workflow:', '');
  await waitsStored(waits + 2);
  for (const looked of [1, 2].map((looks) => eventsOf('step_completed') + looks)) {
    expect(await tell('resume', token, { decision: 'allow' })).toBe('resumed');
    await expect.poll(() => eventsOf('step_completed')).toBe(looked);
  }
  expect(asksOf(call)).toHaveLength(1);
  expect(times('published v3')).toBe(0);
  await askonce.approvals.decide(call, { decision: 'allow' });
  expect(await tell('result', run)).toMatchObject({ decision: 'allow' });
  expect(times('published v3')).toBe(1);
  expect(await tell('resume', token, 'late')).toMatchObject({ error: expect.stringContaining('HookNotFound') });
});

it('without a bridge a workflow finds the answer by itself, and an input that is wrong ends it', async () => {
  await killed(program);
  await startProgram();
  const run = await tell('start', 'port', 'Which port should it use?');
  await askonce.questions.answer(await waiting('Which port'), '8080');
  expect(await tell('result', run)).toMatchObject({ outcome: 'answered', answer: '8080' });
  const wrong = await tell('start', 'port', '');
  expect(await tell('result', wrong)).toMatchObject({
    error: expect.stringContaining('failed: The question is empty'),
  });
});
