/** Waits by looking: for what no single event tells, in a store or at a server. */
import { type EventSource, JobEvents } from '../engine/job-events.ts';

export interface LookOptions {
  readonly signal?: AbortSignal;
  /** How long to wait for an event before looking again, in milliseconds. */
  readonly lookAgainMs?: number;
}

/** Looks now and after each event of a job, until there is something. Rejects once the signal is aborted. */
export async function lookUntil<R>(
  source: EventSource,
  look: () => Promise<R | null>,
  { signal, lookAgainMs }: LookOptions = {},
): Promise<R> {
  const news = new JobEvents(source, lookAgainMs);
  const aborted = signal && rejectedBy(signal);
  aborted?.catch(() => {});
  const orAborted = <T>(what: Promise<T>): Promise<T> => (aborted === undefined ? what : Promise.race([what, aborted]));
  try {
    for (;;) {
      const next = news.next();
      // A server that is away is looked at for as long as it is away.
      const found = await orAborted(look());
      if (found !== null) return found;
      await orAborted(next);
    }
  } finally {
    news.end();
  }
}

/** Rejects with the signal's reason, at once if it is already aborted. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
