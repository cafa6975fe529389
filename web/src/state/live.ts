/**
 * Everything that happens, as it happens, for whoever on the page wants to know. Of all tabs one reads the stream and tells the others:
 * a browser opens six connections to a server, and a stream holds one for good. When that tab goes, the next one reads on.
 */
import { effect } from '@preact/signals';
import type { EventShown } from '../../../src/surfaces/client/index.ts';
import { api, type Connection, connection, tokenWanted } from './api.ts';

type Listener = (event: EventShown) => void;
/** An event by its place in the trail. */
type Place = Pick<EventShown, 'seq' | 'at'>;

/** What tabs say to one another; whoever has just come asks how things stand. */
type Said =
  | { readonly is: 'event'; readonly event: EventShown }
  | { readonly is: 'how'; readonly connection: Connection; readonly last: Place | undefined }
  | { readonly is: 'new here' };

const NAME = 'askonce:events';
const PAUSE_MS = 2_000;
/** Longer than a stream that comes at all takes to open. */
const PATIENCE_MS = 2_000;

const listeners = new Set<Listener>();
const gaps = new Set<() => void>();
let last: Place | undefined;
let running: AbortController | null = null;
let tabs: BroadcastChannel | null = null;
/** Whether this is the tab that reads. */
let reads = false;

export function onEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Told when events may have been missed, so that what is shown has to be read anew. */
export function onGap(listener: () => void): () => void {
  gaps.add(listener);
  return () => gaps.delete(listener);
}

/** Whether events come, at once or every few seconds. */
function isHearing(is: Connection): boolean {
  return is === 'connected' || is === 'polling';
}

/** Resolves when events are heard; where that takes too long, all the same. */
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
  let was: Connection = 'waits';
  effect(() => {
    const is = connection.value;
    // Should it go away again meanwhile, it will also come back again.
    if (isHearing(is) && !isHearing(was) && was !== 'waits') comeBack().catch(() => {});
    was = is;
  });
  // Without it, as over plain HTTP from another machine, each tab reads for itself.
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
    // Given up before its turn came.
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
 * The server is back. Before the first event there is no number to read on from, so what is shown is read anew. And it may be another
 * store's by now, whose events have numbers that say nothing here: then the page begins anew.
 */
async function comeBack(): Promise<void> {
  for (const tell of gaps) tell();
  if (!last) return;
  const { seq, at } = last;
  const { items } = await api().eventsPage({ after: seq - 1, limit: 1 });
  if (items[0]?.seq !== seq || items[0].at !== at) location.reload();
}

/** A tab that takes over may read what the one before has told already. */
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
