/** `askonce/mastra` with the real Mastra on its LibSQL store and its own mock model; the example is the program that is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import type { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import { createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import { type AskOnce, openAskOnce } from 'askonce';
import {
  type AskOnceHost,
  askStep,
  askUserTool,
  resumeSuspended,
  type SuspendedOptions,
  sweepSuspended,
} from 'askonce/mastra';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Call, modelOf, promptOf } from './mastra-model.ts';
import { throughServer } from './support/askonce-server.ts';
import { decidedAtOnce } from './support/racing.ts';

const session = 'checkout';
const ASK = { question: 'Which database should I use?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] };
const DEPLOY: Call = { id: 'call-deploy', name: 'deploy', input: { to: 'staging' } };

const folder = () => mkdtempSync(join(tmpdir(), 'askonce-mastra-'));

async function open(db = join(folder(), 'askonce.db')): Promise<AskOnce> {
  const askonce = await openAskOnce({ db });
  onTestFinished(() => askonce.close());
  return askonce;
}

/** A Mastra on the store of this folder, as a process that starts makes it. */
function started<M = MastraLanguageModelV2Mock>(askonce: AskOnceHost, where: string, model = modelOf() as M) {
  const ran: string[] = [];
  const deploy = createTool({
    ...{ id: 'deploy', description: 'Deploys.', inputSchema: z.object({ to: z.string() }), requireApproval: true },
    execute: async ({ to }) => {
      ran.push(to);
      return 'deployed';
    },
  });
  const tools = { ask_user: askUserTool(askonce, { session }), deploy };
  const io = { inputSchema: z.any(), outputSchema: z.any() };
  const step = askStep(askonce, {
    id: 'format',
    session,
    question: { question: 'Which format?', options: ['A', 'B'] },
  });
  const each = askStep<string>(askonce, {
    id: 'each',
    session,
    question: (name) => ({ question: `Which owner of ${name}?` }),
  });
  const port = askStep(askonce, { id: 'port', session, question: { question: 'Which port?' } });
  const region = askStep(askonce, { id: 'region', session, question: { question: 'Which region?' } });
  const inner = createWorkflow({ id: 'inner', ...io })
    .then(region)
    .commit();
  const workflows = {
    one: createWorkflow({ id: 'one', ...io })
      .then(step)
      .commit(),
    each: createWorkflow({ id: 'each-of', ...io })
      .foreach(each)
      .commit(),
    both: createWorkflow({ id: 'both', ...io })
      .parallel([step, port])
      .commit(),
    nested: createWorkflow({ id: 'nested', ...io })
      .then(inner as never)
      .commit(),
  };
  const agent = new Agent({ id: 'setup', name: 'Setup', instructions: '', model: model as never, tools });
  const storage = new LibSQLStore({ id: 'runs', url: `file:${join(where, 'mastra.db')}` });
  const mastra = new Mastra({ agents: { agent }, workflows, storage, logger: false });
  const options: SuspendedOptions = { askonce, mastra, session, onError: (error) => expect.unreachable(String(error)) };
  return { mastra, agent: mastra.getAgent('agent'), ran, model, options, sweep: () => sweepSuspended(options) };
}

/** Runs `resumeSuspended` until the test ends. */
function resuming(options: Parameters<typeof resumeSuspended>[0]): void {
  const stop = new AbortController();
  const done = resumeSuspended({ ...options, signal: stop.signal });
  onTestFinished(() => {
    stop.abort();
    return done;
  });
}

async function pending(askonce: AskOnce, part = ''): Promise<string[]> {
  const { items } = await askonce.questions.list({ status: 'pending' });
  return items.filter((item) => JSON.stringify(item).includes(part)).map(({ id }) => id);
}

async function waiting(askonce: AskOnce, part: string): Promise<string> {
  await expect.poll(() => pending(askonce, part)).toHaveLength(1);
  return (await pending(askonce, part))[0]!;
}

it('a step suspends its run, and of two answers at once the run goes on with the winner after a restart', async () => {
  const [askonce, where] = [await open(), folder()];
  const run = await started(askonce, where).mastra.getWorkflow('one').createRun();
  expect(await run.start({ inputData: {} })).toMatchObject({ status: 'suspended' });
  const id = await waiting(askonce, 'Which format?');

  const { mastra, sweep } = started(askonce, where);
  await sweep();
  expect(await mastra.getWorkflow('one').getWorkflowRunById(run.runId)).toMatchObject({ status: 'suspended' });
  const answers = await Promise.allSettled(['A', 'B'].map((answer) => askonce.questions.answer(id, answer)));
  expect(answers.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const answer = answers[0]!.status === 'fulfilled' ? 'A' : 'B';
  await sweep();
  const { status, result } = (await mastra.getWorkflow('one').getWorkflowRunById(run.runId))!;
  expect({ status, result }).toMatchObject({ status: 'success', result: { status: 'answered', answer, id } });
});

it('a wake-up that is early or forged leaves a step suspended', async () => {
  const askonce = await open();
  const { mastra, sweep } = started(askonce, folder());
  const run = await mastra.getWorkflow('one').createRun();
  await run.start({ inputData: {} });
  const again = await mastra.getWorkflow('one').createRun({ runId: run.runId });
  expect(await again.resume({ resumeData: { status: 'answered', answer: 'A' } })).toMatchObject({
    status: 'suspended',
  });
  await askonce.questions.answer(await waiting(askonce, 'Which format?'), 'B');
  await sweep();
  expect(await mastra.getWorkflow('one').getWorkflowRunById(run.runId)).toMatchObject({ result: { answer: 'B' } });
});

it('steps of foreach, of parallel and of a nested workflow each get their own answer, in any order', async () => {
  const askonce = await open();
  const { mastra, options } = started(askonce, folder());
  const outputs: Record<string, unknown> = {};
  resuming({ ...options, onResumed: ({ of, output }) => Object.assign(outputs, { [of]: output }) });
  await (await mastra.getWorkflow('each').createRun()).start({ inputData: ['web', 'api'] });
  await (await mastra.getWorkflow('both').createRun()).start({ inputData: {} });
  await (await mastra.getWorkflow('nested').createRun()).start({ inputData: {} });
  await askonce.questions.answer(await waiting(askonce, 'Which region?'), 'north');
  await askonce.questions.answer(await waiting(askonce, 'owner of web'), 'Ann');
  await askonce.questions.answer(await waiting(askonce, 'owner of api'), 'Ben');
  await askonce.questions.answer(await waiting(askonce, 'Which port?'), '8080');
  await askonce.questions.answer(await waiting(askonce, 'Which format?'), 'A');
  await expect
    .poll(() => outputs)
    .toMatchObject({
      'each-of': { status: 'success', result: [{ answer: 'Ann' }, { answer: 'Ben' }] },
      nested: { status: 'success', result: { answer: 'north' } },
      both: { status: 'success', result: { format: { answer: 'A' }, port: { answer: '8080' } } },
    });
});

it('an agent that asked goes on with the answer, and its call runs once it is approved', async () => {
  const askonce = await open();
  const all = started(
    askonce,
    folder(),
    modelOf([{ id: 'call-1', name: 'ask_user', input: ASK }], [DEPLOY], 'all done'),
  );
  const { agent, options, ran } = all;
  const texts: string[] = [];
  resuming({
    ...options,
    checkEvery: '50ms',
    onResumed: ({ output }) => texts.push((output as { text: string }).text),
  });
  expect(await agent.generate('Go.')).toMatchObject({ finishReason: 'suspended' });
  await askonce.questions.answer(await waiting(askonce, 'Which database'), 'SQLite');
  const call = await waiting(askonce, 'staging');
  expect(promptOf(all.model)).toContain('"answer":"SQLite"');
  expect(ran).toEqual([]);
  await askonce.approvals.decide(call, { decision: 'allow' });
  await expect.poll(() => texts).toEqual(['', 'all done']);
  expect(ran).toEqual(['staging']);
});

it('several options can be chosen, by the input of the own tool of Mastra', async () => {
  const askonce = await open();
  const input = { ...ASK, selectionMode: 'multi_select' };
  const all = started(askonce, folder(), modelOf([{ id: 'call-1', name: 'ask_user', input }]));
  const asked = await all.agent.generate('Go.');
  const id = await waiting(askonce, 'Which database');
  expect(asked.suspendPayload).toMatchObject({ suspendPayload: { ...input, id } });
  await askonce.questions.answer(id, ['SQLite', 'PostgreSQL']);
  await all.sweep();
  expect(promptOf(all.model)).toContain('"answer":"SQLite, PostgreSQL"');
});

it('of an allow and a deny at once, the one that wins decides the call after a restart', async () => {
  const [askonce, where] = [await open(), folder()];
  const before = started(askonce, where, modelOf([DEPLOY]));
  await before.agent.generate('Go.', { runId: 'order 7' });
  await before.sweep();
  const decision = await decidedAtOnce(askonce, (await pending(askonce))[0]!);
  const after = started(askonce, where, modelOf([DEPLOY]));
  await after.sweep();
  expect([...before.ran, ...after.ran]).toEqual(decision === 'allow' ? ['staging'] : []);
  expect(await after.agent.listSuspendedRuns()).toMatchObject({ total: 0 });
});

it('a model that numbers the calls of each step anew is asked about each call', async () => {
  const askonce = await open();
  const all = started(askonce, folder(), modelOf([DEPLOY], [DEPLOY], [DEPLOY], 'all done'));
  await all.agent.generate('Go.');
  for (const decision of ['allow', 'deny', 'allow'] as const) {
    await all.sweep();
    const [id, ...others] = await pending(askonce, 'staging');
    expect(others).toEqual([]);
    await askonce.approvals.decide(id!, { decision, message: 'as you like' });
  }
  await all.sweep();
  expect(all.ran).toEqual(['staging', 'staging']);
  expect(await all.agent.listSuspendedRuns()).toMatchObject({ total: 0 });
});

it('a denied call does not run, and the model reads the reason', async () => {
  const askonce = await open();
  const all = started(askonce, folder(), modelOf([DEPLOY]));
  await all.agent.generate('Go.');
  await all.sweep();
  await askonce.approvals.decide((await pending(askonce))[0]!, { decision: 'deny', message: 'Not on a Friday.' });
  await all.sweep();
  expect(promptOf(all.model)).toContain('Not on a Friday.');
  expect(all.ran).toEqual([]);
});

it('wake-ups that are early, doubled and at once run an approved call once', async () => {
  const askonce = await open();
  const { agent, options, ran, sweep } = started(askonce, folder(), modelOf([DEPLOY]));
  await agent.generate('Go.');
  resuming({ ...options, checkEvery: '20ms' });
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(ran).toEqual([]);
  await askonce.approvals.decide(await waiting(askonce, 'staging'), { decision: 'allow' });
  await Promise.all([sweep(), sweep(), sweep()]);
  // The one that listens may have resumed the run, and a sweep does not wait for that.
  await expect.poll(() => agent.listSuspendedRuns()).toMatchObject({ total: 0 });
  await sweep();
  expect(ran).toEqual(['staging']);
});

it('a run that could not be resumed is resumed by the next sweep, and its call runs once', async () => {
  const askonce = await open();
  let isDown = false;
  const said = modelOf([DEPLOY], 'all done');
  const { agent, options, ran, sweep } = started(askonce, folder(), () => {
    if (isDown) throw new Error('The model has no key.');
    return said;
  });
  await agent.generate('Go.');
  await sweep();
  await askonce.approvals.decide((await pending(askonce))[0]!, { decision: 'allow' });
  const errors: unknown[] = [];
  options.onError = (error) => errors.push(error);
  isDown = true;
  await sweep();
  expect(errors.map(String)).toEqual(['Error: The model has no key.']);
  expect(ran).toEqual([]);
  isDown = false;
  await sweep();
  await sweep();
  expect(ran).toEqual(['staging']);
  expect(promptOf(said)).toContain('deployed');
});

it('a run that fails after its call ran is not resumed again', async () => {
  const askonce = await open();
  const failing = modelOf([DEPLOY], new Error('The model is overloaded.'));
  const { agent, options, ran, sweep } = started(askonce, folder(), failing);
  await agent.generate('Go.');
  await sweep();
  await askonce.approvals.decide((await pending(askonce))[0]!, { decision: 'allow' });
  const errors: unknown[] = [];
  options.onError = (error) => errors.push(error);
  await sweep();
  await sweep();
  expect(errors.map(String)).toEqual(['Error: The model is overloaded.']);
  expect(ran).toEqual(['staging']);
});

it('two Mastra objects on one store that resume the same run of a workflow make it go on once', async () => {
  const [askonce, where] = [await open(), folder()];
  const [one, other] = [started(askonce, where), started(askonce, where)];
  const outputs: unknown[] = [];
  for (const { options } of [one, other]) options.onResumed = ({ output }) => outputs.push(output);
  await (await one.mastra.getWorkflow('one').createRun()).start({ inputData: {} });
  await askonce.questions.answer(await waiting(askonce, 'Which format?'), 'B');
  await Promise.all([one.sweep(), other.sweep()]);
  expect(outputs).toMatchObject([{ status: 'success' }]);
});

it('a question of an agent that is woken without an answer still waits', async () => {
  const askonce = await open();
  const all = started(askonce, folder(), modelOf([{ id: 'call-1', name: 'ask_user', input: ASK }]));
  const { runId } = await all.agent.generate('Go.');
  const woken = await all.agent.resumeGenerate('SQLite', { runId: runId!, toolCallId: 'call-1' });
  expect(woken).toMatchObject({ finishReason: 'suspended' });
  await askonce.questions.answer(await waiting(askonce, 'Which database'), 'PostgreSQL');
  await all.sweep();
  expect(promptOf(all.model)).toContain('"answer":"PostgreSQL"');
});

it('each thread can be a session of its own', async () => {
  const askonce = await open();
  const model = modelOf([{ id: 'call-1', name: 'ask_user', input: ASK }]);
  const ask_user = askUserTool(askonce, { session: ({ runId }) => `run-${runId}` });
  const agent = new Agent({ id: 'setup', name: 'Setup', instructions: '', model: model as never, tools: { ask_user } });
  const storage = new LibSQLStore({ id: 'runs', url: `file:${join(folder(), 'mastra.db')}` });
  const mastra = new Mastra({ agents: { agent }, storage, logger: false });
  const runs = [await mastra.getAgent('agent').generate('Go.'), await mastra.getAgent('agent').generate('Go.')];
  const { items } = await askonce.questions.list();
  expect(items.map(({ session: id }) => id).toSorted()).toEqual(runs.map(({ runId }) => `run-${runId}`).toSorted());
});

it('through a server, an agent and a step go on with what is answered in its inbox', async () => {
  const { client, inbox } = await throughServer();
  const all = started(
    client,
    folder(),
    modelOf([{ id: 'call-1', name: 'ask_user', input: ASK }], [DEPLOY], 'all done'),
  );
  const outputs: unknown[] = [];
  resuming({ ...all.options, checkEvery: '50ms', onResumed: ({ output }) => outputs.push(output) });
  await all.agent.generate('Go.');
  await inbox.answer('Which database', 'SQLite');
  await inbox.decide('staging', { decision: 'allow' });
  await expect.poll(() => outputs).toMatchObject([{}, { text: 'all done' }]);
  expect(promptOf(all.model)).toContain('"answer":"SQLite"');
  expect(all.ran).toEqual(['staging']);
  await (await all.mastra.getWorkflow('one').createRun()).start({ inputData: {} });
  await inbox.answer('Which format?', 'B');
  await expect.poll(() => outputs[2]).toMatchObject({ status: 'success', result: { answer: 'B' } });
});

it('the example goes on once after each kill, with the answers that came while it was down', async () => {
  const cwd = folder();
  const db = join(cwd, 'askonce.db');
  const askonce = await open(db);
  let printed = '';
  const start = () => {
    const env = { ...process.env, ASKONCE_DB: db };
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'examples', 'mastra.ts')], { cwd, env });
    child.stdout.on('data', (text) => (printed += String(text)));
    child.stderr.on('data', (text) => (printed += String(text)));
    onTestFinished(() => killed(child));
    return child;
  };
  let program = start();
  const question = await waiting(askonce, 'Which database');
  await killed(program);
  const answers = await Promise.allSettled(
    ['SQLite', 'PostgreSQL'].map((answer) => askonce.questions.answer(question, answer)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  program = start();
  const call = await waiting(askonce, 'staging');
  await killed(program);
  await askonce.approvals.decide(call, { decision: 'allow' });
  expect(printed).toBe('');
  program = start();
  expect(await once(program, 'exit')).toEqual([0, null]);
  expect(printed).toBe('Deployed to staging.\n');
});

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
