/** Hints begin with what the person can type, and the folder of the store keeps out of commits. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { typedCommand } from '../../../src/surfaces/terminal/typed-command.ts';
import { asTyped } from '../../../src/util/as-typed.ts';
import { newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';

describe('the command that hints begin with', () => {
  it.each([
    ['askonce', {}, '/usr/local/bin/askonce'],
    ['askonce', { npm_lifecycle_event: 'test' }, '/home/ada/askonce/bin/askonce.js'],
    ['npx askonce', { npm_lifecycle_event: 'npx' }, '/home/ada/askonce/bin/askonce.js'],
    ['npx askonce', {}, '/home/ada/shop/node_modules/.bin/askonce'],
    ['pnpm exec askonce', { npm_config_user_agent: 'pnpm/10.1.0 npm/?' }, '/home/ada/shop/node_modules/.bin/askonce'],
    ['npx askonce', { npm_config_user_agent: 'constructor/1' }, '/home/ada/shop/node_modules/.bin/askonce'],
  ])('is %s for %j and %s', (command, env, script) => {
    expect(typedCommand(env, script)).toBe(command);
  });
});

describe('a text that names commands', () => {
  it.each([
    ['See `askonce inbox`.', 'See `npx askonce inbox`.'],
    ['`askonce` alone, and `askonce --db a.db ask`', '`npx askonce` alone, and `npx askonce --db a.db ask`'],
    [
      'Usage: askonce run [options]\n\nExample:\n  $ askonce run',
      'Usage: npx askonce run [options]\n\nExample:\n  $ npx askonce run',
    ],
    ...[
      'askonce.config.ts',
      '`askonce.config.ts` and `askonce-x`',
      'claude mcp add askonce -- npx',
      '/srv/askonce inbox',
    ].map((text) => [text, text]),
  ])('%j becomes %j', (text, typed) => {
    expect(asTyped(text!, 'npx askonce')).toBe(typed);
    expect(asTyped(text!, 'askonce')).toBe(text);
  });
});

describe('started from node_modules/.bin', () => {
  const local = () => {
    const folder = newFolder();
    mkdirSync(join(folder.path, 'node_modules', '.bin'), { recursive: true });
    const bin = join(folder.path, 'node_modules', '.bin', 'askonce');
    symlinkSync(BIN, bin);
    return {
      folder,
      run: (args: readonly string[], env = {}) => folder.run(args, { bin, env }),
      start: (args: readonly string[], env = {}) => folder.start(args, { bin, env, stdin: 'pipe' }),
    };
  };

  test('ask and inbox print commands with npx', async () => {
    const { run } = local();
    const asked = await run(['ask', 'Which colour?']);
    expect(asked.stderr).toMatch(/^answer it with: npx askonce answer q-\S+ <answer>$/m);
    expect((await run(['inbox'])).stdout).toMatch(/^ {2}npx askonce answer q-/m);
    expect((await run(['inbux'])).stderr).toContain('See npx askonce --help.');
  });

  test.each([
    [[], 'npx askonce inbox'],
    [['run'], 'Once it is answered, run `npx askonce resume`'],
    [['serve'], '`npx askonce token create --role admin --name you`'],
    [['mcp'], '`npx askonce inbox`'],
    [['token', 'create'], 'Usage: npx askonce token create'],
    [['migrate'], '$ npx askonce migrate'],
  ])('%j --help names every command with npx', async (command, named) => {
    const { run } = local();
    const { stdout } = await run([...command, '--help']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(named);
    expect(stdout).not.toMatch(/(?<!npx )\baskonce(?= )/);
  });

  test.each([
    [['token', 'revoke', 'tok-unknown'], {}, '`npx askonce token list`'],
    [['answer', '7', 'yes'], {}, '`npx askonce inbox`'],
    [['answer', 'q-1', 'yes'], { ASKONCE_JOB: 'j1' }, '`npx askonce answer` is for people'],
    [['serve', '--host', '0.0.0.0', '--port', '0'], {}, '`npx askonce token create --role admin --name you`'],
  ])('the error of %j names its command with npx, as JSON too', async (typed, env, named) => {
    const { run } = local();
    expect(await run(typed, env)).toMatchObject({ code: 1, stderr: expect.stringContaining(named) });
    if (typed[0] === 'serve') return;
    const { error } = JSON.parse((await run([...typed, '--json'], env)).stdout);
    expect(error.message).toContain(named);
  });

  test('the command that trusts a config file begins with npx', async () => {
    const { folder, run } = local();
    writeFileSync(join(folder.path, 'askonce.config.json'), JSON.stringify({ executor: 'cat' }));
    expect((await run(['run', 'Add a file'])).stderr).toContain('Read it, then run: npx askonce trust');
  });

  test('what the server says over HTTP names its command with npx', async () => {
    const { folder, start } = local();
    const { stderrShows } = start(['serve', '--port', '0'], { ASKONCE_PAGE: folder.path });
    const url = await stderrShows(/(http:\/\/127\.0\.0\.1:\d+)/);
    const refused = await fetch(`${url}/health`, { headers: { authorization: 'Bearer no' } });
    expect(await (await fetch(url)).text()).toContain('<code>npx askonce inbox</code>');
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('`npx askonce token create`') });
  });

  test('the REPL points to the inbox with npx', async () => {
    const { folder, start } = local();
    await folder.park('Which colour?');
    const { child, ended } = start(['repl', '--non-interactive']);
    child.stdin!.end('/respond something\n');
    expect((await ended).stdout).toContain(
      '1 more question is waiting that belongs to no task. Run `npx askonce inbox` to see it.\n',
    );
  });
});

describe('.askonce', () => {
  const isIgnored = (path: string) => {
    execFileSync('git', ['init', '-q'], { cwd: path });
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: path, encoding: 'utf8' })).toBe('');
    expect(readFileSync(join(path, '.askonce', '.gitignore'), 'utf8')).toBe('*\n');
  };

  it('is ignored by git from the first question at the command line', async () => {
    const folder = newFolder();
    await folder.park('Which colour?');
    isIgnored(folder.path);
  });

  it('is ignored by git when the library makes it', async () => {
    const { path } = newFolder();
    await (await openAskOnce({ project: path })).close();
    isIgnored(path);
  });

  it('stays as it is where it was there, and a store elsewhere gets no .gitignore', async () => {
    const { path } = newFolder();
    mkdirSync(join(path, '.askonce'));
    await (await openAskOnce({ project: path })).close();
    expect(existsSync(join(path, '.askonce', '.gitignore'))).toBe(false);
    await (await openAskOnce({ project: path, db: 'data/askonce.db' })).close();
    expect(existsSync(join(path, 'data', '.gitignore'))).toBe(false);
  });
});
