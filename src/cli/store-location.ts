/** Where the store and the project are, for a command typed in some folder. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AskOnceError } from '../core/errors.ts';
import { storeFile } from '../store/open.ts';
import { isPostgresAddress, withoutPassword } from '../store/postgres/address.ts';
import { shellQuoted } from './text.ts';

/** The options every command takes. */
export interface GlobalOptions {
  db?: string;
  project?: string;
  json?: boolean;
}

export interface StoreLocation {
  /** A file, named in full; or a `postgres://` address. */
  readonly db: string;
  readonly project: string;
  /** How to call askonce so that it finds this store again: for the hints that people copy. */
  readonly command: string;
}

const PROJECT_MARKS = ['.askonce', '.git', 'package.json'];

/** `--db`, else ASKONCE_DB, else the project's own; relative ones start from the working directory, as for any command. */
export function storeLocation({ db, project }: GlobalOptions, env = process.env, cwd = process.cwd()): StoreLocation {
  const root = project === undefined ? nearestProject(cwd) : givenProject(resolve(cwd, project));
  const typed = db || env.ASKONCE_DB;
  const command = [
    'askonce',
    ...(db ? storeFlag(db, env) : []),
    ...(project ? ['--project', shellQuoted(project)] : []),
  ];
  return {
    db: typed ? storeAddress(typed, cwd) : join(root, '.askonce', 'askonce.db'),
    project: root,
    command: command.join(' '),
  };
}

/** A store as it was typed: an address as it is, a file from the working directory on. */
export function storeAddress(typed: string, cwd = process.cwd()): string {
  return isPostgresAddress(typed) ? typed : resolve(storeFile(typed, cwd));
}

/** Never with the password: hints end up in logs and on other people's screens. */
function storeFlag(db: string, env: NodeJS.ProcessEnv): string[] {
  const shown = isPostgresAddress(db) ? withoutPassword(db, '<password>') : db;
  return shown !== db && db === env.ASKONCE_DB ? [] : ['--db', shellQuoted(shown)];
}

function givenProject(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new AskOnceError('usage', `There is no folder ${folder}. Name the project's folder with --project.`);
}

function nearestProject(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
