/** Approvals over HTTP: an agent asks, and only somebody with an answerer's credential decides. */
import { expect, it, vi } from 'vitest';
import { AskOnceClient } from '../../src/surfaces/client/index.ts';
import { nextEvent, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';
import { type Served, serve } from './serving.ts';

const CALL = { sessionId: 's', tool: 'Bash', input: { command: 'npm test' }, callId: 'c1' };

async function parkedOn({ send }: Served, call: object = CALL): Promise<string> {
  const { status, headers, body } = await send<{ id: string }>('nobody', 'POST /approvals', call);
  expect({ status, location: headers.get('location') }).toEqual({
    status: 202,
    location: `/clarifications/${body.id}`,
  });
  return body.id;
}

describeOnStores('an approval over HTTP', (store) => {
  it('is decided by nobody who only is on this machine, by any way', async () => {
    const served = await serve(store, { http: { requireToken: false } });
    const { send, askonce } = served;
    const id = await parkedOn(served);
    const refused = { status: 403, body: { code: 'answerer_needed' } };
    expect(await send('nobody', `POST /approvals/${id}/decision`, { decision: 'allow' })).toMatchObject(refused);
    expect(await send('asker', `POST /approvals/${id}/decision`, { decision: 'allow' })).toMatchObject({
      status: 403,
      body: { code: 'role_too_low' },
    });
    const link = await send('nobody', `POST /clarifications/${id}/link`, {});
    expect(link).toMatchObject({ status: 403, body: { code: 'approval_needed' } });
    const answered = await send('nobody', `POST /clarifications/${id}/answer`, { answer: 'Yes' });
    expect(answered).toMatchObject({ status: 403, body: { code: 'approval_needed' } });
    expect((await askonce.questions.get(id))!.status).toBe('pending');
    await askonce.approvals.decide(id, { decision: 'deny' });
    expect(await send('nobody', `POST /clarifications/${id}/revoke`, {})).toMatchObject(refused);
    expect(await send('nobody', `DELETE /approvals/rules/${id}`)).toMatchObject(refused);
  });

  it('is decided with the token of an answerer, and read by asking again', async () => {
    const served = await serve(store, { http: { requireToken: false } });
    const { send } = served;
    const id = await parkedOn(served);
    const decided = await send('answerer', `POST /approvals/${id}/decision`, { decision: 'deny', message: 'Not now' });
    expect(decided).toMatchObject({ status: 200, body: { status: 'accepted', clarification: { answer: 'No' } } });
    expect(await send('nobody', `GET /clarifications/${id}`)).toMatchObject({
      body: { decision: { scope: 'once', message: 'Not now' } },
    });
    const again = await send('nobody', 'POST /approvals', CALL);
    expect(again).toMatchObject({
      status: 200,
      body: { decision: 'deny', message: 'Not now', by: 'the answerer', surface: 'http', source: 'user' },
    });
    const other = await send('nobody', 'POST /approvals', { ...CALL, input: { command: 'npm t' } });
    expect(other).toMatchObject({ status: 409, body: { code: 'call_changed' } });
  });

  it('is waited for by the client until it is decided', async () => {
    const { url, askonce } = await serve(store, { http: { requireToken: false } });
    const agent = new AskOnceClient({ url });
    const requested = nextEvent(askonce, 'clarification.requested');
    const waiting = agent.approve({ sessionId: 's', tool: 'Bash', input: { command: 'npm test' } });
    const id = (await requested).clarification!;
    expect(await stateOf(waiting)).toBe('waits');
    const person = new AskOnceClient({ url, token: 'token-of-answerer' });
    await person.decide(id, { decision: 'allow' });
    expect(await waiting).toMatchObject({ decision: 'allow', id });
    expect((await askonce.questions.get(id))!.by).toBe('the answerer');
  });

  it('is one, however often the client asks for it, also without a session', async () => {
    const { url, askonce } = await serve(store, { http: { requireToken: false } });
    let asked = 0;
    // The server does not wait, so that the client asks again and again.
    const impatient: typeof fetch = (input, init) => {
      asked += 1;
      return fetch(input, { ...init, body: String(init!.body).replace('"wait":"30s"', '"wait":"0s"') });
    };
    const requested = nextEvent(askonce, 'clarification.requested');
    const waiting = new AskOnceClient({ url, fetch: impatient }).approve({
      tool: 'Bash',
      input: { command: 'npm test' },
    });
    const id = (await requested).clarification!;
    await vi.waitFor(() => expect(asked).toBeGreaterThan(3), { timeout: 20_000 });
    await askonce.approvals.decide(id, { decision: 'allow' });
    expect(await waiting).toMatchObject({ decision: 'allow', id });
    expect((await askonce.questions.list()).items).toHaveLength(1);
  });

  it('offers no rule if the host wants the decision to be about this call only', async () => {
    const { url, askonce } = await serve(store, { http: { requireToken: false } });
    const agent = new AskOnceClient({ url });
    for (const [onlyOnce, scopes] of [
      [true, ['once']],
      [null, ['once', 'session', 'project']],
    ] as const) {
      const reply = await agent.approve({ ...CALL, callId: `c-${onlyOnce}`, onlyOnce }, { wait: false });
      const { approval } = (await askonce.questions.get(reply.id!))!;
      expect(approval!.scopes.map(({ scope }) => scope)).toEqual(scopes);
    }
  });
});
