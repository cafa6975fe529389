/** Four servers, each a process of its own, on one PostgreSQL, behind a proxy that sends every request to any of them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Role } from '../../../src/core/access.ts';
import { AskOnceClient, type EventShown } from '../../../src/surfaces/client/index.ts';
import { agent, KINDS } from '../../mcp/clients.ts';
import { openOn, postgresBench, until } from '../../store/postgres-bench.ts';
import { newFolder } from '../../support/askonce.ts';
import { frontOf } from '../../support/front.ts';
import { trail } from '../../support/open.ts';

const SERVERS = 4;

async function fourServers() {
  const bench = await postgresBench();
  const askonce = await openOn(bench.db);
  const tokenOf = async (role: Role) => askonce.access.tokens.create({ name: `the ${role}`, role });
  const tokens = { asker: (await tokenOf('asker')).token, answerer: (await tokenOf('answerer')).token };
  const admin = (await tokenOf('admin')).token;
  const urls: string[] = [];
  const front = await frontOf(urls);
  const folder = newFolder();
  const args = ['serve', '--port', '0', '--public-url', front.url, '--allow-private-webhooks'];
  const servers = Array.from({ length: SERVERS }, () => folder.start(args, { env: { ASKONCE_DB: bench.db } }));
  for (const server of servers) urls.push(await server.stderrShows(/AskOnce is listening on (\S+)/));
  const clientOf = (token: string) => new AskOnceClient({ url: front.url, token, retries: 20 });
  return {
    ...{ bench, askonce, urls, front, servers, tokens },
    asker: clientOf(tokens.asker),
    answerer: clientOf(tokens.answerer),
    admin: clientOf(admin),
  };
}

interface Delivered {
  readonly data: EventShown;
}

/** A receiver of webhooks, and what it was sent. */
async function receiver(): Promise<{ url: string; got: Delivered[] }> {
  const got: Delivered[] = [];
  const server = createServer((request, reply) => {
    void json(request).then((body) => {
      got.push(body as Delivered);
      reply.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got };
}

/** Reads events over a new connection after each few, to any server, until the signal ends it. Returns their numbers as they come. */
function readInPieces(
  client: AskOnceClient,
  after: number,
  signal: AbortSignal,
): { got: number[]; over: Promise<void> } {
  const got: number[] = [];
  const read = async () => {
    while (!signal.aborted) {
      const enough = got.length + 7;
      for await (const { seq } of client.events({ after: got.at(-1) ?? after, signal }))
        if (got.push(seq) >= enough) break;
    }
  };
  return { got, over: read().catch((error: unknown) => void (signal.aborted || Promise.reject(error))) };
}

describe('four servers behind a proxy that sends each request to any of them', () => {
  it('wake every wait, whichever of them takes the answer, and deliver each event once', async () => {
    const { asker, answerer, admin, askonce, front, tokens } = await fourServers();
    const anyone = new AskOnceClient({ url: front.url, retries: 20 });
    const hook = await receiver();
    await admin.addWebhook({ url: hook.url, events: ['clarification.answered'] });
    const start = await askonce.events.last();
    const stop = new AbortController();
    const readers = [1, 2].map(() => readInPieces(asker, start, stop.signal));

    const asked = Array.from({ length: 24 }, (_, n) => asker.ask({ question: `Which colour has part ${n}?` }));
    await until(
      'all are asked',
      async () => (await answerer.clarifications({ status: 'pending' })).items.length === 24,
    );
    const { items } = await answerer.clarifications({ status: 'pending' });
    await Promise.all(
      items.map(async ({ id, question }, n) => {
        if (n % 2 === 0) return answerer.answer(id, `answer to ${question}`);
        const { url } = await answerer.link(id);
        return anyone.answerByLink(url.split('/').at(-1)!, `answer to ${question}`);
      }),
    );
    for (const [n, reply] of (await Promise.all(asked)).entries())
      expect(reply).toMatchObject({ status: 'answered', answer: `answer to Which colour has part ${n}?` });

    for (const kind of KINDS) {
      const person = () => ({ action: 'accept', content: { answer1: '8080' } }) as const;
      const { ask } = await agent(kind, { url: `${front.url}/mcp`, token: tokens.answerer }, { person });
      for (let n = 0; n < 3; n += 1)
        expect((await ask(`Which port for ${kind} ${n}?`)).items).toMatchObject([{ answer: '8080' }]);
    }

    const all = (await trail(askonce)).filter(({ seq }) => seq > start);
    for (const { got } of readers) {
      await until('all events are read', () => got.length >= all.length);
      expect(got).toEqual(all.map(({ seq }) => seq));
    }
    stop.abort();
    await Promise.all(readers.map(({ over }) => over));
    const answers = all.filter(({ type }) => type === 'clarification.answered').map(({ seq }) => seq);
    await until('all are delivered', () => hook.got.length >= answers.length);
    expect(hook.got.map(({ data }) => data.seq)).toEqual(answers);
    expect(new Set(front.went.map((line) => line.at(-1)))).toEqual(new Set(['0', '1', '2', '3']));
  });

  it('know a token as soon as it is made, and no longer once it is revoked', async () => {
    const { askonce, urls } = await fourServers();
    const statuses = (token: string) =>
      Promise.all(
        urls.map(async (url) => (await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })).status),
      );
    const { token, record } = await askonce.access.tokens.create({ name: 'bob', role: 'answerer' });
    expect(await statuses(token)).toEqual([200, 200, 200, 200]);
    await askonce.access.tokens.revoke(record.id);
    expect(await statuses(token)).toEqual([401, 401, 401, 401]);
  });

  it('lose nothing when one of them is killed under load: clients that try again go on with the others', async () => {
    const { asker, answerer, askonce, servers, urls, bench } = await fourServers();
    const start = await askonce.events.last();
    const stop = new AbortController();
    const seen: EventShown[] = [];
    const answering = (async () => {
      for await (const event of answerer.events({ after: start, signal: stop.signal })) {
        seen.push(event);
        if (event.type !== 'clarification.requested') continue;
        void answerer
          .answer(event.clarification!, `to ${event.clarification}`, { idempotencyKey: event.clarification! })
          .catch((error: unknown) => stop.abort(error));
      }
    })().catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    let done = 0;
    const rounds = Array.from({ length: 8 }, async (_, caller) => {
      for (let n = 0; n < 12; n += 1) {
        const reply = await asker.ask({ question: `What does ${caller} need as ${n}?` });
        expect(reply.answer).toBe(`to ${reply.items[0]!.id}`);
        done += 1;
      }
    });
    await until('a third is done', () => done >= 32);
    servers[1]!.child.kill('SIGKILL');
    await servers[1]!.ended;
    // The proxy takes a server out that does not answer.
    urls.splice(1, 1);
    await Promise.all(rounds);
    expect(done).toBe(96);
    expect(await bench.count('clarifications')).toBe(96);
    const all = (await trail(askonce)).filter(({ seq }) => seq > start);
    await until('all events are read', () => seen.length >= all.length);
    stop.abort();
    await answering;
    expect(seen.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq));
  });
});
