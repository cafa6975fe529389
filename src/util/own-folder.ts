/** Folders that AskOnce creates. Its own folder, `.askonce`, is excluded from Git from the start, because it holds answers and keys. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Creates one level at a time, because `recursive` never returns if the system answers ENOENT to every attempt, as /proc does. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return;
  }
  if (basename(folder) === '.askonce') ignoreInGit(folder);
}

function ignoreInGit(folder: string): void {
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // If the folder is not writable, the store, which opens next, reports it.
  }
}
