/** Which project a folder belongs to. The repositories are made by git itself. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectFiles } from '../../../src/library/project-files.ts';
import { projectOf } from '../../../src/library/project-identity.ts';

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-identity-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function git(cwd: string, ...args: string[]): void {
  const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'protocol.file.allow=always'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: cwd };
  execFileSync('git', [...settings, ...args], { cwd, env, stdio: 'pipe' });
}

function repository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first');
  return folder;
}

function inner(folder: string, ...names: string[]): string {
  const path = join(folder, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

it('is the folder itself outside a repository, whether it is there or not', () => {
  const folder = newFolder();
  expect(projectOf(inner(folder, 'a'))).toBe(join(folder, 'a'));
  expect(projectOf(join(folder, 'missing', 'b'))).toBe(join(folder, 'missing', 'b'));
});

it('is the repository’s main folder, for every folder in it and in all its worktrees', () => {
  const folder = newFolder();
  const main = repository(join(folder, 'main'));
  git(main, 'worktree', 'add', '-q', join(folder, 'tree'));
  for (const at of [main, inner(main, 'src', 'deep'), join(folder, 'tree'), inner(folder, 'tree', 'src')])
    expect(projectOf(at)).toBe(main);
  // A folder that does not exist may be one of another machine.
  expect(projectOf(join(main, 'missing'))).toBe(join(main, 'missing'));
});

it('is another one for a repository within a repository, and for a submodule and its worktrees', () => {
  const folder = newFolder();
  const main = repository(join(folder, 'main'));
  const nested = repository(join(main, 'nested'));
  expect(projectOf(inner(nested, 'src'))).toBe(nested);
  git(main, 'submodule', 'add', '-q', repository(join(folder, 'library')), 'vendor/library');
  const submodule = join(main, 'vendor', 'library');
  git(submodule, 'worktree', 'add', '-q', join(folder, 'tree'));
  for (const at of [submodule, join(folder, 'tree')]) expect(projectOf(at)).toBe(submodule);
});

it('is a bare repository itself, for its worktrees too; or the folder that hides it', () => {
  const folder = newFolder();
  repository(join(folder, 'main'));
  git(folder, 'clone', '-q', '--bare', join(folder, 'main'), 'shared.git');
  git(join(folder, 'shared.git'), 'worktree', 'add', '-q', join(folder, 'tree'));
  for (const at of ['shared.git', 'tree']) expect(projectOf(join(folder, at))).toBe(join(folder, 'shared.git'));

  const hidden = inner(folder, 'hidden');
  git(hidden, 'clone', '-q', '--bare', join(folder, 'main'), '.bare');
  writeFileSync(join(hidden, '.git'), 'gitdir: ./.bare\n');
  git(hidden, 'worktree', 'add', '-q', 'topic');
  for (const at of [hidden, join(hidden, '.bare'), join(hidden, 'topic')]) expect(projectOf(at)).toBe(hidden);
});

it('is the folder itself where .git names nothing, even within another repository', () => {
  const folder = newFolder();
  const main = repository(join(folder, 'main'));
  for (const [name, text] of Object.entries({
    gone: 'gitdir: /nowhere/at/all',
    empty: '',
    odd: 'not what git writes',
  })) {
    const broken = inner(main, name);
    writeFileSync(join(broken, '.git'), text);
    expect(projectOf(broken)).toBe(broken);
    expect(projectOf(inner(broken, 'src'))).toBe(join(broken, 'src'));
  }
});

it('ignores an empty .git folder, as git does', () => {
  const folder = newFolder();
  const main = repository(join(folder, 'main'));
  inner(main, 'sub', '.git');
  expect(projectOf(join(main, 'sub'))).toBe(main);
});

it('is the same through a symbolic link', () => {
  const folder = newFolder();
  const main = repository(join(folder, 'main'));
  symlinkSync(main, join(folder, 'link'));
  expect(projectOf(projectFiles(join(folder, 'link')).root)).toBe(main);
});
