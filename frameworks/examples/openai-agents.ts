/** An agent of the OpenAI Agents SDK asks and gets a call approved, as a job of AskOnce. The model is a mock; put yours in its place. */
import { Agent, setTracingDisabled, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { openAskOnce } from 'askonce';
import { agentExecutor, askUserTool } from 'askonce/openai-agents';
import { z } from 'zod';

setTracingDisabled(true);
const askonce = await openAskOnce();
// A person decides in the inbox, on a phone or in a terminal; here these lines do.
const decide = async (id: string) =>
  (await askonce.questions.get(id))!.approval
    ? askonce.approvals.decide(id, { decision: 'allow' })
    : askonce.questions.answer(id, 'SQLite');
askonce.events.on('clarification.requested', ({ clarification: id }) => void decide(id!));

const options = ['SQLite', 'PostgreSQL'].map((label) => ({ label, description: null }));
const question = { question: 'Which database should I use?', options, multiSelect: null, context: null };
const model = new ScriptedModel([
  [functionCall('ask_user', question, { callId: 'call-1' })],
  [functionCall('deploy', { to: 'staging' }, { callId: 'call-2' })],
  [assistantMessage('done')],
]);
const deploy = tool({
  ...{ name: 'deploy', description: 'Deploys the project.', parameters: z.object({ to: z.string() }) },
  needsApproval: true,
  execute: async ({ to }) => console.log(`Deployed to ${to}.`),
});
const executor = agentExecutor(
  askonce,
  (place) => new Agent({ name: 'Deployment', model, tools: [askUserTool(askonce, place), deploy] }),
);
const runner = askonce.runner({ executor });
await runner.start();
const { id } = await askonce.jobs.queue('Set up the database and deploy.');
const { state, result } = await askonce.jobs.ended(id);
console.log(state, result);
await runner.stop();
await askonce.close();
