import { once } from 'node:events';
import { basename } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AskReply, Clarification, FollowedReply } from '../../src/surfaces/client/index.ts';
import { endOf, nextEvent, stateOf } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { type Reply, sendAndGoAway, sendTo, serve, serveOn } from './serving.ts';

const FORMAT = { question: 'Which file format?', options: ['YAML', 'JSON'] };

function waitingId({ status, body }: Reply<AskReply>): string {
  expect(status).toBe(202);
  return body.items.find(({ outcome }) => outcome === 'parked')!.id!;
}

describeOnStores('asking over HTTP', (store) => {
  it('parks what only the person knows, and says where to wait for it', async () => {
    const { send, askonce } = await serve(store);
    const looks = vi.spyOn(askonce.questions, 'get');
    const asked = await send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, sessionId: 'checkout' });
    // Looking at a question reads every answer of its session, for those that are like it.
    expect(looks).not.toHaveBeenCalled();
    const id = waitingId(asked);
    expect(asked.headers.get('location')).toBe(`/clarifications/${id}?ask=${asked.body.ask}`);
    expect(asked.body).toMatchObject({ status: 'parked', sessionId: 'checkout', items: [{ outcome: 'parked', id }] });
    expect(asked.body.ask).toMatch(/^a-/);
    const { status, body } = await send<FollowedReply>('asker', `GET ${asked.headers.get('location')}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'pending', options: [{ label: 'YAML' }, { label: 'JSON' }] });
    expect(body.outcome.outcome).toBe('parked');
  });

  it('answers at once what the person has just said', async () => {
    const { send } = await serve(store);
    const asked = await send<AskReply>('answerer', 'POST /clarifications', {
      ...FORMAT,
      userMessage: 'please use YAML',
    });
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ status: 'auto_resolved', answer: 'YAML', items: [{ source: 'input' }] });
    expect(asked.headers.get('location')).toBeNull();
  });

  it('tells an ask that joins a question where to wait for its own outcome', async () => {
    const { send, clock } = await serve(store);
    const first = await send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, sessionId: 's' });
    const falls = { sessionId: 's', timeout: '30s', onTimeout: 'fallback', fallback: 'take YAML' };
    const second = await send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, ...falls });
    const id = waitingId(first);
    expect(waitingId(second)).toBe(id);
    expect(second.headers.get('location')).toBe(`/clarifications/${id}?ask=${second.body.ask}`);
    const waits = send<FollowedReply>('asker', `GET ${second.headers.get('location')}&wait=60s`);
    expect(await stateOf(waits)).toBe('waits');
    clock.advance(30_000);
    expect((await endOf(waits)).body).toMatchObject({
      status: 'pending',
      outcome: { outcome: 'fallback', answer: 'take YAML' },
      outcomeOf: second.body.ask,
    });
    const others = await send<FollowedReply>('asker', `GET ${first.headers.get('location')}`);
    expect(others.body.outcome.outcome).toBe('parked');
  });

  it('takes the shape of AskUserQuestion unchanged', async () => {
    const { send, askonce } = await serve(store);
    const questions = [
      {
        header: 'Format',
        question: 'Which file format?',
        options: [
          { label: 'YAML', description: 'for people' },
          { label: 'JSON', description: 'for programs' },
        ],
        multiSelect: false,
      },
      { header: 'Parts', question: 'Which parts?', options: [{ label: 'a' }, { label: 'b' }], multiSelect: true },
    ];
    const asked = await send<AskReply>('asker', 'POST /clarifications', { questions, metadata: { source: 'agent' } });
    expect(asked.status).toBe(202);
    const [format, parts] = asked.body.items.map(({ id }) => id!);
    expect(await askonce.questions.get(format!)).toMatchObject({
      header: 'Format',
      options: [
        { label: 'YAML', description: 'for people' },
        { label: 'JSON', description: 'for programs' },
      ],
    });
    await send('answerer', `POST /clarifications/${format}/answer`, { answer: 'JSON' });
    await send('answerer', `POST /clarifications/${parts}/answer`, { answer: ['a', 'b'] });
    const { body } = await send<FollowedReply>('asker', `GET /clarifications/${parts}`);
    expect(body).toMatchObject({ status: 'answered', answer: 'a, b', by: 'the answerer', surface: 'http' });
  });

  it('answers 200 also where it failed, fell back or was declined', async () => {
    const { send } = await serve(store);
    const ask = (body: object) => send<AskReply>('asker', 'POST /clarifications', body);
    const capped = { sessionId: 'capped', policy: 'job' };
    const first = waitingId(await ask({ ...capped, question: 'Which colour?' }));
    const failed = await ask({ ...capped, question: 'Which size of shirt?' });
    expect([failed.status, failed.body.status]).toEqual([200, 'failed']);
    expect(failed.body.items[0]).toMatchObject({ code: 'cap_reached' });
    await send('answerer', `POST /clarifications/${first}/decline`, { because: 'no idea' });
    const declined = await ask({ ...capped, question: 'Which colour?' });
    expect([declined.status, declined.body.status]).toEqual([200, 'declined']);
    const team = { sessionId: 'team', policy: 'orchestrator' };
    waitingId(await ask({ ...team, question: 'Which colour?' }));
    const fallback = await ask({ ...team, question: 'Which size of shirt?' });
    expect([fallback.status, fallback.body.status]).toEqual([200, 'fallback']);
  });

  it('waits for as long as it is told, and answers with what it then knows', async () => {
    const { send, askonce, clock } = await serve(store);
    const parked = nextEvent(askonce, 'clarification.requested');
    const answered = send<AskReply>('asker', 'POST /clarifications?wait=30s', FORMAT);
    await askonce.questions.answer((await parked).clarification!, 'YAML');
    expect(await endOf(answered)).toMatchObject({ status: 200, body: { status: 'answered', answer: 'YAML' } });
    const late = send<AskReply>('asker', 'POST /clarifications', { question: 'Which colour?', wait: '30s' });
    expect(await stateOf(late)).toBe('waits');
    clock.advance(30_000);
    expect((await endOf(late)).status).toBe(202);
  });

  it('gives the same ask back for the same key, in a session that is named and without', async () => {
    const { send, count } = await serve(store);
    const ask = (who: 'asker' | 'admin', body: object) =>
      send<AskReply>(who, 'POST /clarifications', body, { headers: { 'idempotency-key': 'k-1' } });
    const first = await ask('asker', FORMAT);
    expect(await ask('asker', { question: 'Something else?' })).toMatchObject({ status: 202, body: first.body });
    expect(await count('clarifications')).toBe(1);
    const named = await ask('asker', { ...FORMAT, sessionId: 's' });
    expect(named.body.ask).not.toBe(first.body.ask);
    expect((await ask('asker', { ...FORMAT, sessionId: 's' })).body).toEqual(named.body);
    expect((await ask('admin', FORMAT)).body.ask).not.toBe(first.body.ask);
    expect(await count('asks')).toBe(3);
  });

  it('asks once when the same key comes many times at once', async () => {
    const { send, count } = await serve(store);
    const init = { headers: { 'idempotency-key': 'k-1' } };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => send<AskReply>('asker', 'POST /clarifications', FORMAT, init)),
    );
    expect(new Set(all.map(waitingId)).size).toBe(1);
    expect(await count('asks')).toBe(1);
  });

  it('finds the session of a job by itself, and gives the job its outcome back', async () => {
    const { send } = await serve(store);
    const ask = () => send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, job: 'build-7' });
    const first = await ask();
    expect((await ask()).body).toEqual(first.body);
  });
});

describeOnStores('answering over HTTP', (store) => {
  it('takes the first answer, replays it, and tells the second whose won', async () => {
    const { send } = await serve(store);
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', FORMAT));
    const answer = (who: 'answerer' | 'admin', text: string) =>
      send(who, `POST /clarifications/${id}/answer`, { answer: text });
    expect(await answer('answerer', 'YAML')).toMatchObject({ status: 200, body: { status: 'accepted' } });
    expect(await answer('answerer', 'yaml')).toMatchObject({ status: 200, body: { status: 'replayed' } });
    const beaten = await answer('admin', 'JSON');
    expect(beaten.status).toBe(409);
    expect(beaten.body).toMatchObject({
      code: 'already_answered',
      winner: { answer: 'YAML', by: 'the answerer', surface: 'http' },
    });
  });

  it('gives the same result for the same key, whatever is answered then', async () => {
    const { send } = await serve(store);
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', FORMAT));
    const answer = (text: string) =>
      send('answerer', `POST /clarifications/${id}/answer`, { answer: text }, { headers: { 'idempotency-key': 'k' } });
    await answer('YAML');
    expect(await answer('JSON')).toMatchObject({
      status: 200,
      body: { status: 'replayed', clarification: { answer: 'YAML' } },
    });
  });

  it('means by 422 that the question is still open', async () => {
    const { send } = await serve(store);
    const asked = await send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, strictOptions: true });
    const id = waitingId(asked);
    const refused = await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'TOML' });
    expect([refused.status, refused.body.code]).toEqual([422, 'answer_refused']);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect((await send('asker', `GET /clarifications/${id}`)).body.status).toBe('pending');
    const empty = await send('answerer', `POST /clarifications/${id}/answer`, { answer: '  ' });
    expect([empty.status, empty.body.code]).toEqual([400, 'answer_empty']);
    // Answered in between: not open any more, so not 422.
    await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'YAML' });
    expect((await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'TOML' })).status).toBe(409);
  });

  it('answers 410 to what was declined, cancelled or has expired', async () => {
    const { send, clock } = await serve(store);
    const ask = async (question: string, more: object = {}) =>
      waitingId(await send<AskReply>('asker', 'POST /clarifications', { question, ...more }));
    const answer = async (id: string) => {
      const { status, body } = await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'x' });
      return [status, body.code];
    };
    const declined = await ask('Which colour?');
    await send('answerer', `POST /clarifications/${declined}/decline`);
    const cancelled = await ask('Which colour?');
    expect((await send('asker', `POST /clarifications/${cancelled}/cancel`)).body.status).toBe('accepted');
    expect((await send('asker', `POST /clarifications/${cancelled}/cancel`)).body.status).toBe('replayed');
    const expired = await ask('Which colour?', { timeout: '5m', onTimeout: 'fail' });
    clock.advance(300_000);
    for (const id of [declined, cancelled, expired]) expect(await answer(id)).toEqual([410, 'clarification_closed']);
    expect(await answer('q-nothing')).toEqual([404, 'clarification_unknown']);
  });

  it('lets no asker answer, decline, revoke, set preferences or make links', async () => {
    const { send, askonce } = await serve(store);
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', FORMAT));
    const refused = await Promise.all([
      send('asker', `POST /clarifications/${id}/answer`, { answer: 'YAML' }),
      send('asker', `POST /clarifications/${id}/decline`, {}),
      send('asker', `POST /clarifications/${id}/revoke`, {}),
      send('asker', `POST /clarifications/${id}/link`, {}),
      send('asker', 'PUT /preferences', { question: 'Which file format?', answer: 'YAML' }),
      send('asker', 'DELETE /preferences?question=x'),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'role_too_low']));
    const anonymous = await send('nobody', `POST /clarifications/${id}/answer`, { answer: 'YAML' });
    expect(anonymous.status).toBe(401);
    expect((await askonce.questions.get(id))!.status).toBe('pending');
  });

  it('takes an answer back', async () => {
    const { send } = await serve(store);
    const ask = () => send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, sessionId: 's' });
    const id = waitingId(await ask());
    const tooEarly = await send('answerer', `POST /clarifications/${id}/revoke`, { because: 'wrong' });
    expect([tooEarly.status, tooEarly.body.code]).toEqual([409, 'not_revocable']);
    await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'YAML' });
    const revoked = await send('answerer', `POST /clarifications/${id}/revoke`, { because: 'wrong project' });
    expect(revoked.body).toMatchObject({ status: 'accepted', clarification: { status: 'revoked' } });
    expect(waitingId(await ask())).not.toBe(id);
  });
});

describeOnStores('looking over HTTP', (store) => {
  it('lists what is wanted, page by page', async () => {
    const { send } = await serve(store);
    const ids: string[] = [];
    for (const thing of ['colour', 'font', 'paper']) {
      const question = `Which ${thing}?`;
      ids.push(waitingId(await send<AskReply>('asker', 'POST /clarifications', { question, sessionId: 's' })));
    }
    await send('answerer', `POST /clarifications/${ids[0]}/answer`, { answer: 'blue' });
    const list = async (query: string) =>
      (await send<{ items: Clarification[]; next: string | null }>('asker', `GET /clarifications${query}`)).body;
    expect((await list('?status=pending')).items.map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await list('?status=pending,answered')).items.map(({ id }) => id)).toEqual(ids);
    expect((await list('?status=answered&status=declined')).items.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    const first = await list('?session=s&limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect((await list(`?session=s&limit=2&after=${first.next}`)).items.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await list('?session=another')).items).toEqual([]);
  });

  it('tells nobody where the project lies', async () => {
    const { send, root } = await serve(store);
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', FORMAT));
    await send('answerer', 'PUT /preferences', { question: 'Which linter?', answer: 'biome' });
    for (const path of [`/clarifications/${id}`, '/clarifications', '/preferences', '/events?format=json']) {
      const { body } = await send('asker', `GET ${path}`);
      expect(JSON.stringify(body)).not.toContain(root);
      expect(body).not.toHaveProperty('capScope');
    }
  });

  it('shows a session’s history', async () => {
    const { send } = await serve(store);
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, sessionId: 's' }));
    const history = async (query = '') =>
      (await send<{ items: object[] }>('asker', `GET /sessions/s/history${query}`)).body.items;
    await send('answerer', `POST /clarifications/${id}/decline`, {});
    expect(await history()).toEqual([]);
    const declined = { id, status: 'declined', question: FORMAT.question };
    expect(await history('?all=true')).toMatchObject([{ ...declined, because: null }]);
    await send('answerer', `POST /clarifications/${id}/revoke`, { because: 'I misread it' });
    expect(await history('?all=true')).toMatchObject([{ ...declined, status: 'revoked', because: 'I misread it' }]);
  });

  it('shows in a session’s whole history what an agent went on with where nobody answered', async () => {
    const { send, clock } = await serve(store);
    const silence = { timeout: '30s', onTimeout: 'default', sessionId: 's' };
    const id = waitingId(
      await send<AskReply>('asker', 'POST /clarifications', { ...FORMAT, default: 'YAML', ...silence }),
    );
    clock.advance(30_000);
    const history = async (query = '') =>
      (await send<{ items: object[] }>('asker', `GET /sessions/s/history${query}`)).body.items;
    await expect
      .poll(() => history('?all=true'))
      .toMatchObject([{ id, status: 'withdrawn', answer: 'YAML', source: 'default', confidence: 0, by: null }]);
    expect(await history()).toEqual([]);
  });

  it('sets, lists and forgets preferences', async () => {
    const { send, askonce } = await serve(store);
    const set = await send('answerer', 'PUT /preferences', { question: 'Which linter should I use?', answer: 'biome' });
    expect(set).toMatchObject({ status: 200, body: { answer: 'biome', origin: 'set', project: askonce.project } });
    const seen = (role: 'asker' | 'answerer') => send<{ items: object[] }>(role, 'GET /preferences');
    expect((await seen('answerer')).body.items).toEqual([set.body]);
    expect((await seen('asker')).body.items).toEqual([{ ...set.body, project: basename(askonce.project) }]);
    const forget = (body?: object, query = '') => send('answerer', `DELETE /preferences${query}`, body);
    expect((await forget({ question: 'Which linter should I use?' })).body).toMatchObject({ answer: 'biome' });
    const again = await forget(undefined, `?question=${encodeURIComponent('Which linter should I use?')}`);
    expect([again.status, again.body.code]).toEqual([404, 'preference_unknown']);
    expect((await forget()).status).toBe(400);
  });

  it('waits for an answer that another process takes', async () => {
    const { send, open } = await serve(store);
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', FORMAT));
    const waits = send<FollowedReply>('asker', `GET /clarifications/${id}?wait=60s`);
    expect(await stateOf(waits)).toBe('waits');
    await (await open()).questions.answer(id, 'YAML');
    expect((await endOf(waits)).body).toMatchObject({ status: 'answered', outcome: { answer: 'YAML' } });
  });

  it('ends every wait when the server stops, and loses no question', async () => {
    const { send, app, askonce } = await serve(store);
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', FORMAT));
    // One that comes later is refused.
    const arrived = () => once(app.server, 'request');
    const looks = arrived();
    const looking = send<FollowedReply>('asker', `GET /clarifications/${id}?wait=60s`);
    await looks;
    const asks = arrived();
    const asking = send<AskReply>('asker', 'POST /clarifications', { question: 'Which colour?', wait: '60s' });
    await asks;
    expect(await stateOf(Promise.race([looking, asking]))).toBe('waits');
    await endOf(app.close());
    expect((await looking).body.outcome.outcome).toBe('parked');
    expect((await asking).status).toBe(202);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(2);
  });

  it('withdraws nothing when the client goes away', async () => {
    const { url, askonce, app } = await serve(store);
    const parked = nextEvent(askonce, 'clarification.requested');
    const body = JSON.stringify({ ...FORMAT, wait: '60s' });
    const lines = [
      'POST /clarifications HTTP/1.1',
      `Host: ${new URL(url).host}`,
      'Authorization: Bearer token-of-asker',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    await sendAndGoAway(url, `${lines.join('\r\n')}\r\n\r\n${body}`, () => parked);
    const { clarification } = await parked;
    // The server has noticed once it can stop without ending the wait by force.
    await endOf(app.close());
    expect((await askonce.questions.get(clarification!))!.status).toBe('pending');
    expect((await askonce.questions.answer(clarification!, 'YAML')).status).toBe('accepted');
  });
});

describe('a request that cannot be used', () => {
  it.each([
    ['a question without text', { question: ' ' }, 'question_empty'],
    ['nothing at all', {}, 'question_empty'],
    ['five questions', { questions: ['a?', 'b?', 'c?', 'd?', 'e?'] }, 'questions_count'],
    ['a field of a question beside several', { questions: ['a?'], destructive: true }, 'argument_invalid'],
    ['a type that there is not', { question: 'a?', type: 'MAYBE' }, 'type_unknown'],
    ['a flag in quotes', { question: 'a?', destructive: 'true' }, 'argument_invalid'],
    ['a policy that there is not', { question: 'a?', policy: 'mine' }, 'policy_unknown'],
    ['a wait that is no duration', { question: 'a?', wait: 'a while' }, 'duration_invalid'],
    ['a timeout that is no time', { question: 'a?', timeout: '2027-99-99' }, 'timeout_invalid'],
    [
      'silence that would destroy',
      { question: 'Delete all?', default: 'yes', onTimeout: 'default', timeout: '1m' },
      'default_destructive',
    ],
  ])('is refused with the code of its fault: %s', async (_what, body, code) => {
    const { send, count } = await serve(sqlite);
    const refused = await send('asker', 'POST /clarifications', body);
    expect([refused.status, refused.body.code]).toEqual([400, code]);
    expect(await count('clarifications')).toBe(0);
  });

  it('takes null for what is left out, and a timeout as a time', async () => {
    const { send, askonce, clock } = await serve(sqlite);
    const at = new Date(clock.now() + 60_000).toISOString();
    const body = {
      ...FORMAT,
      type: null,
      header: null,
      strictOptions: null,
      timeout: at,
      onTimeout: 'fail',
      sessionId: null,
    };
    const id = waitingId(await send<AskReply>('asker', 'POST /clarifications', body));
    expect((await askonce.questions.get(id))!.deadline).toBe(clock.now() + 60_000);
  });

  it('goes on over a restart of the server', async () => {
    const { send, app, askonce } = await serve(sqlite);
    const asked = await send<AskReply>('asker', 'POST /clarifications', FORMAT);
    await app.close();
    const { url } = await serveOn(askonce);
    const { body } = await sendTo<FollowedReply>(url, 'asker', `GET ${asked.headers.get('location')}`);
    expect(body.outcome.outcome).toBe('parked');
  });
});
