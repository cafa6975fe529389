/** The storm of tasks: real agents under a real worker, which is killed and started again at random. Then the reckoning. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AskOnce, openAskOnce, type Task } from '../../../src/index.ts';
import { violationsIn } from '../../support/invariants.ts';
import { marked, until } from '../../support/processes.ts';
import { BIN, program } from '../../support/programs.ts';
import { codeCache } from './code-cache.ts';

export interface TaskStormOptions {
  /** The store: a file's name, or `postgres://…?schema=…`. */
  readonly address: string;
  /** The project; a folder `records` is made in it. */
  readonly folder: string;
  readonly tasks: number;
  /** At least so many kills; more where the tasks are not through by then. */
  readonly kills: number;
  readonly limitMs: number;
  readonly onKill?: (kills: number, ended: number) => void;
  /** For the control: every answer names this task. */
  readonly answerFor?: string;
  /** The workers that run at once, each as the arguments of Node; one of the prompt by default. */
  readonly workers?: readonly (readonly string[])[];
}

export interface TaskStormLog {
  readonly kills: number;
  /** How often an agent was begun. */
  readonly runs: number;
  readonly seconds: number;
  /** Everything that is wrong, one line each. */
  readonly faults: readonly string[];
}

const CONCURRENCY = 8;
/** So many things happen to tasks in the life of a worker at most. With fewer kills a task than that, none is lost too often. */
const MAX_LIFETIME = 16;
const TASKS_A_SESSION = 5;
/** One in so many tasks waits for its answers; it costs three processes of Node, the other kind none. */
const WAITING_KIND = 4;

export const TASK_AGENT = fileURLToPath(new URL('./task-agent.sh', import.meta.url));
const NODE_AGENT = program('test/slow/crash/task-agent.ts');
const ANSWERER = program('test/slow/crash/task-answerer.ts');

export async function rageOnTasks(options: TaskStormOptions): Promise<TaskStormLog> {
  const { address, folder, tasks, kills, limitMs, onKill, answerFor, workers = [promptWorker(options)] } = options;
  const began = performance.now();
  const records = join(folder, 'records');
  mkdirSync(records);
  const cache = codeCache();
  const mark = randomUUID();
  const env = { ...cache.env, ASKONCE_STORM: mark, RECORDS: records, NODE: process.execPath, AGENT: NODE_AGENT };
  const askonce = await openAskOnce({ db: address, project: folder });
  const names = Array.from({ length: tasks }, (_, n) => `item-${n}`);
  const faults: string[] = [];
  let killed = 0;
  let answerer: ChildProcess | null = null;
  try {
    const queued = await queueAll(askonce, names);
    const start = (args: readonly string[]) =>
      spawn(process.execPath, args, { cwd: folder, env, stdio: ['pipe', 'ignore', 'pipe'] });
    answerer = start([ANSWERER, address, folder, ...(answerFor === undefined ? [] : [answerFor])]);
    const crew = workers.map((args) => begin(start(args)));
    for (;;) {
      const isLast = killed >= kills;
      const through = allEnded(askonce, queued, began + limitMs - performance.now());
      // So many things happen to tasks, and a moment passes: then one is killed, whatever it does just now.
      const enough = isLast ? new Promise(() => {}) : someHappen(askonce, Math.ceil(Math.random() * MAX_LIFETIME));
      await Promise.race([through.promise, enough, ...crew.map(({ gone }) => gone)]);
      through.end();
      await sleep(Math.random() * 100);
      const alone = crew.filter(({ child }) => child.exitCode !== null);
      for (const { child, complaint } of alone)
        faults.push(`a worker ended by itself: ${child.exitCode} ${complaint()}`);
      const isOver = through.ended() || alone.length > 0 || performance.now() - began > limitMs;
      const at = Math.floor(Math.random() * crew.length);
      for (const { child, gone } of isOver ? crew : [crew[at]!]) {
        child.kill('SIGKILL');
        await gone;
      }
      if (isOver) break;
      killed += 1;
      onKill?.(killed, await endedAmong(askonce, queued));
      crew[at] = begin(start(workers[at]!));
    }
    if (answerer.exitCode !== null) faults.push(`the answerer ended by itself: ${answerer.exitCode}`);
    faults.push(...(await wrongTasks(askonce, queued)));
  } finally {
    answerer?.kill('SIGKILL');
    await askonce.close();
  }
  await until(() => marked(mark).length === 0, 'gone').catch(() => {
    faults.push(...marked(mark).map((process) => `a process is left behind: ${process}`));
  });
  cache.remove();
  const overlaps = join(records, 'overlaps');
  if (existsSync(overlaps)) faults.push(...lines(overlaps).map((line) => `ran twice at once: ${line}`));
  faults.push(...(await violationsIn(address)));
  const seconds = (performance.now() - began) / 1000;
  return { kills: killed, runs: lines(join(records, 'runs')).length, seconds, faults };
}

/** A worker of the command line. */
function promptWorker({ address, folder }: TaskStormOptions): readonly string[] {
  const worker = [BIN, '--non-interactive', '--db', address, '--project', folder];
  return [...worker, '--exec', `sh '${TASK_AGENT}'`, '--concurrency', String(CONCURRENCY)];
}

/** A worker that runs: its process, its end, and the last that it says on stderr. */
function begin(child: ChildProcess) {
  return { child, gone: once(child, 'exit'), complaint: complaintOf(child) };
}

/** Several share a session, so that their questions meet in one index. */
async function queueAll(askonce: AskOnce, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const queued = new Map<string, string>();
  for (const [n, name] of names.entries()) {
    const kind = n % WAITING_KIND === 0 ? 'node' : 'shell';
    const session = `session-${Math.floor(n / TASKS_A_SESSION)}`;
    queued.set((await askonce.jobs.queue(`${kind} ${name}`, { session })).id, name);
  }
  return queued;
}

/** What a process says on stderr, the last of it. */
function complaintOf(child: ChildProcess): () => string {
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  return () => said;
}

/** Resolves when so many events of jobs have been told. */
function someHappen(askonce: AskOnce, count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    const off = askonce.events.on('*', ({ job, type }) => {
      if (job === null || !type.startsWith('job.')) return;
      left -= 1;
      if (left > 0) return;
      off();
      resolve();
    });
  });
}

/** Resolves when every task has ended, or the time is up. */
function allEnded(askonce: AskOnce, queued: ReadonlyMap<string, string>, ms: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended = false;
  const look = async () => {
    if ((await endedAmong(askonce, queued)) < queued.size) return;
    ended = true;
    resolve();
  };
  const off = askonce.events.on('*', ({ type }) => {
    if (/^job\.(completed|failed|cancelled)$/.test(type)) void look();
  });
  const timer = setTimeout(resolve, Math.max(0, ms));
  void look();
  return {
    promise,
    ended: () => ended,
    end: () => {
      off();
      clearTimeout(timer);
    },
  };
}

async function all(askonce: AskOnce): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let after: string | undefined; ; ) {
    const { items, next } = await askonce.jobs.list({ limit: 1000, ...(after === undefined ? {} : { after }) });
    tasks.push(...items);
    if (next === null) return tasks;
    after = next;
  }
}

async function endedAmong(askonce: AskOnce, queued: ReadonlyMap<string, string>): Promise<number> {
  return (await all(askonce)).filter(({ id, endedAt }) => queued.has(id) && endedAt !== null).length;
}

/** Each task is to be complete, once, with its own two answers. */
async function wrongTasks(askonce: AskOnce, queued: ReadonlyMap<string, string>): Promise<string[]> {
  const found = new Map((await all(askonce)).map((task) => [task.id, task]));
  const faults: string[] = [];
  for (const [id, name] of queued) {
    const { state, result, error } = found.get(id)!;
    const right = `${name}: first-of-${name} second-of-${name}`;
    if (state !== 'COMPLETE' || result !== right) faults.push(`${name} is ${state}: ${result ?? error}`);
  }
  return faults;
}

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').trim().split('\n');
}
