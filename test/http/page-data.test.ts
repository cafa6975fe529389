/** What the page asks for besides questions and jobs, over real sockets. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AskReply, Clarification, FilesFound, InsightShown, PageReply } from '../../src/surfaces/client/index.ts';
import { pageDataRoutes } from '../../src/surfaces/http/routes/page.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { served } from './guarded.ts';
import { serve } from './serving.ts';

describe('GET /me', () => {
  it('says whose token it is, and what it may do', async () => {
    const { send } = await serve(sqlite);
    for (const role of ['asker', 'answerer', 'admin'] as const)
      expect((await send(role, 'GET /me')).body).toEqual({
        ...{ name: `the ${role}`, role, tokensNeeded: true, shared: false },
        // Only people see which machine it is.
        ...(role === 'asker' ? {} : { machine: expect.any(String) }),
        approves: role !== 'asker',
      });
  });

  it('asks for a token where one is needed', async () => {
    const { send } = await serve(sqlite);
    expect(await send('nobody', 'GET /me')).toMatchObject({ status: 401, body: { code: 'token_missing' } });
    const wrong = { headers: { authorization: 'Bearer wrong' } };
    expect(await send('nobody', 'GET /me', undefined, wrong)).toMatchObject({
      status: 401,
      body: { code: 'token_invalid' },
    });
  });

  it('knows whoever sits at the machine by no name, and lets them do all', async () => {
    const { get } = await served({ routes: [pageDataRoutes] });
    expect((await get('/me')).json).toEqual({
      ...{ name: null, role: 'admin', tokensNeeded: false, shared: false, machine: expect.any(String) },
      approves: false,
    });
  });
});

describe('GET /files', () => {
  async function withFiles() {
    const server = await serve(sqlite);
    const { root, outside } = server;
    for (const folder of ['src/http', '.git', 'node_modules/a', 'dist'])
      mkdirSync(join(root, folder), { recursive: true });
    const files = [
      'server.md',
      'src/http/server.ts',
      'src/http/app.ts',
      '.git/server',
      'node_modules/a/server.js',
      'dist/server.js',
    ];
    for (const file of files) writeFileSync(join(root, file), '');
    writeFileSync(join(outside, 'server-secret.ts'), '');
    symlinkSync(join(outside, 'server-secret.ts'), join(root, 'server-link.ts'));
    symlinkSync(outside, join(root, 'server-folder'));
    symlinkSync(join(root, 'src/http/app.ts'), join(root, 'server-app.ts'));
    return server;
  }

  it('finds files of the project by words of their paths, best first, and nothing outside', async () => {
    const { send } = await withFiles();
    const { status, body } = await send<FilesFound>('answerer', 'GET /files?query=server');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: ['server.md', 'src/http/server.ts', 'server-app.ts'].map((path) => ({ path })),
      more: false,
    });
    expect((await send<FilesFound>('answerer', 'GET /files?query=http%20SERVER')).body.items).toEqual([
      { path: 'src/http/server.ts' },
    ]);
    expect((await send<FilesFound>('answerer', 'GET /files')).body.items).toHaveLength(4);
  });

  it('gives no more than are wanted, and says that there are more', async () => {
    const { send } = await withFiles();
    expect((await send('answerer', 'GET /files?query=server&limit=1')).body).toEqual({
      items: [{ path: 'server.md' }],
      more: true,
    });
    expect((await send('answerer', 'GET /files?query=server&limit=3')).body).toMatchObject({ more: false });
    for (const query of ['limit=0', 'limit=201', 'limit=x', `query=${'x'.repeat(501)}`, 'query=%00'])
      expect((await send('answerer', `GET /files?${query}`)).status).toBe(400);
  });

  it('takes whatever is typed for words', async () => {
    const { send } = await withFiles();
    for (const query of ['../', '..%2F..%2Fetc', '/etc/passwd', '(', '*', '%5B%5D'])
      expect((await send('answerer', `GET /files?query=${query}`)).body).toEqual({ items: [], more: false });
  });

  it('is of a question’s own project where one is named', async () => {
    const { send, open, outside } = await withFiles();
    const elsewhere = await open({ project: outside });
    const { items } = await elsewhere.session().ask('Which file is it?', { wait: false });
    const id = (items[0] as { id: string }).id;
    expect((await send('answerer', `GET /files?clarification=${id}&query=server`)).body).toEqual({
      items: [{ path: 'server-secret.ts' }],
      more: false,
    });
    expect((await send('answerer', 'GET /files?clarification=q-0')).body).toMatchObject({
      code: 'clarification_unknown',
    });
  });

  it('is for people', async () => {
    const { send } = await withFiles();
    expect(await send('asker', 'GET /files')).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
  });
});

describeOnStores('GET /insight', (store) => {
  it('counts what was asked and what needed nobody, how long it took, and what is repeated', async () => {
    const { send, clock, askonce } = await serve(store);
    const asked = await send<AskReply>('asker', 'POST /clarifications', {
      question: 'Which colour?',
      sessionId: 'one',
    });
    clock.advance(90_000);
    await send('answerer', `POST /clarifications/${asked.body.items[0]!.id}/answer`, { answer: 'blue' });
    await send('asker', 'POST /clarifications', { question: 'Which colour?', sessionId: 'one' });
    await send('answerer', 'POST /clarifications', {
      question: 'Which file format?',
      options: ['YAML', 'JSON'],
      userMessage: 'use YAML',
    });
    const { status, body } = await send<InsightShown>('asker', 'GET /insight?days=2');
    expect(status).toBe(200);
    expect(body.days).toHaveLength(2);
    expect(body.days[1]).toMatchObject({ asked: 1, avoided: { history: 1, input: 1, preference: 0 } });
    expect(body.waits).toMatchObject({ count: 1, median: 90_000, p90: 90_000 });
    expect(body.waits.buckets.filter(({ count }) => count > 0)).toEqual([{ from: 60_000, to: 180_000, count: 1 }]);
    expect(body.repeated).toEqual([{ question: 'Which colour?', times: 2, asked: 1 }]);
    expect(body.complete).toBe(true);
    expect(await askonce.stats()).toMatchObject({ waits: { count: 1 } });
  });
});

describe('GET /insight', () => {
  it('has 30 days where nothing is said, and refuses what is no window', async () => {
    const { send } = await serve(sqlite);
    expect((await send<InsightShown>('asker', 'GET /insight')).body.days).toHaveLength(30);
    for (const query of ['days=0', 'days=367', 'days=1.5', 'days=x', 'offset=841', 'offset=0.5'])
      expect((await send('asker', `GET /insight?${query}`)).status).toBe(400);
  });

  it('is counted once for all who look at the same time', async () => {
    const { send, askonce } = await serve(sqlite);
    // biome-ignore lint/complexity/useLiteralKeys: it is nobody else's.
    const counts = vi.spyOn(askonce['engine'].store, 'insight');
    const all = await Promise.all(Array.from({ length: 20 }, () => send('asker', 'GET /insight?days=3')));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    expect(counts.mock.calls.length).toBeLessThan(20);
    counts.mockRejectedValueOnce(new Error('gone'));
    expect((await send('asker', 'GET /insight?days=4')).status).toBe(500);
    expect((await send('asker', 'GET /insight?days=4')).status).toBe(200);
  });
});

it('a list of questions has all that a card shows', async () => {
  const { send } = await serve(sqlite);
  await send('asker', 'POST /clarifications', {
    sessionId: 'one',
    job: 'build-7',
    question: 'Should I overwrite out.csv?',
    header: 'Overwrite',
    reason: 'missing_approval',
    context: 'It was made by hand.',
    type: 'CONFIRM',
    subject: 'out.csv',
    timeout: '2h',
    onTimeout: 'fallback',
    fallback: 'Leave it as it is',
  });
  await send('asker', 'POST /clarifications', {
    sessionId: 'one',
    question: 'Which colour?',
    options: [{ label: 'red', description: 'as before' }, 'blue'],
    recommended: 'red',
    multiSelect: true,
    strictOptions: true,
  });
  const { body } = await send<PageReply<Clarification>>('answerer', 'GET /clarifications?status=pending');
  expect(body.items).toMatchObject([
    {
      sessionId: 'one',
      job: 'build-7',
      ask: expect.stringMatching(/^a-/),
      header: 'Overwrite',
      reason: 'missing_approval',
      context: 'It was made by hand.',
      type: 'CONFIRM',
      destructive: true,
      subject: 'out.csv',
      deadline: expect.any(Number),
      onTimeout: 'fallback',
      onTimeoutAnswer: 'Leave it as it is',
      offered: null,
    },
    {
      options: [{ label: 'red', description: 'as before' }, { label: 'blue' }],
      recommended: 'red',
      multiSelect: true,
      strictOptions: true,
      destructive: false,
      deadline: null,
      onTimeout: null,
      onTimeoutAnswer: null,
    },
  ]);
});

it('an answer is remembered in the same step, and one that would destroy is not', async () => {
  const { send } = await serve(sqlite);
  const park = async (question: string, more: object = {}) => {
    const { body } = await send<AskReply>('asker', 'POST /clarifications', { question, ...more });
    return body.items[0]!.id!;
  };
  const id = await park('Which test runner should I use?');
  expect(
    await send('answerer', `POST /clarifications/${id}/answer`, { answer: 'vitest', remember: true }),
  ).toMatchObject({
    status: 200,
    body: { status: 'accepted' },
  });
  expect((await send('asker', 'GET /preferences')).body).toMatchObject({
    items: [{ answer: 'vitest', origin: 'set' }],
  });
  const drop = await park('Should I delete the table users?', { type: 'CONFIRM' });
  expect(
    await send('answerer', `POST /clarifications/${drop}/answer`, { answer: 'yes', remember: true }),
  ).toMatchObject({
    status: 400,
    body: { code: 'default_destructive' },
  });
  expect((await send('asker', `GET /clarifications/${drop}`)).body).toMatchObject({ status: 'pending' });
});
