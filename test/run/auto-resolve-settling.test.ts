/** What an agent that prints is told without a person, and when leave to go on is not given for them. */
import { describe, expect, it } from 'vitest';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { atWork, scripted } from './agents.ts';

const PROMPT = 'Add a config file';
const told = (answer: string, prompt = PROMPT) => `${prompt}\n\nClarification Answer: ${answer}`;

describeOnStores('a question that needs no person', (store) => {
  // shows: O1-01-REPL
  it('is settled by best practice, by what the session was told and by a preference, and the task never waits', async () => {
    const { agent, prompts } = scripted(
      'NEEDS_CLARIFICATION: Should I enable TypeScript strict mode?',
      'NEEDS_CLARIFICATION: Which colour should the header have?',
      'NEEDS_CLARIFICATION: Which test runner should I use?',
      'Done.',
    );
    const work = await atWork(store, agent);
    const session = work.askonce.session('s1');
    const earlier = await session.ask('Which colour should the header have?', { wait: false });
    await work.askonce.questions.answer(earlier.items[0]!.id!, 'teal');
    await work.askonce.preferences.set('Which test runner should I use?', 'vitest');
    const id = await work.begin(PROMPT, { session: 's1' });
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'Done.' });
    expect(prompts.at(-1)).toBe(`${told('Yes')}\n\nClarification Answer: teal\n\nClarification Answer: vitest`);
    expect(await work.count('clarifications', "status = 'pending' OR source = 'user'")).toBe(1);
    const events = await work.askonce.events.list({ limit: 1_000 });
    expect(events.map(({ type }) => type)).not.toContain('job.awaiting');
    expect(work.log.filter((line) => line.startsWith('[auto-resolved]'))).toHaveLength(3);
  });
});

describe('the words of the task', () => {
  it('answer a question that they settle', async () => {
    const { agent, prompts } = scripted(
      `NEEDS_CLARIFICATION: ${JSON.stringify({ question: 'Which format should I use?', options: ['YAML', 'JSON'] })}`,
      'Done.',
    );
    const work = await atWork(sqlite, agent);
    const prompt = 'Add a config file, please use YAML';
    expect(await work.ended(await work.begin(prompt))).toMatchObject({ state: 'COMPLETE' });
    expect(prompts).toEqual([prompt, told('YAML', prompt)]);
  });
});

const PLAN = 'I read the code. I would add a second module, and tests for it.';

describe('an agent that only seeks leave to go on', () => {
  it.each([
    ['English', `${PLAN}\n\nShould I proceed?`],
    ['English, by a marker', `${PLAN}\n\nNEEDS_CLARIFICATION: Should I proceed?`],
    ['Japanese', 'コードを読みました。パーサーを二つのモジュールに分けます。\n\nこのまま進めてもよろしいですか？'],
  ])('is told to continue by the person alone, however harmless its plan sounds: %s', async (_language, output) => {
    const { agent, prompts } = scripted(output, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    const question = await work.waits(id);
    expect(question).toMatchObject({ type: 'CONFIRM', destructive: false });
    expect(prompts).toHaveLength(1);
    await work.askonce.questions.answer(question.id, 'yes');
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'Done.' });
    expect(prompts).toEqual([PROMPT, told('continue')]);
  });

  it('is told by the person of each plan, also where nothing in them is known to do harm', async () => {
    const { agent, prompts } = scripted(
      'Next I will turn the reader of shapes inside out.\n\nShould I proceed?',
      'Next I will turn the reader of colours inside out.\n\nShould I proceed?',
      'Done.',
    );
    const work = await atWork(sqlite, agent);
    expect(await work.answering(await work.begin(PROMPT), 'yes', 'no')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[2]).toBe(`${told('continue')}\n\nClarification Answer: No`);
  });

  // shows: R6
  it.each([
    ['English', 'Next I will drop the users table and create it anew.\n\nShould I proceed?'],
    ['English, by a marker', 'Next I will drop the users table.\n\nNEEDS_CLARIFICATION: Should I proceed?'],
    ['Japanese', '次に users テーブルを削除して作り直します。\n\nこのまま進めてもよろしいですか？'],
  ])('is left to the person where the message before it says what it will destroy: %s', async (_language, output) => {
    const { agent, prompts } = scripted(output, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    const question = await work.waits(id);
    expect(question).toMatchObject({ type: 'CONFIRM', destructive: true });
    expect(question.context).toContain('users');
    expect(prompts).toHaveLength(1);
    await work.askonce.questions.answer(question.id, 'no');
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(prompts).toEqual([PROMPT, told('No')]);
  });

  // shows: R6
  it.each([
    ['German', 'Als Nächstes lösche ich die Tabelle users.\n\nSoll ich fortfahren?'],
    ['French', 'Ensuite je supprime la table users.\n\nDois-je continuer ?'],
    ['Spanish', 'Ahora voy a eliminar la tabla users.\n\n¿Debo continuar?'],
    ['Chinese', '接下来我会删除 users 表并重新创建。\n\n我可以继续吗？'],
    ['Korean', '다음으로 users 테이블을 삭제하고 다시 만듭니다.\n\n이대로 진행할까요?'],
  ])('is left to the person for each plan in a language that is not read: %s', async (_language, output) => {
    const { agent, prompts } = scripted(output, output.replace('users', 'orders'), 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    for (const table of ['users', 'orders']) {
      const question = await work.waits(id);
      expect(question.context).toContain(table);
      await work.askonce.questions.answer(question.id, 'ok');
    }
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(prompts).toHaveLength(3);
  });

  it('is told to continue where the person says yes to what it will destroy', async () => {
    const { agent, prompts } = scripted('Next I will drop the users table.\n\nShould I proceed?', 'Done.');
    const work = await atWork(sqlite, agent);
    expect(await work.answering(await work.begin(PROMPT), 'yes')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[1]).toBe(told('continue'));
  });

  it('asks the person about each thing it will destroy, and is told what they say to each', async () => {
    const { agent, prompts } = scripted(
      'Next I will drop the users table.\n\nShould I proceed?',
      'Now I will drop the orders table.\n\nShould I proceed?',
      'Done.',
    );
    const work = await atWork(sqlite, agent);
    expect(await work.answering(await work.begin(PROMPT), 'yes', 'no')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[2]).toBe(`${told('continue')}\n\nClarification Answer: No`);
  });

  // shows: R9
  it('and seeks it again for the same plan goes round, and is given up after three rounds', async () => {
    const { agent, prompts } = scripted(...Array(4).fill(`${PLAN}\n\nShould I proceed?`));
    const work = await atWork(sqlite, agent);
    const { state, error } = await work.answering(await work.begin(PROMPT), 'yes');
    expect(state).toBe('ERROR');
    expect(error).toContain('although it was given the answer 3 times');
    expect(prompts).toEqual([PROMPT, ...Array(3).fill(told('continue'))]);
  });
});
