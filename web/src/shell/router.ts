/** Which view is shown: the part of the address after the hash. */
import { computed, signal } from '@preact/signals';

const hash = signal(location.hash);

window.addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** The parts of the way, such as `['jobs', 'job-7']`; none for what waits. */
export const way = computed(() => {
  const [path = ''] = hash.value.replace(/^#\/?/, '').split('?');
  return path.split('/').filter(Boolean).map(decode);
});

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
