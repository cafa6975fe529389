/**
 * Workers on other machines, which reach the store through a server. Each runs the jobs that were made with its own token, and no other:
 * a machine never runs what someone else put in. A worker writes for the newest run of its jobs only.
 */
import { isAbsolute } from 'node:path';
import type { Caller } from '../core/access.ts';
import { storable } from '../core/answer/check.ts';
import type { Claim } from '../core/jobs/claim.ts';
import { type JobEnd, type RunEnd, unknownJob } from '../core/jobs/decide.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Policy } from '../core/model/policy.ts';
import type { JobRecord, LogLine } from '../core/model/records.ts';
import { nameOf } from '../core/model/scoped-id.ts';
import type { Engine } from '../engine/engine.ts';
import { checkId, checkOneOf, checkText, invalidArgument, LIMITS, omitNullish, textName } from '../util/arguments.ts';
import { makeJob, type QueueOptions } from './queue-job.ts';

/** A worker, as its caller names it. The same name with another token is another worker. */
export interface WorkerName {
  readonly id: string;
  readonly caller: Caller | null;
}

/** One run of a job, by one worker. */
export interface JobRun extends WorkerName {
  readonly job: string;
  readonly run: number;
}

/** A job that a worker runs. */
export interface WorkerJob {
  readonly id: string;
  readonly session: string;
  readonly prompt: string;
  /** The answer to the question about its prompt. */
  readonly answer: string | null;
  readonly spec: JobRecord['spec'];
  /** Which run it is; 1 for the first. */
  readonly run: number;
  /** Whether the worker runs it. */
  readonly isOwned: boolean;
}

export interface WorkerLease {
  readonly leaseMs: number;
  /** Where its process is, as `processNamespace` says. A worker of the same machine that finds it dead need not wait for the lease. */
  readonly place: string;
  readonly pid: number;
  /** The jobs that it knows to be its own. */
  readonly running: readonly string[];
}

export interface WorkerQueue extends Omit<QueueOptions, 'caller'> {
  readonly agent: string;
  /** Where the job was made and may run, as the worker's machine names it. */
  readonly folder: string;
  /** Whether this worker runs it at once, so that no other takes it first. */
  readonly start?: boolean;
}

export interface WorkerClaim extends Pick<Claim, 'only' | 'limit'> {
  readonly agent: string;
  readonly folder: string;
}

const LEASE_MS = { min: 100, max: 3_600_000 };
/** No worker has more room. */
const MAX_CLAIMED = 1_000;
const STREAMS = ['stdout', 'stderr', 'askonce'] as const;
const MAX_LINES = 1_000;
const MAX_LINE_LENGTH = 4_000;
const MAX_KEY_LENGTH = 500;

export class Workers {
  private readonly engine: Engine;
  private readonly defaultPolicy: Policy;

  constructor(engine: Engine, defaultPolicy: Policy) {
    this.engine = engine;
    this.defaultPolicy = defaultPolicy;
  }

  /**
   * Takes or renews a worker's lease. Returns the jobs that it owns, and those of them that it does not know: it claimed them, and the reply
   * was lost.
   * @example
   * const worker = { id: 'w-1', caller: null };
   * const { owned } = await askonce.workers.beat(worker, { leaseMs: 15_000, place: 'laptop', pid: 42, running: [] });
   */
  async beat(
    worker: WorkerName,
    { leaseMs, place, pid, running }: WorkerLease,
  ): Promise<{ readonly owned: readonly string[]; readonly unknown: readonly WorkerJob[] }> {
    if (!(leaseMs >= LEASE_MS.min && leaseMs <= LEASE_MS.max))
      throw invalidArgument('leaseMs', `${LEASE_MS.min} to ${LEASE_MS.max} milliseconds`);
    if (!(Number.isInteger(pid) && pid >= 0 && pid < 2 ** 31)) throw invalidArgument('pid', 'the number of a process');
    const { runs } = this.engine.store;
    const id = workerId(worker);
    // By this clock: the worker's own may differ. It counts from before it sent the request, and so never longer than the store.
    const leaseUntil = this.engine.clock.now() + leaseMs;
    const owned = await runs.beat({ id, place: checkText(place, 'place', LIMITS.label), pid, leaseUntil });
    const missed = owned.filter((job) => !running.includes(job));
    const found = missed.length === 0 ? [] : await runs.look(missed);
    const unknown = found.flatMap(({ job }) => (job?.owner === id ? [workerJob(job, id)] : []));
    return { owned: owned.map(nameOf), unknown };
  }

  /**
   * Ends a worker's lease, so that no other has to wait for it.
   * @example
   * await askonce.workers.leave({ id: 'w-1', caller: null });
   */
  async leave(worker: WorkerName): Promise<void> {
    await this.engine.store.runs.dismiss(workerId(worker));
  }

  /**
   * Creates a job for the workers of one folder on one machine. The same job again is the same job.
   * @example
   * const worker = { id: 'w-1', caller: null };
   * const job = await askonce.workers.queue(worker, 'Add a config file', { agent: 'claude -p', folder: 'laptop:/home/ann/shop' });
   */
  async queue(worker: WorkerName, prompt: string, options: WorkerQueue): Promise<WorkerJob> {
    const { folder, start = false, ...rest } = omitNullish(options, 'options');
    const id = workerId(worker);
    const how = { ...rest, caller: worker.caller, agent: checkText(rest.agent, 'agent') };
    const place = this.folderOf(folder, worker.caller);
    const job = await makeJob(this.engine, this.defaultPolicy, prompt, how, start ? id : null, place);
    return workerJob(job, id);
  }

  /**
   * Gives a worker jobs that were made with its own token, for its agent and its folder: the oldest first.
   * @example
   * const worker = { id: 'w-1', caller: null };
   * const claim = { agent: 'claude -p', folder: 'laptop:/home/ann/shop', only: null, limit: 4 };
   * for (const { prompt } of await askonce.workers.claim(worker, claim)) console.log(prompt);
   */
  async claim(worker: WorkerName, { agent, folder, only, limit }: WorkerClaim): Promise<readonly WorkerJob[]> {
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_CLAIMED))
      throw invalidArgument('limit', `a whole number, 1 to ${MAX_CLAIMED}`);
    const { caller } = worker;
    const id = workerId(worker);
    const { project, jobs } = this.engine;
    const named = only?.map((job) => textName(job, 'job')) ?? null;
    const place = this.folderOf(folder, caller);
    const token = caller?.token ?? null;
    const claim = { worker: id, project, folder: place, agent, token, only: named, limit };
    return (await jobs.claim(claim)).map((job) => workerJob(job, id));
  }

  /**
   * Ends a run, or releases its job for other workers. A run that is not the job's newest changes nothing.
   * @example
   * const run = { id: 'w-1', caller: null, job: 'build-7', run: 1 };
   * await askonce.workers.end(run, { state: 'COMPLETE', result: 'done' }).catch(() => {});
   */
  async end(
    run: JobRun,
    end: JobEnd | { readonly state: 'RELEASED'; readonly failed: boolean },
  ): Promise<RunEnd['outcome']> {
    const worker = workerId(run);
    const job = { ...(await this.jobOf(run)), runs: run.run };
    const { jobs } = this.engine;
    const ended =
      end.state === 'RELEASED' ? jobs.release(job, worker, end.failed) : jobs.end(job, worker, heldEnd(end));
    return (await ended).outcome;
  }

  /**
   * Returns what `once` stored under a key, as JSON, or null.
   * @example
   * await askonce.workers.kept({ id: 'w-1', caller: null, job: 'build-7', run: 1 }, 'turn 1').catch(() => null);
   */
  async kept(run: Omit<JobRun, 'run'>, key: string): Promise<string | null> {
    const { id } = await this.jobOf(run);
    return this.engine.store.runs.kept(id, keyOf(key));
  }

  /**
   * Stores the result of a step under a key, unless there is one, and returns the stored one.
   * @example
   * await askonce.workers.keep({ id: 'w-1', caller: null, job: 'build-7', run: 1 }, 'turn 1', '"done"').catch(() => null);
   */
  async keep(run: JobRun, key: string, value: string): Promise<string> {
    const { id } = await this.newestRun(run);
    return this.engine.store.runs.keep(id, keyOf(key), value, this.engine.clock.now());
  }

  /**
   * Appends lines to the log of a job. The same lines sent again are stored once.
   * @example
   * const lines = [{ at: 1, stream: 'stdout', line: 'building' }] as const;
   * await askonce.workers.append({ id: 'w-1', caller: null, job: 'build-7', run: 1 }, lines).catch(() => {});
   */
  async append(run: JobRun, lines: readonly Omit<LogLine, 'n'>[]): Promise<void> {
    if (lines.length > MAX_LINES) throw invalidArgument('lines', `at most ${MAX_LINES} lines`);
    const { id } = await this.newestRun(run);
    const { runs } = this.engine.store;
    const short = lines.map(({ at, stream, line }) => ({
      at,
      stream: checkOneOf(stream, STREAMS, 'stream'),
      line: storable(line.slice(0, MAX_LINE_LENGTH)),
    }));
    // A reply may have been lost. Lines that are written anew have another time.
    const last = await runs.log(id, { limit: Math.max(1, short.length) });
    if (isSame(last, short)) return;
    await runs.append(id, short);
  }

  /** The folder as it is stored; null for the project's own. */
  private folderOf(folder: string, caller: Caller | null): string | null {
    const name = checkText(folder, 'folder', LIMITS.path);
    // Otherwise a worker of this machine could be made to run it.
    if (caller?.role === 'asker' && isAbsolute(name)) {
      const text = `An asker's token cannot name a folder of the server, such as ${name}. Name the machine before it, such as laptop:${name}.`;
      throw new AskOnceError('argument_invalid', text, { argument: 'folder' });
    }
    return name === this.engine.project ? null : name;
  }

  private async jobOf({ job: name, caller }: Pick<JobRun, 'job' | 'caller'>): Promise<JobRecord> {
    const job = await this.engine.store.job(textName(name, 'job'));
    if (!job || job.prompt === null) throw unknownJob(name);
    if (job.token === (caller?.token ?? null)) return job;
    const text = `Job ${name} was created with a different token. Only workers with that token may run it.`;
    throw new AskOnceError('owner_only', text);
  }

  private async newestRun(run: JobRun): Promise<JobRecord> {
    const job = await this.jobOf(run);
    if (job.owner === workerId(run) && job.runs === run.run) return job;
    const text = `Run ${run.run} of job ${run.job} is over, or another worker has the job. Nothing was stored.`;
    throw new AskOnceError('run_over', text, { job: run.job });
  }
}

/** In the store the name belongs to its token, so that no caller can speak for another's worker, nor for one on the store itself. */
function workerId({ id, caller }: WorkerName): string {
  return `${checkId(id, 'worker')}.${caller?.token ?? 'http'}`;
}

function workerJob(job: JobRecord, worker: string): WorkerJob {
  const { clarificationAnswer: answer, spec, runs: run } = job;
  return {
    id: nameOf(job.id),
    session: nameOf(job.session),
    prompt: job.prompt ?? '',
    answer,
    spec,
    run,
    isOwned: job.owner === worker,
  };
}

/** As every store can hold it: an agent may print anything. */
function heldEnd(end: JobEnd): JobEnd {
  if (end.state === 'ERROR') return { ...end, error: storable(end.error) };
  if (end.state === 'UNFINISHED') return { ...end, because: storable(end.because) };
  return { ...end, result: end.result === null ? null : storable(end.result) };
}

function keyOf(key: string): string {
  if (key !== '' && key.length <= MAX_KEY_LENGTH && storable(key) === key) return key;
  throw invalidArgument('key', `a string of 1 to ${MAX_KEY_LENGTH} characters`);
}

function isSame(some: readonly Omit<LogLine, 'n'>[], others: readonly Omit<LogLine, 'n'>[]): boolean {
  const isLine = (one: Omit<LogLine, 'n'>, other: Omit<LogLine, 'n'>) =>
    one.at === other.at && one.stream === other.stream && one.line === other.line;
  return some.length === others.length && some.every((one, at) => isLine(one, others[at]!));
}
