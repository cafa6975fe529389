/** A question that is only similar to an answered one is answered by it if a model says that both ask the same. */
import { expect, it } from 'vitest';
import {
  type AskOnce,
  definePolicy,
  type OpenOptions,
  type QuestionInput,
  type SameQuestion,
} from '../../src/index.ts';
import { only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';

const EARLIER = 'Which output format should I use for the weekly report?';
const LIKE_IT = 'Which format should the weekly report output use?';
const NOW = { wait: false } as const;

async function answered(askonce: AskOnce, question: string | QuestionInput, answer: string): Promise<string> {
  const id = parkedId(await askonce.session('s').ask(question, NOW));
  await askonce.questions.answer(id, answer);
  return id;
}

/** AskOnce with a model of which every call is kept. */
async function judgedBy(store: StoreKind, says: (call: number) => boolean, options: OpenOptions = {}) {
  const calls: (readonly [string, string])[] = [];
  const sameQuestion: SameQuestion = async (question, earlier) => {
    calls.push([question.question, earlier.question]);
    return says(calls.length);
  };
  return { ...(await setUp(store, { sameQuestion, ...options })), calls };
}

/** What is offered with a question that waits. */
async function offeredWith(askonce: AskOnce, question: string | QuestionInput) {
  const id = parkedId(await askonce.session('s').ask(question, NOW));
  return (await askonce.questions.get(id))!.offered;
}

describeOnStores('a question that a model compares with an earlier one', (store) => {
  it('has the earlier answer where both ask the same, with evidence that names the earlier question', async () => {
    const { askonce, calls, log } = await judgedBy(store, () => true);
    const id = await answered(askonce, EARLIER, 'PDF');
    expect(only(await askonce.session('s').ask(LIKE_IT, NOW))).toMatchObject({
      ...{ outcome: 'auto_resolved', answer: 'PDF', source: 'history', confidence: 0.8 },
      evidence: `“${EARLIER}” (${id}) was answered “PDF” in this session, and a model judged that both ask the same`,
    });
    expect(calls).toEqual([[LIKE_IT, EARLIER]]);
    expect(log.at(-1)).toContain('a model judged that both ask the same');
  });

  it('is corrected together with the earlier one', async () => {
    const { askonce, calls } = await judgedBy(store, () => true);
    const id = await answered(askonce, EARLIER, 'PDF');
    expect(only(await askonce.session('s').ask(LIKE_IT, NOW))).toMatchObject({ answer: 'PDF' });
    await askonce.questions.correct(id, 'HTML');
    expect(only(await askonce.session('s').ask(LIKE_IT, NOW))).toMatchObject({
      answer: 'HTML',
      evidence: expect.stringContaining('the person corrected “PDF” to “HTML”'),
    });
    expect(calls).toHaveLength(1);
  });

  it('has it too where the same words stand beside other words', async () => {
    const { askonce, calls } = await judgedBy(store, () => true);
    const about = (context: string) => ({ question: 'Which format should it have?', context });
    await answered(askonce, about('The weekly sales report goes to the board.'), 'PDF');
    const again = about('Directors receive a summary of revenue each Friday.');
    expect(only(await askonce.session('s').ask(again, NOW))).toMatchObject({ outcome: 'auto_resolved', answer: 'PDF' });
    expect(calls).toHaveLength(1);
  });

  it('goes to the person, with the earlier answer offered, where they do not', async () => {
    const { askonce, calls } = await judgedBy(store, () => false);
    const id = await answered(askonce, EARLIER, 'PDF');
    expect(await offeredWith(askonce, LIKE_IT)).toMatchObject({ id, answer: 'PDF' });
    expect(calls).toHaveLength(1);
  });

  it('goes to the person, with the earlier answer offered, where the model fails', async () => {
    const { askonce, log } = await judgedBy(store, () => {
      throw new Error('no connection');
    });
    const id = await answered(askonce, EARLIER, 'PDF');
    expect(await offeredWith(askonce, LIKE_IT)).toMatchObject({ id, answer: 'PDF' });
    expect(log.at(-1)).toContain('cannot compare two questions');
  });

  it('goes to the person, with the earlier answer offered, where there is no model', async () => {
    const { askonce } = await setUp(store);
    const id = await answered(askonce, EARLIER, 'PDF');
    expect(await offeredWith(askonce, LIKE_IT)).toMatchObject({ id, answer: 'PDF' });
  });

  // shows: R6
  it('is not shown to the model where either is dangerous', async () => {
    const { askonce, calls } = await judgedBy(store, () => true);
    await answered(askonce, 'Which table of the weekly report is the largest?', 'sales');
    const harmful = await askonce.session('s').ask('Which table of the weekly report should I delete?', NOW);
    expect(only(harmful).outcome).toBe('parked');
    await answered(askonce, { question: 'Which release notes file?', destructive: true }, 'NEWS');
    expect(only(await askonce.session('s').ask('Which file for release notes?', NOW)).outcome).toBe('parked');
    const marked = { question: 'Which format should the weekly report output have?', destructive: true };
    await answered(askonce, EARLIER, 'PDF');
    expect(only(await askonce.session('s').ask(marked, NOW)).outcome).toBe('parked');
    expect(calls).toEqual([]);
  });

  it('is not shown to the model where it asks leave to act', async () => {
    const { askonce, calls } = await judgedBy(store, () => true);
    await answered(askonce, { question: 'Should I book the courier for the parcels?', type: 'CONFIRM' }, 'yes');
    const again = { question: 'Should I book a courier for these parcels?', type: 'CONFIRM' } as const;
    expect(only(await askonce.session('s').ask(again, NOW)).outcome).toBe('parked');
    expect(calls).toEqual([]);
  });

  it('goes to the person where their last words touch it, whatever the model says', async () => {
    const { askonce } = await judgedBy(store, () => true);
    await answered(askonce, EARLIER, 'PDF');
    const said = await askonce.session('s').ask(LIKE_IT, { ...NOW, userMessage: 'not as a PDF this time' });
    expect(only(said).outcome).toBe('parked');
  });

  it('is not shown to the model where the policy has no sentinel', async () => {
    const policy = definePolicy({ extends: 'interactive', resolvers: ['input', 'preference'] });
    const { askonce, calls } = await judgedBy(store, () => true, { policy });
    await answered(askonce, EARLIER, 'PDF');
    expect(only(await askonce.session('s').ask(LIKE_IT, NOW)).outcome).toBe('parked');
    expect(calls).toEqual([]);
  });

  it('is asked of the person once the answer was revoked', async () => {
    const { askonce, calls } = await judgedBy(store, () => true);
    await answered(askonce, EARLIER, 'PDF');
    const { id } = only(await askonce.session('s').ask(LIKE_IT, NOW)) as { id: string };
    await askonce.questions.revoke(id);
    expect(only(await askonce.session('s').ask(LIKE_IT, NOW)).outcome).toBe('parked');
    expect(calls).toHaveLength(1);
  });

  it('has no answer that was revoked while the model compared', async () => {
    let revoke = async () => {};
    const sameQuestion: SameQuestion = async () => {
      await revoke();
      return true;
    };
    const { askonce } = await setUp(store, { sameQuestion });
    const id = await answered(askonce, EARLIER, 'PDF');
    revoke = async () => {
      await askonce.questions.revoke(id);
    };
    expect(only(await askonce.session('s').ask(LIKE_IT, NOW)).outcome).toBe('parked');
  });

  it('is settled once where two processes ask at the same time', async () => {
    const { askonce, open, count } = await judgedBy(store, () => true);
    await answered(askonce, EARLIER, 'PDF');
    const both = await Promise.all([askonce, await open()].map((one) => one.session('s').ask(LIKE_IT, NOW)));
    expect(both.map((result) => (only(result) as { answer: string }).answer)).toEqual(['PDF', 'PDF']);
    expect(await count('clarifications')).toBe(2);
  });
});
