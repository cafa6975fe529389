/** What must not happen twice: done once, its result kept, and given back to whoever runs the job again. */

import type { Clock, Runs } from '../ports.ts';
import { invalidArgument } from '../util/arguments.ts';
import type { RunContext } from './executor.ts';

/** Longer ones do not fit into an index. */
const MAX_KEY_LENGTH = 500;

/**
 * The `once` of one run of a job. Calls that come while one of the same key is under way get what that one gets.
 * @param mustBeOurs Throws where the job is no longer this run's.
 */
export function onceFor(job: string, runs: Runs, clock: Clock, mustBeOurs: () => void): RunContext['once'] {
  const underWay = new Map<string, Promise<unknown>>();

  async function keptOrDone(key: string, work: () => unknown): Promise<unknown> {
    const known = await runs.kept(job, key);
    if (known !== null) return JSON.parse(known);
    mustBeOurs();
    const result = JSON.stringify(await work()) ?? 'null';
    return JSON.parse(await runs.keep(job, key, result, clock.now()));
  }

  return <T>(key: string, work: () => T | Promise<T>) => {
    if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH)
      return Promise.reject(invalidArgument('key', `a string of 1 to ${MAX_KEY_LENGTH} characters`));
    const shared = underWay.get(key) ?? keptOrDone(key, work).finally(() => underWay.delete(key));
    underWay.set(key, shared);
    return shared as Promise<T>;
  };
}
