/** `askonce/langgraph` with the real LangGraph and LangChain. The model is scripted. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { Client } from '@langchain/langgraph-sdk';
import { type AskOnce, openAskOnce } from 'askonce';
import {
  type AskOnceHost,
  askHuman,
  askonceApproval,
  askonceThreads,
  askUserTool,
  type LangGraphThreads,
} from 'askonce/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { modelOf } from './langgraph-model.ts';
import { throughServer } from './support/askonce-server.ts';
import { decidedAtOnce } from './support/racing.ts';

const HERE = join(import.meta.dirname, '..');
const thread = 'thread-1';
const config = { configurable: { thread_id: thread } };

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'askonce-langgraph-'));
}

async function open(db = join(folder(), 'askonce.db')): Promise<AskOnce> {
  const askonce = await openAskOnce({ db });
  onTestFinished(() => askonce.close());
  return askonce;
}

const Lines = Annotation.Root({
  lines: Annotation<string[]>({ reducer: (before, more) => before.concat(more), default: () => [] }),
});
type Node = () => Promise<{ lines: string[] }> | { lines: string[] };

/** A graph whose nodes run side by side. */
function graphOf(nodes: Record<string, Node>) {
  const graph = new StateGraph(Lines);
  for (const [name, node] of Object.entries(nodes)) {
    graph.addNode(name, node);
    graph.addEdge(START, name as never).addEdge(name as never, END);
  }
  return graph.compile({ checkpointer: new MemorySaver() });
}

type Threads = { threads: LangGraphThreads; ended: Promise<void>; handled: number[] };

/** Continues threads until the test has finished. */
function listening(askonce: AskOnceHost, options: Parameters<typeof askonceThreads>[1], after = 0): Threads {
  const threads = askonceThreads(askonce, options);
  const stop = new AbortController();
  const handled: number[] = [];
  const ended = threads.resumeOnAnswer({ after, signal: stop.signal, onResumed: ({ seq }) => void handled.push(seq) });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return { threads, ended, handled };
}

/** The id of what waits and has these words in it. */
async function waiting(askonce: AskOnce, words = ''): Promise<string> {
  let id: string | undefined;
  const look = async () => {
    const { items } = await askonce.questions.list({ status: 'pending' });
    id = items.find((item) => JSON.stringify(item).includes(words))?.id;
    return id;
  };
  await expect.poll(look).toBeDefined();
  return id!;
}

const linesOf = async (graph: ReturnType<typeof graphOf>) =>
  ((await graph.getState(config)).values as { lines: string[] }).lines.toSorted();

it.each(['SQLite', 'PostgreSQL'])(
  'killed with -9 while it waits, the agent goes on once after the restart, on the %s checkpointer',
  async (kind) => {
    const here = folder();
    const env = {
      ...process.env,
      ASKONCE_DB: join(here, 'askonce.db'),
      CHECKPOINTS: kind === 'SQLite' ? join(here, 'checkpoints.db') : inject('postgresUrl' as never),
      DEEDS: join(here, 'deeds.txt'),
    };
    const askonce = await open(env.ASKONCE_DB);
    const deeds = () => (existsSync(env.DEEDS) ? readFileSync(env.DEEDS, 'utf8') : '');
    const start = async (...args: string[]) => {
      let printed = '';
      const child = spawn(process.execPath, [join(HERE, 'test', 'langgraph-program.ts'), ...args], { cwd: here, env });
      onTestFinished(() => void child.kill('SIGKILL'));
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
      const shows = async (text: RegExp) => {
        await vi.waitFor(() => expect(printed).toMatch(text), { timeout: 60_000 });
      };
      await shows(/ready/);
      return { child, shows };
    };
    const bothHandled = /handled.*handled/s;

    const first = await start('start');
    const question = await waiting(askonce, 'Where should I deploy');
    await killed(first);
    const race = await Promise.allSettled(['Oslo', 'Rome'].map((one) => askonce.questions.answer(question, one)));
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const second = await start();
    const call = await waiting(askonce, 'deploy');
    await killed(second);
    expect(deeds()).toBe('');
    const decision = await decidedAtOnce(askonce, call);
    const third = await start();
    const place = race[0]!.status === 'fulfilled' ? 'Oslo' : 'Rome';
    const deed = decision === 'allow' ? `deployed to ${place}\n` : '';
    await third.shows(bothHandled);
    expect(deeds()).toBe(deed);
    await killed(third);

    // Every settlement comes once more.
    const fourth = await start();
    await fourth.shows(bothHandled);
    await killed(fourth);
    expect(deeds()).toBe(deed);
  },
);

async function killed({ child }: { child: ChildProcess }): Promise<void> {
  expect(child.exitCode ?? child.signalCode, 'the program ended by itself').toBeNull();
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

it('several interrupts of three shapes wait at once, and each node gets its own reply', async () => {
  const askonce = await open();
  const graph = graphOf({
    ours: async () => {
      const outcome = await askHuman(askonce, { question: 'Which port should it use?' });
      return { lines: [`ours ${'answer' in outcome ? outcome.answer : ''}`] };
    },
    inbox: () => ({ lines: [`inbox ${JSON.stringify(interrupt([inboxRequest({ to: 'Bob' })]))}`] }),
    hitl: () => ({ lines: [`hitl ${JSON.stringify(interrupt(hitlRequest('a', 'b')))}`] }),
  });
  const { threads } = listening(askonce, { graph });
  await threads.run(thread, () => graph.invoke({}, config));
  expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(4);
  await askonce.questions.answer(await waiting(askonce, 'port'), '8080');
  await expect.poll(() => linesOf(graph)).toEqual(['ours 8080']);
  await askonce.approvals.decide(await waiting(askonce, 'Bob'), { decision: 'allow', updatedInput: { to: 'Eve' } });
  const edited = 'inbox [{"type":"edit","args":{"action":"send","args":{"to":"Eve"}}}]';
  await expect.poll(() => linesOf(graph)).toEqual([edited, 'ours 8080']);
  await askonce.approvals.decide(await waiting(askonce, '"a"'), { decision: 'allow' });
  await askonce.approvals.decide(await waiting(askonce, '"b"'), { decision: 'deny', message: 'not b' });
  const decided = 'hitl {"decisions":[{"type":"approve"},{"type":"reject","message":"not b"}]}';
  await expect.poll(() => linesOf(graph)).toEqual([decided, edited, 'ours 8080']);
});

function hitlRequest(...names: string[]) {
  return {
    actionRequests: names.map((name) => ({ name: 'run', args: { name }, description: 'Please look.' })),
    reviewConfigs: [{ actionName: 'run', allowedDecisions: ['approve', 'reject'] }],
  };
}

function inboxRequest(args: object, config: object = {}) {
  const all = { allow_ignore: true, allow_respond: true, allow_edit: true, allow_accept: true };
  return { action_request: { action: 'send', args }, config: { ...all, ...config }, description: 'A draft' };
}

it('two interrupts of one node have the same id, and a reply to the first is none to the second', async () => {
  const askonce = await open();
  const graph = graphOf({
    node: () => {
      const first = interrupt([inboxRequest({ to: 'Bob' })]) as { type: string }[];
      const second = interrupt([inboxRequest({ to: 'Eve' })]) as { type: string }[];
      return { lines: [`Bob ${first[0]!.type}, Eve ${second[0]!.type}`] };
    },
  });
  const { threads, handled } = listening(askonce, { graph });
  await threads.run(thread, () => graph.invoke({}, config));
  await askonce.approvals.decide(await waiting(askonce, 'Bob'), { decision: 'allow' });
  const second = await waiting(askonce, 'Eve');
  // A wake-up for the first that comes late or twice.
  await threads.run(thread);
  expect(await linesOf(graph)).toEqual([]);
  await askonce.approvals.decide(second, { decision: 'deny' });
  await expect.poll(() => linesOf(graph)).toEqual(['Bob accept, Eve ignore']);
  expect(handled).toEqual(handled.toSorted((a, b) => a - b));
});

it('a node that asks exactly the same again gets no second reply in one go', async () => {
  const askonce = await open();
  const graph = graphOf({
    node: () => {
      for (;;) interrupt([inboxRequest({ to: 'Bob' })]);
    },
  });
  const threads = askonceThreads(askonce, { graph });
  await threads.run(thread, () => graph.invoke({}, config));
  await askonce.approvals.decide(await waiting(askonce, 'Bob'), { decision: 'allow' });
  await expect(threads.run(thread)).rejects.toThrow('asks the same again');
});

it('the replies that Agent Inbox allows are the only ones given', async () => {
  const askonce = await open();
  const onlyRespond = { allow_accept: false, allow_edit: false };
  const asked = {
    ask: onlyRespond,
    mute: { ...onlyRespond, allow_respond: false },
    deny: {},
    edit: { allow_accept: false },
  };
  const graph = graphOf(
    Object.fromEntries(
      Object.entries(asked).map(([name, allowed]) => [
        name,
        () => {
          const request = { ...inboxRequest({ name }, allowed), description: `About ${name}` };
          return { lines: [`${name} ${JSON.stringify(interrupt([request]))}`] };
        },
      ]),
    ),
  );
  const { threads } = listening(askonce, { graph });
  await threads.run(thread, () => graph.invoke({}, config));
  await askonce.questions.answer(await waiting(askonce, 'About ask'), 'on Friday');
  await askonce.questions.answer(await waiting(askonce, 'About mute'), 'on Friday');
  await askonce.approvals.decide(await waiting(askonce, '"deny"'), { decision: 'deny', message: 'shorter' });
  await askonce.approvals.decide(await waiting(askonce, '"edit"'), { decision: 'allow' });
  await expect
    .poll(() => linesOf(graph))
    .toEqual([
      'ask [{"type":"response","args":"on Friday"}]',
      'deny [{"type":"response","args":"shorter"}]',
      'edit [{"type":"edit","args":{"action":"send","args":{"name":"edit"}}}]',
      'mute [{"type":"ignore","args":null}]',
    ]);
});

it('a wake-up is never the value of an interrupt of another kind in the same node', async () => {
  const askonce = await open();
  const graph = graphOf({
    node: async () => {
      await askHuman(askonce, { question: 'Which port should it use?' });
      return { lines: [`own ${interrupt('May I?')}`] };
    },
  });
  const { threads } = listening(askonce, { graph });
  await threads.run(thread, () => graph.invoke({}, config));
  await askonce.questions.answer(await waiting(askonce), '8080');
  const openNow = async () => (await graph.getState(config)).tasks[0]!.interrupts[0]!.value;
  await expect.poll(openNow).toBe('May I?');
  expect((await askonce.questions.list({ status: 'pending' })).items, 'a plain text is left alone').toEqual([]);
  await graph.invoke(new Command({ resume: 'yes' }), config);
  expect(await linesOf(graph)).toEqual(['own yes']);
});

it('a wake-up that is early, from elsewhere or doubled does no harm', async () => {
  const askonce = await open();
  let runs = 0;
  const graph = graphOf({
    node: async () => {
      runs += 1;
      const outcome = await askHuman(askonce, { question: 'Which port should it use?' });
      return { lines: [outcome.outcome === 'answered' ? outcome.answer : outcome.outcome] };
    },
  });
  const threads = askonceThreads(askonce, { graph });
  await threads.run(thread, () => graph.invoke({}, config));
  await threads.run(thread);
  expect(runs, 'an early look runs nothing').toBe(1);
  await graph.invoke(new Command({ resume: 'forged' }), config);
  expect(await linesOf(graph), 'a value from elsewhere is no answer').toEqual([]);
  await askonce.questions.answer(await waiting(askonce), '8080');
  await Promise.all([threads.run(thread), threads.run(thread), threads.run(thread)]);
  expect(await linesOf(graph)).toEqual(['8080']);
  const after = runs;
  const late = listening(askonce, { graph });
  await expect.poll(() => late.handled).toHaveLength(1);
  expect(runs).toBe(after);
});

it('an answer that comes while the thread still runs continues it afterwards, and runs nothing twice', async () => {
  const askonce = await open();
  const slow = Promise.withResolvers<void>();
  let runs = 0;
  const graph = graphOf({
    asks: async () => {
      const outcome = await askHuman(askonce, { question: 'Which port should it use?' });
      return { lines: [outcome.outcome] };
    },
    slow: async () => {
      runs += 1;
      if (runs === 1) await slow.promise;
      return { lines: ['slow'] };
    },
  });
  const { threads, handled } = listening(askonce, { graph });
  const result = threads.run(thread, () => graph.invoke({}, config));
  await askonce.questions.answer(await waiting(askonce), '8080');
  // The settlement of another thread, which comes later, is not held up.
  const other = { configurable: { thread_id: 'thread-2' } };
  await threads.run('thread-2', () => graph.invoke({}, other));
  await askonce.questions.answer(await waiting(askonce), '8081');
  await expect.poll(async () => (await graph.getState(other)).next).toEqual([]);
  slow.resolve();
  expect(await result).toEqual({ lines: ['answered', 'slow'] });
  await expect.poll(() => handled).toHaveLength(2);
  expect(runs, 'once in each thread').toBe(2);
});

it('a node that asked is run again if its process was killed before the interrupt was stored', async () => {
  const askonce = await open();
  const saver = new MemorySaver();
  const putWrites = saver.putWrites.bind(saver);
  saver.putWrites = async () => {};
  const node = async () => {
    const outcome = await askHuman(askonce, { question: 'Which port should it use?' });
    return { lines: [outcome.outcome] };
  };
  const graph = new StateGraph(Lines).addNode('node', node).addEdge(START, 'node').compile({ checkpointer: saver });
  await graph.invoke({}, config);
  saver.putWrites = putWrites;
  expect((await graph.getState(config)).tasks).toMatchObject([{ interrupts: [] }]);
  await askonce.questions.answer(await waiting(askonce), '8080');
  listening(askonce, { graph });
  await expect.poll(() => linesOf(graph as never)).toEqual(['answered']);
});

it('a wake-up does not lead past a breakpoint', async () => {
  const askonce = await open();
  const node = async () => {
    const outcome = await askHuman(askonce, { question: 'Which port should it use?' });
    return { lines: [outcome.outcome] };
  };
  const graph = new StateGraph(Lines)
    .addNode('node', node)
    .addNode('deploy', () => ({ lines: ['deployed'] }))
    .addEdge(START, 'node')
    .addEdge('node', 'deploy')
    .compile({ checkpointer: new MemorySaver(), interruptBefore: ['deploy'] });
  const { threads } = listening(askonce, { graph });
  await threads.run(thread, () => graph.invoke({}, config));
  await askonce.questions.answer(await waiting(askonce), '8080');
  await expect.poll(() => linesOf(graph as never)).toEqual(['answered']);
  const again = listening(askonce, { graph });
  await expect.poll(() => again.handled).toHaveLength(1);
  await again.threads.run(thread);
  expect(await linesOf(graph as never)).toEqual(['answered']);
});

/** An agent that makes these calls of `run` at once. */
function agentOf(calls: string[], agent: object) {
  const ran: string[] = [];
  const run = tool(
    async ({ name }) => {
      ran.push(name);
      return `ran ${name}`;
    },
    { name: 'run', description: 'Runs.', schema: z.object({ name: z.string() }) },
  );
  const model = modelOf((messages) =>
    messages.some((message) => message.getType() === 'tool')
      ? new AIMessage('done')
      : new AIMessage({
          content: '',
          tool_calls: calls.map((name) => ({ id: `call-${name}`, name: 'run', args: { name }, type: 'tool_call' })),
        }),
  );
  const graph = createAgent({ model, tools: [run], checkpointer: new MemorySaver(), ...agent });
  const invoke = () => graph.invoke({ messages: [new HumanMessage('Go.')] }, config);
  const contents = async () => {
    const { values } = (await graph.graph.getState(config)) as { values: { messages: BaseMessage[] } };
    return values.messages.filter((message) => message.getType() === 'tool').map(({ content }) => content);
  };
  return { ran, graph, invoke, contents };
}

it('an allowed call runs while another waits, once, with the input that the person edited; a denied one does not', async () => {
  const askonce = await open();
  const { ran, graph, invoke, contents } = agentOf(['a', 'b', 'c'], {
    middleware: [askonceApproval(askonce, { tools: ['run'] })],
  });
  const { threads } = listening(askonce, { graph });
  await threads.run(thread, invoke);
  expect(ran).toEqual([]);
  await askonce.approvals.decide(await waiting(askonce, '"b'), { decision: 'allow', updatedInput: { name: 'B' } });
  await expect.poll(() => ran).toEqual(['B']);
  await askonce.approvals.decide(await waiting(askonce, '"a'), { decision: 'deny', message: 'not today' });
  await askonce.approvals.decide(await waiting(askonce, '"c'), { decision: 'allow' });
  await expect.poll(async () => (await contents()).toSorted()).toEqual(['not today', 'ran B', 'ran c']);
  expect(ran).toEqual(['B', 'c']);
});

it('a call of a later run that has the id of an allowed one is asked about again', async () => {
  const askonce = await open();
  const ran: string[] = [];
  const run = tool(async () => `${ran.push('run')}`, { name: 'run', description: 'Runs.', schema: z.object({}) });
  const model = modelOf((messages) =>
    messages.at(-1)!.getType() === 'tool'
      ? new AIMessage('done')
      : new AIMessage({ content: '', tool_calls: [{ id: 'call-1', name: 'run', args: {}, type: 'tool_call' }] }),
  );
  const middleware = [askonceApproval(askonce, { tools: ['run'] })];
  const graph = createAgent({ model, tools: [run], checkpointer: new MemorySaver(), middleware });
  const { threads } = listening(askonce, { graph });
  const ask = () => threads.run(thread, () => graph.invoke({ messages: [new HumanMessage('Run.')] }, config));
  await ask();
  const first = await waiting(askonce);
  await askonce.approvals.decide(first, { decision: 'allow' });
  await expect.poll(() => ran).toHaveLength(1);
  await ask();
  expect(await waiting(askonce)).not.toBe(first);
  expect(ran).toHaveLength(1);
});

it("LangChain's own approval middleware gets a decision for each call", async () => {
  const askonce = await open();
  const { ran, graph, invoke, contents } = agentOf(['a', 'b'], {
    middleware: [humanInTheLoopMiddleware({ interruptOn: { run: { allowedDecisions: ['edit', 'reject'] } } } as never)],
  });
  const { threads } = listening(askonce, { graph });
  await threads.run(thread, invoke);
  const { items } = await askonce.questions.list({ status: 'pending' });
  await askonce.approvals.decide(items[0]!.id, { decision: 'allow' });
  await askonce.approvals.decide(items[1]!.id, { decision: 'allow', updatedInput: { name: 'B' } });
  await expect.poll(contents).toHaveLength(2);
  expect(ran.toSorted()).toEqual(['B', 'a']);
});

it('a call that a rule allows does not stop the run', async () => {
  const askonce = await open();
  const first = agentOf(['a'], { middleware: [askonceApproval(askonce, { tools: ['run'], session: 's' })] });
  const threads = listening(askonce, { graph: first.graph, session: 's' }).threads;
  await threads.run(thread, first.invoke);
  await askonce.approvals.decide(await waiting(askonce), { decision: 'allow', scope: 'session' });
  await expect.poll(() => first.ran).toEqual(['a']);
  const second = agentOf(['a'], {
    middleware: [
      humanInTheLoopMiddleware({ interruptOn: { run: { allowedDecisions: ['approve', 'reject'] } } } as never),
    ],
  });
  const result = await askonceThreads(askonce, { graph: second.graph, session: 's' }).run(thread, second.invoke);
  expect((result as { messages: BaseMessage[] }).messages.at(-1)!.content).toBe('done');
  expect(second.ran).toEqual(['a']);
});

it('a question that the session has settled is not asked again, and `wait` waits without an interrupt', async () => {
  const askonce = await open();
  const ask = { question: 'Which port should it use?' };
  const options = { session: 'shared', wait: true };
  askonce.events.on('clarification.requested', ({ clarification: id }) => void askonce.questions.answer(id!, '8080'));
  const answers = tool(async () => 'unused', { name: 'unused', description: 'x', schema: z.object({}) });
  const model = modelOf((messages) =>
    messages.at(-1)!.getType() === 'tool'
      ? new AIMessage(`said ${messages.at(-1)!.content}`)
      : new AIMessage({ content: '', tool_calls: [{ id: 'call-1', name: 'ask_user', args: ask, type: 'tool_call' }] }),
  );
  const agent = createAgent({ model, tools: [askUserTool(askonce, options), answers] });
  for (const [thread_id, status] of [
    ['one', 'answered'],
    ['two', 'auto_resolved'],
  ]) {
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Go.')] }, { configurable: { thread_id } });
    expect(messages.at(-1)!.content).toContain(`"status":"${status}","answer":"8080"`);
  }
});

it('the threads of a graph with another name are left alone, and a run that fails is reported', async () => {
  const askonce = await open();
  const graph = graphOf({
    node: async () => {
      const outcome = await askHuman(askonce, { question: 'Which port should it use?' }, { agent: 'Ports' });
      if (outcome.outcome === 'answered') throw new Error('The port is taken.');
      return { lines: [] };
    },
  });
  const others = listening(askonce, { graph });
  const threads = askonceThreads(askonce, { graph, agent: 'Ports' });
  await threads.run(thread, () => graph.invoke({}, config));
  await askonce.questions.answer(await waiting(askonce), '8080');
  await expect(threads.resumeOnAnswer({ after: 0 })).rejects.toThrow('The port is taken.');
  const stop = new AbortController();
  const failed: string[] = [];
  const onError = (error: unknown, id: string) => void failed.push(`${id}: ${(error as Error).message}`);
  await threads.resumeOnAnswer({ after: 0, signal: stop.signal, onError, onResumed: () => stop.abort() });
  expect(failed).toEqual([`${thread}: The port is taken.`]);
  expect(others.handled).toEqual([]);
});

it("an assistant of LangGraph's server is continued by the SDK's client, after a run that is in the way", async () => {
  const askonce = await open();
  const graph = graphOf({
    ours: async () => {
      const outcome = await askHuman(askonce, { question: 'Which port should it use?' });
      return { lines: [outcome.outcome] };
    },
    inbox: () => ({ lines: [`inbox ${JSON.stringify(interrupt([inboxRequest({ to: 'Bob' })]))}`] }),
  });
  const server = await langGraphServer(graph);
  const client = new Client({ apiUrl: server.url });
  const { threads } = listening(askonce, { client, assistantId: 'agent' });
  await threads.run(thread, () => client.runs.wait(thread, 'agent', { input: {} }));
  server.busyFor(2);
  await askonce.questions.answer(await waiting(askonce, 'port'), '8080');
  await expect.poll(() => linesOf(graph)).toEqual(['answered']);
  expect(server.busyFor(0), 'the run was rejected twice before').toBe(0);
  await askonce.approvals.decide(await waiting(askonce, 'Bob'), { decision: 'allow' });
  await expect.poll(() => linesOf(graph)).toEqual(['answered', 'inbox [{"type":"accept","args":null}]'].toSorted());
});

it('what was not begun when the signal is aborted is left for the next time, and is no error', async () => {
  const askonce = await open();
  const graph = graphOf({
    node: async () => ({ lines: [(await askHuman(askonce, { question: 'Which port should it use?' })).outcome] }),
  });
  const server = await langGraphServer(graph);
  const client = new Client({ apiUrl: server.url, callerOptions: { maxRetries: 0 } });
  const threads = askonceThreads(askonce, { client, assistantId: 'agent' });
  await threads.run(thread, () => client.runs.wait(thread, 'agent', { input: {} }));
  server.busyFor(Number.POSITIVE_INFINITY);
  const stop = new AbortController();
  const reports: string[] = [];
  const onError = (error: unknown) => void reports.push(String(error));
  const ended = threads.resumeOnAnswer({
    ...{ after: 0, signal: stop.signal, onError, onResumed: () => void reports.push('resumed') },
  });
  await askonce.questions.answer(await waiting(askonce), '8080');
  await expect.poll(server.rejected).toBeGreaterThan(0);
  stop.abort();
  await ended;
  expect(reports).toEqual([]);
  server.busyFor(0);
  const { handled } = listening(askonce, { client, assistantId: 'agent' });
  await expect.poll(() => handled).toHaveLength(1);
  expect(await linesOf(graph)).toEqual(['answered']);
});

/** Speaks of LangGraph's server what the client needs: the state of a thread, and runs that are waited for. */
async function langGraphServer(graph: ReturnType<typeof graphOf>) {
  let [busy, rejected] = [0, 0];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [, , id, what] = request.url!.split('/');
    const at = { configurable: { thread_id: id! } };
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      if (what === 'state') return reply(200, await graph.getState(at));
      let text = '';
      for await (const part of request) text += String(part);
      const { input, command, multitask_strategy } = JSON.parse(text) as Record<string, never>;
      if (multitask_strategy === 'reject' && busy > 0) {
        busy -= 1;
        rejected += 1;
        return reply(409, { detail: 'Thread is already running a task.' });
      }
      return reply(200, await graph.invoke((command === undefined ? input : new Command(command)) as never, at));
    } catch (error) {
      return reply(500, { detail: String(error) });
    }
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const busyFor = (runs: number) => {
    const left = busy;
    busy = runs;
    return left;
  };
  return { url: `http://127.0.0.1:${port}`, busyFor, rejected: () => rejected };
}

it('through a server, nodes, tools and calls go on with what is answered in its inbox', async () => {
  const { client, inbox } = await throughServer();
  const { ran, graph, invoke } = agentOf(['a'], { middleware: [askonceApproval(client, { tools: ['run'] })] });
  await listening(client, { graph }).threads.run(thread, invoke);
  await inbox.decide('"a"', { decision: 'allow', updatedInput: { name: 'B' } });
  await expect.poll(() => ran).toEqual(['B']);

  const asking = graphOf({
    node: async () => {
      const outcome = await askHuman(client, { question: 'Which port should it use?' }, { agent: 'Ports' });
      return { lines: [`ours ${'answer' in outcome ? outcome.answer : ''}`] };
    },
    inbox: () => ({ lines: [`inbox ${JSON.stringify(interrupt([inboxRequest({ to: 'Bob' })]))}`] }),
  });
  await listening(client, { graph: asking, agent: 'Ports' }).threads.run(thread, () => asking.invoke({}, config));
  await inbox.answer('Which port', '8080');
  await inbox.decide('Bob', { decision: 'allow' });
  await expect.poll(() => linesOf(asking)).toEqual(['inbox [{"type":"accept","args":null}]', 'ours 8080']);
});

it('the example runs', async () => {
  const program = join(HERE, 'examples', 'langgraph.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: folder() });
  expect(stdout).toBe('Deployed to Oslo.\n');
});
