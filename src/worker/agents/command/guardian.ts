/**
 * What ends this process's agents when nobody is left to do it. Another worker takes over the job of one that was killed, or that
 * was stopped for longer than its lease, and while its agent lives on, the job runs twice.
 *
 * It is one shell for the whole process, which reads from a pipe how long the agents may go on and which process groups they are.
 * However this process ends, the system closes the pipe; the shell then kills what the last line names, and ends as well. If this
 * process is stopped, no line comes, and the time of the last one runs out. While the shell waits it uses nothing.
 *
 * On Windows there is none: there are no process groups there, and no shell that would do this. An agent whose worker is killed
 * there runs on to its end.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * A line is the seconds that are left, or “-”, and the groups. The first comes as arguments: a shell that takes the place of another
 * may have no time to be told. A last line that is cut short is not taken: the command it would have added was never let go.
 * Descriptors 3 to 9 are those that whoever started us may have handed on to us; a shell can name no others, and we hand on none
 * ourselves.
 *
 * POSIX has no read with a time limit, so a second process sleeps beside the one that reads. It is waited for when it is replaced:
 * otherwise each would stay as a zombie. When its time is up it ends the whole shell, which this process replaces if it goes on.
 */
const SCRIPT = `
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
trap '' INT TERM HUP
timer=
end() { for group in $groups; do kill -s KILL -- "-$group"; done; }
alarm() {
  nap=
  trap '[ -z "$nap" ] || { kill -s KILL "$nap"; wait "$nap"; }; exit' USR1
  sleep "$1" & nap=$!
  wait "$nap" && { end; kill -s KILL $$; }
}
disarm() {
  [ -z "$timer" ] || { kill -s USR1 "$timer"; wait "$timer"; }
  timer=
}
take() {
  disarm
  seconds=$1; shift; groups=$*
  [ "$seconds" = - ] || { alarm "$seconds" & timer=$!; }
}
take "$@"
while IFS= read -r line; do take $line; done
disarm
end`;

/** One that ends sooner cannot work here, and is not started again before the next command. */
const WORKS_AFTER_MS = 1000;

const groups = new Set<number>();
/** When each lease of this process's runs out, by performance.now(). */
const leases = new Map<string, number>();
type Guardian = ChildProcessByStdio<Writable, null, null>;

let current: Guardian | null = null;

/** Resolves when the group will not outlive this process, whatever comes. Before that, its command must do nothing. */
export async function guard(group: number): Promise<void> {
  if (process.platform === 'win32') return;
  groups.add(group);
  // One that somebody has just ended is replaced.
  await tell().catch(tell);
}

/** The group has ended. Its number may soon be another's. */
export function unguard(group: number): void {
  // If it cannot be told, it is gone, and with it the list.
  if (groups.delete(group)) tell().catch(() => {});
}

/**
 * Agents are ended in so many milliseconds, unless the lease is renewed by then: this process may be stopped, and cannot do it itself.
 * Null: the lease is over, or this process sees to its agents.
 */
export function guardForLease(lease: string, ms: number | null): void {
  if (ms === null) leases.delete(lease);
  else leases.set(lease, performance.now() + ms);
  if (groups.size > 0) tell().catch(() => {});
}

/** What the shell is told. The earliest lease counts for all: a stopped process renews none of them. */
function order(): string[] {
  const left = Math.max(0, Math.min(...leases.values()) - performance.now());
  const seconds = leases.size === 0 || groups.size === 0 ? '-' : (left / 1000).toFixed(3);
  return [seconds, ...[...groups].map(String)];
}

async function tell(): Promise<void> {
  if (current === null && groups.size === 0) return;
  current ??= start();
  const shell = current;
  // What the pipe has taken is read even when we are gone by then.
  await new Promise<void>((resolve, reject) => {
    shell.stdin.write(`${order().join(' ')}\n`, (error) => {
      if (!error) return resolve();
      if (current === shell) current = null;
      reject(error);
    });
  });
}

function start(): Guardian {
  // A session of its own, so that no Ctrl-C or hang-up reaches it; no folder and no stream of ours that it would hold.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...order()], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const started = performance.now();
  const gone = () => {
    if (current !== shell) return;
    current = null;
    // Somebody ended it: those that run now need another.
    if (performance.now() - started > WORKS_AFTER_MS) tell().catch(() => {});
  };
  shell.on('exit', gone).on('error', gone);
  if (shell.pid === undefined) throw new Error('no further process could be started');
  shell.stdin.on('error', gone);
  // We end when our work is done, and it ends with us.
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
}
