/** Hands the decisions about jobs to the store: the engine's part of what runners and surfaces do with jobs. */
import { type Caller, signedBy } from '../core/access.ts';
import type { AskCommand, Resolvers } from '../core/ask/command.ts';
import {
  decideCancelJob,
  decideClaim,
  decideEnd,
  decideQueue,
  decideRelease,
  type EndVerdict,
  type JobEnd,
  type QueueCommand,
} from '../core/jobs/decide.ts';
import { decideClearJob, decideConflict, type SubmitVerdict } from '../core/jobs/submit.ts';
import type { RequestedClarification } from '../core/model/interpretation.ts';
import type { JobRecord } from '../core/model/records.ts';
import type { RunState } from '../core/states.ts';
import type { Clock, Files, Store } from '../ports.ts';
import { isDangerous } from '../text/risk.ts';
import { BoundedMap } from '../util/bounded-map.ts';
import { InterpretationCache, type PromptReader } from './interpretation-cache.ts';
import type { QuestionQuota } from './question-quota.ts';

/** What the mcpContext needs of the engine. */
export interface EngineJobsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Files;
  readonly resolvers: Resolvers;
  readonly interpreting: PromptReader;
  readonly quota: QuestionQuota;
  /** Tells that a deadline will strike. */
  readonly expect: (deadline: number) => void;
}

export class EngineJobs {
  /** By job, the questions that jobs made here wait for, where no deadline ends the wait. A job's question stays the same one. */
  readonly asked = new BoundedMap<string>();
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly parts: EngineJobsParts;

  constructor(parts: EngineJobsParts) {
    this.store = parts.store;
    this.clock = parts.clock;
    this.parts = parts;
  }

  /**
   * Makes a job of seed 001: its prompt is read, and it is queued, or asks its one question, in one step.
   * @param question The question as this job's ask, once the reading has one.
   * @param isNew Whether the ids of the job and of its session were made for it just now.
   */
  async submit(
    queue: QueueCommand,
    question: (reading: RequestedClarification) => AskCommand,
    isNew: boolean,
  ): Promise<Extract<SubmitVerdict, { job: JobRecord }>> {
    const { files, interpreting } = this.parts;
    const readings = new InterpretationCache(interpreting);
    const input = { originalPrompt: queue.prompt, resolvedPrompt: queue.prompt };
    const reading = readings.read(input) ?? (await readings.of(input));
    if (reading.kind === 'spec') {
      const look = { of: 'job', id: queue.id, session: queue.session.id } as const;
      return madeBy(
        await this.store.decide(look, (state) =>
          signedBy(queue.caller, decideClearJob(state, queue, reading.spec, this.clock.now())),
        ),
      );
    }
    const { conflict } = reading;
    let ask = question(reading);
    const resolvers = await this.resolversOf(ask);
    if (ask.deadline !== null) this.parts.expect(ask.deadline);
    for (;;) {
      const verdict = await this.store.decide({ of: 'ask', command: ask, isNew }, (state) => {
        const now = this.clock.now();
        const decided = decideConflict(state, { queue, ask, conflict }, resolvers, readings.read, now);
        return signedBy(queue.caller, this.parts.quota.allowing(queue.caller, ask.ask, decided, now));
      });
      if ('unread' in verdict) await readings.of(verdict.unread);
      else if ('locate' in verdict) {
        const { locate, project } = verdict;
        ask = { ...ask, located: new Map([...ask.located, [locate, files.locate(locate, project)]]) };
      } else return madeBy(verdict);
    }
  }

  /**
   * What may settle a job's own question: what the person said, and what they prefer, for this prompt or else for the question's
   * words. Best practice does not: a contradiction in the person's own words depends on the case.
   */
  private async resolversOf({ questions, project }: AskCommand): Promise<Resolvers> {
    const { preference } = this.parts.resolvers;
    const look = { of: 'preference', project, key: questions[0]!.key, subject: '' } as const;
    const words = await this.store.decide(look, (state) => ({ effects: [], result: state.preference }));
    const forWords: Resolvers['preference'] = (view) =>
      preference(view) ??
      (words?.origin === 'set'
        ? preference({ ...view, preference: { ...words, subject: view.question.subject } })
        : null);
    return { ...this.parts.resolvers, preference: forWords, sentinel: () => null };
  }

  /** How many prompts and answers could not be read in this process. */
  get unread(): number {
    return this.parts.interpreting.unread;
  }

  /** Reads the prompt of no job, and its question for what it would destroy: what is loaded and made for the first one is then there. */
  async warmUp(): Promise<void> {
    const prompt = 'A hot frozen soup';
    const reading = await this.parts.interpreting.byRules({ originalPrompt: prompt, resolvedPrompt: prompt });
    if (reading.kind !== 'spec') isDangerous({ question: reading.question, context: prompt });
  }

  async queue(command: QueueCommand): Promise<JobRecord> {
    const look = { of: 'job', id: command.id, session: command.session.id } as const;
    const verdict = await this.store.decide(look, (state) =>
      signedBy(command.caller, decideQueue(state, command, this.clock.now())),
    );
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

  async cancel(id: string, because: string | null, by: string | null, caller: Caller | null): Promise<JobRecord> {
    const verdict = await this.store.decide({ of: 'job', id, session: '' }, (state) =>
      signedBy(caller, decideCancelJob(state, { id, because, by, caller }, this.clock.now())),
    );
    if ('error' in verdict) throw verdict.error;
    return verdict.job;
  }

  /** The job with what it waits for. */
  async look(id: string): Promise<RunState> {
    return (await this.store.runs.look([id]))[0]!;
  }
}

function madeBy(verdict: SubmitVerdict): Extract<SubmitVerdict, { job: JobRecord }> {
  if ('error' in verdict) throw verdict.error;
  if ('job' in verdict) return verdict;
  throw new Error('a prompt without a conflict needs nothing to be found out');
}

function lookAt({ id, session }: JobRecord) {
  return { of: 'job', id, session } as const;
}
