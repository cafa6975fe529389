/**
 * Runs jobs: takes those of its project that nobody runs, hands each to the executor, and keeps what becomes of it. Decides
 * nothing: who may run a job, and what state it is in, is decided by the engine, in the store.
 *
 * A job that waits for a person takes up no place, so however many wait, others run.
 */
import type { AskResult } from '../core/clarification.ts';
import { AskOnceError } from '../core/errors.ts';
import type { AuditEvent, JobRecord } from '../core/records.ts';
import type { JobEnd } from '../core/running.ts';
import type { Engine } from '../engine.ts';
import { newId } from '../ids.ts';
import type { QueueOptions } from '../jobs.ts';
import type { AskWhat } from '../prepare.ts';
import { Session } from '../session.ts';
import type { Executor, LogStream, RunAskOptions, RunContext } from './executor.ts';
import { JobLog } from './job-log.ts';
import { Lease } from './lease.ts';
import { Places, type Run } from './places.ts';

export interface RunnerOptions {
  executor: Executor;
  /** How many jobs run at once; those that wait for a person are not counted. 4 by default. */
  concurrency?: number;
  /** How long a worker that is heard of no more keeps its jobs, in milliseconds; 15 s by default. */
  leaseMs?: number;
  /** Only these jobs; all of the project by default. */
  only?: readonly string[];
  /** Every line of a job's log as it comes. */
  onLog?: (job: string, line: string, stream: LogStream) => void;
  /** What went wrong with the running itself, not with a job. */
  onFault?: (error: unknown) => void;
}

/** Makes a job as this worker's own. */
type MakeJob = (prompt: string, options: QueueOptions, worker: string) => Promise<JobRecord>;

/** Why a run was stopped. */
class Stopped extends Error {
  readonly why: 'cancelled' | 'lost' | 'stopping';

  constructor(why: Stopped['why']) {
    super(`the run was stopped: ${why}`);
    this.why = why;
  }
}

const STANDARD = { concurrency: 4, leaseMs: 15_000 };
/** Before the store is tried again that did not take what a run came to. */
const AGAIN_MS = 1_000;
/** How long a run may take to stop. Its process ends next; till then the job stays its own, so that nobody runs it beside it. */
const STOP_MS = 5_000;
/** Between the asking of an agent that does not wait, and its end. */
const LEAVES_WITHIN_MS = 1_500;

export class Runner {
  readonly worker: string;
  private readonly engine: Engine;
  private readonly make: MakeJob;
  private readonly options: RunnerOptions;
  private readonly lease: Lease;
  private readonly log: JobLog;
  private readonly places: Places;
  private readonly idlers = new Set<() => void>();
  private unwatch: (() => void) | null = null;
  private claiming: Promise<void> | null = null;
  private claimAgain = false;
  private stopping = false;
  private finishing = false;
  /** Every job that was begun here. */
  readonly begun = new Set<string>();

  constructor(engine: Engine, make: MakeJob, options: RunnerOptions) {
    this.engine = engine;
    this.make = make;
    this.options = options;
    this.worker = newId('w', engine.clock.now());
    this.places = new Places(options.concurrency ?? STANDARD.concurrency);
    const { runs } = engine.store;
    this.log = new JobLog(runs, engine.clock, (error) => this.fault(error));
    this.lease = new Lease(this.worker, runs, engine.clock, options.leaseMs ?? STANDARD.leaseMs, {
      owned: (jobs, at) => this.keepOnly(jobs, at),
      lost: () => this.stopRuns('lost'),
      failed: (error) => this.fault(error),
    });
  }

  /**
   * Takes a lease and begins to run jobs: those that are queued, those whose worker has died, and all that come.
   * @example
   * await runner.start();
   */
  async start(): Promise<void> {
    // First the lease: a job taken up before it would be that of a worker nobody knows, and be taken over while it runs.
    await this.lease.take();
    this.unwatch = this.engine.on('*', (event) => this.hear(event));
    await this.claimAll();
  }

  /**
   * Makes a job and runs it here, before any other worker could take it. Returns its id.
   * @example
   * await runner.start();
   * const id = await runner.run('Create the configuration file');
   */
  async run(prompt: string, options: QueueOptions = {}): Promise<string> {
    const job = await this.make(prompt, options, this.worker);
    if (job.owner === this.worker && !this.places.of(job.id)) this.begin(job);
    return job.id;
  }

  /**
   * Resolves when nothing runs here and nothing more can be begun: all jobs have ended, or wait for a person.
   * @example
   * await runner.start();
   * await runner.idle();
   */
  async idle(): Promise<void> {
    await this.claimAll();
    while (!this.isIdle()) {
      await new Promise<void>((resolve) => this.idlers.add(resolve));
      if (this.isIdle()) await this.claimAll();
    }
  }

  /**
   * Takes up nothing more, and resolves when what was taken up has ended or waits. Whoever leaves then breaks nothing off.
   * @example
   * await runner.start();
   * await runner.finish();
   */
  async finish(): Promise<void> {
    this.finishing = true;
    await this.claiming;
    await this.idle();
  }

  /**
   * The jobs that are run here, whether each waits for a person, and since when it runs.
   * @example
   * for (const { job, waits } of runner.running()) console.log(job.prompt, waits ? 'waits' : 'runs');
   */
  running(): readonly { readonly job: JobRecord; readonly waits: boolean; readonly since: number }[] {
    return this.places.all().map(({ job, place, since }) => ({ job, waits: place === 'waiting', since }));
  }

  /**
   * Resolves when an agent that has asked by itself has ended, or has had time to. One that does not wait for its answer has not
   * been told it: answered while it is on its way out, its job would end as if it had.
   * @example
   * await runner.leaves('task-0w2k6r1xm4c7tz');
   */
  async leaves(job: string): Promise<void> {
    const run = this.places.of(job);
    if (!run || run.asking > 0) return;
    const late = Promise.withResolvers<void>();
    const stop = this.engine.clock.after(LEAVES_WITHIN_MS, late.resolve);
    await Promise.race([run.ended, late.promise]);
    stop();
  }

  /**
   * Stops what runs, and lets every job go for others to take up.
   * @example
   * await runner.stop();
   */
  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    this.stopRuns('stopping');
    await this.claiming;
    await this.untilEnded(STOP_MS);
    await this.log.flush();
    if (!this.unwatch) return;
    this.unwatch();
    if (this.places.all().length === 0) await this.lease.end();
    else this.lease.leave();
  }

  private async untilEnded(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.all(this.places.all().map(({ ended }) => ended)), enough]);
    clearTimeout(timer);
  }

  private isIdle(): boolean {
    return this.stopping || (this.claiming === null && this.places.all().every(({ place }) => place === 'waiting'));
  }

  private hear({ type, job }: AuditEvent): void {
    if (job === null) return;
    const run = this.places.of(job);
    if (type === 'job.cancelled') run?.abort.abort(new Stopped('cancelled'));
    if (type === 'job.awaiting' && run) this.places.wait(run);
    if (type === 'job.resumed' && run && run.asking === 0) this.places.goOn(run);
    if (type === 'job.queued' || type === 'job.released' || type === 'job.resumed' || type === 'job.awaiting')
      this.claimSoon();
    this.tellIdlers();
  }

  private claimSoon(): void {
    this.claimAll().catch((error) => this.fault(error));
  }

  /** Takes jobs as long as there is room and there are any. */
  private async claimAll(): Promise<void> {
    this.claimAgain = true;
    this.claiming ??= this.claimWhatThereIs().finally(() => {
      this.claiming = null;
      this.tellIdlers();
    });
    await this.claiming;
  }

  private async claimWhatThereIs(): Promise<void> {
    while (this.claimAgain && this.takesMore()) {
      this.claimAgain = false;
      for (const wanted of this.options.only ?? [null]) {
        while (this.takesMore() && this.places.free()) {
          const job = await this.engine.jobs.claim(this.worker, this.engine.files.root, wanted);
          if (!job) break;
          if (job.owner === this.worker) this.begin(job);
        }
      }
    }
  }

  private takesMore(): boolean {
    return !this.stopping && !this.finishing;
  }

  private begin(job: JobRecord): void {
    const run: Run = {
      job,
      abort: new AbortController(),
      since: this.engine.clock.now(),
      asking: 0,
      place: 'running',
      ended: Promise.resolve(),
    };
    this.places.add(run);
    this.begun.add(job.id);
    run.ended = this.execute(run)
      .catch((error) => this.fault(error))
      .finally(() => {
        this.places.remove(run);
        if (!this.stopping) this.claimSoon();
        this.tellIdlers();
      });
    if (this.stopping) run.abort.abort(new Stopped('stopping'));
  }

  private async execute(run: Run): Promise<void> {
    const { job, abort } = run;
    const { id, session, prompt, project, runs } = job;
    let end: JobEnd | null;
    try {
      const runnable = { id, session, prompt: prompt!, project, run: runs };
      const result = await this.options.executor(runnable, this.contextOf(run));
      end = { state: 'COMPLETE', result: result ?? null };
    } catch (error) {
      end = failure(error);
    }
    await this.log.flush();
    const { reason } = abort.signal;
    const stopped = reason instanceof Stopped ? reason.why : null;
    // Cancelled, it has ended; lost, it is another's.
    if (stopped === 'cancelled' || stopped === 'lost') return;
    const { jobs } = this.engine;
    await this.insist(run, () =>
      stopped === 'stopping' || end === null ? jobs.release(job, this.worker) : jobs.end(job, this.worker, end),
    );
  }

  /**
   * What a run came to is said until the store takes it: a job that nobody runs, and whose worker lives, would be nobody's.
   * Whoever stops or loses the job need not: it is taken over.
   */
  private async insist({ abort }: Run, say: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await say();
        return;
      } catch (error) {
        this.fault(error);
        const closed = error instanceof AskOnceError && error.code === 'engine_closed';
        if (closed || this.stopping || abort.signal.aborted) return;
        await new Promise<void>((resolve) => this.engine.clock.after(AGAIN_MS, resolve));
      }
    }
  }

  private contextOf(run: Run): RunContext {
    const { job, abort } = run;
    return {
      signal: abort.signal,
      ask: (what, options) => this.ask(run, what, options),
      once: (key, work) => this.once(job.id, key, work, abort.signal),
      log: (line, stream = 'askonce') => {
        this.log.add(job.id, line, stream);
        this.options.onLog?.(job.id, line, stream);
      },
    };
  }

  private async ask(run: Run, what: AskWhat, options: RunAskOptions = {}): Promise<AskResult> {
    const { job, abort } = run;
    const frame = { policy: null, asker: null, language: null, defaultPolicy: job.policy };
    const session = new Session(this.engine, job.session, frame);
    run.asking += 1;
    try {
      return await session.ask(what, {
        ...options,
        job: job.id,
        input: job.prompt!,
        signal: abort.signal,
        onParked: () => {
          this.places.wait(run);
          this.claimSoon();
          this.tellIdlers();
        },
      });
    } finally {
      run.asking -= 1;
      if (run.asking === 0) await this.places.turn(run);
    }
  }

  private async once<T>(job: string, key: string, work: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
    const { store, clock } = this.engine;
    const known = await store.runs.kept(job, key);
    if (known !== null) return JSON.parse(known) as T;
    signal.throwIfAborted();
    const result = (await work()) ?? null;
    return JSON.parse(await store.runs.keep(job, key, JSON.stringify(result), clock.now())) as T;
  }

  /** Whatever the store says is no longer this worker's is given up. What was begun since it was read may well be. */
  private keepOnly(jobs: ReadonlySet<string>, at: number): void {
    for (const run of this.places.all()) {
      if (run.since < at && !jobs.has(run.job.id)) run.abort.abort(new Stopped('lost'));
    }
    // A lease may have run out somewhere, and its jobs be free.
    if (!this.stopping) this.claimSoon();
  }

  private stopRuns(why: Stopped['why']): void {
    for (const { abort } of this.places.all()) abort.abort(new Stopped(why));
  }

  private tellIdlers(): void {
    if (!this.isIdle()) return;
    for (const tell of this.idlers) tell();
    this.idlers.clear();
  }

  private fault(error: unknown): void {
    this.options.onFault?.(error);
  }
}

/**
 * What a person reads of a run that failed; null where the store failed and not the run: it is let go, and begun again. An agent
 * that ended without its answer fails only where nobody is asked.
 */
function failure(error: unknown): JobEnd | null {
  const text = (error instanceof Error ? error.message : String(error)) || 'The executor failed without saying why.';
  const code = error instanceof AskOnceError ? error.code : '';
  if (code.startsWith('store_') || code === 'engine_closed') return null;
  return { state: 'ERROR', error: text, ...(code === 'agent_failed' ? { unlessAwaiting: true } : {}) };
}
