/** Sub-agents of Mastra that ask, with the real Mastra on its LibSQL store: the run of the supervisor is resumed, and by it theirs. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import { type AskOnce, openAskOnce } from 'askonce';
import { askStep, askUserTool, sweepSuspended } from 'askonce/mastra';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Call, modelOf, promptOf } from './mastra-model.ts';

const session = 'checkout';
const ask = (id: string, question: string): Call => ({ id, name: 'ask_user', input: { question } });
const deploy = (id: string, to: string): Call => ({ id, name: 'deploy', input: { to } });
const delegate = (to: string): Call => ({ id: `call-${to}`, name: `agent-${to}`, input: { prompt: 'Do it.' } });

interface Started {
  askonce: AskOnce;
  worker: ReturnType<typeof modelOf>;
  /** Of the agents below the boss, those that Mastra knows by themselves. */
  registered?: readonly ('lead' | 'worker')[];
  /** The agents between boss and worker. */
  levels?: 'two' | 'three';
  asksOnly?: boolean;
}

function started({ askonce, worker: model, registered = [], levels = 'two', asksOnly = false }: Started) {
  const ran: string[] = [];
  const tools = {
    ask_user: askUserTool(askonce, { session }),
    deploy: createTool({
      ...{ id: 'deploy', description: 'Deploys.', inputSchema: z.object({ to: z.string() }), requireApproval: true },
      execute: async ({ to }) => {
        ran.push(to);
        return 'deployed';
      },
    }),
  };
  // Mastra runs calls one after the other if one of its tools may require approval.
  const given = asksOnly ? { ask_user: tools.ask_user } : tools;
  const format = askStep(askonce, { id: 'format', session, question: { question: 'Which format?' } });
  const publish = createWorkflow({ id: 'publish', inputSchema: z.any(), outputSchema: z.any() }).then(format).commit();
  const agentOf = (id: string, spoken: unknown, more: object) =>
    new Agent({ ...{ id, name: id, description: id, instructions: '', model: spoken as never }, ...more });
  const worker = agentOf('worker', model, { tools: given, workflows: { publish } });
  const lead = agentOf('lead', modelOf([delegate('worker')], 'lead done'), { agents: { worker } });
  const below = levels === 'two' ? { worker } : { lead };
  const bossModel = modelOf([delegate(levels === 'two' ? 'worker' : 'lead')], 'all done');
  const boss = agentOf('boss', bossModel, { agents: below });
  const known = Object.fromEntries(registered.map((name) => [name, { lead, worker }[name]]));
  const where = mkdtempSync(join(tmpdir(), 'askonce-mastra-'));
  const storage = new LibSQLStore({ id: 'runs', url: `file:${join(where, 'mastra.db')}` });
  const mastra = new Mastra({ agents: { boss, ...known }, workflows: { publish }, storage, logger: false });
  const resumed: string[] = [];
  const sweep = () =>
    sweepSuspended({
      ...{ askonce, mastra, session, onError: (error: unknown) => expect.unreachable(String(error)) },
      onResumed: ({ of, output }) => resumed.push(`${of}: ${(output as { text: string }).text}`),
    });
  return { boss: mastra.getAgent('boss'), ran, resumed, sweep };
}

async function open(): Promise<AskOnce> {
  const askonce = await openAskOnce({ db: join(mkdtempSync(join(tmpdir(), 'askonce-mastra-')), 'askonce.db') });
  onTestFinished(() => askonce.close());
  return askonce;
}

/** What waits: it is one thing. */
async function waiting(askonce: AskOnce, part: string): Promise<string> {
  const { items } = await askonce.questions.list({ status: 'pending' });
  expect(items.map(({ question }) => question)).toEqual([expect.stringContaining(part)]);
  return items[0]!.id;
}

for (const how of ['generate', 'stream'] as const)
  for (const registered of [[], ['worker']] as const)
    it(`a sub-agent asks and gets its calls approved within its supervisor, by ${how}${registered.length === 0 ? '' : ', also if Mastra knows both'}`, async () => {
      const askonce = await open();
      const worker = modelOf([ask('call-1', 'Which port?')], [deploy('call-2', 'staging')], [deploy('call-3', 'live')]);
      const { boss, ran, resumed, sweep } = started({ askonce, worker, registered });
      if (how === 'generate') await boss.generate('Go.');
      else await (await boss.stream('Go.')).consumeStream();
      await askonce.questions.answer(await waiting(askonce, 'Which port?'), '8080');
      await sweep();
      await askonce.approvals.decide(await waiting(askonce, 'staging'), { decision: 'allow' });
      await sweep();
      expect(ran).toEqual(['staging']);
      await askonce.approvals.decide(await waiting(askonce, 'live'), { decision: 'deny', message: 'Not on a Friday.' });
      await sweep();
      expect(promptOf(worker)).toContain('"answer":"8080"');
      expect(promptOf(worker)).toContain('Not on a Friday.');
      expect(resumed).toEqual(['boss: ', 'boss: ', 'boss: all done']);
      expect(ran).toEqual(['staging']);
      expect(await boss.listSuspendedRuns()).toMatchObject({ total: 0 });
    });

it('a sub-agent of a sub-agent asks once, and its supervisors go on', async () => {
  const askonce = await open();
  const worker = modelOf([ask('call-1', 'Which port?')], [deploy('call-2', 'staging')]);
  const { boss, ran, resumed, sweep } = started({ askonce, worker, registered: ['lead', 'worker'], levels: 'three' });
  await boss.generate('Go.');
  await askonce.questions.answer(await waiting(askonce, 'Which port?'), '8080');
  await sweep();
  await askonce.approvals.decide(await waiting(askonce, 'staging'), { decision: 'allow' });
  await sweep();
  expect(resumed).toEqual(['boss: ', 'boss: all done']);
  expect(ran).toEqual(['staging']);
});

it('two questions that a sub-agent asks at once are both answered, in any order', async () => {
  for (const order of [
    ['port', 'region'],
    ['region', 'port'],
  ]) {
    const askonce = await open();
    const worker = modelOf([ask('call-1', 'Which port?'), ask('call-2', 'Which region?')]);
    const { boss, resumed, sweep } = started({ askonce, worker, registered: ['worker'], asksOnly: true });
    await boss.generate('Go.');
    const { items } = await askonce.questions.list({ status: 'pending' });
    for (const word of order) {
      await askonce.questions.answer(items.find(({ question }) => question.includes(word))!.id, `this ${word}`);
      await sweep();
    }
    expect(resumed.at(-1)).toBe('boss: all done');
    for (const word of order) expect(promptOf(worker)).toContain(`"answer":"this ${word}"`);
  }
});

it('a workflow that an agent calls as a tool asks, and the agent goes on with its result', async () => {
  const askonce = await open();
  const worker = modelOf([{ id: 'call-1', name: 'workflow-publish', input: { inputData: {} } }], 'published');
  const { boss, resumed, sweep } = started({ askonce, worker });
  await boss.generate('Go.');
  await sweep();
  await askonce.questions.answer(await waiting(askonce, 'Which format?'), 'YAML');
  await sweep();
  expect(promptOf(worker)).toContain('"answer":"YAML"');
  expect(resumed).toEqual(['boss: all done']);
});
