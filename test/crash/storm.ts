/** The storm: processes on one store file, killed at random moments and started again. Then the reckoning. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type AskOnce, openAskOnce } from '../../src/index.ts';
import { violationsIn } from './invariants.ts';
import { type Ack, ackReader, lostAcks } from './storm-acks.ts';
import { runStormJob, stormAnswer, stormJob } from './storm-jobs.ts';

export interface StormOptions {
  readonly file: string;
  readonly kills: number;
  /** The program of the processes: storm-worker.ts, or a careless one for the controls. */
  readonly program?: string;
  readonly args?: readonly string[];
  /** The storm ends when this has passed, however many kills are left. */
  readonly limitMs: number;
  readonly onKill?: (kills: number, acks: number) => void;
}

export interface StormLog {
  readonly kills: number;
  readonly acks: readonly Ack[];
}

const PROCESSES = 3;
/** Up to so long after it is up a process lives; one in eight is killed while it still opens the store. */
const LONGEST_LIFE_MS = 150;
const KILLED_EARLY = 1 / 8;
const JOBS_A_KILL = 4;

const STORM_WORKER = fileURLToPath(import.meta.resolve('./storm-worker.ts'));

function jobsOf(kills: number): number {
  return 40 + kills * JOBS_A_KILL;
}

/** Starts the processes, kills and replaces them `kills` times, and returns all that they acknowledged. */
export async function rage(options: StormOptions): Promise<StormLog> {
  const { file, kills, limitMs, program = STORM_WORKER, args = [] } = options;
  const acks: Ack[] = [];
  const endsAt = performance.now() + limitMs;
  let killed = 0;
  const isOver = () => killed >= kills || performance.now() > endsAt || acks.some((ack) => ack.did === 'fault');

  async function life(): Promise<void> {
    const child = spawn(process.execPath, [program, file, String(jobsOf(kills)), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const timers: NodeJS.Timeout[] = [];
    const killAfter = (ms: number) => timers.push(setTimeout(() => child.kill('SIGKILL'), ms));
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.stdout.setEncoding('utf8').on(
      'data',
      ackReader((ack) => {
        if (ack.did === 'up') killAfter(Math.random() * LONGEST_LIFE_MS);
        acks.push(ack);
      }),
    );
    if (Math.random() < KILLED_EARLY) killAfter(Math.random() * 300);
    killAfter(20_000);
    await gone;
    for (const timer of timers) clearTimeout(timer);
    if (endedByItself(child)) acks.push({ did: 'fault', what: `a process ended by itself: ${complaint}` });
    killed += 1;
    options.onKill?.(killed, acks.length);
  }

  const lives = Array.from({ length: PROCESSES }, async () => {
    while (!isOver()) await life();
  });
  await Promise.all(lives);
  return { kills: killed, acks };
}

function endedByItself(child: ChildProcess): boolean {
  return child.signalCode !== 'SIGKILL';
}

/** Everything the storm broke, one line each; empty when it broke nothing. The jobs are run to their end on the way. */
export async function reckon(file: string, { acks, kills: killed }: StormLog, kills = killed): Promise<string[]> {
  const faults = acks.flatMap((ack) => (ack.did === 'fault' ? [`fault: ${ack.what}`] : []));
  faults.push(...lostAcks(file, acks), ...violationsIn(file));
  const askonce = await openAskOnce({ db: file, projectRoot: '/' });
  try {
    faults.push(...(await strandedJobs(askonce, jobsOf(kills))));
  } finally {
    await askonce.close();
  }
  return [...faults, ...violationsIn(file)];
}

/** Answers all that waits and runs every job again, until all have ended; each round answers at least one step of each. */
async function strandedJobs(askonce: AskOnce, count: number): Promise<string[]> {
  let waiting = Array.from({ length: count }, (_, n) => stormJob(n));
  const rounds = Math.max(...waiting.map((job) => job.steps.length)) + 1;
  for (let round = 0; round < rounds && waiting.length > 0; round += 1) {
    for (;;) {
      const { items } = await askonce.pending({ limit: 200 });
      if (items.length === 0) break;
      await Promise.all(items.map(({ id, type }) => askonce.answer(id, stormAnswer(type, Math.random))));
    }
    const ended = await Promise.all(waiting.map((job) => runStormJob(askonce, job)));
    waiting = waiting.filter((_, n) => ended[n] === 'waits');
  }
  const replies = await Promise.all(Array.from({ length: count }, (_, n) => replayOf(askonce, n)));
  return [...waiting.map((job) => `${job.id} is stranded`), ...replies.flat()];
}

/** A job that has ended gets the same outcomes again, however often it is run. */
async function replayOf(askonce: AskOnce, n: number): Promise<string[]> {
  const outcomes = async () => {
    const told: unknown[] = [];
    await runStormJob(askonce, stormJob(n), (_step, { items }) => told.push(items));
    return JSON.stringify(told);
  };
  const [first, second] = [await outcomes(), await outcomes()];
  return first === second ? [] : [`job-${n} was told something else the second time: ${first} then ${second}`];
}
