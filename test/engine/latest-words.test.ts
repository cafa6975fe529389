/** The person's latest words win over what is known from elsewhere. */
import { expect, it } from 'vitest';
import { parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const RUNNER = { question: 'Which test runner should I use?', options: ['vitest', 'jest'] } as const;

describeOnStores('the latest words', (store) => {
  // shows: R10
  it('hold a preference back where they touch the question, and it is offered', async () => {
    const { askonce } = await setUp(store);
    await askonce.preferences.set(RUNNER.question, 'vitest');
    expect((await askonce.session('s').ask(RUNNER, { wait: false })).answer).toBe('vitest');
    const touched = askonce.session('t');
    await touched.observe('no vitest this time please');
    expect((await touched.ask(RUNNER, { wait: false })).status).toBe('parked');
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([
      { offered: { answer: 'vitest' } },
    ]);
  });

  // shows: R10
  it('hold best practice back where they touch the question', async () => {
    const { askonce } = await setUp(store);
    const strict = { question: 'Should I use TypeScript strict mode?', type: 'CONFIRM' } as const;
    expect((await askonce.session('s').ask(strict, { wait: false })).answer).toBe('Yes');
    const touched = askonce.session('t');
    await touched.observe('I am not sure about strict mode');
    expect((await touched.ask(strict, { wait: false })).status).toBe('parked');
  });

  // shows: R10
  it('reopen an answer that they touch, at no cost to the cap, and none that they only repeat', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s', { policy: 'orchestrator' });
    await session.ask(RUNNER, { wait: false });
    await askonce.questions.answer((await askonce.questions.list({ status: 'pending' })).items[0]!.id, 'vitest');
    clock.advance(1_000);
    await session.observe('use vitest, please');
    expect((await session.ask(RUNNER, { wait: false })).answer).toBe('vitest');
    clock.advance(1_000);
    await session.observe('my team talked me out of vitest');
    expect((await session.ask(RUNNER, { wait: false })).status).toBe('parked');
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([
      { offered: { answer: 'vitest' } },
    ]);
  });

  // shows: R10
  it('may stand in a new context: it reopens an answer where it names another option', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(RUNNER, { wait: false })), 'vitest');
    const beside = (context: string) => session.ask({ ...RUNNER, context }, { wait: false });
    expect((await beside('The parser has no tests.')).answer).toBe('vitest');
    expect((await beside('The ticket says that tests run in jest.')).status).toBe('parked');
  });
});
