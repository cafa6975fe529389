/** The REPL from a person's view: how soon its prompt appears, and what it costs while it is open. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from '@lydell/node-pty';
import { openAskOnce } from '../src/index.ts';
import { type Bench, percentile } from './report.ts';

const COMMAND = fileURLToPath(new URL('../bin/askonce.js', import.meta.url));
const TASKS = 1_000;
/** Its first line and the prompt below it: from here on it accepts input. */
const PROMPT = /AskOnce\.[\s\S]*> /;
const SPINNER = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;

export async function onRepl({ report, quick, dir }: Bench): Promise<void> {
  report.title('The REPL');
  const small = newProject(dir, 'new');
  const large = newProject(dir, 'used');
  report.progress(`a store with ${TASKS} tasks`);
  await fill(large);
  for (const [project, name] of [
    [small, 'a new project'],
    [large, `${TASKS.toLocaleString('en')} tasks in the store`],
  ] as const) {
    report.progress(`starts of the REPL, ${name}`);
    const starts = await startTimes(project, quick ? 5 : 20);
    report.atMost(`prompt, ${name}, p50`, percentile(starts, 0.5), 400, 'ms');
    report.figure(`prompt, ${name}, worst`, Math.max(...starts), 'ms');
  }
  if (process.platform !== 'linux') return;
  report.progress('the REPL at rest');
  report.atMost('at rest, nothing running', await idleShare(large, null), 1, '% of a core');
  report.atMost('at rest, one task running', await idleShare(large, 'wait'), 2, '% of a core');
}

function newProject(dir: string, name: string): string {
  const project = join(dir, name);
  mkdirSync(join(project, '.askonce'), { recursive: true });
  return project;
}

/** Tasks that have all been run. */
async function fill(project: string): Promise<void> {
  const askonce = await openAskOnce({ db: join(project, '.askonce', 'askonce.db'), project });
  const runner = askonce.runner({ executor: async () => 'done', concurrency: 16 });
  await Promise.all(
    Array.from({ length: TASKS }, (_, n) => askonce.jobs.queue(`task number ${n}`, { session: 'old' })),
  );
  await runner.start();
  await runner.idle();
  await runner.stop();
  await askonce.close();
}

/** Milliseconds from the start of the process until the prompt appears. The first run fills caches, and is not counted. */
async function startTimes(project: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n <= count; n += 1) {
    const start = performance.now();
    const terminal = open(project);
    await shows(terminal, PROMPT);
    if (n > 0) times.push(performance.now() - start);
    await leave(terminal);
  }
  return times;
}

/** The share of a core that an open REPL uses over five seconds, in percent. */
async function idleShare(project: string, task: string | null): Promise<number> {
  const terminal = open(project);
  await shows(terminal, PROMPT);
  if (task !== null) {
    terminal.write(`${task}\r`);
    await shows(terminal, SPINNER);
  }
  await sleep(2_000);
  const before = cpuMs(terminal.pid);
  await sleep(5_000);
  const share = (cpuMs(terminal.pid) - before) / 50;
  await leave(terminal);
  return share;
}

/** Processor time of all its threads. */
function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

function open(project: string): IPty {
  const { ASKONCE_DB: _db, ...env } = process.env;
  return spawn(process.execPath, [COMMAND, '--exec', 'sleep 60'], { name: 'xterm-256color', cwd: project, env });
}

function shows(terminal: IPty, pattern: RegExp): Promise<void> {
  let seen = '';
  return new Promise((resolve, reject) => {
    const ended = terminal.onExit(({ exitCode }) => reject(new Error(`the REPL ended with ${exitCode}: ${seen}`)));
    const heard = terminal.onData((data) => {
      seen += data;
      if (!pattern.test(seen)) return;
      heard.dispose();
      ended.dispose();
      resolve();
    });
  });
}

async function leave(terminal: IPty): Promise<void> {
  const gone = new Promise((resolve) => terminal.onExit(resolve));
  terminal.write('\u0003');
  await gone;
}
