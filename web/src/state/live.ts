/** Everything that happens, as it happens, for whoever on the page wants to know. */
import type { EventShown } from '../../../src/client/index.ts';
import { api, connection, tokenWanted } from './api.ts';

type Listener = (event: EventShown) => void;

const listeners = new Set<Listener>();
const gaps = new Set<() => void>();
let last: number | undefined;
let running: AbortController | null = null;

export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Told when events may have been missed, so that what is shown has to be read anew. */
export function onGap(listener: () => void): () => void {
  gaps.add(listener);
  return () => gaps.delete(listener);
}

/** Reads events until the page goes; also after the network was away, from where it was. */
export function startLive(): void {
  window.addEventListener('offline', () => {
    running?.abort();
    connection.value = 'offline';
  });
  // Sooner than the client would try by itself.
  window.addEventListener('online', () => {
    connection.value = 'reconnecting';
    restartLive();
  });
  restartLive();
}

export function restartLive(): void {
  running?.abort();
  running = new AbortController();
  void follow(running.signal);
}

async function follow(signal: AbortSignal): Promise<void> {
  const resumed = last === undefined ? {} : { after: last };
  // Without a number to go on from, whatever happened meanwhile is not told.
  if (last === undefined && connection.peek() !== 'waits') for (const tell of gaps) tell();
  try {
    for await (const event of api().events({ ...resumed, signal })) {
      last = event.seq;
      for (const tell of listeners) tell(event);
    }
  } catch {
    if (signal.aborted || tokenWanted.peek()) return;
    connection.value = 'reconnecting';
    setTimeout(() => !signal.aborted && void follow(signal), 2_000);
  }
}
