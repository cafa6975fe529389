/** Calls that wait: for how long, what they say meanwhile, and what becomes of the question when they end. */
import { describe, expect, it } from 'vitest';
import { nextEvent, stateOf } from '../support/open.ts';
import { KINDS, mcpBench, type Shown } from './clients.ts';

const COLOUR = { question: 'Which colour should the button have?', options: [{ label: 'green' }, { label: 'blue' }] };

describe.each(KINDS)('a call of %s that nobody answers', (kind) => {
  it('says for ten minutes that it waits, then that the question is parked; asked again, it has the answer', async () => {
    const { agent, askonce, clock, url } = await mcpBench({ wait: '10m' });
    const asking = await agent(kind);
    const told: string[] = [];
    const first = Promise.withResolvers<void>();
    const waiting = asking.ask(
      COLOUR,
      {},
      {
        onProgress: (message) => {
          told.push(message);
          first.resolve();
        },
      },
    );
    await first.promise;
    for (let n = 1; n < 60; n += 1) clock.advance(10_000);
    expect(await stateOf(waiting)).toBe('waits');
    clock.advance(10_000);
    const { status, items, text, inbox } = await waiting;
    expect(status).toBe('parked');
    expect(inbox).toBe(new URL(url).origin);
    expect(told.length).toBeGreaterThanOrEqual(60);
    expect(told[0]).toContain(COLOUR.question);
    expect(text).toContain('It is not a yes');
    const id = String(items[0]!.id);
    expect(await asking.call('get_answer', { id })).toMatchObject({ status: 'parked' });
    await askonce.questions.answer(id, 'green');
    expect((await asking.call('get_answer', { id })).items).toMatchObject([{ outcome: 'answered', answer: 'green' }]);
    expect((await asking.ask(COLOUR)).items).toMatchObject([{ answer: 'green', source: 'history' }]);
  });

  it('ends before a silent minute is over, where it cannot say that it waits', async () => {
    const { agent, askonce, clock } = await mcpBench();
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = (await agent(kind)).ask(COLOUR);
    await asked;
    clock.advance(49_000);
    expect(await stateOf(waiting)).toBe('waits');
    clock.advance(1_000);
    expect(await waiting).toMatchObject({ status: 'parked' });
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  it('ends at its own deadline as it was told to', async () => {
    const { agent, askonce, clock } = await mcpBench();
    const asked = nextEvent(askonce, 'clarification.requested');
    const how = { timeout: '30s', onTimeout: 'fallback', fallback: 'Take what the style guide says' };
    const waiting = (await agent(kind)).ask(COLOUR, how);
    await asked;
    clock.advance(30_000);
    expect(await waiting).toMatchObject({ status: 'fallback', items: [{ answer: 'Take what the style guide says' }] });
  });

  it('waits for a parked question by its id', async () => {
    const { agent, askonce, clock } = await mcpBench({ wait: '1s' });
    const asking = await agent(kind);
    const asked = nextEvent(askonce, 'clarification.requested');
    const parked = asking.ask(COLOUR);
    const { clarification: id } = await asked;
    clock.advance(1_000);
    await parked;
    const waiting = asking.call('get_answer', { id, wait: '20s' });
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.answer(id!, 'blue');
    expect((await waiting).items).toMatchObject([{ answer: 'blue' }]);
    expect(await asking.call('get_answer', { id: 'q-nothing' })).toMatchObject({ isError: true });
  });
});

describe('a call that its client gives up', () => {
  it('leaves the question where the client was only out of patience', async () => {
    const { agent, askonce } = await mcpBench();
    for (const kind of KINDS) {
      const asking = await agent(kind, { name: `impatient ${kind}` });
      await expect(asking.ask(COLOUR, {}, { timeout: 300 })).rejects.toThrow(/timed out/i);
    }
    // On a busy machine a client may lose its patience before its question is there.
    await expect.poll(async () => (await askonce.questions.list({ status: 'pending' })).items).toHaveLength(3);
  });

  it('withdraws it where the call was taken back and nobody else waits', async () => {
    const { agent, askonce } = await mcpBench();
    for (const kind of KINDS.slice(1)) {
      const takesBack = new AbortController();
      const asked = nextEvent(askonce, 'clarification.requested');
      const [one, other] = [await agent(kind), await agent(kind)];
      const given = one.ask(COLOUR, {}, { signal: takesBack.signal }).catch(() => 'taken back');
      await asked;
      const joined = nextEvent(askonce, 'clarification.joined');
      const stays = other.ask(COLOUR);
      await joined;
      const left = nextEvent(askonce, 'ask.cancelled');
      takesBack.abort('no longer needed');
      expect(await given).toBe('taken back');
      await left;
      const [question] = (await askonce.questions.list({ status: 'pending' })).items;
      await askonce.questions.answer(question!.id, 'green');
      expect((await stays).items).toMatchObject([{ answer: 'green' }]);
      await askonce.questions.revoke(question!.id);

      const alone = new AbortController();
      const askedAgain = nextEvent(askonce, 'clarification.requested');
      const taken = one.ask(COLOUR, {}, { signal: alone.signal }).catch(() => 'taken back');
      await askedAgain;
      const withdrawn = nextEvent(askonce, 'clarification.withdrawn');
      alone.abort('no longer needed');
      await taken;
      await withdrawn;
      expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(0);
    }
  });
});

describe('a form that is open while the inbox answers', () => {
  it.each(KINDS.slice(1))('is closed, and the call has the answer of the inbox (%s)', async (kind) => {
    const { agent, askonce } = await mcpBench();
    const open = Promise.withResolvers<Shown>();
    const closed = Promise.withResolvers<void>();
    const asking = await agent(kind, {
      person: (shown, signal) => {
        open.resolve(shown);
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            closed.resolve();
            reject(new Error('closed'));
          });
        });
      },
    });
    const waiting = asking.ask(COLOUR);
    await open.promise;
    const [question] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(question!.id, 'blue', { by: 'ada', surface: 'page' });
    expect((await waiting).items).toMatchObject([{ answer: 'blue', by: 'ada', surface: 'page' }]);
    await closed.promise;
  });

  it('is too late where the client brings its reply in a second call (2026-07-28)', async () => {
    const { agent, askonce } = await mcpBench();
    const asking = await agent('2026-07-28', {
      person: async () => {
        const [question] = (await askonce.questions.list({ status: 'pending' })).items;
        await askonce.questions.answer(question!.id, 'blue', { by: 'ada', surface: 'page' });
        return { action: 'accept', content: { answer1: 'green' } };
      },
    });
    expect((await asking.ask(COLOUR)).items).toMatchObject([{ answer: 'blue', by: 'ada', surface: 'page' }]);
  });

  it.each(KINDS)('loses or wins, and never both, however close it is (%s)', async (kind) => {
    const { agent, askonce } = await mcpBench();
    let inbox: Promise<unknown> = Promise.resolve();
    const asking = await agent(kind, {
      person: async () => {
        const [question] = (await askonce.questions.list({ status: 'pending' })).items;
        if (question)
          inbox = askonce.questions.answer(question.id, 'blue', { surface: 'page' }).catch(() => 'too late');
        return { action: 'accept', content: { answer1: 'green' } };
      },
    });
    for (let n = 0; n < 15; n += 1) {
      const { items } = await asking.ask({ ...COLOUR, question: `Which colour should button ${n} have?` });
      const [kept] = (await askonce.questions.list({ newest: true, limit: 1 })).items;
      expect(items).toMatchObject([{ outcome: 'answered', answer: kept!.answer, surface: kept!.surface }]);
      expect((await inbox) === 'too late').toBe(kept!.answer === 'green');
    }
  });
});
