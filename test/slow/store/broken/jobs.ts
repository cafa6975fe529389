/** Stores that go wrong with jobs that workers run. */
import { join } from 'node:path';
import type { Effect } from '../../../../src/core/effects.ts';
import type { Claim } from '../../../../src/core/jobs/claim.ts';
import type { AskState, RunState } from '../../../../src/core/states.ts';
import { type Broken, broken, CLAIMABLE, changed, changing, claiming, claimValues, deciding } from './wrapping.ts';

const ACTIVE = 'j.active_at IS NOT NULL';

/** Gives workers what another statement than the store's own finds. */
function offering(name: string, part: string, instead: string, values?: (claim: Claim) => unknown[]) {
  const sql = CLAIMABLE.replace(part, instead);
  if (sql === CLAIMABLE) throw new Error(`the statement has no ${part}`);
  return broken(name, (inner, folder) => ({ claim: claiming(inner, join(folder, 'askonce.db'), sql, values) }));
}

const seeing = (name: string, change: (state: RunState) => RunState) =>
  broken(name, (inner) =>
    deciding(inner, {
      state: (state: unknown, look) => (look.of === 'job' ? change(state as RunState) : state),
    }),
  );

export const BROKEN_JOBS: readonly Broken[] = [
  broken('shows an ask that names no session a new one', (inner) => ({
    decide: (look, decide, committed) => {
      const named = look.of === 'ask' ? { ...look, command: { ...look.command, anySession: false } } : look;
      return inner.decide(named as typeof look, decide, committed);
    },
  })),
  offering('offers jobs in the order of their ids', 'j.active_at, j.id', 'j.id'),
  offering('offers jobs of one millisecond in no order', 'j.active_at, j.id', 'j.active_at, j.id DESC'),
  offering('offers the jobs of all projects', 'j.project = ?', 'true', (claim) => claimValues(claim).slice(1)),
  offering('offers jobs that were created with any token', 'j.token_id IS NOT DISTINCT FROM ?', 'coalesce(?, true)'),
  offering('offers jobs that are for another agent', 'j.agent = ?', 'coalesce(?, true)'),
  broken('offers another job than the one that is wanted', (inner) => ({
    claim: (claim) => inner.claim({ ...claim, only: null }),
  })),
  broken('offers the jobs that are wanted by their age', (inner) => ({
    claim: (claim) => inner.claim({ ...claim, only: claim.only?.toSorted() ?? null }),
  })),
  broken('gives a worker one job at a time', (inner) => ({ claim: (claim) => inner.claim({ ...claim, limit: 1 }) })),
  // Found before they are locked.
  offering('gives a job to everyone that sees it', 'ORDER BY', 'ORDER BY 1 = 1,'),
  broken('claims without a trace', (inner, folder) => {
    const effects = (all: readonly Effect[]) => all.filter((effect) => effect.do !== 'event');
    return { claim: claiming(deciding(inner, { effects }), join(folder, 'askonce.db')) };
  }),
  offering('offers jobs without a prompt', ACTIVE, "j.state IN ('QUEUED', 'RUNNING')"),
  offering('offers jobs that wait', ACTIVE, 'j.prompt IS NOT NULL AND j.ended_at IS NULL'),
  offering('offers only what was never begun', ACTIVE, "j.state = 'QUEUED'"),
  offering('takes a lease that ends now for one that lasts', '>', '>='),
  seeing('thinks that every job waits alone', ({ waiting, ...rest }) => ({
    ...rest,
    waiting: waiting.map((item) => ({ ...item, waiters: Math.min(1, item.waiters) })),
  })),
  seeing('shows no session where there is no job', (state) => ({
    ...state,
    session: state.job ? state.session : null,
  })),
  broken('shows every job as one that runs', (inner) =>
    deciding(inner, {
      state: (state: unknown, look) => {
        if (look.of !== 'ask') return state;
        const { job, ...rest } = state as AskState;
        return { ...rest, job: job && { ...job, state: 'RUNNING' } };
      },
    }),
  ),
  broken('shows the first worker that a job had', (inner) => {
    const first = new Map<string, string>();
    return deciding(inner, {
      effects: (effects) => {
        for (const effect of effects) {
          if (effect.do !== 'put_job' || effect.job.owner === null || first.has(effect.job.id)) continue;
          first.set(effect.job.id, effect.job.owner);
        }
        return effects;
      },
      state: (state: unknown, look) => {
        if (look.of !== 'job') return state;
        const { job, ...rest } = state as RunState;
        return { ...rest, job: job?.owner ? { ...job, owner: first.get(job.id) ?? job.owner } : job };
      },
    });
  }),
  broken(
    'forgets how often a worker was lost',
    changing('put_job', ({ job, ...effect }) => ({ ...effect, job: { ...job, lost: 0 } })),
  ),
  broken(
    'keeps the worker of a job that was let go',
    changing('put_job', ({ job, was, ...effect }) => ({
      ...effect,
      was,
      job: job.endedAt === null ? { ...job, owner: job.owner ?? was.owner } : job,
    })),
  ),
  broken(
    'says that every job has begun',
    changing('put_job', ({ job, ...effect }) => ({ ...effect, job: { ...job, startedAt: job.startedAt ?? 0 } })),
  ),
  changed('lets a job go from any state to any other', 'DROP TRIGGER IF EXISTS jobs_move'),
  changed(
    'takes the worker from a job that goes on',
    `CREATE TRIGGER IF NOT EXISTS goes_on AFTER UPDATE OF state ON jobs
       WHEN OLD.state = 'AWAITING_RESPONSE' AND NEW.state = 'RUNNING'
       BEGIN UPDATE jobs SET owner = NULL WHERE id = NEW.id; END`,
  ),
  changed(
    'gives a job that goes on back to the worker it had',
    `CREATE TRIGGER IF NOT EXISTS goes_on AFTER UPDATE OF state ON jobs
       WHEN OLD.state = 'AWAITING_RESPONSE' AND NEW.state = 'RUNNING'
       BEGIN UPDATE jobs SET owner = OLD.owner WHERE id = NEW.id; END`,
  ),
  changed(
    'takes the worker from a job that waits',
    `CREATE TRIGGER IF NOT EXISTS waits AFTER UPDATE OF state ON jobs WHEN NEW.state = 'AWAITING_RESPONSE'
       BEGIN UPDATE jobs SET owner = NULL WHERE id = NEW.id; END`,
  ),
];
