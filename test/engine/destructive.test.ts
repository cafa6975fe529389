import { expect, it } from 'vitest';
import { DAY } from '../../src/testing/fake-clock.ts';
import { codeOf, nextEvent, only, parkedId, setUp, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const DROP = { question: 'Should I drop the users table?', type: 'CONFIRM' } as const;

describeOnStores('a question that would destroy', (store) => {
  // shows: R6
  it('is never answered by what the person said last', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await session.observe('yes');
    expect((await session.ask(DROP, { wait: false })).status).toBe('parked');
    expect(
      (await session.ask('Should I overwrite config.json?', { wait: false, userMessage: 'continue' })).status,
    ).toBe('parked');
  });

  // shows: R6
  it('is never answered by a preference, and takes none', async () => {
    const { askonce } = await setUp(store);
    expect(await codeOf(askonce.preferences.set(DROP.question, 'Yes'))).toBe('default_destructive');
    for (const name of ['a', 'b', 'c', 'd']) {
      const id = parkedId(await askonce.session(name).ask(DROP, { wait: false }));
      await askonce.questions.answer(id, 'yes');
    }
    expect((await askonce.preferences.list()).items).toEqual([]);
    expect((await askonce.session('e').ask(DROP, { wait: false })).status).toBe('parked');
  });

  // Was a bug: the key was folded by case, and left out what else the person reads.
  // shows: R6
  it.each([
    ['letters of another case', { question: 'Should I run rm -rf Data?' }, { question: 'Should I run rm -rf data?' }],
    ['another header', { header: 'draft.txt' }, { header: 'thesis.tex' }],
    ['another reason', { reason: 'draft.txt is stale' }, { reason: 'thesis.tex is stale' }],
    [
      'another description',
      { options: [{ label: 'Go', description: 'draft' }] },
      { options: [{ label: 'Go', description: 'thesis' }] },
    ],
  ])('is another one with %s', async (_what, first, second) => {
    const { askonce } = await setUp(store);
    const ask = (more: object) =>
      askonce.session('s').ask({ question: 'Should I delete it?', ...more }, { job: 'j', wait: false });
    await askonce.questions.answer(parkedId(await ask(first)), 'Go');
    expect((await ask(first)).status).toBe('answered');
    expect((await ask(second)).status).toBe('parked');
  });

  // Was a bug: only the question was looked at, so silence or habit could say "Delete them all".
  // shows: R5, R6
  it('may be one by its answer alone: no default, preference or pattern says it for the person', async () => {
    const { askonce } = await setUp(store, { patterns: [{ pattern: 'as always', answer: 'Delete them all' }] });
    const LOGS = 'What should I do with the old logs?';
    const session = askonce.session('s');
    const silent = session.ask({ question: LOGS, default: 'Delete them all' }, { timeout: '1m', onTimeout: 'default' });
    expect(await codeOf(silent)).toBe('default_destructive');
    expect(await codeOf(askonce.preferences.set(LOGS, 'Delete them all'))).toBe('default_destructive');
    for (const name of ['a', 'b', 'c']) {
      await askonce.questions.answer(
        parkedId(await askonce.session(name).ask(LOGS, { wait: false })),
        'Delete them all',
      );
    }
    expect((await session.ask(LOGS, { wait: false, userMessage: 'as always' })).status).toBe('parked');
  });

  // shows: R6
  it('is never answered by best practice or by the user’s own patterns', async () => {
    const { askonce } = await setUp(store, {
      patterns: [{ pattern: /.*/, answer: 'Yes' }],
      bestPractices: [{ id: 'x', pattern: /^.*$/, answer: 'Yes', reason: 'always' }],
    });
    expect((await askonce.session('s').ask(DROP, { wait: false, userMessage: 'go' })).status).toBe('parked');
  });

  // shows: R6
  it('is answered by the person’s own answer to the identical question about the same subject in this session', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(DROP, { wait: false })), 'yes');
    expect(only(await session.ask(DROP))).toMatchObject({ outcome: 'auto_resolved', answer: 'Yes', source: 'history' });
    expect((await askonce.session('t').ask(DROP, { wait: false })).status).toBe('parked');
  });

  // shows: R6
  it.each([
    'Should I drop users table?',
    'Should I drop the table users?',
    'Do you want me to drop the users table?',
    'Should I drop the orders table?',
    'Please, should I drop the users table?',
  ])('is another one in other words: “%s” goes to the person', async (question) => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(DROP, { wait: false })), 'yes');
    expect((await session.ask({ ...DROP, question }, { wait: false })).status).toBe('parked');
  });

  // shows: R6
  it('about another subject is asked, be it given, named or the job', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const wipe = { question: 'Should I wipe it?', type: 'CONFIRM' } as const;
    await askonce.questions.answer(parkedId(await session.ask({ ...wipe, subject: 'disk-1' }, { wait: false })), 'yes');
    await askonce.questions.answer(parkedId(await session.ask(wipe, { job: 'a', wait: false })), 'yes');
    expect((await session.ask({ ...wipe, subject: 'disk-1' })).status).toBe('auto_resolved');
    expect((await session.ask({ ...wipe, subject: 'disk-2' }, { wait: false })).status).toBe('parked');
    expect((await session.ask(wipe, { job: 'b', wait: false })).status).toBe('parked');
    expect((await session.ask(wipe, { wait: false })).status).toBe('parked');
  });

  // shows: R6
  it('may be marked by the asker, found in the context or in an option, and cannot be talked away', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const asked = [
      { question: 'Should I go on?', destructive: true },
      { question: 'Should I carry on?', context: 'this will delete the old logs' },
      { question: 'What then?', options: ['Keep it', 'Delete it'] },
      { question: 'Should I publish the package?', destructive: false },
    ];
    const result = await session.ask(asked, { wait: false, userMessage: 'yes' });
    expect(result.items.map(({ outcome }) => outcome)).toEqual(['parked', 'parked', 'parked', 'parked']);
    const { items } = await askonce.questions.list({ status: 'pending' });
    expect(items.map(({ destructive }) => destructive)).toEqual([true, true, true, true]);
  });

  // shows: R6
  it('is not answered by the answer to the same words that were harmless', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask('Should I go on?', { wait: false })), 'yes');
    const marked = { question: 'Should I go on?', destructive: true };
    expect((await session.ask(marked, { wait: false })).status).toBe('parked');
  });

  // shows: R6
  it('is not answered by what stands in for it about another subject', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const first = parkedId(await session.ask(DROP, { wait: false }));
    await askonce.questions.answer(first, 'no');
    const orders = { ...DROP, question: 'Should I drop the orders table?' };
    const second = parkedId(await session.ask(orders, { rejects: first, because: 'wrong table', wait: false }));
    await askonce.questions.answer(second, 'yes');
    const again = only(await session.ask(DROP, { wait: false }));
    expect(again).toMatchObject({ outcome: 'parked' });
  });

  // shows: R5, R6
  it('is never settled by silence: only a CONFIRM may have a default, and only No', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const timeout = { timeout: '1m', onTimeout: 'default' } as const;
    expect(await codeOf(session.ask({ ...DROP, default: 'Yes' }, timeout))).toBe('default_destructive');
    const free = { question: 'What should I delete?', default: 'nothing' };
    expect(await codeOf(session.ask(free, timeout))).toBe('default_destructive');

    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = session.ask({ ...DROP, default: 'No' }, timeout);
    await asked;
    clock.advance(60_000);
    expect(only(await waiting)).toMatchObject({ answer: 'No', source: 'default' });
  });

  // shows: R5
  it('waits for ever', async () => {
    const { askonce, clock } = await setUp(store);
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = askonce.session('s').ask(DROP, { timeout: '1m' });
    const { clarification } = await asked;
    clock.advance(365 * DAY);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.answer(clarification!, 'no');
    expect(only(await waiting)).toMatchObject({ answer: 'No' });
  });
});
