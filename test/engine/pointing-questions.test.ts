/** Questions that mean what stands beside them: an answer to one is none to another in the same words. */
import { expect, it } from 'vitest';
import { parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const CUSTOMER = { question: 'Is this the right customer?', type: 'CONFIRM' } as const;
const layout = (a: string, b: string) => ({
  question: 'Which layout should the page have?',
  options: [
    { label: 'Option A', description: a },
    { label: 'Option B', description: b },
  ],
});

describeOnStores('a question that points at something', (store) => {
  const NOW = { wait: false } as const;

  it('is settled by the answer about the same thing, however that is spaced and written, and by no other', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask({ ...CUSTOMER, context: 'Acme Ltd' }, NOW)), 'Yes');
    expect(await session.ask({ ...CUSTOMER, context: ' acme  ltd. ' }, NOW)).toMatchObject({
      items: [{ outcome: 'auto_resolved', source: 'history', answer: 'Yes' }],
    });
    expect(await session.ask({ ...CUSTOMER, context: 'Umbrella Corp' }, NOW)).toMatchObject({ status: 'parked' });
  });

  it('is shown with the answer that was given about the other thing, and with what that was', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const value = { question: 'What should this value be?' };
    await askonce.questions.answer(parkedId(await session.ask({ ...value, context: 'retries' }, NOW)), '3');
    await session.ask({ ...value, context: 'port' }, NOW);
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([
      { context: 'port', offered: { answer: '3', question: 'What should this value be? (retries)' } },
    ]);
  });

  it('joins none that waits about another thing, also in one ask', async () => {
    const { askonce } = await setUp(store);
    const both = ['Acme Ltd', 'Umbrella Corp'].map((context) => ({ ...CUSTOMER, context }));
    await askonce.session('s').ask({ questions: both }, NOW);
    await askonce.session('s').ask(both[1]!, NOW);
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ context }) => context)).toEqual([
      'Acme Ltd',
      'Umbrella Corp',
    ]);
  });

  it('is another one where the same labels stand for other things', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(layout('two columns', 'one column'), NOW)), 'Option A');
    expect(await session.ask(layout('two columns', 'one column'), NOW)).toMatchObject({
      items: [{ answer: 'Option A' }],
    });
    expect(await session.ask(layout('a table', 'cards'), NOW)).toMatchObject({ status: 'parked' });
    // The letter alone would be taken for what it was.
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ offered: null }]);
  });

  it('teaches only about the first thing, and is asked each time: a remembered yes to one plan is no yes to the next', async () => {
    const { askonce } = await setUp(store);
    const asked = async (session: string, context: string) =>
      askonce.session(session).ask({ ...CUSTOMER, context }, NOW);
    for (const name of ['Acme', 'Globex', 'Initech'])
      await askonce.questions.answer(parkedId(await asked(name, name)), 'Yes');
    expect((await askonce.preferences.list()).items).toMatchObject([{ origin: 'learnt', times: 1 }]);
    await askonce.questions.answer(parkedId(await asked('s1', 'Hooli')), 'Yes', { remember: true });
    expect(await asked('s2', 'Hooli')).toMatchObject({ status: 'parked' });
    expect(await asked('s3', 'Umbrella Corp')).toMatchObject({ status: 'parked' });
    expect(await askonce.preferences.forget(CUSTOMER.question)).toMatchObject({ answer: 'Yes' });
    expect(await asked('s4', 'Hooli')).toMatchObject({ status: 'parked' });
    await expect(askonce.preferences.forget(CUSTOMER.question)).rejects.toMatchObject({ code: 'preference_unknown' });
  });

  it('takes the answer that was set for its words, whatever stands beside it, and one that was learnt with nothing beside it', async () => {
    const { askonce } = await setUp(store);
    const asked = (session: string, question: string, context?: string) =>
      askonce.session(session).ask({ question, type: 'CONFIRM', ...(context === undefined ? {} : { context }) }, NOW);
    await askonce.preferences.set('Should I add tests?', 'Yes');
    expect(await asked('s1', 'Should I add tests?', 'the parser')).toMatchObject({
      items: [{ source: 'preference', answer: 'Yes' }],
    });
    for (const session of ['a', 'b', 'c'])
      await askonce.questions.answer(parkedId(await asked(session, 'Should I add an index?')), 'Yes');
    expect(await asked('s2', 'Should I add an index?')).toMatchObject({ items: [{ source: 'preference' }] });
    expect(await asked('s3', 'Should I add an index?', 'events.payload')).toMatchObject({
      items: [{ source: 'preference' }],
    });
  });

  it('that says its subject is about that, whatever stands beside it', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const about = (context: string) => session.ask({ ...CUSTOMER, subject: 'Acme', context }, NOW);
    await askonce.questions.answer(parkedId(await about('from the letter')), 'Yes');
    expect(await about('from the list')).toMatchObject({ items: [{ outcome: 'auto_resolved', answer: 'Yes' }] });
  });
});
