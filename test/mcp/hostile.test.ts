/** What an agent or its client may send, and what it may not do with it. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { agent as connect, KINDS, mcpBench } from './clients.ts';

const SHAPE = { question: 'Which shape?', options: [{ label: 'round' }, { label: 'square' }] };

interface Required {
  readonly resultType: string;
  readonly requestState: string;
  readonly inputRequests: Record<string, unknown>;
}

describe('a sealed state', () => {
  /** Calls as a client does that keeps the two halves of a call in its own hands. */
  async function byHand() {
    const bench = await mcpBench();
    const asking = await bench.agent('2026-07-28', { person: () => ({ action: 'cancel' }) });
    const client = asking.client as Client;
    const send = (to: Client, question: object, more: object = {}): Promise<Record<string, unknown>> =>
      to.callTool(
        { name: 'ask_user', arguments: { questions: [question] }, ...more } as never,
        {
          allowInputRequired: true,
        } as never,
      ) as never;
    const begin = async (question: object) => (await send(client, question)) as unknown as Required;
    const reply = (to: Client, question: object, requestState: string, answer: string) =>
      send(to, question, {
        requestState,
        inputResponses: { person: { action: 'accept', content: { answer1: answer } } },
      });
    return { ...bench, client, begin, reply };
  }
  const INVALID = /requestState/;

  it('brings an answer once: sent again with another one, the first stands', async () => {
    const { begin, reply, client, askonce } = await byHand();
    const { resultType, requestState } = await begin(SHAPE);
    expect(resultType).toBe('input_required');
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    const first = await reply(client, SHAPE, requestState, 'round');
    const again = await reply(client, SHAPE, requestState, 'square');
    expect(again.structuredContent).toEqual(first.structuredContent);
    const { items } = await askonce.questions.list({});
    expect(items).toMatchObject([{ answer: 'round', status: 'answered' }]);
  });

  it('is refused where a letter of it was changed, or it was made up', async () => {
    const { begin, reply, client, askonce } = await byHand();
    const { requestState } = await begin(SHAPE);
    const [version, body, mac] = requestState.split('.') as [string, string, string];
    const forged = JSON.parse(Buffer.from(body, 'base64url').toString());
    forged.p.round = 0;
    const other = Buffer.from(JSON.stringify(forged)).toString('base64url');
    const changed = `${version}.${body}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
    for (const bad of [changed, `${version}.${other}.${mac}`, 'v1.e30.AAAA', '', 'x'.repeat(100_000)])
      await expect(reply(client, SHAPE, bad, 'round')).rejects.toThrow(INVALID);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  it('is refused with another question, and from another person’s client', async () => {
    const { begin, reply, client, askonce, url } = await byHand();
    const { requestState } = await begin(SHAPE);
    const dangerous = { question: 'Should I delete the table users?', type: 'CONFIRM' };
    expect(await reply(client, dangerous, requestState, 'Yes')).toMatchObject({ isError: true });
    const theirs = await connect(
      '2026-07-28',
      { url, token: 'token-of-admin' },
      { person: () => ({ action: 'cancel' }) },
    );
    await expect(reply(theirs.client as Client, SHAPE, requestState, 'round')).rejects.toThrow(INVALID);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  it('is refused after two weeks; whoever asks again finds the question as it stands', async () => {
    const { begin, reply, client, askonce } = await byHand();
    const { requestState } = await begin(SHAPE);
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const later = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
    later(14.1);
    await expect(reply(client, SHAPE, requestState, 'round')).rejects.toThrow(INVALID);
    const { requestState: anew } = await begin(SHAPE);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    later(13.9);
    await reply(client, SHAPE, anew, 'round');
    expect((await askonce.questions.list({})).items).toMatchObject([{ answer: 'round' }]);
  });

  it('has one winner of many that come at once', async () => {
    const { begin, reply, client, askonce } = await byHand();
    const { requestState } = await begin(SHAPE);
    const answers = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'round' : 'square'));
    const results = await Promise.all(answers.map((answer) => reply(client, SHAPE, requestState, answer)));
    const told = new Set(results.map(({ structuredContent }) => JSON.stringify(structuredContent)));
    expect(told.size).toBe(1);
    const answered = (await askonce.events.list()).filter(({ type }) => type === 'clarification.answered');
    expect(answered).toHaveLength(1);
  });
});

describe.each(KINDS)('an agent by %s', (kind) => {
  it('is told what is wrong with what it sends, and the server goes on', async () => {
    const { agent, askonce } = await mcpBench();
    const asking = await agent(kind);
    const said = (args: Record<string, unknown>, tool = 'ask_user') =>
      asking.call(tool, args).then(
        ({ isError, text }) => (isError ? text : `taken: ${text}`),
        (error: Error) => error.message,
      );
    const many = Array.from({ length: 5 }, (_, n) => ({ question: `What is ${n}?` }));
    const wrong: Record<string, unknown>[] = [
      {},
      { questions: 'Which?' },
      { questions: [] },
      { questions: many },
      { questions: [{ question: 7 }] },
      { questions: [{ question: '' }] },
      { questions: [{ question: 'a'.repeat(20_000) }] },
      { questions: [{ question: 'Which\u0007?' }] },
      { questions: [{ question: 'Which?', options: 'YAML' }] },
      { questions: [{ question: 'Which?', options: [{ label: 'a' }, { label: 'a' }] }] },
      { questions: [{ question: 'Which?', options: Array.from({ length: 2_000 }, (_, n) => ({ label: `o${n}` })) }] },
      { questions: [{ question: 'Which?', destructive: 'false' }] },
      { questions: [{ question: 'Which?' }], timeout: 'soon' },
      { questions: [{ question: 'Which?' }], onTimeout: 'yes' },
      { questions: [{ question: 'Delete it?', default: 'Yes', type: 'CONFIRM' }], timeout: '1m', onTimeout: 'default' },
      { questions: null },
    ];
    for (const args of wrong) expect(await said(args), JSON.stringify(args).slice(0, 80)).not.toMatch(/^taken/);
    expect(await said({ id: 7 }, 'get_answer')).not.toMatch(/^taken/);
    expect(await said({ about: {} }, 'recall')).not.toMatch(/^taken/);
    expect(await said({ id: 'q-1', answer: 'yes' }, 'answer')).not.toMatch(/^taken/);
    // A megabyte is refused before it is read; over stdio it is refused as a question.
    await expect(asking.ask('a'.repeat(1_100_000))).rejects.toThrow();
    expect((await askonce.questions.list({})).items).toHaveLength(0);
    await askonce.preferences.set('Which shape?', 'round');
    expect(await asking.ask(SHAPE)).toMatchObject({ status: 'auto_resolved' });
  });

  it('finds three tools, described, and none that answers', async () => {
    const { agent } = await mcpBench();
    const { tools } = await (await agent(kind)).client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_user', 'get_answer', 'recall']);
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description!.length).toBeGreaterThan(80);
      expect(inputSchema.type).toBe('object');
      expect(outputSchema).toBeDefined();
      expect(annotations!.title ?? annotations!.readOnlyHint).toBeDefined();
    }
  });

  it('takes the shape of AskUserQuestion as it is, with what else it may hold', async () => {
    const { agent, askonce } = await mcpBench();
    await askonce.preferences.set('Which library should we use for dates?', 'date-fns');
    const { items } = await (await agent(kind)).call('ask_user', {
      questions: [
        {
          question: 'Which library should we use for dates?',
          header: 'Library',
          multiSelect: false,
          options: [
            { label: 'date-fns', description: 'Small functions', preview: 'import …' },
            { label: 'luxon', description: 'One class' },
          ],
        },
      ],
      metadata: { source: 'test' },
    });
    expect(items).toMatchObject([{ answer: 'date-fns' }]);
  });
});

describe('/mcp', () => {
  it('wants a token that may ask, and lets no other website in', async () => {
    const { url } = await mcpBench();
    const post = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' });
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post({ authorization: 'Bearer token-of-asker', origin: 'https://evil.example' })).status).toBe(403);
    expect((await fetch(url, { headers: { authorization: 'Bearer token-of-asker' } })).status).toBe(405);
  });
});
