/** The project's files, as far as a task's reading needs them. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for nearly every project; a larger one is read as far as that, from the root down. */
const MAX_ENTRIES = 20_000;

/** Folders whose files nobody names in a task: made by tools, or of another project. */
const SKIPPED = new Set(['node_modules', 'dist']);

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** A name that can be shown as an option: no control characters, and no longer than an option may be. */
const isShowable = (path: string): boolean => path.length <= 400 && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(path);

/**
 * The files below a folder, from it on and with forward slashes, the nearest first. Hidden folders, `node_modules` and `dist` are
 * left out, and so is what cannot be read.
 */
export async function listProject(root: string, most: number = MAX_ENTRIES, signal?: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  let left = most;
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    signal?.throwIfAborted();
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries.toSorted(byName).slice(0, left)) {
      left -= 1;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && !SKIPPED.has(entry.name)) folders.push(path);
      } else if (isShowable(path) && (entry.isFile() || (await leadsToFile(join(root, path), entry)))) {
        files.push(path);
      }
    }
  }
  return files;
}

/** A link to a folder is not followed: it may lead out of the project, or round in circles. */
async function leadsToFile(path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
