/**
 * What ends this process's agents when nobody is left to do it. Another worker takes over the job of one that was killed, and
 * while its agent lives on, the job runs twice.
 *
 * It is one shell for the whole process, which reads the list of live process groups from a pipe. However this process ends,
 * the system closes the pipe; the shell then kills what the last list names, and ends as well. While it waits it uses nothing.
 *
 * On Windows there is none: there are no process groups there, and no shell that would do this. An agent whose worker is killed
 * there runs on to its end.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * It knows the groups there are from its first moment: one that takes the place of another may have no time to be told. A last
 * line that is cut short is not taken: the command it would have added was never let go. Descriptors 3 to 9 are those that
 * whoever started us may have handed on to us; a shell can name no others, and we hand on none ourselves.
 */
const SCRIPT = `
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
trap '' INT TERM HUP
groups=$*
while IFS= read -r line; do groups=$line; done
for group in $groups; do kill -s KILL -- "-$group"; done`;

/** One that ends sooner cannot work here, and is not started again before the next command. */
const WORKS_AFTER_MS = 1000;

const groups = new Set<number>();
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

async function tell(): Promise<void> {
  if (current === null && groups.size === 0) return;
  current ??= start();
  const shell = current;
  // What the pipe has taken is read even when we are gone by then.
  await new Promise<void>((resolve, reject) => {
    shell.stdin.write(`${[...groups].join(' ')}\n`, (error) => {
      if (!error) return resolve();
      if (current === shell) current = null;
      reject(error);
    });
  });
}

function start(): Guardian {
  // A session of its own, so that no Ctrl-C or hang-up reaches it; no folder and no stream of ours that it would hold.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...[...groups].map(String)], {
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
  if (shell.pid === undefined) throw new Error('there is no room for another process');
  shell.stdin.on('error', gone);
  // We end when our work is done, and it ends with us.
  shell.unref();
  (shell.stdin as Socket).unref();
  return shell;
}
