/** The cost of the shared store, compared with a raw `pg` program that writes the same rows, on a temporary server with fsync on. */
import { startPostgres } from '../test/support/postgres-server.ts';
import { besideParked } from './at-scale.ts';
import { coldStart } from './cold-start.ts';
import { contention, fourProcesses } from './contention.ts';
import { idleCost, wakeUp } from './processes.ts';
import { rawFewestPostgres } from './raw-fewest.ts';
import { openRawPostgres } from './raw-postgres.ts';
import { type Bench, median } from './report.ts';
import { ratio, sideBySide } from './side-by-side.ts';

export async function onPostgres(bench: Bench): Promise<void> {
  const { report } = bench;
  report.title('PostgreSQL');
  report.progress('a PostgreSQL server starts');
  const server = await startPostgres({ settings: { fsync: 'on', max_connections: '100' } });
  try {
    await besideRaw(bench, server.url);
    await shared(bench, server.url);
    await atScale(bench, server.url);
    await acrossProcesses(bench, server.url);
  } finally {
    await server.stop();
  }
}

async function besideRaw(bench: Bench, url: string): Promise<void> {
  const { report, dir } = bench;
  report.progress('cycles beside a raw pg program');
  const raw = await openRawPostgres(url, 'raw');
  const beside = { one: (count: number) => raw.cycles(count, 1), many: (count: number) => raw.cycles(count, 64) };
  const measured = await sideBySide(bench, beside, { db: `${url}?schema=ours`, project: dir });
  await raw.close();
  report.rate('raw pg, one at a time', median(measured.raw1));
  report.rate('ours, one at a time', median(measured.ours1));
  report.atLeast('  ours / raw', ratio(measured.ours1, measured.raw1), 0.65);
  report.rate('raw pg, 64 in flight, 16 connections', median(measured.raw64));
  report.rate('ours, 64 in flight', median(measured.ours64));
  report.atLeast('  ours / raw', ratio(measured.ours64, measured.raw64), 1.7);
  report.rate('repeat, one at a time', median(measured.repeat1));
  report.ratio('  repeat / parked cycle', ratio(measured.repeat1, measured.ours1));
  report.rate('repeat, 64 in flight', median(measured.repeat64));
  report.ratio('  repeat / parked cycle', ratio(measured.repeat64, measured.ours64));
}

async function shared(bench: Bench, url: string): Promise<void> {
  const raw = await rawFewestPostgres(url, 'fewest');
  const where = { db: `${url}?schema=shared`, project: bench.dir };
  await contention(bench, where, raw, { shared: 0.5, whole1: 0.45, whole64: 0.6 });
  await raw.close();
  const { one, four } = await fourProcesses(bench, where);
  bench.report.rate('one session, one process', median(one));
  bench.report.rate('one session, four processes', median(four));
  bench.report.atLeast('  four processes / one', ratio(four, one), 1);
}

async function atScale({ report, quick, dir }: Bench, url: string): Promise<void> {
  const parked = quick ? 20_000 : 100_000;
  const at = (schema: string) => ({ db: `${url}?schema=${schema}`, project: dir });
  report.progress(`${parked} questions parked on PostgreSQL`);
  const { small, large } = await besideParked(at('small'), at('large'), parked);
  report.figure('time per cycle with nothing parked', small.cycleUs, 'µs');
  report.figure(`time per cycle with ${parked} parked`, large.cycleUs, 'µs');
  report.atMost('  ratio', large.cycleUs / small.cycleUs, 1.2);
  report.atMost('resident memory', large.residentMb, 150, 'MB');
  report.figure('first page of the inbox, nothing else parked', small.inboxUs, 'µs');
  report.figure(`first page of the inbox, ${parked} parked`, large.inboxUs, 'µs');
  report.figure('cold process to its first resumed answer', await coldStart(at('large')), 'ms');
}

async function acrossProcesses({ report, quick, dir }: Bench, url: string): Promise<void> {
  report.progress('two processes on PostgreSQL');
  const where = { db: `${url}?schema=wake`, project: dir };
  const wake = await wakeUp(where, quick ? 100 : 300);
  report.figure('wake-up in another process, p50', wake.p50, 'ms');
  report.atMost('wake-up in another process, p99', wake.p99, 50, 'ms');
  report.figure('a waiting process at rest', await idleCost(where, quick ? 3 : 10), '% of a core');
}
