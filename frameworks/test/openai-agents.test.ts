/** `askonce/openai-agents` with the real SDK and a model of the test's own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, type Model, RunState, run, setTracingDisabled, tool } from '@openai/agents';
import { type AskOnce, openAskOnce } from 'askonce';
import { type AskOnceHost, agentExecutor, askUserTool, settleInterruptions } from 'askonce/openai-agents';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { call, modelOf, question, words } from './openai-agents-model.ts';
import { throughServer } from './support/askonce-server.ts';
import { decidedAtOnce } from './support/racing.ts';
import { killed } from './support/restate-server.ts';

setTracingDisabled(true);
const HERE = join(import.meta.dirname, '..');
const session = 'checkout';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'askonce-openai-agents-'));
}

async function open(db = join(folder(), 'askonce.db')): Promise<AskOnce> {
  const askonce = await openAskOnce({ db });
  onTestFinished(() => askonce.close());
  return askonce;
}

/** The id of what waits and has these words in it. */
async function waiting(askonce: AskOnce, part = ''): Promise<string> {
  let id: string | undefined;
  const look = async () => {
    const { items } = await askonce.questions.list({ status: 'pending' });
    id = items.find((item) => JSON.stringify(item).includes(part))?.id;
    return id;
  };
  await expect.poll(look).toBeDefined();
  return id!;
}

/** An agent that asks, and whose deployments need approval. */
function agentOf(askonce: AskOnceHost, model: Model, options: { wait?: string | boolean } = {}) {
  const ran: string[] = [];
  const deploy = tool({
    ...{ name: 'deploy', description: 'Deploys.', parameters: z.object({ to: z.string() }), needsApproval: true },
    execute: async ({ to }) => {
      ran.push(to);
      return `deployed to ${to}`;
    },
  });
  const agent = new Agent({
    name: 'Deployment',
    model,
    tools: [askUserTool(askonce, { session, ...options }), deploy],
  });
  return { agent, ran };
}

const deploys = (...places: string[]) =>
  modelOf((results) =>
    results.length === 0
      ? places.map((to) => call(`call-${to}`, 'deploy', { to }))
      : words(results.toSorted((a, b) => a.localeCompare(b)).join(', ')),
  );
const asks = modelOf((results) =>
  results.length === 0 ? [call('call-1', 'ask_user', question('Which port should it use?'))] : words(results[0]!),
);

it('killed with -9 while it waits, a job is resumed once, by one of two workers', async () => {
  const here = folder();
  const [ASKONCE_DB, DEEDS, THOUGHTS] = ['askonce.db', 'deeds.txt', 'thoughts.txt'].map((name) => join(here, name));
  const env = { ...process.env, ASKONCE_DB: ASKONCE_DB!, DEEDS: DEEDS!, THOUGHTS: THOUGHTS! };
  const askonce = await openAskOnce({ db: env.ASKONCE_DB, project: here });
  onTestFinished(() => askonce.close());
  const deeds = () => (existsSync(env.DEEDS) ? readFileSync(env.DEEDS, 'utf8') : '');
  const start = async () => {
    let printed = '';
    const child = spawn(process.execPath, [join(HERE, 'test', 'openai-agents-program.ts')], { cwd: here, env });
    onTestFinished(() => killed(child));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
    await vi.waitFor(() => expect(printed).toContain('ready'), { timeout: 60_000 });
    return child;
  };

  const first = await start();
  const { id } = await askonce.jobs.queue('Deploy.');
  const asked = await waiting(askonce, 'Where should I deploy');
  await killed(first);
  const race = await Promise.allSettled(['Oslo', 'Rome'].map((one) => askonce.questions.answer(asked, one)));
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const second = await start();
  const approval = await waiting(askonce, 'deploy');
  await killed(second);
  expect(deeds()).toBe('');
  const decision = await decidedAtOnce(askonce, approval);
  const workers = await Promise.all([start(), start()]);
  const { state, result } = await askonce.jobs.ended(id);
  expect([state, result]).toEqual(['COMPLETE', 'done']);
  await Promise.all(workers.map(killed));
  // The last state was kept before the approval was asked for, so the model was not asked for the call again.
  expect(readFileSync(env.THOUGHTS, 'utf8').replaceAll('0', '').trim()).toBe('1\n2');
  const place = race[0]!.status === 'fulfilled' ? 'Oslo' : 'Rome';
  expect(deeds()).toBe(decision === 'allow' ? `deployed to ${place}\n` : '');
});

it('a state that is kept elsewhere survives a restart, and each interruption gets its own decision', async () => {
  const db = join(folder(), 'askonce.db');
  const first = await openAskOnce({ db });
  const before = agentOf(first, deploys('Oslo', 'Rome', 'Bern'));
  const { state } = await run(before.agent, 'Deploy.');
  const ids = await settleInterruptions(first, state, { session });
  expect(ids).toHaveLength(3);
  const text = state.toString();
  await first.close();

  const askonce = await open(db);
  const { agent, ran } = agentOf(askonce, deploys('Oslo', 'Rome', 'Bern'));
  const restored = await RunState.fromString(agent, text);
  expect(await settleInterruptions(askonce, restored, { session })).toEqual(ids);
  await askonce.approvals.decide(await waiting(askonce, 'Rome'), { decision: 'deny', message: 'not Rome' });
  await askonce.approvals.decide(await waiting(askonce, 'Oslo'), { decision: 'allow' });
  await askonce.approvals.decide(await waiting(askonce, 'Bern'), { decision: 'allow' });
  expect(await settleInterruptions(askonce, restored, { session })).toEqual([]);
  const { finalOutput } = await run(agent, restored);
  expect(finalOutput).toBe('deployed to Bern, deployed to Oslo, not Rome');
  expect(ran.toSorted()).toEqual(['Bern', 'Oslo']);
});

it('an approval that comes while another waits lets its call run, and the other stays interrupted', async () => {
  const askonce = await open();
  const { agent, ran } = agentOf(askonce, deploys('Oslo', 'Rome'));
  const { state } = await run(agent, 'Deploy.');
  await settleInterruptions(askonce, state, { session });
  await askonce.approvals.decide(await waiting(askonce, 'Oslo'), { decision: 'allow' });
  expect(await settleInterruptions(askonce, state, { session })).toEqual([await waiting(askonce, 'Rome')]);
  const next = await run(agent, state);
  expect(next.interruptions.map((item) => item.arguments)).toEqual(['{"to":"Rome"}']);
  await askonce.approvals.decide(await waiting(askonce, 'Rome'), { decision: 'allow' });
  await settleInterruptions(askonce, next.state, { session });
  expect((await run(agent, next.state)).finalOutput).toBe('deployed to Oslo, deployed to Rome');
  expect(ran).toEqual(['Oslo', 'Rome']);
});

it('a question interrupts the run, and its tool returns the answer of the person', async () => {
  const askonce = await open();
  const { agent } = agentOf(askonce, asks);
  const { state } = await run(agent, 'Start the server.');
  const [id] = await settleInterruptions(askonce, state, { session });
  expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ id }]);
  const { state: still, interruptions } = await run(agent, state);
  expect(interruptions, 'no one has answered yet').toHaveLength(1);
  await askonce.questions.answer(id!, '8080');
  const restored = await RunState.fromString(agent, still.toString());
  expect(await settleInterruptions(askonce, restored, { session })).toEqual([]);
  expect(JSON.parse((await run(agent, restored)).finalOutput as string)).toMatchObject({
    ...{ status: 'answered', answer: '8080' },
  });
});

it('a question that is approved without an answer has none', async () => {
  const askonce = await open();
  const { agent } = agentOf(askonce, asks);
  const { state, interruptions } = await run(agent, 'Start the server.');
  state.approve(interruptions[0]!);
  expect(JSON.parse((await run(agent, state)).finalOutput as string)).toMatchObject({ status: 'parked' });
});

it('what needs no person, or is answered in time, does not interrupt the run', async () => {
  const askonce = await open();
  askonce.events.on('clarification.requested', ({ clarification: id }) => void askonce.questions.answer(id!, '8080'));
  for (const status of ['answered', 'auto_resolved']) {
    const model = modelOf((results) =>
      results.length === 0
        ? [call(`call-${status}`, 'ask_user', question('Which port should it use?'))]
        : words(results[0]!),
    );
    const { finalOutput } = await run(agentOf(askonce, model, { wait: true }).agent, 'Start the server.');
    expect(JSON.parse(finalOutput as string)).toMatchObject({ status, answer: '8080' });
  }
});

it('an edited input is no approval, because the SDK runs a call as it stands', async () => {
  const askonce = await open();
  const { agent, ran } = agentOf(askonce, deploys('Oslo'));
  const { state } = await run(agent, 'Deploy.');
  const [id] = await settleInterruptions(askonce, state, { session });
  await expect(askonce.approvals.decide(id!, { decision: 'allow', updatedInput: { to: 'Bern' } })).rejects.toThrow();
  await askonce.approvals.decide(id!, { decision: 'deny' });
  await settleInterruptions(askonce, state, { session });
  await run(agent, state);
  expect(ran).toEqual([]);
});

it('two jobs of a session wait with one slot, and do not share an approval if their calls have the same id', async () => {
  const askonce = await open();
  const { ran, agent } = agentOf(askonce, deploys('Oslo'));
  const runner = askonce.runner({ concurrency: 1, executor: agentExecutor(askonce, () => agent) });
  await runner.start();
  onTestFinished(() => runner.stop());
  const jobs = [
    await askonce.jobs.queue('Deploy.', { session }),
    await askonce.jobs.queue('Deploy again.', { session }),
  ];
  await expect.poll(async () => (await askonce.questions.list({ status: 'pending' })).items.length).toBe(2);
  const { items } = await askonce.questions.list({ status: 'pending' });
  await askonce.approvals.decide(items[0]!.id, { decision: 'allow' });
  await askonce.approvals.decide(items[1]!.id, { decision: 'deny', message: 'once is enough' });
  const results = await Promise.all(jobs.map(async ({ id }) => (await askonce.jobs.ended(id)).result));
  expect(results.toSorted()).toEqual(['deployed to Oslo', 'once is enough']);
  expect(ran).toEqual(['Oslo']);
});

it('a worker that is stopped in the middle keeps no half result, and what `once` has kept is not done again', async () => {
  const askonce = await open();
  const inModel = Promise.withResolvers<void>();
  const says = modelOf((results) => (results.length === 0 ? [call('call-1', 'write', {})] : words('done')));
  let [calls, runs] = [0, 0];
  const deeds: string[] = [];
  const model: Model = {
    ...says,
    async getResponse(request) {
      calls += 1;
      if (calls === 2) {
        inModel.resolve();
        await once(request.signal!, 'abort');
      }
      return says.getResponse(request);
    },
  };
  const executor = agentExecutor(askonce, (_place, context) => {
    const write = tool({
      ...{ name: 'write', description: 'Writes.', parameters: z.object({}) },
      execute: (_input, _context, details) => {
        runs += 1;
        return context.once(details!.toolCall!.callId, () => deeds.push('written'));
      },
    });
    return new Agent({ name: 'Slow', model, tools: [write] });
  });
  const first = askonce.runner({ executor });
  await first.start();
  const { id } = await askonce.jobs.queue('Write.');
  await inModel.promise;
  await first.stop();
  const second = askonce.runner({ executor });
  await second.start();
  onTestFinished(() => second.stop());
  expect((await askonce.jobs.ended(id)).result).toBe('done');
  expect({ runs, deeds }).toEqual({ runs: 2, deeds: ['written'] });
});

it('through a server, an interrupted run continues with what is answered in its inbox', async () => {
  const { client, inbox } = await throughServer();
  const model = modelOf((results) => {
    if (results.length === 0) return [call('call-1', 'ask_user', question('Where should I deploy?'))];
    if (results.length === 1) return [call('call-2', 'deploy', { to: JSON.parse(results[0]!).answer })];
    return words(results[1]!);
  });
  const { agent, ran } = agentOf(client, model);
  const asked = await run(agent, 'Deploy.');
  expect(await settleInterruptions(client, asked.state, { session })).toHaveLength(1);
  await inbox.answer('Where should I deploy', 'Oslo');
  expect(await settleInterruptions(client, asked.state, { session })).toEqual([]);
  const called = await run(agent, asked.state);
  expect(await settleInterruptions(client, called.state, { session })).toHaveLength(1);
  await inbox.decide('deploy', { decision: 'allow' });
  expect(await settleInterruptions(client, called.state, { session })).toEqual([]);
  expect((await run(agent, called.state)).finalOutput).toBe('deployed to Oslo');
  expect(ran).toEqual(['Oslo']);
  // @ts-expect-error A runner works on the store.
  agentExecutor(client, () => agent);
});

it('the example runs', async () => {
  const program = join(HERE, 'examples', 'openai-agents.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: folder() });
  expect(stdout).toBe('Deployed to staging.\nCOMPLETE done\n');
});
