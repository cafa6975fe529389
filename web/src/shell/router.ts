/** The current view: the part of the address after the hash. */
import { computed, signal } from '@preact/signals';
import { readAddress } from '../state/address-token.ts';

const hash = signal(location.hash);

window.addEventListener('hashchange', () => {
  readAddress();
  hash.value = location.hash;
});

/** The segments of the path, such as `['jobs', 'job-7']`; empty for the inbox. */
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
