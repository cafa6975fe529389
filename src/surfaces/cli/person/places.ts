/** The files of the person's own store and its server, below the platform's data folder. */
import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AskOnceError } from '../../../core/model/errors.ts';
import { dataFolder } from '../../../util/data-folder.ts';
import { makeFolder } from '../../../util/own-folder.ts';

export interface PersonPlaces {
  /** Only its owner may enter it. */
  readonly folder: string;
  readonly db: string;
  /** Held by the server for as long as it lives. */
  readonly lock: string;
  /** What the server says of itself: its address and its process. */
  readonly record: string;
  readonly log: string;
}

export function personPlaces(env: NodeJS.ProcessEnv = process.env): PersonPlaces {
  const folder = join(dataFolder(env), 'askonce');
  return {
    folder,
    db: join(folder, 'askonce.db'),
    lock: join(folder, 'server.lock'),
    record: join(folder, 'server.json'),
    log: join(folder, 'server.log'),
  };
}

/**
 * Whether the commands of every project use the person's store: it exists, and it can be written here. Otherwise why not; null if there is
 * simply none.
 */
export function personStore({ db, folder }: PersonPlaces): { readonly usable: boolean; readonly why: string | null } {
  try {
    if (statSync(db, { throwIfNoEntry: false }) === undefined) return { usable: false, why: null };
    accessSync(db, constants.R_OK | constants.W_OK);
    mustBeWritable(folder);
    return { usable: true, why: null };
  } catch (error) {
    return { usable: false, why: reasonOf(error) };
  }
}

/**
 * SQLite keeps files beside the store. A sandbox may refuse what the permissions allow, as Landlock does, so a file is made. The store
 * itself is not opened: closing it would free the locks that SQLite has on it.
 */
function mustBeWritable(folder: string): void {
  const probe = join(folder, `probe-${process.pid}`);
  closeSync(openSync(probe, 'w', 0o600));
  // In a container another process may have the same id.
  rmSync(probe, { force: true });
}

/** Creates the folder for its owner alone. Throws if it cannot be written. */
export function makePersonFolder({ folder }: PersonPlaces): void {
  try {
    makeFolder(dirname(folder));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    mustBeWritable(folder);
  } catch (error) {
    const remedy =
      'Each project keeps its own store: run `askonce serve` in it. Or set XDG_DATA_HOME to another folder.';
    const text = `A store for all projects cannot be made in ${folder}: ${reasonOf(error)}. ${remedy}`;
    throw new AskOnceError('store_unavailable', text, { folder }, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of its path is not a folder',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
