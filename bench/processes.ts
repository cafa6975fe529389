/** Measurements with a second process: wake-ups, the cost of waiting, another writer, and the start time of the command. */
import { execFileSync } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type AskOnce, openAskOnce } from '../src/index.ts';
import { Child, serve, type Where } from './child.ts';
import { cycles, QUESTION } from './cycles.ts';
import { median, percentile } from './report.ts';

type Task =
  | { readonly do: 'answer'; readonly id: string }
  | { readonly do: 'wait' }
  | { readonly do: 'write'; readonly seconds: number };

/** Milliseconds from an answer's commit in one process until the asker in another continues. */
export async function wakeUp(where: Where, count: number): Promise<{ p50: number; p99: number }> {
  const askonce = await openAskOnce(where);
  const other = Child.start<Task>(import.meta.url, where);
  const late: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const parked = Promise.withResolvers<string>();
    const asked = askonce
      .session('wake')
      .ask(QUESTION(n), { onParked: ({ items: [item] }) => parked.resolve(item!.id!) })
      .then(now);
    const id = await parked.promise;
    // From immediately to well after the waiting process has become idle.
    await sleep([0, 20, 50, 200, 900][n % 5]);
    const committedAt = await other.tell<number>({ do: 'answer', id });
    late.push(Math.max(0, (await asked) - committedAt));
  }
  await other.stop();
  await askonce.close();
  return { p50: percentile(late, 0.5), p99: percentile(late, 0.99) };
}

/** The share of a core that a process uses while it waits for an answer, in percent. */
export async function idleCost(where: Where, seconds: number): Promise<number> {
  const other = Child.start<Task>(import.meta.url, where);
  await other.tell({ do: 'wait' });
  const cpu = () => other.tell<number>({ do: 'write', seconds: 0 });
  await sleep(2000);
  const before = await cpu();
  await sleep(seconds * 1000);
  const after = await cpu();
  await other.stop();
  return (100 * (after - before)) / (seconds * 1e6);
}

/** Our rate, and the longest pause of our event loop, while another process writes as fast as it can. */
export async function eventLoopUnderWriter(where: Where, seconds: number) {
  const askonce = await openAskOnce(where);
  const other = Child.start<Task>(import.meta.url, where);
  await cycles(askonce, 500, 8, 0);
  const writing = other.tell({ do: 'write', seconds });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const until = Date.now() + seconds * 1000;
  const rates: number[] = [];
  for (let n = 1; Date.now() < until; n += 1) rates.push(await cycles(askonce, 100, 8, n * 1000));
  delay.disable();
  await writing;
  await other.stop();
  await askonce.close();
  return { rate: median(rates), longestMs: delay.max / 1e6 };
}

/** Milliseconds for `askonce --help`, including the start of the process. */
export function commandLineStart(): number {
  const command = fileURLToPath(new URL('../bin/askonce.js', import.meta.url));
  const rounds: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const start = performance.now();
    execFileSync(process.execPath, [command, '--help'], { stdio: 'ignore' });
    rounds.push(performance.now() - start);
  }
  return median(rounds.slice(1));
}

/** The same clock in every process of the machine. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

serve<Task>(import.meta.url, async (askonce: AskOnce, task) => {
  if (task.do === 'answer') {
    await askonce.questions.answer(task.id, 'YAML');
    return now();
  }
  if (task.do === 'wait') {
    const parked = Promise.withResolvers<null>();
    const asked = askonce.session('idle').ask(QUESTION(0), { onParked: () => parked.resolve(null) });
    return Promise.race([parked.promise, asked]);
  }
  const until = Date.now() + task.seconds * 1000;
  for (let n = 0; Date.now() < until; n += 1) await cycles(askonce, 100, 8, 10_000_000 + n * 100);
  const { user, system } = process.cpuUsage();
  return user + system;
});
