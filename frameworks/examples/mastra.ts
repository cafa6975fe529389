/** A Mastra agent that asks and gets a call approved. Stop the program while it waits: started again, it goes on. Put your model in. */
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { openAskOnce } from 'askonce';
import { askUserTool, resumeSuspended } from 'askonce/mastra';
import { z } from 'zod';

const call = (toolCallId: string, toolName: string, input: object) => ({
  ...{ warnings: [], usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, finishReason: 'tool-calls' as const },
  content: [{ type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) }],
});
const question = { question: 'Which database should I use?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] };
const steps = [call('call-1', 'ask_user', question), call('call-2', 'deploy', { to: 'staging' })];
const end = { ...call('', '', {}), finishReason: 'stop' as const, content: [{ type: 'text' as const, text: 'Done.' }] };
const model = new MastraLanguageModelV2Mock({
  doGenerate: async ({ prompt }) =>
    steps[prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])).length] ?? end,
}) as never;

const { ASKONCE_DB } = process.env;
const askonce = await openAskOnce(ASKONCE_DB === undefined ? {} : { db: ASKONCE_DB });
const deploy = createTool({
  ...{ id: 'deploy', description: 'Deploys.', inputSchema: z.object({ to: z.string() }), requireApproval: true },
  execute: async ({ to }) => console.log(`Deployed to ${to}.`) ?? 'deployed',
});
const ask_user = askUserTool(askonce, { session: 'checkout' });
const agent = new Agent({ id: 'setup', name: 'Setup', instructions: '', model, tools: { ask_user, deploy } });
const storage = new LibSQLStore({ id: 'runs', url: 'file:mastra.db' });
const mastra = new Mastra({ agents: { agent }, storage, logger: false });

// Answer in `askonce inbox`. What waits or was answered while this program was stopped is found at the start.
const done = new AbortController();
if ((await agent.listSuspendedRuns()).total === 0) await agent.generate('Set up the database and deploy.');
await resumeSuspended({
  ...{ mastra, askonce, session: 'checkout', signal: done.signal },
  onResumed: ({ output }) => (output as { text: string }).text === 'Done.' && done.abort(),
});
await askonce.close();
