import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { storeLocation } from '../../../src/surfaces/cli/store-location.ts';
import { span } from '../../../src/surfaces/terminal/text.ts';
import { wrapped } from '../../../src/surfaces/terminal/wrapping.ts';
import { newFolder } from '../../support/askonce.ts';
import { BIN, COMMAND_OF_CHECKOUT } from '../../support/programs.ts';

/** Makes the Node that runs the command say it is another one. */
const pretending = (version: string) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  )}`,
];

test.each(['22.17.1', '20.20.2', '8.17.0'])('a Node that is too old (%s) is told so in one line', async (version) => {
  const started = await newFolder().run(['--help'], { node: pretending(version) });
  expect(started).toMatchObject({ code: 1, stdout: '' });
  expect(started.stderr).toMatch(/^error: askonce needs Node 22\.18 or newer; this is [\d.]+\. .*node_too_old\)\n$/);
});

test('a Node that knows no modules reads the start as a script, and says the same', async () => {
  const folder = newFolder();
  const bin = join(folder.path, 'askonce.cjs');
  copyFileSync(BIN, bin);
  const started = await folder.run(['--help'], { node: pretending('10.24.1'), bin });
  expect(started.code).toBe(1);
  expect(started.stderr).toContain('node_too_old');
});

test.each(['22.18.0', '24.0.0', '100.1.0'])('a Node that is new enough (%s) runs it', async (version) => {
  expect(await newFolder().run(['--version'], { node: pretending(version) })).toEqual({
    code: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  });
});

test('--help names every command and every exit code', async () => {
  const { code, stdout, stderr } = await newFolder().run(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of [
    'ask',
    'inbox',
    'answer',
    'decline',
    'revoke',
    'cancel',
    'history',
    'events',
    'prefs',
    'migrate',
  ]) {
    expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  }
  for (const exitCode of [0, 1, 2, 3, 4, 5]) expect(stdout).toMatch(new RegExp(`^ {2}${exitCode} {2}`, 'm'));
});

test('--help loads neither the engine nor a driver', async () => {
  // A driver is the heaviest of all; loading it takes longer than everything else that --help does.
  const trap = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (/better-sqlite3|^pg$|engine|store|askonce\\.ts/.test(name)) throw new Error('loaded ' + name);
      return next(name, context);
    } });`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(trap)}`];
  // From the sources, which have the names that are looked for; loading.test.ts looks into the bundle.
  const options = { node, bin: COMMAND_OF_CHECKOUT };
  expect(await newFolder().run(['--help'], options)).toMatchObject({ code: 0, stderr: '' });
  expect(await newFolder().run(['migrate', '--help'], options)).toMatchObject({ code: 0, stderr: '' });
  expect(await newFolder().run(['prefs', 'set', 'a', 'b'], options)).toMatchObject({ code: 1 });
});

test.each([
  ['a file', 'pg', (path: string) => join(path, 'askonce.db')],
  ['an address', 'better-sqlite3', () => 'postgres://ada@127.0.0.1:1/shop'],
])('a store that is %s does without the driver %s', async (_, driver, store) => {
  const folder = newFolder();
  const trap = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name === '${driver}') throw new Error('loaded ' + name);
      return next(name, context);
    } });`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(trap)}`];
  const { stderr } = await folder.run(['--db', store(folder.path), 'prefs', 'set', 'Which colour?', 'blue'], { node });
  expect(stderr).not.toContain(`loaded ${driver}`);
});

test.each([
  [['aks'], 'unknown command'],
  [['ask'], 'missing required argument'],
  [['ask', 'Which colour?', '--colour'], 'unknown option'],
  [['inbox', '--limit', 'many'], 'whole number'],
  [['inbox', '--project', 'nowhere'], 'There is no folder'],
])('what cannot be understood is a usage error of two lines: %j', async (args, words) => {
  const { code, stdout, stderr } = await newFolder().run(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: .*\ncode: usage\n$/);
  expect(stderr).toContain(words);
});

test.each([
  [['aks', 'Which colour?'], 'askonce --help'],
  [['--bogus'], 'askonce repl --help'],
  [['ask'], 'askonce ask --help'],
  [['--db', 'inbox', 'ask', 'Which colour?', '--colour'], 'askonce ask --help'],
  [['run', 'ask', '--colour'], 'askonce run --help'],
  [['prefs', 'set', 'Which colour?'], 'askonce prefs set --help'],
  [['token', 'create', '--role', 'admin'], 'askonce token create --help'],
])('a usage error names the help of its command: %j', async (args, help) => {
  const { stderr } = await newFolder().run(args);
  expect(stderr).toMatch(/^error: .*\ncode: usage\n$/);
  expect(stderr).toContain(` See ${help}.\n`);
});

test('what was mistyped is guessed where it is a slip away, and not from a few letters', async () => {
  const folder = newFolder();
  const errorOf = async (...args: string[]) => (await folder.run(args)).stderr.split('\n')[0];
  expect(await errorOf('ask', 'Which colour?', '--notfy', 'x')).toBe(
    "error: unknown option '--notfy' (Did you mean --notify?) See askonce ask --help.",
  );
  expect(await errorOf('ask', 'Which colour?', '--bodily', 'x')).toBe(
    "error: unknown option '--bodily'. See askonce ask --help.",
  );
});

test('with --json an error is an object on stdout', async () => {
  const folder = newFolder();
  const usage = await folder.run(['ask', '--json']);
  expect(usage).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(usage.stdout)).toEqual({ error: { code: 'usage', message: expect.stringContaining('question') } });
  const type = await folder.run(['ask', 'Which colour?', '--type', 'COLOUR', '--json']);
  expect(JSON.parse(type.stdout)).toMatchObject({ error: { code: 'type_unknown' } });
  const id = await folder.park('Which colour?');
  await folder.run(['answer', id, 'blue']);
  const beaten = await folder.run(['answer', id, 'red', '--json']);
  expect(beaten.code).toBe(5);
  expect(JSON.parse(beaten.stdout)).toMatchObject({
    error: { code: 'already_answered', details: { id, winner: { answer: 'blue' } } },
  });
});

test('a damaged store is an error with its code, and no stack trace', async () => {
  const folder = newFolder();
  writeFileSync(join(folder.path, 'broken.db'), 'this is no database, and never was one. '.repeat(100));
  const { code, stderr } = await folder.run(['--db', 'broken.db', 'inbox']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: .*broken\.db.*\ncode: store_corrupt\n$/);
});

test('an error nobody thought of shows its message and a hint, and no stack trace', async () => {
  const trap = 'data:text/javascript,Date.now = () => { throw new Error("the clock\\nis broken") }';
  const { code, stderr } = await newFolder().run(['ask', 'Which colour?'], { node: ['--import', trap] });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^(?:\[askonce\] .*\n(?:is broken\n)?)?error: the clock\\nis broken\. This is a fault in AskOnce.*\ncode: unexpected\n$/,
  );
});

test('a reader that has gone away ends the command quietly', async () => {
  const started = newFolder().start(['--help']);
  started.child.stdout!.destroy();
  expect(await started.ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('the store is --db, else ASKONCE_DB, else in the nearest project, else in the working directory', async () => {
  const { path } = newFolder();
  const deep = join(path, 'project', 'src', 'deep');
  mkdirSync(deep, { recursive: true });
  const at = (options: { db?: string; project?: string }, env = {}) => storeLocation(options, env, deep);
  expect(await at({})).toMatchObject({ project: deep, db: join(deep, '.askonce', 'askonce.db') });
  for (const mark of ['package.json', '.git', '.askonce']) {
    const root = mark === '.askonce' ? join(path, 'project', 'src') : join(path, 'project');
    writeFileSync(join(root, mark), '');
    expect(await at({})).toMatchObject({ project: root, db: join(root, '.askonce', 'askonce.db'), command: 'askonce' });
  }
  expect((await at({}, { ASKONCE_DB: 'env.db' })).db).toBe(join(deep, 'env.db'));
  expect(await at({ db: 'it is.db' }, { ASKONCE_DB: 'env.db' })).toMatchObject({
    db: join(deep, 'it is.db'),
    command: "askonce --db 'it is.db'",
  });
  expect((await at({ project: '../..' })).db).toBe(join(path, 'project', '.askonce', 'askonce.db'));
});

test('a question asked in one folder of a project is answered from another', async () => {
  const folder = newFolder();
  writeFileSync(join(folder.path, 'package.json'), '{}');
  mkdirSync(join(folder.path, 'src'));
  const id = await folder.park('Which colour?');
  expect(await folder.run(['answer', id, 'blue'], { cwd: join(folder.path, 'src') })).toMatchObject({ code: 0 });
  expect(await folder.run(['answer', id, 'blue', '--db', 'other.db'])).toMatchObject({ code: 1 });
});

test('lines are broken at spaces, between wide letters, and inside a word only when there is no other way', () => {
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrapped('データベース', 6)).toEqual(['データ', 'ベース']);
  expect(wrapped('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrapped('  a\n\nb', 10)).toEqual(['  a', '', 'b']);
});

test('a span of time is said in the unit of which there are at least two', () => {
  expect([900, 90_000, 5_400_000, 7_199_000, 7_200_000, 172_800_000].map(span)).toEqual([
    '1 second',
    '90 seconds',
    '90 minutes',
    '120 minutes',
    '2 hours',
    '2 days',
  ]);
});
