/** `askonce/claude-agent` with the real Claude Agent SDK and its own Claude Code. Only the model is a stand-in, on loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Options, query } from '@anthropic-ai/claude-agent-sdk';
import { type AskOnce, openAskOnce } from 'askonce';
import { askUserServer, canUseTool, onElicitation } from 'askonce/claude-agent';
import { expect, it, onTestFinished } from 'vitest';
import { fakeClaude, type ScriptedCall } from './fake-claude.ts';
import { throughServer } from './support/askonce-server.ts';
import { decidedAtOnce } from './support/racing.ts';

const session = 'checkout';
const folder = () => mkdtempSync(join(tmpdir(), 'askonce-claude-agent-'));
const DATABASE = {
  ...{ question: 'Which database should I use?', header: 'Database', multiSelect: false },
  options: [
    { label: 'SQLite', description: 'a file' },
    { label: 'PostgreSQL', description: 'a server' },
  ],
};
const FEATURES = {
  ...{ question: 'Which features do you want?', header: 'Features', multiSelect: true },
  options: [
    { label: 'Auth', description: 'a' },
    { label: 'Cache', description: 'b' },
  ],
};
const asks = (...questions: object[]): ScriptedCall => ({
  id: 'toolu_ask',
  name: 'AskUserQuestion',
  input: { questions },
});
const bash = (id: string, command: string): ScriptedCall => ({
  id,
  name: 'Bash',
  input: { command, description: 'd' },
});

async function open(db = join(folder(), 'askonce.db')): Promise<AskOnce> {
  const askonce = await openAskOnce({ db });
  onTestFinished(() => askonce.close());
  return askonce;
}

async function modelOf(...script: ScriptedCall[]) {
  const model = await fakeClaude(script);
  onTestFinished(model.close);
  const env = {
    ...process.env,
    ...{ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'none', CLAUDE_CONFIG_DIR: folder() },
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  return { ...model, env };
}

/** Runs Claude Code until it ends; returns the folder that it worked in. */
async function run(model: { env: NodeJS.ProcessEnv }, options: Options): Promise<string> {
  const cwd = folder();
  for await (const message of query({
    prompt: 'Build it.',
    options: { cwd, settingSources: [], env: model.env, ...options },
  }))
    if (message.type === 'result') expect(message).toMatchObject({ subtype: 'success', result: 'Done.' });
  return cwd;
}

const pending = async (askonce: AskOnce) => (await askonce.questions.list({ status: 'pending' })).items;

async function waiting(askonce: AskOnce, part: string): Promise<string> {
  const found = async () => (await pending(askonce)).find((item) => JSON.stringify(item).includes(part))?.id;
  await expect.poll(found).toBeDefined();
  return (await found())!;
}

it('questions of Claude are answered in AskOnce, by options, by several options and in own words', async () => {
  const askonce = await open();
  const model = await modelOf(asks(DATABASE, FEATURES, { ...DATABASE, question: 'Which cache should I use?' }));
  const done = run(model, { canUseTool: canUseTool(askonce, { session }) });
  await askonce.questions.answer(await waiting(askonce, 'Which database'), 'SQLite');
  await askonce.questions.answer(await waiting(askonce, 'Which features'), ['Auth', 'Cache']);
  await askonce.questions.answer(await waiting(askonce, 'Which cache'), 'Neither, use memory');
  await done;
  const [result] = model.results;
  expect(result).toContain('\\"Which database should I use?\\"=\\"SQLite\\"');
  expect(result).toContain('\\"Which features do you want?\\"=\\"Auth, Cache\\"');
  expect(result).toContain('\\"Which cache should I use?\\"=\\"Neither, use memory\\"');
});

it('two answers race: one wins, and Claude gets that one', async () => {
  const askonce = await open();
  const model = await modelOf(asks(DATABASE));
  const done = run(model, { canUseTool: canUseTool(askonce, { session }) });
  const id = await waiting(askonce, 'Which database');
  const answers = ['SQLite', 'PostgreSQL'];
  const results = await Promise.allSettled(answers.map((answer) => askonce.questions.answer(id, answer)));
  await done;
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = answers[results.findIndex(({ status }) => status === 'fulfilled')];
  expect(model.results[0]).toContain(`\\"=\\"${winner}\\"`);
});

it('a call runs if a person allows it, with the input that they edited, and not if they deny it', async () => {
  const askonce = await open();
  const calls = [bash('toolu_1', 'touch one'), bash('toolu_2', 'touch two'), bash('toolu_3', 'touch three')];
  const model = await modelOf(...calls);
  const done = run(model, { canUseTool: canUseTool(askonce, { session }) });
  await askonce.approvals.decide(await waiting(askonce, 'touch one'), { decision: 'allow' });
  const updatedInput = { command: 'touch edited', description: 'd' };
  await askonce.approvals.decide(await waiting(askonce, 'touch two'), { decision: 'allow', updatedInput });
  await askonce.approvals.decide(await waiting(askonce, 'touch three'), { decision: 'deny', message: 'Not that one.' });
  const cwd = await done;
  expect(['one', 'two', 'three', 'edited'].map((file) => existsSync(join(cwd, file)))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(model.results[2]).toContain('Not that one.');
});

it('a call that a person allows for the session is not asked again, and the rule is in AskOnce', async () => {
  const askonce = await open();
  const model = await modelOf(bash('toolu_1', 'touch one'), bash('toolu_2', 'touch one'));
  const done = run(model, { canUseTool: canUseTool(askonce, { session }) });
  const id = await waiting(askonce, 'touch one');
  const rule = (await askonce.questions.get(id))!.approval!.scopes.at(-1)!.rules[0]!;
  await askonce.approvals.decide(id, { decision: 'allow', scope: 'session', rule });
  await done;
  expect(await pending(askonce)).toEqual([]);
  expect(await askonce.approvals.rules({ session })).toMatchObject([{ rule }]);
});

it('a call whose decision Claude does not want remembered offers no rule', async () => {
  const askonce = await open();
  const decide = canUseTool(askonce, { session, wait: false });
  const how = { signal: new AbortController().signal, requestId: 'r', suggestions: [] };
  for (const [at, more] of [{}, { suppressAlwaysAllowRule: true }, { defaultToNo: true }].entries()) {
    const reply = await decide('Bash', { command: `touch ${at}` }, { ...how, toolUseID: `toolu_${at}`, ...more });
    expect(reply).toMatchObject({ behavior: 'deny', message: expect.stringContaining('This is not a yes') });
    const { approval } = (await askonce.questions.get(await waiting(askonce, `touch ${at}`)))!;
    const scopes = approval!.scopes.map(({ scope }) => scope);
    expect(scopes, JSON.stringify(more)).toEqual(at === 0 ? ['once', 'session', 'project'] : ['once']);
  }
});

it('Claude asks by the tool of the server in the process', async () => {
  const askonce = await open();
  const call = {
    id: 'toolu_1',
    name: 'mcp__askonce__ask_user',
    input: { question: 'Which port should it listen on?' },
  };
  const model = await modelOf(call);
  const mcpServers = { askonce: askUserServer(askonce, { session }) };
  const done = run(model, { mcpServers, allowedTools: ['mcp__askonce__ask_user'] });
  await askonce.questions.answer(await waiting(askonce, 'Which port'), '8080');
  await done;
  expect(model.results[0]).toContain('8080');
});

it('the form of an MCP server is filled in by answers, and cancelled if no one answers in time', async () => {
  const askonce = await open();
  const server = join(import.meta.dirname, '..', '..', 'scripts', 'clients', 'form-server.ts');
  const forms = { type: 'stdio' as const, command: process.execPath, args: [server] };
  const replies: string[] = [];
  for (const wait of [true, false]) {
    const model = await modelOf({ id: 'toolu_1', name: 'mcp__forms__show_form', input: {} });
    const place = { session, wait };
    const done = run(model, {
      ...{ mcpServers: { forms }, allowedTools: ['mcp__forms__show_form'] },
      onElicitation: onElicitation(askonce, place),
    });
    if (wait) {
      await askonce.questions.answer(await waiting(askonce, 'Region?'), 'Europe');
      await askonce.questions.answer(await waiting(askonce, 'Replicas?'), '3');
      await askonce.questions.answer(await waiting(askonce, 'Backups?'), 'Yes');
    }
    await done;
    replies.push(model.results[0]!.replaceAll('\\', ''));
  }
  expect(replies[0]).toContain('{"action":"accept","content":{"region":"eu","replicas":3,"backups":true}}');
  expect(replies[1]).toContain('{"action":"cancel"}');
  expect(await pending(askonce)).toEqual([]);
});

it('through a server, questions, calls and the tool wait for its inbox, and a call may offer no rule', async () => {
  const { client, inbox } = await throughServer();
  const tool = { id: 'toolu_2', name: 'mcp__askonce__ask_user', input: { question: 'Which port should it use?' } };
  const model = await modelOf(asks(DATABASE), tool, bash('toolu_1', 'touch one'));
  const place = { session };
  const mcpServers = { askonce: askUserServer(client, place) };
  const allowedTools = ['mcp__askonce__ask_user'];
  const done = run(model, { canUseTool: canUseTool(client, place), mcpServers, allowedTools });
  await inbox.answer('Which database', 'SQLite');
  await inbox.answer('Which port', '8080');
  await inbox.decide('touch one', { decision: 'allow' });
  expect(existsSync(join(await done, 'one'))).toBe(true);
  expect(model.results[0]).toContain('=\\"SQLite\\"');
  expect(model.results[1]).toContain('8080');

  const how = { signal: new AbortController().signal, requestId: 'r', toolUseID: 'toolu_3', defaultToNo: true };
  await canUseTool(client, { session, wait: false })('Bash', { command: 'touch two' }, how);
  expect((await inbox.waiting('touch two')).approval!.scopes.map(({ scope }) => scope)).toEqual(['once']);
});

it('through a server, a form is filled in, and nothing of it waits any more if no one does so in time', async () => {
  const { client, inbox } = await throughServer();
  const names = ['Replicas', 'Retries', 'Shards', 'Regions', 'Backups'];
  const form = {
    ...{ serverName: 'forms', message: 'How many?', mode: 'form' as const },
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'integer', maximum: 9 }])),
    },
  };
  const how = { signal: new AbortController().signal, requestId: 'r' };
  const filled = onElicitation(client, { session })(form, how);
  for (const [at, name] of names.entries()) await inbox.answer(`${name}?`, String(at));
  expect(await filled).toEqual({
    ...{ action: 'accept', content: Object.fromEntries(names.map((name, at) => [name, at])) },
  });
  expect(await onElicitation(client, { session, wait: false })(form, how)).toEqual({ action: 'cancel' });
  expect((await client.clarifications({ status: 'pending' })).items).toEqual([]);
});

it('the same call that is asked again after a restart gets what won, an allow or a deny at once', async () => {
  const db = join(folder(), 'askonce.db');
  const first = await openAskOnce({ db });
  const how = { signal: new AbortController().signal, requestId: 'r', toolUseID: 'toolu_1' };
  await canUseTool(first, { session, wait: false })('Bash', { command: 'touch it' }, how);
  const decision = await decidedAtOnce(first, await waiting(first, 'touch it'));
  await first.close();
  const again = canUseTool(await open(db), { session, wait: false });
  expect(await again('Bash', { command: 'touch it' }, how)).toMatchObject({ behavior: decision });
  expect(await again('Bash', { command: 'touch it' }, { ...how, toolUseID: 'toolu_2' })).toMatchObject({
    behavior: 'deny',
  });
});

it('the tool of the server in the process gets, after a restart, the answer that won', async () => {
  const db = join(folder(), 'askonce.db');
  const first = await openAskOnce({ db });
  const call = { id: 'toolu_1', name: 'mcp__askonce__ask_user', input: { question: 'Which port should it use?' } };
  const allowedTools = ['mcp__askonce__ask_user'];
  const before = await modelOf(call);
  await run(before, { mcpServers: { askonce: askUserServer(first, { session, wait: false }) }, allowedTools });
  expect(before.results[0]).toContain('parked');
  const id = await waiting(first, 'Which port');
  await first.close();

  const askonce = await open(db);
  const answers = ['8080', '9090'];
  const results = await Promise.allSettled(answers.map((answer) => askonce.questions.answer(id, answer)));
  const won = results.findIndex(({ status }) => status === 'fulfilled');
  const model = await modelOf(call);
  await run(model, { mcpServers: { askonce: askUserServer(askonce, { session }) }, allowedTools });
  expect(model.results[0]).toContain(answers[won]);
  expect(model.results[0]).not.toContain(answers[1 - won]);
  expect((await askonce.questions.list()).items).toHaveLength(1);
});

it('a form that is open when the agent stops is withdrawn, and put again after a restart; two answers race', async () => {
  const db = join(folder(), 'askonce.db');
  const first = await openAskOnce({ db });
  const form = {
    ...{ serverName: 'forms', message: 'How many?', mode: 'form' as const },
    requestedSchema: { type: 'object', properties: { Replicas: { type: 'integer', maximum: 9 } } },
  };
  const stop = new AbortController();
  const stopped = onElicitation(first, { session })(form, { signal: stop.signal, requestId: 'r' });
  await waiting(first, 'Replicas');
  stop.abort();
  await expect(stopped).rejects.toThrow();
  expect(await pending(first)).toEqual([]);
  await first.close();

  const askonce = await open(db);
  const filled = onElicitation(askonce, { session })(form, { signal: new AbortController().signal, requestId: 'r' });
  const id = await waiting(askonce, 'Replicas');
  const results = await Promise.allSettled(['3', '5'].map((answer) => askonce.questions.answer(id, answer)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const Replicas = results[0]!.status === 'fulfilled' ? 3 : 5;
  expect(await filled).toEqual({ action: 'accept', content: { Replicas } });
});

it('the example is killed while it waits; started again, it does not ask what was answered meanwhile', async () => {
  const cwd = folder();
  const db = join(cwd, 'askonce.db');
  const askonce = await open(db);
  const model = await modelOf(asks(DATABASE));
  const start = () => {
    const env = { ...model.env, ASKONCE_DB: db };
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'examples', 'claude-agent.ts')], {
      cwd,
      env,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const killed = start();
  const id = await waiting(askonce, 'Which database');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await askonce.questions.answer(id, 'SQLite');
  const program = start();
  let printed = '';
  program.stdout.on('data', (text) => (printed += String(text)));
  expect(await once(program, 'close')).toEqual([0, null]);
  expect(printed).toBe('Done.\n');
  expect(model.results[0]).toContain('=\\"SQLite\\"');
  expect(await pending(askonce)).toEqual([]);
});
