import { expect, it } from 'vitest';
import type { AuditEvent } from '../../src/index.ts';
import { describeOnStores } from '../support/stores.ts';
import { serve, type Who } from './serving.ts';

const QUESTION = { sessionId: 's1', question: 'Should I add a table of contents?', type: 'CONFIRM' };
const REQUEST = {
  question: 'Should I add a table of contents?',
  type: 'CONFIRM',
  blocker: 'exclusive_requirements',
  tried: 'Both are named in the brief',
  fallback: 'No',
};

describeOnStores('what a caller may say', (store) => {
  it('an asker’s token does not say what the person said, in its own session or another agent’s', async () => {
    const { send, askonce } = await serve(store);
    await send('other', 'POST /clarifications', { ...QUESTION, question: 'Which colour?', type: 'FREE_TEXT' });
    for (const sessionId of ['s1', 'mine']) {
      const asked = await send('asker', 'POST /clarifications', { ...QUESTION, sessionId, userMessage: 'yes' });
      expect(asked).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
      const path = `POST /sessions/${sessionId}/clarification-requests`;
      const requested = await send('asker', path, { ...REQUEST, userMessage: 'yes' });
      expect(requested).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
    }
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ question }) => question)).toEqual([
      'Which colour?',
    ]);
    const plain = await send('asker', 'POST /clarifications', { ...QUESTION, userMessage: null });
    expect(plain).toMatchObject({ status: 202, body: { status: 'parked' } });
  });

  it('an answerer’s token says it, and so does whoever sits at the machine', async () => {
    for (const who of ['answerer', 'nobody'] as const) {
      const { send } = await serve(store, { http: { requireToken: false } });
      const asked = await send(who, 'POST /clarifications', { ...QUESTION, userMessage: 'yes' });
      expect(asked).toMatchObject({ status: 200, body: { answer: 'Yes', items: [{ source: 'input' }] } });
    }
  });

  it('every event names the token that acted, and none where nobody had one', async () => {
    const { send, askonce } = await serve(store, { http: { requireToken: false } });
    const ask = async (who: Who, question: string) => {
      const { body } = await send<{ items: [{ id: string }] }>(who, 'POST /clarifications', { ...QUESTION, question });
      return body.items[0].id;
    };
    const first = await ask('asker', 'Should the report have an index?');
    await send('answerer', `POST /clarifications/${first}/answer`, { answer: 'yes' });
    await send('admin', `POST /clarifications/${first}/revoke`, {});
    await send('asker', `POST /clarifications/${await ask('asker', 'Should it have notes?')}/cancel`, {});
    const { body: job } = await send('other', 'POST /jobs', { prompt: 'hot frozen cheese' });
    await send('other', `POST /jobs/${job.jobId}/cancel`, {});
    await send('answerer', 'PUT /preferences', { question: 'Which linter should I use?', answer: 'biome' });
    await send('asker', 'POST /sessions/s1/assumptions', { decision: 'Dates are in UTC' });
    await ask('nobody', 'Should it have a cover?');
    const acts = (await askonce.events.list()).map(({ type, data }: AuditEvent) => `${type} ${data.token ?? 'none'}`);
    expect(acts).toEqual([
      'clarification.requested t-asker',
      'clarification.answered t-answerer',
      'clarification.revoked t-admin',
      'clarification.requested t-asker',
      'ask.cancelled t-asker',
      'clarification.withdrawn t-asker',
      'job.created t-other',
      'clarification.requested t-other',
      'job.awaiting t-other',
      'ask.cancelled t-other',
      'clarification.withdrawn t-other',
      'job.cancelled t-other',
      'preference.set t-answerer',
      'assumption.recorded t-asker',
      'clarification.requested none',
    ]);
  });
});

describeOnStores('what belongs to another agent', (store) => {
  it('its question is not left by another asker, but by itself and by a person', async () => {
    const { send, askonce } = await serve(store);
    const ask = (who: Who, question: string) =>
      send<{ ask: string; items: [{ id: string }] }>(who, 'POST /clarifications', { ...QUESTION, question });
    for (const leaver of ['asker', 'answerer'] as const) {
      const { body: mine } = await ask('asker', `Should ${leaver} leave it?`);
      const path = `POST /clarifications/${mine.items[0].id}/cancel`;
      expect(await send('other', path, {})).toMatchObject({ status: 403, body: { code: 'owner_only' } });
      const named = await send('other', path, { ask: mine.ask });
      expect(named).toMatchObject({ status: 403, body: { code: 'owner_only' } });
      const { body: joined } = await ask('other', `Should ${leaver} leave it?`);
      expect(await send('other', path, { ask: joined.ask })).toMatchObject({ status: 200 });
      expect((await askonce.questions.get(mine.items[0].id))!.status).toBe('pending');
      expect(await send(leaver, path, {})).toMatchObject({ status: 200 });
      expect((await askonce.questions.get(mine.items[0].id))!.status).toBe('withdrawn');
    }
  });

  it('an asker leaves nothing that was asked at the machine, and whoever sits there leaves anything', async () => {
    const { send, askonce } = await serve(store, { http: { requireToken: false } });
    const ask = async (who: Who, question: string) => {
      const { body } = await send<{ items: [{ id: string }] }>(who, 'POST /clarifications', { ...QUESTION, question });
      return body.items[0].id;
    };
    const here = await ask('nobody', 'Should it have an index?');
    const refused = await send('asker', `POST /clarifications/${here}/cancel`, {});
    expect(refused).toMatchObject({ status: 403, body: { code: 'owner_only' } });
    const there = await ask('asker', 'Should it have notes?');
    expect(await send('nobody', `POST /clarifications/${there}/cancel`, {})).toMatchObject({ status: 200 });
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([here]);
  });

  it('its job is not cancelled by another asker, but by itself and by a person', async () => {
    const { send, askonce } = await serve(store);
    for (const [who, prompt] of [
      ['asker', 'hot frozen cheese'],
      ['answerer', 'Write a recipe for tomato soup'],
    ] as const) {
      const { body } = await send<{ jobId: string }>('asker', 'POST /jobs', { prompt });
      const refused = await send('other', `POST /jobs/${body.jobId}/cancel`, {});
      expect(refused).toMatchObject({ status: 403, body: { code: 'owner_only' } });
      expect((await askonce.jobs.get(body.jobId))!.state).not.toBe('CANCELLED');
      expect(await send(who, `POST /jobs/${body.jobId}/cancel`, {})).toMatchObject({ status: 200 });
      expect((await askonce.jobs.get(body.jobId))!.state).toBe('CANCELLED');
    }
  });

  it('the person’s answer to it is not revoked by another asker’s rejection', async () => {
    const { send, askonce } = await serve(store);
    const question = { sessionId: 's1', question: 'Which paper size should the report have?' };
    const { body } = await send<{ items: [{ id: string }] }>('asker', 'POST /clarifications', question);
    const { id } = body.items[0];
    await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'A4' });
    const rejecting = { ...question, rejects: id, because: 'the printer has none' };
    const refused = await send('other', 'POST /clarifications', rejecting);
    expect(refused).toMatchObject({ status: 403, body: { code: 'owner_only' } });
    expect((await askonce.questions.get(id))!.status).toBe('answered');
    expect(await askonce.questions.count({ status: 'pending' })).toEqual({ count: 0, more: false });
    expect(await send('asker', 'POST /clarifications', rejecting)).toMatchObject({ status: 202 });
    expect((await askonce.questions.get(id))!.status).toBe('revoked');
  });
});
