import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, only, setUp, typesOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMATS = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
const LICENCE = { question: 'Should I add a licence?', type: 'CONFIRM' } as const;
const README = { question: 'Should I add a readme?', type: 'CONFIRM' } as const;
const WHERE = { question: 'Which file should I edit?', type: 'TARGET_FILE' } as const;

describeOnStores('what needs no person', (store) => {
  // shows: S000-RESOLVER-FIRST
  it('is settled from what the person said last, with their words as evidence', async () => {
    const { askonce, log } = await setUp(store);
    const session = askonce.session('s');
    await session.observe('please use YAML for this one');
    const result = await session.ask(FORMATS);
    expect(result.status).toBe('auto_resolved');
    expect(only(result)).toMatchObject({
      answer: 'YAML',
      source: 'input',
      evidence: 'the person said “please use YAML for this one”',
    });
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    expect(log[0]).toMatch(/^\[auto-resolved\] Which format should I use\? → YAML \(input: /);
    expect((await session.history()).items[0]).toMatchObject({ answer: 'YAML', source: 'input' });
  });

  it('may come with the ask itself', async () => {
    const { askonce } = await setUp(store);
    expect(only(await askonce.session('s').ask(FORMATS, { userMessage: 'JSON!' }))).toMatchObject({ answer: 'JSON' });
  });

  // shows: S000-RESOLVER-NO-MATCH
  it('goes to the person where their last words hold no answer', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await session.observe('make it pretty');
    expect((await session.ask(FORMATS, { wait: false })).status).toBe('parked');
  });

  it('is searched in the last words only: new ones take the place of the old', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await session.observe('please use YAML');
    await session.observe('and make it pretty');
    expect((await session.ask(FORMATS, { wait: false })).status).toBe('parked');
  });

  // shows: S000-PATTERN-ROOT
  it.each(['root', 'root直下', '.', 'ここ', 'here'])('knows “%s” as the project root', async (input) => {
    const { askonce } = await setUp(store);
    expect(only(await askonce.session('s').ask(WHERE, { userMessage: input }))).toMatchObject({
      answer: '.',
      source: 'input',
    });
  });

  // shows: S000-PATTERN-YES, S000-PATTERN-NO
  it.each([
    ['yes', 'Yes'],
    ['はい', 'Yes'],
    ['y', 'Yes'],
    ['no', 'No'],
    ['いいえ', 'No'],
    ['n', 'No'],
  ])('knows “%s” as %s', async (input, answer) => {
    const { askonce } = await setUp(store);
    expect(only(await askonce.session('s').ask(LICENCE, { userMessage: input }))).toMatchObject({
      answer,
      source: 'input',
    });
  });

  // shows: S000-PATTERN-PATH, O1-09
  it('knows the path of a project file, and none outside or beside the project', async () => {
    const { askonce, root } = await setUp(store);
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src', 'app.py'), '');
    const told = async (session: string, input: string) =>
      only(await askonce.session(session).ask(WHERE, { userMessage: input, wait: false }));
    expect(await told('a', 'fix the bug in src/app.py')).toMatchObject({ answer: 'src/app.py', source: 'input' });
    for (const input of ['src/gone.py', '/etc/passwd', '../../secret.md', 'either/or is fine']) {
      expect(await told(`b-${input.length}`, input)).toMatchObject({ outcome: 'parked' });
    }
  });

  // shows: S000-PATTERN-CUSTOM
  it('is found by the user’s own patterns before the built-in ones', async () => {
    const { askonce } = await setUp(store, {
      patterns: [
        { pattern: 'the usual', answer: 'YAML', type: 'SELECT_ONE' },
        { pattern: /^yes$/, answer: 'No', evidence: 'in this project yes means no' },
      ],
    });
    expect(only(await askonce.session('a').ask(FORMATS, { userMessage: 'The usual.' }))).toMatchObject({
      answer: 'YAML',
    });
    expect(only(await askonce.session('b').ask(LICENCE, { userMessage: 'yes' }))).toMatchObject({
      answer: 'No',
      source: 'input',
      evidence: 'in this project yes means no',
    });
  });

  // Was a bug: the resolvers throw a plain Error, not the catalogue's pattern_invalid.
  it('is not looked for by patterns and practices that cannot be used: they are refused at once', async () => {
    const { open } = await setUp(store);
    expect(await codeOf(open({ patterns: [{ pattern: '', answer: 'Yes' }] }))).toBe('pattern_invalid');
    expect(await codeOf(open({ patterns: [{ pattern: 'ok', answer: ' ' }] }))).toBe('pattern_invalid');
    const bare = { id: 'x', pattern: /^x$/, answer: '', reason: 'none' };
    expect(await codeOf(open({ bestPractices: [bare] }))).toBe('pattern_invalid');
  });

  it('lets a bare “yes” answer one question only', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await session.observe('yes');
    const result = await session.ask([LICENCE, README], { wait: false });
    expect(result.items.map((item) => item.outcome)).toEqual(['auto_resolved', 'parked']);
    const later = await session.ask({ question: 'Should I add a changelog?', type: 'CONFIRM' }, { wait: false });
    expect(later.status).toBe('parked');
    await session.observe('yes');
    const fresh = await session.ask({ question: 'Should I add a manual?', type: 'CONFIRM' }, { wait: false });
    expect(fresh.status).toBe('auto_resolved');
  });

  // Was a bug: a replayed ask stores its `input` again as unspent (asking.ts contextOf), so one "yes" answers a second question.
  it('keeps a bare “yes” spent when the job that brought it is run again', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    expect((await session.ask(LICENCE, { job: 'j', userMessage: 'yes' })).status).toBe('auto_resolved');
    // The process dies here and the job is run again from its start.
    expect((await session.ask(LICENCE, { job: 'j', userMessage: 'yes' })).status).toBe('auto_resolved');
    expect((await session.ask(README, { job: 'j', wait: false })).status).toBe('parked');
  });

  // shows: S003-BEST-PRACTICE, O1-07
  it('is settled by best practice: TypeScript strict mode, yes, with the reason as evidence', async () => {
    const { askonce } = await setUp(store);
    const result = await askonce.session('s').ask('Should I use TypeScript strict mode?');
    expect(only(result)).toMatchObject({ outcome: 'auto_resolved', answer: 'Yes', source: 'best_practice' });
    expect(only(result)).toHaveProperty('evidence', expect.stringContaining('strict mode'));
  });

  it.each([
    'The customer wants the strict flag off.',
    'Not for this package.',
    'We settled this for the whole monorepo last year.',
  ])('is not settled by best practice where the context speaks: %s', async (context) => {
    const { askonce } = await setUp(store);
    const strict = { question: 'Should I use TypeScript strict mode?', context };
    expect((await askonce.session('s').ask(strict, { wait: false })).status).toBe('parked');
  });

  // shows: S003-CASE-BY-CASE
  it('does not include which database to use', async () => {
    const { askonce } = await setUp(store);
    expect((await askonce.session('s').ask('Which database should I use?', { wait: false })).status).toBe('parked');
  });

  // shows: O1-07
  it('does not include dropping a table, whatever words stand around it', async () => {
    const { askonce } = await setUp(store);
    const drop = { question: 'Should I drop the users table?', context: 'tests, docs, TypeScript strict mode' };
    expect((await askonce.session('s').ask(drop, { wait: false, userMessage: 'yes' })).status).toBe('parked');
  });

  it('is extended by best practices of the user’s own, which win', async () => {
    const { askonce } = await setUp(store, {
      bestPractices: [
        { id: 'ours', pattern: /^should i use typescript strict mode$/, answer: 'No', reason: 'an old codebase' },
      ],
    });
    expect(only(await askonce.session('s').ask('Should I use TypeScript strict mode?'))).toMatchObject({
      answer: 'No',
      source: 'best_practice',
    });
  });

  it('is tried in the order input, preference, best practice', async () => {
    const { askonce } = await setUp(store);
    const strict = { question: 'Should I use TypeScript strict mode?', type: 'CONFIRM' } as const;
    await askonce.preferences.set(strict.question, 'No');
    expect(only(await askonce.session('a').ask(strict))).toMatchObject({ answer: 'No', source: 'preference' });
    expect(only(await askonce.session('b').ask(strict, { userMessage: 'yes' }))).toMatchObject({
      answer: 'Yes',
      source: 'input',
    });
  });

  it('uses only the resolvers that the policy names', async () => {
    const policy = {
      name: 'people only',
      cap: null,
      scope: 'session',
      onCap: 'fail',
      onTimeout: 'wait',
      resolvers: [],
      maxRejects: 2,
    } as const;
    const { askonce } = await setUp(store, { policy });
    const session = askonce.session('s');
    await session.observe('yes');
    expect((await session.ask(LICENCE, { wait: false })).status).toBe('parked');
    expect((await session.ask('Should I use TypeScript strict mode?', { wait: false })).status).toBe('parked');
  });

  // shows: R7
  it('is visible with its evidence and revoked in one step; then the person is asked', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const settled = only(await session.ask('Should I use TypeScript strict mode?'));
    await askonce.questions.revoke(settled.id!, 'not in this one');
    const again = await session.ask('Should I use TypeScript strict mode?', { wait: false });
    expect(again.status).toBe('parked');
    expect((await session.history()).items).toEqual([]);
    expect((await session.history({ all: true })).items[0]).toMatchObject({
      status: 'revoked',
      source: 'best_practice',
      answer: 'Yes',
    });
    expect(await typesOf(askonce)).toEqual([
      'clarification.auto_resolved',
      'clarification.revoked',
      'clarification.requested',
    ]);
  });

  // Was a bug: a preferred path is looked at as text only (asking.ts staysInside), so a link may lead it out of the project.
  it('takes no file from a preference that a link leads out of the project', async () => {
    const { askonce, root, outside } = await setUp(store);
    symlinkSync(outside, join(root, 'link'));
    await askonce.preferences.set(WHERE.question, 'link/secret.md');
    expect((await askonce.session('s').ask(WHERE, { wait: false })).status).toBe('parked');
  });
});
