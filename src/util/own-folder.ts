/** Folders that AskOnce makes. Its own, `.askonce`, keeps out of the project's commits from the start: it holds answers and keys. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Step by step, because `recursive` never returns where the system says ENOENT to every attempt, as /proc does. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return;
  }
  if (basename(folder) === '.askonce') ignoreInGit(folder);
}

function ignoreInGit(folder: string): void {
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // Whoever cannot write a line there is told so by the store, which comes next.
  }
}
