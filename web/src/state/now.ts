/** The time, once a second, for all that counts up or down; it stands still while nobody looks at the page. */
import { signal } from '@preact/signals';

export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1_000);
document.addEventListener('visibilitychange', () => {
  now.value = Date.now();
});
