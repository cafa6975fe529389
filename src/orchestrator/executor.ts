/**
 * The orchestrator as an executor: starts the PM, asks its questions, passes its tasks to workers, and stores every turn, so that a job
 * that is run again after a crash continues where it was. The pure state machine is in machine.ts.
 */

import { clip } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Outcome } from '../core/model/question.ts';
import { timingOf } from '../library/prepare-ask.ts';
import type { Executor, RunContext, RunnableJob } from '../worker/executor.ts';
import type { WorkerHost } from '../worker/host.ts';
import type { OrchestratorHost, PmHost } from './host.ts';
import { assumptionLine, replyLine, saidLine } from './log.ts';
import {
  answeredIn,
  contextOf,
  DEFAULTS,
  type Event,
  newOrchestration,
  type Orchestration,
  type Scope,
  step,
} from './machine.ts';
import { type PmReply, type PmStatus, statusFrom, statusIn, type Task } from './pm-status.ts';
import type { ClarificationRequest, TimeoutOption } from './requests.ts';
import type { ClarificationState } from './state.ts';

/** What a PM is started with. */
export interface PmTurn {
  readonly goal: string;
  /** 1 for the first start. */
  readonly number: number;
  /** The goal, everything that has happened since, and what the person said, as one text. */
  readonly prompt: string;
  readonly clarification: ClarificationState;
}

/** A PM: takes the current state and returns what to do next. */
export type Pm = (turn: PmTurn, context: RunContext, job: RunnableJob) => PmReply | string | Promise<PmReply | string>;

/** A worker: does one task and returns its result. It asks on behalf of the PM's job, so its questions count as the PM's own. */
export type Worker = (task: string, context: RunContext, job: RunnableJob) => string | Promise<string>;

export interface OrchestratorSettings extends TimeoutOption {
  pm: Pm;
  worker?: Worker;
  /** The limits on turns and minutes; 50 turns by default. */
  scope?: Scope;
  /** How often a PM that keeps asking is started again after its first fallback; by default as often as the scope allows. */
  insist?: number;
}

/** Creates an executor from a PM and a worker. */
export function orchestrating(host: OrchestratorHost, settings: OrchestratorSettings): Executor {
  return async (job, context) => {
    const drive = new Drive(await host.pmOf(job, context), settings, job, context, host.worker.clock);
    let run = newOrchestration(job.prompt, {
      scope: { ...DEFAULTS.scope, ...settings.scope },
      insist: settings.insist ?? DEFAULTS.insist,
    });
    for (;;) {
      const { next } = run;
      if (next.do === 'complete') return next.summary;
      if (next.do === 'fail') throw new AskOnceError(next.code, next.error, { asked: run.asked });
      run = step(run, await drive.event(run));
      // A PM that answers at once would otherwise leave no time for leases, signals and other jobs.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

class Drive {
  private readonly host: PmHost;
  private readonly settings: OrchestratorSettings;
  private readonly job: RunnableJob;
  private readonly context: RunContext;
  private readonly clock: WorkerHost['clock'];

  constructor(
    host: PmHost,
    settings: OrchestratorSettings,
    job: RunnableJob,
    context: RunContext,
    clock: WorkerHost['clock'],
  ) {
    this.host = host;
    this.settings = settings;
    this.job = job;
    this.context = context;
    this.clock = clock;
  }

  /** Performs the next step, unless its result is already stored. */
  async event(run: Orchestration): Promise<Event> {
    const { next, turns } = run;
    switch (next.do) {
      case 'start':
        return this.startPm(run);
      case 'ask':
        return this.settle(next.request, turns);
      case 'work':
        return this.work(next.tasks, turns);
      default:
        throw new Error(`there is nothing to do after ${next.do}`);
    }
  }

  private async startPm(run: Orchestration): Promise<Event> {
    const turn = run.turns + 1;
    const { context } = this;
    const { said, ms } = await context.once(`pm ${turn}`, async () => {
      const clarification = await this.settledState();
      const prompt = contextOf(run, clarification, await this.takenBack(run));
      const told = { goal: this.job.prompt, number: turn, prompt, clarification };
      this.say(`[turn ${turn}] starting the PM`);
      // What a PM stores belongs to this turn, and is kept apart from what the orchestrator stores.
      const own = {
        ...context,
        once: <T>(key: string, work: () => T | Promise<T>) => context.once(`own ${turn} ${key}`, work),
      };
      const timed = await this.timed(async () => keepable(await this.settings.pm(told, own, this.job)));
      this.say(`[turn ${turn}] ${saidLine(read(timed.said))}`);
      return timed;
    });
    const { status, problem } = read(said);
    if (status) await this.keepAssumptions(status, turn);
    return { type: 'status', status: status ?? { problem: problem! }, ms };
  }

  private async takenBack(run: Orchestration): Promise<ReadonlySet<string>> {
    const ids = answeredIn(run);
    const all = await Promise.all(ids.map((id) => this.host.isRevoked(id)));
    return new Set(ids.filter((_, at) => all[at]));
  }

  /** Case B, whichever process asked: while a question of the asker waits, no PM is started. */
  private settledState(): Promise<ClarificationState> {
    return this.host.settledState((question) => this.say(`waiting for ${question}`));
  }

  private async settle(request: ClarificationRequest, turn: number): Promise<Event> {
    const outcome = await this.context.once(`reply ${turn}`, async () => {
      const came = await this.outcomeOf(request, turn);
      this.say(`[turn ${turn}] ${replyLine(came)}`);
      return came;
    });
    const assumed = await this.host.assumeByTimeout(request, outcome);
    if (assumed) await this.sayOnce(`assumed ${turn}`, assumptionLine(assumed));
    return { type: 'settled', outcome };
  }

  /** The absolute deadline. It stays the same when the job is run again; a deadline in the past takes effect at once. */
  private async timeoutOf(turn: number): Promise<TimeoutOption> {
    const { timeout } = this.settings;
    if (timeout === undefined) return {};
    const now = this.clock.now();
    const at = await this.context.once(`deadline ${turn}`, () => timingOf({ timeout }, now).deadline!);
    return { timeout: new Date(Math.max(at, now)) };
  }

  private async outcomeOf(request: ClarificationRequest, turn: number): Promise<Outcome> {
    const timeout = await this.timeoutOf(turn);
    try {
      return await this.host.ask(request, timeout);
    } catch (error) {
      // An invalid question is returned to the PM to correct.
      if (!(error instanceof AskOnceError && error.status === 400)) throw error;
      const lacks = { outcome: 'failed', code: 'request_incomplete', error: error.message } as const;
      return { ...lacks, question: request.question, type: 'FREE_TEXT', evidence: error.message, confidence: 1 };
    }
  }

  private async work(tasks: readonly Task[], turn: number): Promise<Event> {
    const results = [];
    let ms = 0;
    for (const [at, { prompt }] of tasks.entries()) {
      const key = `work ${turn}.${at + 1}`;
      const worked = await this.context.once(key, async () => {
        const name = `[task ${turn}.${at + 1}]`;
        this.say(`${name} ${prompt}`);
        const timed = await this.timed(() => this.workAnswered(prompt, key));
        this.say(timed.said.done ? `${name} done` : `${name} failed: ${timed.said.text}`);
        return timed;
      });
      ms += worked.ms;
      results.push({ task: prompt, ...worked.said });
    }
    return { type: 'worked', results, ms };
  }

  /** A worker that asked through another surface without waiting has not received its answer: it is run again once there is one. */
  private async workAnswered(task: string, key: string): Promise<{ done: boolean; text: string }> {
    for (;;) {
      const worked = await this.workOn(task, key);
      if (!(await this.host.isWaiting())) return worked;
      await this.settledState();
    }
  }

  /** A failed task is reported to the PM; a stopped job is not. */
  private async workOn(task: string, key: string): Promise<{ done: boolean; text: string }> {
    const { worker } = this.settings;
    if (!worker) return { done: false, text: 'No worker is configured. Do the task yourself, or reply COMPLETE.' };
    const context = {
      ...this.context,
      once: <T>(of: string, work: () => T | Promise<T>) => this.context.once(`${key} ${of}`, work),
    };
    try {
      return { done: true, text: String((await worker(task, context, this.job)) ?? '') };
    } catch (error) {
      this.context.signal.throwIfAborted();
      // A PM also cannot fix a missing command for its workers.
      if (error instanceof AskOnceError && (error.status === 503 || error.code === 'agent_missing')) throw error;
      return { done: false, text: error instanceof Error ? error.message : String(error) };
    }
  }

  private async keepAssumptions({ assumptions }: PmStatus, turn: number): Promise<void> {
    for (const [at, { risk, confidence, ...assumption }] of assumptions.entries()) {
      const more = { ...(risk === undefined ? {} : { risk }), ...(confidence === undefined ? {} : { confidence }) };
      const kept = await this.host.assume({ ...assumption, ...more }, turn, at);
      await this.sayOnce(`assumed ${turn}.${at}`, assumptionLine(kept));
    }
  }

  /** Writes to the job's log, one line per call. Lines written inside a stored step are repeated only if the step runs again. */
  private say(text: string): void {
    this.context.log(clip(text.trim().replaceAll(/\s+/g, ' '), MAX_LOGGED_LENGTH));
  }

  private async sayOnce(key: string, text: string): Promise<void> {
    await this.context.once(key, () => this.say(text));
  }

  /** Measures how long work took, without the time in which a person was being asked. */
  private async timed<T>(work: () => T | Promise<T>): Promise<{ said: T; ms: number }> {
    const { clock } = this;
    const from = clock.now();
    const said = await work();
    const until = clock.now();
    return { said, ms: until - from - (await this.waited(from, until)) };
  }

  private async waited(from: number, until: number): Promise<number> {
    if (this.settings.scope?.maxMinutes === undefined) return 0;
    const asked = await this.host.asked();
    const spans = asked
      .filter(({ job }) => job === this.job.id)
      .map(({ createdAt, settledAt }) => [createdAt, settledAt ?? until] as const);
    return overlap(spans, from, until);
  }
}

const MAX_LOGGED_LENGTH = 500;

/** How much of a period is covered by spans that may overlap. */
export function overlap(spans: readonly (readonly [number, number])[], from: number, until: number): number {
  let covered = 0;
  let end = from;
  for (const [start, stop] of spans.toSorted(([a], [b]) => a - b)) {
    const begin = Math.max(start, end);
    const last = Math.min(stop, until);
    if (last <= begin) continue;
    covered += last - begin;
    end = last;
  }
  return covered;
}

/** A PM's reply in a form that can be stored; what cannot be stored is not a status either. */
function keepable(said: unknown): unknown {
  if (typeof said === 'string') return said;
  try {
    return JSON.parse(JSON.stringify(said) ?? 'null');
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function read(said: unknown): { status?: PmStatus; problem?: string } {
  const status = typeof said === 'string' ? statusIn(said) : statusFrom(said);
  return 'problem' in status ? status : { status };
}
