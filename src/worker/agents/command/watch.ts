/** The timeouts of a running agent: total time and silence. */

export interface WatchLimits {
  readonly totalMs: number | null;
  readonly idleMs: number | null;
  /** A silence of this length counts as a pause. */
  readonly pauseMs: number;
}

export interface Watched {
  /** No timeout runs while the agent waits for a person. */
  isWaiting(): boolean;
  onTotal(): void;
  onIdle(): void;
  /** Called once in each pause. */
  onPause(): void;
}

export interface Watch {
  /** The agent printed something. */
  heard(): void;
  stop(): void;
}

const SLOWEST_MS = 250;
const FASTEST_MS = 10;

/**
 * Times are counted tick by tick, because no event says when a wait begins or ends. A tick is a tenth of the shortest limit, at most a
 * quarter of a second.
 */
export function watch(limits: WatchLimits, watched: Watched): Watch {
  const { totalMs, idleMs, pauseMs } = limits;
  const shortest = Math.min(totalMs ?? pauseMs, idleMs ?? pauseMs, pauseMs);
  const every = Math.max(FASTEST_MS, Math.min(SLOWEST_MS, shortest / 10));
  let last = performance.now();
  let total = 0;
  let silent = 0;
  let paused = false;

  const timer = setInterval(() => {
    const now = performance.now();
    const passed = now - last;
    last = now;
    if (watched.isWaiting()) return;
    total += passed;
    // A late tick means that this process was blocked, and the agent's output in the meantime has not been read. That is not silence.
    silent += Math.min(passed, 2 * every);
    if (totalMs !== null && total >= totalMs) return watched.onTotal();
    if (idleMs !== null && silent >= idleMs) return watched.onIdle();
    if (silent >= pauseMs && !paused) {
      paused = true;
      watched.onPause();
    }
  }, every);

  return {
    heard: () => {
      silent = 0;
      paused = false;
    },
    stop: () => clearInterval(timer),
  };
}
