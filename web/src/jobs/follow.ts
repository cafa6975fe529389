/** Follows one job: reads it again on every event of it, and its log line by line while it runs. */
import { useEffect, useState } from 'preact/hooks';
import type { AssumptionShown, EventShown, JobFollowed } from '../../../src/surfaces/client/index.ts';
import { onEvent, onGap } from '../state/live.ts';
import { jobProject, jobsApi } from './project.ts';

export interface Following {
  readonly job: JobFollowed | null;
  readonly events: readonly EventShown[];
  readonly assumptions: readonly AssumptionShown[];
  readonly error: unknown;
}

const LOG = 500;
const LOG_KEPT = 5_000;
/** Log lines are no events, so they are polled. */
const LOG_EVERY_MS = 1_000;
const EVENTS = 500;
const ENDS = ['clarification.answered', 'clarification.declined', 'clarification.withdrawn', 'clarification.revoked'];

export function useFollowing(id: string): Following {
  const project = jobProject();
  const [job, setJob] = useState<JobFollowed | null>(null);
  const [events, setEvents] = useState<readonly EventShown[]>([]);
  const [assumptions, setAssumptions] = useState<readonly AssumptionShown[]>([]);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    const going = new AbortController();
    const { signal } = going;
    const read = async () => {
      try {
        const fresh = await jobsApi().job(id, { log: LOG }, { signal });
        setJob((was) => ({ ...fresh, log: joined(was?.log ?? [], fresh.log) }));
        setError(null);
        const page = await jobsApi().assumptions(fresh.sessionId, { limit: 200 }, { signal });
        setAssumptions(page.items.filter((one) => one.job === id));
      } catch (failure) {
        if (!signal.aborted) setError(failure);
      }
    };
    // Events of a question name its session, not the job, since several jobs may wait for it.
    const asked = new Set<string>();
    const readEvents = async () => {
      const { items } = await jobsApi().eventsPage({ job: id, limit: EVENTS }, { signal });
      for (const { clarification } of items) if (clarification) asked.add(clarification);
      const session = items[0]?.session ?? null;
      const ends =
        session === null || asked.size === 0
          ? []
          : (await jobsApi().eventsPage({ session, type: ENDS, limit: EVENTS }, { signal })).items;
      setEvents((was) => merged([...items, ...ends.filter((end) => asked.has(end.clarification ?? ''))], was));
    };
    const ignore = () => {};
    const offEvent = onEvent((event) => {
      if (event.job === id && event.clarification) asked.add(event.clarification);
      if (event.job !== id && !asked.has(event.clarification ?? '')) return;
      setEvents((was) => merged(was, [event]));
      void read();
    });
    const offGap = onGap(() => {
      void read();
      readEvents().catch(ignore);
    });
    void read();
    readEvents().catch(ignore);
    return () => {
      going.abort();
      offEvent();
      offGap();
    };
  }, [id, project]);

  const running = job?.state === 'RUNNING';
  useEffect(() => {
    if (!running) return;
    const going = new AbortController();
    let last = job?.log.at(-1)?.n ?? 0;
    const timer = setInterval(() => {
      jobsApi()
        .jobLog(id, { after: last, limit: LOG }, { signal: going.signal })
        .then(({ items }) => {
          if (items.length === 0) return;
          last = items.at(-1)!.n;
          setJob((was) => was && { ...was, log: joined(was.log, items) });
        })
        // The next poll will try again.
        .catch(() => {});
    }, LOG_EVERY_MS);
    return () => {
      clearInterval(timer);
      going.abort();
    };
  }, [id, running, project]);

  return { job, events, assumptions, error };
}

function joined(was: JobFollowed['log'], fresh: JobFollowed['log']): JobFollowed['log'] {
  const last = was.at(-1)?.n ?? Number.NEGATIVE_INFINITY;
  const more = fresh.filter(({ n }) => n > last);
  return more.length === 0 ? was : [...was, ...more].slice(-LOG_KEPT);
}

function merged(a: readonly EventShown[], b: readonly EventShown[]): readonly EventShown[] {
  const bySeq = new Map([...a, ...b].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

/** The progress of a run: the last percentage, or step of a total, that it wrote. 0 to 1; null if there is none. */
export function progressIn(log: JobFollowed['log']): number | null {
  for (let index = log.length - 1; index >= 0 && index > log.length - 200; index -= 1) {
    const { line } = log[index]!;
    const [, percent] = /(?:^|[^\d.])(\d{1,3}(?:\.\d+)?) ?%/.exec(line) ?? [];
    if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
    const [, done, all] = /(?:^|[^\d/])(\d{1,6}) ?(?:\/|of) ?(\d{1,6})(?![\d/])/.exec(line) ?? [];
    if (all !== undefined && Number(all) > 0 && Number(done) <= Number(all)) return Number(done) / Number(all);
  }
  return null;
}
