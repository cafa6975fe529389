/** What must not happen twice: done once, its result kept, and given back to whoever runs the job again. */
import type { Clock, Runs } from '../ports.ts';
import type { RunContext } from './executor.ts';

/** The `once` of one run of a job. Calls that come while one of the same key is under way get what that one gets. */
export function onceFor(job: string, runs: Runs, clock: Clock, signal: AbortSignal): RunContext['once'] {
  const underWay = new Map<string, Promise<unknown>>();

  async function keptOrDone(key: string, work: () => unknown): Promise<unknown> {
    const known = await runs.kept(job, key);
    if (known !== null) return JSON.parse(known);
    signal.throwIfAborted();
    const result = JSON.stringify(await work()) ?? 'null';
    return JSON.parse(await runs.keep(job, key, result, clock.now()));
  }

  return <T>(key: string, work: () => T | Promise<T>) => {
    const shared = underWay.get(key) ?? keptOrDone(key, work).finally(() => underWay.delete(key));
    underWay.set(key, shared);
    return shared as Promise<T>;
  };
}
