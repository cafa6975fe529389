import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { newFolder } from '../../support/askonce.ts';

describe('a call that is taken back before its question is parked', () => {
  it('asks nobody', async () => {
    const folder = newFolder();
    const askonce = await openAskOnce({ project: folder.path, db: '.askonce/askonce.db' });
    onTestFinished(() => askonce.close());
    const { child } = folder.start(['mcp'], { stdin: 'pipe' });
    const send = (...messages: object[]) =>
      child.stdin!.write(messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join(''));
    const ask = (id: number) => {
      const params = { name: 'ask_user', arguments: { questions: [{ question: `What is ${id}?` }] } };
      return { id, method: 'tools/call', params };
    };
    const takeBack = (requestId: number) => ({
      method: 'notifications/cancelled',
      params: { requestId, reason: 'no longer needed' },
    });
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    send({ id: 1, method: 'initialize', params: hello }, { method: 'notifications/initialized' });
    await once(child.stdout!, 'data');
    send(ask(2), takeBack(2), ask(3), takeBack(3));
    send(ask(4));
    await expect
      .poll(async () => (await askonce.questions.list({ status: 'pending' })).items.map(({ question }) => question))
      .toContain('What is 4?');
    await expect
      .poll(async () => (await askonce.questions.list({ status: 'pending' })).items.map(({ question }) => question))
      .toEqual(['What is 4?']);
  });
});
