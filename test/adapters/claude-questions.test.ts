/** AskUserQuestion of Claude Code, through the hook. */
import { describe, expect, it } from 'vitest';
import { ClaudeHost, effectOf, inputOf, messageOf, QUESTIONS } from './claude-host.ts';

const PRE = { event: 'PreToolUse' } as const;
const [FIRST, SECOND] = ['Which database should I use?', 'Which features do you want?'];

function answering(host: ClaudeHost, answers: Record<string, string | string[]>): void {
  host.onWaiting((id, question) => answers[question] && host.askonce.questions.answer(id, answers[question]));
}

describe('AskUserQuestion', () => {
  it('gets the answers by position, under the words of the call, with several choices, own words and previews', async () => {
    const host = await ClaudeHost.start();
    answering(host, { [FIRST!]: 'SQLite', [SECOND!]: ['Auth', 'Cache', 'and logs'] });
    const annotations = { [SECOND!]: { notes: 'typed before' } };
    const reply = await host.call('AskUserQuestion', { ...QUESTIONS, annotations }, 'toolu_1', PRE);
    expect(effectOf(reply)).toBe('allow');
    expect(inputOf(reply)).toEqual({
      ...QUESTIONS,
      answers: { [FIRST!]: 'SQLite', [SECOND!]: 'Auth, Cache, and logs' },
      annotations: { [SECOND!]: { notes: 'typed before' }, [FIRST!]: { preview: 'db: file' } },
    });
    const { items } = await host.askonce.questions.list();
    expect(items.map(({ session }) => session)).toEqual(['claude-abc', 'claude-abc']);
    expect(items[0]!.context).toContain('db: postgres');
  });

  it('takes the lines below an option for notes, beside its preview and what was there before', async () => {
    const host = await ClaudeHost.start();
    answering(host, { [FIRST!]: 'SQLite\nuntil there are two machines', [SECOND!]: 'Neither\nof these' });
    const annotations = { [FIRST!]: { unanswered: 'skipped' } };
    const reply = await host.call('AskUserQuestion', { ...QUESTIONS, annotations }, 'toolu_1', PRE);
    expect(inputOf(reply)).toMatchObject({
      answers: { [FIRST!]: 'SQLite', [SECOND!]: 'Neither\nof these' },
      annotations: {
        [FIRST!]: { unanswered: 'skipped', preview: 'db: file', notes: 'until there are two machines' },
      },
    });
  });

  it('is answered under its own words where the question was asked in others before', async () => {
    const host = await ClaudeHost.start();
    answering(host, { 'Which format should I use?': 'YAML' });
    await host.askonce.session('claude-abc').ask('Which format should I use?');
    const question = 'What format would you like me to use?';
    const reply = await host.call('AskUserQuestion', { questions: [{ question, options: [] }] }, 'toolu_1', PRE);
    expect(inputOf(reply)).toMatchObject({ answers: { [question]: 'YAML' } });
  });

  it('is denied in the person’s words where they decline, with what they did answer', async () => {
    const host = await ClaudeHost.start();
    host.onWaiting((id, question) =>
      question === FIRST ? host.askonce.questions.answer(id, 'SQLite') : host.askonce.questions.decline(id, 'Ask Bob'),
    );
    const reply = await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', PRE);
    expect(effectOf(reply)).toBe('deny');
    expect(messageOf(reply)).toMatch(/answered “SQLite”/);
    expect(messageOf(reply)).toMatch(/declined.*Ask Bob/);
  });

  it('is denied while nobody has answered, and the same call gets the answer later', async () => {
    const host = await ClaudeHost.start();
    const parked = await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', { ...PRE, waitMs: 0 });
    expect(effectOf(parked)).toBe('deny');
    expect(messageOf(parked)).toMatch(/it waits as q-\w+/);
    expect(await host.pending()).toEqual([FIRST, SECOND]);
    for (const { id } of (await host.askonce.questions.list({ status: 'pending' })).items)
      await host.askonce.questions.answer(id, 'Auth');
    expect(effectOf(await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', { ...PRE, waitMs: 0 }))).toBe('allow');
    // The model asks anew, with another id: it is the same question of the same conversation.
    expect(effectOf(await host.call('AskUserQuestion', QUESTIONS, 'toolu_2', { ...PRE, waitMs: 0 }))).toBe('allow');
  });

  it('is deferred while nobody has answered, where AskOnce runs Claude Code', async () => {
    const host = await ClaudeHost.start();
    const deferred = await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', { ...PRE, waitMs: 0, defer: true });
    expect(effectOf(deferred)).toBe('defer');
    expect(await host.pending()).toHaveLength(2);
  });

  it('gives no answers of another call to a call id that is used again or forged', async () => {
    const host = await ClaudeHost.start();
    answering(host, { [FIRST!]: 'SQLite', [SECOND!]: 'Auth' });
    await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', PRE);
    const other = { questions: [{ question: 'Who may delete the backups?' }] };
    const reply = await host.call('AskUserQuestion', other, 'toolu_1', { ...PRE, waitMs: 0 });
    expect(effectOf(reply)).toBe('deny');
    expect(JSON.stringify(reply)).not.toContain('SQLite');
  });

  it('takes a question named like a property of objects for a question', async () => {
    const host = await ClaudeHost.start();
    host.onWaiting((id) => host.askonce.questions.answer(id, 'yes, that'));
    const input = JSON.parse('{"questions":[{"question":"__proto__"},{"question":"constructor"}]}');
    const reply = await host.call('AskUserQuestion', input, 'toolu_1', PRE);
    const { answers } = inputOf(reply) as { answers: Record<string, string> };
    expect(Object.entries(answers)).toEqual([
      ['__proto__', 'yes, that'],
      ['constructor', 'yes, that'],
    ]);
  });
});

describe('AskUserQuestion in a terminal', () => {
  const attended = { attended: true } as const;

  it('leaves the dialog to Claude Code and waits in the inbox beside it: an answer there is passed on', async () => {
    const host = await ClaudeHost.start();
    host.writesCall('AskUserQuestion', QUESTIONS, 'toolu_1');
    expect(await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', { ...PRE, ...attended })).toBeNull();
    expect(await host.pending()).toEqual([FIRST, SECOND]);
    const beside = host.call('AskUserQuestion', QUESTIONS, 'toolu_1', attended);
    for (const { id } of (await host.askonce.questions.list({ status: 'pending' })).items)
      await host.askonce.questions.answer(id, 'Auth');
    expect(effectOf(await beside)).toBe('allow');
    const asked = (await host.askonce.events.list()).filter(({ type }) => type === 'clarification.requested');
    expect(asked).toHaveLength(2);
  });

  it('leaves nothing in the inbox once the person has answered in the dialog', async () => {
    const host = await ClaudeHost.start();
    host.writesCall('AskUserQuestion', QUESTIONS, 'toolu_1');
    await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', { ...PRE, ...attended });
    const beside = host.call('AskUserQuestion', QUESTIONS, 'toolu_1', attended);
    await host.asks.promise;
    host.writesResult('toolu_1');
    expect(await beside).toBeNull();
    expect(await host.pending()).toEqual([]);
    const { items } = await host.askonce.questions.list();
    expect(items.map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn']);
  });

  it('opens no dialog for what needs no person', async () => {
    const host = await ClaudeHost.start();
    await host.askonce.preferences.set(FIRST!, 'SQLite');
    const input = { questions: [{ question: FIRST, options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }] };
    const reply = await host.call('AskUserQuestion', input, 'toolu_1', { ...PRE, ...attended });
    expect(inputOf(reply)).toMatchObject({ answers: { [FIRST!]: 'SQLite' } });
  });

  it('leaves nothing in the inbox when the person stops Claude Code', async () => {
    const host = await ClaudeHost.start();
    const stop = new AbortController();
    host.onWaiting(() => stop.abort());
    expect(await host.call('AskUserQuestion', QUESTIONS, 'toolu_1', { ...attended, signal: stop.signal })).toBeNull();
    expect(await host.pending()).toEqual([]);
  });
});
