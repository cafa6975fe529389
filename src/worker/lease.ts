/**
 * A worker's lease: while it lasts, no other worker may take its jobs. A heartbeat that touches no job renews it. A worker that cannot
 * renew it in time gives up its runs, since other workers may take them from then on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AskOnceError } from '../core/model/errors.ts';
import type { WorkerRecord } from '../core/model/records.ts';
import type { Clock } from '../ports.ts';
import { isAlive, processNamespace } from '../util/process-namespace.ts';
import { guardForLease } from './agents/command/guardian.ts';
import type { WorkerRuns } from './host.ts';

/**
 * How long before the end of the lease the guardian ends the agents of a suspended worker: one second, less for short leases. A worker that
 * is running but cannot renew its lease cancels this one such interval earlier, and ends its agents itself.
 */
const aheadOf = (ms: number): number => Math.min(1000, ms / 8);

/** How long the guardian of a dead worker may take to end its agents. A worker that ran the jobs sooner could run beside them. */
const AGENTS_GONE_MS = 100;

export interface LeaseEvents {
  /** The jobs that belonged to the worker at a given moment. */
  owned(jobs: ReadonlySet<string>, at: number): void;
  /** The lease has expired: the worker owns no job any more. */
  lost(): void;
  /** The jobs of dead workers are free. */
  freed(): void;
  failed(error: unknown): void;
}

export class Lease {
  readonly worker: string;
  private readonly runs: WorkerRuns;
  private readonly clock: Clock;
  private readonly ms: number;
  private readonly events: LeaseEvents;
  private readonly place = processNamespace();
  private until = 0;
  private stopTimer: (() => void) | null = null;
  private stopWatch: (() => void) | null = null;
  private beating = false;
  private ended = false;

  constructor(worker: string, runs: WorkerRuns, clock: Clock, ms: number, events: LeaseEvents) {
    this.worker = worker;
    this.runs = runs;
    this.clock = clock;
    this.ms = ms;
    this.events = events;
  }

  /** Takes the lease; throws if the store cannot be written. */
  async take(): Promise<void> {
    // First, so that the jobs of dead workers, which are older, start before the queued ones.
    await this.dismissDead();
    await this.beat();
    if (this.stopTimer === null) this.next();
  }

  /** Whether the worker still owns its jobs. The store never frees them earlier than this says. */
  holds(): boolean {
    return !this.ended && this.clock.now() < this.until;
  }

  /** Whether the guardian may have ended the agents: this process was blocked until shortly before the lease expired. */
  endedAgents(): boolean {
    return this.until > 0 && this.clock.now() >= this.until - aheadOf(this.ms);
  }

  /** Gives up the lease, so that no other worker has to wait for it. If that fails, it expires. */
  async end(): Promise<void> {
    const wasTaken = this.until > 0;
    this.leave();
    if (wasTaken) await this.runs.dismiss(this.worker).catch(this.events.failed);
  }

  /** Stops renewing. The lease lasts until it expires, or until the process is found to be dead. */
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
    // If one heartbeat hangs, a second one does not help.
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
    // Renewing now would hide that the lease was ever in doubt, but the agents have already been ended.
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

  /** Watched at all times, not only during a renewal: another worker may take the jobs the moment the lease expires. */
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

  /** A process that died on this machine is known to be dead, so its jobs need not wait for its lease to expire. */
  private async dismissDead(): Promise<void> {
    const dead = (worker: WorkerRecord) => worker.place === this.place && !isAlive(worker.pid);
    const workers = (await this.runs.workers(this.clock.now())).filter(dead);
    if (workers.length === 0) return;
    await sleep(AGENTS_GONE_MS);
    await Promise.all(workers.map(({ id }) => this.runs.dismiss(id)));
    if (!this.ended) this.events.freed();
  }
}
