/** Which calls share their answers, and which do not. */
import { describe, expect, it } from 'vitest';
import { nextEvent } from '../support/open.ts';
import { agent as connect, mcpBench } from './clients.ts';

const PORT = { question: 'Which port should it listen on?', options: [{ label: '8080' }, { label: '9090' }] };
const DAY_MS = 86_400_000;

describe('a conversation', () => {
  const ids = [
    { 'vscode.conversationId': 'chat-1' },
    { sessionId: 'family-1', threadId: 'thread-1' },
    { 'x-codex-turn-metadata': { session_id: 'family-1' } },
    { 'askonce/session': 'mine' },
  ];

  it.each(ids)('is the one that the client names: %o', async (meta) => {
    const { agent, askonce } = await mcpBench({ wait: '1s' });
    const asking = await agent('2025-11-25');
    const other = JSON.parse(JSON.stringify(meta).replaceAll('1', '2').replaceAll('mine', 'theirs'));
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = asking.ask(PORT, {}, { meta });
    await askonce.questions.answer((await asked).clarification!, '8080');
    await waiting;
    expect((await asking.ask(PORT, {}, { meta })).items).toMatchObject([{ answer: '8080', source: 'history' }]);
    const elsewhere = nextEvent(askonce, 'clarification.requested');
    const new_ = asking.ask(PORT, {}, { meta: other });
    await askonce.questions.answer((await elsewhere).clarification!, '9090');
    expect((await new_).items).toMatchObject([{ answer: '9090', source: 'user' }]);
  });

  it('is shared by the sub-agents of a client', async () => {
    const { agent, askonce } = await mcpBench();
    const asking = await agent('2025-11-25');
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = asking.ask(PORT, {}, { meta: { sessionId: 'family', threadId: 'child-1' } });
    await askonce.questions.answer((await asked).clarification!, '8080');
    await waiting;
    const { items } = await asking.ask(PORT, {}, { meta: { sessionId: 'family', threadId: 'child-2' } });
    expect(items).toMatchObject([{ answer: '8080', source: 'history' }]);
  });

  it('is found again by a client that names none, until nothing has happened in it for a week', async () => {
    const { agent, askonce, clock } = await mcpBench();
    const answered = async (answer: string) => {
      const asked = nextEvent(askonce, 'clarification.requested');
      const waiting = (await agent('2025-11-25')).ask(PORT);
      const { clarification, session } = await asked;
      await askonce.questions.answer(clarification!, answer);
      expect((await waiting).items).toMatchObject([{ answer, source: 'user' }]);
      return session;
    };
    const first = await answered('8080');
    for (let week = 0; week < 3; week += 1) {
      clock.advance(6 * DAY_MS);
      expect((await (await agent('2026-07-28')).ask(PORT)).items).toMatchObject([
        { answer: '8080', source: 'history' },
      ]);
      // Looking up what was answered is no sign of life; another question is.
      await askonce.session(first!).ask(`What is week ${week}?`, { wait: false });
      const { items } = await askonce.questions.list({ status: 'pending' });
      await askonce.questions.answer(items[0]!.id, 'over');
    }
    clock.advance(8 * DAY_MS);
    const second = await answered('9090');
    expect(second).not.toBe(first);
    clock.advance(8 * DAY_MS);
    expect(await answered('8080')).not.toBe(second);
    // What still waits keeps it alive for as long as that takes.
    const asked = nextEvent(askonce, 'clarification.requested');
    const host = (await agent('2025-11-25')).ask('Which host?', {}, { timeout: 200 }).catch(() => 'gave up');
    const { clarification } = await asked;
    await host;
    clock.advance(30 * DAY_MS);
    const joined = nextEvent(askonce, 'clarification.joined');
    const again = (await agent('2025-11-25')).ask('Which host?');
    expect((await joined).clarification).toBe(clarification);
    await askonce.questions.answer(clarification!, 'localhost');
    expect((await again).items).toMatchObject([{ id: clarification, answer: 'localhost' }]);
  });

  it('is the one that the address or a header names', async () => {
    const { askonce, url } = await mcpBench();
    for (const session of ['by-address', 'by-header']) {
      const asked = nextEvent(askonce, 'clarification.requested');
      const where = session === 'by-address' ? { url: `${url}?session=${session}` } : { url, session };
      const waiting = (await connect('2026-07-28', where)).ask(PORT);
      const event = await asked;
      expect(event.session).toBe(session);
      await askonce.questions.answer(event.clarification!, '8080');
      await waiting;
    }
  });

  it('is not another client’s, nor another person’s', async () => {
    const { askonce, url } = await mcpBench();
    const sessions = new Set<string | null>();
    for (const [name, token] of [
      ['one', 'token-of-asker'],
      ['two', 'token-of-asker'],
      ['one', 'token-of-admin'],
    ] as const) {
      const asked = nextEvent(askonce, 'clarification.requested');
      const waiting = (await connect('2025-11-25', { url, token }, { name })).ask(PORT);
      const { clarification, session } = await asked;
      sessions.add(session);
      await askonce.questions.answer(clarification!, '8080');
      await waiting;
    }
    expect(sessions.size).toBe(3);
  });
});
