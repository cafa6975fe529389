/** The audit trail as it goes on: server-sent events, or pages for clients without them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { LIMITS, limitOf, wrong } from '../../arguments.ts';
import type { AuditEvent } from '../../core/records.ts';
import type { App, Routes } from '../app.ts';
import { EventFeed, type EventReader } from '../event-feed.ts';
import { presence } from '../patience.ts';
import { problems } from '../schemas/common.ts';
import { eventsPage, eventsQuery, shownEvent } from '../schemas/records.ts';

/** How soon a client that was cut off comes back. */
const RETRY_MS = 2_000;
const HEARTBEAT_MS = 15_000;
/** How many events a page has, and how many pages are looked through for those wanted before it is given as it is. */
const PAGE = 100;
const MOST_PAGES = 20;

type Wanted = (event: AuditEvent) => boolean;

/** A comment in the stream every so often keeps proxies and clients from giving it up. */
export function eventRoutes({ heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}): Routes {
  return (app) => {
    const feed = new EventFeed(app.askonce);
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
            'server. Without either, from now on. With `format=json` a page, from the beginning or from `after`.',
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
        if (after !== undefined && !Number.isSafeInteger(after)) throw wrong('after', 'a sequence number');
        const reader = feed.reader(after ?? (await app.askonce.lastSeq()));
        return stream(app, reply, reader, wanted, heartbeatMs);
      },
    );
  };
}

function numberOf(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (/^\d{1,16}$/.test(header)) return Number(header);
  throw wrong('Last-Event-ID', 'the id of an event, which is a number');
}

function wantedBy({ type, session, job }: z.output<typeof eventsQuery>): Wanted {
  const types = type === undefined ? null : new Set([type].flat().flatMap((one) => one.split(',')));
  return (event) =>
    (types === null || types.has(event.type)) &&
    (session === undefined || event.session === session) &&
    (job === undefined || event.job === job);
}

async function page(app: App, after: number, limit: number, wanted: Wanted): Promise<z.output<typeof eventsPage>> {
  const items: AuditEvent[] = [];
  let next = after;
  for (let pages = 0; pages < MOST_PAGES && items.length < limit; pages += 1) {
    const found = await app.askonce.events({ after: next, limit });
    for (const event of found) {
      if (items.length === limit) break;
      if (wanted(event)) items.push(event);
      next = event.seq;
    }
    if (found.length < limit) break;
  }
  return { items: items.map(shownEvent), next };
}

/** The stream is pulled by whoever reads it, so that nothing is taken from the store before there is room for it. */
function stream(app: App, reply: FastifyReply, reader: EventReader, wanted: Wanted, heartbeatMs: number) {
  const { signal, end } = presence(app, reply);
  const text = written(reader, wanted, heartbeatMs, signal);
  const source = Readable.from(text, { highWaterMark: 4 });
  source.once('close', () => {
    end();
    reader.leave();
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

async function* written(
  reader: EventReader,
  wanted: Wanted,
  heartbeatMs: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  // An id alone tells nobody anything, but a client that is cut off before the first event comes back to this place.
  yield `retry: ${RETRY_MS}\nid: ${reader.cursor}\n\n`;
  let saidAt = performance.now();
  while (!signal.aborted) {
    const quietMs = Math.max(1, heartbeatMs - (performance.now() - saidAt));
    const events = await reader.next(quietMs, signal);
    for (const event of events.filter(wanted)) {
      yield `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(shownEvent(event))}\n\n`;
      saidAt = performance.now();
    }
    if (signal.aborted || performance.now() - saidAt < heartbeatMs) continue;
    // The id again, since others than the wanted events may have passed.
    yield `: still here\nid: ${reader.cursor}\n\n`;
    saidAt = performance.now();
  }
}
