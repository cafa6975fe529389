/** The system clock. */
import type { Clock } from '../ports.ts';

/** The tolerance between the wall clock and the monotonic clock. */
const CLOCK_SLACK_MS = 50;

export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    // Node's timers overflow at 2^31 ms; a longer timer is set again when it fires.
    const dueAt = Date.now() + ms;
    // A clock that is set back must not delay a heartbeat by an hour.
    const atLatest = performance.now() + ms + CLOCK_SLACK_MS;
    const left = () => Math.min(dueAt - Date.now(), atLatest - performance.now());
    let timer: NodeJS.Timeout;
    const arm = () => {
      timer = setTimeout(() => (left() <= 0 ? callback() : arm()), Math.min(Math.max(0, left()), 2 ** 30));
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};
