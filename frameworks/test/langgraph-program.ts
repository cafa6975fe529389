/** What the test of `askonce/langgraph` kills: an agent that asks, then deploys with approval. `start` begins its thread. */
import { appendFileSync } from 'node:fs';
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { openAskOnce } from 'askonce';
import { askonceApproval, askonceThreads, askUserTool } from 'askonce/langgraph';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { modelOf } from './langgraph-model.ts';

const { ASKONCE_DB, CHECKPOINTS, DEEDS } = process.env as Record<string, string>;
const askonce = await openAskOnce({ db: ASKONCE_DB! });
const checkpointer = CHECKPOINTS!.startsWith('postgres')
  ? PostgresSaver.fromConnString(CHECKPOINTS!, { schema: 'langgraph_program' })
  : SqliteSaver.fromConnString(CHECKPOINTS!);
if (checkpointer instanceof PostgresSaver) await checkpointer.setup();

const deploy = tool(
  async ({ to }) => {
    appendFileSync(DEEDS!, `deployed to ${to}\n`);
    return 'deployed';
  },
  { name: 'deploy', description: 'Deploys.', schema: z.object({ to: z.string() }) },
);
const model = modelOf((messages: readonly BaseMessage[]) => {
  const done = messages.filter((message) => message.getType() === 'tool');
  if (done.length === 0)
    return call('ask_user', { question: 'Where should I deploy?', options: [{ label: 'Oslo' }, { label: 'Rome' }] });
  if (done.length === 1) return call('deploy', { to: JSON.parse(done[0]!.content as string).answer });
  return new AIMessage('done');
});
function call(name: string, args: object): AIMessage {
  return new AIMessage({
    content: '',
    tool_calls: [{ id: `call-${name}`, name, args: { ...args }, type: 'tool_call' }],
  });
}

const place = { agent: 'Deployment' };
const graph = createAgent({
  ...{ model, checkpointer, tools: [askUserTool(askonce, place), deploy] },
  middleware: [askonceApproval(askonce, { ...place, tools: ['deploy'] })],
});
const threads = askonceThreads(askonce, { ...place, graph });
if (process.argv[2] === 'start') {
  const input = { messages: [new HumanMessage('Deploy.')] };
  await threads.run('thread-1', () =>
    graph.invoke(input, { configurable: { thread_id: 'thread-1' }, durability: 'sync' }),
  );
}
console.log('ready');
await threads.resumeOnAnswer({ after: 0, onResumed: ({ seq }) => console.log(`handled ${seq}.`) });
