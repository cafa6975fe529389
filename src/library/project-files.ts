/** Resolves paths. Answers about files stay inside the project root, whatever symbolic links say. */
import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import type { PathFact } from '../core/answer/check.ts';
import type { Files } from '../ports.ts';

/** The project's files below `root`. */
export function projectFiles(root: string): Files {
  const real = existsSync(root) ? realpathSync(root) : resolve(root);
  const locate = (path: string, project = real): PathFact => {
    if (path.includes('\0')) return { outside: true };
    const inside = relative(project, realPath(resolve(project, path)));
    const leaves = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
    return leaves ? { outside: true } : { inside: inside === '' ? '.' : inside.split(sep).join('/') };
  };
  return {
    root: real,
    locate,
    existing(candidates) {
      const found = new Set<string>();
      for (const candidate of candidates) {
        const fact = locate(candidate);
        if ('inside' in fact && fact.inside !== '.' && existsSync(join(real, fact.inside))) found.add(fact.inside);
      }
      return [...found];
    },
  };
}

/**
 * The files of a project on another machine, by its name: a path is inside unless it says otherwise, and nothing is known to exist.
 */
export function filesElsewhere(name: string): Files {
  return {
    root: name,
    locate(path) {
      const inside = posix.normalize(path.replaceAll('\\', '/'));
      const leaves = path.includes('\0') || inside === '..' || inside.startsWith('../') || isAbsolute(path);
      return leaves ? { outside: true } : { inside: inside.replace(/(?<=.)\/$/, '') };
    },
    existing: () => [],
  };
}

/** More links than any legitimate path has; the system itself stops at 40. */
const MAX_LINKS = 40;

/**
 * Returns the real path of something that may not exist yet: that of the nearest existing folder, with the rest appended. A link to
 * something that does not exist is followed all the same.
 */
export function realPath(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const target = links < MAX_LINKS ? linkTarget(path) : null;
    if (target !== null) return realPath(resolve(dirname(path), target), links + 1);
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent, links), basename(path));
  }
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
