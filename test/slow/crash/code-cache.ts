/**
 * Where the processes of a test keep their compiled code, so that the twentieth need not compile what the first has: it then takes
 * 80 ms to start, not 250. A run of the tests has one place for all of them; `npm run storm` gets one of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface CodeCache {
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

/** A process that is to leave something for the next calls `flushCompileCache`: a killed one writes nothing at its end. */
export function codeCache(): CodeCache {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return { env: process.env, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'askonce-code-'));
  return {
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
