import { expect, it } from 'vitest';
import { parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const STRICT_MODE = 'Should I use TypeScript strict mode?';

describeOnStores('a question that would destroy', (store) => {
  // Was a bug: only the question's own words were compared, and "delete it" is about what stands around it.
  // shows: R6
  it.each([
    ['context', { context: 'draft.txt' }, { context: 'thesis.tex' }],
    ['context, where there was one', { context: 'draft.txt' }, {}],
    ['options', { options: ['Yes', 'No'] }, { options: ['Yes', 'No', 'Only the old ones'] }],
  ])('is another one where this differs: %s; in the same job and session', async (_what, before, after) => {
    const { askonce } = await setUp(store);
    const ask = (more: object) =>
      askonce.session('s').ask({ question: 'Should I delete it?', ...more }, { job: 'j', wait: false });
    await askonce.questions.answer(parkedId(await ask(before)), 'Yes');
    expect((await ask(after)).status).toBe('parked');
    expect((await ask(before)).answer).toBe('Yes');
  });

  // Was a bug: full stops at the end made no difference, and one dot more is the folder above.
  // shows: R6
  it.each([
    ['Should I run rm -rf .', 'Should I run rm -rf ..'],
    ['Should I run rm -rf .?', 'Should I run rm -rf ..?'],
  ])('“%s” is not “%s”', async (here, above) => {
    const { askonce } = await setUp(store);
    const ask = (question: string) => askonce.session('s').ask(question, { job: 'j', wait: false });
    await askonce.questions.answer(parkedId(await ask(here)), 'yes');
    expect((await ask(above)).status).toBe('parked');
    expect((await ask(here)).answer).toBe('yes');
  });

  // The person reads the reason and the subject as part of the question, so their words count too.
  // shows: R6
  it.each([{ reason: 'it will overwrite tsconfig.json' }, { subject: 'delete the old config' }])(
    'by the words of %j is not answered automatically',
    async (field) => {
      const { askonce } = await setUp(store);
      const session = askonce.session('s');
      expect((await session.ask({ question: STRICT_MODE, ...field }, { wait: false })).status).toBe('parked');
      expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ destructive: true }]);
      expect((await session.ask(STRICT_MODE)).status).toBe('auto_resolved');
    },
  );
});

describeOnStores('a blank subject', (store) => {
  // shows: R6
  it('is none: a destructive question of another job stays another question', async () => {
    const { askonce } = await setUp(store);
    const ask = (job: string) =>
      askonce.session('s').ask({ question: 'May I delete it?', type: 'CONFIRM', subject: ' ' }, { job, wait: false });
    await askonce.questions.answer(parkedId(await ask('a')), 'yes');
    expect((await ask('b')).status).toBe('parked');
  });
});
