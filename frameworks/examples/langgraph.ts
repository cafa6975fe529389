/** A LangChain agent asks a question and gets a call approved. The model is a mock; put yours in its place. */
import { HumanMessage } from '@langchain/core/messages';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { openAskOnce } from 'askonce';
import { askonceApproval, askonceThreads, askUserTool } from 'askonce/langgraph';
import { createAgent, FakeToolCallingModel, tool } from 'langchain';
import { z } from 'zod';

const askonce = await openAskOnce();
const config = { configurable: { thread_id: 'thread-1' } };
// A person decides in the inbox, on a phone or in a terminal; here these lines do.
const decide = async (id: string) =>
  (await askonce.questions.get(id))!.approval
    ? askonce.approvals.decide(id, { decision: 'allow' })
    : askonce.questions.answer(id, 'SQLite');
askonce.events.on('clarification.requested', ({ clarification: id }) => void decide(id!));

const args = { question: 'Which database should I use?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] };
const asks = { id: '1', name: 'ask_user', args };
const model = new FakeToolCallingModel({
  toolCalls: [[asks], [{ id: '2', name: 'deploy', args: { to: 'Oslo' } }], []],
});
const deploy = tool(({ to }) => console.log(`Deployed to ${to}.`), {
  ...{ name: 'deploy', description: 'Deploys.', schema: z.object({ to: z.string() }) },
});
const graph = createAgent({
  model,
  tools: [askUserTool(askonce), deploy],
  middleware: [askonceApproval(askonce, { tools: ['deploy'] })],
  checkpointer: SqliteSaver.fromConnString('checkpoints.db'),
});
const threads = askonceThreads(askonce, { graph });
await threads.run('thread-1', () => graph.invoke({ messages: [new HumanMessage('Deploy.')] }, config));

// In every process that runs the graph. Keep the last `seq`, and pass it as `after`.
const stop = new AbortController();
const isOver = async () => (await graph.graph.getState(config)).next.length === 0;
const onResumed = async () => ((await isOver()) ? stop.abort() : undefined);
await threads.resumeOnAnswer({ after: 0, signal: stop.signal, onResumed });
await askonce.close();
