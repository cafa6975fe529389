/** Jobs of seed 001: a prompt that is read before it is built, at most one question, one answer. */
import { hash } from 'node:crypto';
import { clip, isSameAnswer, type RawAnswer } from '../core/answer/check.ts';
import { alreadyAnswered, closedForJob } from '../core/answer/closed-errors.ts';
import type { Answerer } from '../core/answer/decide.ts';
import { type QueueCommand, unknownJob } from '../core/jobs/decide.ts';
import type { Submitted } from '../core/jobs/submit.ts';
import { AskOnceError, type ErrorCode } from '../core/model/errors.ts';
import type { Interpretation, JobSpec } from '../core/model/interpretation.ts';
import { CAP_FAILED_TEXT } from '../core/model/policy.ts';
import { NO_DEADLINE } from '../core/model/question.ts';
import type { JobRecord } from '../core/model/records.ts';
import { type Task, taskOf } from '../core/model/task.ts';
import { clarificationView, type ListedClarification } from '../core/model/views.ts';
import type { Engine } from '../engine/engine.ts';
import type { ReadPrompt } from '../engine/jobs.ts';
import type { ClarificationRow } from '../ports.ts';
import { checkText, omitNullish, optionalText } from '../util/arguments.ts';
import { keyedId, newId } from '../util/ids.ts';
import type { AskOptions } from './ask-input.ts';
import { prepareAsk, timingOf } from './prepare-ask.ts';
import { type QueueOptions, queueCommand } from './queue-job.ts';

export interface SubmitOptions extends QueueOptions {
  /** A unique text that you choose for this job. Submitting again with the same key returns the first job, whatever the input. */
  idempotencyKey?: string;
  /** When silence ends the wait for the person; never by default. */
  timeout?: AskOptions['timeout'];
  /** What happens then: the job fails (the default), or is built with the conflict unsettled. */
  onTimeout?: 'wait' | 'fail' | 'fallback';
}

export interface Submission {
  readonly job: Task;
  /** False if the job existed before. */
  readonly made: boolean;
  /** The question that waits for a person, or null. */
  readonly clarification: ListedClarification | null;
}

/** `replayed`: the same answer was accepted before. The result is the same, whatever the builder has done since. */
export type JobAnswer = {
  readonly status: 'accepted' | 'replayed';
  readonly job: Task;
  readonly answer: string;
} & (
  | { readonly settled: true; readonly spec: JobSpec }
  /** The answer was accepted and stored, and the job has failed. */
  | { readonly settled: false; readonly error: string; readonly code: ErrorCode }
);

/** The same words about another prompt are another question, so the hash of a long prompt represents the part that is cut off. */
function subjectOf(prompt: string): string {
  const line = prompt.replace(/[\s\p{C}]+/gu, ' ').trim();
  return line.length <= SUBJECT ? line : `${clip(line, SUBJECT)} #${hash('sha256', line).slice(0, 12)}`;
}

const SUBJECT = 200;

/** Creates a job. Its policy is `job` by default: one question, then it is built or fails. */
export async function submitJob(engine: Engine, prompt: string, options: SubmitOptions): Promise<Submission> {
  const keyed = keyedJob(options);
  const before = keyed === null ? null : await submittedBefore(engine, keyed);
  if (before) return before;
  const prepared = prepareSubmission(engine, prompt, options, keyed);
  const reading = await engine.jobs.interpret(prepared.queue.prompt);
  const submitted = await engine.jobs.submit(prepared.queue, asRead(engine, prepared, reading), prepared.isNew);
  return submissionOf(engine, prepared, submitted);
}

interface PreparedSubmission {
  readonly queue: QueueCommand;
  /** The ids of the job and of its session were generated just now. */
  readonly isNew: boolean;
  readonly timing: Pick<AskOptions, 'timeout' | 'onTimeout'>;
}

/** Checks the caller's input before the prompt is read, so that mistakes are reported whether or not there will be a question. */
function prepareSubmission(
  engine: Engine,
  prompt: string,
  options: SubmitOptions,
  keyed: string | null,
): PreparedSubmission {
  const { idempotencyKey: _key, timeout, onTimeout, ...rest } = omitNullish(options, 'options');
  const now = engine.clock.now();
  const isNew = keyed === null && rest.id === undefined && rest.session === undefined;
  const id = keyed ?? rest.id ?? newId('job', now);
  const queue = queueCommand(engine, prompt, { policy: 'job', ...rest, id }, null, { anyPrompt: keyed !== null });
  // A timeout without `onTimeout` means that the wait ends.
  const timing = {
    ...(timeout === undefined ? {} : { timeout, onTimeout: 'fail' as const }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
  };
  mustBeTiming(timing, now);
  return { queue, isNew, timing };
}

/** Returns the id of a job with an idempotency key, or null without one. */
function keyedJob(options: SubmitOptions): string | null {
  const { idempotencyKey: key } = omitNullish(options, 'options');
  return key === undefined ? null : keyedId('job', checkText(key, 'idempotencyKey'));
}

/** Returns the job submitted earlier with the same key. Checked before the prompt is read, because reading may need a model. */
async function submittedBefore(engine: Engine, id: string): Promise<Submission | null> {
  const job = await engine.store.job(id);
  return job && submission(job, false, await waitingFor(engine, job));
}

/** The prompt after reading: with its spec, or with its conflict and the one question about it. */
function asRead(engine: Engine, { queue, timing }: PreparedSubmission, reading: Interpretation): ReadPrompt {
  if (reading.kind === 'spec') return reading;
  const { policy, session, asker, caller } = queue;
  const question = {
    question: reading.question,
    type: reading.type,
    options: reading.options,
    reason: 'conflicting_requirements',
    subject: subjectOf(queue.prompt),
  };
  const frame = {
    session: session.id,
    caller,
    policy,
    asker,
    language: session.language,
    defaultPolicy: session.policy,
    files: engine.files,
    now: engine.clock.now(),
  };
  const { command: ask } = prepareAsk(question, { job: queue.id, ...timing }, frame, engine);
  return { kind: 'conflict', conflict: reading.conflict, ask };
}

/** Returns the result for the caller. */
async function submissionOf(
  engine: Engine,
  { timing }: PreparedSubmission,
  { job, made, clarification }: Submitted,
): Promise<Submission> {
  if (!clarification) return submission(job, made, await waitingFor(engine, job));
  const { deadline, onTimeout } = timingOf(timing, engine.clock.now());
  const ends = deadline !== null && onTimeout !== null && onTimeout !== 'wait';
  const silence = ends ? { deadline, onTimeout, onTimeoutAnswer: null } : NO_DEADLINE;
  return submission(job, made, { ...clarification, ...silence, unanswered: null });
}

function submission(job: JobRecord, made: boolean, row: ClarificationRow | null): Submission {
  const waiting = row?.status === 'pending' ? [{ clarification: row }] : [];
  return { job: taskOf(job, waiting), made, clarification: row && clarificationView(row) };
}

/** The question about a job's prompt, while it waits. */
async function waitingFor(engine: Engine, job: JobRecord): Promise<ClarificationRow | null> {
  const waits = job.clarificationStatus === 'asked' && job.state === 'AWAITING_RESPONSE';
  return waits ? engine.clarification(job.clarificationId!) : null;
}

function mustBeTiming(timing: PreparedSubmission['timing'], now: number): void {
  if (timingOf(timing, now).onTimeout !== 'default') return;
  const text =
    'onTimeout “default” is not available for a job, because its question has no default. Use wait, fail or fallback.';
  throw new AskOnceError('timeout_invalid', text);
}

/**
 * Answers the one question of a job. In the same step the job becomes ready to build, or fails.
 * @param key Idempotency key: a repeated call with the same key returns the first result.
 */
export async function answerJob(
  engine: Engine,
  id: string,
  answer: RawAnswer,
  answerer: Answerer,
  key: string | undefined,
): Promise<JobAnswer> {
  const sent = optionalText(key, 'idempotencyKey') ?? null;
  const question = engine.jobs.questionOf(id) ?? (await askedAbout(engine, id));
  const how = { key: sent, job: id };
  const taken = await engine.answerAbout(question, answer, answerer, how).catch(ifOver);
  const isOver = taken instanceof AskOnceError;
  const answered = isOver ? undefined : taken.jobs?.find((one) => one.id === id);
  const job = answered ?? (await engine.store.job(id))!;
  if (job.clarificationStatus === 'answered')
    return isOver ? answeredBefore(engine, job, answer, sent) : jobAnswer(taken.status, job);
  // The question may still wait for another job, or may have been answered for another job.
  throw isOver && job.state === 'AWAITING_RESPONSE' ? taken : closedForJob({ id: question }, id);
}

/** The question about a job's prompt. */
async function askedAbout(engine: Engine, id: string): Promise<string> {
  const job = await engine.store.job(id);
  if (!job) throw unknownJob(id);
  if (job.clarificationId !== null) return job.clarificationId;
  const text = `Job ${id} has no question to answer. It is ${job.state}.`;
  throw new AskOnceError('job_not_asked', text, { job: id, state: job.state });
}

/** The question no longer accepts an answer; the job's stored state says what that means for it. Other errors are rethrown. */
function ifOver(error: unknown): AskOnceError {
  if (error instanceof AskOnceError && OVER.includes(error.code)) return error;
  throw error;
}

const OVER: readonly ErrorCode[] = ['clarification_closed', 'already_answered'];

/** Based on the job's stored answer: the answer may have been revoked since, but the job keeps the result it led to. */
async function answeredBefore(
  engine: Engine,
  job: JobRecord,
  answer: RawAnswer,
  key: string | null,
): Promise<JobAnswer> {
  const clarification = (await engine.store.clarification(job.clarificationId!))!;
  const sameKey = key !== null && key === clarification.answerKey;
  if (sameKey || isSameAnswer(clarification, answer, job.clarificationAnswer!)) return jobAnswer('replayed', job);
  throw alreadyAnswered(clarification);
}

function jobAnswer(status: JobAnswer['status'], job: JobRecord): JobAnswer {
  const of = { status, job: taskOf(job, []), answer: job.clarificationAnswer! };
  if (job.spec) return { ...of, settled: true, spec: job.spec };
  return { ...of, settled: false, error: CAP_FAILED_TEXT, code: 'clarification_unresolved' };
}
