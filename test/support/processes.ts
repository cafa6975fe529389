/** What the system knows of the processes of a test. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly state: string;
}

/** All there are, but for the dead that nobody has collected. */
export function listed(): Listed[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .map(([pid, parent, group, state]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      state: state!,
    }))
    .filter(({ state }) => !state.startsWith('Z'));
}

/** Those of `pids` that live. */
export function living(pids: readonly number[]): number[] {
  const all = new Set(listed().map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
}

/** The processes that a process has started, and those that these have. */
export function descendants(pid: number): number[] {
  const all = listed();
  const below = (one: number): number[] =>
    all.filter(({ parent }) => parent === one).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
}

/** The processes that have `mark` in the environment they were started with. Linux only: elsewhere none is seen. */
export function marked(mark: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    })
    .map((pid) => {
      try {
        return `${pid}: ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`;
      } catch {
        return '';
      }
    })
    .filter((process) => process !== '');
}

/** Looks until it holds, also where a test has stopped the clocks of what it looks at. */
export async function until(condition: () => boolean, what: string, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(20);
  }
}
