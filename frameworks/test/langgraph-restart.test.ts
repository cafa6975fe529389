/** Interrupts of every shape over a restart, on the SQL checkpointers of LangGraph: a new graph, a new AskOnce, the same files. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AIMessage, HumanMessage, type ToolMessage } from '@langchain/core/messages';
import { Annotation, type BaseCheckpointSaver, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { type AskOnce, openAskOnce } from 'askonce';
import { askHuman, askonceThreads, type LangGraphGraph } from 'askonce/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { modelOf } from './langgraph-model.ts';
import { decidedAtOnce } from './support/racing.ts';

const Lines = Annotation.Root({
  lines: Annotation<string[]>({ reducer: (before, more) => before.concat(more), default: () => [] }),
});

interface Here {
  readonly askonce: AskOnce;
  readonly checkpointer: BaseCheckpointSaver;
}

function graphOf(node: () => Promise<{ lines: string[] }> | { lines: string[] }, { checkpointer }: Here) {
  const graph = new StateGraph(Lines).addNode('node', node).addEdge(START, 'node').addEdge('node', END);
  return graph.compile({ checkpointer });
}

/** Runs the thread until it waits, restarts everything, settles it, and runs it on. An id of a thread may be any text. */
async function overRestart<G extends LangGraphGraph>(
  kind: string,
  input: object,
  make: (here: Here) => G,
  settle: (askonce: AskOnce, id: string) => Promise<unknown>,
): Promise<{ state: () => Promise<Record<string, unknown>>; settled: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-langgraph-'));
  const config = { configurable: { thread_id: `order 7 of ${folder}` } };
  const start = async () => {
    const askonce = await openAskOnce({ db: join(folder, 'askonce.db') });
    const checkpointer =
      kind === 'SQLite'
        ? SqliteSaver.fromConnString(join(folder, 'checkpoints.db'))
        : PostgresSaver.fromConnString(inject('postgresUrl' as never), { schema: 'langgraph_restart' });
    if (checkpointer instanceof PostgresSaver) await checkpointer.setup();
    const graph = make({ askonce, checkpointer: checkpointer as never });
    const stop = async () => {
      await askonce.close();
      if (checkpointer instanceof PostgresSaver) await checkpointer.end();
    };
    return { askonce, graph, threads: askonceThreads(askonce, { graph }), stop };
  };
  const first = await start();
  const durability = 'sync';
  await first.threads.run(config.configurable.thread_id, () =>
    first.graph.invoke(...([input, { ...config, durability }] as never[])),
  );
  const waits = async (askonce: AskOnce) => (await askonce.questions.list({ status: 'pending' })).items;
  const [one] = await waits(first.askonce);
  await first.stop();

  const { askonce, graph, threads, stop } = await start();
  onTestFinished(stop);
  expect(await waits(askonce)).toHaveLength(1);
  const settled = await settle(askonce, one!.id);
  await threads.run(config.configurable.thread_id);
  const state = async () => ((await graph.getState(config as never)) as { values: Record<string, unknown> }).values;
  return { state, settled };
}

describe.each(['SQLite', 'PostgreSQL'])('on the %s checkpointer, after a restart', (kind) => {
  it('a node goes on with the answer that won', async () => {
    const make = (here: Here) =>
      graphOf(async () => {
        const outcome = await askHuman(here.askonce, { question: 'Which port should it use?' });
        return { lines: ['answer' in outcome ? outcome.answer : outcome.outcome] };
      }, here);
    const { state, settled } = await overRestart(kind, {}, make, async (askonce, id) => {
      const answers = ['8080', '9090'];
      const results = await Promise.allSettled(answers.map((answer) => askonce.questions.answer(id, answer)));
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      return answers[results.findIndex(({ status }) => status === 'fulfilled')];
    });
    expect(await state()).toEqual({ lines: [settled] });
  });

  it('a node that asks Agent Inbox gets the decision that won', async () => {
    const request = {
      action_request: { action: 'send', args: { to: 'Bob' } },
      config: { allow_ignore: true, allow_respond: false, allow_edit: false, allow_accept: true },
    };
    const make = (here: Here) => graphOf(() => ({ lines: [JSON.stringify(interrupt([request]))] }), here);
    const { state, settled } = await overRestart(kind, {}, make, decidedAtOnce);
    const type = settled === 'allow' ? 'accept' : 'ignore';
    expect(await state()).toEqual({ lines: [JSON.stringify([{ type, args: null }])] });
  });

  it("a call of LangChain's own approval middleware gets the decision that won, and runs at most once", async () => {
    const ran: string[] = [];
    const shape = { name: 'deploy', description: 'Deploys.', schema: z.object({}) };
    const deploy = tool(async () => `${ran.push('deploy')}`, shape);
    const model = modelOf((messages) =>
      messages.at(-1)!.getType() === 'tool'
        ? new AIMessage('done')
        : new AIMessage({ content: '', tool_calls: [{ id: 'call-1', name: 'deploy', args: {}, type: 'tool_call' }] }),
    );
    const interruptOn = { deploy: { allowedDecisions: ['approve', 'reject'] } };
    const make = ({ checkpointer }: Here) =>
      createAgent({
        ...{ model, tools: [deploy], checkpointer },
        middleware: [humanInTheLoopMiddleware({ interruptOn } as never)] as never,
      });
    const input = { messages: [new HumanMessage('Deploy.')] };
    const { state, settled } = await overRestart(kind, input, make as never, decidedAtOnce);
    expect(ran).toHaveLength(settled === 'allow' ? 1 : 0);
    const { messages } = (await state()) as { messages: ToolMessage[] };
    expect(messages.at(-1)!.content).toBe('done');
  });
});
