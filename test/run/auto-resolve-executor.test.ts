/** The executor of agents that can only print: how their questions are found, asked, and answered in the next prompt. */
import { describe, expect, it } from 'vitest';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { atWork, scripted } from './agents.ts';

const PROMPT = 'Add a config file';
const FORMAT = 'NEEDS_CLARIFICATION: Which format should I use for it?';

describeOnStores('an agent that asks by a marker', (store) => {
  // shows: S001-RESOLVED-PROMPT, S003-EXECUTOR-CONTINUES
  it('reads its questions with their answers in a block of their own, before the resolved prompt', async () => {
    const owner = 'clarification_needed: Who owns it?';
    const { agent, read } = scripted(FORMAT, owner, 'Done.');
    const work = await atWork(store, agent);
    const id = await work.begin(PROMPT);
    expect(await work.answering(id, 'YAML', 'the web team')).toMatchObject({ state: 'COMPLETE' });
    expect(read).toEqual([
      PROMPT,
      `You asked: Which format should I use for it?\nAnswer: YAML\n\n${PROMPT}\n\nClarification Answer: YAML`,
      'You asked: Which format should I use for it?\nAnswer: YAML\n\nYou asked: Who owns it?\nAnswer: the web team\n\n' +
        `${PROMPT}\n\nClarification Answer: YAML\n\nClarification Answer: the web team`,
    ]);
  });

  it('is run again with its prompt, a blank line and the answer, and goes on with it', async () => {
    const { agent, prompts } = scripted(FORMAT, (prompt) => `Wrote it as ${prompt.split(': ').at(-1)}.`);
    const work = await atWork(store, agent);
    const id = await work.begin(PROMPT);
    const question = await work.waits(id);
    expect(question.question).toBe('Which format should I use for it?');
    expect(await work.in(id, 'AWAITING_RESPONSE')).toMatchObject({ clarificationQuestion: question.question });
    await work.askonce.questions.answer(question.id, 'YAML');
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'Wrote it as YAML.', runs: 1 });
    expect(prompts).toEqual([PROMPT, `${PROMPT}\n\nClarification Answer: YAML`]);
  });

  it('gets all earlier answers, in the order in which it asked', async () => {
    const { agent, prompts } = scripted(
      FORMAT,
      'clarification_required: Which directory does it belong to?',
      'clarification_needed: Who owns it?',
      'Done.',
    );
    const work = await atWork(store, agent);
    const id = await work.begin(PROMPT);
    expect(await work.answering(id, 'YAML', 'conf', 'the web team')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts.at(-1)).toBe(
      `${PROMPT}\n\nClarification Answer: YAML\n\nClarification Answer: conf\n\nClarification Answer: the web team`,
    );
  });

  it('may ask up to four questions in one request, and is told which answer belongs to which', async () => {
    const questions = ['Which format?', { question: 'Which port?', options: ['web', 'metrics'] }];
    const { agent, prompts } = scripted(`NEEDS_CLARIFICATION: ${JSON.stringify({ questions })}`, 'Done.');
    const work = await atWork(store, agent);
    const id = await work.begin(PROMPT);
    const { waiting } = await work.in(id, 'AWAITING_RESPONSE');
    expect(waiting.map(({ question }) => question)).toEqual(['Which format?', 'Which port?']);
    await work.askonce.questions.answer(waiting[1]!.id, '2');
    // One of two: it goes on after the last.
    expect(prompts).toHaveLength(1);
    expect(await work.in(id, 'AWAITING_RESPONSE')).toMatchObject({ waiting: [{ question: 'Which format?' }] });
    await work.askonce.questions.answer(waiting[0]!.id, 'YAML');
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[1]).toBe(
      `${PROMPT}\n\nClarification Answer: Which format? YAML\n\nClarification Answer: Which port? metrics`,
    );
  });
});

describe('what an agent prints', () => {
  const JSON_ASK = { question: 'Which format?', header: 'Format', options: ['YAML', 'TOML'], reason: 'Both are used' };

  it.each([
    ['a marker with JSON', `NEEDS_CLARIFICATION: ${JSON.stringify(JSON_ASK)}`],
    ['a line of JSON', JSON.stringify({ needs_clarification: true, ...JSON_ASK })],
    ['JSON below the marker', `NEEDS_CLARIFICATION:\n\n${JSON.stringify(JSON_ASK, null, 2)}`],
  ])('asks with its options and reason: %s', async (_name, output) => {
    const { agent, prompts } = scripted(`I looked around.\n\n${output}\n`, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    const { clarificationReason, waiting } = await work.in(id, 'AWAITING_RESPONSE');
    expect(clarificationReason).toBe('Both are used');
    expect(waiting).toMatchObject([{ type: 'SELECT_ONE', options: [{ label: 'YAML' }, { label: 'TOML' }] }]);
    await work.askonce.questions.answer(waiting[0]!.id, '2');
    await work.ended(id);
    expect(prompts[1]).toBe(`${PROMPT}\n\nClarification Answer: TOML`);
  });

  it.each([
    'Before I change anything, I need to know one thing.\n\nWhich of the two config folders should I use?',
    'The task is ambiguous: there are two config folders.\nWhich of the two config folders should I use?\n',
  ])('is a question where its final message only asks: %j', async (output) => {
    const { agent, prompts } = scripted(output, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    const { question } = await work.waits(id);
    expect(question).toBe('Which of the two config folders should I use?');
    const { waiting } = await work.in(id, 'AWAITING_RESPONSE');
    await work.askonce.questions.answer(waiting[0]!.id, 'conf');
    await work.ended(id);
    expect(prompts[1]).toBe(`${PROMPT}\n\nClarification Answer: conf`);
  });

  it.each([
    ['a marker in a fence', 'Here is how to ask:\n\n```\nNEEDS_CLARIFICATION: Which format?\n```\n\nAll is done.'],
    ['a question in a fence', 'All is done. The page now says:\n\n```\nWhich format should I use?\n```'],
    ['a marker in the code of a line', 'I documented `NEEDS_CLARIFICATION: Which format?` in the README.'],
    ['a courtesy', 'I have added the file and all tests pass. Anything else?'],
    ['a marker that says there is nothing', 'All is done.\nNEEDS_CLARIFICATION: none'],
    ['nothing', ''],
  ])('is a result, and nobody is asked: %s', async (_name, output) => {
    const { agent, prompts } = scripted(output);
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: output.trim() });
    expect(prompts).toEqual([PROMPT]);
    expect(await work.count('asks')).toBe(0);
  });

  it('is kept as the result by its end where it is long, with no half of a letter in it', async () => {
    const { agent } = scripted(`${'a'.repeat(5)}${'😀'.repeat(5_000)}b`);
    const work = await atWork(sqlite, agent);
    const { state, result } = await work.ended(await work.begin(PROMPT));
    expect(state).toBe('COMPLETE');
    expect(result!.isWellFormed()).toBe(true);
    expect(result).toMatch(/😀b$/u);
    expect(result!.length).toBeGreaterThan(9_990);
  });
});

describe('an agent under the interactive policy', () => {
  it('may ask a hundred questions, and each is put to the person once', async () => {
    const asks = Array.from({ length: 100 }, (_, n) => `NEEDS_CLARIFICATION: What is the name of service number ${n}?`);
    const { agent, prompts } = scripted(...asks, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    const answers = asks.map((_, n) => `name ${n}`);
    expect(await work.answering(id, ...answers)).toMatchObject({ state: 'COMPLETE', result: 'Done.' });
    expect(prompts).toHaveLength(101);
    expect(prompts.at(-1)).toBe([PROMPT, ...answers.map((one) => `Clarification Answer: ${one}`)].join('\n\n'));
    expect(await work.count('clarifications')).toBe(100);
  });
});
