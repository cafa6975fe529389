/** The storm: processes on one store, killed at random moments and started again. Then the reckoning. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type AskOnce, openAskOnce } from '../../../src/index.ts';
import { violationsIn } from '../../support/invariants.ts';
import { program } from '../../support/programs.ts';
import { codeCache } from './code-cache.ts';
import { type Ack, ackReader, lostAcks } from './storm-acks.ts';
import { runStormJob, stormJob } from './storm-jobs.ts';
import { anyAnswer, builtOnce, submissionsOf } from './storm-submissions.ts';

export interface StormOptions {
  /** The store: a file's name, or `postgres://…?schema=…`. */
  readonly address: string;
  readonly kills: number;
  /** How many are alive at once; 3 unless told. */
  readonly processes?: number;
  /** The program of the processes: storm-worker.ts, or a careless one for the controls. */
  readonly program?: string;
  readonly args?: readonly string[];
  /** The storm ends when this has passed, however many kills are left. */
  readonly limitMs: number;
  readonly onKill?: (kills: number, acks: number) => void;
}

export interface StormLog {
  readonly kills: number;
  /** How many were up at the same time. */
  readonly mostUp: number;
  readonly acks: readonly Ack[];
}

const PROCESSES = 3;
/** So many acknowledgements at most a process lives to give. Not so long a time: on a busy machine it would do nothing in it. */
const MAX_LIFETIME = 30;
/** The kill comes up to so much later, so that it strikes anywhere in what is done next. */
const KILL_WITHIN_MS = 20;
/** One in eight of those that replace a killed one is killed while it still opens the store. */
const KILLED_EARLY = 1 / 8;
/** One that does nothing for so long is killed as well, lest the storm never end. */
const IDLE_MS = 60_000;
const JOBS_A_KILL = 4;

const STORM_WORKER = program('test/slow/crash/storm-worker.ts');

function jobsOf(kills: number): number {
  return 40 + kills * JOBS_A_KILL;
}

/** Starts the processes, kills and replaces them `kills` times, and returns all that they acknowledged. */
export async function rage(options: StormOptions): Promise<StormLog> {
  const { address, kills, processes = PROCESSES, limitMs, program = STORM_WORKER, args } = options;
  const acks: Ack[] = [];
  const endsAt = performance.now() + limitMs;
  let killed = 0;
  let up = 0;
  let mostUp = 0;
  let isFaulty = false;
  const isOver = () => killed >= kills || performance.now() > endsAt || isFaulty;
  const acknowledged = (ack: Ack) => {
    acks.push(ack);
    if (ack.did === 'fault') isFaulty = true;
  };
  const cache = codeCache();
  /** The first process is up, and has left its compiled code to the others. */
  const firstUp = Promise.withResolvers<void>();

  async function life(isFirst: boolean): Promise<void> {
    const child = spawn(
      process.execPath,
      [program, address, String(jobsOf(kills)), ...(args ?? [String(submissionsOf(kills))])],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: cache.env,
      },
    );
    const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const timers: NodeJS.Timeout[] = [];
    const killAfter = (ms: number) => timers.push(setTimeout(() => child.kill('SIGKILL'), ms));
    let isUp = false;
    let left = Math.ceil(Math.random() * MAX_LIFETIME);
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.stdout.setEncoding('utf8').on(
      'data',
      ackReader((ack) => {
        acknowledged(ack);
        if (ack.did === 'up') {
          isUp = true;
          up += 1;
          mostUp = Math.max(mostUp, up);
          firstUp.resolve();
        }
        // Nobody is killed before all are up: so many work on one store at once.
        if (mostUp < processes && !isOver()) return;
        left -= 1;
        if (left === 0 || isOver()) killAfter(Math.random() * KILL_WITHIN_MS);
      }),
    );
    if (!isFirst && Math.random() < KILLED_EARLY) killAfter(Math.random() * 100);
    killAfter(IDLE_MS);
    await gone;
    for (const timer of timers) clearTimeout(timer);
    firstUp.resolve();
    if (isUp) up -= 1;
    if (endedByItself(child)) acknowledged({ did: 'fault', what: `a process ended by itself: ${complaint}` });
    killed += 1;
    options.onKill?.(killed, acks.length);
  }

  const lives = Array.from({ length: processes }, async (_, n) => {
    if (n > 0) await firstUp.promise;
    for (let isFirst = true; !isOver(); isFirst = false) await life(isFirst);
  });
  try {
    await Promise.all(lives);
  } finally {
    cache.remove();
  }
  return { kills: killed, mostUp, acks };
}

function endedByItself(child: ChildProcess): boolean {
  return child.signalCode !== 'SIGKILL';
}

/** Everything the storm broke, one line each; empty when it broke nothing. The jobs are run to their end on the way. */
export async function reckon(address: string, { acks, kills: killed }: StormLog, kills = killed): Promise<string[]> {
  const faults = acks.flatMap((ack) => (ack.did === 'fault' ? [`fault: ${ack.what}`] : []));
  faults.push(...(await lostAcks(address, acks)), ...(await violationsIn(address)));
  const askonce = await openAskOnce({ db: address, project: '/' });
  try {
    faults.push(...(await strandedJobs(askonce, jobsOf(kills))));
    faults.push(...(await builtOnce(askonce, submissionsOf(kills))));
  } finally {
    await askonce.close();
  }
  return [...faults, ...(await violationsIn(address))];
}

/** Answers all that waits and runs every job again, until all have ended; each round answers at least one step of each. */
async function strandedJobs(askonce: AskOnce, count: number): Promise<string[]> {
  let waiting = Array.from({ length: count }, (_, n) => stormJob(n));
  const rounds = Math.max(...waiting.map((job) => job.steps.length)) + 1;
  for (let round = 0; round < rounds && waiting.length > 0; round += 1) {
    for (;;) {
      const { items } = await askonce.questions.list({ status: 'pending', limit: 200 });
      if (items.length === 0) break;
      await Promise.all(items.map((question) => askonce.questions.answer(question.id, anyAnswer(question))));
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
