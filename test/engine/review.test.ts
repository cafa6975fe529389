/** What a review of the engine found: answers that went to another question, were read wrongly, or came without a word. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FALLBACK_TEXT } from '../../src/core/policy.ts';
import { codeOf, only, parkedId, setUp, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const STRICT_MODE = 'Should I use TypeScript strict mode?';
const sizes = (...options: string[]) => ({ question: 'Which size?', options });

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
    await askonce.answer(parkedId(await ask(before)), 'Yes');
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
    await askonce.answer(parkedId(await ask(here)), 'yes');
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
      expect((await askonce.pending()).items).toMatchObject([{ destructive: true }]);
      expect((await session.ask(STRICT_MODE)).status).toBe('auto_resolved');
    },
  );
});

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
    expect(await codeOf(askonce.answer(id, answer))).toBe('answer_refused');
    expect((await askonce.clarification(id))?.status).toBe('pending');
  });

  // Was a bug: the text was cut at every comma, also inside a label.
  it.each([
    ['Yes, always, No', 'Yes, always, No'],
    ['no, yes, always', 'No, Yes, always'],
    ['yes, always', 'Yes, always'],
    ['2、1', 'No, Yes, always'],
  ])('typed as “%s” is read by labels that hold commas', async (typed, accepted) => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(several(['Yes, always', 'No']), { wait: false }));
    expect((await askonce.answer(id, typed)).clarification.answer).toBe(accepted);
  });

  // Was a bug: a list was joined by commas before it was read, so two labels could become a third.
  it('given as a list is taken part by part', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const options = ['A, B', 'A', 'B'];
    const one = { question: 'Which one?', options };
    const single = parkedId(await session.ask(one, { wait: false }));
    expect(await codeOf(askonce.answer(single, ['A', 'B']))).toBe('answer_refused');
    expect((await askonce.answer(single, ['A, B'])).status).toBe('accepted');
    // The labels' own spelling shows which of them were chosen.
    const id = parkedId(await session.ask(several(['a, b', 'A', 'B']), { wait: false }));
    expect((await askonce.answer(id, ['A', 'B'])).clarification.answer).toBe('A, B');
  });
});

describeOnStores('a pattern of the user’s own that names a file', (store) => {
  // Was a bug: the file was looked up by the option's name and sought by the pattern's, over and over: the ask never returned.
  it.each([
    ['readme.md', 'README.md'],
    ['README.MD', 'README.md'],
    ['./README.md', 'README.md'],
    ['1', 'README.md'],
  ])('as %s settles the question or leaves it to the person, and never loops', async (answer, file) => {
    const { askonce, root } = await setUp(store, { patterns: [{ pattern: 'the usual', type: 'TARGET_FILE', answer }] });
    writeFileSync(join(root, 'README.md'), '');
    const question = { question: 'Which file?', type: 'TARGET_FILE', options: ['README.md', 'NEWS.md'] } as const;
    const result = await stateOf(askonce.session('s').ask(question, { wait: false, input: 'the usual' }));
    if (result === 'waits') throw new Error('the ask does not come back');
    const item = only(result);
    if (item.outcome !== 'parked') expect(item).toMatchObject({ outcome: 'auto_resolved', answer: file });
    expect(await askonce.events()).toHaveLength(1);
  });

  it('outside the project leaves the question to the person', async () => {
    const { askonce } = await setUp(store, { patterns: [{ pattern: 'the usual', answer: '../outside/a.md' }] });
    const question = { question: 'Which file?', type: 'TARGET_FILE' } as const;
    const asked = askonce.session('s').ask(question, { wait: false, input: 'the usual' });
    expect(await stateOf(asked)).toMatchObject({ status: 'parked' });
  });
});

describeOnStores('a job that is told an answer again', (store) => {
  const line = /^\[auto-resolved\] Which size\? → S \(history: .*; revoke q-\w+\)$/;

  // Was a bug: only what was automatic the first time was logged; the person's own answer was told again without a word.
  // shows: S000-REPEAT-LOG
  it('gets a line in the log, in the same run and when it is run again', async () => {
    const { askonce, open, log } = await setUp(store);
    const ask = (instance: typeof askonce) => instance.session('s').ask(sizes('S', 'L'), { job: 'j', wait: false });
    const id = parkedId(await ask(askonce));
    expect(log).toEqual([]);
    await askonce.answer(id, 'S');
    expect((await ask(askonce)).answer).toBe('S');
    expect(log).toEqual([expect.stringMatching(line)]);
    await askonce.close();
    expect((await ask(await open())).answer).toBe('S');
    expect(log).toEqual([expect.stringMatching(line), expect.stringMatching(line)]);
    expect(log[1]).toContain(id);
  });

  it('that was automatic gets the same line again', async () => {
    const { askonce, log } = await setUp(store);
    for (let n = 0; n < 2; n += 1) await askonce.session('s').ask(STRICT_MODE, { job: 'j' });
    expect(log).toHaveLength(2);
    expect(log[0]).toMatch(/^\[auto-resolved\] Should I use TypeScript strict mode\? → Yes \(best practice: /);
    expect(log[1]).toBe(log[0]);
  });

  // Was a bug: nothing was kept of what a job was told from history, so a re-run met whatever the session held by then.
  it('from history keeps it when the question was superseded by other options meanwhile', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const first = parkedId(await session.ask(sizes('S', 'L'), { wait: false }));
    await askonce.answer(first, 'S');
    const told = only(await session.ask(sizes('S', 'L'), { job: 'j' }));
    expect(told).toMatchObject({ outcome: 'auto_resolved', source: 'history', id: first, answer: 'S' });

    const other = parkedId(await session.ask(sizes('small', 'large'), { wait: false }));
    expect(only(await session.ask(sizes('S', 'L'), { job: 'j', wait: false }))).toEqual(told);
    await askonce.answer(other, 'large');
    expect((await askonce.clarification(first))?.status).toBe('superseded');
    expect(only(await session.ask(sizes('S', 'L'), { job: 'j', wait: false }))).toEqual(told);
  });
});

describeOnStores('the answer of a result', (store) => {
  it('is that of a single question, or the text it falls back to', async () => {
    const { askonce } = await setUp(store, { policy: 'orchestrator' });
    const session = askonce.session('s');
    const parked = await session.ask('Which size?', { wait: false });
    expect(parked).not.toHaveProperty('answer');
    await askonce.answer(parkedId(parked), 'S');
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
    await askonce.decline(parkedId(await session.ask('Which size?', { job: 'j', wait: false })));
    expect(await session.ask('Which size?', { job: 'j' })).not.toHaveProperty('answer');
    expect(await session.ask('Which colour?', { job: 'j' })).not.toHaveProperty('answer');
  });
});
