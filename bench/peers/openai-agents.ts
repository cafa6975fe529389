/**
 * OpenAI Agents: an agent whose tool needs approval, and its RunState in a table of SQLite, since the SDK keeps none itself. The model is an
 * object that calls the tool and then repeats its result. Counted: `run` until the interruption, an insert of the state; then an update with the
 * answer, and `run` from the stored state until the final output. Each write is a commit of its own.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { load, type Peer, type Place, QUESTION } from './peer.ts';

interface State {
  toString(): string;
  getInterruptions(): readonly unknown[];
  approve(item: unknown): void;
}

interface Result {
  readonly state: State;
  readonly interruptions: readonly unknown[];
  readonly finalOutput?: string;
}

interface Sdk {
  readonly Agent: new (config: object) => unknown;
  readonly RunContext: new (context: object) => unknown;
  readonly RunState: { fromStringWithContext(agent: unknown, text: string, context: unknown): Promise<State> };
  readonly Runner: new (config: object) => { run(agent: unknown, input: unknown): Promise<Result> };
  readonly Usage: new () => unknown;
  setTracingDisabled(disabled: boolean): void;
  tool(config: object): unknown;
}

export async function openaiAgents(place: Place): Promise<Peer> {
  const sdk = await load<Sdk>(place, '@openai/agents');
  const { z } = await load<typeof import('zod')>(place, 'zod');
  sdk.setTracingDisabled(true);
  const askUser = sdk.tool({
    name: 'ask_user',
    description: 'Asks the person.',
    parameters: z.object({ question: z.string() }),
    needsApproval: true,
    execute: (_: unknown, run: { context: { answer: string } }) => run.context.answer,
  });
  const agent = new sdk.Agent({ name: 'bench', instructions: 'Ask.', model: model(sdk), tools: [askUser] });
  const runner = new sdk.Runner({ tracingDisabled: true });
  const db = new Database(join(place.dir, 'openai-agents.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE IF NOT EXISTS runs (id TEXT PRIMARY KEY, state TEXT NOT NULL, answer TEXT)');
  const insert = db.prepare('INSERT INTO runs (id, state) VALUES (?, ?)');
  const settle = db.prepare<[string, string], { state: string }>(
    'UPDATE runs SET answer = ? WHERE id = ? AND answer IS NULL RETURNING state',
  );
  return {
    async park(n) {
      const { state, interruptions } = await runner.run(agent, 'Write the release notes.');
      if (interruptions.length !== 1) throw new Error('the run was not interrupted');
      insert.run(`job-${n}`, state.toString());
      return `job-${n}`;
    },
    async resume(_, id, answer) {
      const { state: text } = settle.get(answer, id)!;
      const state = await sdk.RunState.fromStringWithContext(agent, text, new sdk.RunContext({ answer }));
      state.approve(state.getInterruptions()[0]);
      const { finalOutput } = await runner.run(agent, state);
      return finalOutput!;
    },
  };
}

function model({ Usage }: Sdk): object {
  let calls = 0;
  return {
    async getResponse({ input }: { input: string | readonly { output?: { text: string } }[] }) {
      const text = typeof input === 'string' ? undefined : input.at(-1)?.output?.text;
      const output =
        text === undefined
          ? {
              type: 'function_call',
              callId: `call-${calls++}`,
              name: 'ask_user',
              status: 'completed',
              arguments: JSON.stringify({ question: QUESTION }),
            }
          : { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
      return { usage: new Usage(), output: [output] };
    },
  };
}
