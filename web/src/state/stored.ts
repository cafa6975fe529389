/** Browser storage. If it is unavailable or full, the page works without it. */
import { effect, type Signal, signal } from '@preact/signals';

const PREFIX = 'askonce:';

export function readStored<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Then the value lasts as long as the page.
  }
}

export function storedNames(prefix: string): string[] {
  try {
    const whole = PREFIX + prefix;
    return Object.keys(localStorage).flatMap((name) => (name.startsWith(whole) ? [name.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}

const rereads = new Map<string, () => void>();

/** Reads what another tab has stored. */
export function rereadStored(key: string | null): void {
  rereads.get(key ?? '')?.();
}

/** A setting that persists between visits. */
export function storedSignal<T>(name: string, otherwise: T): Signal<T> {
  const value = signal(readStored(name, otherwise));
  let first = true;
  effect(() => {
    const now = value.value;
    if (!first) keep(name, now);
    first = false;
  });
  rereads.set(PREFIX + name, () => {
    value.value = readStored(name, otherwise);
  });
  return value;
}
