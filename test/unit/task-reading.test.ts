import { describe, expect, it } from 'vitest';
import { type Missing, readTask } from '../../src/interpret/task-reading.ts';

const FILES = [
  'README.md',
  'package.json',
  'notes.md',
  'src/app.ts',
  'src/settings.ts',
  'src/pages/settings.ts',
  'src/Button.tsx',
  'web/index.ts',
  'src/index.ts',
  'lib/index.ts',
  'docs/guide.md',
];
const facts = { files: FILES };

/** What is asked, in short. */
function asks(text: string): string[] {
  return readTask(text, facts).missing.map(inShort);
}

function inShort(missing: Missing): string {
  switch (missing.reason) {
    case 'target_file_exists':
      return `overwrite ${missing.file}`;
    case 'target_file_ambiguous':
      return `which ${missing.written}`;
    case 'target_action_ambiguous':
      return `do what with ${missing.thing}`;
    case 'missing_required_info':
      return `${missing.action ?? 'do'} what`;
  }
}

describe('a task that makes a file', () => {
  it.each([
    ['create README.md', 'README.md'],
    ['Create the file notes.md with my shopping list', 'notes.md'],
    ['Please write README.md', 'README.md'],
    ['make a file notes.md', 'notes.md'],
    ['Make package.json', 'package.json'],
    ['Could you generate a new docs/guide.md from the sources?', 'docs/guide.md'],
    ['Create a page at src/pages/settings.ts', 'src/pages/settings.ts'],
    ['Write the report to ./notes.md', 'notes.md'],
    ['Save the list as notes.md', 'notes.md'],
    ['Add a new README.md', 'README.md'],
    ['Create an empty test file notes.md', 'notes.md'],
    ['Fix src/app.ts and create notes.md', 'notes.md'],
    ['Create these files: new.md, notes.md', 'notes.md'],
    ['README.mdを作成して', 'README.md'],
    ['notes.mdというファイルを作ってください', 'notes.md'],
    ['「README.md」を書いて', 'README.md'],
    ['README.mdを新規作成', 'README.md'],
  ])('asks before it overwrites: %s', (text, file) => {
    expect(asks(text)).toEqual([`overwrite ${file}`]);
    expect(readTask(text, facts).targets).toContainEqual(expect.objectContaining({ file, made: true, exists: true }));
  });

  it.each([
    'Create CONTRIBUTING.md',
    'create src/new.ts and lib/new.ts',
    'Create index.ts',
    'CHANGELOG.mdを作成して',
    'Create docs/guide.md if it does not exist',
    'notes.mdがなければ作成して',
    'I want a landing page',
    'A todo app',
  ])('asks nothing where there is none yet: %s', (text) => {
    expect(asks(text)).toEqual([]);
    expect(readTask(text, facts)).toMatchObject({ action: 'create' });
  });

  it('is told from one that makes the file so', () => {
    expect(asks('make notes.md with a list')).toEqual(['overwrite notes.md']);
    expect(asks('make notes.md use tabs')).toEqual([]);
  });

  it('asks about each file that would be lost, and about no file twice', () => {
    expect(asks('Create README.md and notes.md. Write README.md in English.')).toEqual([
      'overwrite README.md',
      'overwrite notes.md',
    ]);
    expect(asks('package.jsonとREADME.mdを作成して')).toEqual(['overwrite package.json', 'overwrite README.md']);
  });
});

describe('a task that works on a file that is there', () => {
  it.each([
    ['Add a licence section to README.md', 'change'],
    ['Update README.md', 'change'],
    ['Fix src/app.ts', 'fix'],
    ['Create a test for src/app.ts', 'create'],
    ['Create a dark mode toggle in src/pages/settings.ts', 'create'],
    ['Write docs about src/app.ts', 'create'],
    ['Generate types from package.json', 'create'],
    ['Create a component like src/Button.tsx', 'create'],
    ['Create a script that reads package.json', 'create'],
    ['Make README.md shorter', 'change'],
    ['Make sure README.md is up to date', 'change'],
    ['Build src/app.ts', 'create'],
    ['Rewrite README.md', 'change'],
    ['Delete notes.md', 'delete'],
    ["Don't overwrite README.md", null],
    ['Overwrite notes.md with the new list', 'change'],
    ['What does src/app.ts do?', 'explain'],
    ["Don't create README.md, only say what is in package.json", 'explain'],
    ['README.mdに使い方を追加して', 'change'],
    ['README.mdを更新して', 'change'],
    ['src/app.tsのテストを作成して', 'create'],
    ['README.mdを作り直して', 'change'],
    ['notes.mdを削除して', 'delete'],
    ['README.mdは作成しないで、package.jsonを説明して', 'explain'],
  ])('asks nothing: %s', (text, action) => {
    expect(asks(text)).toEqual([]);
    expect(readTask(text, facts).action).toBe(action);
  });
});

describe('a file named without its folder', () => {
  it.each([
    ['Fix settings.ts', 'settings.ts', ['src/settings.ts', 'src/pages/settings.ts']],
    ['settings.tsを直して', 'settings.ts', ['src/settings.ts', 'src/pages/settings.ts']],
    ['Add a log line to index.ts', 'index.ts', ['web/index.ts', 'src/index.ts', 'lib/index.ts']],
  ])('is asked for where it fits several: %s', (text, written, candidates) => {
    expect(readTask(text, facts).missing).toEqual([{ reason: 'target_file_ambiguous', written, candidates }]);
  });

  it.each([
    ['Fix app.ts', 'src/app.ts'],
    ['Fix pages/settings.ts', 'src/pages/settings.ts'],
    ['Fix BUTTON.tsx', 'src/Button.tsx'],
    ['Update package.json', 'package.json'],
    ['Fix ./src/settings.ts', 'src/settings.ts'],
  ])('is found where it fits one: %s', (text, file) => {
    expect(readTask(text, facts)).toMatchObject({ targets: [{ file, exists: true, made: false }], missing: [] });
  });

  it('is the one in the root where there is one, as everybody means it', () => {
    const reading = readTask('Update README.md', { files: ['README.md', 'packages/a/README.md'] });
    expect(reading).toMatchObject({ targets: [{ file: 'README.md' }], missing: [] });
  });

  it('is not asked for where it shall be left alone', () => {
    expect(asks('Fix src/app.ts but do not touch index.ts')).toEqual([]);
    expect(asks('src/app.tsを直して。index.tsは触らないで')).toEqual([]);
  });

  it('is asked for once, however often it is named', () => {
    expect(asks('Fix settings.ts. In settings.ts the theme is wrong.')).toEqual(['which settings.ts']);
  });

  it('is looked up where the rim knows better', () => {
    const paths = new Map([['/home/me/project/notes.md', 'notes.md']]);
    expect(readTask('Create /home/me/project/notes.md', { files: FILES, paths }).missing).toHaveLength(1);
  });
});

describe('a thing without an action', () => {
  it.each([
    ['src/app.ts', 'src/app.ts'],
    ['the file README.md', 'README.md'],
    ['the login page', 'the login page'],
    ['The login page.', 'The login page'],
    ['login page', 'login page'],
    ['the header of the landing page', 'the header of the landing page'],
    ['settings', 'settings'],
    ['ログインページ', 'ログインページ'],
  ])('is asked what to do with it: %s', (text, thing) => {
    expect(readTask(text, facts).missing).toEqual([{ reason: 'target_action_ambiguous', thing }]);
  });

  it('is asked for its file as well where the name fits several: two things are missing', () => {
    expect(asks('settings.ts')).toEqual(['which settings.ts', 'do what with settings.ts']);
  });

  it.each([
    'The login page is broken',
    'The tests fail',
    'The header covers the logo',
    'login page broken',
    'Paginate the user list',
    'Debounce the search',
    'Dockerize',
    'ログイン画面の修正',
    'ダークモード対応',
    'src/app.ts crashes on start',
  ])('is not what this is: %s', (text) => {
    expect(asks(text)).toEqual([]);
  });
});

describe('an action without a thing', () => {
  it.each([
    ['fix it', 'fix'],
    ['Fix this please', 'fix'],
    ['fix', 'fix'],
    ['fix the bug', 'fix'],
    ['Can you fix that?', 'fix'],
    ['make it better', 'change'],
    ['update some things', 'change'],
    ['create something', 'create'],
    ['add something', 'change'],
    ['write some', 'create'],
    ['delete it', 'delete'],
    ['explain this', 'explain'],
    ['change that thing', 'change'],
    ['do something', null],
    ['do it', null],
    ['yes', null],
    ['what?', 'explain'],
    ['make something cool', 'create'],
    ['help', null],
    ['hello', null],
    ['それを直して', 'fix'],
    ['直して', 'fix'],
    ['それを直す', 'fix'],
    ['これを変更', 'change'],
    ['これを修正してください', 'fix'],
    ['何か作成して', 'create'],
    ['何か追加して', 'change'],
    ['それを更新して', 'change'],
    ['それを変更して', 'change'],
    ['', null],
    ['   \n', null],
    ['???', null],
    ['🙂', null],
  ])('is asked what it is about: %j', (text, action) => {
    expect(readTask(text, facts)).toMatchObject({ missing: [{ reason: 'missing_required_info', action }] });
    expect(readTask(text, facts).missing).toHaveLength(1);
  });

  it.each([
    'Add a dark mode toggle to the settings page',
    'Create a login form',
    'fix the login page',
    'Fix the bug in the parser',
    'fix all lint errors',
    'make it work on Windows',
    'run the tests',
    'deploy',
    'test',
    'Update dependencies',
    'How do I run this?',
    'Make it so that users can upload avatars',
    'Set up CI',
    'Users can’t log in after the update',
    'ログイン画面を直して',
    '設定ページにダークモードを追加して',
    '日付のバグを修正して',
    'テストを追加して',
    'Füge einen Dunkelmodus hinzu',
    'Ajoute un mode sombre',
    'Añade un modo oscuro',
    'Create a Node.js server',
    '修复登录页面',
    '로그인 페이지를 고쳐 줘',
  ])('is not what this is: %s', (text) => {
    expect(asks(text)).toEqual([]);
  });
});

describe('the reading of a task', () => {
  it.each([
    undefined,
    null,
    42,
    {},
    '\u0000\ud800',
    '```',
    '`'.repeat(30_000),
    'a/'.repeat(20_000),
    'create '.repeat(20_000),
    'x.ts '.repeat(20_000),
    'それ'.repeat(20_000),
    "don't ".repeat(10_000),
    'aesho faesf asdofh',
  ])('never throws: %#', (text) => {
    expect(readTask(text as string, facts).missing.length).toBeLessThan(25);
  });

  it('does not take shown code for orders', () => {
    expect(asks('Explain this:\n```\ncreate README.md\n```\nI mean the loop in src/app.ts')).toEqual([]);
  });

  it('takes names of the trade and of hosts for no files', () => {
    expect(readTask('Create a Node.js client for api.example.com with Next.js', facts).targets).toEqual([]);
  });

  it('asks only about files once the action is given', () => {
    expect(readTask('it', facts, 'fix')).toEqual({ action: 'fix', targets: [], missing: [] });
    expect(readTask('notes.md', facts, 'create').missing).toEqual([{ reason: 'target_file_exists', file: 'notes.md' }]);
    expect(readTask('a test for notes.md', facts, 'create').missing).toEqual([]);
    expect(readTask('settings.ts', facts, 'fix').missing).toMatchObject([{ reason: 'target_file_ambiguous' }]);
  });
});
