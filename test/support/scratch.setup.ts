/**
 * Where a run of the tests keeps its files: in memory, where the system has a place for that. A test makes a store of its own and
 * removes it, and PostgreSQL takes 100 ms to make one on a disk, 45 in memory. No test takes the machine's power away, and a
 * process that is killed loses nothing that it wrote to a file in memory. Whoever sets TMPDIR decides this alone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. In containers it is often small, and often nothing may be run from it. */
const IN_MEMORY = '/dev/shm';
/** A whole run was seen to take 777 MB at most, with a larger log of PostgreSQL than now. The rest is left to others. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** Reads our pipe, which closes when we end, however we do; who still writes into the folder gets a moment to end as well. */
const REMOVER =
  'read -r _; tries=0; until rm -rf "$0" || [ "$tries" -ge 50 ]; do tries=$((tries + 1)); sleep 0.1; done';

export default function setUpScratch(): (() => Promise<void>) | undefined {
  const end = setUpFolder();
  // Every process of the tests finds what an earlier one has compiled, also those that do not look for it by themselves.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  keepOutOfHome();
  // What the command remembers of its user is no affair of the tests.
  process.env.XDG_STATE_HOME = join(tmpdir(), 'state');
  return end;
}

/** What the program keeps for its user, such as trusted config files, is kept for the tests alone. */
function keepOutOfHome(): void {
  for (const variable of ['HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME']) {
    process.env[variable] = mkdtempSync(join(tmpdir(), 'askonce-home-'));
  }
}

function setUpFolder(): (() => Promise<void>) | undefined {
  if (process.env.TMPDIR !== undefined) return undefined;
  const folder = folderInMemory();
  if (folder === null) return undefined;
  process.env.TMPDIR = folder;
  const remover = spawn('/bin/sh', ['-c', REMOVER, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  remover.unref();
  return () =>
    new Promise((resolve) => {
      remover.on('close', () => resolve());
      remover.stdin.end();
    });
}

/** A new folder that everybody may write to, as PostgreSQL's user must; null where there is no room or no leave to run programs. */
function folderInMemory(): string | null {
  let folder: string;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < ROOM_BYTES) return null;
    folder = mkdtempSync(join(IN_MEMORY, 'askonce-test-'));
  } catch {
    return null;
  }
  chmodSync(folder, 0o1777);
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  if (spawnSync(program).status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  rmSync(program);
  return folder;
}
