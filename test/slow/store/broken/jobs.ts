/** Stores that go wrong with jobs that workers run. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AskState, ClaimState, RunState } from '../../../../src/core/states.ts';
import type { Look } from '../../../../src/ports.ts';
import { claimable } from '../../../../src/store/look-limits.ts';
import { jobFrom, type Row } from '../../../../src/store/rows.ts';
import { type Broken, broken, changed, changing, deciding } from './wrapping.ts';

const CLAIMABLE = claimable('?', '?', '?', '?');

/** Shows workers what another statement than the store's own finds. */
function offering(
  name: string,
  part: string,
  instead: string,
  values = ({ project, job, agent, now }: Extract<Look, { of: 'claim' }>): unknown[] => [project, job, agent, now],
) {
  return broken(name, (inner, folder) => {
    const sql = CLAIMABLE.replace(part, instead);
    if (sql === CLAIMABLE) throw new Error(`the statement has no ${part}`);
    const db = new Database(join(folder, 'askonce.db'));
    const find = db.prepare(sql);
    const offered = (look: Extract<Look, { of: 'claim' }>): ClaimState => {
      const row = find.get(...values(look)) as Row | undefined;
      return { job: row ? jobFrom(row) : null };
    };
    return {
      ...deciding(inner, { state: (state, look) => (look.of === 'claim' ? offered(look) : state) }),
      close: async () => {
        await inner.close();
        db.close();
      },
    };
  });
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
  offering('offers jobs in the order of their ids', 'j.created_at, j.id', 'j.id'),
  offering('offers jobs of one millisecond in no order', 'j.created_at, j.id', 'j.created_at, j.id DESC'),
  offering('offers the jobs of all projects', 'j.project = ?', 'true', ({ job, agent, now }) => [job, agent, now]),
  offering('offers jobs that are for another agent', 'j.agent = ?', 'coalesce(?, true)'),
  offering('offers another job than the one that is wanted', 'coalesce(?, j.id)', 'coalesce(j.id, ?)'),
  offering('offers jobs without a prompt', 'j.prompt IS NOT NULL', 'true'),
  offering('offers jobs that wait', "('QUEUED', 'RUNNING')", "('QUEUED', 'RUNNING', 'AWAITING_RESPONSE')"),
  offering('offers only what was never begun', "('QUEUED', 'RUNNING')", "('QUEUED')"),
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
