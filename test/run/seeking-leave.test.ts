/** "Should I proceed?": whatever way the harm is put, it is the person who lets it happen. */
import { describe, expect, it } from 'vitest';
import { sqlite } from '../support/stores.ts';
import { atWork, scripted } from './agents.ts';

const HARM = 'I will drop the production database and delete all backups.';
const FINE = 'I have read the code. I will add tests for the parser.';
const long = `${HARM}\n\n${'I will add tests for the parser.\n'.repeat(200)}`;

// shows: R6
describe('an agent that seeks leave to go on is left to the person', () => {
  it.each([
    ['where the harm stands behind the question', `${FINE}\n\nShould I proceed?\n\nOnce you confirm, ${HARM}`],
    ['where the harm stands far above it', `${long}\n\nShould I proceed?`],
    [
      'where a marker has a context of its own',
      `${HARM}\nNEEDS_CLARIFICATION: {"question":"Should I proceed?","type":"CONFIRM","context":"${FINE}"}`,
    ],
    [
      'where a header says more',
      `${FINE}\nNEEDS_CLARIFICATION: {"question":"Should I proceed?","header":"Drop the users table"}`,
    ],
    [
      'where an option says more',
      `${FINE}\nNEEDS_CLARIFICATION: {"question":"Should I proceed?","options":[{"label":"Yes","description":"drops the users table"},"No"]}`,
    ],
    [
      'where a field that nobody knows says more',
      `${FINE}\nNEEDS_CLARIFICATION: {"question":"Should I proceed?","plan":"drop the users table"}`,
    ],
    [
      'where the subject says more',
      `NEEDS_CLARIFICATION: {"question":"Should I proceed?","context":"${FINE}","subject":"job: drop the users table"}`,
    ],
    ['where it does not say what it would go on with', 'I have thought about it.\n\nShould I proceed?'],
  ])('%s', async (_where, output) => {
    const { agent, prompts } = scripted(output, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin('Add a config file');
    const question = await work.waits(id);
    expect(question.question).toBe('Should I proceed?');
    expect(prompts).toHaveLength(1);
  });

  it('where the task itself would destroy something', async () => {
    const { agent } = scripted(`${FINE}\n\nShould I proceed?`, 'Done.');
    const work = await atWork(sqlite, agent);
    expect(await work.waits(await work.begin('Drop the production database'))).toMatchObject({ destructive: true });
  });

  it('where it says on its other stream what it will destroy', async () => {
    const { agent } = scripted({ output: `${FINE}\n\nShould I proceed?`, exitCode: 0, complaint: HARM }, 'Done.');
    const work = await atWork(sqlite, agent);
    expect(await work.waits(await work.begin('Add a config file'))).toMatchObject({ destructive: true });
  });

  it('anew for each plan, also where the two differ only in what was left out', async () => {
    const plan = (first: string) => `${first}\n\n${'I will delete the old logs.\n'.repeat(300)}\n\nShould I proceed?`;
    const { agent, prompts } = scripted(plan('I will add tests.'), plan('I will wipe the disk.'), 'Done.');
    const work = await atWork(sqlite, agent);
    expect(await work.answering(await work.begin('Add a config file'), 'yes', 'no')).toMatchObject({
      state: 'COMPLETE',
    });
    expect(prompts).toHaveLength(3);
  });
});

// shows: R9
it('an agent that asks ever new questions that need no person comes to an end', async () => {
  let n = 0;
  const { agent, prompts } = scripted(() => {
    n += 1;
    return `NEEDS_CLARIFICATION: {"question":"Should I use TypeScript strict mode?","subject":"file ${n}"}`;
  });
  const work = await atWork(sqlite, agent);
  const { state, error } = await work.ended(await work.begin('Add a config file'));
  expect({ state, error }).toEqual({ state: 'ERROR', error: expect.stringContaining('25 questions in a row') });
  expect(prompts).toHaveLength(25);
});
