/** Reads server-sent events as the standard defines them, and resumes after a broken connection. */
import { createParser } from 'eventsource-parser';
import { AskOnceClientError } from './error.ts';
import { type CallOptions, pause, pauseMs, type Transport } from './transport.ts';
import type { EventShown, EventsPage } from './types.ts';

export interface EventsOptions extends CallOptions {
  /** Only events after this number; by default only new ones. */
  after?: number;
  /** Only events of these types, of this session, of this job. */
  type?: string | readonly string[];
  session?: string;
  job?: string;
  /** Called with true when events arrive from now on, also after a break, and with false when the connection is lost. */
  onConnection?: (isOpen: boolean) => void;
}

/** The server sends something every 15 seconds. A connection silent for this long is considered dead. */
const SILENCE_MS = 45_000;

/** How often events are polled as pages while the server has no room for a stream. */
const POLL_MS = 2_000;

/** Endless events, each once, until the signal is aborted or the server rejects the request. */
export async function* readEvents(
  transport: Transport,
  { after, type, session, job, signal, onConnection = () => {} }: EventsOptions,
): AsyncGenerator<EventShown, void, undefined> {
  const query = { type: type === undefined ? undefined : [type].flat().join(','), session, job };
  let last = after === undefined ? undefined : String(after);
  let isOpen: boolean | undefined;
  const tell = (now: boolean) => {
    if (now !== isOpen) onConnection(now);
    isOpen = now;
  };
  for (let failures = 0; ; failures += 1) {
    /** Where the stream would have started if the server had had room; events are read as pages from there meanwhile. */
    let refusedAt: number | undefined;
    const connection = new AbortController();
    const abort = () => connection.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      const headers = { accept: 'text/event-stream', 'last-event-id': last };
      const reply = await transport.send('events', { query, headers, signal: connection.signal, retries: 0 });
      for await (const message of messagesOf(reply, connection)) {
        tell(true);
        failures = 0;
        if ('id' in message) last = message.id;
        // On `reset` the number was beyond the end: the stream starts now, after the id that came with it.
        else if (message.event !== 'reset') yield JSON.parse(message.data) as EventShown;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // A rejected request would be rejected again; all other errors may pass.
      const status = error instanceof AskOnceClientError ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429) throw error;
      const after = error instanceof AskOnceClientError ? error.problem?.after : undefined;
      if (typeof after === 'number') refusedAt = after;
    } finally {
      signal?.removeEventListener('abort', abort);
      connection.abort();
    }
    if (refusedAt !== undefined) {
      const page = await pageAfter(transport, { ...query, after: Number(last ?? refusedAt) }, signal);
      last = page ? String(page.next) : (last ?? String(refusedAt));
      tell(page !== null);
      yield* page?.items ?? [];
    } else tell(false);
    await pause(refusedAt === undefined ? pauseMs(failures) : POLL_MS, signal);
  }
}

/** A page of events; null if the server does not return one now. */
async function pageAfter(
  transport: Transport,
  query: object,
  signal: AbortSignal | undefined,
): Promise<EventsPage | null> {
  try {
    const call = { query: { ...query, format: 'json' }, retries: 0 };
    return await transport.call<EventsPage>('events', signal === undefined ? call : { ...call, signal });
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

type Message = { readonly id: string } | { readonly event: string | undefined; readonly data: string };

/** The ids and events of a stream. An id may come without an event, as in a heartbeat, and still counts. */
async function* messagesOf(reply: Response, connection: AbortController): AsyncGenerator<Message, void, undefined> {
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  const messages: Message[] = [];
  const parser = createParser({
    onId: (id) => messages.push({ id }),
    onEvent: ({ event, data }) => messages.push({ event, data }),
  });
  for (;;) {
    const silence = setTimeout(() => connection.abort(new Error('the stream stopped sending')), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    // A message without an empty line at its end was cut off, and is sent again.
    if (done) return;
    parser.feed(value);
    yield* messages.splice(0);
  }
}
