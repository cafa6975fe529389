/** Claude Code for tests: a scripted one in place of the real one, the executor that runs it, and a hook that asks the test's own store. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { claudeCodeHook } from '../../../src/adapters/claude-code/hook.ts';
import { libraryAsking } from '../../../src/adapters/library-asking.ts';
import type { AskOnce, Clarification, Task } from '../../../src/index.ts';
import { shellQuoted } from '../../../src/util/shell.ts';
import { claudeExecutor } from '../../../src/worker/agents/claude/executor.ts';
import { type Bench, setUp } from '../open.ts';
import { until } from '../processes.ts';
import { reaches, startRunner } from '../runners.ts';
import type { StoreKind } from '../stores.ts';

export interface Planned {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export const bash = (command: string): Planned => ({ tool: 'Bash', input: { command } });
export const question = (text: string, ...labels: readonly string[]): Planned => ({
  tool: 'AskUserQuestion',
  input: {
    questions: [{ question: text, header: 'Choice', options: labels.map((label) => ({ label })), multiSelect: false }],
  },
});

export interface FakeClaude {
  /** For `--exec`. */
  readonly command: string;
  readonly home: string;
  /** What it has carried out, in order. */
  deeds(): string[];
  /** How it was started, in order: `start told`, `resume`, `resume told`. */
  starts(): string[];
  /** The process that has stopped at the moment given, once it has. */
  stopped(): Promise<number>;
}

export interface Plan {
  readonly messages: readonly (readonly Planned[])[];
  readonly says?: string;
  readonly fails?: boolean;
}

/** A command named claude, with a plan for the project. */
export function fakeClaude(root: string, home: string, plan: Plan, stop = ''): FakeClaude {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(root, 'plan.json'), JSON.stringify(plan));
  const command = join(home, 'claude');
  const program = join(import.meta.dirname, 'fake-claude-child.ts');
  writeFileSync(command, `#!/bin/sh\nexec ${shellQuoted(process.execPath)} ${shellQuoted(program)} "$@"\n`);
  chmodSync(command, 0o755);
  const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const stopped = join(home, 'stopped');
  const pid = () => (existsSync(stopped) ? Number(readFileSync(stopped, 'utf8')) : 0);
  return {
    command: `FAKE_CLAUDE_HOME=${shellQuoted(home)} FAKE_CLAUDE_STOP=${shellQuoted(stop)} ${shellQuoted(command)}`,
    home,
    deeds: () => linesOf(join(root, 'deeds')),
    starts: () => linesOf(join(home, 'starts')).map((line) => line.trim()),
    async stopped() {
      await until(() => pid() > 0, `Claude stops at ${stop}`);
      return pid();
    },
  };
}

/** One call that a hook is asked about. */
export interface HookCall {
  readonly tool: string;
  readonly id: string;
  readonly job: string;
  readonly flags: readonly string[];
  /** All that Claude Code passes on. */
  readonly payload: object;
}

type Replies = (askonce: AskOnce, call: HookCall) => Promise<object | null>;

/** The command of a hook that calls `reply` in the test. */
async function hookTo(reply: (call: HookCall) => Promise<object | null>): Promise<string> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const payload = (await json(request)) as { tool_name: string; tool_use_id: string };
    const header = (name: string) => String(request.headers[name] ?? '');
    const of = { job: header('x-job'), flags: header('x-flags').split(' ') };
    response.end(JSON.stringify(await reply({ tool: payload.tool_name, id: payload.tool_use_id, payload, ...of })));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()));
  const { port } = server.address() as AddressInfo;
  const program = join(import.meta.dirname, 'hook-child.ts');
  return [process.execPath, program, `http://127.0.0.1:${port}/`, '--defer'].map(shellQuoted).join(' ');
}

/** Replies as `askonce hook claude-code --defer --wait 0s` does. */
export const hookReply: Replies = (askonce, { payload, job, flags }) =>
  claudeCodeHook(payload, {
    asking: libraryAsking(async () => askonce),
    job,
    waitMs: 0,
    defer: flags.includes('--defer'),
    interrupted: flags.includes('--interrupted') ? flags.at(-1)! : null,
    attended: false,
    signal: new AbortController().signal,
  });

/** The clock of the real world: the pause before a killed agent is started again is not skipped. */
const clock = {
  now: Date.now,
  after: (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

export interface WithClaude extends Bench {
  readonly claude: FakeClaude;
  /** What the hook was asked about, in order. */
  readonly calls: readonly HookCall[];
  /** The command of the hook. */
  readonly hook: string;
}

/** A project with a plan for Claude, and nothing that runs it. */
export async function withClaude(
  store: StoreKind,
  plan: Plan,
  stop = '',
  reply: Replies = hookReply,
): Promise<WithClaude> {
  const bench = await setUp(store, { clock });
  const claude = fakeClaude(bench.root, join(bench.outside, 'claude-home'), plan, stop);
  const calls: HookCall[] = [];
  const hook = await hookTo((call) => {
    calls.push(call);
    return reply(bench.askonce, call);
  });
  return { ...bench, claude, calls, hook };
}

/** The same with a runner, for one job at a time. */
export async function atWorkWithClaude(...args: Parameters<typeof withClaude>): Promise<WithClaude> {
  const bench = await withClaude(...args);
  const { askonce, claude, db, hook } = bench;
  await startRunner(askonce, claudeExecutor({ command: claude.command, db, hook }), { concurrency: 1 });
  return bench;
}

/** Says yes to an approval, or answers a question. */
export async function sayYes({ askonce }: Pick<Bench, 'askonce'>, { id, approval }: Clarification): Promise<void> {
  if (approval) await askonce.approvals.decide(id, { decision: 'allow', by: 'Ada' });
  else await askonce.questions.answer(id, 'yes', { by: 'Ada' });
}

/** Says yes to whatever the job waits for, until it has ended. */
export async function answerAll(bench: Pick<Bench, 'askonce'>, id: string): Promise<Task> {
  for (;;) {
    const task = await reaches(bench.askonce, id, 'AWAITING_RESPONSE', 'COMPLETE', 'ERROR', 'CANCELLED');
    if (task.state !== 'AWAITING_RESPONSE') return task;
    for (const waiting of task.waiting) await sayYes(bench, waiting);
  }
}
