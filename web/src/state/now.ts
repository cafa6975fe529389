/**
 * The time, updated once a second, for all counters; paused while the page is hidden. It is the server's time: a device with a wrong clock
 * would count down to the wrong moment.
 */
import { signal } from '@preact/signals';

/** Smaller differences come from the network and from rounding to seconds. */
const NOTICED_MS = 3_000;
let ahead = 0;

export function serverNow(): number {
  return Date.now() + ahead;
}

export const now = signal(serverNow());

/** Compares with the server's clock, from the `Date` of a reply. */
export function compareClocks(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Number.isFinite(difference)) ahead = Math.abs(difference) > NOTICED_MS ? difference : 0;
}

setInterval(() => {
  if (!document.hidden) now.value = serverNow();
}, 1_000);
document.addEventListener('visibilitychange', () => {
  now.value = serverNow();
});
