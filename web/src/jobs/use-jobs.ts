/** Pages of jobs, of which those that change are read anew. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JobShown, JobsQuery } from '../../../src/client/index.ts';
import { api } from '../state/api.ts';
import { onEvent } from '../state/live.ts';

export type JobState = JobShown['state'];

const PAGE = 50;
/** However much happens, the list is touched no more often. */
const REFRESH_MS = 1_000;
/** More changes at once than this: the first page is read instead. */
const MANY = 20;

export function useJobs(states: readonly JobState[], session: string) {
  const [jobs, setJobs] = useState<readonly JobShown[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const reading = useRef<AbortController | null>(null);
  const filter = states.join(',');

  const read = (after: string | null) => {
    reading.current?.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    const query: JobsQuery = {
      newest: true,
      limit: PAGE,
      ...(filter === '' ? {} : { state: filter.split(',') as JobState[] }),
      ...(session === '' ? {} : { session }),
      ...(after === null ? {} : { after }),
    };
    setLoading(true);
    api()
      .jobs(query, { signal })
      .then((page) => {
        setJobs((was) => (after === null ? page.items : [...was, ...page.items]));
        setNext(page.next);
        setError(null);
        setLoading(false);
      })
      .catch((failure: unknown) => {
        if (signal.aborted) return;
        setError(failure);
        setLoading(false);
      });
  };

  useEffect(() => {
    setJobs([]);
    read(null);
    return () => reading.current?.abort();
  }, [filter, session, attempt]);

  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const fits = (job: JobShown) =>
      (filter === '' || filter.split(',').includes(job.state)) && (session === '' || job.sessionId === session);
    const refresh = async () => {
      timer = null;
      const ids = [...changed];
      changed.clear();
      if (ids.length > MANY) return setAttempt((count) => count + 1);
      const fresh = await Promise.all(
        ids.map((id) =>
          api()
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
  }, [filter, session]);

  return {
    jobs,
    loading,
    error,
    hasMore: next !== null,
    more: () => read(next),
    again: () => setAttempt((count) => count + 1),
  };
}
