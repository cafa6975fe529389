// Where compiled code is kept between starts. Node runs what it finds there, so it is a folder that only this user can write:
// Node's own default is in the temp folder, which all users of a machine share.
import { lstatSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folder, made where it is missing; undefined where there is none that only this user can write. */
export function compileCacheFolder(env = process.env) {
  try {
    const own = join(cacheHome(env), 'askonce');
    const folder = join(own, 'compile-cache');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isPrivate(own) && isPrivate(folder) ? folder : undefined;
  } catch {
    // No home, or one that cannot be written: the command starts all the same, only more slowly.
    return undefined;
  }
}

function cacheHome(env) {
  const named = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  // The XDG specification: a relative path is ignored.
  if (named && isAbsolute(named)) return named;
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

/** A folder, no link to one, of this user's and closed to all others. Windows has no modes, and gives each user a folder. */
function isPrivate(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return false;
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
}
