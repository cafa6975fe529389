/** Questions that are shared, asked anew or taken back, and answers by whom they are not for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nextEvent } from '../support/open.ts';
import { agent as connect, KINDS, mcpBench, type Shown } from './clients.ts';

const COLOUR = { question: 'Which colour should the button have?', options: [{ label: 'green' }, { label: 'blue' }] };
const OTHERS = { ...COLOUR, options: [{ label: 'red' }, { label: 'black' }] };

describe('get_answer, by one who joined a question', () => {
  it('is not told that the one who asked first has left', async () => {
    const { agent, askonce, clock } = await mcpBench({ wait: '5s' });
    const [first, second] = [await agent('2025-11-25'), await agent('2025-11-25')];
    const takesBack = new AbortController();
    const asked = nextEvent(askonce, 'clarification.requested');
    const given = first.ask(COLOUR, {}, { signal: takesBack.signal }).catch(() => 'taken back');
    const { clarification: id } = await asked;
    const joined = nextEvent(askonce, 'clarification.joined');
    const waiting = second.ask(COLOUR);
    await joined;
    const left = nextEvent(askonce, 'ask.cancelled');
    takesBack.abort('no longer needed');
    await Promise.all([given, left]);
    clock.advance(5_000);
    expect(await waiting).toMatchObject({ status: 'parked' });
    expect(await second.call('get_answer', { id })).toMatchObject({ status: 'parked' });
    await askonce.questions.answer(id!, 'blue');
    expect((await second.call('get_answer', { id })).items).toMatchObject([{ outcome: 'answered', answer: 'blue' }]);
  });

  it('is not told what the one who asked first fell back to', async () => {
    const { agent, askonce, clock } = await mcpBench({ wait: '40s' });
    const [first, second] = [await agent('2025-11-25'), await agent('2025-11-25')];
    const asked = nextEvent(askonce, 'clarification.requested');
    const falls = first.ask(COLOUR, { timeout: '30s', onTimeout: 'fallback', fallback: 'Paint it red' });
    const { clarification: id } = await asked;
    const joined = nextEvent(askonce, 'clarification.joined');
    const waiting = second.ask(COLOUR);
    await joined;
    clock.advance(30_000);
    expect(await falls).toMatchObject({ status: 'fallback' });
    clock.advance(10_000);
    expect(await waiting).toMatchObject({ status: 'parked' });
    expect(await second.call('get_answer', { id })).toMatchObject({ status: 'parked' });
  });
});

describe('a token that may only ask', () => {
  it('cannot answer, through a form of its own, what another session asks', async () => {
    const { askonce, url } = await mcpBench();
    const dangerous = { question: 'Should I delete the table users?', type: 'CONFIRM' as const };
    const asked = await askonce.session('somebody-elses').ask(dangerous, { wait: false });
    const theirs = await connect(
      '2026-07-28',
      { url: `${url}?session=somebody-elses`, token: 'token-of-asker' },
      { person: () => ({ action: 'accept', content: { answer1: 'Yes' } }) },
    );
    await theirs.ask(dangerous, {}, { timeout: 1_000 }).catch(() => 'waits');
    expect(await askonce.questions.get(asked.items[0]!.id!)).toMatchObject({ status: 'pending' });
  });
});

describe.each(KINDS.slice(1))('a call of %s', (kind) => {
  it('closes its form where the question is asked anew, and shows one at a time', async () => {
    const { agent, askonce } = await mcpBench();
    const asked = nextEvent(askonce, 'clarification.requested');
    const first = (await agent(kind)).ask(COLOUR);
    const { clarification: id } = await asked;
    const open = new Set<Shown>();
    let shown = 0;
    const asking = await agent(kind, {
      person: (form, signal) => {
        open.add(form);
        shown += 1;
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            open.delete(form);
            reject(new Error('closed'));
          });
        });
      },
    });
    const waiting = asking.ask(OTHERS);
    await expect.poll(() => shown).toBe(1);
    await askonce.questions.answer(id!, 'green');
    await first;
    await expect.poll(() => shown).toBe(2);
    await expect.poll(() => open.size).toBe(1);
    const [anew] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(anew!.id, 'red');
    expect((await waiting).items).toMatchObject([{ answer: 'red' }]);
  });
});

describe('a form', () => {
  it('of several questions that is closed leaves all of them to the inbox, also one that was asked anew meanwhile', async () => {
    const { agent, askonce, clock } = await mcpBench();
    const asked = nextEvent(askonce, 'clarification.requested');
    const first = (await agent('2025-11-25')).ask(COLOUR);
    const { clarification: id } = await asked;
    let shown = 0;
    const asking = await agent('2026-07-28', {
      person: async () => {
        shown += 1;
        if (shown === 1) await askonce.questions.answer(id!, 'green');
        clock.advance(3_000);
        return { action: 'cancel' };
      },
    });
    const questions = [OTHERS, { question: 'What should the file be called?' }];
    const result = await asking.call('ask_user', { questions }, { timeout: 60_000 });
    await first;
    expect(result.items).toMatchObject([{ outcome: 'parked' }, { outcome: 'parked' }]);
    expect(shown).toBe(1);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(2);
  });

  it.each(KINDS)('does not take the first of two choices where one was asked for (%s)', async (kind) => {
    const { agent, askonce } = await mcpBench();
    const replies = [{ answer1: ['Yes', 'No'] }, { answer1: 'No' }];
    const asking = await agent(kind, { person: () => ({ action: 'accept', content: replies.shift()! }) });
    await asking.ask({ question: 'Should I delete the table users?', type: 'CONFIRM' });
    expect((await askonce.questions.list({})).items).toMatchObject([{ answer: 'No' }]);
  });

  it.each(KINDS)('stays open however long a call may wait (%s)', async (kind) => {
    const { agent } = await mcpBench({ wait: '30d' });
    const asking = await agent(kind, {
      person: async () => {
        await sleep(200);
        return { action: 'accept', content: { answer1: 'green' } };
      },
    });
    expect((await asking.ask(COLOUR, {}, { timeout: 60_000 })).items).toMatchObject([{ answer: 'green' }]);
  });

  it('has no field for free text where a secret might be typed, whatever names it', async () => {
    const { agent } = await mcpBench();
    const seen: Shown[] = [];
    const asking = await agent('2025-11-25', {
      person: (form) => {
        seen.push(form);
        return { action: 'accept', content: { answer1: 'the test one' } };
      },
    });
    const options = [{ label: 'the test one' }, { label: 'the live one' }];
    await asking.ask({ question: 'Which one should I use?', header: 'API key', options });
    expect(Object.keys(seen[0]!.requestedSchema!.properties)).toEqual(['answer1']);
  });
});

describe('what would destroy', () => {
  it('is what the call says of all its questions, though one of them says otherwise', async () => {
    const { agent, askonce } = await mcpBench();
    await askonce.preferences.set('Which folder should it go to?', 'old');
    const asked = nextEvent(askonce, 'clarification.requested');
    const asking = await agent('2025-11-25');
    const question = { question: 'Which folder should it go to?', destructive: false };
    const waiting = asking.ask(question, { destructive: true }, { timeout: 60_000 });
    const outcome = await Promise.race([asked, waiting]);
    expect(outcome).toMatchObject({ type: 'clarification.requested' });
    await askonce.questions.answer((await asked).clarification!, 'new');
    await waiting;
  });
});
