import { expect, it } from 'vitest';
import type { QuestionInput } from '../../src/index.ts';
import { nextEvent, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const DATABASE = 'Which database should the service use?';
const TESTS = 'Should I add unit tests?';

describeOnStores('the same words in another form', (store) => {
  // shows: S000-REPEAT, R1
  it.each<[string, QuestionInput, string, QuestionInput, string]>([
    [
      'options, then open',
      { question: DATABASE, options: ['SQLite', 'MySQL'] },
      'MySQL',
      { question: DATABASE },
      'MySQL',
    ],
    [
      'open, then options',
      { question: DATABASE },
      'mysql',
      { question: DATABASE, options: ['SQLite', 'MySQL'] },
      'MySQL',
    ],
    [
      'yes or no, then options',
      { question: TESTS, type: 'CONFIRM' },
      'sure',
      { question: TESTS, options: ['Yes', 'No'] },
      'Yes',
    ],
    [
      'options, then yes or no',
      { question: TESTS, options: ['Yes', 'No'] },
      'No',
      { question: TESTS, type: 'CONFIRM' },
      'No',
    ],
    [
      'yes or no, then はい',
      { question: TESTS, type: 'CONFIRM' },
      'yes',
      { question: TESTS, options: ['はい', 'いいえ'] },
      'はい',
    ],
    ['open, then yes or no', { question: TESTS }, 'yes, please', { question: TESTS, type: 'CONFIRM' }, 'Yes'],
    ['yes or no, then open', { question: TESTS, type: 'CONFIRM' }, 'yes', { question: TESTS }, 'Yes'],
    [
      'an option that is no longer recommended',
      { question: DATABASE, options: ['PostgreSQL (Recommended)', 'MySQL'] },
      'PostgreSQL (Recommended)',
      { question: DATABASE, options: ['MySQL', 'PostgreSQL'] },
      'PostgreSQL',
    ],
    [
      'an option that is recommended now',
      { question: DATABASE, options: ['PostgreSQL', 'MySQL'] },
      'PostgreSQL',
      { question: DATABASE, options: ['PostgreSQL (recommended)', 'MySQL'] },
      'PostgreSQL (recommended)',
    ],
    [
      'a recommended option, then open',
      { question: DATABASE, options: ['PostgreSQL (Recommended)', 'MySQL'] },
      'PostgreSQL (Recommended)',
      { question: DATABASE },
      'PostgreSQL',
    ],
    [
      'what would destroy: yes or no, then options',
      { question: 'Overwrite config.yaml?', type: 'CONFIRM' },
      'yes',
      { question: 'Overwrite config.yaml?', options: ['Yes (Recommended)', 'No'] },
      'Yes (Recommended)',
    ],
  ])('is the same question: %s', async (_what, first, answer, then, expected) => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask(first, { wait: false }));
    await askonce.questions.answer(id, answer);
    expect(only(await session.ask(then, { wait: false }))).toMatchObject({
      outcome: 'auto_resolved',
      id,
      answer: expected,
      source: 'history',
    });
    expect(await count('clarifications')).toBe(1);
    // And a job is told so in its own form each time it is run.
    const job = { job: 'j', wait: false } as const;
    if (first.question === 'Overwrite config.yaml?') return;
    for (const _ of [1, 2]) expect(only(await session.ask(then, job))).toMatchObject({ answer: expected });
  });

  // shows: R1
  it.each<[string, QuestionInput, string, QuestionInput]>([
    ['none of the options', { question: DATABASE }, 'DuckDB', { question: DATABASE, options: ['SQLite', 'MySQL'] }],
    ['no yes or no', { question: TESTS }, 'only for the parser', { question: TESTS, type: 'CONFIRM' }],
    [
      'a path that nobody looked up',
      { question: 'Which file?' },
      '../a.txt',
      { question: 'Which file?', type: 'TARGET_FILE' },
    ],
  ])('is asked with the earlier answer first where that cannot serve: %s', async (_what, first, answer, then) => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask(first, { wait: false }));
    await askonce.questions.answer(id, answer);
    const again = only(await session.ask(then, { wait: false }));
    expect(again).toMatchObject({ outcome: 'parked', offered: { id, answer } });
    expect(await count('clarifications', "status = 'superseded'")).toBe(1);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  // shows: R1
  it('is one card for two who wait, and each is answered in its own form', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const joined = nextEvent(askonce, 'clarification.joined');
    const id = parkedId(await session.ask({ question: TESTS, options: ['Yes', 'No'] }, { wait: false }));
    const waiting = session.ask({ question: TESTS, type: 'CONFIRM' });
    await joined;
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await askonce.questions.answer(id, 'yes');
    expect(only(await waiting)).toMatchObject({ outcome: 'answered', id, answer: 'Yes' });
  });

  it('twice in one ask is one question', async () => {
    const { askonce } = await setUp(store);
    const both = [
      { question: TESTS, type: 'CONFIRM' },
      { question: TESTS, options: ['Yes', 'No'] },
    ] as const;
    const { items } = await askonce.session('s').ask([...both], { wait: false });
    expect(new Set(items.map((item) => item.id)).size).toBe(1);
  });
});
