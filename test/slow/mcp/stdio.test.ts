/** `askonce mcp` as clients start it: a process of its own for each, on one store. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AskOnce, openAskOnce } from '../../../src/index.ts';
import { type AgentOptions, agent, type Command, KINDS, type Kind } from '../../mcp/clients.ts';
import { newFolder } from '../../support/askonce.ts';
import { nextEvent } from '../../support/open.ts';
import { BIN } from '../../support/programs.ts';

const DRINK = { question: 'Which drink should we order?', options: [{ label: 'tea' }, { label: 'coffee' }] };

/** A project in a folder of its own, the command in it, and AskOnce on the same store. */
async function project(env: Record<string, string> = {}) {
  const folder = newFolder();
  const askonce: AskOnce = await openAskOnce({ project: folder.path, db: '.askonce/askonce.db' });
  onTestFinished(() => askonce.close());
  const command = (...args: string[]): Command => ({
    command: process.execPath,
    args: [BIN, 'mcp', ...args],
    cwd: folder.path,
    env: { PATH: process.env.PATH!, ...env },
  });
  const start = (kind: Kind, options?: AgentOptions) => agent(kind, command(), options);
  return { folder, askonce, command, start };
}

const pidOf = ({ client }: { client: { transport?: unknown } }): number => (client.transport as { pid: number }).pid;

describe.each(KINDS)('over stdio by %s', (kind) => {
  it('asks through the client and in the inbox at once; what is taken back is withdrawn', async () => {
    const { askonce, start } = await project();
    const asking = await start(kind, { person: () => ({ action: 'accept', content: { other1: 'mate' } }) });
    expect((await asking.ask(DRINK)).items).toMatchObject([{ outcome: 'answered', answer: 'mate', surface: 'mcp' }]);
    const cannot = await start(kind, { name: 'another' });
    const asked = nextEvent(askonce, 'clarification.requested');
    const takesBack = new AbortController();
    const waiting = cannot.ask(DRINK, {}, { signal: takesBack.signal }).catch(() => 'taken back');
    await asked;
    const withdrawn = nextEvent(askonce, 'clarification.withdrawn');
    takesBack.abort('enough');
    expect(await waiting).toBe('taken back');
    await withdrawn;
  });

  it('keeps the question of a client that dies, which finds the answer when it comes back', async () => {
    const { askonce, start } = await project();
    const dying = await start(kind);
    const asked = nextEvent(askonce, 'clarification.requested');
    const lost = dying.ask(DRINK).catch(() => 'lost');
    const { clarification: id } = await asked;
    await dying.close();
    expect(await lost).toBe('lost');
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ id }]);
    await askonce.questions.answer(id!, 'tea');
    expect((await (await start(kind)).ask(DRINK)).items).toMatchObject([{ id, answer: 'tea', source: 'history' }]);
  });

  it('loses nothing where the server is killed while a question waits', async () => {
    const { askonce, start } = await project();
    const first = await start(kind);
    const asked = nextEvent(askonce, 'clarification.requested');
    const lost = first.ask(DRINK).catch(() => 'lost');
    const { clarification: id } = await asked;
    process.kill(pidOf(first), 'SIGKILL');
    expect(await lost).toBe('lost');
    const joined = nextEvent(askonce, 'clarification.joined');
    const again = (await start(kind)).ask(DRINK);
    await joined;
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ id }]);
    await askonce.questions.answer(id!, 'coffee');
    expect((await again).items).toMatchObject([{ id, answer: 'coffee', source: 'user' }]);
  });
});

describe('askonce mcp', () => {
  it('takes in one process what was sealed in another that was killed', async () => {
    const { askonce, start } = await project();
    const people = { person: () => ({ action: 'cancel' as const }) };
    const send = async (from: Awaited<ReturnType<typeof start>>, more: object = {}) =>
      (await from.client.callTool(
        { name: 'ask_user', arguments: { questions: [DRINK] }, ...more } as never,
        { allowInputRequired: true } as never,
      )) as { requestState?: string; structuredContent?: unknown };
    const first = await start('2026-07-28', people);
    const { requestState } = await send(first);
    process.kill(pidOf(first), 'SIGKILL');
    const inputResponses = { person: { action: 'accept', content: { answer1: 'tea' } } };
    const { structuredContent } = await send(await start('2026-07-28', people), { requestState, inputResponses });
    expect(structuredContent).toMatchObject({ items: [{ outcome: 'answered', answer: 'tea' }] });
    expect((await askonce.questions.list({})).items).toHaveLength(1);
  });

  it('ends with its client, and has written nothing but the protocol', async () => {
    const { folder } = await project();
    const { child, ended } = folder.start(['mcp'], { stdin: 'pipe' });
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
    await once(child.stdout!, 'data');
    child.stdin!.end();
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(lines.map(() => '2.0'));
  });

  it('belongs to the conversation that Claude Code names, and to the job that it is run for', async () => {
    const { askonce, start } = await project({ CLAUDE_CODE_SESSION_ID: 'abc-123' });
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = (await start('2025-11-25')).ask(DRINK);
    const { session, clarification } = await asked;
    expect(session).toBe('claude-abc-123');
    await askonce.questions.answer(clarification!, 'tea');
    await waiting;
    const run = await project({ ASKONCE_SESSION: 'nightly', ASKONCE_JOB: 'build-7' });
    const askedThere = nextEvent(run.askonce, 'clarification.requested');
    const waits = (await run.start('2025-11-25')).ask(DRINK);
    const event = await askedThere;
    expect(event).toMatchObject({ session: 'nightly', job: 'build-7' });
    await run.askonce.questions.answer(event.clarification!, 'tea');
    await waits;
  });

  it('names the command that answers as the person types it: with npx where npx started it, and with its store', async () => {
    const { command } = await project({ npm_lifecycle_event: 'npx' });
    const asking = await agent('2025-11-25', command('--wait', '100ms', '--db', 'other.db'));
    expect((await asking.ask(DRINK)).text).toMatch(/ or by: `npx askonce --db other\.db answer q-\S+ <answer>`\n/);
  });

  it('takes its flags: how long it waits, where people answer, and that clients are not asked', async () => {
    const { command, askonce } = await project();
    const flags = ['--wait', '100ms', '--inbox', 'https://inbox.example/', '--no-elicitation'];
    const asking = await agent('2025-11-25', command(...flags), {
      person: () => ({ action: 'accept', content: { answer1: 'tea' } }),
    });
    expect(await asking.ask(DRINK)).toMatchObject({ status: 'parked', inbox: 'https://inbox.example' });
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  it('works in the project that Claude Code names, wherever it was started', async () => {
    const { folder, askonce } = await project();
    const elsewhere = await project({ CLAUDE_PROJECT_DIR: folder.path });
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = (await elsewhere.start('2025-11-25')).ask(DRINK);
    await askonce.questions.answer((await asked).clarification!, 'tea');
    expect((await waiting).items).toMatchObject([{ answer: 'tea' }]);
  });

  it('says that questions are parked where it is told to stop', async () => {
    const { askonce, start } = await project();
    const asking = await start('2025-11-25');
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = asking.ask(DRINK);
    await asked;
    process.kill(pidOf(asking), 'SIGTERM');
    expect(await waiting).toMatchObject({ status: 'parked' });
  });

  it('shows plain choices to a client of 2025-06-18, whose person is asked by a bare capability', async () => {
    const { folder } = await project();
    const { child } = folder.start(['mcp'], { stdin: 'pipe' });
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const send = (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const next = async () => JSON.parse((await lines.next()).value!) as Record<string, never>;
    const clientInfo = { name: 'old', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: { elicitation: {} }, clientInfo };
    send({ id: 1, method: 'initialize', params });
    expect(await next()).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'ask_user', arguments: { questions: [DRINK] } } });
    const ping = await next();
    expect(ping).toMatchObject({ method: 'ping' });
    send({ id: ping.id, result: {} });
    const form = await next();
    expect(form).toMatchObject({
      method: 'elicitation/create',
      params: { requestedSchema: { properties: { answer1: { type: 'string', enum: ['tea', 'coffee'] } } } },
    });
    send({ id: form.id, result: { action: 'accept', content: { answer1: 'tea' } } });
    expect(await next()).toMatchObject({ id: 2, result: { structuredContent: { items: [{ answer: 'tea' }] } } });
    child.stdin!.end();
  });
});

describe('askonce serve', () => {
  it('takes its flags for /mcp', async () => {
    const { folder, askonce } = await project();
    const { stderrShows } = folder.start(['serve', '--port', '0', '--mcp-wait', '100ms', '--mcp-elicitation', 'none']);
    const url = await stderrShows(/MCP +(http\S+)/);
    const person = () => ({ action: 'accept' as const, content: { answer1: 'tea' } });
    const asking = await agent('2026-07-28', { url, token: null }, { person });
    expect(await asking.ask(DRINK)).toMatchObject({ status: 'parked', inbox: new URL(url).origin });
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    const { code, stderr } = await folder.run(['serve', '--mcp-elicitation', 'some']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('answerers, all, none') });
  });
});
