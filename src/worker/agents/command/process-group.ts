/** A command line and all the processes that come of it, which are signalled as one. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

const WINDOWS = process.platform === 'win32';

export type Leader = ChildProcessByStdio<Writable, Readable, Readable> & { readonly pid: number };

/**
 * Waits for a first line on its stdin and then becomes the command; the rest of stdin is the command's. So there is time to put
 * the group under guard, and a process that dies before it has done so leaves nothing behind: then there is no first line.
 * `read` takes a byte at a time, as POSIX wants it, so that nothing of the rest is lost.
 */
const GATE = 'read -r go && exec /bin/sh -c "$1"';

/** The model and its key are ours: whoever else runs here would print the key into a log sooner or later. */
export function withoutModel(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ASKONCE_MODEL: _model, ASKONCE_MODEL_URL: _url, ASKONCE_MODEL_KEY: _key, ...rest } = env;
  return rest;
}

/** Starts the shell, which waits for `release`. Rejects where the system cannot start it. */
export async function startGroup(command: string, cwd: string, env: Record<string, string>): Promise<Leader> {
  const options = { cwd, env: { ...withoutModel(process.env), ...env }, stdio: 'pipe' } as const;
  const child = WINDOWS
    ? spawn(command, { ...options, shell: true, windowsHide: true })
    : // A group of its own: Ctrl-C at the terminal is for us to hear, and a signal to the group reaches the whole of it.
      spawn('/bin/sh', ['-c', GATE, 'sh', command], { ...options, detached: true });
  const failed = new Promise<Error>((resolve) => child.on('error', resolve));
  if (child.pid === undefined) throw await failed;
  // A command that does not read its stdin is no error; neither is one that ends before it has read all.
  child.stdin.on('error', () => {});
  return child as Leader;
}

/** Lets the command begin, with `input` as its whole stdin. */
export function release(leader: Leader, input: string): void {
  leader.stdin.end(WINDOWS ? input : `go\n${input}`);
}

/** Whoever has gone already needs no signal. */
export function signalGroup(leader: Leader, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (WINDOWS) {
    // There is no SIGTERM there: what is asked to end its window may stay.
    spawnSync('taskkill', ['/pid', String(leader.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-leader.pid, signal);
  } catch {}
}

/** Whether any process of the group is left that does something. */
export function groupLives(leader: Leader): boolean {
  if (WINDOWS) return leader.exitCode === null && leader.signalCode === null;
  try {
    process.kill(-leader.pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || groupWorks(leader.pid);
}

/** Where nobody collects the dead, as in a container without an init, they stay in their group for ever. */
function groupWorks(group: number): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // After the name, which may hold anything: the state, the parent, the group.
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}
