/** `npm run bench -- --million`: what everything costs beside a million parked questions, on both stores. `--quick`: beside 100,000. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AskOnce, openAskOnce } from '../src/index.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { Child, serve, type Where } from './child.ts';
import { coldStart } from './cold-start.ts';
import { cycles, QUESTION } from './cycles.ts';
import { fill } from './fill.ts';
import { type Bench, median } from './report.ts';

interface Measured {
  readonly cycleUs: number;
  readonly pageMs: number;
  readonly countMs: number;
  readonly residentMb: number;
}

interface Statistics {
  readonly firstMs: number;
  readonly nextMs: number;
  readonly residentMb: number;
}

type Task = { readonly do: 'check' } | { readonly do: 'measure' } | { readonly do: 'stats' };

export async function onMillion(bench: Bench): Promise<void> {
  const { dir, quick } = bench;
  const parked = quick ? 100_000 : 1_000_000;
  const file = (name: string): Where => ({ db: join(dir, name), project: dir });
  await beside(bench, 'SQLite', parked, file('fifty.db'), file('million.db'));
  for (const ending of ['', '-wal', '-shm']) rmSync(join(dir, `million.db${ending}`), { force: true });
  bench.report.progress('a PostgreSQL server starts');
  const server = await startPostgres({ settings: { fsync: 'on', max_connections: '100', max_wal_size: '4GB' } });
  try {
    const schema = (name: string): Where => ({ db: `${server.url}?schema=${name}`, project: dir });
    await beside(bench, 'PostgreSQL', parked, schema('fifty'), schema('million'));
  } finally {
    await server.stop();
  }
}

async function beside(
  { report, rounds }: Bench,
  name: string,
  parked: number,
  small: Where,
  large: Where,
): Promise<void> {
  report.title(`${name}, ${parked.toLocaleString('en')} parked`);
  report.progress(`${parked} questions are parked on ${name}`);
  await park(small, 50);
  await fill(large, parked);
  report.progress(`cycles, pages and counts on ${name}`);
  const children = [small, large].map((where) => Child.start<Task>(import.meta.url, where));
  await children[1]!.tell({ do: 'check' });
  const all: Measured[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [which, child] of children.entries()) all[which]!.push(await child.tell<Measured>({ do: 'measure' }));
  }
  const [of50, ofAll] = all as [Measured[], Measured[]];
  const middle = (of: readonly Measured[], what: keyof Measured) => median(of.map((one) => one[what]));
  report.figure('time per cycle with 50 parked', middle(of50, 'cycleUs'), 'µs');
  report.figure('time per cycle', middle(ofAll, 'cycleUs'), 'µs');
  report.atMost('  ratio', median(ofAll.map((one, at) => one.cycleUs / of50[at]!.cycleUs)), 1.2);
  report.figure('first page of 50, of 50', middle(of50, 'pageMs'), 'ms');
  report.figure('first page of 50', middle(ofAll, 'pageMs'), 'ms');
  report.atMost('  ratio', median(ofAll.map((one, at) => one.pageMs / of50[at]!.pageMs)), 2);
  report.atMost('count of what waits', middle(ofAll, 'countMs'), 5, 'ms');
  report.atMost('resident memory', Math.max(...ofAll.map((one) => one.residentMb)), 150, 'MB');
  report.progress(`statistics on ${name}`);
  const statistics = await children[1]!.tell<Statistics>({ do: 'stats' });
  report.figure('statistics of 30 days, the very first time', statistics.firstMs, 'ms');
  report.atMost('statistics of 30 days', statistics.nextMs, 1_000, 'ms');
  report.figure('resident memory after them', statistics.residentMb, 'MB');
  for (const child of children) await child.stop();
  report.progress(`cold starts on ${name}`);
  report.atMost('restart to the first answer', await coldStart(large), 300, 'ms');
}

async function park(where: Where, count: number): Promise<void> {
  const askonce = await openAskOnce(where);
  for (let n = 0; n < count; n += 1)
    await askonce.session(`parked-${n}`).ask(QUESTION(n), { job: `parked-${n}`, wait: false });
  await askonce.close();
}

let asked = 1_000_000;

serve<Task>(import.meta.url, (askonce, task) => {
  if (task.do === 'check') return check(askonce);
  return task.do === 'measure' ? measure(askonce) : statistics(askonce);
});

/** What was multiplied in the database is answered, waited for and asked again as what was parked by an ask. */
async function check(askonce: AskOnce): Promise<null> {
  const { items } = await askonce.questions.list({ status: 'pending', limit: 3 });
  for (const { id, session } of items) {
    await askonce.questions.answer(id, 'JSON');
    const outcome = await askonce.questions.outcome(id);
    if (outcome?.outcome !== 'answered' || outcome.answer !== 'JSON') throw new Error(`${id} has no answer`);
    const { items: answered } = await askonce.history({ session });
    if (answered.length !== 1) throw new Error(`${session} has no answer`);
  }
  if (items.length !== 3) throw new Error('nothing was parked');
  return null;
}

async function measure(askonce: AskOnce): Promise<Measured> {
  const cycleUs = 1e6 / (await cycles(askonce, 300, 1, asked));
  asked += 300;
  const page = await timed(() => askonce.questions.list({ status: 'pending', limit: 50 }));
  const count = await timed(() => askonce.questions.count({ status: 'pending' }));
  return { cycleUs, pageMs: page, countMs: count, residentMb: megabytes() };
}

async function statistics(askonce: AskOnce): Promise<Statistics> {
  const time = async (offset: number, mustBeComplete = true) => {
    const start = performance.now();
    const { complete } = await askonce.stats({ days: 30, offset });
    if (mustBeComplete && !complete) throw new Error('the statistics are not complete');
    return performance.now() - start;
  };
  const firstMs = await time(0, false);
  // Each call counts more of the trail.
  for (let offset = -15; !(await askonce.stats({ days: 30, offset })).complete; offset -= 15);
  // Other time zones, since a result is cached.
  const nextMs = median([await time(60), await time(120), await time(180)]);
  return { firstMs, nextMs, residentMb: megabytes() };
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return median(times);
}

function megabytes(): number {
  return process.memoryUsage().rss / 2 ** 20;
}
