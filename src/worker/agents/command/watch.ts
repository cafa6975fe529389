/** The clocks of a running agent: how long it has run, and how long it has been silent. */

export interface WatchLimits {
  readonly totalMs: number | null;
  readonly idleMs: number | null;
  /** A silence of this length is a pause. */
  readonly pauseMs: number;
}

export interface Watched {
  /** While it waits for a person, no clock runs. */
  isWaiting(): boolean;
  onTotal(): void;
  onIdle(): void;
  /** Once in each pause. */
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
 * The clocks are counted up tick by tick, because nobody says when a wait begins or ends. A tick is a tenth of the shortest limit,
 * a quarter of a second at most.
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
    // A tick that is late was held up by us, and what the agent printed meanwhile has not been read: that is no silence of its own.
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
