/** What the person said: when it answers a question, and when it only mentions something. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAskOnce } from '../../src/index.ts';
import { codeOf, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMAT = { question: 'Which format should I use?', options: ['YAML', 'JSON'] } as const;

describeOnStores('what the person said', (store) => {
  it.each([
    'JSON is terrible',
    'YAML is forbidden',
    'get rid of JSON',
    'The README says JSON is deprecated',
    'Fix the JSON parser',
    'YAMLは苦手です',
  ])('“%s” mentions an option and does not choose it', async (input) => {
    const { askonce } = await setUp(store);
    expect((await askonce.session('s').ask(FORMAT, { userMessage: input, wait: false })).status).toBe('parked');
  });

  it.each([
    'use YAML please',
    'I would go with YAML',
    'YAML it is',
    'write it in YAML format',
    'YAMLにしてください',
    'YAML',
  ])('“%s” chooses one', async (input) => {
    const { askonce } = await setUp(store);
    expect((await askonce.session('s').ask(FORMAT, { userMessage: input, wait: false })).answer).toBe('YAML');
  });

  it.each([
    ['Which file should I create the test in?', 'the bug is in src/a.ts'],
    ['Which file should I edit?', 'see src/a.ts'],
    ['Which file should I edit?', 'add a test for src/a.ts'],
    ['どのファイルを直しますか？', 'src/a.tsを参考にして'],
  ])('to “%s”, “%s” points at a file and does not choose it', async (question, input) => {
    const { askonce, root } = await setUp(store);
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src', 'a.ts'), '');
    const ask = { question, type: 'TARGET_FILE' } as const;
    expect((await askonce.session('s').ask(ask, { userMessage: input, wait: false })).status).toBe('parked');
    expect((await askonce.session('t').ask(ask, { userMessage: 'src/a.ts', wait: false })).answer).toBe('src/a.ts');
  });

  it('is not said anew by a job that is run again', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await session.ask(FORMAT, { job: 'j', userMessage: 'use YAML', wait: false });
    await session.observe('use JSON');
    await session.ask(FORMAT, { job: 'j', userMessage: 'use YAML', wait: false });
    const later = { ...FORMAT, question: 'Which format should the report have?' };
    expect((await session.ask(later, { wait: false })).answer).toBe('JSON');
  });

  // shows: R6
  it.each([
    'Should I blow the cache away?',
    'Should I recreate the database?',
    'Should I restart the server?',
    'Should I cancel the subscription?',
    'Should I upload the report?',
    'Should I invite the customer?',
    'Should I let the old ones go?',
    'データベースを作り直しますか？',
  ])('“yes” is no answer to “%s”', async (question) => {
    const { askonce } = await setUp(store);
    const result = await askonce.session('s').ask({ question, type: 'CONFIRM' }, { userMessage: 'yes', wait: false });
    expect(result.status).toBe('parked');
  });
});

it('patterns and practices of the wrong kind are refused with a code', async () => {
  for (const wrong of [
    { patterns: [{ pattern: 5, answer: 'x' }] },
    { patterns: [null] },
    { bestPractices: [{ id: 'x' }] },
  ]) {
    expect(await codeOf(openAskOnce({ db: 'never-made.db', ...(wrong as object) }))).toBe('pattern_invalid');
  }
});
