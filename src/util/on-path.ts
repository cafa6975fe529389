/** Finds programs as a shell does. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** The file that a command starts; null if there is none. A name without a slash is looked up in PATH. */
export function programFile(command: string, env = process.env, cwd = process.cwd()): string | null {
  if (isAbsolute(command) || /[\\/]/.test(command)) return runnable(resolve(cwd, command));
  const endings = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : [''];
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    for (const ending of endings) {
      const file = runnable(resolve(cwd, join(folder, command + ending)));
      if (file !== null) return file;
    }
  }
  return null;
}

function runnable(file: string): string | null {
  try {
    if (!statSync(file).isFile()) return null;
    accessSync(file, constants.X_OK);
    return file;
  } catch {
    return null;
  }
}
