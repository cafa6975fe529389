/** Where programs keep a user's configuration; `XDG_CONFIG_HOME` moves it. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export function configFolder(env: NodeJS.ProcessEnv): string {
  const named = process.platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME;
  // The XDG specification says to ignore a relative path.
  return named && isAbsolute(named) ? named : join(homedir(), '.config');
}
