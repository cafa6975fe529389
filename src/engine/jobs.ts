/** Passes decisions about jobs to the store: the engine's part of what runners and surfaces do with jobs. */
import type { Caller } from '../core/access.ts';
import type { AskCommand, Resolvers } from '../core/ask/command.ts';
import type { Claim } from '../core/jobs/claim.ts';
import {
  decideCancelJob,
  decideEnd,
  decideQueue,
  decideRelease,
  type JobEnd,
  type QueueCommand,
  type RunEnd,
} from '../core/jobs/decide.ts';
import { decideClearJob, decideConflict, type Submitted, wordsPreference } from '../core/jobs/submit.ts';
import type { Conflict, Interpretation, JobSpec } from '../core/model/interpretation.ts';
import type { JobRecord } from '../core/model/records.ts';
import type { RunState } from '../core/states.ts';
import type { Clock, Store } from '../ports.ts';
import { isDangerous } from '../text/risk.ts';
import { BoundedMap } from '../util/bounded-map.ts';
import { InterpretationCache, type PromptReader } from './interpretation-cache.ts';
import type { Needs } from './needs.ts';
import type { QuestionQuota } from './question-quota.ts';

/** A prompt after reading: with its spec, or with its conflict and the question about it, as an ask of its job. */
export type ReadPrompt =
  | { readonly kind: 'spec'; readonly spec: JobSpec }
  | { readonly kind: 'conflict'; readonly conflict: Conflict; readonly ask: AskCommand };

/** A job as a worker started it. */
export type StartedJob = Pick<JobRecord, 'id' | 'session' | 'runs'>;

/** The parts of the engine that jobs need. */
export interface EngineJobsParts {
  readonly store: Store;
  readonly needs: Needs;
  readonly clock: Clock;
  readonly resolvers: Resolvers;
  readonly promptReader: PromptReader;
  readonly quota: QuestionQuota;
  /** Announces a deadline. */
  readonly expect: (deadline: number) => void;
}

export class EngineJobs {
  /** By job: the questions about jobs created in this process. A job's question never changes. */
  private readonly asked = new BoundedMap<string>();
  private readonly store: Store;
  private readonly needs: Needs;
  private readonly clock: Clock;
  private readonly parts: EngineJobsParts;

  constructor(parts: EngineJobsParts) {
    this.store = parts.store;
    this.needs = parts.needs;
    this.clock = parts.clock;
    this.parts = parts;
  }

  /** Interprets a prompt, before anything is decided. */
  async interpret(prompt: string): Promise<Interpretation> {
    const readings = new InterpretationCache(this.parts.promptReader);
    const input = { originalPrompt: prompt, resolvedPrompt: prompt };
    return readings.read(input) ?? readings.of(input);
  }

  /**
   * Creates a job of seed 001: it is queued, or asks its one question, in one step.
   * @param isNew Whether the ids of the job and of its session were made for it just now.
   */
  async submit(queue: QueueCommand, read: ReadPrompt, isNew: boolean): Promise<Submitted> {
    const { caller } = queue;
    if (read.kind === 'spec') {
      const look = { of: 'job', id: queue.id, session: queue.session.id } as const;
      return this.needs.decide(look, (state, now) => decideClearJob(state, queue, read.spec, now), { caller });
    }
    const { resolvers, quota } = this.parts;
    const { ask, conflict } = read;
    if (ask.deadline !== null) this.parts.expect(ask.deadline);
    const submitted = await this.needs.decide(
      { of: 'ask', command: ask, isNew },
      (state, now, facts) => {
        const decided = decideConflict(state, { queue, ask, conflict }, resolvers, now, facts);
        return quota.allowing(caller, ask.ask, decided, now);
      },
      { caller, expects: [wordsPreference(ask)] },
    );
    const { job, clarification } = submitted;
    if (clarification && ask.deadline === null) this.asked.set(job.id, clarification.id);
    return submitted;
  }

  /** The question about a job that was created here, if no deadline ends the wait. Then nothing need be read to answer it. */
  questionOf(job: string): string | undefined {
    return this.asked.get(job);
  }

  /** How many prompts and answers could not be read in this process. */
  get unread(): number {
    return this.parts.promptReader.unread;
  }

  /** Reads a sample prompt and checks its question for destructive words, so that everything the first job needs is loaded. */
  async warmUp(): Promise<void> {
    const prompt = 'A hot frozen soup';
    const reading = await this.parts.promptReader.byRules({ originalPrompt: prompt, resolvedPrompt: prompt });
    if (reading.kind !== 'spec') isDangerous({ question: reading.question, context: prompt });
  }

  async queue(command: QueueCommand): Promise<JobRecord> {
    const look = { of: 'job', id: command.id, session: command.session.id } as const;
    const { caller } = command;
    return (await this.needs.decide(look, (state, now) => decideQueue(state, command, now), { caller })).job;
  }

  /** Takes jobs for a worker, up to the limit. Those that lost too many workers end instead, and have no owner. */
  claim(claim: Omit<Claim, 'now'>): Promise<readonly JobRecord[]> {
    return this.store.claim({ ...claim, now: this.clock.now() });
  }

  /** The jobs that a worker could claim now. */
  claimable(claim: Omit<Claim, 'now' | 'worker' | 'only'>): Promise<readonly JobRecord[]> {
    return this.store.runs.claimable({ ...claim, now: this.clock.now() });
  }

  /** Ends the run that `job` was started as. */
  end(job: StartedJob, worker: string, end: JobEnd): Promise<RunEnd> {
    const by = { worker, run: job.runs };
    return this.store.decide(lookAt(job), (state) => decideEnd(state, by, end, this.clock.now()));
  }

  /** @param failed The result of the run could not be stored, so the job is started again. */
  release(job: StartedJob, worker: string, failed: boolean): Promise<RunEnd> {
    const by = { worker, run: job.runs };
    return this.store.decide(lookAt(job), (state) => decideRelease(state, by, failed, this.clock.now()));
  }

  async cancel(id: string, because: string | null, by: string | null, caller: Caller | null): Promise<JobRecord> {
    const look = { of: 'job', id, session: '' } as const;
    const command = { id, because, by, caller };
    return (await this.needs.decide(look, (state, now) => decideCancelJob(state, command, now), { caller })).job;
  }

  /** Returns the job with what it waits for. */
  async look(id: string): Promise<RunState> {
    return (await this.store.runs.look([id]))[0]!;
  }
}

function lookAt({ id, session }: StartedJob) {
  return { of: 'job', id, session } as const;
}
