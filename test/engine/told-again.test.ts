/** What a job is told again, and what its log says of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endOf, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const STRICT_MODE = 'Should I use TypeScript strict mode?';
const sizes = (...options: string[]) => ({ question: 'Which size?', options });

describeOnStores('a job that is told an answer again', (store) => {
  const line = /^\[auto-resolved\] Which size\? → S \(history: the person’s earlier answer, reused; revoke q-\w+\)$/;

  // Was a bug: only what was automatic the first time was logged; the person's own answer was told again without a word.
  // shows: S000-REPEAT-LOG
  it('gets a line in the log, in the same run and when it is run again', async () => {
    const { askonce, open, log } = await setUp(store);
    const ask = (instance: typeof askonce) => instance.session('s').ask(sizes('S', 'L'), { job: 'j', wait: false });
    const id = parkedId(await ask(askonce));
    expect(log).toEqual([]);
    await askonce.questions.answer(id, 'S');
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
    await askonce.questions.answer(first, 'S');
    const told = only(await session.ask(sizes('S', 'L'), { job: 'j' }));
    expect(told).toMatchObject({ outcome: 'auto_resolved', source: 'history', id: first, answer: 'S' });

    const other = parkedId(await session.ask(sizes('small', 'large'), { wait: false }));
    expect(only(await session.ask(sizes('S', 'L'), { job: 'j', wait: false }))).toEqual(told);
    await askonce.questions.answer(other, 'large');
    expect((await askonce.questions.get(first))?.status).toBe('superseded');
    expect(only(await session.ask(sizes('S', 'L'), { job: 'j', wait: false }))).toEqual(told);
  });
});

describeOnStores('a pattern of the user’s own that names a file', (store) => {
  // Was a bug: the file was looked up by the option's name and sought by the pattern's, over and over: the ask never returned.
  it.each([
    ['readme.md', 'README.md'],
    ['README.MD', 'README.md'],
    ['./README.md', 'README.md'],
    ['1', 'README.md'],
  ])('as %s settles the question with the option it means, and never loops', async (answer, file) => {
    const { askonce, root } = await setUp(store, { patterns: [{ pattern: 'the usual', type: 'TARGET_FILE', answer }] });
    writeFileSync(join(root, 'README.md'), '');
    const question = { question: 'Which file?', type: 'TARGET_FILE', options: ['README.md', 'NEWS.md'] } as const;
    const item = only(await endOf(askonce.session('s').ask(question, { wait: false, userMessage: 'the usual' })));
    expect(item).toMatchObject({ outcome: 'auto_resolved', answer: file });
    expect(await askonce.events.list()).toHaveLength(1);
  });

  it('outside the project leaves the question to the person', async () => {
    const { askonce } = await setUp(store, { patterns: [{ pattern: 'the usual', answer: '../outside/a.md' }] });
    const question = { question: 'Which file?', type: 'TARGET_FILE' } as const;
    const asked = askonce.session('s').ask(question, { wait: false, userMessage: 'the usual' });
    expect(await endOf(asked)).toMatchObject({ status: 'parked' });
  });
});
