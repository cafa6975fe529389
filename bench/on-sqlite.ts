/** The cost of the embedded store, compared with a raw better-sqlite3 program that writes the same rows. */
import { join } from 'node:path';
import { besideParked } from './at-scale.ts';
import { coldStart } from './cold-start.ts';
import { contention } from './contention.ts';
import { commandLineStart, eventLoopUnderWriter, idleCost, wakeUp } from './processes.ts';
import { openRaw } from './raw.ts';
import { rawFewestSqlite } from './raw-fewest.ts';
import { type Bench, median } from './report.ts';
import { ratio, sideBySide } from './side-by-side.ts';

export async function onSqlite(bench: Bench): Promise<void> {
  bench.report.title('SQLite');
  await besideRaw(bench);
  await shared(bench);
  await atScale(bench);
  await acrossProcesses(bench);
}

async function besideRaw(bench: Bench): Promise<void> {
  const { report, dir } = bench;
  report.progress('cycles beside a raw program');
  const raw = openRaw(join(dir, 'raw.db'));
  const beside = { one: (count: number) => raw.oneAtATime(count), many: (count: number) => raw.grouped(count, 64) };
  const rounds = await sideBySide(bench, beside, { db: join(dir, 'ours.db'), project: dir });
  raw.close();
  report.rate('raw, one at a time', median(rounds.raw1));
  report.rate('ours, one at a time', median(rounds.ours1));
  report.atLeast('  ours / raw', ratio(rounds.ours1, rounds.raw1), 0.72);
  report.rate('raw, 64 cycles in a transaction', median(rounds.raw64));
  report.rate('ours, 64 in flight', median(rounds.ours64));
  report.atLeast('  ours / raw', ratio(rounds.ours64, rounds.raw64), 0.65);
  report.atLeast('  64 in flight / one at a time', ratio(rounds.ours64, rounds.ours1), 4);
  report.rate('repeat, one at a time', median(rounds.repeat1));
  report.atLeast('  repeat / parked cycle', ratio(rounds.repeat1, rounds.ours1), 2);
  report.rate('repeat, 64 in flight', median(rounds.repeat64));
  report.atLeast('  repeat / parked cycle', ratio(rounds.repeat64, rounds.ours64), 2);
}

async function shared(bench: Bench): Promise<void> {
  const raw = rawFewestSqlite(join(bench.dir, 'fewest.db'));
  const where = { db: join(bench.dir, 'shared.db'), project: bench.dir };
  await contention(bench, where, raw, { shared: 0.5, whole1: 0.62, whole64: 0.38 });
  await raw.close();
}

async function atScale({ report, quick, dir }: Bench): Promise<void> {
  const at = (name: string) => ({ db: join(dir, name), project: dir });
  const parked = quick ? 20_000 : 100_000;
  report.progress(`${parked} questions parked`);
  const { small, large } = await besideParked(at('small.db'), at('large.db'), parked);
  report.figure('time per cycle with nothing parked', small.cycleUs, 'µs');
  report.figure(`time per cycle with ${parked} parked`, large.cycleUs, 'µs');
  report.atMost('  ratio', large.cycleUs / small.cycleUs, 1.2);
  report.atMost('resident memory', large.residentMb, 150, 'MB');
  report.figure('first page of the inbox, nothing else parked', small.inboxUs, 'µs');
  report.figure(`first page of the inbox, ${parked} parked`, large.inboxUs, 'µs');
  report.atMost('  ratio', large.inboxUs / small.inboxUs, 1.5);
  report.atMost('cold process to its first resumed answer', await coldStart(at('large.db')), 150, 'ms');
}

async function acrossProcesses({ report, quick, dir }: Bench): Promise<void> {
  const at = (name: string) => ({ db: join(dir, name), project: dir });
  report.progress('two processes');
  const wake = await wakeUp(at('wake.db'), quick ? 100 : 300);
  report.figure('wake-up in another process, p50', wake.p50, 'ms');
  report.atMost('wake-up in another process, p99', wake.p99, 10, 'ms');
  report.atMost('a waiting process at rest', await idleCost(at('wake.db'), quick ? 3 : 10), 0.5, '% of a core');
  const writer = await eventLoopUnderWriter(at('writer.db'), quick ? 2 : 5);
  report.figure('ours beside a writing process', writer.rate, 'cycles/s');
  report.atMost('longest stop of the event loop meanwhile', writer.longestMs, 50, 'ms');
  report.atMost('askonce --help', commandLineStart(), 150, 'ms');
}
