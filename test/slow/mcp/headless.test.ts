/**
 * Clients that answer a form themselves, as the real ones do when they run without a person: `claude -p` cancels after 20 ms,
 * `codex exec` declines after 2 ms, Gemini CLI and OpenCode cannot be asked. `npm run clients` shows the same with the real ones.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import type { FakeClock } from '../../../src/testing/fake-clock.ts';
import { agent, KINDS, mcpBench, type Person } from '../../mcp/clients.ts';
import { newFolder } from '../../support/askonce.ts';
import { nextEvent, stateOf, trail } from '../../support/open.ts';
import { BIN } from '../../support/programs.ts';

const PORT = { question: 'Which port should it listen on?' };
const CODEX_EXEC = { 'x-codex-turn-metadata': { session_id: 's-1', turn_trigger: 'exec' } };

/** A client that sends a form back after so many milliseconds, and counts how often it was given one. */
function answersItself(action: 'cancel' | 'decline', afterMs: number, clock: FakeClock) {
  const client = {
    forms: 0,
    person: (() => {
      client.forms += 1;
      clock.advance(afterMs);
      return { action };
    }) as Person,
  };
  return client;
}

describe.each(KINDS)('a client of %s', (kind) => {
  it.each([
    ['cancels', 'cancel', 20],
    ['declines', 'decline', 2],
    ['declines', 'decline', 499],
  ] as const)('that %s by itself has asked nobody (%s after %i ms)', async (_, action, afterMs) => {
    const { agent: connect, askonce, clock } = await mcpBench();
    const client = answersItself(action, afterMs, clock);
    const asking = await connect(kind, { name: 'headless', person: client.person });
    const told = nextEvent(askonce, 'clarification.not_shown');
    const waiting = asking.ask(PORT);
    const { clarification, data } = await told;
    expect(data).toMatchObject({ client: 'headless', because: expect.stringMatching(/^the client did not show it/) });
    expect(await stateOf(waiting)).toBe('waits');
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([
      { id: clarification, status: 'pending' },
    ]);
    await askonce.questions.answer(clarification!, '8080', { by: 'ada', surface: 'page' });
    expect((await waiting).items).toMatchObject([{ outcome: 'answered', answer: '8080', by: 'ada', surface: 'page' }]);
    expect((await trail(askonce)).map(({ type }) => type)).not.toContain('clarification.declined');
  });

  it('that answers by itself is told that the question waits and how to go on, and can ask again', async () => {
    const { agent: connect, askonce, clock } = await mcpBench();
    const { person } = answersItself('decline', 2, clock);
    const asking = await connect(kind, { person });
    const told = nextEvent(askonce, 'clarification.not_shown');
    const waiting = asking.ask(PORT);
    const { clarification: id } = await told;
    expect(await stateOf(waiting)).toBe('waits');
    // A call that cannot say that it still waits returns before its client gives it up, form or no form.
    clock.advance(50_000);
    const { isError, status, text, items } = await waiting;
    expect({ isError, status }).toEqual({ isError: false, status: 'parked' });
    expect(text).toContain('the client did not show it: it sent “decline” after 2 ms');
    expect(text).toContain(`askonce answer ${id}`);
    expect(text).toContain('call get_answer with this id, or ask the same question again');
    // Claude Code hands its agent the data alone.
    expect(items).toMatchObject([{ id, next: expect.stringContaining('call get_answer with this id') }]);
    const toldAgain = nextEvent(askonce, 'clarification.not_shown');
    const again = asking.ask(PORT);
    expect((await toldAgain).clarification).toBe(id);
    await askonce.questions.answer(id!, '8080');
    expect((await again).items).toMatchObject([{ id, outcome: 'answered', answer: '8080' }]);
  });

  it('that cannot show forms has not been asked to, and its question waits in the inbox', async () => {
    const { agent: connect, askonce } = await mcpBench();
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = (await connect(kind)).ask(PORT);
    const { clarification: id } = await asked;
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.answer(id!, '8080', { surface: 'page' });
    expect((await waiting).items).toMatchObject([{ answer: '8080', surface: 'page' }]);
    expect((await trail(askonce)).map(({ type }) => type)).not.toContain('clarification.not_shown');
  });

  it('whose person declines after they have read the form is told so', async () => {
    const { agent: connect, askonce, clock } = await mcpBench();
    const { person } = answersItself('decline', 500, clock);
    const { status, text } = await (await connect(kind, { person })).ask(PORT);
    expect(status).toBe('declined');
    expect(text).toContain('the person declined to answer');
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
  });

  it('whose person closes the form without a choice returns at once, and the question waits in the inbox', async () => {
    const { agent: connect, askonce, clock } = await mcpBench();
    const { person } = answersItself('cancel', 4_000, clock);
    const { status, isError, text, items } = await (await connect(kind, { person })).ask(PORT);
    expect({ status, isError }).toEqual({ status: 'parked', isError: false });
    expect(text).toContain('closed it without choosing');
    const [waits] = (await askonce.questions.list({ status: 'pending' })).items;
    expect(items).toMatchObject([{ id: waits!.id }]);
    const [event] = (await trail(askonce)).filter(({ type }) => type === 'clarification.not_shown');
    expect(event).toMatchObject({
      clarification: waits!.id,
      data: { because: expect.stringContaining('without choosing') },
    });
    await askonce.questions.answer(waits!.id, '8080');
  });

  it('that runs as codex exec is given no form, and its question waits in the inbox', async () => {
    const { agent: connect, askonce, clock } = await mcpBench();
    const client = answersItself('decline', 60_000, clock);
    const asking = await connect(kind, { person: client.person });
    const told = nextEvent(askonce, 'clarification.not_shown');
    const waiting = asking.ask(PORT, {}, { meta: CODEX_EXEC });
    const { clarification, data } = await told;
    expect(data.because).toBe('the client did not show it: codex exec runs without a person');
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.answer(clarification!, '8080', { surface: 'page' });
    expect((await waiting).items).toMatchObject([{ answer: '8080', surface: 'page' }]);
    expect(client.forms).toBe(0);
    // The same client with its person before it is asked as ever.
    const seen = asking.ask('Which host?', {}, { meta: { 'x-codex-turn-metadata': { turn_trigger: 'user' } } });
    expect(await seen).toMatchObject({ status: 'declined' });
  });

  it('that is claude -p is given no form, and its question waits in the inbox', async () => {
    const folder = newFolder();
    const askonce = await openAskOnce({ project: folder.path, db: '.askonce/askonce.db' });
    onTestFinished(() => askonce.close());
    const env = { PATH: process.env.PATH!, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
    const command = { command: process.execPath, args: [BIN, 'mcp'], cwd: folder.path, env };
    const told = nextEvent(askonce, 'clarification.not_shown');
    const waiting = (await agent(kind, command, { person: () => ({ action: 'cancel' }) })).ask(PORT);
    const { clarification, data } = await told;
    expect(data.because).toBe('the client did not show it: claude -p runs without a person');
    await askonce.questions.answer(clarification!, '8080', { surface: 'page' });
    expect((await waiting).items).toMatchObject([{ answer: '8080', surface: 'page' }]);
  });
});

it('leaves a form that is sent back after its question was answered without a trace', async () => {
  const { agent: connect, askonce, clock } = await mcpBench();
  const person = async () => {
    const [waits] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(waits!.id, '8080');
    clock.advance(20);
    return { action: 'cancel' as const };
  };
  expect((await (await connect('2026-07-28', { person })).ask(PORT)).items).toMatchObject([{ answer: '8080' }]);
  expect((await trail(askonce)).map(({ type }) => type)).not.toContain('clarification.not_shown');
});
