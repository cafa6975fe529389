import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AskOnce, QuestionInput } from '../../src/index.ts';
import { codeOf, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const RUNNER = 'Which test runner should I use?';
let sessions = 0;

/** The person answers in a session of its own; returns the clarification. */
async function answerOnce(askonce: AskOnce, question: string | QuestionInput, answer: string): Promise<string> {
  sessions += 1;
  const id = parkedId(await askonce.session(`learn-${sessions}`).ask(question, { wait: false }));
  await askonce.questions.answer(id, answer);
  return id;
}

async function outcome(askonce: AskOnce, question: string | QuestionInput) {
  sessions += 1;
  return only(await askonce.session(`learn-${sessions}`).ask(question, { wait: false }));
}

describeOnStores('preferences', (store) => {
  // shows: S003-PREFERENCE
  it('are applied from the third equal answer on, with that as evidence', async () => {
    const { askonce } = await setUp(store);
    for (const answer of ['vitest', 'Vitest', 'vitest']) {
      expect(await outcome(askonce, RUNNER)).toMatchObject({ outcome: 'parked' });
      await answerOnce(askonce, RUNNER, answer);
    }
    expect(await outcome(askonce, 'What test runner should I use?')).toMatchObject({
      outcome: 'auto_resolved',
      answer: 'vitest',
      source: 'preference',
      evidence: `“${RUNNER}” was answered “vitest” at least 3 times in this project`,
      confidence: 0.75,
    });
  });

  it('grow weaker by a different answer', async () => {
    const { askonce } = await setUp(store);
    for (const answer of ['vitest', 'vitest', 'mocha', 'vitest']) await answerOnce(askonce, RUNNER, answer);
    expect(await outcome(askonce, RUNNER)).toMatchObject({ outcome: 'parked' });
    await answerOnce(askonce, RUNNER, 'vitest');
    expect(await outcome(askonce, RUNNER)).toMatchObject({ answer: 'vitest', source: 'preference' });
  });

  it('are learnt from files, and not from words that name none', async () => {
    const { askonce } = await setUp(store);
    const file = (question: string) => ({ question, type: 'TARGET_FILE' as const });
    const [named, left] = [file('Which file should the types go into?'), file('Which file should the notes go into?')];
    for (let n = 0; n < 3; n += 1) {
      await answerOnce(askonce, named, 'src/types.ts');
      await answerOnce(askonce, left, 'whichever you like');
    }
    expect(await outcome(askonce, named)).toMatchObject({ answer: 'src/types.ts', source: 'preference' });
    expect(await outcome(askonce, left)).toMatchObject({ outcome: 'parked' });
  });

  // shows: O1-11
  it('stay in their project, though two share a store', async () => {
    const { askonce, root, open } = await setUp(store);
    mkdirSync(join(root, '..', 'second'));
    const second = await open({ project: join(root, '..', 'second') });
    await askonce.preferences.set(RUNNER, 'vitest');
    expect(await outcome(askonce, RUNNER)).toMatchObject({ answer: 'vitest' });
    expect(await outcome(second, RUNNER)).toMatchObject({ outcome: 'parked' });
    expect((await second.preferences.list()).items).toEqual([]);
    await second.preferences.set(RUNNER, 'mocha');
    expect(await outcome(second, RUNNER)).toMatchObject({ answer: 'mocha' });
    expect(await outcome(askonce, RUNNER)).toMatchObject({ answer: 'vitest' });
  });

  // shows: O1-11
  it('work in Japanese, and never answer a negated question', async () => {
    const { askonce } = await setUp(store);
    const runner = 'どのテストランナーを使いますか？';
    for (let n = 0; n < 3; n += 1) await answerOnce(askonce, runner, 'vitest');
    expect(await outcome(askonce, runner)).toMatchObject({ answer: 'vitest', source: 'preference' });
    const reworded = 'テストランナーは何を使用しましょうか';
    expect(await outcome(askonce, reworded)).toMatchObject({
      answer: 'vitest',
      evidence: `“${runner}” was answered “vitest” at least 3 times in this project`,
    });
    expect(await outcome(askonce, 'どのテストランナーを使いませんか？')).toMatchObject({ outcome: 'parked' });
    await askonce.preferences.set(RUNNER, 'vitest');
    expect(await outcome(askonce, 'Which test runner should I never use?')).toMatchObject({ outcome: 'parked' });
  });

  it('are not applied to a question that is only like the one they were learnt from', async () => {
    const { askonce } = await setUp(store);
    await askonce.preferences.set(RUNNER, 'vitest');
    for (const like of ['Which test runner does the project use?', 'Which fast test runner should I use?']) {
      expect(await outcome(askonce, like)).toMatchObject({ outcome: 'parked' });
    }
    await askonce.preferences.set('Should I use tabs or spaces?', 'the first one');
    expect(await outcome(askonce, 'Should I use tabs or spaces?')).toMatchObject({ answer: 'the first one' });
    expect(await outcome(askonce, 'Should I use spaces or tabs?')).toMatchObject({ outcome: 'parked' });
  });

  it('are listed page by page, set by hand at once, and forgotten', async () => {
    const { askonce } = await setUp(store);
    await askonce.preferences.set(RUNNER, 'vitest');
    await askonce.preferences.set('Which linter should I use?', 'biome');
    await askonce.preferences.set('Which shell should I use?', 'fish', 'the laptop');
    const first = await askonce.preferences.list({ limit: 2 });
    const second = await askonce.preferences.list({ limit: 2, after: first.next! });
    expect([...first.items, ...second.items].map(({ answer }) => answer).toSorted()).toEqual([
      'biome',
      'fish',
      'vitest',
    ]);
    expect(second.next).toBeNull();
    expect(first.items[0]).toMatchObject({ origin: 'set', times: 0 });

    expect(await outcome(askonce, RUNNER)).toMatchObject({
      answer: 'vitest',
      evidence: `this project’s preference for “${RUNNER}” is set to “vitest”`,
      confidence: 1,
    });
    expect((await askonce.preferences.forget(RUNNER)).answer).toBe('vitest');
    expect(await codeOf(askonce.preferences.forget(RUNNER))).toBe('preference_unknown');
    expect(await outcome(askonce, RUNNER)).toMatchObject({ outcome: 'parked' });
  });

  it('that were set by hand are not changed by answers', async () => {
    const { askonce } = await setUp(store);
    const question = { question: RUNNER, options: ['vitest', 'mocha'] };
    await askonce.preferences.set(RUNNER, 'jest');
    for (let n = 0; n < 4; n += 1) await answerOnce(askonce, question, 'mocha');
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'jest', origin: 'set' }]);
  });

  it('are applied only where they fit the options', async () => {
    const { askonce } = await setUp(store);
    await askonce.preferences.set(RUNNER, 'vitest');
    expect(await outcome(askonce, { question: RUNNER, options: ['Vitest', 'Mocha'] })).toMatchObject({
      answer: 'Vitest',
    });
    expect(await outcome(askonce, { question: RUNNER, options: ['Jest', 'Mocha'] })).toMatchObject({
      outcome: 'parked',
    });
  });

  // shows: R7
  it('lose what they learnt from an answer that is revoked', async () => {
    const { askonce } = await setUp(store);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await answerOnce(askonce, RUNNER, 'vitest'));
    await askonce.questions.revoke(ids[0]!);
    expect((await askonce.preferences.list()).items).toMatchObject([{ times: 2 }]);
    expect(await outcome(askonce, RUNNER)).toMatchObject({ outcome: 'parked' });
    await askonce.questions.revoke(ids[1]!);
    await askonce.questions.revoke(ids[2]!);
    expect((await askonce.preferences.list()).items).toEqual([]);
  });

  // shows: R7
  it('go with the answer that was to be remembered when it is revoked; what somebody has set since stays', async () => {
    const { askonce, clock } = await setUp(store);
    const remember = async (session: string) => {
      const [item] = (await askonce.session(session).ask(RUNNER, { wait: false })).items;
      const { id } = item as { id: string };
      await askonce.questions.answer(id, 'vitest', { remember: true });
      return id;
    };
    const id = await remember('one');
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'vitest', origin: 'set' }]);
    await askonce.questions.revoke(id);
    expect((await askonce.preferences.list()).items).toEqual([]);
    expect((await askonce.events.list({ limit: 100 })).at(-1)).toMatchObject({ type: 'preference.forgotten' });
    const again = await remember('two');
    clock.advance(1);
    await askonce.preferences.set(RUNNER, 'vitest');
    await askonce.questions.revoke(again);
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'vitest', origin: 'set' }]);
  });

  it('are not learnt from what they settled themselves', async () => {
    const { askonce } = await setUp(store);
    for (let n = 0; n < 3; n += 1) await answerOnce(askonce, RUNNER, 'vitest');
    for (let n = 0; n < 3; n += 1) await outcome(askonce, RUNNER);
    expect((await askonce.preferences.list()).items).toMatchObject([{ times: 3 }]);
  });

  it('that were learnt are forgotten, and learnt anew from later answers', async () => {
    const { askonce, clock } = await setUp(store);
    for (let n = 0; n < 3; n += 1) await answerOnce(askonce, RUNNER, 'vitest');
    expect(await askonce.preferences.forget(RUNNER)).toMatchObject({ answer: 'vitest', origin: 'learnt', times: 3 });
    expect((await askonce.preferences.list()).items).toEqual([]);
    expect(await codeOf(askonce.preferences.forget(RUNNER))).toBe('preference_unknown');
    expect(await outcome(askonce, RUNNER)).toMatchObject({ outcome: 'parked' });
    clock.advance(1);
    for (let n = 0; n < 3; n += 1) await answerOnce(askonce, RUNNER, 'mocha');
    expect(await outcome(askonce, RUNNER)).toMatchObject({ answer: 'mocha', source: 'preference' });
  });

  it('that were set and forgotten leave nothing of what was answered meanwhile', async () => {
    const { askonce } = await setUp(store);
    const question = { question: RUNNER, options: ['vitest', 'mocha'] };
    await askonce.preferences.set(RUNNER, 'jest');
    for (let n = 0; n < 3; n += 1) await answerOnce(askonce, question, 'mocha');
    await askonce.preferences.forget(RUNNER);
    expect((await askonce.preferences.list()).items).toEqual([]);
    expect(await outcome(askonce, question)).toMatchObject({ outcome: 'parked' });
    await askonce.preferences.set(RUNNER, 'vitest');
    expect(await outcome(askonce, question)).toMatchObject({ answer: 'vitest' });
  });

  // shows: R7
  it('grow weaker when an answer that they gave is revoked', async () => {
    const { askonce, clock } = await setUp(store);
    for (let n = 0; n < 3; n += 1) await answerOnce(askonce, RUNNER, 'vitest');
    clock.advance(1);
    const session = askonce.session('resolved');
    expect(only(await session.ask(RUNNER, { wait: false }))).toMatchObject({ source: 'preference' });
    const [given] = (await askonce.questions.list({ session: 'resolved' })).items;
    await askonce.questions.revoke(given!.id);
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'vitest', times: 2 }]);
    expect(await outcome(askonce, RUNNER)).toMatchObject({ outcome: 'parked' });
  });

  it('are learnt by answers that come all at once, and none is lost', async () => {
    const { askonce, open } = await setUp(store);
    const openings = [askonce, await open(), await open()];
    const at = (n: number) => openings[n % openings.length]!;
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => parkedId(await at(n).session(`s-${n}`).ask(RUNNER, { wait: false }))),
    );
    await Promise.all(ids.map((id, n) => at(n + 1).questions.answer(id, 'vitest')));
    await Promise.all(ids.slice(4).map((id, n) => at(n).questions.revoke(id)));
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'vitest', times: 4 }]);
  });

  it('are kept apart by subject', async () => {
    const { askonce } = await setUp(store);
    const shell = (subject: string) => ({ question: 'Which shell should I use?', subject });
    for (let n = 0; n < 3; n += 1) await answerOnce(askonce, shell('laptop'), 'fish');
    expect(await outcome(askonce, shell('laptop'))).toMatchObject({ answer: 'fish' });
    expect(await outcome(askonce, shell('server'))).toMatchObject({ outcome: 'parked' });
    expect(await outcome(askonce, 'Which shell should I use?')).toMatchObject({ outcome: 'parked' });
  });

  it('belong to the question’s own project, whichever is open on the store', async () => {
    const { askonce, open, outside } = await setUp(store);
    mkdirSync(join(outside, 'blog'));
    const blog = await open({ project: join(outside, 'blog') });
    const { project } = blog;
    // The person answers the question of the one from the inbox of the other.
    const id = parkedId(await blog.session('s').ask(RUNNER, { wait: false }));
    await askonce.questions.answer(id, 'vitest', { remember: true });
    expect((await askonce.preferences.list()).items).toEqual([]);
    expect((await askonce.preferences.list({ project })).items).toMatchObject([{ project, answer: 'vitest' }]);
    expect(await outcome(askonce, RUNNER)).toMatchObject({ outcome: 'parked' });
    expect(await outcome(blog, RUNNER)).toMatchObject({ outcome: 'auto_resolved', answer: 'vitest' });

    await askonce.preferences.set(RUNNER, 'jest', '', { project });
    expect(await outcome(blog, RUNNER)).toMatchObject({ answer: 'jest' });
    expect(await codeOf(askonce.preferences.forget(RUNNER))).toBe('preference_unknown');
    expect(await askonce.preferences.forget(RUNNER, '', { project })).toMatchObject({ project, answer: 'jest' });
    expect((await blog.preferences.list()).items).toEqual([]);
    expect(await codeOf(askonce.preferences.set(RUNNER, 'jest', '', { project: '/none' }))).toBe('argument_invalid');
    expect(await codeOf(askonce.preferences.list({ project: '/none' }))).toBe('argument_invalid');
  });
});
