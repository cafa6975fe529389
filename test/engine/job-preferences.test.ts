/** What a project's people remember, set or usually answer settles the question about a job's prompt, too. */
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const CHEESE = 'hot frozen cheese';
const SOUP = 'hot frozen soup';
const QUESTION = 'The prompt wants “hot” and “frozen”, which exclude each other. Which should it be?';

async function answered(askonce: AskOnce, prompt: string, answer: string, remember = false): Promise<void> {
  const { job } = await askonce.jobs.submit(prompt);
  await askonce.questions.answer(job.clarificationId!, answer, { remember });
}

async function statusOf(askonce: AskOnce, prompt: string) {
  return (await askonce.jobs.submit(prompt)).job.clarificationStatus;
}

const BY_PREFERENCE = {
  state: 'QUEUED',
  clarificationStatus: 'skipped',
  spec: { answer: 'hot', settled: [{ answer: 'hot', source: 'preference', evidence: expect.stringContaining('hot') }] },
};

describeOnStores('the question about a job’s prompt', (store) => {
  it('is settled by an answer that was to be remembered, and is asked about another prompt', async () => {
    const { askonce } = await setUp(store);
    await answered(askonce, CHEESE, 'hot', true);
    const { job, clarification } = await askonce.jobs.submit(CHEESE);
    expect({ job, clarification }).toMatchObject({ job: BY_PREFERENCE, clarification: null });
    expect(await statusOf(askonce, SOUP)).toBe('asked');
  });

  it('is settled by a preference that was set for its words, whatever the prompt', async () => {
    const { askonce } = await setUp(store);
    await askonce.preferences.set(QUESTION, 'hot');
    for (const prompt of [CHEESE, SOUP]) expect((await askonce.jobs.submit(prompt)).job).toMatchObject(BY_PREFERENCE);
    await askonce.preferences.forget(QUESTION);
    expect(await statusOf(askonce, CHEESE)).toBe('asked');
  });

  it('is settled by the preference for its own prompt before the one for its words', async () => {
    const { askonce } = await setUp(store);
    await askonce.preferences.set(QUESTION, 'frozen');
    await askonce.preferences.set(QUESTION, 'hot', CHEESE);
    expect((await askonce.jobs.submit(CHEESE)).job).toMatchObject(BY_PREFERENCE);
    expect((await askonce.jobs.submit(SOUP)).job.spec?.answer).toBe('frozen');
  });

  it('is settled by what people have answered three times', async () => {
    const { askonce } = await setUp(store);
    for (let n = 0; n < 3; n += 1) await answered(askonce, CHEESE, 'hot');
    expect((await askonce.jobs.submit(CHEESE)).job).toMatchObject(BY_PREFERENCE);
    expect(await statusOf(askonce, SOUP)).toBe('asked');
  });

  it('teaches nothing by an answer that settles nothing', async () => {
    const { askonce } = await setUp(store);
    for (let n = 0; n < 4; n += 1) await answered(askonce, CHEESE, 'I don’t know');
    expect((await askonce.preferences.list()).items).toEqual([]);
    expect(await statusOf(askonce, CHEESE)).toBe('asked');
  });

  it('is asked where the preference does not settle it, or its answer was taken back', async () => {
    const { askonce } = await setUp(store);
    await askonce.preferences.set(QUESTION, 'lukewarm');
    expect(await statusOf(askonce, CHEESE)).toBe('asked');
    const { job, clarification } = await askonce.jobs.submit(SOUP);
    await askonce.questions.answer(job.clarificationId!, 'hot', { remember: true });
    await askonce.questions.revoke(clarification!.id);
    expect(await statusOf(askonce, SOUP)).toBe('asked');
  });
});
