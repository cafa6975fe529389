/** Whatever goes wrong on the way to a model and back is no answer, and is tried twice at most. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Question } from '../../src/core/model/question.ts';
import { questionOf } from '../support/question.ts';
import { type Behaviour, inTurn, says, status, verdict } from './model-server.ts';
import { DOCS, type Scene, scene } from './scene.ts';

async function expectLeft({ sentinel, server, lines }: Scene, question: Question, requests: number): Promise<void> {
  expect(await sentinel(question, null)).toBeNull();
  expect(server.received).toHaveLength(requests);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.length).toBeLessThanOrEqual(200);
  expect(lines[0]).not.toMatch(/\n|sk-test|at .*\.ts/);
}

/** A reply for which time is up as soon as its request has come, however long a busy machine took to send that. */
function tooLate(behaviour: Behaviour): Behaviour {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (...received) => {
    behaviour(...received);
    setImmediate(() => vi.advanceTimersByTime(500));
  };
}

describe('a failure leaves the question to the person', () => {
  it('after no reply in time, twice', async () => {
    await expectLeft(
      await scene(
        tooLate(() => {}),
        { timeoutMs: 500 },
      ),
      DOCS,
      2,
    );
  });

  it('after a reply that begins and never ends, twice', async () => {
    const begins: Behaviour = (response) => response.writeHead(200).write('{');
    await expectLeft(await scene(tooLate(begins), { timeoutMs: 500 }), DOCS, 2);
  });

  it('but a reply to the second try counts', async () => {
    const late = await scene(
      inTurn(
        tooLate(() => {}),
        verdict('docs/'),
      ),
      { timeoutMs: 500 },
    );
    expect((await late.sentinel(DOCS, null))?.answer).toBe('docs/');
    vi.useRealTimers();
    for (const first of [
      status(500),
      status(429),
      status(503),
      says('{'),
      (response: { destroy(): void }) => response.destroy(),
    ]) {
      const { sentinel, server, lines } = await scene(inTurn(first as Behaviour, verdict('docs/')));
      expect((await sentinel(DOCS, null))?.answer).toBe('docs/');
      expect(server.received).toHaveLength(2);
      expect(lines).toEqual([]);
    }
  });

  it.each<[string, Behaviour, number]>([
    ['HTTP 500 twice', status(500), 2],
    ['HTTP 429 twice', status(429, { 'retry-after': '60' }), 2],
    ['HTTP 500, then no JSON', inTurn(status(500), says('{'), verdict('docs/')), 2],
    ['HTTP 400, whichever way it is asked', status(400), 2],
    ['HTTP 401', status(401), 1],
    ['HTTP 404', status(404), 1],
    ['a redirect', status(307, { location: '/v1/elsewhere' }), 1],
    ['a closed connection', (response) => response.destroy(), 2],
    ['a reply that breaks off', (response) => response.writeHead(200).write('{"id":', () => response.destroy()), 2],
    ['a body that is no JSON', (response) => response.end('<html>'), 2],
    ['an empty body', (response) => response.end(), 2],
    ['no choices', (response) => response.writeHead(200).end('{"choices":[]}'), 2],
    ['an empty text', says(''), 2],
    ['a text that is no JSON', says('Sure! The answer is docs/'), 2],
    ['JSON that is cut', says('{"category":"best_practice","answer":"do'), 2],
    ['an array', says('[]'), 2],
    ['null', says('null'), 2],
    ['another category', verdict('docs/', { category: 'best' }), 2],
    ['a confidence in words', verdict('docs/', { confidence: 'high' }), 2],
    ['a confidence beyond one', verdict('docs/', { confidence: 7 }), 2],
    ['no practice', verdict('docs/', { practice: null }), 2],
    ['an answer that is no text', verdict('docs/', { answer: ['docs/'] }), 2],
    [
      'a huge reply',
      says(`{"category":"best_practice","answer":"docs/","practice":"${'x'.repeat(2_000_000)}","confidence":1}`),
      2,
    ],
  ])('%s', async (_, behaviour, requests) => {
    await expectLeft(await scene(behaviour), DOCS, requests);
  });

  it('a server that is not there', async () => {
    const gone = await scene(verdict('docs/'));
    await gone.server.close();
    await expectLeft(gone, DOCS, 0);
  });

  it('a server that knows no schema is asked without, and from then on', async () => {
    const { sentinel, server } = await scene((response, received, place) =>
      (received.body.response_format?.type === 'json_schema' ? status(400) : verdict('docs/'))(
        response,
        received,
        place,
      ),
    );
    expect((await sentinel(DOCS, null))?.answer).toBe('docs/');
    expect((await sentinel(questionOf('Where should I put the docs?'), null))?.answer).toBe('docs/');
    expect(server.received.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      'json_object',
    ]);
  });

  it('the caller’s leaving', async () => {
    const leaving = new AbortController();
    const { sentinel, server, lines } = await scene(() => leaving.abort());
    expect(await sentinel(DOCS, null, leaving.signal)).toBeNull();
    expect(server.received).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });
});
