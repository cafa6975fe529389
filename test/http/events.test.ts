import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { AskOnceClient, type EventShown, type EventsPage } from '../../src/surfaces/client/index.ts';
import { endOf, trail } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { sendTo, serve, serveOn, type Who } from './serving.ts';

/** Makes two events with each round: a preference is set, and forgotten. */
async function makeEvents(askonce: AskOnce, rounds: number, from = 0): Promise<void> {
  for (let round = from; round < from + rounds; round += 1) {
    await askonce.preferences.set(`Which colour has number ${round}?`, 'blue');
    await askonce.preferences.forget(`Which colour has number ${round}?`);
  }
}

interface Stream {
  /** Everything that came, as text. */
  readonly text: () => string;
  readonly seqs: () => number[];
  readonly lastId: () => string | undefined;
  readonly until: (done: (stream: Stream) => boolean, intervalMs?: number) => Promise<void>;
  readonly socket: Socket;
}

/** A stream on a socket of its own, so that it can be cut off in the middle of a line. */
async function openStream(
  url: string,
  query = '',
  headers: readonly string[] = [],
  token = 'token-of-asker',
): Promise<Stream> {
  const { hostname, port, host } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = [`GET /events${query} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${token}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part) => {
    text += part;
  });
  // Chunk sizes stand on lines of their own, and no field looks like one.
  const whole = () => text.slice(0, text.lastIndexOf('\n\n') + 1);
  const stream: Stream = {
    socket,
    text: () => text,
    seqs: () => [...whole().matchAll(/^data: \{"seq":(\d+)/gm)].map(([, seq]) => Number(seq)),
    lastId: () => [...whole().matchAll(/^id: (\d+)$/gm)].at(-1)?.[1],
    until: async (done, interval = 5) => void (await vi.waitUntil(() => done(stream), { timeout: 60_000, interval })),
  };
  await stream.until(() => text.includes('\n\n'));
  return stream;
}

describeOnStores('the stream of events', (store) => {
  it('gives each with its number, its type and itself, from now on', async () => {
    const { url, askonce } = await serve(store);
    await makeEvents(askonce, 1);
    const stream = await openStream(url);
    expect(stream.text()).toMatch(/^content-type: text\/event-stream; charset=utf-8\r$/im);
    expect(stream.text()).toMatch(/^retry: \d+$/m);
    await makeEvents(askonce, 1, 1);
    await stream.until(({ seqs }) => seqs().length === 2);
    const [, , set] = await trail(askonce);
    expect(stream.seqs()[0]).toBe(set!.seq);
    expect(stream.text()).toContain(`id: ${set!.seq}\nevent: preference.set\ndata: {"seq":${set!.seq},`);
  });

  it('shows a bound token its project only, from the past and as it happens', async () => {
    const bound: { project: string | null } = { project: null };
    const checkToken = async () => ({ id: 't', name: 'bot', role: 'answerer', ...bound }) as const;
    const { url, askonce, open, outside } = await serve(store, { http: { checkToken } });
    const root = join(outside, 'theirs');
    mkdirSync(root);
    const theirs = await open({ project: root });
    bound.project = askonce.project;
    await makeEvents(theirs, 1);
    await makeEvents(askonce, 1);
    const stream = await openStream(url, '?after=0');
    await stream.until(({ seqs }) => seqs().length >= 2);
    await makeEvents(theirs, 1, 1);
    await makeEvents(askonce, 1, 1);
    await stream.until(({ seqs }) => seqs().length >= 4);
    const own = (await trail(askonce)).filter(({ data }) => data.project === askonce.project);
    expect(stream.seqs()).toEqual(own.map(({ seq }) => seq));
    expect(stream.seqs()).toHaveLength(4);
    bound.project = null;
    const all = await openStream(url, '?after=0');
    await all.until(({ seqs }) => seqs().length === 8);
  });

  it('goes on after a number, and after the id that the client had last', async () => {
    const { url, askonce } = await serve(store);
    await makeEvents(askonce, 3);
    const all = (await trail(askonce)).map(({ seq }) => seq);
    const byQuery = await openStream(url, `?after=${all[1]}`);
    await byQuery.until(({ seqs }) => seqs().length === 4);
    expect(byQuery.seqs()).toEqual(all.slice(2));
    // A browser that comes back asks at the same address, with the newer place in the header.
    const byHeader = await openStream(url, '?after=0', [`Last-Event-ID: ${all[3]}`]);
    await byHeader.until(({ seqs }) => seqs().length === 2);
    expect(byHeader.seqs()).toEqual(all.slice(4));
  });

  it.each(['?after=', 'Last-Event-ID: '])(
    'says that %sa number beyond the end is none of its own, and begins now',
    async (by) => {
      const { url, askonce } = await serve(store);
      await makeEvents(askonce, 2);
      const last = (await trail(askonce)).at(-1)!.seq;
      const beyond = last + 1e12;
      const stream = by.startsWith('?')
        ? await openStream(url, `${by}${beyond}`)
        : await openStream(url, '', [`${by}${beyond}`]);
      expect(stream.text()).toContain(`id: ${last}\nevent: reset\ndata: {"after":${beyond},"last":${last}}\n\n`);
      await makeEvents(askonce, 1, 10);
      await stream.until(({ seqs }) => seqs().length === 2);
      // What is at the end has had all, and need not be told so.
      expect((await openStream(url, `?after=${stream.lastId()}`)).text()).not.toContain('reset');
    },
  );

  it('gives as the next of a page beyond its end the end', async () => {
    const { url, askonce } = await serve(store);
    await makeEvents(askonce, 2);
    const last = (await trail(askonce)).at(-1)!.seq;
    const { body } = await sendTo<EventsPage>(url, 'asker', `GET /events?format=json&after=${last + 1e12}`);
    expect(body).toEqual({ items: [], next: last });
  });

  it('goes on for a client that comes with a number of another store', async () => {
    const { url, askonce } = await serve(store);
    await makeEvents(askonce, 2);
    const last = (await trail(askonce)).at(-1)!.seq;
    const client = new AskOnceClient({ url, token: 'token-of-answerer' });
    const stop = new AbortController();
    const opened = vi.spyOn(askonce.events, 'on');
    const next = client.events({ after: last + 1e12, signal: stop.signal }).next();
    await vi.waitUntil(() => opened.mock.calls.length > 0);
    await makeEvents(askonce, 1, 10);
    expect((await next).value).toMatchObject({ type: 'preference.set', seq: expect.any(Number) });
    stop.abort();
  });

  it('tells of what other processes do', async () => {
    const { url, open } = await serve(store);
    const stream = await openStream(url);
    await makeEvents(await open(), 5);
    await stream.until(({ seqs }) => seqs().length === 10);
  });

  it('loses none and gives none twice to a client that is cut off again and again, over restarts of the server', async () => {
    const served = await serve(store);
    const { askonce, open } = served;
    const other = await open();
    let { app, url } = served;
    const got: number[] = [];
    let written = false;
    const writing = Promise.all([makeEvents(askonce, 60), makeEvents(other, 60, 1_000)]).then(() => {
      written = true;
    });
    for (let connection = 0; got.length < 240; connection += 1) {
      const stream = await openStream(url, '', [`Last-Event-ID: ${got.at(-1) ?? 0}`]);
      // Some are cut off at once, some later, and now and then by the server that stops.
      if (!written) await sleep((connection * 7) % 23);
      else await stream.until(({ seqs }) => seqs().length > 0);
      if (connection % 5 === 4) {
        await endOf(app.close());
        ({ app, url } = await serveOn(askonce));
      }
      stream.socket.destroy();
      got.push(...stream.seqs());
    }
    await writing;
    expect(got).toEqual((await trail(askonce)).map(({ seq }) => seq));
  });

  it('gives all to two hundred clients at once', async () => {
    const { url, askonce } = await serve(store, { events: { mostPerToken: 200 } });
    const streams = await Promise.all(Array.from({ length: 200 }, () => openStream(url, '?after=0')));
    await makeEvents(askonce, 10);
    await Promise.all(streams.map((stream) => stream.until(({ seqs }) => seqs().length === 20)));
    const all = (await trail(askonce)).map(({ seq }) => seq);
    for (const stream of streams) {
      expect(stream.seqs()).toEqual(all);
      stream.socket.destroy();
    }
  });

  it('comes as pages, too, with a place to go on from', async () => {
    const { url, askonce } = await serve(store);
    await makeEvents(askonce, 5);
    const all = await trail(askonce);
    const got: EventShown[] = [];
    let next = 0;
    for (;;) {
      const path = `/events?format=json&type=preference.set&limit=2&after=${next}`;
      const { body } = await sendTo<EventsPage>(url, 'asker', `GET ${path}`);
      ({ next } = body);
      got.push(...body.items);
      if (body.items.length === 0) break;
    }
    expect(got.map(({ seq }) => seq)).toEqual(
      all.filter(({ type }) => type === 'preference.set').map(({ seq }) => seq),
    );
    expect(next).toBe(all.at(-1)!.seq);
  });
});

describe('a stream', () => {
  it('holds only what is wanted, and its place moves on all the same', async () => {
    const { url, askonce } = await serve(sqlite, { events: { heartbeatMs: 30 } });
    const stream = await openStream(url, '?session=one&type=clarification.requested,clarification.answered');
    await makeEvents(askonce, 3);
    await askonce.session('two').ask('Which colour?', { wait: false });
    await askonce.session('one').ask('Which colour?', { wait: false });
    await makeEvents(askonce, 3, 3);
    const all = await trail(askonce);
    await stream.until(({ lastId }) => Number(lastId()) === all.at(-1)!.seq);
    expect(stream.seqs()).toEqual(
      all.filter(({ session, type }) => session === 'one' && type === 'clarification.requested').map(({ seq }) => seq),
    );
  });

  it.each(['quiet', 'busy'])('ends soon after its token was revoked, be it %s', async (kind) => {
    const { url, askonce, send } = await serve(sqlite, {
      events: { heartbeatMs: 30 },
      http: { checkToken: (text) => askonce.access.tokens.check(text) },
    });
    const { token, record } = await askonce.access.tokens.create({ name: 'bot', role: 'asker' });
    const stream = await openStream(url, '', [], token);
    const ended = once(stream.socket, 'close');
    await stream.until(({ text }) => text().includes(': still here'));
    await askonce.access.tokens.revoke(record.id);
    const stop = new AbortController();
    const events = (async () => {
      for (let round = 0; kind === 'busy' && !stop.signal.aborted; round += 1) await makeEvents(askonce, 1, round);
    })();
    await endOf(ended);
    stop.abort();
    await events;
    expect(stream.text().endsWith('0\r\n\r\n')).toBe(true);
    expect(
      (await send('nobody', 'GET /events', undefined, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
  });

  it('is refused to a token that has as many open as one may have, and open to others', async () => {
    const { url } = await serve(sqlite, { events: { mostPerToken: 1 } });
    const { socket } = await openStream(url);
    const statusFor = async (who: Who) => {
      const reply = await fetch(`${url}/events`, { headers: { authorization: `Bearer token-of-${who}` } });
      await reply.body?.cancel();
      return reply.status;
    };
    expect(await statusFor('asker')).toBe(429);
    expect(await statusFor('other')).toBe(200);
    expect(await statusFor('answerer')).toBe(200);
    socket.destroy();
    await expect.poll(() => statusFor('asker')).toBe(200);
  });

  it('is kept free for people, however many askers want one', async () => {
    const { url, send } = await serve(sqlite, { events: { mostStreams: 4, reserved: 2 } });
    await Promise.all([openStream(url), openStream(url)]);
    expect(await send('asker', 'GET /events')).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await send('other', 'GET /events')).toMatchObject({ status: 429, body: { after: expect.any(Number) } });
    const person = await fetch(`${url}/events`, { headers: { authorization: 'Bearer token-of-answerer' } });
    expect(person.status).toBe(200);
    await person.body?.cancel();
  });

  it('is refused where as many are open as may be, until one of them ends', async () => {
    const { url } = await serve(sqlite, { events: { mostStreams: 2, reserved: 0 } });
    const [first] = await Promise.all([openStream(url), openStream(url)]);
    const refused = await sendTo<{ code: string }>(url, 'asker', 'GET /events');
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '2']);
    expect((await sendTo(url, 'asker', 'GET /events?format=json')).status).toBe(200);
    first!.socket.destroy();
    const opened = async () => {
      const reply = await fetch(`${url}/events`, { headers: { authorization: 'Bearer token-of-asker' } });
      await reply.body?.cancel();
      return reply.status;
    };
    await expect.poll(opened).toBe(200);
  });

  it('says that it is still there when nothing happens', async () => {
    const { url } = await serve(sqlite, { events: { heartbeatMs: 20 } });
    const stream = await openStream(url);
    await stream.until(({ text }) => text().split(': still here').length > 3);
  });

  it('ends with the server', async () => {
    const { url, app } = await serve(sqlite);
    const stream = await openStream(url);
    const ended = once(stream.socket, 'close');
    await endOf(app.close());
    await endOf(ended);
    // The last chunk: it was ended, not cut off.
    expect(stream.text().endsWith('0\r\n\r\n')).toBe(true);
  });

  it('waits for a slow reader, holds next to nothing for it meanwhile, and gives it all in the end', async () => {
    const { url, askonce } = await serve(sqlite);
    const stream = await openStream(url, '?after=0');
    stream.socket.pause();
    const reads = vi.spyOn(askonce.events, 'list');
    const rounds = Array.from({ length: 150 }, async (_, round) => {
      const { items } = await askonce.session(`s-${round}`).ask('Which colour?', { wait: false });
      await askonce.questions.answer(items[0]!.id!, `${round} ${'y'.repeat(99_000)}`);
    });
    await Promise.all(rounds);
    // 15 MB of events, of which the reader was ready for what the sockets between hold; the rest is still in the store.
    const last = (await askonce.events.last()) - 1;
    expect(reads.mock.calls.every(([query]) => query!.after! < last * 0.9)).toBe(true);
    const written = await trail(askonce);
    stream.socket.resume();
    await stream.until(({ text }) => text().includes(`{"seq":${written.at(-1)!.seq},`), 100);
    expect(stream.seqs()).toEqual(written.map(({ seq }) => seq));
  });

  it('as pages has an empty one only at the end, however rare what is wanted is', async () => {
    const { url, askonce } = await serve(sqlite);
    await makeEvents(askonce, 60);
    await askonce.session('s').ask('Which colour?', { wait: false });
    await makeEvents(askonce, 60, 60);
    const pageAfter = async (after: number) => {
      const path = `/events?format=json&type=clarification.requested&limit=2&after=${after}`;
      return (await sendTo<EventsPage>(url, 'asker', `GET ${path}`)).body;
    };
    const first = await pageAfter(0);
    expect(first.items.map(({ type }) => type)).toEqual(['clarification.requested']);
    const last = await pageAfter(first.next);
    expect(last).toEqual({ items: [], next: await askonce.events.last() });
    expect(await pageAfter(last.next)).toEqual(last);
  });

  it('is refused where its place is no number', async () => {
    const { url } = await serve(sqlite);
    for (const [path, headers] of [
      ['/events', { 'last-event-id': 'abc' }],
      ['/events?after=1.5', {}],
      ['/events?format=json&limit=0', {}],
    ] as const) {
      const refused = await sendTo<{ code: string }>(url, 'asker', `GET ${path}`, undefined, { headers });
      expect([refused.status, refused.body.code]).toEqual([400, 'argument_invalid']);
    }
  });

  it('goes on by itself in the client, also while the server is away', async () => {
    const { app, url, askonce } = await serve(sqlite);
    const client = new AskOnceClient({ url, token: 'token-of-asker' });
    const stop = new AbortController();
    const got: number[] = [];
    const reading = (async () => {
      for await (const { seq } of client.events({ after: 0, signal: stop.signal })) {
        got.push(seq);
        if (got.length === 40) return;
      }
    })();
    await makeEvents(askonce, 10);
    await app.close();
    await makeEvents(askonce, 5, 10);
    const { url: same } = await serveOn(askonce, { port: Number(new URL(url).port) });
    expect(same).toBe(url);
    await makeEvents(askonce, 5, 15);
    await endOf(reading);
    expect(got).toEqual((await trail(askonce)).map(({ seq }) => seq));
    stop.abort();
  });
});
