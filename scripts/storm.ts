/**
 * The long storm: `npm run storm` kills 1,000 processes in the middle of their asks and answers and then reckons what was lost.
 *
 *   npm run storm -- --kills 200     fewer (or more)
 *   npm run storm -- --minutes 5     ends after five minutes at the latest; 30 by default
 *   npm run storm -- --keep          leaves the store where it is, to look at
 *   npm run storm -- --postgres      twenty processes on one PostgreSQL, which it starts by itself, with fsync on
 *
 * Exit code 0: nothing was lost. 1: something was, and is listed. 2: the time was up before all kills were done.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rage, reckon, type StormLog } from '../test/crash/storm.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
});
const kills = positive('kills', values.kills);
const limitMs = positive('minutes', values.minutes) * 60_000;
/** So many lines of what is wrong say enough. */
const MOST_LINES = 50;

interface Storm {
  readonly address: string;
  readonly processes: number;
  /** What there is to look at, if it is kept. */
  readonly remains: string;
  end(): Promise<void>;
}

async function onFile(): Promise<Storm> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-storm-'));
  const address = join(folder, 'askonce.db');
  return {
    address,
    processes: 3,
    remains: `The store is ${address}`,
    end: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function onPostgres(): Promise<Storm> {
  const server = await startPostgres({ settings: { fsync: 'on' } });
  const address = `${server.url}?schema=storm`;
  return {
    address,
    processes: 20,
    remains: `The store is ${address} until this process is ended.`,
    end: () => server.stop(),
  };
}

const storm = await (values.postgres ? onPostgres() : onFile());
const { address, processes } = storm;
const started = performance.now();

const log = await rage({ address, processes, kills, limitMs, onKill: progress });
process.stdout.write('\n');
const faults = await reckon(address, log, kills);
summary(log, faults);
process.exitCode = faults.length > 0 ? 1 : log.kills < kills ? 2 : 0;
await leave(faults.length > 0);

/** A file is left where something is wrong. A server lives no longer than this process, so it is kept only where somebody asked. */
async function leave(isWrong: boolean): Promise<void> {
  const isKept = values.keep || (isWrong && !values.postgres);
  if (!isKept) return storm.end();
  process.stdout.write(`${storm.remains}\n`);
  if (values.postgres) setInterval(() => {}, 60_000);
}

function progress(killed: number, acks: number): void {
  const line = `${killed} of ${kills} kills, ${acks} acknowledgements, ${seconds()} s`;
  // One line that is written over where somebody watches; in a log file, a line now and then.
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (killed % 100 === 0) process.stdout.write(`${line}\n`);
}

function summary({ acks, kills: killed }: StormLog, found: readonly string[]): void {
  const count = (did: string) => acks.filter((ack) => ack.did === did).length;
  const counts = ['ask', 'answer', 'decline', 'revoke'].map((did) => `${count(did)} ${did}s`).join(', ');
  process.stdout.write(`${killed} kills in ${seconds()} s; acknowledged: ${counts}\n`);
  for (const line of found.slice(0, MOST_LINES)) process.stdout.write(`  ${line}\n`);
  if (found.length > MOST_LINES) process.stdout.write(`  … and ${found.length - MOST_LINES} more\n`);
  process.stdout.write(found.length === 0 ? 'Nothing was lost.\n' : `${found.length} things are wrong.\n`);
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(0);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  process.stderr.write(`--${name} takes a number above 0, not “${text}”.\n`);
  process.exit(2);
}
