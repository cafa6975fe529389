/** A command line and all the processes it starts, which are signalled as one group. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

const WINDOWS = process.platform === 'win32';

export type Leader = ChildProcessByStdio<Writable, Readable, Readable> & { readonly pid: number };

/**
 * Waits for a first line on stdin and then becomes the command; the rest of stdin goes to the command. This leaves time to guard the group,
 * and if this process dies before that, nothing remains: the first line never arrives. POSIX requires `read` to take one byte at a time, so
 * nothing of the rest is lost.
 */
const GATE = 'read -r go && exec /bin/sh -c "$1"';

/**
 * Removes the model's settings and its key: any other program that runs here would sooner or later print the key into a log. Removes the
 * token of the person too: with it an agent could answer its own questions at the server.
 */
export function withoutModel(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ASKONCE_MODEL: _model, ASKONCE_MODEL_URL: _url, ASKONCE_MODEL_KEY: _key, ...others } = env;
  const { ASKONCE_URL: _server, ASKONCE_TOKEN: _token, ...rest } = others;
  return rest;
}

/** Starts the shell, which waits for `release`. Rejects if the system cannot start it. */
export async function startGroup(command: string, cwd: string, env: Record<string, string>): Promise<Leader> {
  const options = { cwd, env: { ...withoutModel(process.env), ...env }, stdio: 'pipe' } as const;
  const child = WINDOWS
    ? spawn(command, { ...options, shell: true, windowsHide: true })
    : // A separate group: this process handles Ctrl-C at the terminal, and a signal to the group reaches all of it.
      spawn('/bin/sh', ['-c', GATE, 'sh', command], { ...options, detached: true });
  const failed = new Promise<Error>((resolve) => child.on('error', resolve));
  if (child.pid === undefined) throw await failed;
  // A command that does not read its stdin, or exits before it has read all of it, is not an error.
  child.stdin.on('error', () => {});
  return child as Leader;
}

/** Starts the command, with `input` as its entire stdin. */
export function release(leader: Leader, input: string): void {
  leader.stdin.end(WINDOWS ? input : `go\n${input}`);
}

/** Starts the command and leaves its stdin open. */
export function releaseOpen(leader: Leader): void {
  if (!WINDOWS) leader.stdin.write('go\n');
}

/** A process that has already exited needs no signal. */
export function signalGroup(leader: Leader, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (WINDOWS) {
    // Windows has no SIGTERM: a process that is asked to close its window may stay.
    spawnSync('taskkill', ['/pid', String(leader.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-leader.pid, signal);
  } catch {}
}

/** Whether any process of the group is still working. */
export function groupLives(leader: Leader): boolean {
  if (WINDOWS) return leader.exitCode === null && leader.signalCode === null;
  try {
    process.kill(-leader.pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || groupWorks(leader.pid);
}

/** Without an init process, as in some containers, nothing reaps dead processes, and they stay in their group forever. */
function groupWorks(group: number): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // After the name, which may contain anything: the state, the parent, the group.
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}
