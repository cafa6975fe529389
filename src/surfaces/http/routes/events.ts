/** The audit trail as it goes on: server-sent events, or pages for clients without them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
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
/** How many events a page has. */
const PAGE = 100;

const PIECE_CHARACTERS = 64 * 1024;

type Wanted = (event: AuditEvent) => boolean;

export interface EventOptions extends Partial<StreamLimits> {
  /** A comment in the stream every so often keeps proxies and clients from giving it up. Then, too, its token is checked again. */
  readonly heartbeatMs?: number;
}

export function eventRoutes({ heartbeatMs = HEARTBEAT_MS, ...limits }: EventOptions = {}): Routes {
  return (app) => {
    const streams = new OpenStreams({ ...STREAM_LIMITS, ...limits });
    const feed = new EventFeed(app.askonce.events);
    app.get(
      '/events',
      {
        config: { may: 'asker' },
        // A HEAD would open the same stream and read it for ever.
        exposeHeadRoute: false,
        schema: {
          operationId: 'events',
          tags: ['events'],
          summary: 'Everything that happens, in order',
          description:
            'Server-sent events: `id` is the number, `event` the type, `data` the event as JSON. After a disconnection ' +
            '`Last-Event-ID` (or `?after=`) goes on where it was: each event comes once, also over a restart of the ' +
            'server. Without either, from now on. A number beyond the end is answered by an event `reset`, and the stream begins ' +
            'now. With `format=json` a page, from the beginning or from `after`; one without ' +
            'items is the end, and `next` does not move any more.',
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
        const { query, headers } = request;
        const wanted = wantedBy(query);
        if (query.format === 'json') {
          return page(app, query.after ?? 0, limitOf(query.limit, PAGE, LIMITS.page), wanted);
        }
        // A browser that comes back sends the address it began with: the header is newer than what stands there.
        const after = numberOf(headers['last-event-id']) ?? query.after;
        if (after !== undefined && !Number.isSafeInteger(after)) throw invalidArgument('after', 'a sequence number');
        const last = await app.askonce.events.last();
        const beyond = after !== undefined && after > last ? after : null;
        const from = beyond === null ? (after ?? last) : last;
        const closed = streams.open(request.principal, from);
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

/** Looks on until something is wanted or there is no more, so that a page without items is the end. */
async function page(app: App, after: number, limit: number, wanted: Wanted): Promise<z.output<typeof eventsPage>> {
  const items: AuditEvent[] = [];
  let next = after;
  // Where all is wanted, that is all that is read; where little is, small pages would be many.
  for (let size = limit; ; size = LIMITS.page) {
    if (app.stopping.aborted) throw new AskOnceError('engine_closed', 'The server is stopping. Try again in a moment.');
    const found = await app.askonce.events.list({ after: next, limit: size });
    for (const event of found) {
      if (items.length === limit) break;
      if (wanted(event)) items.push(event);
      next = event.seq;
    }
    if (items.length > 0 || found.length < size) {
      // Beyond the end nothing is numbered: going on from there would wait for ever.
      const last = items.length > 0 || next > after ? next : await app.askonce.events.last();
      return { items: items.map(shownEvent), next: Math.min(next, last) };
    }
  }
}

/** The stream is pulled by whoever reads it, so that nothing is taken from the store before there is room for it. */
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
      // When the stream ends, so does its connection: a server that stops would wait for it.
      .header('connection', 'close')
      .send(source)
  );
}

interface Reading {
  /** The number that was asked for, where it is beyond the end; such numbers come from another store. */
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
  // An id alone tells nobody anything, but a client that is cut off before the first event comes back to this place.
  const reset =
    beyond === null ? '' : `event: reset\ndata: ${JSON.stringify({ after: beyond, last: reader.cursor })}\n`;
  yield `retry: ${RETRY_MS}\nid: ${reader.cursor}\n${reset}\n`;
  let saidAt = performance.now();
  let checkedAt = saidAt;
  while (!signal.aborted) {
    const quietMs = Math.max(1, heartbeatMs - (performance.now() - saidAt));
    const events = await reader.next(quietMs, signal);
    // Also where so much happens that there is never time for a heartbeat.
    if (performance.now() - checkedAt >= heartbeatMs) {
      if (!(await mayStay())) return;
      checkedAt = performance.now();
    }
    for (const piece of piecesOf(events.filter(wanted).map((event) => feed.textOf(event)))) {
      yield piece;
      saidAt = performance.now();
    }
    if (signal.aborted || performance.now() - saidAt < heartbeatMs) continue;
    // The id again, since others than the wanted events may have passed.
    yield `: still here\nid: ${reader.cursor}\n\n`;
    saidAt = performance.now();
  }
}

/** As few pieces as may be, since a piece costs more than the events in it; and none so large that it lies long with a slow reader. */
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
