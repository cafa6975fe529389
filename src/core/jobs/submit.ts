/**
 * A job as seed 001 makes it: read for conflicts before anything is built. What is clear is queued; what is not asks one question,
 * in the same step, or finds it answered in the session already. Pure, like running.ts.
 */
import { type AskCommand, NOTHING_STANDS, type Resolvers } from '../ask/command.ts';
import { decideAsk } from '../ask/decide.ts';
import type { Effect, Verdict } from '../effects.ts';
import type { AskOnceError } from '../model/errors.ts';
import type { Conflict, Interpretation, InterpretInput, JobSpec } from '../model/interpretation.ts';
import { CAP_FAILED_TEXT } from '../model/policy.ts';
import type { Outcome } from '../model/question.ts';
import type { ClarificationRecord, JobRecord } from '../model/records.ts';
import type { AskState, RunState } from '../states.ts';
import { jobEvent, mustBeSameJob, type QueueCommand, type QueuedJob, queuedJob } from './decide.ts';
import { assumedSpec, type Reader, readingOf } from './on-settled.ts';

export type SubmitVerdict =
  | {
      readonly job: JobRecord;
      /** False where there was such a job before. */
      readonly made: boolean;
      /** The question that waits, where it was put just now. */
      readonly clarification: ClarificationRecord | null;
    }
  | { readonly error: AskOnceError }
  /** Nothing was decided: have the model read this, and decide again. */
  | { readonly unread: InterpretInput }
  /** Nothing was decided: look where this path leads in this project, and decide again. */
  | { readonly locate: string; readonly project: string };

/** A prompt without a conflict: its spec is kept, and the job is for the builder. */
export function decideClearJob(
  state: RunState,
  command: QueueCommand,
  spec: JobSpec,
  now: number,
): Verdict<SubmitVerdict> {
  if (state.job) return sameJob(state.job, command);
  return made(queuedJob(state.session, command, now), { clarificationStatus: 'skipped', spec }, [], now);
}

export interface ConflictCommand {
  readonly queue: QueueCommand;
  /** The question, as this job's own. */
  readonly ask: AskCommand;
  readonly conflict: Conflict;
}

/** A prompt with a conflict: the session holds the answer, or the person is asked, once. */
export function decideConflict(
  state: AskState,
  { queue, ask, conflict }: ConflictCommand,
  resolvers: Resolvers,
  read: Reader,
  now: number,
): Verdict<SubmitVerdict> {
  if (state.job) return sameJob(state.job, queue);
  const fresh = queuedJob(state.session, queue, now);
  // As if it ran and had stopped to ask: only such a job can.
  const asking: JobRecord = { ...fresh.job, state: 'AWAITING_RESPONSE', conflict };
  const seen = { ...state, session: fresh.session, job: asking };
  // A job that is new has asked nothing, and its builder is told of what nobody settled by its spec.
  const asked = decideAsk(seen, { ...ask, standing: NOTHING_STANDS }, resolvers, now);
  const { locate, project } = asked.result;
  if (locate !== undefined) return { effects: [], result: { locate, project: project! } };
  const outcome = asked.result.items[0]!;
  if (outcome.outcome === 'parked') return parked(fresh, asking, asked.effects, outcome, now);
  if (outcome.outcome !== 'auto_resolved' && outcome.outcome !== 'answered')
    return unasked(fresh, asking, asked.effects, outcome, now);
  const reading = read(readingOf(asking, outcome.answer));
  if (!reading) return { effects: [], result: { unread: readingOf(asking, outcome.answer) } };
  if (reading.kind === 'spec') {
    const spec = toldBy(reading, outcome);
    return made(fresh, { conflict, clarificationStatus: 'skipped', spec }, asked.effects, now);
  }
  // What somebody usually answers may be no answer to this; what was answered to this very question is all there will be.
  if (outcome.source !== 'history') return decideConflict(state, { queue, ask, conflict }, NOBODY, read, now);
  return unasked(
    fresh,
    asking,
    asked.effects,
    { ...outcome, outcome: 'failed', error: CAP_FAILED_TEXT, code: 'cap_reached' },
    now,
  );
}

const NOBODY: Resolvers = { input: () => null, preference: () => null, sentinel: () => null };

function made(
  { session, job, opens }: QueuedJob,
  more: Partial<JobRecord>,
  asked: readonly Effect[],
  now: number,
  clarification: ClarificationRecord | null = null,
): Verdict<SubmitVerdict> {
  const whole: JobRecord = { ...job, ...more };
  const effects: Effect[] = opens ? [{ do: 'insert_session', session }] : [];
  const data = { policy: whole.policy.name, clarificationStatus: whole.clarificationStatus };
  const announced = whole.state === 'QUEUED' ? 'job.queued' : 'job.created';
  effects.push({ do: 'insert_job', job: whole }, jobEvent(announced, whole, now, data), ...asked);
  if (whole.state === 'AWAITING_RESPONSE') effects.push(jobEvent('job.awaiting', whole, now, {}));
  if (whole.state === 'ERROR') effects.push(jobEvent('job.failed', whole, now, { error: whole.error }));
  return { effects, result: { job: whole, made: true, clarification } };
}

function parked(
  fresh: QueuedJob,
  asking: JobRecord,
  effects: readonly Effect[],
  { id, question }: Extract<Outcome, { outcome: 'parked' }>,
  now: number,
): Verdict<SubmitVerdict> {
  const put = effects.find((effect) => effect.do === 'insert_clarification');
  const asked = { clarificationStatus: 'asked', clarificationId: id, clarificationQuestion: question } as const;
  return made(fresh, { ...asking, ...asked }, effects, now, put?.clarification ?? null);
}

/** It may not ask, and has no answer: it fails, or goes on with what nobody settled. */
function unasked(
  fresh: QueuedJob,
  asking: JobRecord,
  effects: readonly Effect[],
  outcome: Exclude<Outcome, { outcome: 'parked' | 'answered' | 'auto_resolved' }>,
  now: number,
): Verdict<SubmitVerdict> {
  const more = { conflict: asking.conflict, clarificationStatus: 'skipped' } as const;
  if (outcome.outcome === 'fallback') {
    const spec = assumedSpec(asking.prompt!, asking.conflict, outcome.evidence);
    return made(fresh, { ...more, spec }, effects, now);
  }
  const error =
    outcome.outcome === 'failed'
      ? outcome.error
      : `“${outcome.question}” was not asked again (${outcome.evidence}). State your choice in the prompt.`;
  return made(fresh, { ...more, state: 'ERROR', error, endedAt: now }, effects, now);
}

/** The spec with where the answer came from, since the person was not asked this time. */
function toldBy(
  { spec }: Extract<Interpretation, { kind: 'spec' }>,
  { source, evidence, answer, question }: Extract<Outcome, { outcome: 'auto_resolved' | 'answered' }>,
): JobSpec {
  const settled = spec.settled.length > 0 ? spec.settled : [{ about: question, answer }];
  return { ...spec, answer, settled: settled.map((one) => ({ ...one, source, evidence })) };
}

function sameJob(job: JobRecord, command: QueueCommand): Verdict<SubmitVerdict> {
  const error = mustBeSameJob(job, command);
  return { effects: [], result: error ? { error } : { job, made: false, clarification: null } };
}
