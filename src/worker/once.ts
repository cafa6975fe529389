/** Runs a step that must not happen twice: stores its result and returns it when the job is run again. */

import type { Clock } from '../ports.ts';
import { invalidArgument } from '../util/arguments.ts';
import type { RunContext } from './executor.ts';
import type { WorkerRuns } from './host.ts';

/** Longer keys do not fit into an index. */
const MAX_KEY_LENGTH = 500;

/**
 * The `once` of one run of a job. Calls made while another with the same key is running share its result.
 * @param mustBeOurs Throws if the job no longer belongs to this run.
 */
export function onceFor(job: string, runs: WorkerRuns, clock: Clock, mustBeOurs: () => void): RunContext['once'] {
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
