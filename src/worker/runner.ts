/**
 * Runs jobs: claims unowned jobs of its project, passes each to the executor, and stores the result. It decides nothing: the engine decides
 * in the store who may run a job and what state the job is in.
 *
 * A job that waits for a person takes up no slot, so other jobs run however many wait.
 */

import type { JobEnd } from '../core/jobs/decide.ts';
import { resolvedPromptOf } from '../core/model/interpretation.ts';
import type { AskResult } from '../core/model/question.ts';
import { type AuditEvent, folderOf } from '../core/model/records.ts';
import type { AskWhat } from '../library/ask-input.ts';
import type { QueueOptions } from '../library/queue-job.ts';
import { invalidArgument } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';
import { Retry } from '../util/retry.ts';
import { withTimeout } from '../util/with-timeout.ts';
import { Claims } from './claims.ts';
import type { RunAskOptions, RunContext } from './executor.ts';
import type { ClaimedJob, WorkerHost } from './host.ts';
import { JobLog } from './job-log.ts';
import { Lease } from './lease.ts';
import { onceFor } from './once.ts';
import { completed, failed, Stopped } from './run-end.ts';
import type { RunnerOptions } from './runner-options.ts';
import { type Run, Slots } from './slots.ts';

/** What came of `take`: the job ran here until it ended or waits for a person; it could not be claimed; this worker has no room. */
export type Taken = 'ran' | 'unclaimed' | 'full';

const DEFAULTS = { concurrency: 4, leaseMs: 15_000 };
/**
 * How long a run may take to stop. The process exits next; until then the job stays its own, so that no other worker runs it at the same
 * time.
 */
const STOP_MS = 5_000;
/** The time between a question from an agent that does not wait, and the agent's exit. */
const LEAVES_WITHIN_MS = 1_500;

export class Runner {
  readonly worker: string;
  private readonly host: WorkerHost;
  private readonly options: RunnerOptions;
  private readonly lease: Lease;
  private readonly log: JobLog;
  private readonly slots: Slots;
  private readonly claims: Claims;
  private readonly retry: Retry;
  private readonly idlers = new Set<() => void>();
  private unwatch: (() => void) | null = null;
  private stopping: Promise<void> | null = null;
  private finishing = false;
  /** Every job that was started here. */
  readonly begun = new Set<string>();

  constructor(host: WorkerHost, options: RunnerOptions) {
    this.host = host;
    this.options = options;
    this.worker = newId('w', host.clock.now());
    const { concurrency = DEFAULTS.concurrency, leaseMs = DEFAULTS.leaseMs } = options;
    if (!(Number.isInteger(concurrency) && concurrency >= 1))
      throw invalidArgument('concurrency', 'a whole number, 1 or more');
    if (!(leaseMs >= 100)) throw invalidArgument('leaseMs', 'at least 100 milliseconds');
    this.slots = new Slots(concurrency);
    this.claims = new Claims({
      // A runner that only runs jobs it created claims nothing: it gets no events, not even that a job was cancelled.
      room: () => (this.unwatch !== null && !this.finishing && this.mayBegin() ? this.slots.free() : 0),
      claim: (most) => (options.place ? this.offer(most, options.place) : this.claim(most, options.only ?? null)),
      ended: () => this.tellIdlers(),
    });
    const { runs, clock } = host;
    this.retry = new Retry(clock, (error) => this.fault(error));
    this.log = new JobLog(runs, clock, (error) => this.fault(error));
    this.lease = new Lease(this.worker, runs, clock, leaseMs, {
      owned: (jobs, at) => this.keepOnly(jobs, at),
      lost: () => this.stopRuns('lost'),
      freed: () => this.claimSoon(),
      failed: (error) => this.fault(error),
    });
  }

  /**
   * Takes a lease and starts running jobs: queued jobs, jobs of dead workers, and every job that arrives later.
   * @example
   * await runner.start();
   */
  async start(): Promise<void> {
    // The lease comes first: without it, a claimed job would belong to an unknown worker and be taken over while it runs.
    await this.lease.take();
    this.unwatch = this.host.on(
      '*',
      (event) => this.hear(event),
      () => this.claimSoon(),
    );
    await this.claims.all();
  }

  /**
   * Creates a job and runs it here, before any other worker can claim it. Returns its id.
   * @example
   * await runner.start();
   * const id = await runner.run('Create the configuration file');
   */
  async run(prompt: string, options: QueueOptions = {}): Promise<string> {
    if (!this.stopping && !this.lease.holds()) await this.lease.take();
    const { agent = null } = this.options;
    const own = agent === null ? options : { agent, ...options };
    const job = await this.host.queue(prompt, own, this.stopping ? null : this.worker);
    if (job.owner === this.worker) this.begin(job);
    return job.id;
  }

  /**
   * Claims this job and runs it here, if it can run and there is room. Resolves when its run has ended. For engines that place jobs on
   * workers: any number of workers may be given the same job, and one of them runs it.
   * @example
   * if ((await runner.take('task-0w2k6r1xm4c7tz')) === 'full') console.log('try another worker');
   */
  async take(job: string): Promise<Taken> {
    if (!this.mayBegin() || this.slots.free() < 1) return 'full';
    await this.claim(1, [job]);
    const run = this.slots.of(job);
    if (run !== undefined) {
      await run.ended;
      return 'ran';
    }
    return 'unclaimed';
  }

  /**
   * Resolves when nothing runs here and nothing more can be started: all jobs have ended or wait for a person.
   * @example
   * await runner.start();
   * await runner.idle();
   */
  async idle(): Promise<void> {
    await this.claims.all();
    // The end of a run triggers the next claim. If this loop claimed as well, two waiting callers would keep waking each other.
    while (!this.isIdle()) await new Promise<void>((resolve) => this.idlers.add(resolve));
  }

  /**
   * Claims nothing more, and resolves when every claimed job has ended or waits for a person. Exiting then interrupts nothing.
   * @example
   * await runner.start();
   * await runner.finish();
   */
  async finish(): Promise<void> {
    this.finishing = true;
    await this.claims.underWay;
    await this.idle();
  }

  /**
   * The jobs that run here, whether each waits for a person, and since when it runs.
   * @example
   * for (const { job, waits } of runner.running()) console.log(job.prompt, waits ? 'waits' : 'runs');
   */
  running(): readonly { readonly job: ClaimedJob; readonly waits: boolean; readonly since: number }[] {
    return this.slots.all().map(({ job, place, since }) => ({ job, waits: place === 'waiting', since }));
  }

  /**
   * Resolves when an agent that asked through another surface has exited, or has had time to. An agent that does not wait has not received
   * its answer: if it were answered while it is exiting, its job would end as if it had.
   * @example
   * await runner.leaves('task-0w2k6r1xm4c7tz');
   */
  async leaves(job: string): Promise<void> {
    const run = this.slots.of(job);
    if (run && run.asking === 0) await withTimeout(LEAVES_WITHIN_MS, run.ended);
  }

  /**
   * Stops all runs and releases every job for other workers. A run that does not stop in time keeps its job for as long as it runs; if
   * released, the job would run twice.
   * @example
   * await runner.stop();
   */
  stop(): Promise<void> {
    this.stopping ??= this.halt();
    return this.stopping;
  }

  private async halt(): Promise<void> {
    // The caller must have stored this promise first, because other code checks whether it is set.
    await Promise.resolve();
    this.stopRuns('stopping');
    this.retry.end();
    this.host.hurry?.();
    await this.claims.underWay?.catch(() => {});
    const allEnded = Promise.all(this.slots.all().map(({ ended }) => ended));
    const inTime = await withTimeout(STOP_MS, allEnded);
    await this.log.flush();
    this.unwatch?.();
    if (inTime) await this.lease.end();
    else void allEnded.then(() => this.lease.end());
  }

  private isIdle(): boolean {
    return (
      this.stopping !== null ||
      (this.claims.underWay === null && this.slots.all().every(({ place }) => place === 'waiting'))
    );
  }

  private hear({ type, job }: AuditEvent): void {
    if (job === null) return;
    const run = this.slots.of(job);
    if (type === 'job.cancelled') run?.abort.abort(new Stopped('cancelled'));
    if (type === 'job.awaiting' && run) this.slots.wait(run);
    if (type === 'job.resumed' && run && run.asking === 0) this.slots.goOn(run);
    // A job that goes on elsewhere may have lost its worker. One that waits makes room only where it runs.
    const isFree = type === 'job.queued' || type === 'job.released' || (type === 'job.resumed' && !run);
    // One that was offered has its worker, wherever that is, so the next can be.
    const isPlaced = this.options.place !== undefined && type === 'job.started';
    if (isFree || isPlaced || (type === 'job.awaiting' && run)) this.claimSoon();
    this.tellIdlers();
  }

  private claimSoon(): void {
    this.claims.all().catch((error) => this.fault(error));
  }

  /** Returns how many jobs there were. Those that have lost too many workers ended instead. */
  private async claim(limit: number, only: readonly string[] | null): Promise<number> {
    const giveBack = this.slots.keep(limit);
    const { agent = null } = this.options;
    let jobs: readonly ClaimedJob[];
    try {
      jobs = await this.host.claim({ worker: this.worker, agent, only, limit });
    } finally {
      // A run that waits for a slot has been waiting longer.
      giveBack();
    }
    for (const job of jobs) if (job.owner === this.worker) this.begin(job);
    return jobs.length;
  }

  /** Leaves to an engine which worker takes each of these jobs. Once is enough: what happens to them starts the next offer. */
  private async offer(limit: number, place: NonNullable<RunnerOptions['place']>): Promise<number> {
    const { agent = null } = this.options;
    const jobs = (await this.host.claimable?.({ agent, limit })) ?? [];
    if (jobs.length > 0) await place(jobs.map(({ id, runs }) => ({ id, runs })));
    return 0;
  }

  /** Without a lease the runner claims no job: any other worker could take it at once. */
  private mayBegin(): boolean {
    return !this.stopping && this.lease.holds();
  }

  private begin(job: ClaimedJob): void {
    // An earlier run of this job that was lost here and has not ended yet: the two must not overlap.
    const earlier = this.slots.of(job.id);
    if (earlier?.job.runs === job.runs) return;
    const run: Run = {
      job,
      abort: new AbortController(),
      since: this.host.clock.now(),
      asking: 0,
      place: 'ready',
      ended: Promise.resolve(),
    };
    this.slots.add(run);
    this.begun.add(job.id);
    // Time passed while the job was being claimed.
    if (!this.mayBegin()) run.abort.abort(new Stopped(this.stopping ? 'stopping' : 'lost'));
    const turn = this.slots.turn(run);
    run.ended = Promise.all([turn, earlier?.ended])
      .then(() => this.execute(run))
      .catch((error) => this.fault(error))
      .finally(() => {
        this.slots.remove(run);
        if (!this.stopping) this.claimSoon();
        this.tellIdlers();
      });
  }

  private async execute(run: Run): Promise<void> {
    const { job, abort } = run;
    const end = await this.endOf(run);
    // The agent's exit may be reported before the timers that were due in the meantime.
    if (end !== null && end.state !== 'COMPLETE' && this.lease.endedAgents()) abort.abort(new Stopped('lost'));
    const stopped = Stopped.by(abort.signal);
    await this.log.flush();
    if (stopped === 'cancelled') return;
    // A lost job may belong to another worker, and is then left alone. If no worker has taken it, it is released; otherwise it would stay
    // ours forever.
    const { host } = this;
    const failed = stopped === null && end === null;
    // A claim in progress would take the job again the moment it is released.
    if (this.stopping) await this.claims.underWay?.catch(() => {});
    // A store that failed may fail again, and an agent that was killed may be killed again, so wait before the next attempt.
    if (failed || (end?.state === 'UNFINISHED' && end.lost)) await this.retry.pause();
    await this.retry.say(() =>
      stopped || end === null ? host.release(job, this.worker, failed) : host.end(job, this.worker, end),
    );
  }

  private async endOf(run: Run): Promise<JobEnd | null> {
    const { id, session, prompt, project, runs, clarificationAnswer, spec } = run.job;
    const folder = folderOf(run.job);
    const answer = clarificationAnswer ?? spec?.answer ?? null;
    try {
      run.abort.signal.throwIfAborted();
      const told = resolvedPromptOf(prompt!, answer);
      const runnable = { id, session, prompt: told, originalPrompt: prompt!, spec, project, folder, run: runs };
      return completed(await this.options.executor(runnable, this.contextOf(run)));
    } catch (error) {
      // The run noticed before the signal did, for example after the machine slept. Another worker may continue the job, and so may this
      // one.
      if (error instanceof Stopped && !run.abort.signal.aborted) run.abort.abort(error);
      return failed(error);
    }
  }

  private contextOf(run: Run): RunContext {
    const { job, abort } = run;
    const { runs, clock } = this.host;
    return {
      signal: abort.signal,
      ask: (what, options) => this.ask(run, what, options),
      once: onceFor(job.id, runs, clock, () => {
        abort.signal.throwIfAborted();
        // Checked before the timer fires: a process that was blocked for longer than the lease may already have been replaced.
        if (!this.lease.holds()) throw new Stopped('lost');
      }),
      log: (line, stream = 'askonce') => {
        this.log.add(job.id, line, stream);
        this.options.onLog?.(job.id, line, stream);
      },
    };
  }

  private async ask(run: Run, what: AskWhat, options: RunAskOptions = {}): Promise<AskResult> {
    const { job, abort } = run;
    run.asking += 1;
    try {
      return await this.host.ask(job, what, {
        ...options,
        signal: abort.signal,
        onParked: () => {
          this.slots.wait(run);
          this.claimSoon();
          this.tellIdlers();
        },
      });
    } finally {
      run.asking -= 1;
      if (run.asking === 0) await this.slots.turn(run);
    }
  }

  /** Gives up every run that the store no longer assigns to this worker. Runs started after the list was read are kept. */
  private keepOnly(jobs: ReadonlySet<string>, at: number): void {
    for (const run of this.slots.all()) {
      if (run.since < at && !jobs.has(run.job.id)) run.abort.abort(new Stopped('lost'));
    }
    // Somewhere a lease may have expired, and its jobs may be free.
    if (!this.stopping) this.claimSoon();
  }

  private stopRuns(why: Stopped['why']): void {
    for (const { abort } of this.slots.all()) abort.abort(new Stopped(why));
  }

  private tellIdlers(): void {
    if (!this.isIdle()) return;
    for (const tell of this.idlers) tell();
    this.idlers.clear();
  }

  /** Errors thrown by the handler are rethrown asynchronously, so that they do not stop the recovery. */
  private fault(error: unknown): void {
    try {
      this.options.onFault?.(error);
    } catch (thrown) {
      queueMicrotask(() => {
        throw thrown;
      });
    }
  }
}
