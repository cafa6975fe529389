/** The same cycle beside many other parked questions, each run in a process of its own so that its memory can be told. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openAskOnce } from '../src/index.ts';
import { answerEverything, cycles, QUESTION } from './cycles.ts';
import { median } from './report.ts';

export interface AtScale {
  readonly cycleUs: number;
  readonly inboxUs: number;
  readonly residentMb: number;
}

export async function manyParked(db: string, projectRoot: string, parked: number): Promise<AtScale> {
  if (parked > 0) await inProcess<null>({ do: 'fill', db, projectRoot, parked });
  return inProcess<AtScale>({ do: 'measure', db, projectRoot, parked });
}

/** Milliseconds from the start of a process until its first ask has been answered and goes on. */
export async function coldStart(db: string, projectRoot: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = Date.now();
    const resumedAt = await inProcess<number>({ do: 'resume', db, projectRoot, parked: round });
    rounds.push(resumedAt - start);
  }
  return median(rounds);
}

interface Task {
  readonly do: 'fill' | 'measure' | 'resume';
  readonly db: string;
  readonly projectRoot: string;
  readonly parked: number;
}

async function inProcess<R>(task: Task): Promise<R> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(task);
  const [result] = (await once(child, 'message')) as [R];
  await once(child, 'exit');
  return result;
}

async function run(task: Task): Promise<unknown> {
  const askonce = await openAskOnce({ db: task.db, projectRoot: task.projectRoot });
  const result = await { fill, measure, resume }[task.do]();
  await askonce.close();
  return result;

  async function fill(): Promise<null> {
    for (let n = 0; n < task.parked; n += 500) {
      const batch = Array.from({ length: 500 }, (_, i) => n + i);
      await Promise.all(batch.map((i) => askonce.session(`parked-${i % 1000}`).ask(QUESTION(i), { wait: false })));
    }
    return null;
  }

  async function measure(): Promise<AtScale> {
    await cycles(askonce, 500, 1, 1_000_000);
    const rounds: number[] = [];
    for (let round = 0; round < 7; round += 1)
      rounds.push(1e6 / (await cycles(askonce, 400, 1, 2_000_000 + round * 400)));
    await askonce.session('inbox').ask('Is anybody there?', { wait: false });
    const pages: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const start = performance.now();
      const { items } = await askonce.pending({ limit: 1 });
      pages.push((performance.now() - start) * 1000);
      if (items.length !== 1) throw new Error('the inbox is empty');
    }
    return { cycleUs: median(rounds), inboxUs: median(pages), residentMb: process.memoryUsage().rss / 2 ** 20 };
  }

  async function resume(): Promise<number> {
    const stop = answerEverything(askonce);
    await askonce.session('cold').ask(QUESTION(3_000_000 + task.parked));
    stop();
    return Date.now();
  }
}

if (process.send) {
  process.once('message', (task: Task) => {
    run(task).then((result) => process.send!(result, () => process.disconnect()));
  });
}
