/** An agent of AI SDK 7 asks a question and gets a call approved. The model is a mock; put yours in its place. */
import { ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { openAskOnce } from 'askonce';
import { askonceApproval, askUserTool } from 'askonce/ai-sdk';
import { z } from 'zod';

const askonce = await openAskOnce();
const session = 'checkout';
// A person decides in the inbox, on a phone or in a terminal; here these lines do.
const decide = async (id: string) =>
  (await askonce.questions.get(id))!.approval
    ? askonce.approvals.decide(id, { decision: 'allow' })
    : askonce.questions.answer(id, 'SQLite');
askonce.events.on('clarification.requested', ({ clarification: id }) => void decide(id!));

const say = (id: string, toolName: string, input: object) => ({
  ...{ warnings: [], usage: { inputTokens: {}, outputTokens: {} }, finishReason: { unified: 'tool-calls' } },
  content: [{ type: 'tool-call', toolCallId: id, toolName, input: JSON.stringify(input) }],
});
const question = { question: 'Which database should I use?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] };
const steps = [say('call-1', 'ask_user', question), say('call-2', 'deploy', { to: 'staging' })];
const model = new MockLanguageModelV4({ doGenerate: async () => (steps.shift() ?? END) as never });
const END = { ...say('', '', {}), finishReason: { unified: 'stop' }, content: [] };

const deploy = tool({
  inputSchema: z.object({ to: z.string() }),
  execute: async ({ to }) => console.log(`Deployed to ${to}.`),
});
const agent = new ToolLoopAgent({
  model,
  tools: { ask_user: askUserTool(askonce, { session, wait: '10m' }), deploy },
  toolApproval: askonceApproval(askonce, { session, tools: ['deploy'], wait: '30s' }),
  onStepFinish: ({ toolResults: [result] }) => {
    if (result?.toolName === 'ask_user')
      console.log(`The person chose ${(result.output as { answer: string }).answer}.`);
  },
});
await agent.generate({ prompt: 'Set up the database and deploy.' });
await askonce.close();
