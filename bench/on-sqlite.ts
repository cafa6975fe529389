/** What the embedded store costs, beside a raw better-sqlite3 program that writes the same rows. */
import { join } from 'node:path';
import { openAskOnce } from '../src/index.ts';
import { besideParked, coldStart } from './at-scale.ts';
import { cycles, repeats } from './cycles.ts';
import { commandLineStart, eventLoopUnderWriter, idleCost, wakeUp } from './processes.ts';
import { openRaw } from './raw.ts';
import { type Bench, median, ratio } from './report.ts';

export async function onSqlite(bench: Bench): Promise<void> {
  bench.report.title('SQLite');
  await sideBySide(bench);
  await atScale(bench);
  await acrossProcesses(bench);
}

async function sideBySide({ report, dir, rounds: ROUNDS }: Bench): Promise<void> {
  report.progress('cycles beside a raw program');
  const raw = openRaw(join(dir, 'raw.db'));
  const askonce = await openAskOnce({ db: join(dir, 'ours.db'), projectRoot: dir });
  const rounds: Record<'raw1' | 'ours1' | 'raw64' | 'ours64' | 'repeat1' | 'repeat64', number[]> = {
    raw1: [],
    ours1: [],
    raw64: [],
    ours64: [],
    repeat1: [],
    repeat64: [],
  };
  let from = 0;
  const ours = async (count: number, inFlight: number) => {
    const rate = await cycles(askonce, count, inFlight, from);
    from += count;
    return rate;
  };
  // The first round of each warms the code up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = {
      raw1: raw.oneAtATime(600),
      ours1: await ours(600, 1),
      repeat1: await repeats(askonce, 1000, 1),
      raw64: raw.grouped(6400, 64),
      ours64: await ours(6400, 64),
      repeat64: await repeats(askonce, 6400, 64),
    };
    if (round === 0) continue;
    for (const [name, rate] of Object.entries(measured)) rounds[name as keyof typeof rounds].push(rate);
    report.progress(`cycles beside a raw program, round ${round} of ${ROUNDS}`);
  }
  await askonce.close();
  raw.close();
  report.rate('raw, one at a time', median(rounds.raw1));
  report.rate('ours, one at a time', median(rounds.ours1));
  report.atLeast('  ours / raw', ratio(rounds.ours1, rounds.raw1), 0.7);
  report.rate('raw, 64 cycles in a transaction', median(rounds.raw64));
  report.rate('ours, 64 in flight', median(rounds.ours64));
  report.atLeast('  ours / raw', ratio(rounds.ours64, rounds.raw64), 0.6);
  report.atLeast('  64 in flight / one at a time', ratio(rounds.ours64, rounds.ours1), 4);
  report.rate('repeat, one at a time', median(rounds.repeat1));
  report.atLeast('  repeat / parked cycle', ratio(rounds.repeat1, rounds.ours1), 2);
  report.rate('repeat, 64 in flight', median(rounds.repeat64));
  report.atLeast('  repeat / parked cycle', ratio(rounds.repeat64, rounds.ours64), 2);
}

async function atScale({ report, quick, dir }: Bench): Promise<void> {
  const at = (name: string) => ({ db: join(dir, name), projectRoot: dir });
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
  report.atMost('cold process to its first resumed answer', await coldStart(at('large.db')), 300, 'ms');
}

async function acrossProcesses({ report, quick, dir }: Bench): Promise<void> {
  const at = (name: string) => ({ db: join(dir, name), projectRoot: dir });
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
