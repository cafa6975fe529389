/** Agents that speak ACP, for tests: a scripted one, and the executor that runs it with the test's own store. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElicitationPropertySchema, PermissionOptionKind } from '@agentclientprotocol/sdk';
import { answerAcp } from '../../../src/adapters/acp/answer.ts';
import { libraryAsking } from '../../../src/adapters/library-asking.ts';
import type { AskOnce } from '../../../src/index.ts';
import { shellQuoted } from '../../../src/util/shell.ts';
import { acpExecutor } from '../../../src/worker/agents/acp/executor.ts';
import type { Executor } from '../../../src/worker/executor.ts';
import { type Bench, setUp } from '../open.ts';
import { startRunner } from '../runners.ts';
import type { StoreKind } from '../stores.ts';

export type Step =
  | {
      /** A command, carried out if it is allowed. */
      readonly run: string;
      readonly options?: readonly PermissionOptionKind[];
      /** The request does not contain the input of the call. */
      readonly bare?: boolean;
    }
  | {
      readonly form: {
        readonly message: string;
        readonly properties: Readonly<Record<string, ElicitationPropertySchema>>;
      };
    };

export interface Plan {
  readonly steps: readonly Step[];
  /** Its last words; by default what its steps came to. */
  readonly says?: string;
}

interface FakeAgent {
  readonly command: string;
  /** What it has carried out, in order. */
  deeds(): string[];
  /** What its client wanted of it, in order: `new`, `load`, `cancelled`. */
  starts(): string[];
  /** What it was told, in order. */
  told(): string[];
  /** Its processes, in order. */
  pids(): number[];
  /** The MCP servers of its last session. */
  servers(): { readonly name: string; readonly args: readonly string[] }[];
}

function fakeAgent(root: string, home: string, plan: Plan, canLoad: boolean): FakeAgent {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(root, 'plan.json'), JSON.stringify(plan));
  const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const program = [process.execPath, join(import.meta.dirname, 'fake-acp-child.ts')].map(shellQuoted).join(' ');
  return {
    command: `FAKE_ACP_HOME=${shellQuoted(home)} FAKE_ACP_LOAD=${canLoad ? 'yes' : 'no'} exec ${program}`,
    deeds: () => linesOf(join(root, 'deeds')),
    starts: () => linesOf(join(home, 'starts')),
    told: () => linesOf(join(home, 'told')).map((line) => JSON.parse(line) as string),
    pids: () => linesOf(join(home, 'pids')).map(Number),
    servers: () => JSON.parse(readFileSync(join(home, 'servers'), 'utf8')),
  };
}

/** The clock of the real world: the pause before a killed agent is started again is not skipped. */
const clock = {
  now: Date.now,
  after: (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

export interface WithAgent extends Bench {
  readonly agent: FakeAgent;
  readonly executor: Executor;
}

/** A project with a plan for the agent, and nothing that runs it. */
export async function withAgent(store: StoreKind, plan: Plan, { canLoad = true } = {}): Promise<WithAgent> {
  const bench = await setUp(store, { clock });
  const agent = fakeAgent(bench.root, join(bench.outside, 'agent-home'), plan, canLoad);
  return { ...bench, agent, executor: executorFor(bench.askonce, agent.command, bench.db) };
}

function executorFor(askonce: AskOnce, command: string, db: string): Executor {
  const asking = libraryAsking(async () => askonce);
  const server = { command: 'askonce', args: ['mcp'] };
  return acpExecutor({ command, db, server, answer: (request, how) => answerAcp(asking, request, how) });
}

/** The same with a runner. */
export async function atWorkWithAgent(...args: Parameters<typeof withAgent>): Promise<WithAgent> {
  const bench = await withAgent(...args);
  await startRunner(bench.askonce, bench.executor);
  return bench;
}
