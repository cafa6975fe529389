/** What needs a second process: wake-ups, the cost of waiting, another writer, and how quickly the command starts. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { type AskOnce, openAskOnce } from '../src/index.ts';
import { cycles, QUESTION } from './cycles.ts';
import { median, percentile } from './report.ts';

type Task =
  | { readonly do: 'answer'; readonly id: string }
  | { readonly do: 'wait' }
  | { readonly do: 'write'; readonly seconds: number };

/** Milliseconds from an answer's commit in one process until the asker in another goes on. */
export async function wakeUp(db: string, projectRoot: string, count: number): Promise<{ p50: number; p99: number }> {
  const askonce = await openAskOnce({ db, projectRoot });
  const other = await startOther(db, projectRoot);
  const late: number[] = [];
  for (let n = 0; n < count; n += 1) {
    // Spread out, so that the waiting process is as often at rest as not.
    await new Promise((resolve) => setTimeout(resolve, (n % 5) * 10));
    let committed: Promise<number> | undefined;
    await askonce.session('wake').ask(QUESTION(n), {
      onParked: ({ items }) => {
        const [item] = items;
        setTimeout(() => (committed = tell<number>(other, { do: 'answer', id: item!.id! })), (n % 3) * 20);
      },
    });
    const resumedAt = now();
    late.push(Math.max(0, resumedAt - (await committed!)));
  }
  other.kill();
  await askonce.close();
  return { p50: percentile(late, 0.5), p99: percentile(late, 0.99) };
}

/** Share of a core that a process uses while it waits for an answer, in percent. */
export async function idleCost(db: string, projectRoot: string, seconds: number): Promise<number> {
  const other = await startOther(db, projectRoot);
  await tell(other, { do: 'wait' });
  const cpu = () => tell<number>(other, { do: 'write', seconds: 0 });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = await cpu();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const after = await cpu();
  other.kill();
  return (100 * (after - before)) / (seconds * 1e6);
}

/** Our rate, and the longest stop of our event loop, while another process writes as fast as it can. */
export async function eventLoopUnderWriter(db: string, projectRoot: string, seconds: number) {
  const askonce = await openAskOnce({ db, projectRoot });
  const other = await startOther(db, projectRoot);
  await cycles(askonce, 500, 8, 0);
  const writing = tell(other, { do: 'write', seconds });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const until = Date.now() + seconds * 1000;
  const rates: number[] = [];
  for (let n = 1; Date.now() < until; n += 1) rates.push(await cycles(askonce, 100, 8, n * 1000));
  delay.disable();
  await writing;
  other.kill();
  await askonce.close();
  return { rate: median(rates), longestMs: delay.max / 1e6 };
}

/** Milliseconds for `askonce --help`, start of the process included. */
export async function commandLineStart(): Promise<number> {
  const command = fileURLToPath(new URL('../bin/askonce.js', import.meta.url));
  const rounds: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    const start = performance.now();
    execFileSync(process.execPath, [command, '--help'], { stdio: 'ignore' });
    rounds.push(performance.now() - start);
  }
  return median(rounds.slice(1));
}

async function startOther(db: string, projectRoot: string): Promise<ChildProcess> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ db, projectRoot });
  await once(child, 'message');
  return child;
}

let calls = 0;

async function tell<R>(child: ChildProcess, task: Task): Promise<R> {
  const call = ++calls;
  child.send({ call, task });
  for (;;) {
    const [reply] = (await once(child, 'message')) as [{ call: number; result: R }];
    if (reply.call === call) return reply.result;
  }
}

/** The same clock in every process of the machine. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

async function perform(askonce: AskOnce, task: Task): Promise<unknown> {
  if (task.do === 'answer') {
    await askonce.answer(task.id, 'YAML');
    return now();
  }
  if (task.do === 'wait') {
    return new Promise((resolve) => {
      askonce
        .session('idle')
        .ask(QUESTION(0), { onParked: resolve })
        .catch(() => {});
    });
  }
  const until = Date.now() + task.seconds * 1000;
  for (let n = 0; Date.now() < until; n += 1) await cycles(askonce, 100, 8, 10_000_000 + n * 100);
  const { user, system } = process.cpuUsage();
  return user + system;
}

if (process.send) {
  process.once('message', async (where: { db: string; projectRoot: string }) => {
    const askonce = await openAskOnce(where);
    process.on('message', ({ call, task }: { call: number; task: Task }) => {
      perform(askonce, task).then((result) => process.send!({ call, result }));
    });
    process.send!('ready');
  });
}
