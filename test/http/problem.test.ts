/** What goes out when something is refused or fails: a stable code, words for people, and nothing that is only ours. */
import { describe, expect, it } from 'vitest';
import { AskOnceError, ERRORS, type ErrorCode } from '../../src/core/model/errors.ts';
import { refusal } from '../../src/library/problem.ts';
import { serverLog } from '../../src/surfaces/http/logging.ts';
import { served } from './guarded.ts';

describe('a problem', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('of %s has its status, its title and its code', (code) => {
    const { problem } = refusal(new AskOnceError(code, 'What happened.'));
    expect(problem).toMatchObject({ type: `urn:askonce:error:${code}`, code, ...ERRORS[code] });
    expect(problem.detail).not.toBe('');
  });

  it('tells who won', () => {
    const winner = { answer: 'YAML', by: 'ann', surface: 'repl', source: 'user' };
    const { problem } = refusal(new AskOnceError('already_answered', 'Ann was first.', { id: 'q-1', winner }));
    expect(problem).toMatchObject({ status: 409, detail: 'Ann was first.', id: 'q-1', winner });
  });

  it('keeps its own status and code where the details have others', () => {
    const details = { id: 'q-1', status: 'declined', code: 'cap_reached' };
    const { problem } = refusal(new AskOnceError('clarification_closed', 'It is closed.', details));
    expect(problem).toMatchObject({ status: 410, code: 'clarification_closed' });
    expect(problem).toMatchObject({ clarificationStatus: 'declined', itemCode: 'cap_reached' });
  });

  it('leaves out what names files, stores, commands or agents', () => {
    const details = {
      ...{ file: '/home/ann/x.db', store: 'postgres://ann@db', command: 'claude -p', said: 'secret' },
      ...{
        cause: 'SQLITE_IOERR',
        errorTail: 'password',
        prompt: 'type it',
        tables: [],
        from: '/x',
        project: '/home/ann',
      },
    };
    const { problem } = refusal(new AskOnceError('store_failed', 'cannot read /home/ann/x.db', details));
    expect(Object.keys(problem).toSorted()).toEqual(['code', 'detail', 'status', 'title', 'type']);
    expect(JSON.stringify(problem)).not.toMatch(/ann|SQLITE|claude|password/);
  });

  it.each(['store_busy', 'engine_closed'] as const)('of %s says when to try again', (code) => {
    const { problem, headers } = refusal(new AskOnceError(code, 'Not now.'));
    expect(problem.status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    new Error('SELECT * FROM tokens'),
    new TypeError('x is undefined'),
    'a text',
    null,
    undefined,
    { code: 'FST_ERR_X' },
  ])('of something nobody expected (%s) says nothing about it', (thrown) => {
    const { problem } = refusal(thrown);
    expect(problem).toMatchObject({ status: 500, code: 'unexpected' });
    expect(JSON.stringify(problem)).not.toMatch(/SELECT|undefined|FST/);
  });

  it('is never longer than somebody would read', () => {
    const { problem } = refusal(new AskOnceError('answer_refused', 'x'.repeat(100_000)));
    expect(problem.detail.length).toBeLessThan(600);
  });
});

describe('over HTTP', () => {
  it('what is wrong with a body is told part by part, without the values', async () => {
    const { post } = await served();
    const secret = 'my-secret-value';
    const { status, headers, json, text } = await post('/checked', { name: { [secret]: secret }, age: secret });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(json.errors.map(({ path }: { path: string }) => path)).toEqual(['body/name', 'body/age']);
    expect(text).not.toContain(secret);
  });

  it('a body with thousands of faults gets a reply of bounded length', async () => {
    const { post } = await served();
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field-${n}`, n]));
    const wrong = { name: 'a', tags: Array.from({ length: 5_000 }, (_, n) => n) };
    for (const body of [unknown, wrong]) {
      const { status, text } = await post('/checked', body);
      expect(status).toBe(400);
      expect(text.length).toBeLessThan(20_000);
    }
  });

  it('a failure of ours is logged with its request, and the caller hears only how to find it there', async () => {
    const lines: string[] = [];
    const { get } = await served({
      log: serverLog({ level: 'info', destination: { write: (line) => lines.push(line) } }),
    });
    const { status, json, text } = await get('/throws');
    expect(status).toBe(500);
    expect(text).not.toMatch(/hunter2|etc/);
    const [line] = lines.map((one) => JSON.parse(one)).filter(({ level }) => level === 50);
    expect(json.instance).toBe(`urn:askonce:request:${line.reqId}`);
    expect(line).toMatchObject({ route: '/throws', err: { message: expect.stringContaining('hunter2') } });
  });

  it('a store that cannot be opened is not named', async () => {
    const { get } = await served();
    const { status, text } = await get('/refuses');
    expect(status).toBe(503);
    expect(text).not.toMatch(/home|secret\.db/);
  });
});

describe('the log', () => {
  it('has a line for each request where they are wanted, and nothing in it that is the sender’s own', async () => {
    const lines: string[] = [];
    const { get, post } = await served({
      log: serverLog({ level: 'debug', destination: { write: (line) => lines.push(line) } }),
    });
    await get('/things/secret-id?token=secret-query', {
      authorization: 'Bearer asker-token',
      cookie: 'a=secret-cookie',
    });
    await get('/things/x', { authorization: 'Bearer secret-guess' });
    await post('/echo', { answer: 'secret-answer' });
    await expect.poll(() => lines.filter((line) => line.includes('"request"')).length).toBe(3);
    const all = lines.join('');
    expect(all).toContain('"route":"/things/:id"');
    expect(all).toContain('"by":"bot"');
    expect(all).not.toMatch(/secret|asker-token/);
  });

  it('has no line for a request where nothing is said', async () => {
    const lines: string[] = [];
    const { get } = await served({ log: serverLog({ destination: { write: (line) => lines.push(line) } }) });
    await get('/for-askers');
    expect(lines.filter((line) => line.includes('request'))).toEqual([]);
  });

  it('hides what a line should not have held', async () => {
    const lines: string[] = [];
    const { app } = await served({ log: serverLog({ destination: { write: (line) => lines.push(line) } }) });
    app.log.info({ token: 'secret', job: { prompt: 'secret' }, req: { headers: { authorization: 'secret' } } }, 'x');
    expect(lines.join('')).toContain('[hidden]');
    expect(lines.join('')).not.toContain('secret');
  });
});
