/**
 * What a runner needs of AskOnce: jobs, a lease, and a place for what its runs write. A store provides it (`engineHost`), and so does a
 * server (`surfaces/remote`), for a worker on another machine.
 */

import type { JobEnd } from '../core/jobs/decide.ts';
import { POLICIES } from '../core/model/policy.ts';
import type { AskResult } from '../core/model/question.ts';
import type { AuditEvent, JobRecord } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import { askIn } from '../library/ask.ts';
import type { AskOptions, AskWhat } from '../library/ask-input.ts';
import type { QueueOptions } from '../library/queue-job.ts';
import type { WaitOptions } from '../library/wait.ts';
import type { Clock, Runs } from '../ports.ts';

/** A job as the worker sees it that runs it, or that made it. */
export type ClaimedJob = Pick<
  JobRecord,
  'id' | 'session' | 'prompt' | 'project' | 'folder' | 'owner' | 'runs' | 'clarificationAnswer' | 'spec'
>;

/** The lease of a worker, and what its runs write. Only what belongs to the newest run of a job is written. */
export type WorkerRuns = Pick<Runs, 'beat' | 'workers' | 'dismiss' | 'keep' | 'kept' | 'append'>;

export interface WorkerClaim {
  readonly worker: string;
  readonly agent: string | null;
  readonly only: readonly string[] | null;
  readonly limit: number;
}

export interface WorkerHost {
  readonly clock: Clock;
  readonly runs: WorkerRuns;
  /**
   * Calls back with every future event.
   * @param opened Called when events begin to arrive, if that takes time: what happened before was missed.
   */
  on(type: '*', listener: (event: AuditEvent) => void, opened: () => void): () => void;
  /** Creates a job, either owned by this worker or free for any worker of its place. */
  queue(prompt: string, options: QueueOptions, worker: string | null): Promise<ClaimedJob>;
  claim(claim: WorkerClaim): Promise<readonly ClaimedJob[]>;
  /** The jobs that a claim would get. Only for a worker on a store: no engine places jobs on a worker of a server. */
  claimable?(claim: Pick<WorkerClaim, 'agent' | 'limit'>): Promise<readonly ClaimedJob[]>;
  /** Ends the run that `job` was started as. */
  end(job: ClaimedJob, worker: string, end: JobEnd): Promise<unknown>;
  /** @param failed The result of the run could not be stored, so the job is started again. */
  release(job: ClaimedJob, worker: string, failed: boolean): Promise<unknown>;
  /** Asks on behalf of a job that runs here. */
  ask(job: ClaimedJob, what: AskWhat, options: AskOptions & WaitOptions): Promise<AskResult>;
  /** The worker stops: from now on nothing is waited for that does not reply soon. */
  hurry?(): void;
}

/** Creates a job, either owned by this worker or free for any worker. */
type MakeJob = (prompt: string, options: QueueOptions, worker: string | null) => Promise<JobRecord>;

/** A worker on a store. */
export function engineHost(engine: Engine, make: MakeJob): WorkerHost {
  const { clock, jobs, project, folder } = engine;
  return {
    clock,
    runs: engine.store.runs,
    on: (type, listener) => engine.on(type, listener),
    queue: make,
    claim: (claim) => jobs.claim({ ...claim, project, folder }),
    claimable: (claim) => jobs.claimable({ ...claim, project, folder }),
    end: (job, worker, end) => jobs.end(job, worker, end),
    release: (job, worker, failed) => jobs.release(job, worker, failed),
    async ask(job, what, options) {
      const frame = {
        session: job.session,
        files: engine.files,
        policy: null,
        asker: null,
        language: null,
        caller: null,
        // Of a session that does not exist; that of a job does.
        defaultPolicy: POLICIES.interactive,
      };
      const { result } = await askIn(engine, frame, what, { ...options, job: job.id, userMessage: job.prompt! });
      return result;
    },
  };
}
