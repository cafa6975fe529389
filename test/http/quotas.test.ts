import { expect, it } from 'vitest';
import { describeOnStores } from '../support/stores.ts';
import { serve, type Who } from './serving.ts';

describeOnStores('how much one agent may put to people', (store) => {
  it('ends at the quota of its token, also where all comes at once, and begins anew after a minute', async () => {
    const { send, askonce, clock } = await serve(store, { open: { questionsPerMinute: 5 } });
    const ask = (who: Who, n: number) =>
      send<{ code?: string }>(who, 'POST /clarifications', {
        sessionId: `s${n % 3}`,
        question: `Which colour has chart ${n}?`,
      });
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => ask('asker', n)));
    expect(sent.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = sent.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    expect(refused[0]!.body.code).toBe('rate_limited');
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await askonce.questions.count({ status: 'pending' })).toEqual({ count: 5, more: false });
    // Nobody else is held up by it: neither another agent nor a person.
    expect((await ask('other', 100)).status).toBe(202);
    for (let n = 200; n < 210; n += 1) expect((await ask('answerer', n)).status).toBe(202);
    clock.advance(60_000);
    expect((await ask('asker', 300)).status).toBe(202);
  });

  it('does not count what joins, is repeated, or is sent again', async () => {
    const { send } = await serve(store, { open: { questionsPerMinute: 1 } });
    const question = { sessionId: 's', question: 'Which colour has the chart?' };
    const keyed = { headers: { 'idempotency-key': 'k' } };
    for (let n = 0; n < 3; n += 1)
      expect((await send('asker', 'POST /clarifications', question, keyed)).status).toBe(202);
    const joined = await send<{ items: [{ id: string }] }>('asker', 'POST /clarifications', question);
    expect(joined.status).toBe(202);
    await send('answerer', `POST /clarifications/${joined.body.items[0].id}/answer`, { answer: 'blue' });
    expect((await send('asker', 'POST /clarifications', question)).body).toMatchObject({ answer: 'blue' });
  });

  it('counts the questions of its jobs, too, and makes no job that may not ask', async () => {
    const { send, askonce } = await serve(store, { open: { questionsPerMinute: 1 } });
    const submit = () => send('asker', 'POST /jobs', { prompt: 'hot frozen cheese' });
    expect((await submit()).body).toMatchObject({ needsClarification: true });
    expect(await submit()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await askonce.jobs.list()).items).toHaveLength(1);
    const clear = await send('asker', 'POST /jobs', { prompt: 'Write a recipe for tomato soup' });
    expect(clear).toMatchObject({ status: 201, body: { needsClarification: false } });
  });
});
