import { expect, it } from 'vitest';
import type { AuditEvent } from '../../src/index.ts';
import { describeOnStores } from '../support/stores.ts';
import { serve, type Who } from './serving.ts';

const QUESTION = { sessionId: 's1', question: 'Should the report have a table of contents?', type: 'CONFIRM' };
const REQUEST = {
  question: 'Should the report have a table of contents?',
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
      const asked = await send('asker', 'POST /clarifications', { ...QUESTION, sessionId, heard: 'yes' });
      expect(asked).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
      const path = `POST /sessions/${sessionId}/clarification-requests`;
      const requested = await send('asker', path, { ...REQUEST, input: 'yes' });
      expect(requested).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
    }
    expect((await askonce.pending()).items.map(({ question }) => question)).toEqual(['Which colour?']);
    const plain = await send('asker', 'POST /clarifications', { ...QUESTION, heard: null });
    expect(plain).toMatchObject({ status: 202, body: { status: 'parked' } });
  });

  it('an answerer’s token says it, and so does whoever sits at the machine', async () => {
    for (const who of ['answerer', 'nobody'] as const) {
      const { send } = await serve(store, { http: { requireToken: false } });
      const asked = await send(who, 'POST /clarifications', { ...QUESTION, heard: 'yes' });
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
    const acts = (await askonce.events()).map(({ type, data }: AuditEvent) => `${type} ${data.token ?? 'none'}`);
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
