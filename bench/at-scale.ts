/** The same cycle beside many other parked questions, each run in a separate process so that its memory can be measured. */
import type { AskOnce } from '../src/index.ts';
import { Child, serve, type Where } from './child.ts';
import { cycles, QUESTION } from './cycles.ts';
import { median } from './report.ts';

export interface AtScale {
  readonly cycleUs: number;
  readonly inboxUs: number;
  readonly residentMb: number;
}

type Task = { readonly do: 'fill'; readonly parked: number } | { readonly do: 'measure' };

/** Measures two stores in turns, one of them with this many parked questions. */
export async function besideParked(
  small: Where,
  large: Where,
  parked: number,
): Promise<{ small: AtScale; large: AtScale }> {
  await inChild(large, { do: 'fill', parked });
  const children = [small, large].map((where) => Child.start<Task>(import.meta.url, where));
  const measured: AtScale[][] = [[], []];
  for (let round = 0; round < 9; round += 1) {
    for (const [which, child] of children.entries())
      measured[which]!.push(await child.tell<AtScale>({ do: 'measure' }));
  }
  for (const child of children) await child.stop();
  const of = (which: number): AtScale => ({
    cycleUs: median(measured[which]!.map((one) => one.cycleUs)),
    inboxUs: median(measured[which]!.map((one) => one.inboxUs)),
    residentMb: Math.max(...measured[which]!.map((one) => one.residentMb)),
  });
  return { small: of(0), large: of(1) };
}

async function inChild<R>(where: Where, task: Task): Promise<R> {
  const child = Child.start<Task>(import.meta.url, where);
  const result = await child.tell<R>(task);
  await child.stop();
  return result;
}

let asked = 1_000_000;

serve<Task>(import.meta.url, (askonce, task) => (task.do === 'fill' ? fill(askonce, task.parked) : measure(askonce)));

async function fill(askonce: AskOnce, parked: number): Promise<null> {
  for (let n = 0; n < parked; n += 500) {
    const batch = Array.from({ length: 500 }, (_, i) => n + i);
    await Promise.all(batch.map((i) => askonce.session(`parked-${i % 1000}`).ask(QUESTION(i), { wait: false })));
  }
  return null;
}

async function measure(askonce: AskOnce): Promise<AtScale> {
  const cycleUs = 1e6 / (await cycles(askonce, 300, 1, asked));
  asked += 300;
  await askonce.session('inbox').ask('Is anybody there?', { wait: false });
  const pages: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const start = performance.now();
    const { items } = await askonce.questions.list({ status: 'pending', limit: 1 });
    pages.push((performance.now() - start) * 1000);
    if (items.length !== 1) throw new Error('the inbox is empty');
  }
  return { cycleUs, inboxUs: median(pages), residentMb: process.memoryUsage().rss / 2 ** 20 };
}
