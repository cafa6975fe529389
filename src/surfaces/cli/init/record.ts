/**
 * What `askonce init` wrote into which file, so that `--undo` takes out exactly that. Kept with the user's state, outside every project:
 * a record in the project could be committed, and tell another person's `--undo` to change files that theirs did not write.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { IgnoredLines } from './git-ignore.ts';
import type { Written } from './merge.ts';
import type { TomlBlock } from './toml-table.ts';

export type FileRecord = Written | IgnoredLines | TomlBlock;

function recordFile(file: string): string {
  const state = process.env.XDG_STATE_HOME || process.env.LOCALAPPDATA || join(homedir(), '.local', 'state');
  return join(state, 'askonce', 'init', `${createHash('sha256').update(file).digest('hex')}.json`);
}

/** @param file The file itself, not a link to it. Null if nothing is recorded, or the record cannot be read. */
export function recordOf<R extends FileRecord>(file: string): R | null {
  try {
    const { wrote } = JSON.parse(readFileSync(recordFile(file), 'utf8')) as { wrote: R };
    return wrote;
  } catch {
    return null;
  }
}

export function keepRecord(file: string, wrote: FileRecord): void {
  const path = recordFile(file);
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const next = `${path}.${randomUUID()}`;
  writeFileSync(next, `${JSON.stringify({ file, wrote }, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, path);
}

export function forgetRecord(file: string): void {
  rmSync(recordFile(file), { force: true });
}
