/** Codex for tests: a scripted app server in place of the real one, and the executor that runs it. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../../../src/index.ts';
import { shellQuoted } from '../../../src/util/shell.ts';
import { sayYes } from '../claude/claude.ts';
import { type Bench, setUp } from '../open.ts';
import { until } from '../processes.ts';
import { reaches, startRunner } from '../runners.ts';
import type { StoreKind } from '../stores.ts';
import { executorOf } from './executor.ts';

export interface Planned {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly item?: Record<string, unknown>;
}

export const command = (text: string, more: Record<string, unknown> = {}): Planned => ({
  method: 'item/commandExecution/requestApproval',
  params: { kind: 'command', command: `/bin/bash -lc ${shellQuoted(text)}`, reason: 'It is needed.', ...more },
  item: { type: 'commandExecution', command: text },
});

export const change = (...changes: readonly object[]): Planned => ({
  method: 'item/fileChange/requestApproval',
  params: { reason: null, grantRoot: null },
  item: { type: 'fileChange', changes },
});

export const question = (text: string, ...labels: readonly string[]): Planned => ({
  method: 'item/tool/requestUserInput',
  params: {
    questions: [{ id: 'one', header: 'Choice', question: text, options: labels.map((label) => ({ label })) }],
  },
});

export interface Plan {
  readonly calls: readonly Planned[];
  readonly says?: string;
  readonly fails?: string;
}

export interface FakeCodex {
  /** For `--exec`. */
  readonly command: string;
  /** What it has carried out, in order. */
  deeds(): string[];
  /** The arguments of each start. */
  starts(): string[];
  /** What each thread was told, in order. */
  threads(): string[][];
  /** The process that has stopped at the moment given, once it has. */
  stopped(): Promise<number>;
}

/** A command named codex, with a plan for the project. */
export function fakeCodex(root: string, home: string, plan: Plan, stop = ''): FakeCodex {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(root, 'plan.json'), JSON.stringify(plan));
  const file = join(home, 'codex');
  const program = join(import.meta.dirname, 'fake-codex-child.ts');
  writeFileSync(file, `#!/bin/sh\nexec ${shellQuoted(process.execPath)} ${shellQuoted(program)} "$@"\n`);
  chmodSync(file, 0o755);
  const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
  const stopped = join(home, 'stopped');
  const pid = () => (existsSync(stopped) ? Number(readFileSync(stopped, 'utf8')) : 0);
  return {
    command: `FAKE_CODEX_HOME=${shellQuoted(home)} FAKE_CODEX_STOP=${shellQuoted(stop)} ${shellQuoted(file)}`,
    deeds: () => linesOf(join(root, 'deeds')),
    starts: () => linesOf(join(home, 'starts')),
    threads: () =>
      readdirSync(home)
        .filter((name) => name.startsWith('thread-'))
        .map((name) => JSON.parse(readFileSync(join(home, name), 'utf8')).told),
    async stopped() {
      await until(() => pid() > 0, `Codex stops at ${stop}`);
      return pid();
    },
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

export interface WithCodex extends Bench {
  readonly codex: FakeCodex;
}

/** A project with a plan for Codex, and nothing that runs it. */
export async function withCodex(store: StoreKind, plan: Plan, stop = ''): Promise<WithCodex> {
  const bench = await setUp(store, { clock });
  return { ...bench, codex: fakeCodex(bench.root, join(bench.outside, 'codex-home'), plan, stop) };
}

/** The same with a runner, for one job at a time. */
export async function atWorkWithCodex(...args: Parameters<typeof withCodex>) {
  const bench = await withCodex(...args);
  const { askonce, codex, db } = bench;
  const { runner } = await startRunner(askonce, executorOf(askonce, codex.command, db), { concurrency: 1 });
  return { ...bench, runner };
}

/** Says yes to whatever the job waits for, until it has ended. */
export async function answerAll({ askonce }: Pick<Bench, 'askonce'>, id: string): Promise<Task> {
  for (;;) {
    const task = await reaches(askonce, id, 'AWAITING_RESPONSE', 'COMPLETE', 'ERROR', 'CANCELLED');
    if (task.state !== 'AWAITING_RESPONSE') return task;
    for (const waiting of task.waiting) await sayYes({ askonce }, waiting);
  }
}
