/** Stores that go wrong with leases, kept results, logs and pages of jobs. */
import { JOB_STATES } from '../../../../src/core/model/job.ts';
import { type Broken, broken, changed, running } from './wrapping.ts';

export const BROKEN_RUNS: readonly Broken[] = [
  broken(
    'lists the newest jobs first where the oldest are wanted',
    running((runs) => ({ list: (query) => runs.list({ ...query, newest: !query.newest }) })),
  ),
  broken(
    'looks at jobs and not at what they wait for',
    running((runs) => ({
      look: async (jobs) => (await runs.look(jobs)).map((state) => ({ ...state, waiting: [] })),
    })),
  ),
  broken(
    'shows only jobs that there are',
    running((runs) => ({ look: async (jobs) => (await runs.look(jobs)).filter(({ job }) => job !== null) })),
  ),
  broken(
    'lists jobs of all states',
    running((runs) => ({ list: (query) => runs.list({ ...query, state: JOB_STATES }) })),
  ),
  broken(
    'lists the jobs of all sessions',
    running((runs) => ({
      list: (query) => {
        const { session: ignored, ...rest } = query;
        return runs.list(ignored === undefined ? query : rest);
      },
    })),
  ),
  broken(
    'pages through jobs by their times alone',
    running((runs) => ({
      list: async (query) => {
        const page = await runs.list(query);
        return { ...page, next: page.next && `${page.items.at(-1)!.createdAt}/${query.newest ? '' : '\uffff'}` };
      },
    })),
  ),
  broken(
    'says that it is the end of the jobs by an empty text',
    running((runs) => ({
      list: async (query) => {
        const { items, next } = await runs.list(query);
        return { items, next: next ?? '' };
      },
    })),
  ),
  broken(
    'tells a worker of every job that runs',
    running((runs) => ({
      beat: async (worker) => {
        await runs.beat(worker);
        const { items } = await runs.list({ state: ['RUNNING', 'AWAITING_RESPONSE'], limit: 1_000 });
        return items.map(({ id }) => id);
      },
    })),
  ),
  broken(
    'wakes the jobs of a worker that beats',
    running((runs, inner) => ({
      beat: async (worker) => {
        const own = await runs.beat(worker);
        for (const id of own) {
          await inner.decide({ of: 'job', id, session: '' }, ({ job }) => ({
            effects:
              job?.state === 'AWAITING_RESPONSE'
                ? [{ do: 'move_job', id, from: 'AWAITING_RESPONSE', to: 'RUNNING', at: job.updatedAt }]
                : [],
            result: null,
          }));
        }
        return own;
      },
    })),
  ),
  broken(
    'renews no lease',
    running((runs) => {
      const known = new Map<string, number>();
      return {
        beat: (worker) => {
          const leaseUntil = known.get(worker.id) ?? worker.leaseUntil;
          known.set(worker.id, leaseUntil);
          return runs.beat({ ...worker, leaseUntil });
        },
      };
    }),
  ),
  broken(
    'names workers whose lease is over',
    running((runs) => ({ workers: () => runs.workers(-1) })),
  ),
  broken(
    'shows every worker the jobs of one folder as claimable',
    running((runs) => ({ claimable: (claim) => runs.claimable({ ...claim, folder: null }) })),
  ),
  broken(
    'shows every worker the jobs of any agent as claimable',
    running((runs) => ({ claimable: (claim) => runs.claimable({ ...claim, agent: 'claude -p' }) })),
  ),
  broken(
    'cannot dismiss a worker',
    running(() => ({ dismiss: async () => {} })),
  ),
  changed(
    'forgets no worker',
    'CREATE TRIGGER IF NOT EXISTS kept BEFORE DELETE ON workers BEGIN SELECT raise(IGNORE); END',
  ),
  broken(
    'says that it has kept what it was given',
    running((runs) => ({
      keep: async (job, key, value, at) => {
        await runs.keep(job, key, value, at);
        return value;
      },
    })),
  ),
  broken(
    'keeps results for all jobs together',
    running((runs) => {
      const kept = new Map<string, string>();
      return {
        keep: async (job, key, value, at) => {
          const first = kept.get(key) ?? (await runs.keep(job, key, value, at));
          kept.set(key, first);
          return first;
        },
        kept: async (_, key) => kept.get(key) ?? null,
      };
    }),
  ),
  broken(
    'takes what it cannot keep',
    running((runs) => ({
      keep: (job, key, value, at) => runs.keep(job, key, value, at).catch(() => value),
      append: (job, lines) => runs.append(job, lines).catch(() => {}),
    })),
  ),
  broken(
    'numbers lines from 0',
    running((runs) => ({
      log: async (job, query) => (await runs.log(job, query)).map((one) => ({ ...one, n: one.n - 1 })),
    })),
  ),
  broken(
    'leaves empty lines out',
    running((runs) => ({
      append: (job, lines) =>
        runs.append(
          job,
          lines.filter(({ line }) => line !== ''),
        ),
    })),
  ),
  broken(
    'shows the beginning of a log',
    running((runs) => ({ log: (job, { after = 0, limit }) => runs.log(job, { after, limit }) })),
  ),
  changed(
    'gives up no line of a log',
    'CREATE TRIGGER IF NOT EXISTS kept BEFORE DELETE ON job_log BEGIN SELECT raise(IGNORE); END',
  ),
  broken(
    'refuses a line that is no text',
    running((runs) => ({
      append: async (job, lines) => {
        if (lines.some(({ line }) => line.includes('\0'))) throw new Error('unsupported Unicode escape sequence');
        await runs.append(job, lines);
      },
    })),
  ),
  broken(
    'writes the lines of a log one by one',
    running((runs) => ({
      append: async (job, lines) => {
        for (const line of lines) await runs.append(job, [line]);
      },
    })),
  ),
];
