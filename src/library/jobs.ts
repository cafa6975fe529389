/** The jobs of a store, as its users see them: queue, list, cancel. The runner runs them. */

import type { RawAnswer } from '../core/answer/check.ts';
import { unknownJob } from '../core/jobs/decide.ts';
import { hasEnded, JOB_STATES, type JobState } from '../core/model/job.ts';
import type { Policy } from '../core/model/policy.ts';
import type { LogLine } from '../core/model/records.ts';
import { type Task, taskOf } from '../core/model/task.ts';
import type { Engine } from '../engine/engine.ts';
import type { EventSource } from '../engine/job-events.ts';
import type { Page } from '../ports.ts';
import {
  checkId,
  invalidArgument,
  LIMITS,
  limitOf,
  omitNullish,
  optionalText,
  pageOf,
  textName,
} from '../util/arguments.ts';
import { type AnswerOptions, answererOf } from './answerer.ts';
import { type LookOptions, lookUntil } from './look-until.ts';
import { makeJob, type QueueOptions } from './queue-job.ts';
import { answerJob, type JobAnswer, type Submission, type SubmitOptions, submitJob } from './submissions.ts';

/** The agent name of orchestrated goals. No other worker takes them, because it would not know the PM. */
export const ORCHESTRATOR = 'askonce orchestrate';

export interface TaskQuery {
  state?: JobState | readonly JobState[];
  session?: string;
  /** Newest first; oldest first by default. */
  newest?: boolean;
  after?: string;
  limit?: number;
}

export class Jobs {
  private readonly engine: Engine;
  private readonly defaultPolicy: Policy;
  private readonly by: string | null;

  constructor(engine: Engine, defaultPolicy: Policy, by: string | null) {
    this.engine = engine;
    this.defaultPolicy = defaultPolicy;
    this.by = by;
  }

  /**
   * Puts a job into the queue. A runner of this project takes it, in this process or another.
   * @example
   * const task = await askonce.jobs.queue('Create the configuration file');
   */
  async queue(prompt: string, options: QueueOptions = {}): Promise<Task> {
    return taskOf(await makeJob(this.engine, this.defaultPolicy, prompt, options, null), []);
  }

  /**
   * Creates a job of seed 001: the prompt is checked for open points before anything is built. A clear prompt is queued. If words of it
   * contradict each other, the person is asked once, and nothing is built until they answer.
   * @example
   * const { job, clarification } = await askonce.jobs.submit('hot frozen cheese');
   * console.log(job.clarificationStatus, clarification?.question);
   */
  submit(prompt: string, options: SubmitOptions = {}): Promise<Submission> {
    return submitJob(this.engine, prompt, options);
  }

  /**
   * Loads the code that reads prompts. Otherwise the first prompt waits for it: a quarter of a second during which a server handles no
   * other request.
   * @example
   * await askonce.jobs.warmUp();
   */
  warmUp(): Promise<void> {
    return this.engine.jobs.warmUp();
  }

  /**
   * How many prompts, or answers about them, this process failed to read. Their jobs continued unread; the log says where the error is.
   * @example
   * console.log(askonce.jobs.unread);
   */
  get unread(): number {
    return this.engine.jobs.unread;
  }

  /**
   * Answers the one question of a submitted job. The job is then built or, if the answer settles nothing, has failed. It never asks again.
   * @example
   * const { job } = await askonce.jobs.submit('hot frozen cheese');
   * const { job: answered } = await askonce.jobs.answer(job.id, 'hot');
   * console.log(answered.state, answered.spec?.prompt);
   */
  async answer(id: string, answer: RawAnswer, options: AnswerOptions = {}): Promise<JobAnswer> {
    const { idempotencyKey: key } = omitNullish(options, 'options');
    return answerJob(this.engine, textName(id, 'job'), answer, answererOf(options, this.by), key);
  }

  /**
   * Returns one job with what it waits for, or null.
   * @example
   * const task = await askonce.jobs.get('task-0w2k6r1xm4c7tz');
   */
  async get(id: string): Promise<Task | null> {
    const { job, waiting } = await this.engine.jobs.look(textName(id, 'job'));
    return job ? taskOf(job, waiting) : null;
  }

  /**
   * Lists queued jobs, oldest first. Pass `next` as `after` to get the following page.
   * @example
   * const { items } = await askonce.jobs.list({ state: 'AWAITING_RESPONSE' });
   */
  async list(query: TaskQuery = {}): Promise<Page<Task>> {
    const { state, session, newest, ...page } = omitNullish(query, 'query');
    const states = state === undefined ? JOB_STATES : typeof state === 'string' ? [state] : state;
    if (!states.every((one) => JOB_STATES.includes(one)))
      throw invalidArgument('state', `one of ${JOB_STATES.join(', ')}`);
    const { items, next } = await this.engine.store.runs.list({
      project: this.engine.project,
      state: states,
      ...(session === undefined ? {} : { session: checkId(session, 'session') }),
      ...(newest === true ? { newest } : {}),
      ...pageOf(page, 50),
    });
    const waits = items.filter((job) => job.state === 'AWAITING_RESPONSE').map(({ id }) => id);
    const seen = new Map((await this.engine.store.runs.look(waits)).map((state) => [state.job?.id, state]));
    const tasks = items.map((job) => taskOf(seen.get(job.id)?.job ?? job, seen.get(job.id)?.waiting ?? []));
    return { items: tasks, next };
  }

  /**
   * Cancels a job. A run in progress is stopped, and its questions are withdrawn.
   * @example
   * await askonce.jobs.cancel(task.id, 'not needed any more');
   */
  async cancel(id: string, because?: string, options: Pick<AnswerOptions, 'by' | 'caller'> = {}): Promise<Task> {
    const why = optionalText(because, 'because');
    const { by, caller = null } = answererOf(options, this.by);
    return taskOf(await this.engine.jobs.cancel(textName(id, 'job'), why, by, caller), []);
  }

  /**
   * Resolves with the job once it has ended, in whichever process it runs. Waits without a limit.
   * @example
   * const signal = AbortSignal.timeout(1);
   * const { state, result } = await askonce.jobs.ended(task.id, { signal }).catch(() => ({ state: 'RUNNING', result: null }));
   */
  async ended(id: string, options: { signal?: AbortSignal } = {}): Promise<Task> {
    const job = textName(id, 'job');
    return jobEnded(this.engine, () => this.get(job), job, omitNullish(options, 'options'));
  }

  /**
   * Returns the output of a job's runs: the last lines, or those after a line number.
   * @example
   * for (const { stream, line } of await askonce.jobs.log(task.id)) console.log(stream, line);
   */
  async log(id: string, query: { after?: number; limit?: number } = {}): Promise<readonly LogLine[]> {
    const { after, limit } = omitNullish(query, 'query');
    if (after !== undefined && !Number.isSafeInteger(after)) throw invalidArgument('after', 'a line number');
    const job = textName(id, 'job');
    if (!(await this.engine.store.job(job))) throw unknownJob(job);
    const most = limitOf(limit, 200, LIMITS.events);
    return this.engine.store.runs.log(job, { limit: most, ...(after === undefined ? {} : { after }) });
  }
}

/** Resolves with a job once it has ended, in a store or at a server. */
export function jobEnded(
  source: EventSource,
  get: () => Promise<Task | null>,
  id: string,
  options: LookOptions,
): Promise<Task> {
  return lookUntil(
    source,
    async () => {
      const task = await get();
      if (!task) throw unknownJob(id);
      return hasEnded(task.state) ? task : null;
    },
    options,
  );
}
