/**
 * npm and npx put a shell between themselves and what they start. The shell hands no signal on, so whoever ends npx would leave
 * the command running: it has to see by itself that they are gone.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/** Calls back once when npm, having started this process, is there no more. Returns the function that ends the watch. */
export function whenNpmEnds(gone: () => void, env = process.env): () => void {
  if (env.npm_lifecycle_event === undefined) return () => {};
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    // Orphans get another parent. Where the shell gave way to the command, npm itself is the parent, and the first is enough.
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Null where the system does not say, as on a Mac; the shell there gives way to the command. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it stands in brackets and may hold anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
