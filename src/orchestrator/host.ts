/**
 * What an orchestrated goal needs of AskOnce: its job, and what its PM asks and decides. A store provides it (`engine-host.ts`), and so
 * does a server (`surfaces/remote`), for a goal that runs on another machine.
 */
import type { Outcome } from '../core/model/question.ts';
import type { Task } from '../core/model/task.ts';
import type { AssumptionInput } from '../library/assumptions.ts';
import type { RunContext, RunnableJob } from '../worker/executor.ts';
import type { WorkerHost } from '../worker/host.ts';
import type { ShownAssumption } from './log.ts';
import type { ClarificationRequest, TimeoutOption } from './requests.ts';
import type { ClarificationState } from './state.ts';

export interface OrchestratorHost {
  readonly worker: WorkerHost;
  /** The folder whose goals run here. */
  readonly folder: string;
  job(id: string): Promise<Task | null>;
  /** Rejects if this caller's workers may not run the job. Absent on a store, where any worker of the folder may. */
  mustBeOwn?(job: string): Promise<void>;
  /** Resolves with the job once it has ended, wherever it runs. */
  ended(job: string, options: { readonly signal?: AbortSignal }): Promise<Task>;
  /** What a run of the job asks and decides. */
  pmOf(job: RunnableJob, context: RunContext): Promise<PmHost>;
}

/** What one run asks and decides on behalf of its PM. */
export interface PmHost {
  /**
   * Resolves with the state of the PM once none of its questions waits, whichever process put it.
   * @param waits Called with the question that it waits for.
   */
  settledState(waits: (question: string) => void): Promise<ClarificationState>;
  /** Whether one of its questions waits. */
  isWaiting(): Promise<boolean>;
  isRevoked(clarification: string): Promise<boolean>;
  /** Asks for the PM, and waits for the outcome. */
  ask(request: ClarificationRequest, timeout: TimeoutOption): Promise<Outcome>;
  /** Stores what the PM goes on with if the outcome is that nobody answered in time, and returns it. */
  assumeByTimeout(request: ClarificationRequest, outcome: Outcome): Promise<ShownAssumption | null>;
  /**
   * Stores a decision of the PM, once for each turn and place.
   * @param place Its position among the decisions of the turn.
   */
  assume(decision: AssumptionInput, turn: number, place: number): Promise<ShownAssumption>;
  /** When the questions of the session were asked and settled. */
  asked(): Promise<readonly { job: string | null; createdAt: number; settledAt: number | null }[]>;
}
