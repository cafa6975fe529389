/** The protocol of seed 002 over real sockets: whether a PM may ask, what it is told, its state, and what it assumed. */
import { expect, it } from 'vitest';
import { FALLBACK_TEXT, FALLBACK_TEXTS, POLICIES } from '../../src/core/model/policy.ts';
import {
  AskOnceClient,
  type AssumptionShown,
  type AssumptionsPage,
  type RequestBody,
  type RequestReply,
  type StateReply,
} from '../../src/surfaces/client/index.ts';
import { endOf, nextEvent, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';
import { type Reply, type Served, sendAndGoAway, sendTo, serve, serveOn, type Who } from './serving.ts';

const REQUESTS = 'POST /sessions/s/clarification-requests';

/** What every request here brings beside its question. */
const FORM = { blocker: 'exclusive_requirements', tried: 'read the brief', fallback: 'take the first' } as const;

const DATABASE: RequestBody = {
  question: 'Which database should it use?',
  options: ['SQLite', 'PostgreSQL'],
  ...FORM,
  risk: 'it is moved later',
};
const REGION: RequestBody = { question: 'Which region is it for?', options: ['Europe', 'Asia'], ...FORM };

const UNUSED = {
  clarification_used: false,
  clarification_resolved: false,
  clarification_question: null,
  user_clarification_response: null,
};
const WAITING = { ...UNUSED, clarification_used: true, clarification_question: DATABASE.question };
const RESOLVED = { ...WAITING, clarification_resolved: true };

function protocolOf({ send }: Pick<Served, 'send'>, who: Who = 'asker') {
  return {
    request: (body: object, query = '', init?: RequestInit) =>
      send<RequestReply>(who, `${REQUESTS}${query}`, body, init),
    answer: (reply: Reply<RequestReply>, answer: string) =>
      send('answerer', `POST /clarifications/${questionOf(reply).id}/answer`, { answer }),
    stateOfAsker: async (asker = 'pm') => {
      const { body } = await send<StateReply>('asker', `GET /sessions/s/state?asker=${asker}`);
      return body.items[0]!;
    },
    assumptions: async () => (await send<AssumptionsPage>('asker', 'GET /sessions/s/assumptions')).body.items,
    pending: async () => (await send<{ items: unknown[] }>('asker', 'GET /clarifications?status=pending')).body.items,
  };
}

/** The question that a reply says to wait for; fails where it says something else. */
function questionOf({ status, body }: Reply<RequestReply>) {
  if (!('clarification' in body)) throw new Error(`expected a question that waits, got ${JSON.stringify(body)}`);
  expect(status).toBe(202);
  return body.clarification;
}

describeOnStores('a clarification request over HTTP', (store) => {
  it('is allowed the first time, with the question as it is shown and where to wait for it', async () => {
    const served = await serve(store);
    const { request, stateOfAsker } = protocolOf(served);
    const allowed = await request(DATABASE);
    const { id } = questionOf(allowed);
    expect(allowed.body).toMatchObject({
      decision: 'allow',
      clarification: {
        question: DATABASE.question,
        status: 'pending',
        sessionId: 's',
        options: [{ label: 'SQLite' }, {}],
      },
      state: { asker: 'pm', ...WAITING },
    });
    expect(allowed.headers.get('location')).toBe(
      `/clarifications/${id}?ask=${'ask' in allowed.body && allowed.body.ask}`,
    );
    const where = await served.send('asker', `GET ${allowed.headers.get('location')}`);
    expect(where.body).toMatchObject({ id, outcome: { outcome: 'parked' } });
    expect(where.body.context).toBe('Tried: read the brief\nWithout an answer: take the first');
    expect(await stateOfAsker()).toEqual({ asker: 'pm', ...WAITING });
  });

  it('waits with the same question while that waits, whatever it asks, across a restart of the server too', async () => {
    const served = await serve(store);
    const first = await protocolOf(served).request(DATABASE);
    await served.app.close();
    const { url } = await serveOn(await served.open());
    const { request, pending, answer } = protocolOf({ send: (...sent) => sendTo(url, ...sent) });
    for (const body of [DATABASE, REGION]) {
      const again = await request(body);
      expect(again.body).toMatchObject({
        decision: 'wait',
        clarification: { id: questionOf(first).id },
        state: WAITING,
      });
    }
    expect(await pending()).toHaveLength(1);
    await answer(first, 'SQLite');
    expect((await request(DATABASE)).body).toMatchObject({ decision: 'proceed', response: 'SQLite' });
  });

  it('goes on with the response, and with the fallback text when it asks again', async () => {
    const served = await serve(store);
    const { request, answer, pending, stateOfAsker } = protocolOf(served);
    await answer(await request(DATABASE), 'PostgreSQL');
    const resolved = { asker: 'pm', ...RESOLVED, user_clarification_response: 'PostgreSQL' };
    const proceed = await request(DATABASE);
    expect(proceed.status).toBe(200);
    expect(proceed.headers.get('location')).toBeNull();
    expect(proceed.body).toMatchObject({
      decision: 'proceed',
      response: 'PostgreSQL',
      source: 'user',
      state: resolved,
    });
    const fallback = await request(REGION);
    expect(fallback.status).toBe(200);
    expect(fallback.body).toEqual({
      decision: 'fall_back',
      text: FALLBACK_TEXT,
      evidence: 'policy “orchestrator” allows 1 ask per asker',
      outcome: expect.objectContaining({ outcome: 'fallback', answer: FALLBACK_TEXT, question: REGION.question }),
      state: resolved,
    });
    expect(await pending()).toEqual([]);
    expect(await stateOfAsker()).toEqual(resolved);
  });

  it('is sent back once with what its policy demands and it lacks, which costs nothing, and then falls back', async () => {
    const { request } = protocolOf(await serve(store));
    const { blocker: _, ...incomplete } = DATABASE;
    const policy = { ...POLICIES.orchestrator, name: 'strict', requires: ['blocker', 'tried', 'options'] };
    const back = await request({ ...incomplete, policy, options: ['SQLite'] });
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({ decision: 'send_back', state: UNUSED });
    expect(back.body).toHaveProperty(
      'text',
      expect.stringMatching(/missing “blocker”: one of .+; “options”: at least two/),
    );
    const { tried: _tried, ...again } = REGION;
    const told = { decision: 'fall_back', text: FALLBACK_TEXTS.incomplete, state: UNUSED };
    expect((await request({ ...again, policy })).body).toMatchObject(told);
    expect((await request({ ...DATABASE, policy })).body).toMatchObject({ decision: 'allow', state: WAITING });
  });

  it('need bring no more than the policy of its job wants', async () => {
    const { request } = protocolOf(await serve(store));
    const lenient = { ...POLICIES.orchestrator, name: 'lenient', requires: ['fallback'] };
    const body = { question: DATABASE.question, policy: lenient };
    expect((await request(body)).body).toMatchObject({ decision: 'send_back' });
    const allowed = await request({ ...body, fallback: 'SQLite' });
    expect(allowed.body).toMatchObject({ decision: 'allow' });
    const other = await request({ ...DATABASE, policy: 'orchestrator' });
    expect([other.status, (other.body as object as { code: string }).code]).toEqual([409, 'policy_mismatch']);
  });

  it('counts each asker of a session by itself, and shows the state of each', async () => {
    const served = await serve(store);
    const { request, answer, stateOfAsker } = protocolOf(served);
    await answer(await request(DATABASE), 'SQLite');
    expect((await request({ ...REGION, asker: 'reviewer' })).body).toMatchObject({
      decision: 'allow',
      state: { asker: 'reviewer', clarification_used: true, clarification_question: REGION.question },
    });
    expect((await request(REGION)).body).toMatchObject({
      decision: 'wait',
      clarification: { question: REGION.question },
    });
    const { body } = await served.send<StateReply>('asker', 'GET /sessions/s/state');
    expect(body.items).toEqual([
      { asker: 'pm', ...RESOLVED, user_clarification_response: 'SQLite' },
      { asker: 'reviewer', ...WAITING, clarification_question: REGION.question },
    ]);
    expect(await stateOfAsker('nobody')).toEqual({ asker: 'nobody', ...UNUSED });
  });

  it('uses no chance where the person has said it, has answered it before, or need not be asked', async () => {
    const served = await serve(store);
    const { request, answer } = protocolOf(served, 'answerer');
    await answer(await request({ ...REGION, asker: 'reviewer' }), 'Asia');
    const free: [object, object][] = [
      [REGION, { response: 'Asia', source: 'history' }],
      [
        { ...DATABASE, userMessage: 'please use SQLite' },
        { response: 'SQLite', source: 'input' },
      ],
      [
        { question: 'Should I proceed?', context: 'I will add tests for the parser.' },
        { response: 'continue', source: 'best_practice' },
      ],
    ];
    for (const [body, told] of free) {
      expect((await request(body)).body).toMatchObject({
        decision: 'proceed',
        ...told,
        state: { asker: 'pm', ...UNUSED },
      });
    }
    expect((await request({ ...DATABASE, question: 'Which store is it?' })).body).toMatchObject({ decision: 'allow' });
  });

  it('is put to the person in any form where it could do harm, and never allowed by the fallback text', async () => {
    const { request, answer } = protocolOf(await serve(store));
    const harmful = { question: 'Should I delete the users table?', type: 'CONFIRM' };
    const asked = await request(harmful);
    expect(asked.body).toMatchObject({ decision: 'allow', clarification: { destructive: true } });
    await answer(asked, 'no');
    const again = await request({ question: 'May I drop the orders table?', type: 'CONFIRM' });
    expect(again.body).toMatchObject({
      decision: 'fall_back',
      text: `What you asked about was not approved and could do harm. Do not do it.\n${FALLBACK_TEXT}`,
    });
  });

  it('falls back when the deadline has passed, and keeps what is assumed then', async () => {
    const served = await serve(store);
    const { request, assumptions, stateOfAsker } = protocolOf(served);
    const asked = await request({ ...DATABASE, timeout: '10m' });
    expect(await assumptions()).toEqual([]);
    served.clock.advance(600_000);
    await expect.poll(() => stateOfAsker()).toEqual({ asker: 'pm', ...RESOLVED });
    for (const _time of ['once', 'and again']) {
      const late = await request({ ...DATABASE, timeout: '10m' });
      expect(late.body).toMatchObject({ decision: 'fall_back', text: FALLBACK_TEXTS.declined });
    }
    expect(await assumptions()).toEqual([
      expect.objectContaining({
        asker: 'pm',
        decision: 'take the first',
        risk: 'it is moved later',
        timeoutAssumed: true,
        clarification: questionOf(asked).id,
      }),
    ]);
  });

  it('falls back when the person declines', async () => {
    const served = await serve(store);
    const { request } = protocolOf(served);
    const { id } = questionOf(await request(DATABASE));
    await served.send('answerer', `POST /clarifications/${id}/decline`, { because: 'no idea' });
    expect((await request(DATABASE)).body).toMatchObject({
      decision: 'fall_back',
      text: FALLBACK_TEXTS.declined,
      state: RESOLVED,
    });
  });

  it('waits for as long as it is told, and says what came of it', async () => {
    const served = await serve(store);
    const { request } = protocolOf(served);
    const requested = nextEvent(served.askonce, 'clarification.requested');
    const late = request(DATABASE, '?wait=30s');
    const { clarification } = await requested;
    expect(await stateOf(late)).toBe('waits');
    served.clock.advance(30_000);
    expect((await endOf(late)).status).toBe(202);
    const both = [request(DATABASE, '?wait=30s'), request(REGION, '?wait=30s')];
    expect(await stateOf(Promise.race(both))).toBe('waits');
    await served.askonce.questions.answer(clarification!, 'SQLite');
    const [own, other] = await endOf(Promise.all(both));
    expect(own!.body).toMatchObject({ decision: 'proceed', response: 'SQLite' });
    expect(other!.body).toMatchObject({ decision: 'fall_back', text: FALLBACK_TEXT });
  });

  it('loses nothing when its client goes away while it waits', async () => {
    const served = await serve(store);
    const requested = nextEvent(served.askonce, 'clarification.requested');
    const body = JSON.stringify(DATABASE);
    const lines = [
      'POST /sessions/s/clarification-requests?wait=30s HTTP/1.1',
      ...['Host: localhost', 'Authorization: Bearer token-of-asker', 'Content-Type: application/json'],
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    await sendAndGoAway(served.url, `${lines.join('\r\n')}\r\n\r\n${body}`, () => requested);
    const { request, answer } = protocolOf(served);
    const again = await request(DATABASE);
    expect(again.body).toMatchObject({ decision: 'wait', clarification: { id: (await requested).clarification } });
    await answer(again, 'SQLite');
    expect((await request(DATABASE)).body).toMatchObject({ decision: 'proceed', response: 'SQLite' });
  });

  it('is one request for one key, however often it comes', async () => {
    const served = await serve(store);
    const { request } = protocolOf(served);
    const init = { headers: { 'idempotency-key': 'k-1' } };
    const all = await Promise.all(Array.from({ length: 8 }, () => request(DATABASE, '', init)));
    expect(new Set(all.map((one) => questionOf(one).id)).size).toBe(1);
    expect(await served.count('asks')).toBe(1);
    expect((await request(REGION, '', init)).body).toMatchObject({
      decision: 'allow',
      clarification: { question: DATABASE.question },
    });
    expect((await request({ ...REGION, asker: 'reviewer' }, '', init)).body).toMatchObject({
      clarification: { question: REGION.question },
    });
  });

  it('is answered by people only', async () => {
    const served = await serve(store);
    const { id } = questionOf(await protocolOf(served).request(DATABASE));
    const refused = await served.send('asker', `POST /clarifications/${id}/answer`, { answer: 'SQLite' });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_too_low']);
  });

  it('is refused where it cannot be asked, and nothing is kept of it', async () => {
    const { send, count } = await serve(store);
    const refused: Readonly<Record<string, object>> = {
      question_empty: { question: ' ' },
      argument_invalid: { blocker: 7 },
      // It is kept only once the deadline has passed, and every later reply would fail by it.
      text_too_long: { timeout: '1m', risk: 'x'.repeat(20_001) },
      id_invalid: { asker: 'a b' },
      duration_invalid: { timeout: 'soon' },
      policy_invalid: { policy: { ...POLICIES.job, requires: ['luck'] } },
    };
    for (const [code, wrong] of Object.entries(refused)) {
      const reply = await send('asker', REQUESTS, { ...DATABASE, ...wrong });
      expect([reply.status, reply.body.code]).toEqual([400, code]);
    }
    expect(await count('asks')).toBe(0);
  });
});

describeOnStores('assumptions over HTTP', (store) => {
  it('are kept as an agent says them, once for each key, and come in pages', async () => {
    const { send, clock } = await serve(store);
    const assume = (body: object, key?: string) =>
      send<AssumptionShown>('asker', 'POST /sessions/s/assumptions', body, {
        headers: key === undefined ? {} : { 'idempotency-key': key },
      });
    const utc = { decision: 'Dates are in UTC', reasoning: 'The logs are', confidence: 'high', risk: 'off by a day' };
    const first = await assume({ ...utc, asker: 'pm', job: 'build-7', idempotencyKey: 'dates' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      ...utc,
      confidence: 0.9,
      sessionId: 's',
      asker: 'pm',
      job: 'build-7',
      timeoutAssumed: false,
    });
    expect((await assume({ decision: 'Something else', idempotencyKey: 'dates' })).body).toEqual(first.body);
    clock.advance(1);
    const second = await assume({ decision: 'Names are unique', confidence: 0.5, reasoning: null }, 'k-1');
    expect((await assume({ decision: 'Names are unique' }, 'k-1')).body).toEqual(second.body);
    const page = (query: string) => send<AssumptionsPage>('asker', `GET /sessions/s/assumptions${query}`);
    const { body } = await page('?limit=1');
    expect(body.items).toEqual([first.body]);
    expect((await page(`?limit=1&after=${encodeURIComponent(body.next!)}`)).body).toEqual({
      items: [second.body],
      next: null,
    });
    const empty = await assume({ decision: ' ' });
    expect([empty.status, empty.body]).toMatchObject([400, { code: 'argument_invalid' }]);
  });

  it('that come many times at once under one key are kept once, and all are told of the same', async () => {
    const { send, count } = await serve(store);
    const said = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send<AssumptionShown>('asker', 'POST /sessions/s/assumptions', {
          decision: `Number ${n}`,
          idempotencyKey: 'k',
        }),
      ),
    );
    expect(new Set(said.map(({ body }) => body.decision)).size).toBe(1);
    expect(await count('assumptions')).toBe(1);
  });

  it('of a deadline cannot be forestalled by a key', async () => {
    const served = await serve(store);
    const { request, assumptions } = protocolOf(served);
    const { id } = questionOf(await request({ ...DATABASE, timeout: '10m' }));
    await served.send('asker', 'POST /sessions/s/assumptions', {
      decision: 'The person agreed',
      idempotencyKey: `timeout ${id}`,
    });
    served.clock.advance(600_000);
    await endOf(request(DATABASE, '?wait=30s'));
    expect((await assumptions()).map(({ timeoutAssumed }) => timeoutAssumed)).toEqual([false, true]);
  });
});

describeOnStores('the client of the protocol', (store) => {
  it('waits for the decision over a restart of the server, and asks once', async () => {
    const served = await serve(store);
    const client = new AskOnceClient({ url: served.url, token: 'token-of-asker' });
    const requested = nextEvent(served.askonce, 'clarification.requested');
    const decided = client.requestClarification('s', DATABASE);
    const { clarification } = await requested;
    await served.app.close();
    await serveOn(served.askonce, { port: Number(new URL(served.url).port) });
    expect(await stateOf(decided)).toBe('waits');
    await served.askonce.questions.answer(clarification!, 'SQLite');
    expect(await endOf(decided)).toMatchObject({ decision: 'proceed', response: 'SQLite' });
    expect(await served.count('asks')).toBe(1);
  });
});
