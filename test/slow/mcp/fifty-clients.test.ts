import { expect, it } from 'vitest';
import { KINDS, mcpBench } from '../../mcp/clients.ts';
import { describeOnStores } from '../../support/stores.ts';

const PORT = { question: 'Which port should it listen on?', options: [{ label: '8080' }, { label: '9090' }] };

describeOnStores('fifty clients that ask the same at the same time', (store) => {
  it('put one question to the person, and get one answer each', async () => {
    const { agent, askonce } = await mcpBench({ store });
    const agents = await Promise.all(Array.from({ length: 50 }, (_, n) => agent(KINDS[n % KINDS.length]!)));
    const joined = Promise.withResolvers<void>();
    let waiting = 0;
    const off = askonce.events.on('*', ({ type }) => {
      if (type === 'clarification.requested' || type === 'clarification.joined') waiting += 1;
      if (waiting === 50) joined.resolve();
    });
    const asks = agents.map((one) => one.ask(PORT));
    await joined.promise;
    off();
    const { items } = await askonce.questions.list({ status: 'pending' });
    expect(items).toHaveLength(1);
    await askonce.questions.answer(items[0]!.id, '9090');
    const results = await Promise.all(asks);
    expect(results.map(({ items: [item] }) => item!.answer)).toEqual(results.map(() => '9090'));
    expect((await askonce.events.list()).filter(({ type }) => type === 'clarification.requested')).toHaveLength(1);
  });
});
