/** The decisions about a job that is read before it is built, where no store is needed to see what they come to. */
import { describe, expect, it } from 'vitest';
import { decideExpire } from '../../src/core/answer/cancel.ts';
import { decideAnswer } from '../../src/core/answer/decide.ts';
import type { Resolvers } from '../../src/core/ask/command.ts';
import type { Decided, Verdict } from '../../src/core/effects.ts';
import { afterQuestion, assumedSpec, type Reader, readingOf } from '../../src/core/jobs/on-settled.ts';
import { type ConflictCommand, decideConflict, wordsPreference } from '../../src/core/jobs/submit.ts';
import { POLICIES } from '../../src/core/model/policy.ts';
import type { JobRecord } from '../../src/core/model/records.ts';
import type { Preference } from '../../src/core/model/resolution.ts';
import { type Facts, NO_FACTS } from '../../src/core/needs.ts';
import type { AskState, KnownQuestion, Waiting } from '../../src/core/states.ts';
import { NOBODY_KNOWS } from '../../src/testing/drive.ts';
import {
  CONFLICT,
  conflictCommand,
  factsOf,
  NO_IDEA,
  READER,
  readAs,
  specOf,
} from '../../src/testing/drive-submissions.ts';
import { askOf, clarificationOf, itemOf, jobOf, NOW, preferenceOf, sessionOf } from '../../src/testing/make.ts';

const NOTHING: KnownQuestion = {
  live: null,
  own: [],
  revoked: null,
  successor: null,
  preference: null,
  alike: [],
};
const EMPTY: AskState = { session: null, job: null, capUsed: 0, questions: [NOTHING], rejected: null };

function resolving(answer: string, name: keyof Resolvers = 'preference'): Resolvers {
  const source = name === 'input' ? 'input' : 'preference';
  return { ...NOBODY_KNOWS, [name]: () => ({ answer, source, evidence: `it was “${answer}”`, confidence: 0.9 }) };
}

const reading = (read: Reader): Facts => ({ ...NO_FACTS, read });

function decided<R>(verdict: Verdict<R>): Decided<R> {
  if (!('result' in verdict)) throw new Error(JSON.stringify(verdict));
  return verdict;
}

function submitting(command: ConflictCommand, resolvers: Resolvers, read: Reader = READER, state: AskState = EMPTY) {
  return decideConflict(state, command, resolvers, NOW, factsOf(command, read));
}

describe('a prompt with a conflict', () => {
  it('is settled by what is known of the person, where that settles it, and the spec says from where', () => {
    const { effects, result } = decided(submitting(conflictCommand(), resolving('hot')));
    const { job } = result;
    expect(job).toMatchObject({ state: 'QUEUED', clarificationStatus: 'skipped', conflict: CONFLICT });
    expect(job.spec?.settled).toEqual([
      { about: 'hot', answer: 'hot', source: 'preference', evidence: 'it was “hot”' },
    ]);
    expect(effects.map((effect) => effect.do).slice(0, 2)).toEqual(['insert_session', 'insert_job']);
  });

  it('says what was asked and answered also where the interpreter does not', () => {
    const terse = () => ({ kind: 'spec', spec: specOf('x'), confidence: 1 }) as const;
    const { result } = decided(submitting(conflictCommand(), resolving('hot'), terse));
    expect(result.job.spec?.settled).toMatchObject([{ about: 'Hot or frozen?', answer: 'hot' }]);
  });

  it.each(['preference', 'input'] as const)('is asked about where what is known by %s settles nothing', (name) => {
    const { effects, result } = decided(submitting(conflictCommand(), resolving(NO_IDEA, name)));
    expect(result.job).toMatchObject({ state: 'AWAITING_RESPONSE', clarificationStatus: 'asked', spec: null });
    const put = effects.filter((effect) => effect.do === 'insert_clarification');
    expect(put).toMatchObject([{ clarification: { status: 'pending', answer: null } }]);
    expect(result).toMatchObject({
      clarification: put[0]!.clarification,
      job: { clarificationId: put[0]!.clarification.id },
    });
    expect(effects.filter((effect) => effect.do === 'hear')).toEqual([]);
  });

  it('is not decided before what the model makes of a known answer is read', () => {
    expect(submitting(conflictCommand(), resolving('hot'), () => null)).toMatchObject({
      needs: {
        kind: 'interpretation',
        input: { originalPrompt: 'hot frozen cheese', answer: 'hot', conflict: CONFLICT },
      },
    });
  });

  it('is not decided before it is known where a file leads that the person named', () => {
    const command = conflictCommand();
    const [question] = command.ask.questions;
    const ask = { ...command.ask, questions: [{ ...question!, type: 'TARGET_FILE' as const }] };
    const verdict = submitting({ ...command, ask }, resolving('a.txt', 'input'));
    expect(verdict).toEqual({ needs: { kind: 'path', path: 'a.txt', folder: ask.project } });
  });

  it('is not decided before it is known what is preferred for the words of its question', () => {
    const command = conflictCommand();
    const needs = wordsPreference(command.ask);
    const preferred: Resolvers['preference'] = ({ preference }) =>
      preference && { answer: preference.answer, source: 'preference', evidence: 'it was set', confidence: 0.9 };
    const verdict = (words: Preference | null) =>
      decideConflict(EMPTY, command, { ...NOBODY_KNOWS, preference: preferred }, NOW, {
        ...factsOf(command),
        preferences: new Map([[needs.key, words]]),
      });
    expect(decideConflict(EMPTY, command, NOBODY_KNOWS, NOW, NO_FACTS)).toEqual({ needs });
    expect(decided(verdict(null)).result.job.clarificationStatus).toBe('asked');
    const hot = preferenceOf({ origin: 'set', answer: 'hot' });
    expect(decided(verdict(hot)).result.job.spec?.settled).toMatchObject([{ answer: 'hot', source: 'preference' }]);
    expect(decided(verdict({ ...hot, origin: 'learnt' })).result.job.clarificationStatus).toBe('asked');
  });

  it('fails, or goes on, as the policy says where the session has no ask left', () => {
    const at = (onCap: 'fail' | 'fallback') => {
      const policy = { ...POLICIES.job, name: 'once', scope: 'session', onCap } as const;
      const spent = { ...EMPTY, capUsed: 1 };
      return decided(submitting(conflictCommand({ policy }), NOBODY_KNOWS, READER, spent)).result.job;
    };
    expect(at('fail')).toMatchObject({ state: 'ERROR', clarificationStatus: 'skipped', spec: null, endedAt: NOW });
    expect(at('fallback')).toMatchObject({ state: 'QUEUED', clarificationStatus: 'skipped', error: null });
    expect(at('fallback').spec?.assumptions[0]).toContain('“hot” or “frozen”');
  });

  it('that is submitted again under its id is the job there is, and another prompt under it is refused', () => {
    const command = conflictCommand();
    const job = jobOf(command.queue.session.id, { id: command.queue.id, prompt: command.queue.prompt });
    const again = submitting(command, NOBODY_KNOWS, READER, { ...EMPTY, job });
    expect(again).toEqual({ effects: [], result: { job, made: false, clarification: null } });
    const other = submitting(command, NOBODY_KNOWS, READER, { ...EMPTY, job: { ...job, prompt: 'x' } });
    expect(other).toMatchObject({ error: { code: 'job_exists' } });
    const elsewhere = { ...EMPTY, job: { ...job, session: 'elsewhere' } };
    const any = { ...command, queue: { ...command.queue, anySession: true } };
    expect(submitting(command, NOBODY_KNOWS, READER, elsewhere)).toHaveProperty('error');
    expect(decided(submitting(any, NOBODY_KNOWS, READER, elsewhere)).result.job).toEqual(elsewhere.job);
  });
});

const session = sessionOf();
const asked = (more: Partial<JobRecord> = {}) =>
  jobOf(session.id, { state: 'AWAITING_RESPONSE', prompt: 'hot frozen cheese', ...readAs('asked'), ...more });

/** A question that these jobs wait for, each by an ask of its own. */
function waitedForBy(jobs: readonly JobRecord[], timing = {}) {
  const asks = jobs.map(({ id }) => askOf(session.id, { job: id, ...timing }));
  const clarification = clarificationOf(asks[0]!);
  const waiting: Waiting[] = jobs.map((job, n) => {
    const one = asks[n]!;
    const item = itemOf(one, clarification);
    return { item, ask: item.expiresAt === null ? null : one, jobWaits: 1, asked: job };
  });
  return { clarification, language: null, waiting, successor: null, preference: preferenceOf() };
}

const said = (raw: string) => ({ id: 'q', raw, by: 'ann', surface: null });
const putJobs = (effects: readonly { do: string }[]) =>
  effects.flatMap((effect) => (effect.do === 'put_job' ? [(effect as unknown as { job: JobRecord }).job] : []));

describe('the answer to a question about jobs', () => {
  it('is not taken before the model has read it with the prompt of each of them', () => {
    const jobs = [asked({ prompt: 'hot frozen cheese' }), asked({ prompt: 'hot frozen  cheese' })];
    const state = waitedForBy(jobs);
    const read = new Set<string>();
    const unread: string[] = [];
    for (let n = 0; n < jobs.length; n += 1) {
      const verdict = decideAnswer(
        state,
        said('hot'),
        NOW,
        reading((input) => (read.has(input.originalPrompt) ? READER(input) : null)),
      );
      if (!('needs' in verdict) || verdict.needs.kind !== 'interpretation') throw new Error('it was taken');
      read.add(verdict.needs.input.originalPrompt);
      unread.push(verdict.needs.input.originalPrompt);
    }
    expect(unread).toEqual(jobs.map(({ prompt }) => prompt));
    const { effects, result } = decided(decideAnswer(state, { ...said('hot'), key: 'k-1' }, NOW, reading(READER)));
    const answered = { state: 'RUNNING', clarificationAnswer: 'hot', clarificationAnsweredAt: NOW };
    expect(putJobs(effects)).toMatchObject(jobs.map(({ id }) => ({ id, ...answered })));
    expect(result).toMatchObject({ status: 'accepted', clarification: { answer: 'hot', answerKey: 'k-1' } });
  });

  it('may settle one of them and not the other', () => {
    const jobs = [asked(), asked({ prompt: 'hot frozen soup' })];
    const read: Reader = (input) =>
      READER(input.originalPrompt.includes('soup') ? { ...input, answer: NO_IDEA } : input);
    const { effects } = decided(decideAnswer(waitedForBy(jobs), said('hot'), NOW, reading(read)));
    expect(putJobs(effects).map(({ state }) => state)).toEqual(['RUNNING', 'ERROR']);
  });

  it('reaches those whose deadline has not passed, and ends the others', () => {
    const [late, patient] = [asked(), asked()];
    const of = (job: JobRecord, timing: object) => waitedForBy([job], timing).waiting[0]!;
    const state = { ...waitedForBy([patient]) };
    const due = of(late, { deadline: NOW, onTimeout: 'fail' });
    const waiting = [{ ...due, item: { ...due.item, clarification: state.clarification.id } }, ...state.waiting];
    const { effects, result } = decided(decideAnswer({ ...state, waiting }, said('hot'), NOW, reading(READER)));
    expect(result).toMatchObject({ status: 'accepted' });
    expect(putJobs(effects)).toMatchObject([
      { id: late.id, state: 'ERROR', clarificationStatus: 'asked', error: expect.stringContaining('in time') },
      { id: patient.id, state: 'RUNNING', clarificationStatus: 'answered' },
    ]);
    expect(effects.filter((effect) => effect.do === 'move_job')).toEqual([]);
  });

  it('is refused, and no job is touched, where it comes without a reader', () => {
    const verdict = decideAnswer(waitedForBy([asked()]), said('hot'), NOW);
    expect(verdict).toMatchObject({ needs: { kind: 'interpretation' } });
  });
});

describe('a question about a job that ends without an answer', () => {
  const ended = (outcome: 'declined' | 'cancelled' | 'expired', evidence: string) =>
    putJobs(afterQuestion(asked(), { outcome, evidence }, 'a', NOW))[0]!.error;

  it('says why the job failed in whole sentences', () => {
    expect(ended('declined', 'the person declined')).toBe(
      'The question about this job was declined: the person declined. Please rephrase.',
    );
    expect(ended('cancelled', 'no!')).toBe('The question about this job was withdrawn: no! Please rephrase.');
    expect(ended('expired', 'もう遅い。')).toContain('not answered in time: もう遅い。 Please');
  });

  it('fails the job also where a default was to apply, which it does not have', () => {
    const { clarification, waiting } = waitedForBy([asked()], { deadline: NOW, onTimeout: 'default' });
    const [one] = waiting;
    const state = { ask: one!.ask, items: [{ ...one!, clarification, waiters: 1 }] };
    const { effects } = decideExpire(state, NOW);
    expect(putJobs(effects)).toMatchObject([{ state: 'ERROR', error: expect.stringContaining('withdrawn') }]);
  });

  it('has the job go on with the whole prompt where nothing in particular was open', () => {
    expect(assumedSpec('x', null, 'nobody answered').assumptions).toEqual([
      'Undecided: what exactly to build (nobody answered). The builder chooses and reports its choice.',
    ]);
    const [job] = putJobs(afterQuestion(asked(), { outcome: 'fallback', evidence: 'nobody answered' }, 'a', NOW));
    expect(job).toMatchObject({ state: 'RUNNING', clarificationStatus: 'skipped', endedAt: null });
    expect(job?.spec).toMatchObject({ prompt: 'hot frozen cheese', instructions: ['hot frozen cheese'] });
  });

  it('is read without a conflict where none was kept', () => {
    expect(readingOf(asked({ conflict: null }), 'hot')).toEqual({
      originalPrompt: 'hot frozen cheese',
      resolvedPrompt: 'hot frozen cheese\n\nClarification Answer: hot',
      answer: 'hot',
    });
  });
});
