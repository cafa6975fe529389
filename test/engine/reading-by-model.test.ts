/** Prompts that a model reads, which takes time and may fail: nothing is half done meanwhile, and the rules always serve. */

import { expect, it, onTestFinished } from 'vitest';
import { AskOnce } from '../../src/askonce.ts';
import type { Interpreter, InterpretInput } from '../../src/core/model/interpretation.ts';
import { POLICIES } from '../../src/core/model/policy.ts';
import type { Resolver } from '../../src/core/model/resolution.ts';
import { Engine } from '../../src/engine/engine.ts';
import { PromptReader } from '../../src/engine/interpretation-cache.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { projectFiles } from '../../src/library/project-files.ts';
import { openStore } from '../../src/store/open.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';

const CONFLICT = 'hot frozen cheese';

/** AskOnce whose prompts are read by `model`. */
async function openWith(kind: StoreKind, model: Interpreter, sentinel: Resolver = () => null) {
  const { db, root, clock, count } = await setUp(kind);
  const silent = () => null;
  const engine = new Engine({
    store: await openStore(db, root),
    files: projectFiles(root),
    clock,
    resolvers: { input: silent, preference: silent, sentinel },
    promptReader: new PromptReader(async () => interpret, model),
    log: () => {},
  });
  const askonce = new AskOnce(engine, POLICIES.interactive, null);
  onTestFinished(() => askonce.close());
  return { askonce, count };
}

describeOnStores('a prompt that is read as the user wants', (kind) => {
  it('is asked about where it gives one thing two words of the user’s own', async () => {
    const { askonce, open } = await setUp(kind, { opposites: [{ poles: [['red'], ['blue']] }] });
    const prompt = 'The button is red. The button must be blue.';
    const { job, clarification } = await askonce.jobs.submit(prompt);
    expect(clarification?.options.map(({ label }) => label)).toEqual(['red', 'blue']);
    const { job: answered } = await askonce.jobs.answer(job.id, 'blue');
    expect(answered.spec?.prompt).toBe(`${prompt}\nSettled: blue, not red.`);
    expect((await (await open({ opposites: [] })).jobs.submit(prompt)).job.clarificationStatus).toBe('skipped');
    const bad = { poles: [['red']] } as unknown as { poles: [string[], string[]] };
    await expect(open({ opposites: [bad] })).rejects.toMatchObject({ code: 'argument_invalid' });
  });

  it('is read by the interpreter that was given, and by no rule', async () => {
    const read: string[] = [];
    const { askonce } = await setUp(kind, {
      interpreter: (input) => {
        read.push(input.originalPrompt);
        return interpret({ ...input, originalPrompt: 'a cheese sandwich' });
      },
    });
    expect((await askonce.jobs.submit(CONFLICT)).job.clarificationStatus).toBe('skipped');
    expect(read).toEqual([CONFLICT]);
  });
});

describeOnStores('a prompt that a model reads', (kind) => {
  it('is read once for itself and once with each answer, though two jobs have it and a hundred answer', async () => {
    const read: InterpretInput[] = [];
    const { askonce } = await openWith(kind, async (input) => {
      read.push(input);
      return interpret(input);
    });
    const [one, two] = await Promise.all(
      ['one', 'two'].map((id) => askonce.jobs.submit(CONFLICT, { id, session: 'kitchen' })),
    );
    expect(one!.job.clarificationId).toBe(two!.job.clarificationId);
    expect(read.map(({ answer }) => answer)).toEqual([undefined, undefined]);
    read.length = 0;
    await askonce.jobs.answer('one', 'hot');
    expect(read).toMatchObject([{ originalPrompt: CONFLICT, answer: 'hot', conflict: one!.job.conflict }]);
    for (const id of ['one', 'two']) expect((await askonce.jobs.get(id))?.state).toBe('RUNNING');
    const again = await Promise.all(Array.from({ length: 100 }, () => askonce.jobs.answer('two', 'hot')));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['replayed']));
    expect(read).toHaveLength(1);
  });

  it('is read with the answer that the session holds, and with the prompt of each job that shares its question', async () => {
    const read: InterpretInput[] = [];
    const { askonce } = await openWith(kind, async (input) => {
      read.push(input);
      return interpret(input);
    });
    const submit = (id: string, prompt: string) => askonce.jobs.submit(prompt, { id, session: 'kitchen' });
    await submit('one', CONFLICT);
    // The same words, so the same question; but what is read is what was written.
    const spaced = CONFLICT.replaceAll(' ', '  ');
    await submit('two', spaced);
    read.length = 0;
    await askonce.jobs.answer('one', 'hot');
    expect(read.map(({ originalPrompt }) => originalPrompt)).toEqual([CONFLICT, spaced]);
    read.length = 0;
    expect((await submit('three', CONFLICT)).job.clarificationStatus).toBe('skipped');
    expect(read).toMatchObject([{ originalPrompt: CONFLICT }, { originalPrompt: CONFLICT, answer: 'hot' }]);
  });

  it('is settled by no best practice: what contradicts itself depends on the case', async () => {
    const best = { answer: 'hot', source: 'best_practice', evidence: 'it is usual', confidence: 1 } as const;
    const { askonce } = await openWith(
      kind,
      async (input) => interpret(input),
      () => best,
    );
    const question = { question: 'Hot or frozen?', options: ['hot', 'frozen'] };
    expect((await askonce.session('s').ask(question)).items[0]).toMatchObject({ source: 'best_practice' });
    expect((await askonce.jobs.submit(CONFLICT)).job.clarificationStatus).toBe('asked');
  });

  it('is read by the rules where the model fails, with its answer, too', async () => {
    const { askonce, count } = await openWith(kind, async () => {
      throw new Error('the model is away');
    });
    const { job } = await askonce.jobs.submit(CONFLICT, { id: 'one' });
    expect(job.clarificationStatus).toBe('asked');
    expect(await count('jobs')).toBe(1);
    expect((await askonce.jobs.answer('one', 'hot')).settled).toBe(true);
  });

  it('is not built as it was read while somebody else was quicker: the first answer stands', async () => {
    const away = Promise.withResolvers<void>();
    const { askonce } = await openWith(kind, async (input) => {
      if (input.answer === 'hot') await away.promise;
      return interpret(input);
    });
    const { job } = await askonce.jobs.submit(CONFLICT);
    const slow = askonce.jobs.answer(job.id, 'hot').catch((error: { code: string }) => error.code);
    expect((await askonce.jobs.answer(job.id, 'frozen')).job.clarificationAnswer).toBe('frozen');
    away.resolve();
    expect(await slow).toBe('already_answered');
    expect((await askonce.jobs.get(job.id))?.clarificationAnswer).toBe('frozen');
  });

  it('and reads otherwise the second time is the job that was made the first time', async () => {
    let readings = 0;
    const { askonce } = await openWith(kind, async (input) => {
      readings += 1;
      return interpret(readings === 1 ? input : { ...input, answer: 'hot' });
    });
    const first = await askonce.jobs.submit(CONFLICT, { id: 'one' });
    expect(first.job.clarificationStatus).toBe('asked');
    const again = await askonce.jobs.submit(CONFLICT, { id: 'one' });
    expect(again).toMatchObject({ made: false, job: first.job, clarification: { id: first.job.clarificationId } });
  });
});
