/** The life of a job: queued, released, ended; claim.ts has how workers get it. Pure, like answer/decide.ts. */
import { type Caller, ownerOnly } from '../access.ts';
import { leaveItems } from '../answer/cancel.ts';
import type { Decided, Effect, Verdict } from '../effects.ts';
import { AskOnceError } from '../model/errors.ts';
import { hasEnded } from '../model/job.ts';
import type { Policy } from '../model/policy.ts';
import type { EventRecord, EventType, JobRecord, SessionRecord } from '../model/records.ts';
import type { RunState } from '../states.ts';

/** Returns a new job of a session, as the command that makes it says. */
export function newJob(
  { id, caller, folder }: Pick<QueueCommand, 'id' | 'caller' | 'folder'>,
  session: SessionRecord,
  now: number,
): JobRecord {
  return {
    id,
    token: caller?.token ?? null,
    session: session.id,
    project: session.project,
    folder,
    state: 'RUNNING',
    policy: session.policy,
    asker: session.asker,
    prompt: null,
    agent: null,
    owner: null,
    runs: 0,
    lost: 0,
    result: null,
    error: null,
    clarificationStatus: 'none',
    clarificationId: null,
    clarificationQuestion: null,
    conflict: null,
    clarificationAnswer: null,
    clarificationAnsweredAt: null,
    spec: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    endedAt: null,
  };
}

export interface QueueCommand {
  readonly id: string;
  readonly caller: Caller | null;
  /** Where it is made, if that is not the project's own folder. */
  readonly folder: string | null;
  readonly prompt: string;
  /** Accept any existing job with this id, whatever its prompt. */
  readonly anyPrompt: boolean;
  /** The session to create if it is new. `anySession`: none was named, so the existing job's session is used. */
  readonly anySession: boolean;
  readonly session: Omit<SessionRecord, 'createdAt' | 'heard'>;
  /** Set if they differ from those of the session. */
  readonly policy: Policy | null;
  readonly asker: string | null;
  readonly agent: string | null;
  /** The worker that starts the job at once, so that no other worker takes it first. */
  readonly worker: string | null;
}

/** Puts a job into the queue. Queuing the same job again returns the existing one. */
export function decideQueue(state: RunState, command: QueueCommand, now: number): Verdict<{ readonly job: JobRecord }> {
  if (state.job) {
    const error = otherJob(state.job, command);
    return error ? { error } : noEffects({ job: state.job });
  }
  const { session, job, opens } = queuedJob(state.session, command, now);
  const made = command.worker === null ? job : startedJob(job, command.worker, now);
  const effects: Effect[] = opens ? [{ do: 'insert_session', session }] : [];
  effects.push({ do: 'insert_job', job: made }, jobEvent('job.queued', job, now, { policy: job.policy.name }));
  if (made.owner !== null) effects.push(startedEvent(made, now, {}));
  return { effects, result: { job: made } };
}

/** A queued job and its session, which may be new. */
export interface QueuedJob {
  readonly session: SessionRecord;
  readonly job: JobRecord;
  readonly opens: boolean;
}

export function queuedJob(known: SessionRecord | null, command: QueueCommand, now: number): QueuedJob {
  const session = known ?? { ...command.session, heard: null, createdAt: now };
  const job: JobRecord = {
    ...newJob(command, session, now),
    state: 'QUEUED',
    prompt: command.prompt,
    agent: command.agent,
    policy: command.policy ?? session.policy,
    asker: command.asker ?? session.asker,
  };
  return { session, job, opens: known === null };
}

/** Returns why the existing job with this id is not the one being queued, or null if it is. */
export function otherJob(
  job: JobRecord,
  { id, prompt, anyPrompt, anySession, session }: QueueCommand,
): AskOnceError | null {
  if ((anyPrompt || job.prompt === prompt) && (anySession || job.session === session.id)) return null;
  const text = `A different job ${id} already exists. Use another id, or leave it out.`;
  return new AskOnceError('job_exists', text, { job: id });
}

/** The job as this worker's run. */
export function startedJob(job: JobRecord, worker: string, now: number): JobRecord {
  const startedAt = job.startedAt ?? now;
  return { ...job, state: 'RUNNING', owner: worker, runs: job.runs + 1, startedAt, updatedAt: now };
}

export function startedEvent(job: JobRecord, now: number, data: EventRecord['data']): Effect {
  return jobEvent('job.started', job, now, { worker: job.owner, run: job.runs, ...data });
}

export type JobEnd =
  | { readonly state: 'COMPLETE'; readonly result: string | null }
  | {
      readonly state: 'ERROR';
      readonly error: string;
      /** It failed for lack of an answer. If one of its questions is waiting, the job is released instead. */
      readonly unlessAwaiting?: boolean;
    }
  | {
      /** The run is over but the job is not: it goes on once its questions are settled, or at once if none is open. */
      readonly state: 'UNFINISHED';
      readonly because: string;
      /** The run counts as lost. Without a limit, a job whose agent is killed each time would be started forever. */
      readonly lost: boolean;
    };

/** `released`: the run is over, and the job waits for a person. Once they have answered, any free worker runs it. */
export type RunEnd = { readonly outcome: 'ended' | 'released' | 'not_yours'; readonly job: JobRecord | null };

/** One run of a job. A worker that lost a job and got it again has two runs, and only the newer one may report. */
export interface RunOfJob {
  readonly worker: string;
  readonly run: number;
}

/** Ends the run of a job. Only the worker that owns it may do so. */
export function decideEnd(state: RunState, by: RunOfJob, end: JobEnd, now: number): Decided<RunEnd> {
  const { job } = state;
  if (!isRunBy(job, by)) return noEffects({ outcome: 'not_yours', job });
  if (end.state === 'UNFINISHED') return letGo(end.lost ? { ...job, lost: job.lost + 1 } : job, now, end.because);
  const waits = job.state === 'AWAITING_RESPONSE';
  if (waits && (end.state === 'COMPLETE' || end.unlessAwaiting)) return letGo(job, now, 'its question is open');
  const ended = endedJob(job, end, now);
  const [type, data] = end.state === 'COMPLETE' ? (['job.completed', {}] as const) : (['job.failed', end] as const);
  return {
    effects: [
      ...leaveItems(state.waiting, now, 'ask.cancelled', () => ({
        outcome: 'cancelled',
        evidence: 'the job ended',
        confidence: 1,
      })),
      { do: 'put_job', job: ended, was: { state: job.state, owner: job.owner } },
      jobEvent(type, ended, now, 'error' in data ? { error: data.error } : {}),
    ],
    result: { outcome: 'ended', job: ended },
  };
}

/** The worker stops, so that another can continue. */
export function decideRelease({ job }: RunState, by: RunOfJob, failed: boolean, now: number): Decided<RunEnd> {
  if (!isRunBy(job, by)) return noEffects({ outcome: 'not_yours', job });
  // A run whose result cannot be stored counts as lost; otherwise a job that never can be stored would be restarted forever.
  return failed
    ? letGo({ ...job, lost: job.lost + 1 }, now, 'the store failed')
    : letGo(job, now, 'its worker stopped');
}

function isRunBy(job: JobRecord | null, { worker, run }: RunOfJob): job is JobRecord {
  return job !== null && job.owner === worker && job.runs === run;
}

function letGo(job: JobRecord, now: number, because: string): Decided<RunEnd> {
  const free: JobRecord = { ...job, owner: null, updatedAt: now };
  return {
    effects: [
      { do: 'put_job', job: free, was: { state: job.state, owner: job.owner } },
      jobEvent('job.released', free, now, { because }),
    ],
    result: { outcome: 'released', job: free },
  };
}

/** A person cancels the job. Its questions are withdrawn unless another ask waits for them. */
export function decideCancelJob(
  state: RunState,
  command: {
    readonly id: string;
    readonly because: string | null;
    readonly by: string | null;
    readonly caller?: Caller | null;
  },
  now: number,
): Verdict<{ readonly job: JobRecord; readonly cancelled: boolean }> {
  const { job } = state;
  const { id, because, by } = command;
  if (!job) return { error: unknownJob(id) };
  const refused = ownerOnly(command.caller ?? null, job.token, `Job ${id}`);
  if (refused) return { error: refused };
  if (job.state === 'CANCELLED') return noEffects({ job, cancelled: false });
  if (hasEnded(job.state)) {
    const text = `Job ${id} is ${job.state}; there is nothing to cancel.`;
    return { error: new AskOnceError('job_ended', text, { job: id, state: job.state }) };
  }
  const ended: JobRecord = { ...job, state: 'CANCELLED', owner: null, updatedAt: now, endedAt: now };
  const evidence = because ? `the job was cancelled: “${because}”` : 'the job was cancelled';
  return {
    effects: [
      ...leaveItems(state.waiting, now, 'ask.cancelled', () => ({ outcome: 'cancelled', evidence, confidence: 1 })),
      { do: 'put_job', job: ended, was: { state: job.state, owner: job.owner } },
      jobEvent('job.cancelled', ended, now, { because, by }),
    ],
    result: { job: ended, cancelled: true },
  };
}

export function unknownJob(id: string): AskOnceError {
  return new AskOnceError('job_unknown', `No job ${id}. Check the id.`, { job: id });
}

export function endedJob(job: JobRecord, end: Exclude<JobEnd, { state: 'UNFINISHED' }>, now: number): JobRecord {
  const { state } = end;
  const came = end.state === 'COMPLETE' ? { result: end.result } : { error: end.error };
  return { ...job, ...came, state, owner: null, updatedAt: now, endedAt: now };
}

export function jobEvent(type: EventType, job: JobRecord, at: number, data: EventRecord['data']): Effect {
  return { do: 'event', event: { type, at, session: job.session, job: job.id, ask: null, clarification: null, data } };
}

function noEffects<R>(result: R): Decided<R> {
  return { effects: [], result };
}
