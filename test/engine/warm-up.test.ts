/** What a server does before its first prompt comes. */
import { expect, it } from 'vitest';
import { PromptReader } from '../../src/engine/interpretation-cache.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

it('whoever warms up has the rules loaded, and asks no model', async () => {
  const promptReader = new PromptReader(
    async () => interpret,
    async () => {
      throw new Error('the model was asked');
    },
  );
  await promptReader.byRules({ originalPrompt: 'A hot frozen soup', resolvedPrompt: 'A hot frozen soup' });
  expect(promptReader.rules).not.toBeNull();
});

describeOnStores('warming up', (kind) => {
  it('leaves no job and no question behind', async () => {
    const { askonce } = await setUp(kind);
    await askonce.jobs.warmUp();
    expect((await askonce.jobs.list()).items).toEqual([]);
    expect(await askonce.questions.count({ status: 'pending' })).toEqual({ count: 0, more: false });
  });
});
