/** Runs commands as the tests want them: in a folder of their own, marked, with all that they printed. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect } from 'vitest';
import { AskOnceError } from '../../../src/core/model/errors.ts';
import { type CommandOptions, type CommandResult, runCommand } from '../../../src/worker/agents/command/run-command.ts';
import { marked, until } from '../../support/processes.ts';
import { program } from '../../support/programs.ts';

export interface Running {
  readonly result: Promise<CommandResult>;
  /** What it rejects with. */
  readonly error: Promise<unknown>;
  readonly lines: string[];
  readonly pid: () => number;
  abort(reason?: unknown): void;
  /** Waits until a line is printed. */
  printed(line: string | RegExp): Promise<string>;
}

const MARK = `ASKONCE_TEST_MARK=${randomUUID()}`;
const MARK_ENV = { ASKONCE_TEST_MARK: MARK.split('=')[1]! };
export const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-command-')));

const CHILD = program('test/slow/run/command-child.ts');
const parents: ChildProcess[] = [];

/** To be called once by each file of tests. */
export function leaveNothingBehind(): void {
  afterAll(async () => {
    for (const child of parents) child.kill('SIGKILL');
    rmSync(FOLDER, { recursive: true, force: true });
    await until(() => marked(MARK).length === 0, 'all processes of the tests have ended').catch((error) => {
      throw new Error(`${error.message}: ${marked(MARK).join('; ')}`);
    });
  });
}

export function running(command: string, options: Partial<CommandOptions> = {}): Running {
  const lines: string[] = [];
  const controller = new AbortController();
  let pid = 0;
  const result = runCommand({
    command,
    prompt: '',
    cwd: FOLDER,
    signal: controller.signal,
    onLine: (line, stream) => lines.push(stream === 'stdout' ? line : `! ${line}`),
    totalMs: null,
    idleMs: null,
    promptMs: 3000,
    interactivePrompt: () => null,
    ...options,
    env: { ...MARK_ENV, ...options.env },
    onSpawned: (spawned) => {
      pid = spawned;
      options.onSpawned?.(spawned);
    },
  });
  const error = result.then(
    () => undefined,
    (reason) => reason,
  );
  const find = (line: string | RegExp) =>
    lines.find((given) => (typeof line === 'string' ? given === line : line.test(given)));
  return {
    result,
    error,
    lines,
    pid: () => pid,
    abort: (reason) => controller.abort(reason),
    printed: async (line) => {
      await until(() => find(line) !== undefined, `prints ${line}`);
      return find(line)!;
    },
  };
}

/** The AskOnceError it ends with. */
export async function failure(run: Running): Promise<AskOnceError> {
  const error = await run.error;
  expect(error).toBeInstanceOf(AskOnceError);
  return error as AskOnceError;
}

/** A script of Node as a command line. */
export function script(code: string): string {
  return `'${process.execPath}' -e '${code.replaceAll("'", `'\\''`)}'`;
}

export interface Parent {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  /** The whole of what it printed so far, by line. */
  lines(): string[];
  /** Waits until it has ended and all is read. */
  ended(): Promise<void>;
}

/** Another process that runs a command; see command-child.ts. */
export function parent(command: string, how: string, flags: readonly string[] = []): Parent {
  const args = [...flags, CHILD, command, how];
  const env = { ...process.env, ...MARK_ENV };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  parents.push(child);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, lines: () => printed.split('\n').filter((line) => line !== ''), ended: () => closed };
}
