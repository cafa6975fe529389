/** Jobs as seed 001 has them: a prompt that is read before it is built, one question at most, one answer. */
import { hash } from 'node:crypto';
import { clip, isSameAnswer, type RawAnswer } from '../core/answer/check.ts';
import { alreadyAnswered, closedForJob } from '../core/answer/closed-errors.ts';
import type { Answerer } from '../core/answer/decide.ts';
import { unknownJob } from '../core/jobs/decide.ts';
import { AskOnceError, type ErrorCode } from '../core/model/errors.ts';
import type { JobSpec, RequestedClarification } from '../core/model/interpretation.ts';
import { CAP_FAILED_TEXT } from '../core/model/policy.ts';
import { NO_DEADLINE } from '../core/model/question.ts';
import type { JobRecord } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { ListedClarification } from '../ports.ts';
import { checkAnswerText, checkText, omitNullish, optionalText, textId } from '../util/arguments.ts';
import { keyedId, newId } from '../util/ids.ts';
import type { AskOptions } from './ask-input.ts';
import { prepareAsk, timingOf } from './prepare-ask.ts';
import { type QueueOptions, queueCommand } from './queue-job.ts';

export interface SubmitOptions extends QueueOptions {
  /** A text of one's own for this job: whoever submits under it again is given the first one, whatever they say then. */
  idempotencyKey?: string;
  /** When silence ends the wait for the person; by default it never does. */
  timeout?: AskOptions['timeout'];
  /** What silence means then: the job fails, which is the standard, or is built with what nobody settled. */
  onTimeout?: 'wait' | 'fail' | 'fallback';
}

export interface Submission {
  readonly job: JobRecord;
  /** False where there was such a job before, which this is. */
  readonly made: boolean;
  /** The question that waits for a person; null where none does. */
  readonly clarification: ListedClarification | null;
}

/** `replayed`: this very answer had been taken before. It is told the same again, whatever the builder has done since. */
export type JobAnswer = {
  readonly status: 'accepted' | 'replayed';
  readonly job: JobRecord;
  readonly answer: string;
} & (
  | { readonly settled: true; readonly spec: JobSpec }
  /** The answer was taken and kept, and the job has failed. */
  | { readonly settled: false; readonly error: string; readonly code: ErrorCode }
);

/** The same words about another prompt are another question; so a long prompt's hash stands for what is cut off. */
function subjectOf(prompt: string): string {
  const line = prompt.replace(/[\s\p{C}]+/gu, ' ').trim();
  return line.length <= SUBJECT ? line : `${clip(line, SUBJECT)} #${hash('sha256', line).slice(0, 12)}`;
}

const SUBJECT = 200;

/** Makes a job. Its policy is `job`, unless another is named: one question, then it is built or fails. */
export async function submitJob(engine: Engine, prompt: string, options: SubmitOptions): Promise<Submission> {
  const { idempotencyKey: key, timeout, onTimeout, ...rest } = omitNullish(options, 'options');
  const keyed = key === undefined ? null : keyedId('job', checkText(key, 'idempotencyKey'));
  const before = keyed === null ? null : await engine.store.job(keyed);
  if (before) return { job: before, made: false, clarification: await waitingFor(engine, before) };
  const isNew = keyed === null && rest.id === undefined && rest.session === undefined;
  const id = keyed ?? rest.id ?? newId('job', engine.clock.now());
  const queue = queueCommand(engine, prompt, { policy: 'job', ...rest, id }, null, { anyPrompt: keyed !== null });
  // Whoever names an end to the wait means that it ends.
  const timing = {
    ...(timeout === undefined ? {} : { timeout, onTimeout: 'fail' as const }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
  };
  mustBeTiming(timing, engine.clock.now());
  const ask = (reading: RequestedClarification) => {
    const { policy, session, asker } = queue;
    const question = {
      question: reading.question,
      type: reading.type,
      options: reading.options,
      reason: 'conflicting_requirements',
      subject: subjectOf(queue.prompt),
    };
    return prepareAsk(
      question,
      { job: queue.id, ...timing },
      {
        session: session.id,
        caller: queue.caller,
        policy,
        asker,
        language: session.language,
        defaultPolicy: session.policy,
        files: engine.files,
        now: engine.clock.now(),
      },
    ).command;
  };
  const { job, made, clarification } = await engine.jobs.submit(queue, ask, isNew);
  if (!clarification) return { job, made, clarification: await waitingFor(engine, job) };
  if (timeout === undefined) engine.jobs.asked.set(job.id, clarification.id);
  const { deadline: at, onTimeout: then } = timingOf(timing, engine.clock.now());
  const ends = at !== null && then !== null && then !== 'wait';
  const silence = ends ? { deadline: at, onTimeout: then, onTimeoutAnswer: null } : NO_DEADLINE;
  return { job, made, clarification: { ...clarification, ...silence, unanswered: null } };
}

/** The question about a job's prompt, while it waits. */
async function waitingFor(engine: Engine, job: JobRecord): Promise<ListedClarification | null> {
  const waits = job.clarificationStatus === 'asked' && job.state === 'AWAITING_RESPONSE';
  return waits ? engine.clarification(job.clarificationId!) : null;
}

/** Checked before the prompt is read: what is wrong is wrong whether there will be a question or not. */
function mustBeTiming(timing: Pick<AskOptions, 'timeout' | 'onTimeout'>, now: number): void {
  if (timingOf(timing, now).onTimeout !== 'default') return;
  const text =
    'onTimeout “default” is not available for a job, because its question has no default. Use wait, fail or fallback.';
  throw new AskOnceError('timeout_invalid', text);
}

/**
 * Answers the one question of a job, in the same step in which it is built from then on, or fails.
 * @param key Whoever sends an answer again with the same key is told what came of it.
 */
export async function answerJob(
  engine: Engine,
  id: string,
  answer: RawAnswer,
  answerer: Answerer,
  key: string | undefined,
): Promise<JobAnswer> {
  const known = engine.jobs.asked.get(id);
  const first = known === undefined ? null : await answeredHere(engine, id, known, answer, answerer, key);
  if (first) return first;
  const asked = await engine.store.job(textId(id, 'job'));
  if (!asked) throw unknownJob(id);
  if (asked.clarificationId === null) {
    const text = `Job ${id} has no question to answer. It is ${asked.state}.`;
    throw new AskOnceError('job_not_asked', text, { job: id, state: asked.state });
  }
  checkAnswerText(answer);
  const sent = optionalText(key, 'idempotencyKey') ?? null;
  if (asked.clarificationStatus === 'answered') return answeredBefore(engine, asked, answer, sent);
  // Its question may still wait for another job, or have that one's answer.
  if (asked.state !== 'AWAITING_RESPONSE') throw closedForJob({ id: asked.clarificationId }, id);
  const { status, jobs } = await engine.answerAbout(asked.clarificationId, answer, answerer, {
    key: sent,
    job: asked.id,
  });
  const job = jobs?.find((one) => one.id === asked.id) ?? (await engine.store.job(asked.id))!;
  if (job.clarificationStatus !== 'answered') throw closedForJob({ id: asked.clarificationId }, id);
  return jobAnswer(status, job);
}

/**
 * The usual way, on which nothing is read before the answer is taken: the job was made here, and nobody has answered. Null where it is
 * otherwise, and nothing was changed; why is found out by looking at the job.
 */
async function answeredHere(
  engine: Engine,
  job: string,
  clarification: string,
  answer: RawAnswer,
  answerer: Answerer,
  key: string | undefined,
): Promise<JobAnswer | null> {
  engine.jobs.asked.delete(job);
  const sent = optionalText(key, 'idempotencyKey') ?? null;
  try {
    const { status, jobs } = await engine.answerAbout(clarification, answer, answerer, { key: sent, job });
    const answered = jobs?.find(({ id }) => id === job);
    return answered ? jobAnswer(status, answered) : null;
  } catch (error) {
    if (error instanceof AskOnceError) return null;
    throw error;
  }
}

/** Told from what is kept: the answer may have been taken back since, and the job stays what it made of it. */
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
  const of = { status, job, answer: job.clarificationAnswer! };
  if (job.spec) return { ...of, settled: true, spec: job.spec };
  return { ...of, settled: false, error: CAP_FAILED_TEXT, code: 'clarification_unresolved' };
}
