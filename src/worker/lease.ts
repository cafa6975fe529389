/**
 * A worker's lease: as long as it lasts, its jobs are its own. Renewed by a heartbeat that touches no job. A worker that cannot
 * renew it in time gives up its runs by itself, since others may take them from then on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AskOnceError } from '../core/model/errors.ts';
import type { WorkerRecord } from '../core/model/records.ts';
import type { Clock, Runs } from '../ports.ts';
import { guardForLease } from './agents/command/guardian.ts';
import { isAlive, processNamespace } from './process-namespace.ts';

/**
 * So long before the lease runs out the agents of a stopped worker are ended: a second, less for short leases. A worker that runs
 * and only cannot renew its lease calls this off as long before that, and ends its agents itself.
 */
const aheadOf = (ms: number): number => Math.min(1000, ms / 8);

/** So long a dead worker's guardian may take to end its agents; whoever runs its jobs sooner may meet them. */
const AGENTS_GONE_MS = 100;

export interface LeaseEvents {
  /** The jobs that are the worker's, as they stood at a moment. */
  owned(jobs: ReadonlySet<string>, at: number): void;
  /** The lease ran out: nothing is the worker's any more. */
  lost(): void;
  /** The jobs of workers that have died are free. */
  freed(): void;
  failed(error: unknown): void;
}

export class Lease {
  readonly worker: string;
  private readonly runs: Runs;
  private readonly clock: Clock;
  private readonly ms: number;
  private readonly events: LeaseEvents;
  private readonly place = processNamespace();
  private until = 0;
  private stopTimer: (() => void) | null = null;
  private stopWatch: (() => void) | null = null;
  private beating = false;
  private ended = false;

  constructor(worker: string, runs: Runs, clock: Clock, ms: number, events: LeaseEvents) {
    this.worker = worker;
    this.runs = runs;
    this.clock = clock;
    this.ms = ms;
    this.events = events;
  }

  /** Takes the lease; throws where the store cannot be written. */
  async take(): Promise<void> {
    // First, so that the jobs of the dead, which are older, are not begun behind those that are queued.
    await this.dismissDead();
    await this.beat();
    if (this.stopTimer === null) this.next();
  }

  /** Whether what is the worker's is still its own. The store never frees it sooner than this says. */
  holds(): boolean {
    return !this.ended && this.clock.now() < this.until;
  }

  /** Whether the guardian may have ended the agents: this process was held up until shortly before the lease ran out. */
  endedAgents(): boolean {
    return this.until > 0 && this.clock.now() >= this.until - aheadOf(this.ms);
  }

  /** Gives the lease up, so that nobody waits for it. Where that fails, it runs out. */
  async end(): Promise<void> {
    const wasTaken = this.until > 0;
    this.leave();
    if (wasTaken) await this.runs.dismiss(this.worker).catch(this.events.failed);
  }

  /** Renews it no more: it lasts until its time is up, or the process is seen to have died. */
  private leave(): void {
    this.ended = true;
    this.stopTimer?.();
    this.stopWatch?.();
    guardForLease(this.worker, null);
  }

  private next(): void {
    if (this.ended) return;
    this.stopTimer = this.clock.after(this.ms / 3, () => {
      this.next();
      void this.renew();
    });
  }

  private async renew(): Promise<void> {
    // One that hangs is not helped by a second.
    if (this.beating) return;
    try {
      await this.beat();
      await this.dismissDead();
    } catch (error) {
      if (this.ended) return;
      this.events.failed(error);
      if (error instanceof AskOnceError && error.code === 'engine_closed') this.leave();
    }
  }

  private async beat(): Promise<void> {
    const at = this.clock.now();
    const until = at + this.ms;
    // Renewed now, the lease would seem never to have been in doubt; the agents are gone all the same.
    if (this.endedAgents()) this.events.lost();
    this.beating = true;
    try {
      const jobs = await this.runs.beat({ id: this.worker, place: this.place, pid: process.pid, leaseUntil: until });
      if (this.ended) return;
      this.heldUntil(until);
      this.events.owned(new Set(jobs), at);
    } finally {
      this.beating = false;
    }
  }

  /** Watched at all times, not only while it is renewed: whoever may take its jobs does so at that very moment. */
  private heldUntil(until: number): void {
    this.until = until;
    this.stopWatch?.();
    const left = until - this.clock.now();
    const ahead = aheadOf(this.ms);
    const stops = [
      this.clock.after(Math.max(0, left - 2 * ahead), () => guardForLease(this.worker, null)),
      this.clock.after(Math.max(0, left), () => {
        if (!this.holds()) this.events.lost();
      }),
    ];
    this.stopWatch = () => {
      for (const stop of stops) stop();
    };
    guardForLease(this.worker, Math.max(0, left - ahead));
  }

  /** Whoever died on this machine is known to be dead: its jobs need not wait for its lease to run out. */
  private async dismissDead(): Promise<void> {
    const dead = (worker: WorkerRecord) => worker.place === this.place && !isAlive(worker.pid);
    const workers = (await this.runs.workers(this.clock.now())).filter(dead);
    if (workers.length === 0) return;
    await sleep(AGENTS_GONE_MS);
    await Promise.all(workers.map(({ id }) => this.runs.dismiss(id)));
    if (!this.ended) this.events.freed();
  }
}
