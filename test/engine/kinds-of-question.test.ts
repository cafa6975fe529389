import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { QuestionInput } from '../../src/index.ts';
import { codeOf, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMATS = { question: 'Which format should I use?', options: ['YAML', 'JSON', 'TOML'] };

describeOnStores('the kinds of question', (store) => {
  /** Asks one question, answers it, and says what the asker got; or the code it was refused with. */
  async function answered(question: QuestionInput, answer: string | string[]): Promise<string> {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(question, { wait: false }));
    const taken = await askonce.questions.answer(id, answer).catch((error: { code: string }) => error.code);
    if (typeof taken === 'string') {
      expect((await askonce.questions.list({ status: 'pending' })).items.map((item) => item.id)).toEqual([id]);
      return taken;
    }
    const repeated = only(await askonce.session('s').ask(question));
    return 'answer' in repeated ? repeated.answer : repeated.outcome;
  }

  // shows: S000-TYPES
  it.each(['TARGET_FILE', 'SELECT_ONE', 'CONFIRM', 'FREE_TEXT'] as const)('include %s', async (type) => {
    const { askonce } = await setUp(store);
    const result = await askonce
      .session('s')
      .ask({ question: 'What now?', type, options: type === 'CONFIRM' ? [] : ['a', 'b'] }, { wait: false });
    expect(only(result)).toMatchObject({ outcome: 'parked', type });
    expect((await askonce.questions.list({ status: 'pending' })).items[0]).toMatchObject({
      type,
      question: 'What now?',
    });
  });

  // Was a bug: the options were shown, and then every one of them was refused.
  it('include no CONFIRM with options of its own, and FREE_TEXT takes its options by number too', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const confirm = { question: 'Go on?', type: 'CONFIRM', options: ['Proceed', 'Abort'] } as const;
    expect(await codeOf(session.ask(confirm, { wait: false }))).toBe('option_invalid');
    expect((await session.ask({ ...confirm, options: ['Yes', 'No'] }, { wait: false })).status).toBe('parked');
    const open = { question: 'Which name?', type: 'FREE_TEXT', options: ['Ada', 'Bob'] } as const;
    const id = parkedId(await session.ask(open, { wait: false }));
    expect((await askonce.questions.answer(id, '2')).clarification.answer).toBe('Bob');
  });

  // shows: S000-TYPED
  it('include no other: an unknown type is refused and nothing is stored', async () => {
    const { askonce, count } = await setUp(store);
    const ask = askonce.session('s').ask({ question: 'What now?', type: 'PICK_TWO' as 'CONFIRM' });
    expect(await codeOf(ask)).toBe('type_unknown');
    expect(await count('clarifications')).toBe(0);
    expect(await count('sessions')).toBe(0);
  });

  // shows: S000-REASON-MAP
  it.each([
    ['target_file_exists', 'CONFIRM'],
    ['target_file_ambiguous', 'TARGET_FILE'],
    ['target_action_ambiguous', 'SELECT_ONE'],
    ['missing_required_info', 'FREE_TEXT'],
    ['something nobody knows', 'FREE_TEXT'],
  ])('follow the reason: %s is %s', async (reason, type) => {
    const { askonce } = await setUp(store);
    const result = await askonce.session('s').ask({ question: 'What now?', reason }, { wait: false });
    expect(only(result)).toMatchObject({ outcome: 'parked', type });
    expect((await askonce.questions.list({ status: 'pending' })).items[0]).toMatchObject({ reason });
  });

  it('are SELECT_ONE where there are options, else FREE_TEXT', async () => {
    const { askonce } = await setUp(store);
    const result = await askonce.session('s').ask([FORMATS, { question: 'What name?' }], { wait: false });
    expect(result.items.map((item) => item.type)).toEqual(['SELECT_ONE', 'FREE_TEXT']);
  });

  it('may be asked one to four at a time, as a text, an object, a list or { questions }', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const ask = (...names: string[]) => names.map((name) => ({ question: `What ${name}?` }));
    expect((await session.ask('What a?', { wait: false })).items).toHaveLength(1);
    expect((await session.ask({ question: 'What b?' }, { wait: false })).items).toHaveLength(1);
    expect((await session.ask(ask('c', 'd', 'e', 'f'), { wait: false })).items).toHaveLength(4);
    expect((await session.ask({ questions: ask('g', 'h') }, { wait: false })).items).toHaveLength(2);
    expect(await codeOf(session.ask([]))).toBe('questions_count');
    expect(await codeOf(session.ask(ask('1', '2', '3', '4', '5')))).toBe('questions_count');
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(8);
  });

  it('show the person all that the asker gave: header, options with descriptions, recommended, context', async () => {
    const { askonce } = await setUp(store);
    const shown = {
      header: 'Output',
      reason: 'two formats fit',
      context: 'the export of the report',
      options: [{ label: 'YAML', description: 'for people' }, { label: 'JSON' }],
      recommended: 'YAML',
      multiSelect: true,
      strictOptions: true,
      default: 'JSON',
    };
    await askonce.session('s').ask({ question: FORMATS.question, ...shown }, { wait: false, job: 'j' });
    expect((await askonce.questions.list({ status: 'pending' })).items[0]).toMatchObject({
      ...shown,
      session: 's',
      job: 'j',
    });
  });

  it('never apply what is recommended by themselves, and refuse to recommend what is no option', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    expect((await session.ask({ ...FORMATS, recommended: 'YAML' }, { wait: false })).status).toBe('parked');
    expect(await codeOf(session.ask({ ...FORMATS, recommended: 'XML' }))).toBe('option_invalid');
  });

  it('take an option by its label in any case, and by its number', async () => {
    expect(await answered(FORMATS, 'json')).toBe('JSON');
    expect(await answered(FORMATS, '2')).toBe('JSON');
    expect(await answered({ ...FORMATS, options: ['2', '1'] }, '1')).toBe('1');
  });

  // shows: R8
  it('take something else than the options, unless they are strict', async () => {
    expect(await answered(FORMATS, 'CSV, please')).toBe('CSV, please');
    expect(await answered({ ...FORMATS, strictOptions: true }, 'CSV')).toBe('answer_refused');
    expect(await answered({ ...FORMATS, strictOptions: true }, '4')).toBe('answer_refused');
    expect(await answered({ ...FORMATS, strictOptions: true }, '3')).toBe('TOML');
  });

  it('take several options where that was asked for, and only there', async () => {
    expect(await answered({ ...FORMATS, multiSelect: true }, ['YAML', 'TOML'])).toBe('YAML, TOML');
    expect(await answered({ ...FORMATS, multiSelect: true }, '1, 3')).toBe('YAML, TOML');
    expect(await answered(FORMATS, ['YAML', 'TOML'])).toBe('answer_refused');
    const strict = { ...FORMATS, multiSelect: true, strictOptions: true };
    expect(await answered(strict, ['YAML', 'CSV'])).toBe('answer_refused');
  });

  // shows: O1-10, R8
  it('take for a CONFIRM a yes or a no and nothing that merely begins like one', async () => {
    const confirm = { question: 'Should I add a licence?', type: 'CONFIRM' } as const;
    expect(await answered(confirm, 'y')).toBe('Yes');
    expect(await answered(confirm, 'いいえ')).toBe('No');
    for (const no of ['notes.md', 'src/normalize.ts', 'don’t overwrite, use a different file', 'maybe']) {
      expect(await answered(confirm, no)).toBe('answer_refused');
    }
  });

  it('refuse an empty answer and one of control characters, and stay open', async () => {
    expect(await answered({ question: 'What name?' }, '   ')).toBe('answer_empty');
    expect(await answered({ question: 'What name?' }, 'a\u0007b')).toBe('answer_refused');
  });

  // shows: R8
  it('take for a TARGET_FILE a path inside the project, and none outside it', async () => {
    const { askonce, root, outside } = await setUp(store);
    mkdirSync(join(root, 'src'));
    writeFileSync(join(outside, 'secret.md'), '');
    symlinkSync(outside, join(root, 'link'));
    const session = askonce.session('s');
    const id = parkedId(await session.ask({ question: 'Which file?', type: 'TARGET_FILE' }, { wait: false }));
    for (const path of ['/etc/passwd', '../outside/secret.md', 'src/../../outside', 'link/secret.md', 'link']) {
      expect([path, await codeOf(askonce.questions.answer(id, path))]).toEqual([path, 'answer_refused']);
    }
    const { clarification } = await askonce.questions.answer(id, `${root}/src/./new.ts`);
    expect(clarification.answer).toBe('src/new.ts');
  });

  it('take for a TARGET_FILE no path that means another file to a shell or on another system', async () => {
    const { askonce, root } = await setUp(store);
    writeFileSync(join(root, '-rf'), '');
    symlinkSync('-rf', join(root, 'harmless'));
    const session = askonce.session('s');
    const id = parkedId(await session.ask({ question: 'Which file?', type: 'TARGET_FILE' }, { wait: false }));
    const strange = [
      ...['C:\\Windows\\system.ini', 'c:/boot.ini', 'C:boot.ini', '\\\\server\\share', 'src\\main.ts'],
      ...[
        '~',
        '~/.ssh/id_rsa',
        '~root/.profile',
        '$HOME/.netrc',
        'src/$HOME/x',
        '\u0024{HOME}/x',
        '$(id)',
        '`id`',
        '%USERPROFILE%/x',
      ],
      ...['a.md\nb.md', 'a.md\rb.md', 'a\tb', '-rf', '--help', './-rf', 'harmless'],
    ];
    for (const path of strange) {
      expect([path, await codeOf(askonce.questions.answer(id, path))]).toEqual([path, 'answer_refused']);
    }
    const { clarification } = await askonce.questions.answer(id, 'app/routes/$userId.a-b~1 (copy).tsx');
    expect(clarification.answer).toBe('app/routes/$userId.a-b~1 (copy).tsx');
  });

  it.each(['~/notes.md', '$HOME/notes.md', '-rf', 'docs\\notes.md'])(
    'are not settled by a pattern with the path %s, which the person would be refused',
    async (answer) => {
      const patterns = [{ pattern: 'the usual', type: 'TARGET_FILE', answer } as const];
      const { askonce } = await setUp(store, { patterns });
      const ask = { question: 'Which file?', type: 'TARGET_FILE' } as const;
      const asked = await askonce.session('s').ask(ask, { userMessage: 'the usual', wait: false });
      expect(asked.status).toBe('parked');
    },
  );

  // Was a bug: a dangling link counts as inside (files.ts: realpath fails, so only the folder is resolved); writing it lands outside.
  it('take no link that leads to a file outside the project that does not exist yet', async () => {
    const { askonce, root, outside } = await setUp(store);
    symlinkSync(join(outside, 'not-yet.md'), join(root, 'new.md'));
    const id = parkedId(
      await askonce.session('s').ask({ question: 'Which file?', type: 'TARGET_FILE' }, { wait: false }),
    );
    expect(await codeOf(askonce.questions.answer(id, 'new.md'))).toBe('answer_refused');
  });

  // Was a bug: engine.answer locates the path from the answering process's own root, not from the question's project.
  it('hold a path against the project of the question, wherever the answer is given', async () => {
    const { askonce, root, outside, open } = await setUp(store);
    symlinkSync(outside, join(root, 'link'));
    const elsewhere = await open({ project: outside });
    const id = parkedId(
      await askonce.session('s').ask({ question: 'Which file?', type: 'TARGET_FILE' }, { wait: false }),
    );
    expect(await codeOf(elsewhere.questions.answer(id, 'link/secret.md'))).toBe('answer_refused');
  });
});
