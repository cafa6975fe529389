/** A project's config file comes from other people and from agents: what it would run is run only once its owner trusts it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, newFolder, trustConfig } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';
import { openTerminal } from '../../support/pty.ts';

interface Project extends Folder {
  write(config: object | string): void;
  /** Whether a program that the config file names has run. */
  ran(): boolean;
}

function projectWith(config: object | string, name = 'askonce.config.json'): Project {
  const folder = newFolder();
  const write = (now: object | string) =>
    writeFileSync(join(folder.path, name), typeof now === 'string' ? now : JSON.stringify(now));
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  write(config);
  return { ...folder, write, ran: () => existsSync(join(folder.path, 'ran')) };
}

/** Code that leaves a trace as soon as it is loaded. */
const CODE = `import { writeFileSync } from 'node:fs';
writeFileSync('ran', '');
export default { db: 'kept.db', policy: 'job', patterns: [{ pattern: /as always/i, answer: 'YAML' }], executor: async () => 'done' };`;

const READERS = [
  ['inbox'],
  ['history'],
  ['events'],
  ['prefs'],
  ['token', 'list'],
  ['state', 's'],
  ['assumptions', 's'],
  ['answer', 'q-1', 'YAML'],
  ['revoke', 'q-1'],
  ['cancel', 'a-1'],
  ['mcp'],
];

test.each(READERS)('askonce %s runs no code of a project, trusted or not', async (...args) => {
  const project = projectWith(CODE, 'askonce.config.mjs');
  const { stderr } = await project.run(args);
  expect(stderr).toMatch(/askonce\.config\.mjs: it is not used, because you have not trusted it\. .* askonce trust$/m);
  expect(project.ran()).toBe(false);
  await trustConfig(project);
  expect(project.ran()).toBe(true);
  rmSync(join(project.path, 'ran'));
  await project.run(args);
  expect(project.ran()).toBe(false);
});

test('what code said when it was trusted holds for the commands that do not run it', async () => {
  const project = projectWith(
    CODE.replace("writeFileSync('ran', '')", "writeFileSync('ran', String(Math.random()))"),
    'askonce.config.mjs',
  );
  await trustConfig(project);
  const trace = () => readFileSync(join(project.path, 'ran'), 'utf8');
  const before = trace();
  const format = ['ask', 'Which format should I use?', '--option', 'YAML', '--option', 'JSON'];
  const asked = await project.run([...format, '--user-message', 'As always, please']);
  expect(asked).toMatchObject({ code: 0, stdout: 'YAML\n' });
  expect(asked.stderr).not.toContain('trust');
  expect(existsSync(join(project.path, 'kept.db'))).toBe(true);
  expect(trace()).toBe(before);
  expect(await project.run(['run', 'Go'])).toMatchObject({ code: 0, stdout: 'done\n' });
  expect(trace()).not.toBe(before);
});

test('an untrusted file runs no command and moves no store; what is only declared holds', async () => {
  const patterns = [{ pattern: 'as always', flags: 'i', answer: 'YAML' }];
  const project = projectWith({ notify: 'touch ran', db: 'elsewhere.db', executor: 'touch ran', patterns });
  const format = ['ask', 'Which format should I use?', '--option', 'YAML', '--option', 'JSON'];
  expect(await project.run([...format, '--user-message', 'As always, please'])).toMatchObject({
    code: 0,
    stdout: 'YAML\n',
  });
  const { code, stderr } = await project.run(['ask', 'Which colour?']);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /askonce\.config\.json: executor, notify, and db are not used, because you have not trusted it/,
  );
  expect(existsSync(join(project.path, 'elsewhere.db'))).toBe(false);
  expect((await project.pending()).map(({ question }) => question)).toEqual(['Which colour?']);
  expect(project.ran()).toBe(false);
});

test.each([[['run', 'Go']], [['resume']], [['repl', '--non-interactive']]])(
  'askonce %j does not go on without the executor of an untrusted file, unless another is named',
  async (args) => {
    const project = projectWith({ executor: 'touch ran' });
    const { code, stderr } = await project.run(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: .*executor is not used.*askonce trust\. Or set the agent with --exec\.\ncode: config_untrusted\n$/,
    );
    expect(project.ran()).toBe(false);
    expect((await project.run([...args, '--exec', 'echo done'])).code).toBe(0);
    expect(project.ran()).toBe(false);
  },
);

test('a file that needs no trust is not mentioned', async () => {
  const project = projectWith({ concurrency: 2, language: 'ja', policy: 'job' });
  expect((await project.run(['inbox'])).stderr).toBe('');
});

test('a changed file is untrusted again, its questions stay in the store that was trusted, and trust can be revoked', async () => {
  const project = projectWith({ db: 'kept.db', executor: 'echo done' });
  await trustConfig(project);
  await project.park('Which colour?');
  expect(await project.run(['run', 'Go'])).toMatchObject({ code: 0, stdout: 'done\n' });
  project.write({ db: 'elsewhere.db', executor: 'touch ran' });
  const { stderr } = await project.run(['inbox']);
  expect(stderr).toMatch(
    /executor and db are not used, because it has changed since you trusted it\. Read it, then run: askonce trust$/m,
  );
  expect((await project.pending()).map(({ question }) => question)).toEqual(['Which colour?']);
  expect(await project.run(['run', 'Go'])).toMatchObject({ code: 1, stdout: '' });
  expect(project.ran()).toBe(false);
  project.write({ db: 'kept.db', executor: 'echo done' });
  expect(await project.run(['run', 'Go'])).toMatchObject({ code: 0, stdout: 'done\n' });
  expect((await project.run(['trust', '--revoke'])).stdout).toMatch(/is no longer trusted\.\n$/);
  expect(await project.run(['run', 'Go'])).toMatchObject({ code: 1, stdout: '' });
});

test('trust shows what it allows before it does, and takes no silence for a yes', async () => {
  const db = 'postgres://ada:s3cret@db.local/shop';
  const project = projectWith({ db, executor: 'claude -p', notify: 'touch ran \u202e', concurrency: 2 });
  const refused = await project.run(['trust']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^code: config_untrusted$/m);
  expect(refused.stderr).toContain('claude -p');
  expect(refused.stderr).toContain('touch ran \\u{202e}');
  expect(refused.stderr).toContain('postgres://ada:<password>@db.local/shop');
  expect(refused.stderr).not.toContain('s3cret');
  const { stdout, code } = await project.run(['trust', '--yes', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'trusted', allows: { executor: 'claude -p' } });
  expect(project.ran()).toBe(false);
});

test('at a terminal trust asks, and only yes is a yes', async () => {
  const project = projectWith({ executor: 'echo done' });
  for (const [typed, code] of [
    ['n\r', 1],
    ['\r', 1],
    ['\u0004', 1],
    ['\u0003', 1],
    ['y\r', 0],
  ] as const) {
    const terminal = openTerminal({ file: BIN, args: ['trust'], cwd: project.path });
    await terminal.waitFor('Trust it? [y/N]');
    terminal.type(typed);
    expect(await terminal.exit).toBe(code);
  }
  expect(await project.run(['run', 'Go'])).toMatchObject({ code: 0, stdout: 'done\n' });
});

test('an agent cannot trust a file by the command', async () => {
  const project = projectWith({ executor: 'touch ran' });
  const { stderr } = await project.run(['trust', '--yes'], { env: { ASKONCE_JOB: 'j1' } });
  expect(stderr).toMatch(/^code: person_only$/m);
});

test('trust is kept outside the project, for its user alone', async () => {
  const project = projectWith({ executor: 'echo done' });
  const home = newFolder();
  const env = { XDG_CONFIG_HOME: home.path };
  expect((await project.run(['trust', '--yes'], { env })).code).toBe(0);
  const folder = join(home.path, 'askonce', 'trust');
  const notes = readdirSync(folder);
  expect(notes).toHaveLength(1);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, notes[0]!)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, notes[0]!), 'utf8')).toContain(join(project.path, 'askonce.config.json'));
  expect(await project.run(['run', 'Go'], { env })).toMatchObject({ code: 0, stdout: 'done\n' });
  expect((await project.run(['run', 'Go'])).code).toBe(1);
});

test('the same content in another project is not trusted there', async () => {
  const project = projectWith({ executor: 'touch ran' });
  await trustConfig(project);
  const copy = join(project.path, 'copy');
  mkdirSync(copy);
  writeFileSync(join(copy, 'package.json'), '{}');
  writeFileSync(join(copy, 'askonce.config.json'), readFileSync(join(project.path, 'askonce.config.json')));
  expect((await project.run(['run', 'Go'], { cwd: copy })).stderr).toMatch(/^code: config_untrusted$/m);
});

test('there must be something to trust', async () => {
  expect((await newFolder().run(['trust', '--yes'])).stderr).toMatch(/nothing to trust\.\ncode: usage\n$/);
  const project = projectWith({ executor: 'x' });
  const named = await project.run(['trust', '--yes', '--config', 'askonce.config.json']);
  expect(named.stderr).toMatch(/needs no trust.*\ncode: usage\n$/);
});
