import { expect, it } from 'vitest';
import { FALLBACK_TEXT } from '../../src/core/model/policy.ts';
import { codeOf, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const STRICT_MODE = 'Should I use TypeScript strict mode?';

describeOnStores('an answer of several options', (store) => {
  const several = (options: string[], strictOptions = true) => ({
    question: 'Which ones?',
    options,
    multiSelect: true,
    strictOptions,
  });

  // Was a bug: nothing but commas came out as an answer of no parts, and was taken.
  it.each([' , ', ',', '、', ',,, ,'])('is refused where it names nothing: “%s”', async (answer) => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(several(['a', 'b'], false), { wait: false }));
    expect(await codeOf(askonce.questions.answer(id, answer))).toBe('answer_refused');
    expect((await askonce.questions.get(id))?.status).toBe('pending');
  });

  it('is refused where a number is no place in the list', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(several(['a', 'b', 'c'], false), { wait: false }));
    for (const typed of ['1 9', '1, 9', '9'])
      expect(await codeOf(askonce.questions.answer(id, typed))).toBe('answer_refused');
    expect((await askonce.questions.answer(id, '1 3')).clarification.answer).toBe('a, c');
  });

  // Was a bug: the text was cut at every comma, also inside a label.
  it.each([
    ['Yes, always, No', 'Yes, always, No'],
    ['no, yes, always', 'No, Yes, always'],
    ['yes, always', 'Yes, always'],
    ['2、1', 'No, Yes, always'],
    ['2 1', 'No, Yes, always'],
  ])('typed as “%s” is read by labels that hold commas', async (typed, accepted) => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(several(['Yes, always', 'No']), { wait: false }));
    expect((await askonce.questions.answer(id, typed)).clarification.answer).toBe(accepted);
  });

  // Was a bug: a list was joined by commas before it was read, so two labels could become a third.
  it('given as a list is taken part by part', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const options = ['A, B', 'A', 'B'];
    const one = { question: 'Which one?', options };
    const single = parkedId(await session.ask(one, { wait: false }));
    expect(await codeOf(askonce.questions.answer(single, ['A', 'B']))).toBe('answer_refused');
    expect((await askonce.questions.answer(single, ['A, B'])).status).toBe('accepted');
    // The labels' own spelling shows which of them were chosen.
    const id = parkedId(await session.ask(several(['a, b', 'A', 'B']), { wait: false }));
    expect((await askonce.questions.answer(id, ['A', 'B'])).clarification.answer).toBe('A, B');
  });
});

describeOnStores('the answer of a result', (store) => {
  it('is that of a single question, or the text it falls back to', async () => {
    const { askonce } = await setUp(store, { policy: 'orchestrator' });
    const session = askonce.session('s');
    const parked = await session.ask('Which size?', { wait: false });
    expect(parked).not.toHaveProperty('answer');
    await askonce.questions.answer(parkedId(parked), 'S');
    expect(await session.ask('Which size?')).toMatchObject({ status: 'auto_resolved', answer: 'S' });
    expect(await session.ask(STRICT_MODE)).toMatchObject({ status: 'auto_resolved', answer: 'Yes' });
    expect(await session.ask('Which colour?')).toMatchObject({ status: 'fallback', answer: FALLBACK_TEXT });
    expect(await session.ask('Which shape?', { fallback: 'a guess' })).toMatchObject({ answer: 'a guess' });
  });

  it('is absent for several questions, for one that failed, and for one that was declined', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const two = await session.ask([{ question: STRICT_MODE }, { question: 'Which line endings should I use?' }]);
    expect(two).toMatchObject({ status: 'auto_resolved', items: [{ answer: 'Yes' }, { answer: 'LF' }] });
    expect(two).not.toHaveProperty('answer');
    await askonce.questions.decline(parkedId(await session.ask('Which size?', { job: 'j', wait: false })));
    expect(await session.ask('Which size?', { job: 'j' })).not.toHaveProperty('answer');
    expect(await session.ask('Which colour?', { job: 'j' })).not.toHaveProperty('answer');
  });
});
