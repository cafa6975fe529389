/** Stores that go wrong with the one question about a job's prompt. */
import type { JobRecord } from '../../../../src/core/model/records.ts';
import type { AskItemsState, AskState, ClarificationState, RunState } from '../../../../src/core/states.ts';
import { type Broken, broken, changed, changing, deciding } from './wrapping.ts';

type Shown = { readonly asked: JobRecord | null };

/** Shows those who look at what waits another job as the one that was asked about. */
const showing = (name: string, change: (asked: JobRecord | null, at: number) => JobRecord | null): Broken =>
  broken(name, (inner) =>
    deciding(inner, {
      state: (state: unknown, look) => {
        const all = <S extends Shown>(of: readonly S[]) =>
          of.map((one, at) => ({ ...one, asked: change(one.asked, at) }));
        if (look.of === 'clarification') {
          const seen = state as ClarificationState;
          return { ...seen, waiting: all(seen.waiting) };
        }
        if (look.of === 'ask_items') return { ...(state as AskItemsState), items: all((state as AskItemsState).items) };
        if (look.of === 'job') return { ...(state as RunState), waiting: all((state as RunState).waiting) };
        return state;
      },
    }),
  );

/** Changes every job that is made or put. */
const keeping = (name: string, change: (job: JobRecord) => JobRecord): Broken =>
  broken(name, (inner) =>
    deciding(inner, {
      effects: (effects) =>
        effects.map((effect) =>
          effect.do === 'insert_job' || effect.do === 'put_job' ? { ...effect, job: change(effect.job) } : effect,
        ),
    }),
  );

export const BROKEN_JOB_QUESTIONS: readonly Broken[] = [
  changed('lets a job be asked about again', 'DROP TRIGGER IF EXISTS jobs_ask_once'),
  changed('lets the answer about a job be given again', 'DROP TRIGGER IF EXISTS jobs_answered_once'),
  keeping('forgets what a job is built from', (job) => ({ ...job, spec: null })),
  keeping('keeps no more of a conflict than its kind', ({ conflict, ...job }) => ({
    ...job,
    conflict: conflict && { ...conflict, oppositions: [], words: [] },
  })),
  keeping('takes an answer of no words for none', ({ clarificationAnswer, ...job }) => ({
    ...job,
    clarificationAnswer: clarificationAnswer || 'nothing',
  })),
  broken(
    'forgets what an answer came with',
    changing('settle_clarification', (effect) => ({ ...effect, answerKey: null })),
  ),
  showing('shows no job that was asked about', () => null),
  showing('shows one of the jobs that were asked about', (asked, at) => (at === 0 ? asked : null)),
  showing('shows a job that was asked about without its conflict', (asked) => asked && { ...asked, conflict: null }),
  broken('shows a job that was asked about as it was made', (inner) => {
    const made = new Map<string, JobRecord>();
    return deciding(inner, {
      effects: (effects) => {
        for (const effect of effects) if (effect.do === 'insert_job') made.set(effect.job.id, effect.job);
        return effects;
      },
      state: (state: unknown, look) => {
        if (look.of !== 'clarification') return state;
        const { waiting, ...rest } = state as ClarificationState;
        return {
          ...rest,
          waiting: waiting.map((one) => ({ ...one, asked: made.get(one.item.job ?? '') ?? one.asked })),
        };
      },
    });
  }),
  broken('shows an ask no job that was asked about', (inner) =>
    deciding(inner, {
      state: (state: unknown, look) => {
        if (look.of !== 'ask') return state;
        const { job, ...rest } = state as AskState;
        return { ...rest, job: job && { ...job, clarificationStatus: 'none' } };
      },
    }),
  ),
  changed(
    'has a job that was asked about answered by whatever ends its question',
    `CREATE TRIGGER IF NOT EXISTS answers AFTER UPDATE OF state ON jobs WHEN NEW.clarification_status = 'asked' AND NEW.state = 'ERROR'
       BEGIN UPDATE jobs SET clarification_status = 'skipped' WHERE id = NEW.id; END`,
  ),
];
