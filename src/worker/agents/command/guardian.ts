/**
 * Ends this process's agents when the process itself no longer can. If a worker is killed, or suspended for longer than its lease, another
 * worker takes over its job; if the first worker's agent were still alive, the job would run twice.
 *
 * The guardian is one shell for the whole process. It reads from a pipe how long the agents may go on and which process groups they are.
 * However this process ends, the system closes the pipe; the shell then kills the groups of the last line and exits. If this process is
 * suspended, no line arrives and the time of the last one runs out. While the shell waits it uses no CPU.
 *
 * Windows has no guardian, because it has no process groups and no shell that could do this. An agent whose worker is killed there runs to
 * its end.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * A line contains the seconds left, or “-”, and the groups. The first line is passed as arguments: a shell that replaces another may have
 * no time to read one. An incomplete last line is ignored: the command it would have added was never released. Descriptors 3 to 9 are
 * closed because this process may have inherited them from its parent; a shell can name no others, and this process passes on none itself.
 *
 * POSIX has no read with a timeout, so a second process sleeps beside the one that reads. The shell waits for it when it is replaced;
 * otherwise each would remain as a zombie. When its time is up it ends the whole shell, which this process replaces if it is still running.
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

/** A shell that exits sooner cannot work here, and is not restarted before the next command. */
const WORKS_AFTER_MS = 1000;

const groups = new Set<number>();
/** When each lease of this process expires, by performance.now(). */
const leases = new Map<string, number>();
type Guardian = ChildProcessByStdio<Writable, null, null>;

let current: Guardian | null = null;

/** Resolves when the group is certain not to outlive this process. Before that, its command must do nothing. */
export async function guard(group: number): Promise<void> {
  if (process.platform === 'win32') return;
  groups.add(group);
  // If the shell was just killed, a new one is started.
  await tell().catch(tell);
}

/** Removes a group that has ended. Its number may soon be reused. */
export function unguard(group: number): void {
  // If the write fails, the shell is gone, and its list with it.
  if (groups.delete(group)) tell().catch(() => {});
}

/**
 * Ends the agents after this many milliseconds unless the lease is renewed first: this process may be suspended and unable to do it itself.
 * Null: the lease is over, or this process ends its agents itself.
 */
export function guardForLease(lease: string, ms: number | null): void {
  if (ms === null) leases.delete(lease);
  else leases.set(lease, performance.now() + ms);
  if (groups.size > 0) tell().catch(() => {});
}

/** The line for the shell. The earliest lease counts for all, because a suspended process renews none of them. */
function order(): string[] {
  const left = Math.max(0, Math.min(...leases.values()) - performance.now());
  const seconds = leases.size === 0 || groups.size === 0 ? '-' : (left / 1000).toFixed(3);
  return [seconds, ...[...groups].map(String)];
}

async function tell(): Promise<void> {
  if (current === null && groups.size === 0) return;
  current ??= start();
  const shell = current;
  // Data in the pipe is read even if this process is gone by then.
  await new Promise<void>((resolve, reject) => {
    shell.stdin.write(`${order().join(' ')}\n`, (error) => {
      if (!error) return resolve();
      if (current === shell) current = null;
      reject(error);
    });
  });
}

function start(): Guardian {
  // In its own session, so that no Ctrl-C or hang-up reaches it, and without holding our folder or streams open.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...order()], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const started = performance.now();
  const gone = () => {
    if (current !== shell) return;
    current = null;
    // The shell was killed; the groups that run now need another one.
    if (performance.now() - started > WORKS_AFTER_MS) tell().catch(() => {});
  };
  shell.on('exit', gone).on('error', gone);
  if (shell.pid === undefined) throw new Error('no further process could be started');
  shell.stdin.on('error', gone);
  // This process may exit when its work is done, and the shell exits with it.
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
}
