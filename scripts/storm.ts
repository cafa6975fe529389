/**
 * The long storm: `npm run storm` kills 1,000 processes in the middle of their asks and answers and then counts what was lost.
 *
 *   npm run storm -- --kills 200     fewer (or more)
 *   npm run storm -- --minutes 5     ends after five minutes at the latest; 30 by default
 *   npm run storm -- --keep          leaves the store where it is, to look at
 *   npm run storm -- --postgres      twenty processes on one PostgreSQL, which it starts by itself, with fsync on
 *   npm run storm -- --tasks 500     tasks with real agents instead, whose worker is killed once for every six of them
 *   npm run storm -- --http          clients of one server instead, which is killed 100 times
 *
 * Exit code 0: nothing was lost. 1: something was, and is listed. 2: the time was up before all kills were done.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rageOverHttp } from '../test/slow/crash/http-storm.ts';
import { reckonHttp } from '../test/slow/crash/http-storm-reckoning.ts';
import { rage, reckon } from '../test/slow/crash/storm.ts';
import { rageOnTasks } from '../test/slow/crash/task-storm.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

const TASKS_A_KILL = 6;
const KILLS_OVER_HTTP = 100;

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    tasks: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
  },
});
const tasks = values.tasks === undefined ? null : positive('tasks', values.tasks);
const kills = positive('kills', values.kills ?? String(usualKills()));
const limitMs = positive('minutes', values.minutes) * 60_000;
/** How many lines of errors are printed at most. */
const MAX_LINES = 50;

interface Storm {
  readonly address: string;
  /** The working folder of tasks. */
  readonly folder: string;
  readonly processes: number;
  /** What can be inspected, if it is kept. */
  readonly remains: string;
  end(): Promise<void>;
}

async function onFile(): Promise<Storm> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-storm-'));
  const address = join(folder, 'askonce.db');
  return {
    address,
    folder,
    processes: 3,
    remains: `The store is ${address}`,
    end: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function onPostgres(): Promise<Storm> {
  const server = await startPostgres({ settings: { fsync: 'on' } });
  const folder = mkdtempSync(join(tmpdir(), 'askonce-storm-'));
  const address = `${server.url}?schema=storm`;
  return {
    address,
    folder,
    processes: 20,
    remains: `The store is ${address} until this process is ended.`,
    end: async () => {
      rmSync(folder, { recursive: true, force: true });
      await server.stop();
    },
  };
}

const storm = await (values.postgres ? onPostgres() : onFile());
const { address, processes } = storm;
const started = performance.now();

const { killed, faults } = await (values.http ? overHttp() : tasks === null ? overQuestions() : overTasks(tasks));
process.exitCode = faults.length > 0 ? 1 : killed < kills ? 2 : 0;
await leave(faults.length > 0);

async function overQuestions(): Promise<{ killed: number; faults: readonly string[] }> {
  const log = await rage({ address, processes, kills, limitMs, onKill: progress('acknowledgements') });
  const found = await reckon(address, log, kills);
  const count = (did: string) => log.acks.filter((ack) => ack.did === did).length;
  const counts = ['ask', 'answer', 'decline', 'revoke'].map((did) => `${count(did)} ${did}s`).join(', ');
  summary(log.kills, `acknowledged: ${counts}`, found);
  return { killed: log.kills, faults: found };
}

async function overTasks(count: number): Promise<{ killed: number; faults: readonly string[] }> {
  const folder = realpathSync(storm.folder);
  const log = await rageOnTasks({ address, folder, tasks: count, kills, limitMs, onKill: progress('tasks ended') });
  summary(log.kills, `${count} tasks, ${log.runs} runs of agents`, log.faults);
  return { killed: log.kills, faults: log.faults };
}

async function overHttp(): Promise<{ killed: number; faults: readonly string[] }> {
  const folder = realpathSync(storm.folder);
  const log = await rageOverHttp({ address, folder, kills, limitMs, onKill: progress('acknowledgements') });
  const found = await reckonHttp(address, log);
  const count = (did: string) => log.acks.filter((ack) => ack.did === did).length;
  const counts = ['made', 'answered', 'beaten', 'seen'].map((did) => `${count(did)} ${did}`).join(', ');
  const again = log.builds.filter(({ run }) => run > 1).length;
  const builds = `${log.builds.length} builds sent, ${again} of them again`;
  summary(log.kills, `${counts}; ${builds}; ${log.followed.length} events; ${log.broken} without a reply`, found);
  return { killed: log.kills, faults: found };
}

/** A file is kept if something is wrong. A server ends with this process, so it is kept only on request. */
async function leave(isWrong: boolean): Promise<void> {
  const isKept = values.keep || (isWrong && !values.postgres);
  if (!isKept) return storm.end();
  process.stdout.write(`${storm.remains}\n`);
  if (values.postgres) setInterval(() => {}, 60_000);
}

function usualKills(): number {
  if (values.http) return KILLS_OVER_HTTP;
  return tasks === null ? 1000 : Math.ceil(tasks / TASKS_A_KILL);
}

function progress(what: string): (killed: number, done: number) => void {
  return (killed, done) => {
    const line = `${killed} of ${kills} kills, ${done} ${what}, ${seconds()} s`;
    // On a terminal one line that is overwritten; in a log file, a line now and then.
    if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
    else if (killed % 100 === 0) process.stdout.write(`${line}\n`);
  };
}

function summary(killed: number, done: string, found: readonly string[]): void {
  process.stdout.write(`\n${killed} kills in ${seconds()} s; ${done}\n`);
  for (const line of found.slice(0, MAX_LINES)) process.stdout.write(`  ${line}\n`);
  if (found.length > MAX_LINES) process.stdout.write(`  … and ${found.length - MAX_LINES} more\n`);
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
