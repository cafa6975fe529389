/** The audit trail as server-sent events, or as pages for clients without them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AskOnce } from '../../../askonce.ts';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { AuditEvent } from '../../../core/model/records.ts';
import { invalidArgument, LIMITS, limitOf } from '../../../util/arguments.ts';
import type { App, Routes } from '../app.ts';
import { EventFeed, type EventReader } from '../event-feed.ts';
import { presence } from '../long-poll.ts';
import { OpenStreams, RETRY_MS, STREAM_LIMITS, type StreamLimits } from '../open-streams.ts';
import { problems } from '../schemas/common.ts';
import { eventsPage, eventsQuery, shownEvent } from '../schemas/records.ts';

const HEARTBEAT_MS = 15_000;
/** The number of events on a page. */
const PAGE = 100;

const PIECE_CHARACTERS = 64 * 1024;

type Wanted = (event: AuditEvent) => boolean;

export interface EventOptions extends Partial<StreamLimits> {
  /** A regular comment in the stream keeps proxies and clients from closing it. The token is checked again at the same interval. */
  readonly heartbeatMs?: number;
}

export function eventRoutes({ heartbeatMs = HEARTBEAT_MS, ...limits }: EventOptions = {}): Routes {
  return (app) => {
    const streams = new OpenStreams({ ...STREAM_LIMITS, ...limits });
    // One for each view of the trail: a sender may see one project only.
    const feeds = new WeakMap<AskOnce, EventFeed>();
    const feedOf = (askonce: AskOnce) => {
      const feed = feeds.get(askonce) ?? new EventFeed(askonce.events);
      feeds.set(askonce, feed);
      return feed;
    };
    app.get(
      '/events',
      {
        config: { may: 'asker' },
        // A HEAD request would open the same stream and never end.
        exposeHeadRoute: false,
        schema: {
          operationId: 'events',
          tags: ['events'],
          summary: 'All events, in order',
          description:
            'Server-sent events: `id` is the sequence number, `event` the type, `data` the event as JSON. After a disconnect, ' +
            '`Last-Event-ID` (or `?after=`) resumes the stream: each event is sent once, even across restarts of the ' +
            'server. Without either, it starts now. For a number beyond the end, the stream sends an event `reset` and starts ' +
            'now. With `format=json` you get a page, from the beginning or after `after`; a page without items is the end.',
          headers: z.looseObject({ 'last-event-id': z.string().optional() }),
          querystring: eventsQuery,
          response: {
            200: {
              description: 'A stream, or a page.',
              content: {
                'text/event-stream': { schema: z.string() },
                'application/json': { schema: eventsPage },
              },
            },
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { query, headers, askonce } = request;
        const wanted = wantedBy(query);
        if (query.format === 'json') {
          return page(app, askonce, query.after ?? 0, limitOf(query.limit, PAGE, LIMITS.page), wanted);
        }
        // A reconnecting browser repeats its original URL, so the header is newer than the query.
        const after = numberOf(headers['last-event-id']) ?? query.after;
        if (after !== undefined && !Number.isSafeInteger(after)) throw invalidArgument('after', 'a sequence number');
        const last = await askonce.events.last();
        const beyond = after !== undefined && after > last ? after : null;
        const from = beyond === null ? (after ?? last) : last;
        const closed = streams.open(request.principal, from);
        const feed = feedOf(askonce);
        const reader = feed.reader(from);
        const mayStay = () => app.mayStay(request);
        return stream(app, reply, feed, reader, { beyond, wanted, heartbeatMs, mayStay, closed });
      },
    );
  };
}

function numberOf(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (/^\d{1,16}$/.test(header)) return Number(header);
  throw invalidArgument('Last-Event-ID', 'the id of an event, which is a number');
}

function wantedBy({ type, session, job }: z.output<typeof eventsQuery>): Wanted {
  const types = type === undefined ? null : new Set([type].flat().flatMap((one) => one.split(',')));
  return (event) =>
    (types === null || types.has(event.type)) &&
    (session === undefined || event.session === session) &&
    (job === undefined || event.job === job);
}

/** Reads on until an event matches or the trail ends, so that a page without items means the end. */
async function page(
  app: App,
  askonce: AskOnce,
  after: number,
  limit: number,
  wanted: Wanted,
): Promise<z.output<typeof eventsPage>> {
  const items: AuditEvent[] = [];
  let next = after;
  // Without a filter only `limit` events are read; with one, small pages would be too many.
  for (let size = limit; ; size = LIMITS.page) {
    if (app.stopping.aborted) throw new AskOnceError('engine_closed', 'The server is stopping. Try again in a moment.');
    const found = await askonce.events.list({ after: next, limit: size });
    for (const event of found) {
      if (items.length === limit) break;
      if (wanted(event)) items.push(event);
      next = event.seq;
    }
    if (items.length > 0 || found.length < size) {
      // Beyond the end there are no numbers: continuing from there would wait forever.
      const last = items.length > 0 || next > after ? next : await askonce.events.last();
      return { items: items.map(shownEvent), next: Math.min(next, last) };
    }
  }
}

/** The client pulls the stream, so that nothing is read from the store before there is room for it. */
function stream(app: App, reply: FastifyReply, feed: EventFeed, reader: EventReader, how: Reading) {
  const { signal, end } = presence(app, reply);
  const text = written(feed, reader, how, signal);
  const source = Readable.from(text, { highWaterMark: 1 });
  source.once('close', () => {
    end();
    reader.leave();
    how.closed();
  });
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-cache, no-transform')
      .header('x-accel-buffering', 'no')
      // Closes the connection at the end of the stream: a stopping server would wait for it.
      .header('connection', 'close')
      .send(source)
  );
}

interface Reading {
  /** The requested number if it is beyond the end; such numbers come from another store. */
  readonly beyond: number | null;
  readonly wanted: Wanted;
  readonly heartbeatMs: number;
  /** Whether its token is still valid. */
  readonly mayStay: () => Promise<boolean>;
  /** Called once the stream has ended. */
  readonly closed: () => void;
}

async function* written(
  feed: EventFeed,
  reader: EventReader,
  { beyond, wanted, heartbeatMs, mayStay }: Reading,
  signal: AbortSignal,
): AsyncGenerator<string> {
  // An id without an event is not delivered, but a client that disconnects before the first event resumes from it.
  const reset =
    beyond === null ? '' : `event: reset\ndata: ${JSON.stringify({ after: beyond, last: reader.cursor })}\n`;
  yield `retry: ${RETRY_MS}\nid: ${reader.cursor}\n${reset}\n`;
  let saidAt = performance.now();
  let checkedAt = saidAt;
  while (!signal.aborted) {
    const quietMs = Math.max(1, heartbeatMs - (performance.now() - saidAt));
    const events = await reader.next(quietMs, signal);
    // Also checked when events are so frequent that no heartbeat is ever sent.
    if (performance.now() - checkedAt >= heartbeatMs) {
      if (!(await mayStay())) return;
      checkedAt = performance.now();
    }
    for (const piece of piecesOf(events.filter(wanted).map((event) => feed.textOf(event)))) {
      yield piece;
      saidAt = performance.now();
    }
    if (signal.aborted || performance.now() - saidAt < heartbeatMs) continue;
    // Repeats the id, since events that do not match may have passed.
    yield `: still here\nid: ${reader.cursor}\n\n`;
    saidAt = performance.now();
  }
}

/**
 * Joins events into as few chunks as possible, since a chunk costs more than its events; but none so large that it blocks a slow reader.
 */
function piecesOf(texts: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    pieces.push(piece);
    piece = '';
  }
  return piece === '' ? pieces : [...pieces, piece];
}
