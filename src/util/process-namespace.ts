/**
 * Identifies where this process runs, so that another process on the same machine can detect at once that it has died, instead of waiting
 * for its lease to expire. Two processes share a namespace only if a process id means the same to both.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The machine's boot, and within it the PID namespace: containers have their own. */
export function processNamespace(): string {
  return [hostname(), read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()), read(namespace)].join(
    ' ',
  );
}

/** The same for other programs to compare, without saying what it is. */
export function machineId(): string {
  return createHash('sha256').update(processNamespace()).digest('hex').slice(0, 32);
}

function namespace(): string {
  return readlinkSync('/proc/self/ns/pid');
}

/** Only Linux provides this; elsewhere the host name is used. */
function read(how: () => string): string {
  try {
    return how();
  } catch {
    return '';
  }
}

/**
 * Whether a process of this namespace is still alive. A new process that reuses the id of a dead one counts as alive; this only costs time.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
