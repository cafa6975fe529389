/** Hands the decisions about jobs to the store: the engine's part of what runners and surfaces do with jobs. */

import type { JobRecord } from './core/records.ts';
import {
  decideCancelJob,
  decideClaim,
  decideEnd,
  decideQueue,
  decideRelease,
  type EndVerdict,
  type JobEnd,
  type QueueCommand,
} from './core/running.ts';
import type { RunState } from './core/states.ts';
import type { Clock, Store } from './ports.ts';

export class JobDesk {
  private readonly store: Store;
  private readonly clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  async queue(command: QueueCommand): Promise<JobRecord> {
    const look = { of: 'job', id: command.id, session: command.session.id } as const;
    const verdict = await this.store.decide(look, (state) => decideQueue(state, command, this.clock.now()));
    if ('error' in verdict) throw verdict.error;
    return verdict.job;
  }

  /** A job of the project that this worker may begin now; null where there is none. */
  async claim(
    worker: string,
    { project, agent, job }: { project: string; agent: string | null; job: string | null },
  ): Promise<JobRecord | null> {
    const look = { of: 'claim', project, job, agent, now: this.clock.now() } as const;
    return (await this.store.decide(look, (state) => decideClaim(state, worker, look.now))).job;
  }

  /** Ends the run that `job` was begun as. */
  end(job: JobRecord, worker: string, end: JobEnd): Promise<EndVerdict> {
    const by = { worker, run: job.runs };
    return this.store.decide(lookAt(job), (state) => decideEnd(state, by, end, this.clock.now()));
  }

  /** @param failed The run could not be kept, and is begun again for that. */
  release(job: JobRecord, worker: string, failed: boolean): Promise<EndVerdict> {
    const by = { worker, run: job.runs };
    return this.store.decide(lookAt(job), (state) => decideRelease(state, by, failed, this.clock.now()));
  }

  async cancel(id: string, because: string | null, by: string | null): Promise<JobRecord> {
    const verdict = await this.store.decide({ of: 'job', id, session: '' }, (state) =>
      decideCancelJob(state, { id, because, by }, this.clock.now()),
    );
    if ('error' in verdict) throw verdict.error;
    return verdict.job;
  }

  /** The job with what it waits for. */
  look(id: string): Promise<RunState> {
    return this.store.decide({ of: 'job', id, session: '' }, (state) => ({ effects: [], result: state }));
  }
}

function lookAt({ id, session }: JobRecord) {
  return { of: 'job', id, session } as const;
}
