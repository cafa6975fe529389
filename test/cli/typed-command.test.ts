/** Hints begin with what the person can type, and the folder of the store keeps out of commits. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { openAskOnce } from '../../src/index.ts';
import { typedCommand } from '../../src/surfaces/terminal/typed-command.ts';
import { BIN } from '../support/programs.ts';
import { newFolder } from './askonce.ts';

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

test('started from node_modules/.bin, ask and inbox print commands with npx', async () => {
  const folder = newFolder();
  mkdirSync(join(folder.path, 'node_modules', '.bin'), { recursive: true });
  const bin = join(folder.path, 'node_modules', '.bin', 'askonce');
  symlinkSync(BIN, bin);
  const asked = await folder.run(['ask', 'Which colour?'], { bin });
  expect(asked.stderr).toMatch(/^answer it with: npx askonce answer q-\S+ <answer>$/m);
  expect((await folder.run(['inbox'], { bin })).stdout).toMatch(/^ {2}npx askonce answer q-/m);
  expect((await folder.run(['inbux'], { bin })).stderr).toContain('See npx askonce --help.');
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
    await (await openAskOnce({ projectRoot: path })).close();
    isIgnored(path);
  });

  it('stays as it is where it was there, and a store elsewhere gets no .gitignore', async () => {
    const { path } = newFolder();
    mkdirSync(join(path, '.askonce'));
    await (await openAskOnce({ projectRoot: path })).close();
    expect(existsSync(join(path, '.askonce', '.gitignore'))).toBe(false);
    await (await openAskOnce({ projectRoot: path, db: 'data/askonce.db' })).close();
    expect(existsSync(join(path, 'data', '.gitignore'))).toBe(false);
  });
});
