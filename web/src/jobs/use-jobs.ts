/** Pages of jobs; those that change are read again. */
import { useEffect } from 'preact/hooks';
import type { JobShown, JobsQuery } from '../../../src/surfaces/client/index.ts';
import { onEvent } from '../state/live.ts';
import { usePages } from '../ui/use-pages.ts';
import { jobProject, jobsApi } from './project.ts';

export type JobState = JobShown['state'];

const PAGE = 50;
/** The list is refreshed no more often than this, however many events come. */
const REFRESH_MS = 1_000;
/** With more changes at once than this, the first page is read instead. */
const MANY = 20;

export function useJobs(states: readonly JobState[], session: string) {
  const project = jobProject();
  const filter = states.join(',');
  const about: JobsQuery = {
    newest: true,
    limit: PAGE,
    ...(filter === '' ? {} : { state: filter.split(',') as JobState[] }),
    ...(session === '' ? {} : { session }),
  };
  const {
    items: jobs,
    setItems: setJobs,
    ...pages
  } = usePages<JobShown>(
    (after, signal) => jobsApi().jobs({ ...about, ...after }, { signal }),
    JSON.stringify([filter, session, project]),
  );

  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const fits = (job: JobShown) =>
      (filter === '' || filter.split(',').includes(job.state)) && (session === '' || job.sessionId === session);
    const refresh = async () => {
      timer = null;
      const ids = [...changed];
      changed.clear();
      if (ids.length > MANY) return pages.again();
      const fresh = await Promise.all(
        ids.map((id) =>
          jobsApi()
            .job(id, { log: 1 })
            .catch(() => null),
        ),
      );
      setJobs((was) => {
        const kept = new Map(was.map((job) => [job.jobId, job]));
        for (const job of fresh) {
          if (!job) continue;
          if (fits(job)) kept.set(job.jobId, job);
          else kept.delete(job.jobId);
        }
        return [...kept.values()].sort((a, b) => b.createdAt - a.createdAt || (a.jobId < b.jobId ? 1 : -1));
      });
    };
    const off = onEvent(({ type, job }) => {
      if (job === null || !type.startsWith('job.')) return;
      changed.add(job);
      timer ??= setTimeout(() => void refresh(), REFRESH_MS);
    });
    return () => {
      off();
      if (timer) clearTimeout(timer);
    };
  }, [filter, session, project]);

  return { jobs, ...pages };
}
