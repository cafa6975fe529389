/**
 * The agent commands that you have started by `--exec` or ASKONCE_EXEC, so that `askonce resume` may start them again. A store may be in a
 * folder that came from elsewhere, so a command in it is run only if this list contains it. The list is yours: it is kept outside every
 * project, and holds hashes of project and command.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const MAX_REMEMBERED = 1_000;

function listFile(): string {
  const state = process.env.XDG_STATE_HOME || process.env.LOCALAPPDATA || join(homedir(), '.local', 'state');
  return join(state, 'askonce', 'started-commands');
}

const hashOf = (project: string, command: string): string =>
  createHash('sha256')
    .update(JSON.stringify([project, command]))
    .digest('hex');

function remembered(): readonly string[] {
  try {
    return readFileSync(listFile(), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Records that you started this command here. If it cannot be stored, `resume` needs `--exec` again. */
export function rememberStarted(project: string, command: string): void {
  const hash = hashOf(project, command);
  const known = remembered();
  if (known.includes(hash)) return;
  try {
    mkdirSync(dirname(listFile()), { recursive: true, mode: 0o700 });
    writeFileSync(listFile(), `${[...known, hash].slice(-MAX_REMEMBERED).join('\n')}\n`, { mode: 0o600 });
  } catch {
    // The task runs even if the home folder is not writable.
  }
}

export function wasStarted(project: string, command: string): boolean {
  return remembered().includes(hashOf(project, command));
}
