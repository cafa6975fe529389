/** Server-sent events, read from a reply as the standard says, and read on where the connection broke. */
import { createParser } from 'eventsource-parser';
import { AskOnceClientError } from './error.ts';
import { type CallOptions, pause, pauseMs, type Transport } from './transport.ts';
import type { EventShown, EventsPage } from './types.ts';

export interface EventsOptions extends CallOptions {
  /** Only what comes after this number; from now on by default. */
  after?: number;
  /** Only events of these types, of this session, of this job. */
  type?: string | readonly string[];
  session?: string;
  job?: string;
}

/** The server says something every 15 seconds. A connection that is silent for so long is none. */
const SILENCE_MS = 45_000;

/** How often events are read as pages where the server has no room for a stream. */
const POLL_MS = 2_000;

/** Events without end, each once, until the signal is aborted or the server refuses. */
export async function* readEvents(
  transport: Transport,
  { after, type, session, job, signal }: EventsOptions,
): AsyncGenerator<EventShown, void, undefined> {
  const query = { type: type === undefined ? undefined : [type].flat().join(','), session, job };
  let last = after === undefined ? undefined : String(after);
  for (let failures = 0; ; failures += 1) {
    /** Where the stream would have begun, had there been room for it: then events are read as a page meanwhile. */
    let refusedAt: number | undefined;
    const connection = new AbortController();
    const abort = () => connection.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      const headers = { accept: 'text/event-stream', 'last-event-id': last };
      const reply = await transport.send('events', { query, headers, signal: connection.signal, retries: 0 });
      for await (const message of messagesOf(reply, connection)) {
        failures = 0;
        if ('id' in message) last = message.id;
        // Otherwise the number was beyond the end: the stream begins now, after the id that came with it.
        else if (message.event !== 'reset') yield JSON.parse(message.data) as EventShown;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // What the server refuses it will refuse again; all else may pass.
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
      yield* page?.items ?? [];
    }
    await pause(refusedAt === undefined ? pauseMs(failures) : POLL_MS, signal);
  }
}

/** A page of events; null where the server does not give one now. */
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

/** The ids and the events of a stream. An id may come without an event, as in a heartbeat, and counts all the same. */
async function* messagesOf(reply: Response, connection: AbortController): AsyncGenerator<Message, void, undefined> {
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  const messages: Message[] = [];
  const parser = createParser({
    onId: (id) => messages.push({ id }),
    onEvent: ({ event, data }) => messages.push({ event, data }),
  });
  for (;;) {
    const silence = setTimeout(() => connection.abort(new Error('the stream went silent')), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    // What is not ended by an empty line was cut off, and comes again.
    if (done) return;
    parser.feed(value);
    yield* messages.splice(0);
  }
}
