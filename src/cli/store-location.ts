/** Where the store and the project are, for a command typed in some folder. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AskOnceError } from '../core/errors.ts';
import { shellQuoted } from './text.ts';

/** The options every command takes. */
export interface GlobalOptions {
  db?: string;
  project?: string;
  json?: boolean;
}

export interface StoreLocation {
  readonly db: string;
  readonly project: string;
  /** How to call askonce so that it finds this store again: for the hints that people copy. */
  readonly command: string;
}

const PROJECT_MARKS = ['.askonce', '.git', 'package.json'];

/** `--db`, else ASKONCE_DB, else the project's own; relative ones start from the working directory, as for any command. */
export function storeLocation({ db, project }: GlobalOptions, env = process.env, cwd = process.cwd()): StoreLocation {
  const root = project === undefined ? nearestProject(cwd) : givenProject(resolve(cwd, project));
  const file = db || env.ASKONCE_DB;
  const command = [
    'askonce',
    ...(db ? ['--db', shellQuoted(db)] : []),
    ...(project ? ['--project', shellQuoted(project)] : []),
  ];
  return {
    db: file ? resolve(cwd, file) : join(root, '.askonce', 'askonce.db'),
    project: root,
    command: command.join(' '),
  };
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
