/** What the test of `askonce/openai-agents` kills: a worker whose agent asks, then deploys with approval. */
import { appendFileSync } from 'node:fs';
import { Agent, tool } from '@openai/agents';
import { openAskOnce } from 'askonce';
import { agentExecutor, askUserTool } from 'askonce/openai-agents';
import { z } from 'zod';
import { call, modelOf, question, words } from './openai-agents-model.ts';

const { ASKONCE_DB, DEEDS, THOUGHTS } = process.env as Record<string, string>;
const askonce = await openAskOnce({ db: ASKONCE_DB! });
const model = modelOf((results) => {
  appendFileSync(THOUGHTS!, `${results.length}\n`);
  if (results.length === 0) return [call('call-1', 'ask_user', question('Where should I deploy?', 'Oslo', 'Rome'))];
  if (results.length === 1) return [call('call-2', 'deploy', { to: JSON.parse(results[0]!).answer })];
  return words('done');
});
const deploy = tool({
  ...{ name: 'deploy', description: 'Deploys.', parameters: z.object({ to: z.string() }), needsApproval: true },
  execute: async ({ to }) => {
    appendFileSync(DEEDS!, `deployed to ${to}\n`);
    return 'deployed';
  },
});
const executor = agentExecutor(
  askonce,
  (place) => new Agent({ name: 'Deployment', model, tools: [askUserTool(askonce, place), deploy] }),
);
await askonce.runner({ executor }).start();
console.log('ready');
// An idle runner does not keep its process alive.
setInterval(() => {}, 60_000);
