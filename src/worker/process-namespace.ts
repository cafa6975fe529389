/**
 * Where this process runs, so that another on the same machine can see at once that it has died, and need not wait for its lease
 * to run out. Two processes have the same place only where a process number means the same to both.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The machine, since it was started, and within it the space of process numbers: containers have their own. */
export function processNamespace(): string {
  return [hostname(), read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()), read(namespace)].join(
    ' ',
  );
}

function namespace(): string {
  return readlinkSync('/proc/self/ns/pid');
}

/** Only Linux tells; elsewhere the machine's name has to do. */
function read(how: () => string): string {
  try {
    return how();
  } catch {
    return '';
  }
}

/** Whether a process of this place still is there. One that took over the number of a dead one counts: it only costs time. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
