/**
 * All events as they happen, for all parts of the page. Of all tabs, one reads the stream and forwards it to the others: a browser opens
 * only six connections to a server, and each stream keeps one. When that tab closes, another one takes over.
 */
import { effect } from '@preact/signals';
import type { EventShown } from '../../../src/surfaces/client/index.ts';
import { api, type Connection, connection, tokenWanted } from './api.ts';

type Listener = (event: EventShown) => void;
/** An event by its position in the trail. */
type Place = Pick<EventShown, 'seq' | 'at'>;

/** Messages between tabs; a new tab asks for the current state. */
type Said =
  | { readonly is: 'event'; readonly event: EventShown }
  | { readonly is: 'how'; readonly connection: Connection; readonly last: Place | undefined }
  | { readonly is: 'new here' };

const NAME = 'askonce:events';
const PAUSE_MS = 2_000;
/** Longer than a working stream takes to open. */
const PATIENCE_MS = 2_000;

const listeners = new Set<Listener>();
const gaps = new Set<() => void>();
let last: Place | undefined;
let running: AbortController | null = null;
let tabs: BroadcastChannel | null = null;
/** Whether this tab reads the stream. */
let reads = false;

export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when events may have been missed, so that shown data has to be read again. */
export function onGap(listener: () => void): () => void {
  gaps.add(listener);
  return () => gaps.delete(listener);
}

/** Whether events arrive, at once or every few seconds. */
function isHearing(is: Connection): boolean {
  return is === 'connected' || is === 'polling';
}

/** Resolves when events arrive, or after a time limit. */
export function heard(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const stop = effect(() => {
      if (!isHearing(connection.value)) return;
      clearTimeout(timer);
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

/** Reads events until the page closes; after a network failure, continues from the last one. */
export function startLive(): void {
  window.addEventListener('offline', () => {
    running?.abort();
    connection.value = 'offline';
  });
  // Earlier than the client would retry by itself.
  window.addEventListener('online', () => {
    connection.value = 'reconnecting';
    restartLive();
  });
  let was: Connection = 'waits';
  effect(() => {
    const is = connection.value;
    // If the connection drops again meanwhile, this runs again when it is back.
    if (isHearing(is) && !isHearing(was) && was !== 'waits') comeBack().catch(() => {});
    was = is;
  });
  // Without locks, as over plain HTTP from another machine, each tab reads for itself.
  if (navigator.locks) joinTabs(new BroadcastChannel(NAME));
  restartLive();
}

function joinTabs(channel: BroadcastChannel): void {
  tabs = channel;
  tabs.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.is === 'new here') sayHow();
    else if (reads) return;
    else if (data.is === 'event') take(data.event);
    else {
      connection.value = data.connection;
      last ??= data.last;
    }
  };
  effect(() => {
    if (connection.value) sayHow();
  });
}

function tellTabs(said: Said): void {
  tabs?.postMessage(said);
}

function sayHow(): void {
  if (reads) tellTabs({ is: 'how', connection: connection.peek(), last });
}

export function restartLive(): void {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  if (!tabs) {
    void read(signal);
    return;
  }
  tellTabs({ is: 'new here' });
  navigator.locks
    .request(NAME, { signal }, async () => {
      reads = true;
      await read(signal);
      reads = false;
    })
    // Cancelled before its turn came.
    .catch(() => {});
}

async function read(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of api().events({ ...(last && { after: last.seq }), signal })) {
        take(event);
        tellTabs({ is: 'event', event });
      }
    } catch {
      if (signal.aborted || tokenWanted.peek()) return;
      connection.value = 'reconnecting';
      await pause(signal);
    }
  }
}

/**
 * The server is back. Before the first event there is no number to continue from, so shown data is read again. The server may have another
 * store by now, with unrelated event numbers: then the page starts over.
 */
async function comeBack(): Promise<void> {
  for (const tell of gaps) tell();
  if (!last) return;
  const { seq, at } = last;
  const { items } = await api().eventsPage({ after: seq - 1, limit: 1 });
  if (items[0]?.seq !== seq || items[0].at !== at) location.reload();
}

/** A tab that takes over may read events that the previous one has already forwarded. */
function take(event: EventShown): void {
  if (last && event.seq <= last.seq) return;
  last = { seq: event.seq, at: event.at };
  for (const tell of listeners) tell(event);
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
