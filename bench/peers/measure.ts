/** Measures one system: its rates, its memory with many parked, and a cold start. Bounded in time, so that a slow system does not hold up the rest. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../report.ts';
import { Process } from './child.ts';
import type { Entry, Server } from './peer.ts';

export interface Rates {
  readonly one: number;
  readonly many: number;
}

export interface AtScale {
  readonly parked: number;
  readonly memory: number;
  /** Of its own server, if its memory is counted. */
  readonly serverMemory: number | null;
  readonly coldMs: number;
}

export interface Options {
  /** Of the entry. */
  readonly index: number;
  readonly dir: string;
  readonly cache: string;
  readonly parked: number;
}

const IN_FLIGHT = 64;
const ROUNDS = 3;
const ROUND_SECONDS = 2;
const PARK_SECONDS = 30;
const COLD_ROUNDS = 6;
const COLD_SECONDS = 15;
const TASK_TIMEOUT_MS = 60_000;

/** Cycles per second: on a new store, with a new server, in a new process. */
export function rates(entry: Entry, options: Options): Promise<Rates> {
  return inPlace(entry, options, 'rates', (start) => cycles(start()));
}

/** Many parked, likewise on a new store. */
export function atScale(entry: Entry, options: Options): Promise<AtScale> {
  return inPlace(entry, options, 'parked', (start, server) => manyParked(start, server, options.parked));
}

async function inPlace<R>(
  { server: startServer }: Entry,
  { index, dir, cache }: Options,
  what: string,
  run: (start: () => Process, server: Server | null) => Promise<R>,
): Promise<R> {
  const place = join(dir, `${index}-${what}`);
  mkdirSync(place);
  const server = startServer ? await startServer(place, cache) : null;
  const started: Process[] = [];
  const start = () => {
    const one = new Process(index, { dir: place, cache, url: server?.url ?? '' });
    started.push(one);
    return one;
  };
  try {
    return await run(start, server);
  } finally {
    for (const one of started) await one.kill();
    await server?.stop();
  }
}

/** The median of some rounds. A first, small round warms up the code and says how many cycles fill the others. */
async function cycles(child: Process): Promise<Rates> {
  let from = 0;
  const run = async (count: number, inFlight: number) => {
    const rate = await child.tell<number>({ do: 'cycle', from, count, inFlight }, TASK_TIMEOUT_MS);
    from += count;
    return rate;
  };
  const middle = async (inFlight: number) => {
    const rounds: number[] = [];
    let guess = await run(inFlight, inFlight);
    guess = await run(filling(guess, 0.5, inFlight), inFlight);
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await run(filling(guess, ROUND_SECONDS, inFlight), inFlight));
    return median(rounds);
  };
  return { one: await middle(1), many: await middle(IN_FLIGHT) };
}

/** As many cycles as fill this time at this rate, in whole groups. */
function filling(rate: number, seconds: number, group: number): number {
  return Math.max(1, Math.round((rate * seconds) / group)) * group;
}

/** Parks, in groups until there are enough or the time is over; then kills the process, and resumes in new ones. */
async function manyParked(start: () => Process, server: Server | null, wanted: number): Promise<AtScale> {
  const first = start();
  const ids: string[] = [];
  const until = performance.now() + PARK_SECONDS * 1000;
  while (ids.length < wanted && performance.now() < until) {
    const count = Math.min(ids.length === 0 ? IN_FLIGHT : 256, wanted - ids.length);
    ids.push(...(await first.tell<string[]>({ do: 'park', from: ids.length, count }, TASK_TIMEOUT_MS)));
  }
  const memory = await first.tell<number>({ do: 'memory' }, TASK_TIMEOUT_MS);
  const serverMemory = server?.memory?.() ?? null;
  await first.kill();
  return { parked: ids.length, memory, serverMemory, coldMs: await cold(start, ids) };
}

/** From the start of a process until a job parked by a killed process has gone on with its answer. */
async function cold(start: () => Process, ids: readonly string[]): Promise<number> {
  const rounds: number[] = [];
  const until = performance.now() + COLD_SECONDS * 1000;
  for (let n = 0; n < Math.min(COLD_ROUNDS, ids.length) && performance.now() < until; n += 1) {
    const startedAt = Date.now();
    const child = start();
    const resumedAt = await child.tell<number>({ do: 'resume', n, id: ids[n]! }, TASK_TIMEOUT_MS);
    rounds.push(resumedAt - startedAt);
    await child.kill();
  }
  // The first start fills the cache of compiled code.
  return median(rounds.length > 1 ? rounds.slice(1) : rounds);
}
