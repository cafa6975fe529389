/**
 * A job of seed 001: its prompt is read for conflicts before anything is built. A clear prompt is queued. An unclear one asks one question
 * in the same step, or finds its answer in the session. Pure, like jobs/decide.ts.
 */
import type { AskCommand, Resolvers } from '../ask/command.ts';
import { decideAsk } from '../ask/decide.ts';
import type { Effect, Verdict } from '../effects.ts';
import type { Conflict, Interpretation, JobSpec } from '../model/interpretation.ts';
import { CAP_FAILED_TEXT } from '../model/policy.ts';
import type { Outcome } from '../model/question.ts';
import type { ClarificationRecord, JobRecord } from '../model/records.ts';
import type { Preference } from '../model/resolution.ts';
import { EMPTY_SCOPE, type Facts, type Need } from '../needs.ts';
import type { AskState, RunState } from '../states.ts';
import { jobEvent, otherJob, type QueueCommand, type QueuedJob, queuedJob } from './decide.ts';
import { assumedSpec, readingOf } from './on-settled.ts';

/** The result of a submission. */
export interface Submitted {
  readonly job: JobRecord;
  /** False if the job existed before. */
  readonly made: boolean;
  /** The waiting question, if it was asked just now. */
  readonly clarification: ClarificationRecord | null;
}

/** A prompt without a conflict: its spec is stored, and the job is ready to build. */
export function decideClearJob(state: RunState, command: QueueCommand, spec: JobSpec, now: number): Verdict<Submitted> {
  if (state.job) return sameJob(state.job, command);
  return made(queuedJob(state.session, command, now), { clarificationStatus: 'skipped', spec }, [], now);
}

export interface ConflictCommand {
  readonly queue: QueueCommand;
  /** The question, as an ask of this job. */
  readonly ask: AskCommand;
  readonly conflict: Conflict;
}

/** A prompt with a conflict: the session has the answer, or the person is asked once. */
export function decideConflict(
  state: AskState,
  { queue, ask, conflict }: ConflictCommand,
  resolvers: Resolvers,
  now: number,
  facts: Facts,
): Verdict<Submitted> {
  if (state.job) return sameJob(state.job, queue);
  const needs = wordsPreference(ask);
  const words = facts.preferences.get(needs.key);
  if (words === undefined) return { needs };
  const fresh = queuedJob(state.session, queue, now);
  // As if the job had run and stopped to ask, because only such a job can ask.
  const asking: JobRecord = { ...fresh.job, state: 'AWAITING_RESPONSE', conflict };
  const seen = { ...state, session: fresh.session, job: asking };
  // A new job has asked nothing, and its spec tells the builder what was not settled.
  const ofAsk = { ...facts, scope: EMPTY_SCOPE, advice: null, same: null };
  const asked = decideAsk(seen, ask, knowingPerson(resolvers, words), now, ofAsk);
  if (!('result' in asked)) return asked;
  const outcome = asked.result.items[0]!;
  if (outcome.outcome === 'parked') return parked(fresh, asking, asked.effects, outcome, now);
  if (outcome.outcome !== 'auto_resolved' && outcome.outcome !== 'answered')
    return unasked(fresh, asking, asked.effects, outcome, now);
  const input = readingOf(asking, outcome.answer);
  const reading = facts.read(input);
  if (!reading) return { needs: { kind: 'interpretation', input } };
  if (reading.kind === 'spec') {
    const spec = toldBy(reading, outcome);
    return made(fresh, { conflict, clarificationStatus: 'skipped', spec }, asked.effects, now);
  }
  // An answer from a preference or from the person's earlier words may not settle this conflict, so the person is asked. An answer from the
  // history was given to this same question, so it is final.
  if (outcome.source !== 'history') return decideConflict(state, { queue, ask, conflict }, NOBODY, now, facts);
  return unasked(
    fresh,
    asking,
    asked.effects,
    { ...outcome, outcome: 'failed', error: CAP_FAILED_TEXT, code: 'cap_reached' },
    now,
  );
}

/** The preference for the question's words, whatever prompt they are about. */
export function wordsPreference({ questions, project }: AskCommand): Extract<Need, { kind: 'preference' }> {
  return { kind: 'preference', project, key: questions[0]!.key };
}

/**
 * The resolvers that may settle a job's own question: what the person said, and what they prefer, for this prompt or else for the
 * question's words. Best practice may not: resolving a contradiction in the person's own words depends on the case.
 */
function knowingPerson({ input, preference }: Resolvers, words: Preference | null): Resolvers {
  const forWords: Resolvers['preference'] = (view) =>
    preference(view) ??
    (words?.origin === 'set'
      ? preference({ ...view, preference: { ...words, subject: view.question.subject } })
      : null);
  return { input, preference: forWords, sentinel: () => null };
}

const NOBODY: Resolvers = { input: () => null, preference: () => null, sentinel: () => null };

function made(
  { session, job, opens }: QueuedJob,
  more: Partial<JobRecord>,
  asked: readonly Effect[],
  now: number,
  clarification: ClarificationRecord | null = null,
): Verdict<Submitted> {
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
): Verdict<Submitted> {
  const put = effects.find((effect) => effect.do === 'insert_clarification');
  const asked = { clarificationStatus: 'asked', clarificationId: id, clarificationQuestion: question } as const;
  return made(fresh, { ...asking, ...asked }, effects, now, put?.clarification ?? null);
}

/** The job may not ask and has no answer: it fails, or continues with the conflict unsettled. */
function unasked(
  fresh: QueuedJob,
  asking: JobRecord,
  effects: readonly Effect[],
  outcome: Exclude<Outcome, { outcome: 'parked' | 'answered' | 'auto_resolved' }>,
  now: number,
): Verdict<Submitted> {
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

/** Adds the source of the answer to the spec, because the person was not asked this time. */
function toldBy(
  { spec }: Extract<Interpretation, { kind: 'spec' }>,
  { source, evidence, answer, question }: Extract<Outcome, { outcome: 'auto_resolved' | 'answered' }>,
): JobSpec {
  const settled = spec.settled.length > 0 ? spec.settled : [{ about: question, answer }];
  return { ...spec, answer, settled: settled.map((one) => ({ ...one, source, evidence })) };
}

function sameJob(job: JobRecord, command: QueueCommand): Verdict<Submitted> {
  const error = otherJob(job, command);
  return error ? { error } : { effects: [], result: { job, made: false, clarification: null } };
}
