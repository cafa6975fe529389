/** A thousand callers at once over real sockets. */
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AskReply, FollowedReply } from '../../../src/surfaces/client/index.ts';
import { sendUnhurried, serve, UNHURRIED } from '../../http/serving.ts';
import { endOf, stateOf } from '../../support/open.ts';
import { describeOnStores, sqlite } from '../../support/stores.ts';

describeOnStores('a job that asks', (store) => {
  // shows: O2-05-BUILD
  it('takes one of a thousand answers at once; the others are told who won, and it is built once', async () => {
    const server = await serve(store, UNHURRIED);
    const builds: string[] = [];
    const runner = server.askonce.runner({ executor: async ({ id }) => void builds.push(id), agent: 'http' });
    await runner.start();
    onTestFinished(() => runner.stop());
    const { jobId } = (await server.send<{ jobId: string }>('asker', 'POST /jobs', { prompt: 'hot frozen cheese' }))
      .body;
    const answer = (text: string) =>
      sendUnhurried(server.url, 'answerer', `POST /jobs/${jobId}/clarification`, { answer: text });
    const replies = await Promise.all(Array.from({ length: 1000 }, (_, n) => answer(n % 2 === 0 ? 'hot' : 'frozen')));
    const winner = (await server.send('asker', `GET /jobs/${jobId}`)).body.clarificationAnswer;
    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([500, 500]);
    for (const { body } of won) expect(body).toMatchObject({ success: true, answer: winner });
    for (const { body } of lost) expect(body).toMatchObject({ code: 'already_answered', winner: { answer: winner } });
    await server.askonce.jobs.ended(jobId);
    expect(builds).toHaveLength(1);
  });
});

describe('a wait for an answer over HTTP', () => {
  it('is one of a thousand that wait at the same time, and all are served', async () => {
    const { send, app, url } = await serve(sqlite, UNHURRIED);
    const { body } = await send<AskReply>('asker', 'POST /clarifications', { question: 'Which file format?' });
    const id = body.items[0]!.id!;
    const wait = () => sendUnhurried<FollowedReply>(url, 'asker', `GET /clarifications/${id}?wait=60s`);
    const waits = Promise.all(Array.from({ length: 1_000 }, wait));
    const connections = promisify(app.server.getConnections.bind(app.server));
    await vi.waitUntil(async () => (await connections()) >= 1_000, { timeout: 60_000, interval: 20 });
    expect(await stateOf(waits)).toBe('waits');
    await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'YAML' });
    const answers = (await endOf(waits)).map(({ body }) => body.answer);
    expect(new Set(answers)).toEqual(new Set(['YAML']));
  });
});
