import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AskOnceClient, AskOnceClientError, type EventShown, OPERATIONS } from '../../src/surfaces/client/index.ts';
import { WorkerClient } from '../../src/surfaces/client/worker-client.ts';
import { importsOf } from '../meta/layers.ts';
import { endOf, nextEvent, stateOf } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { Described } from './described.ts';
import { type Served, serve, serveOn } from './serving.ts';

const CLASH = 'hot frozen cheese';

async function described({ send }: Served): Promise<Described> {
  return new Described(JSON.stringify((await send('nobody', 'GET /openapi.json')).body));
}

const clientOf = ({ url }: Served, role: string, fetchGiven?: typeof fetch) =>
  new AskOnceClient({ url, token: `token-of-${role}`, ...(fetchGiven ? { fetch: fetchGiven, retries: 0 } : {}) });

describe('the client and the description of the API', () => {
  it('name the same operations, with the same methods and paths', async () => {
    const { operations } = await described(await serve(sqlite));
    const api = [...operations].filter(([, { tags }]) => !tags?.includes('operation'));
    const ours = Object.entries(OPERATIONS).map(([id, [method, path]]) => `${id}: ${method} ${path}`);
    expect(api.map(([name, { operationId }]) => `${operationId}: ${name}`).toSorted()).toEqual(ours.toSorted());
  });

  it('agree on every request that the client sends and every reply that it gets', async () => {
    const served = await serve(sqlite);
    const descriptions = await described(served);
    const seen = new Set<string>();
    const asker = clientOf(served, 'asker', descriptions.checking(seen));
    const person = clientOf(served, 'answerer', descriptions.checking(seen));
    const admin = clientOf(served, 'admin', descriptions.checking(seen));
    const parked = async (question: string) =>
      (await asker.ask({ question, sessionId: 's', options: ['a', 'b'] }, { wait: false })).items[0]!.id!;

    const colour = await parked('Which colour?');
    await asker.clarification(colour);
    await person.answer(colour, 'a', { idempotencyKey: 'k', remember: true });
    await expect(person.answer(colour, 'b')).rejects.toMatchObject({ code: 'already_answered', status: 409 });
    const second = (await person.correct(colour, 'b', { because: 'misread' })).clarification;
    expect(second).toMatchObject({ answer: 'b', succeeds: colour });
    await person.revoke(second.id, 'wrong');
    const later = await parked('Which month?');
    expect((await person.snooze(later, '2h')).clarification.snoozedUntil).toBeGreaterThan(0);
    expect((await person.clarifications({ status: 'pending', snoozed: 'only' })).items).toMatchObject([{ id: later }]);
    const same = (await asker.ask({ question: 'Which month?', sessionId: 't', options: ['a', 'b'] }, { wait: false }))
      .items[0]!.id!;
    expect((await person.answer(later, 'a', { also: [same, colour] })).also).toMatchObject([
      { id: same, status: 'accepted' },
      { id: colour, status: 'refused', code: 'clarification_closed' },
    ]);
    expect((await person.projects()).items).toEqual([served.askonce.project]);
    await person.decline(await parked('Which font family?'), 'no idea');
    await asker.cancel(await parked('Which paper size?'), { because: 'found it' });
    await person.ask({ question: 'Which file format?', userMessage: 'please use YAML', options: ['YAML', 'JSON'] });
    await asker.clarifications({ status: ['answered', 'declined'], session: 's', limit: 5 });
    await asker.history('s', { all: true });
    const byLink = (await person.link(await parked('Which fruit?'), { expires: '1d' })).token;
    await person.linkedQuestion(byLink);
    await person.answerByLink(byLink, 'a');
    const declined = (await person.link(await parked('Which tree?'))).token;
    await person.declineByLink(declined, 'not mine');
    const [button] = await served.askonce.access.links.buttons(await parked('Which flower?'));
    expect(await person.pressButton(button!.token)).toEqual({ status: 'accepted' });
    const { code } = await served.askonce.access.pairing.make();
    expect(await person.pair(code, 'tablet')).toMatchObject({ name: 'tablet', role: 'answerer' });
    const call = { sessionId: 's', tool: 'Bash', input: { command: 'npm test' } };
    const waits = (await asker.approve(call, { wait: false })).id!;
    await person.decide(waits, { decision: 'allow', scope: 'session' }, { idempotencyKey: 'd' });
    expect(await asker.approve(call)).toMatchObject({ decision: 'allow', source: 'rule' });
    expect((await asker.rules({ session: 's' })).items).toMatchObject([{ id: waits, rule: 'Bash(npm test)' }]);
    await person.revokeRule(waits);
    await person.setPreference({ question: 'Which linter should I use?', answer: 'biome' });
    await asker.preferences({ limit: 3 });
    await asker.recall({ about: 'linter', limit: 3 });
    await person.forgetPreference({ question: 'Which linter should I use?' });
    expect(await person.me()).toEqual({
      name: 'the answerer',
      role: 'answerer',
      approves: true,
      tokensNeeded: true,
      shared: false,
      machine: expect.any(String),
    });
    await person.files({ query: 'a', limit: 3 });
    expect((await asker.insight({ days: 2, offset: 60 })).days).toHaveLength(2);
    await asker.eventsPage({ limit: 3, type: 'clarification.requested' });
    for await (const event of asker.events({ after: 0 })) {
      expect(event.seq).toBeGreaterThan(0);
      break;
    }

    const form = { blocker: 'missing_external_data' as const, tried: ['looked'], fallback: 'none' };
    const wanted = { question: 'Which plant is it?', options: ['fern', 'moss'], ...form };
    const allowed = await asker.requestClarification('team', wanted, { wait: false });
    expect(allowed.decision).toBe('allow');
    if ('clarification' in allowed) await person.answer(allowed.clarification.id, 'fern');
    expect(await asker.requestClarification('team', wanted)).toMatchObject({ decision: 'proceed', response: 'fern' });
    await asker.requestClarification('team', { ...wanted, question: 'How much light has it?' });
    await asker.requestClarification('team', { question: 'How tall is it?', asker: 'reviewer' }, { wait: false });
    expect((await asker.clarificationState('team')).items).toHaveLength(2);
    await asker.clarificationState('team', { asker: 'reviewer' });
    await asker.assume('team', { decision: 'It is indoors', confidence: 'low' });
    await asker.assumptions('team', { limit: 5 });

    const made = await asker.createJob({ prompt: CLASH });
    expect(made.needsClarification).toBe(true);
    await person.answerJob(made.jobId, 'hot');
    await asker.job(made.jobId, { log: 5 });
    await asker.jobLog(made.jobId);
    await asker.jobs({ newest: true });
    const unwanted = await asker.createJob({ prompt: CLASH });
    await asker.cancelJob(unwanted.jobId, 'not needed');
    await expect(asker.job('task-nothing')).rejects.toMatchObject({ code: 'job_unknown', status: 404 });

    const { url } = served;
    const worker = new WorkerClient({ url, token: 'token-of-asker', fetch: descriptions.checking(seen) });
    const lease = { leaseMs: 60_000, place: 'laptop', pid: 1, running: [] };
    const place = { agent: 'sh', folder: 'laptop:/shop' };
    await worker.beat('w-1', lease);
    const started = await worker.queue('w-1', { jobId: 'built-there', prompt: 'Build it', start: true, ...place });
    expect(started).toMatchObject({ jobId: 'built-there', run: 1, isOwned: true });
    const [missed] = (await worker.beat('w-1', lease)).unknown;
    expect(missed).toEqual(started);
    expect(await worker.keep('w-1', 'built-there', { run: 1, key: 'step', value: '1' })).toBe('1');
    expect(await worker.kept('w-1', 'built-there', 'step')).toBe('1');
    await worker.append('w-1', 'built-there', { run: 1, lines: [{ at: 1, stream: 'stdout', line: 'building' }] });
    expect(await worker.claim('w-1', { limit: 3, ...place })).toEqual([]);
    await worker.end('w-1', 'built-there', { run: 1, state: 'COMPLETE', result: 'done' });
    await worker.leave('w-1');

    await expect(person.addWebhook({ url: 'https://example.com' })).rejects.toMatchObject({ code: 'role_too_low' });
    const { id } = await admin.addWebhook({ url: 'https://example.com/hook', events: ['job.completed'] });
    await admin.webhooks();
    await admin.removeWebhook(id);
    expect([...seen].toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });
});

describeOnStores('the client', (store) => {
  it('waits for the person', async () => {
    const served = await serve(store);
    const requested = nextEvent(served.askonce, 'clarification.requested');
    const asked = clientOf(served, 'asker').ask('Which colour?');
    await clientOf(served, 'answerer').answer((await requested).clarification!, 'blue');
    expect(await endOf(asked)).toMatchObject({ status: 'answered', answer: 'blue' });
  });

  it('goes on waiting over a restart of the server, and asks once', async () => {
    const served = await serve(store);
    const requested = nextEvent(served.askonce, 'clarification.requested');
    const asked = clientOf(served, 'asker').ask('Which colour?');
    const { clarification } = await requested;
    await served.app.close();
    await serveOn(served.askonce, { port: Number(new URL(served.url).port) });
    expect(await stateOf(asked)).toBe('waits');
    await served.askonce.questions.answer(clarification!, 'blue');
    expect(await endOf(asked)).toMatchObject({ status: 'answered', answer: 'blue' });
    expect(await served.count('asks')).toBe(1);
  });

  it('stops waiting when told to, and leaves the question', async () => {
    const served = await serve(store);
    const requested = nextEvent(served.askonce, 'clarification.requested');
    const stop = new AbortController();
    const asked = clientOf(served, 'asker').ask('Which colour?', { signal: stop.signal });
    const { clarification } = await requested;
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect((await served.askonce.questions.get(clarification!))!.status).toBe('pending');
  });
});

/** Something that is not AskOnce, or not yet; counts what it is asked. */
async function strangeServer(answer: (request: IncomingMessage, reply: ServerResponse, count: number) => unknown) {
  let count = 0;
  const server = createServer((request, reply) => {
    count += 1;
    answer(request, reply, count);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => count };
}

describe('a client whose server is not well', () => {
  it('sends again what may be sent again, with the same key', async () => {
    const keys: unknown[] = [];
    const { url } = await strangeServer((request, reply, count) => {
      keys.push(request.headers['idempotency-key']);
      if (count < 3) request.socket.destroy();
      else reply.setHeader('content-type', 'application/json').end('{"status":"answered","items":[]}');
    });
    expect((await new AskOnceClient({ url }).ask('Which colour?')).status).toBe('answered');
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('sends a correction again whose reply was lost, and gets the successor', async () => {
    const served = await serve(sqlite);
    const { askonce, url } = served;
    const { items } = await askonce
      .session('s')
      .ask({ question: 'Which colour?', options: ['a', 'b'] }, { wait: false });
    const { id } = items[0] as { id: string };
    await askonce.questions.answer(id, 'a');
    let sent = 0;
    const losing: typeof fetch = async (...request) => {
      const reply = await fetch(...request);
      sent += 1;
      if (sent === 1) throw new TypeError('fetch failed');
      return reply;
    };
    const person = new AskOnceClient({ url, token: 'token-of-answerer', fetch: losing });
    expect(await person.correct(id, 'b')).toMatchObject({
      status: 'replayed',
      clarification: { succeeds: id, answer: 'b' },
    });
    expect(sent).toBe(2);
  });

  it('does not send again what a second time would be answered otherwise', async () => {
    const { url, asked } = await strangeServer((request) => request.socket.destroy());
    const client = new AskOnceClient({ url });
    await expect(client.forgetPreference({ question: 'x' })).rejects.toMatchObject({ code: 'unreachable', status: 0 });
    expect(asked()).toBe(1);
  });

  it('gives up in the end, and says that nobody was there', async () => {
    const client = new AskOnceClient({ url: 'http://127.0.0.1:1', retries: 1 });
    const error = await client.clarifications().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AskOnceClientError);
    expect(error).toMatchObject({ code: 'unreachable', status: 0, problem: null });
  });

  it('waits as long as a server that is busy wants', async () => {
    const at: number[] = [];
    const { url } = await strangeServer((_request, reply, count) => {
      at.push(performance.now());
      if (count === 1) reply.writeHead(503, { 'retry-after': '1' }).end();
      else reply.end('{"items":[],"next":null}');
    });
    expect(await new AskOnceClient({ url }).clarifications()).toEqual({ items: [], next: null });
    expect(at[1]! - at[0]!).toBeGreaterThan(900);
  });

  it('does not take a page of something else for a reply', async () => {
    const { url, asked } = await strangeServer((_request, reply) => reply.writeHead(404).end('<html>'));
    await expect(new AskOnceClient({ url }).clarifications()).rejects.toMatchObject({
      code: 'unreadable',
      status: 404,
    });
    expect(asked()).toBe(1);
    const { url: fine } = await strangeServer((_request, reply) => reply.end('<html>'));
    await expect(new AskOnceClient({ url: fine }).clarifications()).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('reads events as pages where the server has no room for a stream, each once and from now on', async () => {
    const { url, askonce } = await serve(sqlite, { events: { mostStreams: 0 } });
    await askonce.preferences.set('Which linter should I use?', 'biome');
    const client = new AskOnceClient({ url, token: 'token-of-answerer' });
    const stop = new AbortController();
    const got: EventShown[] = [];
    const reading = (async () => {
      for await (const event of client.events({ signal: stop.signal })) got.push(event);
    })();
    // What happens before the stream was refused is none of its events, so there is always more until one comes.
    const happen = async () => {
      await askonce.preferences.set('Which formatter should I use?', 'biome');
      return got.length;
    };
    await expect.poll(happen).toBeGreaterThan(1);
    stop.abort();
    await reading.catch(() => {});
    expect(got.map(({ data }) => data.question)).toEqual(got.map(() => 'Which formatter should I use?'));
    expect(new Set(got.map(({ seq }) => seq)).size).toBe(got.length);
  });

  it('reads events whatever the lines end with and wherever they are cut', async () => {
    const stream =
      'id: 7\r\n\r\n: hello\n\nid: 8\r\nevent: a\r\ndata: {"seq":8,\r\ndata: "type":"ä"}\r\n\r\nid: 9\ndata: {"seq":9}\n\n';
    const bytes = Buffer.from(stream);
    const lastIds: unknown[] = [];
    const { url } = await strangeServer(async (request, reply) => {
      lastIds.push(request.headers['last-event-id']);
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of bytes) {
        reply.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      // Cut off in the middle of an event, which then comes again.
      reply.end('id: 10\ndata: {"seq":');
    });
    const got: unknown[] = [];
    for await (const event of new AskOnceClient({ url }).events()) {
      got.push(event);
      if (got.length === 3) break;
    }
    expect(got).toEqual([{ seq: 8, type: 'ä' }, { seq: 9 }, { seq: 8, type: 'ä' }]);
    expect(lastIds).toEqual([undefined, '9']);
  });

  it('takes no decision from a server that the one asked redirects it to', async () => {
    const other = await strangeServer((_request, reply) => reply.end('{"decision":"allow"}'));
    const { url } = await strangeServer((_request, reply) => {
      reply.writeHead(307, { location: `${other.url}/approvals` }).end();
    });
    const asked = new AskOnceClient({ url, token: 'secret' }).approve({ tool: 'Bash', input: { command: 'ls' } });
    await expect(asked).rejects.toMatchObject({ code: 'unreadable', status: 307 });
    expect(other.asked()).toBe(0);
  });
});

/** It uses nothing of Node's, and nothing but itself. */
const IN_BROWSERS = 'eventsource-parser';

describe('the client’s sources', () => {
  it('import nothing that would not be in a browser', () => {
    const folder = new URL('../../src/surfaces/client/', import.meta.url);
    for (const file of globSync('*.ts', { cwd: folder })) {
      // Types are gone when it runs.
      const text = readFileSync(new URL(file, folder), 'utf8').replace(/^(import|export) type [^;]*;/gm, '');
      const foreign = importsOf({ path: `src/surfaces/client/${file}`, text }).filter(
        (path) => !path.startsWith('src/surfaces/client/') && path !== IN_BROWSERS,
      );
      expect(foreign).toEqual([]);
    }
  });
});
