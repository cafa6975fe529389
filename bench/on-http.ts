/** The cost of the server: jobs that ask and are answered, compared with a bare fastify server that writes the same rows. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { get, type HttpReply, type Load, load, post } from './http-load.ts';
import { type Served, type ServerProcess, startServer } from './http-process.ts';
import { type Bench, median, percentile } from './report.ts';
import { ratio } from './side-by-side.ts';

const CONNECTIONS = 64;
/** Many short turns, so that other load on the machine affects both alike. */
const CYCLES = 640;
/** Warm-up rounds that are not counted. A server runs for days, and ours has more code to compile. */
const WARMING = 30;

export async function onHttp({ report, quick, dir }: Bench): Promise<void> {
  report.title(`HTTP, ${CONNECTIONS} connections: a job is made, and its question answered`);
  const rounds = quick ? 15 : 45;
  const file = (what: Served) => join(dir, `http-${what}.db`);
  const bare = await startServer('bare', file('bare'));
  const ours = await startServer('ours', file('ours'));
  const loads = { bare: [] as Load[], ours: [] as Load[], hello: [] as Load[] };
  try {
    for (let round = 1 - WARMING; round <= rounds; round += 1) {
      if (round % 15 === 0) report.progress(`cycles over HTTP, round ${round} of ${rounds}`);
      const measured = { bare: await cycles(bare), ours: await cycles(ours), hello: await hellos(bare) };
      mustHoldTheSame(file('bare'), file('ours'), (round + WARMING) * CYCLES);
      if (round < 1) continue;
      for (const what of ['bare', 'ours', 'hello'] as const) loads[what].push(measured[what]);
    }
  } finally {
    // Left running, they would keep this process alive and hide the error.
    await bare.stop();
    await ours.stop();
  }

  const rates = (of: readonly Load[]) => of.map(({ rate }) => rate);
  report.rate('two requests that do nothing', median(rates(loads.hello)));
  report.rate('bare fastify with raw better-sqlite3', median(rates(loads.bare)));
  report.rate('ours', median(rates(loads.ours)));
  report.atLeast('  ours / bare', ratio(rates(loads.ours), rates(loads.bare)), 0.5);
  for (const share of [0.5, 0.99]) {
    const of = (loads: readonly Load[]) =>
      percentile(
        loads.flatMap(({ latencies }) => latencies),
        share,
      );
    report.figure(`a request of the bare server, p${share * 100}`, of(loads.bare), 'ms');
    report.figure(`a request of ours, p${share * 100}`, of(loads.ours), 'ms');
  }

  const running = await startServer('running', file('running'));
  const beside: number[] = [];
  report.progress('cycles over HTTP while the jobs are run');
  for (let round = 1 - WARMING; round <= rounds / 3; round += 1) {
    const { rate } = await cycles(running);
    if (round >= 1) beside.push(rate);
  }
  await running.stop();
  report.rate('ours, with a runner that ends each job', median(beside));
}

/** Small numbers can have a meaning, such as 777. */
let asked = 1_000_000;

/** Jobs with a different subject each, so that no earlier answer settles them. */
function cycles({ address }: ServerProcess): Promise<Load> {
  return load(address, { count: CYCLES, connections: CONNECTIONS }, async (send) => {
    asked += 1;
    const made = await send(post('/jobs', { prompt: `hot frozen cheese number ${asked}` }));
    const [, job] = /"jobId":"([^"]+)"/.exec(made.body) ?? [];
    must(made, 201, '"needsClarification":true');
    const answered = await send(post(`/jobs/${job}/clarification`, { answer: 'hot' }));
    must(answered, 200, '"success":true');
  });
}

/** The same number of requests without work: the maximum of the load generator and fastify. */
function hellos({ address }: ServerProcess): Promise<Load> {
  const hello = get('/hello');
  return load(address, { count: CYCLES, connections: CONNECTIONS }, async (send) => {
    must(await send(hello), 200, 'world');
    must(await send(hello), 200, 'world');
  });
}

function must({ status, body }: HttpReply, wanted: number, says: string): void {
  if (status !== wanted || !body.includes(says))
    throw new Error(`expected ${wanted} with ${says}, got ${status} ${body}`);
}

/** Otherwise the comparison would not be fair. */
function mustHoldTheSame(bare: string, ours: string, cycles: number): void {
  const [one, other] = [rowCounts(bare), rowCounts(ours)];
  if (one !== other) throw new Error(`the bare server wrote ${one}, ours ${other}`);
  if (!one.includes(`"jobs answered":${cycles},`))
    throw new Error(`not every one of ${cycles} jobs was answered: ${one}`);
}

function rowCounts(file: string): string {
  const db = new Database(file, { readonly: true });
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all() as string[];
  const count = (from: string) => db.prepare(`SELECT count(*) FROM ${from}`).pluck().get() as number;
  const counts = {
    'jobs answered': count(`jobs WHERE state = 'RUNNING' AND clarification_status = 'answered'`),
    'questions answered': count(`clarifications WHERE status = 'answered'`),
    'items answered': count(`ask_items WHERE outcome = 'answered'`),
    ...Object.fromEntries(tables.map((table) => [table, count(table)])),
  };
  db.close();
  return JSON.stringify(counts);
}
