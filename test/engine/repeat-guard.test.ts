import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { nextEvent, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMAT = 'Which format should I use?';

describeOnStores('the repeat guard', (store) => {
  // shows: S000-REPEAT, S000-HISTORY-STORE, R1
  it('gives the first answer to the second identical question of a session', async () => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask(FORMAT, { wait: false }));
    await askonce.questions.answer(id, 'YAML', { by: 'ana' });

    const again = await session.ask(FORMAT);
    expect(again.status).toBe('auto_resolved');
    expect(only(again)).toMatchObject({ id, answer: 'YAML', source: 'history', confidence: 1 });
    expect(only(again)).toHaveProperty('evidence', expect.stringContaining(FORMAT));
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    expect(await count('clarifications')).toBe(1);
  });

  // shows: S000-REPEAT-LOG
  it('marks the answer that it applies again with [auto-resolved] in the log, and as an event', async () => {
    const { askonce, log } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask(FORMAT, { wait: false }));
    await askonce.questions.answer(id, 'YAML');
    expect(log).toEqual([]);

    const event = nextEvent(askonce, 'clarification.auto_resolved');
    await session.ask(FORMAT);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(
      /^\[auto-resolved\] Which format should I use\? → YAML \(history: the person’s earlier answer, reused: “YAML” to /,
    );
    expect(log[0]).toContain(`revoke ${id}`);
    expect(await event).toMatchObject({
      session: 's',
      clarification: id,
      data: { question: FORMAT, answer: 'YAML', source: 'history' },
    });
  });

  // shows: S000-REPEAT-SESSION
  it('ends with the session: another session asks the person again', async () => {
    const { askonce } = await setUp(store);
    await askonce.questions.answer(parkedId(await askonce.session('one').ask(FORMAT, { wait: false })), 'YAML');
    const other = await askonce.session('two').ask(FORMAT, { wait: false });
    expect(other.status).toBe('parked');
  });

  // shows: S000-HASH, S000-HISTORY-ENTRY
  it('keeps a history entry with questionHash, clarificationType, answer and timestamp', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask({ question: FORMAT, options: ['YAML', 'JSON'] }, { wait: false }));
    clock.advance(5000);
    await askonce.questions.answer(id, 'YAML', { by: 'ana', surface: 'test' });

    const { items } = await session.history();
    expect(items).toEqual([
      {
        id,
        questionHash: createHash('sha256').update('which format should i use').digest('hex'),
        clarificationType: 'SELECT_ONE',
        question: FORMAT,
        answer: 'YAML',
        timestamp: clock.now(),
        status: 'answered',
        source: 'user',
        evidence: 'the person answered “YAML” (test)',
        confidence: 1,
        by: 'ana',
        surface: 'test',
        because: null,
        session: 's',
        project: askonce.project,
        agent: null,
      },
    ]);
    expect((await askonce.history({ session: 's' })).items).toEqual(items);
    expect((await askonce.history()).items).toEqual(items);
  });

  // shows: S000-NORMALISE, O1-08
  it.each([
    '  which FORMAT should i   use  ',
    'Which format should I use!!!',
    'Which format should I use ?',
    'Which format should I use？',
    'What format would you like me to use?',
    'Which format should I use, please?',
  ])('takes “%s” for the same question', async (wording) => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(FORMAT, { wait: false })), 'YAML');
    expect(only(await session.ask(wording, { wait: false }))).toMatchObject({
      outcome: 'auto_resolved',
      answer: 'YAML',
    });
  });

  it.each([
    'Which format should I not use?',
    'Which formats should I use?',
    'Which format should I use for logs?',
    'Which file should I use?',
  ])('takes “%s” for another question', async (wording) => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(FORMAT, { wait: false })), 'YAML');
    expect((await session.ask(wording, { wait: false })).status).toBe('parked');
  });

  it('keeps the same words apart by subject', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask('Which colour?', { wait: false })), 'red');
    expect((await session.ask({ question: 'Which colour?', subject: 'the door' }, { wait: false })).status).toBe(
      'parked',
    );
  });

  // shows: R1
  it('lets two who ask the same at the same time share one question and one answer', async () => {
    const { askonce, open } = await setUp(store);
    const other = await open();
    const asked = nextEvent(askonce, 'clarification.requested');
    const joined = nextEvent(askonce, 'clarification.joined');
    await askonce.questions.list({ status: 'pending' });
    const both = [askonce.session('s').ask(FORMAT), other.session('s').ask('What format should I use?')];
    const { clarification } = await asked;
    await joined;
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await askonce.questions.answer(clarification!, 'YAML');
    for (const result of await Promise.all(both)) {
      expect(only(result)).toMatchObject({ outcome: 'answered', id: clarification, answer: 'YAML' });
    }
  });

  // shows: R1, R2
  it('puts one question to the person however many instances ask it at once', async () => {
    const { askonce, open, count } = await setUp(store);
    const instances = [askonce, await open(), await open(), await open()];
    const asks = instances.flatMap((instance, at) =>
      Array.from({ length: 10 }, (_, n) =>
        instance.session('s').ask(FORMAT, { job: `j-${at}-${n}`, policy: 'job', wait: false }),
      ),
    );
    const ids = (await Promise.all(asks)).map(parkedId);
    expect(new Set(ids).size).toBe(1);
    expect(await count('clarifications')).toBe(1);
    expect(await count('asks', 'ask_number IS NOT NULL')).toBe(1);
  });

  // shows: O1-06
  it('keeps the history of a session while further questions wait', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(FORMAT, { wait: false })), 'YAML');
    await session.ask('Which colour?', { wait: false });
    await session.ask('Which size?', { wait: false });
    expect((await session.history()).items.map(({ answer }) => answer)).toEqual(['YAML']);
    expect(only(await session.ask(FORMAT))).toMatchObject({ answer: 'YAML', source: 'history' });
  });
});
