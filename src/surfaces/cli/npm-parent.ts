/**
 * npm and npx put a shell between themselves and what they start. The shell hands no signal on, so whoever ends npx would leave
 * the command running: it has to see by itself that they are gone.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/**
 * Calls back once when npm, having started this process, is there no more, which may be so from the beginning. Returns the
 * function that ends the watch.
 */
export function whenNpmEnds(gone: () => void, env = process.env): () => void {
  if (env.npm_lifecycle_event === undefined) return () => {};
  const shell = process.ppid;
  const npm = statOf(shell)?.parent;
  const isThere = () => process.ppid === shell && statOf(shell)?.parent === npm;
  const wasGone = isAdopted(process.pid) || (isShellOfNpm(shell) && isAdopted(shell));
  const timer = setInterval(() => {
    // Orphans get another parent. Where the shell gave way to the command, npm itself is the parent, and the first is enough.
    if (!wasGone && isThere()) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Whether a process's own parent has ended, so that it has another one now. Whoever does not lead a group of its own is in that
 * of its parent. For one that leads it cannot be told; npm starts none such.
 */
function isAdopted(pid: number): boolean {
  const own = statOf(pid);
  if (own === null || own.group === pid) return false;
  const parent = statOf(own.parent);
  return parent !== null && parent.group !== own.group;
}

/** Where the shell gave way to the command it is npm itself, and who has adopted that is no matter. */
function isShellOfNpm(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`)?.split('\0')[1] === '-c';
}

/** Null where the system does not say, as on a Mac; the shell there gives way to the command. */
function statOf(pid: number): { readonly parent: number; readonly group: number } | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name before them stands in brackets and may hold anything.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), group: Number(group) };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
