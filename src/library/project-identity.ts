/**
 * Finds the project that a folder belongs to: the git repository around it, so that all its worktrees are one project, else the folder
 * itself. Reads git's files and runs no program, because every command does this at its start.
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Returns the absolute path that identifies the project: the main folder of the repository. A bare repository has none and is its own. A
 * submodule is a project of its own.
 * @param folder An absolute path without symbolic links.
 */
export function projectOf(folder: string): string {
  // A path that is not there may come from another machine, and what is around it here does not matter.
  if (!existsSync(folder)) return folder;
  for (let at = folder; ; at = dirname(at)) {
    const git = gitFolder(at);
    if (git !== undefined) return git === null ? folder : mainFolder(commonFolder(git));
    if (dirname(at) === at) return folder;
  }
}

/** How long a branch is believed: every ask wants it, and people change it by hand. */
const BRANCH_MS = 1_000;

/** Returns a function that reads the branch which is checked out in a folder; null if there is none, as in a detached worktree. */
export function branchReader(folder: string): () => string | null {
  let readAt = Number.NEGATIVE_INFINITY;
  let branch: string | null = null;
  let head: string | null | undefined;
  return () => {
    const now = performance.now();
    if (now - readAt < BRANCH_MS) return branch;
    readAt = now;
    head ??= headOf(folder);
    branch = head === null ? null : (/^ref: refs\/heads\/(\S.*?)\s*$/.exec(textOf(head))?.[1] ?? null);
    return branch;
  };
}

/** The file that says what is checked out in the worktree around a folder; null if there is none. */
function headOf(folder: string): string | null {
  if (!existsSync(folder)) return null;
  for (let at = folder; ; at = dirname(at)) {
    const git = gitFolder(at);
    if (git !== undefined) return git === null ? null : join(git, 'HEAD');
    if (dirname(at) === at) return null;
  }
}

/**
 * Returns git's folder of a folder: its `.git`, or what the file `.git` of a worktree or submodule names, or itself if it is a bare
 * repository. Undefined if it has none; null if its file names none.
 */
function gitFolder(folder: string): string | null | undefined {
  const git = join(folder, '.git');
  if (statSync(git, { throwIfNoEntry: false })?.isFile()) {
    const named = /^gitdir: (.+)$/m.exec(textOf(git))?.[1];
    const there = named === undefined ? git : resolve(folder, named);
    return isGitFolder(there) ? there : null;
  }
  return [git, folder].find(isGitFolder);
}

/** The folder of a worktree holds only the first of these itself, and the name of the folder that holds the others. */
function isGitFolder(folder: string): boolean {
  if (!existsSync(join(folder, 'HEAD'))) return false;
  return existsSync(join(folder, 'commondir')) || existsSync(join(folder, 'objects'));
}

/** Returns the folder that a worktree shares with all others of its repository. */
function commonFolder(git: string): string {
  const shared = textOf(join(git, 'commondir')).trim();
  return realPath(resolve(git, shared));
}

/** Returns the folder in which people work: the one with `.git`, or the one that a submodule's configuration names. */
function mainFolder(common: string): string {
  if (basename(common).startsWith('.')) return dirname(common);
  const worktree = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec(textOf(join(common, 'config')))?.[1];
  return worktree === undefined ? common : realPath(resolve(common, worktree.replace(/^"(.*)"$/, '$1')));
}

/** Returns what a file says, and nothing if it cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
