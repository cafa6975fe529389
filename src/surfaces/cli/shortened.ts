/** Paths as people read them. */
import { homedir } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';

/** Relative to the working folder if it is below it, with ~ if it is below the home folder. */
export function shortened(path: string, cwd = process.cwd(), home = homedir()): string {
  const short = relative(cwd, path);
  if (short !== '' && !short.startsWith('..') && !isAbsolute(short)) return short;
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
