/** How long to wait before what failed is tried again. Pure. */

/** So far a wait strays from its step, to either side: those who failed at one time do not all come back at one time. */
const JITTER = 0.2;

export interface Steps {
  /** The wait after the first failure, the second, and so on; the last is kept to. */
  readonly waitsMs: readonly number[];
  /** The longest `Retry-After` that is heeded. */
  readonly mostRetryAfterMs: number;
}

/**
 * @param failures How often in a row it failed, from 1 on.
 * @param random From 0 to below 1.
 */
export function pauseMs(steps: Steps, failures: number, retryAfterMs: number | null, random: number): number {
  const { waitsMs, mostRetryAfterMs } = steps;
  const step = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0;
  const own = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  // Nobody is called sooner than they wish, or sooner than we would.
  return Math.max(own, Math.min(retryAfterMs ?? 0, mostRetryAfterMs));
}
