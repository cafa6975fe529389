/**
 * npm and npx start commands through a shell that does not forward signals. Killing npx would leave the command running, so the command
 * itself has to notice that npm has ended.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/**
 * Calls back once when the npm that started this process has ended, which may already be so at the start. Returns a function that stops
 * watching.
 */
export function whenNpmEnds(gone: () => void, env = process.env): () => void {
  if (env.npm_lifecycle_event === undefined) return () => {};
  const shell = process.ppid;
  const npm = statOf(shell)?.parent;
  const isThere = () => process.ppid === shell && statOf(shell)?.parent === npm;
  const wasGone = isAdopted(process.pid) || (isShellOfNpm(shell) && isAdopted(shell));
  const timer = setInterval(() => {
    // Orphans get another parent. If the shell was replaced by the command, npm itself is the parent, and the first check is enough.
    if (!wasGone && isThere()) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Whether the parent of a process has ended, so that it has another parent now. A process that does not lead its own process group is in
 * its parent's group. For a group leader this cannot be determined; npm starts none.
 */
function isAdopted(pid: number): boolean {
  const own = statOf(pid);
  if (own === null || own.group === pid) return false;
  const parent = statOf(own.parent);
  return parent !== null && parent.group !== own.group;
}

/** False if the shell was replaced by the command: then the process is npm itself, and its own parent does not matter. */
function isShellOfNpm(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`)?.split('\0')[1] === '-c';
}

/** Null if the system does not say, as on macOS; there the command replaces the shell. */
function statOf(pid: number): { readonly parent: number; readonly group: number } | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The process name before these fields is in parentheses and may contain anything.
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
