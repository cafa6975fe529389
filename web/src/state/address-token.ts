/** The credential in the address that `askonce serve` prints, `#token=…`. It is taken out of the address, which people copy and show. */
import { signal } from '@preact/signals';

export const addressToken = signal<string | null>(null);

/** Reads it, if there is one; the address is then that of the inbox. */
export function readAddress(): void {
  const [, found] = /^#token=([^&/]+)/.exec(location.hash) ?? [];
  if (found === undefined) return;
  history.replaceState(history.state, '', `${location.pathname}${location.search}#/`);
  addressToken.value = found;
}

readAddress();
