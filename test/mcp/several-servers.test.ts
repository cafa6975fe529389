/** MCP clients before several servers on one store: each of their requests goes to another server than the one before. */
import { describe, expect, it } from 'vitest';
import { mcpRoutes } from '../../src/surfaces/http/routes/mcp.ts';
import { sign } from '../../src/surfaces/mcp/signed.ts';
import { serveOn } from '../http/serving.ts';
import { frontOf } from '../support/front.ts';
import { nextEvent, parkedId, setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind, sqlite } from '../support/stores.ts';
import { type AgentOptions, agent, KINDS } from './clients.ts';

async function servers(store: StoreKind, { wait = '10m' } = {}) {
  const bench = await setUp(store);
  const other = await bench.open();
  const http = { routes: [mcpRoutes({ wait, elicitation: 'answerers' })] };
  const served = [await serveOn(bench.askonce, { http }), await serveOn(other, { http })];
  const urls = served.map(({ url }) => url);
  let requests = 0;
  const front = await frontOf(urls, () => {
    requests += 1;
    return requests % 2;
  });
  return { ...bench, other, served, urls, front, url: `${front.url}/mcp` };
}

describeOnStores('several servers', (store) => {
  describe.each(KINDS)('before a client of %s', (kind) => {
    it('serve its calls in turn, and wake the one that waits, whichever of them takes the answer', async () => {
      const { askonce, other, url, front } = await servers(store);
      const { ask, call } = await agent(kind, { url, token: 'token-of-asker' });
      for (const answerer of [askonce, other, askonce]) {
        const requested = nextEvent(askonce, 'clarification.requested');
        const asking = ask(`Which port for ${front.went.length}?`);
        const { clarification } = await requested;
        await answerer.questions.answer(clarification!, '8080');
        expect((await asking).items).toMatchObject([{ outcome: 'answered', answer: '8080' }]);
      }
      expect((await call('recall', { about: 'ports' })).isError).toBe(false);
      expect(new Set(front.went.map((line) => line.at(-1)))).toEqual(new Set(['0', '1']));
    });

    it('take the reply to a form that another of them has sent', async () => {
      const { url, askonce } = await servers(store);
      const shown: string[] = [];
      const person: AgentOptions['person'] = ({ message }) => {
        shown.push(message);
        return { action: 'accept', content: { answer1: '8080' } };
      };
      const { ask } = await agent(kind, { url }, { person });
      for (const about of ['web', 'mail', 'news'])
        expect((await ask(`Which port for ${about}?`)).items).toMatchObject([{ outcome: 'answered', answer: '8080' }]);
      expect(shown).toHaveLength(3);
      expect((await askonce.questions.list({ status: 'answered' })).items).toMatchObject(
        ['web', 'mail', 'news'].map(() => ({ surface: 'mcp', by: 'the answerer' })),
      );
    });

    it('take a person’s no from it, whichever of them asked', async () => {
      const { url, clock } = await servers(store);
      const person: AgentOptions['person'] = () => {
        // Nobody reads a form and declines it within a moment.
        clock.advance(60_000);
        return { action: 'decline' };
      };
      const { ask } = await agent(kind, { url }, { person });
      for (const about of ['web', 'mail', 'news'])
        expect((await ask(`Which port for ${about}?`)).items).toMatchObject([{ outcome: 'declined' }]);
    });
  });
});

describe('a connection of the 2025 era', () => {
  it('takes no reply to a form that was signed for another token, or by another key', async () => {
    const { url, askonce } = await servers(sqlite);
    const shown = [parkedId(await askonce.session('s').ask('Which port?', { wait: false }))];
    const form = { shown, as: 'form', client: 'x', at: 0, key: 'k' } as const;
    const [theirs, own] = [
      await sign('form', form, { askonce, principal: 't-admin' }),
      await sign('form', form, { askonce, principal: 't-answerer' }),
    ];
    const { client } = await agent('2025-11-25', { url });
    const headers = {
      authorization: 'Bearer token-of-answerer',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': client.transport!.sessionId!,
    };
    const reply = (id: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: { answer1: '8080' } } });
      return fetch(url, { method: 'POST', headers, body });
    };
    for (const id of [theirs, own.slice(0, -1), `${own}x`, `x${own}`, 'x', '.']) await reply(id);
    expect(await askonce.questions.get(shown[0]!)).toMatchObject({ status: 'pending' });
    expect((await reply(own)).status).toBe(202);
    expect(await askonce.questions.get(shown[0]!)).toMatchObject({ status: 'answered', answer: '8080' });
  });

  it('survives a restart of its only server', async () => {
    const { urls, askonce, served } = await servers(sqlite);
    const { call, client } = await agent('2025-11-25', { url: `${urls[0]}/mcp`, token: 'token-of-asker' });
    await client.ping();
    await served[0]!.app.close();
    const http = { routes: [mcpRoutes({ wait: '10m', elicitation: 'answerers' })] };
    await serveOn(askonce, { http, port: Number(new URL(urls[0]!).port) });
    expect((await call('recall', { about: 'ports' })).isError).toBe(false);
  });
});
