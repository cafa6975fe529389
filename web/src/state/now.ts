/**
 * The time, once a second, for all that counts up or down; it stands still while nobody looks at the page. It is the server's time: a
 * phone whose clock is wrong would count down to another moment than the one that counts.
 */
import { signal } from '@preact/signals';

/** Less is the way of the reply, and seconds that are cut off. */
const NOTICED_MS = 3_000;
let ahead = 0;

export function serverNow(): number {
  return Date.now() + ahead;
}

export const now = signal(serverNow());

/** Looks at the server's clock, as a reply's `Date` says it. */
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
