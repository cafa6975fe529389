/** How the person is reached: at once where nobody need be, through the client, in the inbox, and by waiting. */
import { describe, expect, it } from 'vitest';
import type { FakeClock } from '../../src/testing/fake-clock.ts';
import { nextEvent, stateOf } from '../support/open.ts';
import { agent as connect, KINDS, mcpBench, type Shown } from './clients.ts';

const FORMAT = {
  question: 'Which format should I use?',
  header: 'Format',
  options: [{ label: 'YAML' }, { label: 'JSON' }],
};
/** A person who reads before they decline. */
const declining = (clock: FakeClock) => () => {
  clock.advance(3_000);
  return { action: 'decline' as const };
};
const accept = (content: Record<string, string | string[]>) => ({ action: 'accept' as const, content });

describe.each(KINDS)('a client of %s', (kind) => {
  it('gets what needs no person at once, with its source and its evidence', async () => {
    const { agent, askonce } = await mcpBench();
    await askonce.preferences.set(FORMAT.question, 'YAML');
    const { text, status, items } = await (await agent(kind)).ask(FORMAT);
    expect(status).toBe('auto_resolved');
    expect(items).toMatchObject([
      { answer: 'YAML', source: 'preference', evidence: expect.stringContaining('set to “YAML”') },
    ]);
    expect(text).toContain('Continue with: YAML');
  });

  it('shows the question to its person, whose answer is taken as theirs', async () => {
    const seen: Shown[] = [];
    const { agent, askonce } = await mcpBench();
    const asking = await agent(kind, {
      person: (shown) => {
        seen.push(shown);
        return accept({ answer1: 'JSON' });
      },
    });
    const { items, text } = await asking.ask({ ...FORMAT, recommended: 'JSON', reason: 'Both are in use.' });
    expect(items).toMatchObject([{ outcome: 'answered', answer: 'JSON', source: 'user', surface: 'mcp' }]);
    expect(text).toContain('the person answered: JSON');
    expect(seen).toHaveLength(1);
    expect(seen[0]!.message).toContain('Both are in use.');
    // What the agent would choose stands first, and nothing is chosen beforehand.
    expect(seen[0]!.requestedSchema!.properties.answer1).toEqual({
      type: 'string',
      title: 'Format',
      oneOf: [
        { const: 'JSON', title: 'JSON (recommended)' },
        { const: 'YAML', title: 'YAML' },
      ],
    });
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(0);
    expect(await (await agent(kind)).ask({ ...FORMAT, question: 'What format should I use?' })).toMatchObject({
      status: 'auto_resolved',
    });
  });

  it('is told what the person answered in the inbox, where it cannot ask them itself', async () => {
    const { agent, askonce } = await mcpBench();
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = (await agent(kind)).ask(FORMAT);
    await askonce.questions.answer((await asked).clarification!, 'YAML', { by: 'ada', surface: 'page' });
    expect((await waiting).items).toMatchObject([{ outcome: 'answered', answer: 'YAML', by: 'ada', surface: 'page' }]);
  });

  it('is told that its person declined, as an outcome', async () => {
    const { agent, askonce, clock } = await mcpBench();
    const declined = await (await agent(kind, { person: declining(clock) })).ask(FORMAT);
    expect(declined).toMatchObject({ isError: false, status: 'declined' });
    expect(declined.text).toContain('Do not ask it again');
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(0);
  });

  it('asks its person anew, with the reason, where an answer was refused', async () => {
    const { agent } = await mcpBench();
    const seen: string[] = [];
    const replies = [accept({}), accept({ other1: 'maybe' }), accept({ answer1: 'No' })];
    const asking = await agent(kind, {
      person: ({ message }) => {
        seen.push(message);
        return replies.shift()!;
      },
    });
    const result = await asking.ask({ question: 'Should the file be compressed?', type: 'CONFIRM' });
    expect(result.items).toMatchObject([{ outcome: 'answered', answer: 'No' }]);
    expect(seen[1]).toContain('was not answered');
  });

  it('shows several questions as one form, each with its own field', async () => {
    const { agent } = await mcpBench();
    let shown: Shown | undefined;
    const asking = await agent(kind, {
      person: (form) => {
        shown = form;
        return accept({ answer1: 'YAML', answer2: ['lint', 'test'], other2: 'docs', answer3: 'Yes' });
      },
    });
    const { items, status } = await asking.call('ask_user', {
      questions: [
        FORMAT,
        { question: 'Which checks should run?', multiSelect: true, options: [{ label: 'lint' }, { label: 'test' }] },
        { question: 'Should the report be in English?', type: 'CONFIRM' },
      ],
    });
    expect(status).toBe('answered');
    expect(items.map(({ answer }) => answer)).toEqual(['YAML', 'lint, test, docs', 'Yes']);
    expect(Object.keys(shown!.requestedSchema!.properties)).toEqual([
      'answer1',
      'other1',
      'answer2',
      'other2',
      'answer3',
    ]);
  });

  it('is never asked for a secret in a form: it opens a page where it can, and else the inbox is left', async () => {
    const { agent, askonce, url } = await mcpBench();
    const seen: Shown[] = [];
    const secret = 'What is the API key of the mail service?';
    const answered = async () => {
      const [question] = (await askonce.questions.list({ status: 'pending' })).items;
      await askonce.questions.answer(question!.id, 'not-telling', { surface: 'page' });
    };
    const opens = await agent(kind, {
      opensPages: true,
      person: (shown) => {
        seen.push(shown);
        return { action: 'accept', content: { answer1: 'sk-123' } };
      },
    });
    const opened = opens.ask(secret);
    await expect.poll(() => seen.length).toBe(1);
    // Whoever has opened the page has not answered yet.
    expect(await stateOf(opened)).toBe('waits');
    await answered();
    expect((await opened).items).toMatchObject([{ outcome: 'answered', surface: 'page' }]);
    expect(seen.map(({ mode, url: page, requestedSchema }) => [mode, page, requestedSchema])).toEqual([
      ['url', new URL(url).origin, undefined],
    ]);
    const forms = await agent(kind, { name: 'forms', person: () => accept({ answer1: 'sk-123' }) });
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = forms.ask(secret);
    await asked;
    expect(await stateOf(waiting)).toBe('waits');
    await answered();
    expect((await waiting).items).toMatchObject([{ outcome: 'answered', surface: 'page' }]);
  });

  it('is not shown a fourth form where three could not be taken; the inbox is left', async () => {
    const { agent, askonce } = await mcpBench();
    let shown = 0;
    const third = Promise.withResolvers<void>();
    const asking = await agent(kind, {
      person: () => {
        shown += 1;
        if (shown === 3) third.resolve();
        return accept({ answer1: 'perhaps' });
      },
    });
    const waiting = asking.ask({ question: 'Should the file be compressed?', type: 'CONFIRM' });
    await third.promise;
    expect(await stateOf(waiting)).toBe('waits');
    const [question] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(question!.id, 'Yes', { surface: 'page' });
    expect((await waiting).items).toMatchObject([{ answer: 'Yes', surface: 'page' }]);
    expect(shown).toBe(3);
  });

  it('declines all questions of a form at once, and tells what was said of all of them', async () => {
    const { agent, askonce, clock } = await mcpBench();
    const asking = await agent(kind, { person: declining(clock) });
    const questions = [{ question: 'Which branch?' }, { question: 'Which tag?', subject: 'the tag' }];
    const { items } = await asking.call('ask_user', { questions, subject: 'the release', timeout: 60_000 });
    expect(items.map(({ outcome }) => outcome)).toEqual(['declined', 'declined']);
    const stored = (await askonce.questions.list({})).items;
    expect(stored.map(({ subject }) => subject)).toEqual(['the release', 'the tag']);
  });

  it('recalls what is known', async () => {
    const { agent, askonce } = await mcpBench();
    await askonce.preferences.set('Which test runner should I use?', 'vitest');
    const asking = await agent(kind);
    expect(await asking.call('recall', { about: 'test runner' })).toMatchObject({
      text: '- “Which test runner should I use?” → vitest (this project’s preference)',
      items: [{ answer: 'vitest', from: 'preference', source: 'set' }],
    });
    expect((await asking.call('recall', { about: 'weather' })).text).toContain('ask with ask_user');
  });
});

describe('a server that may not ask through clients', () => {
  it.each(KINDS)('leaves it to the inbox (%s)', async (kind) => {
    const { agent, askonce } = await mcpBench({ elicitation: 'none' });
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = (await agent(kind, { person: () => accept({ answer1: 'JSON' }) })).ask(FORMAT);
    const { clarification } = await asked;
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.answer(clarification!, 'YAML');
    expect((await waiting).items).toMatchObject([{ answer: 'YAML', surface: 'library' }]);
  });
});

describe('an asker’s token', () => {
  it.each(KINDS)('lets nobody answer through the client, unless the server trusts all of them (%s)', async (kind) => {
    let shown = 0;
    const person = () => {
      shown += 1;
      return accept({ answer1: 'JSON' });
    };
    const strict = await mcpBench();
    const asked = nextEvent(strict.askonce, 'clarification.requested');
    const waiting = (await connect(kind, { url: strict.url, token: 'token-of-asker' }, { person })).ask(FORMAT);
    const { clarification } = await asked;
    expect(await stateOf(waiting)).toBe('waits');
    await strict.askonce.questions.answer(clarification!, 'YAML', { surface: 'page' });
    expect((await waiting).items).toMatchObject([{ answer: 'YAML', surface: 'page' }]);
    expect(shown).toBe(0);
    const trusting = await mcpBench({ elicitation: 'all' });
    const believed = await connect(kind, { url: trusting.url, token: 'token-of-asker' }, { person });
    expect((await believed.ask(FORMAT)).items).toMatchObject([{ answer: 'JSON', surface: 'mcp', by: 'the asker' }]);
  });
});
