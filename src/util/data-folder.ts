/** Where programs keep a user's data; `XDG_DATA_HOME` moves it, and on Windows `LOCALAPPDATA`. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export function dataFolder(env: NodeJS.ProcessEnv, platform = process.platform): string {
  const named = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_DATA_HOME;
  // The XDG specification says to ignore a relative path.
  if (named && isAbsolute(named)) return named;
  const home = env.HOME || homedir();
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
}
