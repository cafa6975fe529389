/**
 * LangGraph.js: a graph with one node that interrupts, and a thread per job. Counted: `invoke` until the interrupt is saved, then `invoke` with
 * `Command({ resume })` until the node returns the answer; answering and resuming are one call. `durability: 'exit'`, its fastest mode, saves at
 * the interrupt and at the end only, before `invoke` resolves.
 */
import { join } from 'node:path';
import { load, type Peer, type Place, QUESTION } from './peer.ts';

interface State {
  readonly answer?: string;
  readonly __interrupt__?: readonly unknown[];
}

interface Graph {
  addNode(name: string, node: () => object): Graph;
  addEdge(from: string, to: string): Graph;
  compile(options: { checkpointer: unknown }): { invoke(input: unknown, config: object): Promise<State> };
}

interface LangGraph {
  readonly START: string;
  readonly END: string;
  readonly Annotation: { (): unknown; Root(channels: object): unknown };
  readonly StateGraph: new (state: unknown) => Graph;
  readonly Command: new (fields: { resume: unknown }) => unknown;
  readonly interrupt: (value: unknown) => unknown;
}

/** With its SqliteSaver, on the version of better-sqlite3 that AskOnce uses. The saver leaves the setting of synchronous to the driver. */
export async function langgraphSqlite(place: Place): Promise<Peer> {
  const { default: Database } = await load<{ default: new (file: string) => { pragma(text: string): unknown } }>(
    place,
    'better-sqlite3',
  );
  const { SqliteSaver } = await load<{ SqliteSaver: new (db: unknown) => unknown }>(
    place,
    '@langchain/langgraph-checkpoint-sqlite',
  );
  const db = new Database(join(place.dir, 'langgraph.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  return open(place, new SqliteSaver(db));
}

/** With its PostgresSaver, over as many connections as the raw program. */
export async function langgraphPostgres(place: Place): Promise<Peer> {
  const { default: pg } = await load<{ default: { Pool: new (options: object) => unknown } }>(place, 'pg');
  const { PostgresSaver } = await load<{ PostgresSaver: new (pool: unknown) => { setup(): Promise<void> } }>(
    place,
    '@langchain/langgraph-checkpoint-postgres',
  );
  const saver = new PostgresSaver(new pg.Pool({ connectionString: place.url, max: 16 }));
  await saver.setup();
  return open(place, saver);
}

async function open(place: Place, checkpointer: unknown): Promise<Peer> {
  const { START, END, Annotation, StateGraph, Command, interrupt } = await load<LangGraph>(
    place,
    '@langchain/langgraph',
  );
  const graph = new StateGraph(Annotation.Root({ job: Annotation(), answer: Annotation() }))
    .addNode('ask', () => ({ answer: interrupt(QUESTION) }))
    .addEdge(START, 'ask')
    .addEdge('ask', END)
    .compile({ checkpointer });
  const config = (thread: string) => ({ configurable: { thread_id: thread }, durability: 'exit' });
  return {
    async park(n) {
      const thread = `job-${n}`;
      const { __interrupt__: interrupts } = await graph.invoke({ job: thread }, config(thread));
      if (interrupts?.length !== 1) throw new Error('the graph did not interrupt');
      return thread;
    },
    async resume(_, thread, answer) {
      const state = await graph.invoke(new Command({ resume: answer }), config(thread));
      return state.answer!;
    },
  };
}
