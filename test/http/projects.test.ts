/** Two servers of two projects on one store: a name in a request is one of the server's own project; a question has an id of the store. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mcpRoutes } from '../../src/surfaces/http/routes/mcp.ts';
import { agent } from '../mcp/clients.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';
import { sendTo, serveOn, type Who } from './serving.ts';

const COLOUR = 'Which colour should the button have?';

/** What of any reply is looked at here. */
interface Body {
  readonly jobId?: string;
  readonly items?: readonly { readonly id: string; readonly session?: string }[];
}

async function openings(store: StoreKind) {
  const { askonce, open, root } = await setUp(store);
  const project = join(root, '..', 'second');
  mkdirSync(project);
  return [askonce, await open({ project })] as const;
}

async function servers(store: StoreKind) {
  const all = [];
  for (const askonce of await openings(store)) {
    const { url } = await serveOn(askonce);
    const send = async (who: Who, what: string, body?: unknown, key?: string) =>
      (await sendTo<Body>(url, who, what, body, key === undefined ? {} : { headers: { 'idempotency-key': key } })).body;
    all.push({ url, send });
  }
  return all as [(typeof all)[0], (typeof all)[0]];
}

describeOnStores('servers of two projects on one store', (store) => {
  it('keep sessions of one name apart, and answer each other’s questions', async () => {
    const [first, second] = await servers(store);
    const body = { sessionId: 'checkout', job: 'build', question: COLOUR };
    const ids: string[] = [];
    for (const { send } of [first, second]) {
      const asked = await send('asker', 'POST /clarifications', body);
      expect(asked).toMatchObject({ sessionId: 'checkout' });
      ids.push(asked.items![0]!.id);
    }
    expect(ids[0]).not.toBe(ids[1]);
    // The first server's person answers what the second project asked.
    expect(await first.send('answerer', `GET /clarifications/${ids[1]}`)).toMatchObject({
      job: 'build',
      sessionId: 'checkout',
    });
    expect(await first.send('answerer', `POST /clarifications/${ids[1]}/answer`, { answer: 'blue' })).toMatchObject({
      clarification: { answer: 'blue', sessionId: 'checkout' },
    });
    const pending = await first.send('asker', 'GET /clarifications?session=checkout&status=pending');
    expect(pending).toMatchObject({ items: [{ id: ids[0] }] });
    expect(await second.send('asker', 'GET /clarifications?session=checkout&status=pending')).toMatchObject({
      items: [],
    });
    expect(await first.send('asker', 'GET /sessions/checkout/history')).toMatchObject({ items: [] });
    expect(await second.send('asker', 'GET /sessions/checkout/history')).toMatchObject({ items: [{ answer: 'blue' }] });
    const trail = await first.send('answerer', 'GET /events/list?after=0');
    for (const { session } of trail.items ?? []) expect(session).toBe('checkout');
  });

  it('keep jobs of one key apart, and know none of the other’s', async () => {
    const [first, second] = await servers(store);
    const made: Body[] = [];
    for (const { send } of [first, second])
      made.push(await send('asker', 'POST /jobs', { prompt: 'hot frozen cheese' }, 'k'));
    await second.send('answerer', `POST /jobs/${made[1]!.jobId}/clarification`, { answer: 'hot' });
    expect(await first.send('asker', `GET /jobs/${made[0]!.jobId}`)).toMatchObject({ state: 'AWAITING_RESPONSE' });
    expect(await second.send('asker', `GET /jobs/${made[1]!.jobId}`)).toMatchObject({ state: 'RUNNING' });
    const own = await second.send('asker', 'POST /jobs', { prompt: 'a cheese sandwich' });
    const { jobId } = own;
    expect(await first.send('asker', `GET /jobs/${jobId}`)).toMatchObject({ code: 'job_unknown' });
    expect(await first.send('asker', `GET /jobs/${jobId}%201`)).toMatchObject({ code: 'job_unknown' });
    expect((await first.send('asker', 'GET /jobs')).items).toHaveLength(1);
    expect((await second.send('asker', 'GET /jobs')).items).toHaveLength(2);
  });

  it('keep sessions of one name apart by MCP', async () => {
    const question = { question: COLOUR, options: [{ label: 'green' }, { label: 'blue' }] };
    const ids = [];
    for (const askonce of await openings(store)) {
      const { url } = await serveOn(askonce, {
        http: { routes: [mcpRoutes({ wait: '0s', elicitation: 'answerers' })] },
      });
      const client = await agent('2025-11-25', { url: `${url}/mcp?session=checkout` });
      expect(await client.ask(question)).toMatchObject({ status: 'parked' });
      const { items } = await askonce.questions.list({ session: 'checkout' });
      expect(items).toMatchObject([{ session: 'checkout', project: askonce.project, status: 'pending' }]);
      ids.push(items[0]!.id);
      await askonce.questions.answer(items[0]!.id, ids.length === 1 ? 'green' : 'blue');
      const again = await client.ask(question);
      expect(again.items).toMatchObject([{ answer: ids.length === 1 ? 'green' : 'blue' }]);
    }
    expect(new Set(ids).size).toBe(2);
  });
});
