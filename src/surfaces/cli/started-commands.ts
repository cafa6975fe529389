/**
 * The agents that this person has started by `--exec` or ASKONCE_EXEC, so that `askonce resume` may start them again. A store may lie
 * in a folder that came from somewhere else, so the command in it is run only where this list knows it. The list is the person's own:
 * it lies outside every project, and holds hashes of project and command.
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

/** Notes that the person starts this command here. Where nothing can be kept, `resume` needs `--exec` again. */
export function rememberStarted(project: string, command: string): void {
  const hash = hashOf(project, command);
  const known = remembered();
  if (known.includes(hash)) return;
  try {
    mkdirSync(dirname(listFile()), { recursive: true, mode: 0o700 });
    writeFileSync(listFile(), `${[...known, hash].slice(-MAX_REMEMBERED).join('\n')}\n`, { mode: 0o600 });
  } catch {
    // A home that cannot be written to is no reason not to run a task.
  }
}

export function wasStarted(project: string, command: string): boolean {
  return remembered().includes(hashOf(project, command));
}
