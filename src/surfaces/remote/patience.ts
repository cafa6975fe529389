/** Waits at a server: one request after the other, each for half a minute, until it is settled or the time is up. */
import { durationMs } from '../../core/model/duration.ts';
import type { WaitOptions } from '../../library/wait.ts';

/** How long the server waits in one request. */
const POLL_MS = 30_000;

/** How long the next request may wait, in milliseconds; null once the time is up. */
export function pollsOf({ wait, signal }: Pick<WaitOptions, 'wait' | 'signal'>): () => number | null {
  if (wait === false) return () => null;
  const until = wait === undefined || wait === true ? Number.POSITIVE_INFINITY : performance.now() + durationMs(wait);
  return () => {
    signal?.throwIfAborted();
    const left = Math.min(POLL_MS, Math.ceil(until - performance.now()));
    return left <= 0 ? null : left;
  };
}

export const milliseconds = (ms: number): string => `${ms}ms`;
