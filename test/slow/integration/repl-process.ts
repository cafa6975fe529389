/** The real command with a real agent in a project of its own, to be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { resolvedPromptIn } from '../../support/agent-prompts.ts';
import { marked, until } from '../../support/processes.ts';
import { BIN } from '../../support/programs.ts';

/**
 * Records the prompt it got, and does what the task's first word says: `wait` holds until there is a file `go`, half a minute at most; `ask` prints a
 * question and ends; `call` waits on `askonce ask --wait`. With its answer it waits for `go` where the task says so, and is done.
 */
const AGENT = `
prompt=$(cat)
line=$(printf '%s' "$prompt" | tr '\\n' '|'); printf '%s\\n' "$line" >> prompts
hold() { n=0; while [ ! -e go ] && [ $n -lt 1500 ]; do n=$((n + 1)); sleep 0.02; done; }
answer=$(printf '%s\\n' "$prompt" | sed -n 's/^Clarification Answer: //p')
case "$prompt" in
  wait*) hold ;;
  call*) answer=$("$NODE" "$BIN" ask 'Which colour?' --wait) || exit 1 ;;
  ask*) if [ -z "$answer" ]; then echo 'NEEDS_CLARIFICATION: Which colour?'; exit; fi ;;
esac
case "$prompt" in *'then wait'*) hold ;; esac
echo "done with $answer"
`;

export interface Project {
  readonly path: string;
  /** The resolved prompts that agents got, in order. */
  prompts(): string[];
  /** Lets agents go on that hold. */
  letGo(): void;
  start(...args: readonly string[]): Started;
  /** Runs a command to its end. */
  run(...args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Waits until no process of the project is left but this one. */
  allGone(): Promise<void>;
}

export interface Started {
  /** Types a line. */
  type(line: string): void;
  /** What the pattern's first group found in what was printed, as soon as it stands there. */
  shows(pattern: RegExp): Promise<string>;
  /** Ends the input; resolves with the exit code. */
  end(): Promise<number | null>;
  /** Resolves when it is dead. */
  kill(): Promise<void>;
  readonly exited: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export function newProject(): Project {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-restart-')));
  const mark = randomUUID();
  const children: ChildProcess[] = [];
  mkdirSync(join(path, '.askonce'));
  writeFileSync(join(path, 'agent.sh'), AGENT);
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await until(() => marked(mark).length === 0, 'no process is left');
    rmSync(path, { recursive: true, force: true });
  });
  const inherited = Object.entries(process.env).filter(([name]) => !/^(ASKONCE_|NODE_OPTIONS|VITEST)/.test(name));
  const env = { ...Object.fromEntries(inherited), ASKONCE_TEST_MARK: mark, NODE: process.execPath, BIN };

  function start(...args: readonly string[]): Started {
    const child = spawn(process.execPath, [BIN, ...args], { cwd: path, env, stdio: 'pipe' });
    children.push(child);
    const seen = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        seen[name] += text;
      });
    child.stdin.on('error', () => {});
    const exited = once(child, 'close').then(([code]) => ({ code: code as number | null, ...seen }));
    return {
      exited,
      type: (line) => void child.stdin.write(`${line}\n`),
      async shows(pattern) {
        const find = () => pattern.exec(seen.stdout + seen.stderr);
        await until(() => find() !== null || child.exitCode !== null, String(pattern)).catch((error) => {
          throw new Error(`${error.message}: ${seen.stdout}${seen.stderr}`);
        });
        const found = find();
        if (!found) throw new Error(`ended with ${child.exitCode} before ${pattern}: ${seen.stdout}${seen.stderr}`);
        return found[1] ?? found[0];
      },
      async end() {
        child.stdin.end();
        return (await exited).code;
      },
      async kill() {
        child.kill('SIGKILL');
        await exited;
      },
    };
  }

  return {
    path,
    prompts: () => {
      const file = join(path, 'prompts');
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      return lines.map((line) => resolvedPromptIn(line.replaceAll('|', '\n')).replaceAll('\n', '|'));
    },
    letGo: () => writeFileSync(join(path, 'go'), ''),
    start,
    run(...args) {
      const started = start(...args);
      void started.end();
      return started.exited;
    },
    allGone: () => until(() => marked(mark).length === 0, `all processes are gone: ${marked(mark)}`),
  };
}

const EXEC = ['--exec', 'sh agent.sh'];

/** The REPL without a terminal. */
export function startRepl(project: Project, ...args: readonly string[]): Started {
  return project.start('--non-interactive', ...EXEC, '--concurrency', '1', ...args);
}

export function runTask(project: Project, task: string): Started {
  return project.start('run', task, ...EXEC);
}

export function resume(project: Project) {
  return project.run('resume', ...EXEC);
}

/** Waits until agents have begun so often. */
export function begun(project: Project, count: number): Promise<void> {
  return until(() => project.prompts().length >= count, `an agent has begun ${count} times`);
}
