/** The connections that clients of the 2025 era have over HTTP: whose they are, how they end, and how many are kept. */
import { describe, expect, it } from 'vitest';
import { McpOverHttp } from '../../src/surfaces/mcp/http.ts';
import { nextEvent, setUp, stateOf } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { mcpBench } from './clients.ts';

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const ASK = { name: 'ask_user', arguments: { questions: [{ question: 'Which port should it use?' }] } };
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function message(method: string, id: string | null, body: object | null, headers: Record<string, string> = {}) {
  return {
    method,
    headers: { ...HEADERS, ...headers, ...(id === null ? {} : { 'mcp-session-id': id }) },
    ...(body === null ? {} : { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) }),
  };
}

describe('a connection', () => {
  async function by(token: string) {
    const bench = await mcpBench();
    const authorization = { authorization: `Bearer token-of-${token}` };
    const send = (id: string | null, body: object | null, method = 'POST', headers: Record<string, string> = {}) =>
      fetch(bench.url, message(method, id, body, { ...authorization, ...headers }));
    const begun = await send(null, INITIALIZE);
    expect(begun.status).toBe(200);
    return { ...bench, send, id: begun.headers.get('mcp-session-id')! };
  }

  it('belongs to whoever began it', async () => {
    const { send, id } = await by('asker');
    expect((await send(id, { method: 'tools/list' })).status).toBe(200);
    const anothers = { authorization: 'Bearer token-of-answerer' };
    expect((await send(id, { method: 'tools/list' }, 'POST', anothers)).status).toBe(404);
    expect((await send(id, null, 'DELETE', anothers)).status).toBe(404);
    expect((await send('made-up', { method: 'tools/list' })).status).toBe(404);
    // A client that forgets its id can still ask, and be answered in the inbox.
    expect((await send(null, { method: 'tools/list' })).status).toBe(200);
    expect((await send(id, { method: 'tools/list' })).status).toBe(200);
  });

  it('is over when its client says so; what was asked in it stays', async () => {
    const { send, id, askonce } = await by('asker');
    const requested = nextEvent(askonce, 'clarification.requested');
    const asking = send(id, { method: 'tools/call', params: ASK });
    const { clarification } = await requested;
    expect((await send(id, null, 'DELETE')).status).toBe(200);
    await (await asking).text();
    expect((await send(id, { method: 'tools/list' })).status).toBe(404);
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ id: clarification }]);
  });
});

describe('more than a thousand connections', () => {
  it('take the place of those that do nothing, whose clients notice nothing, never of one that waits for a person', async () => {
    const { askonce } = await setUp(sqlite);
    const served = new McpOverHttp(() => {});
    const mcpContext = {
      askonce,
      inbox: 'http://127.0.0.1:4766',
      command: 'askonce',
      hasPage: true,
      waitMs: 600_000,
      headless: null,
      mayElicit: false,
      session: 's1',
      host: null,
      job: null,
      principal: null,
      askTool: 'ask_user' as const,
      caller: null,
      stopping: new AbortController().signal,
      log: () => {},
    };
    const send = (id: string | null, body: object) => {
      const { body: text, ...request } = message('POST', id, body);
      return served.serve(
        new Request('http://127.0.0.1/mcp', { ...request, body: text! }),
        JSON.parse(text!),
        mcpContext,
      );
    };
    const begin = async () => (await send(null, INITIALIZE)).headers.get('mcp-session-id')!;
    const alive = async (id: string) => (await send(id, { method: 'tools/list' })).status === 200;

    const requested = nextEvent(askonce, 'clarification.requested');
    const reply = (await send(await begin(), { method: 'tools/call', params: ASK })).text();
    const { clarification } = await requested;
    const [used, idle] = [await begin(), await begin()];
    expect(await alive(used)).toBe(true);
    for (let made = 3; made < 1_001; made += 1) await begin();
    expect([await alive(used), await alive(idle)]).toEqual([true, true]);

    expect(await stateOf(reply)).toBe('waits');
    await askonce.questions.answer(clarification!, '8080');
    expect(await reply).toContain('8080');
    await served.stop();
  });
});
