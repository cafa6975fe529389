/** "Remember this for the project": an answer that becomes the preference in the same step. */
import { expect, it } from 'vitest';
import type { AskOnce, QuestionInput } from '../../src/index.ts';
import { codeOf, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';

const RUNNER = 'Which test runner should I use?';
const WIPE: QuestionInput = { question: 'Should I delete the table users?', type: 'CONFIRM' };

async function ask(askonce: AskOnce, session: string, question: string | QuestionInput) {
  return askonce.session(session).ask(question, { wait: false });
}

async function setEvents(askonce: AskOnce) {
  return (await askonce.events.list()).filter(({ type }) => type === 'preference.set');
}

describeOnStores('an answer that is remembered', (store) => {
  it('is the project’s preference from then on, and is told as one that was set', async () => {
    const { askonce, open } = await setUp(store);
    const id = parkedId(await ask(askonce, 'one', RUNNER));
    expect(await askonce.questions.answer(id, 'vitest', { remember: true })).toMatchObject({ status: 'accepted' });
    const other = await open();
    expect(only(await ask(other, 'two', RUNNER))).toMatchObject({
      answer: 'vitest',
      source: 'preference',
      confidence: 1,
    });
    const { items } = await other.preferences.list();
    expect(items).toMatchObject([{ question: RUNNER, answer: 'vitest', origin: 'set', times: 0 }]);
    expect(await setEvents(other)).toMatchObject([{ data: { question: RUNNER, answer: 'vitest' } }]);
    const [answered, set] = (await askonce.events.list()).filter(({ type }) => /answered|preference/.test(type));
    expect([answered?.type, set?.type]).toEqual(['clarification.answered', 'preference.set']);
  });

  it('replaces what was learnt, and what was set before', async () => {
    const { askonce } = await setUp(store);
    await askonce.questions.answer(parkedId(await ask(askonce, 'one', RUNNER)), 'mocha');
    const [, two, three] = await Promise.all(['one', 'two', 'three'].map((session) => ask(askonce, session, RUNNER)));
    await askonce.questions.answer(parkedId(two!), 'vitest', { remember: true });
    await askonce.questions.answer(parkedId(three!), 'jest', { remember: true });
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'jest', origin: 'set' }]);
  });

  it('is remembered also where the same answer had been taken before, once', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await ask(askonce, 'one', RUNNER));
    await askonce.questions.answer(id, 'vitest');
    for (let n = 0; n < 2; n += 1)
      expect(await askonce.questions.answer(id, 'vitest', { remember: true })).toMatchObject({ status: 'replayed' });
    expect(await setEvents(askonce)).toHaveLength(1);
    expect(await codeOf(askonce.questions.answer(id, 'mocha', { remember: true }))).toBe('already_answered');
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'vitest', origin: 'set' }]);
  });

  it('is refused of a question that would destroy, which stays open', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await ask(askonce, 'one', WIPE));
    expect(await codeOf(askonce.questions.answer(id, 'yes', { remember: true }))).toBe('default_destructive');
    expect((await askonce.questions.get(id))?.status).toBe('pending');
    await askonce.questions.answer(id, 'yes');
    expect(await codeOf(askonce.questions.answer(id, 'yes', { remember: true }))).toBe('default_destructive');
    expect((await askonce.preferences.list()).items).toEqual([]);
  });

  it('is refused where the answer itself would destroy', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await ask(askonce, 'one', 'What should I do with the old logs?'));
    expect(await codeOf(askonce.questions.answer(id, 'Delete them all', { remember: true }))).toBe(
      'default_destructive',
    );
    expect(await askonce.questions.answer(id, 'Delete them all')).toMatchObject({ status: 'accepted' });
  });
});

it('“remember” is true or false, and nothing that looks like it', async () => {
  const { askonce } = await setUp(sqlite);
  const id = parkedId(await ask(askonce, 'one', RUNNER));
  expect(await codeOf(askonce.questions.answer(id, 'vitest', { remember: 'yes' as never }))).toBe('argument_invalid');
  expect((await askonce.questions.get(id))?.status).toBe('pending');
});
