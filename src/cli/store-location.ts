/** Where the store and the project are, for a command typed in some folder. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAMES, type Config } from '../config/config.ts';
import { type Settings, type SettingsFlags, settingsFrom } from '../config/settings.ts';
import { AskOnceError } from '../core/errors.ts';
import { storeFile } from '../store/open.ts';
import { isPostgresAddress, withoutPassword } from '../store/postgres/address.ts';
import { shellQuoted } from './text.ts';
import { typedCommand } from './typed-command.ts';

/** The options every command takes. */
export interface GlobalOptions extends SettingsFlags {
  db?: string;
  project?: string;
  config?: string;
  json?: boolean;
}

export interface StoreLocation {
  /** A file, named in full; or a `postgres://` address. */
  readonly db: string;
  readonly project: string;
  /** What names the store; null where it is the project's own. */
  readonly namedBy: '--db' | 'ASKONCE_DB' | null;
  /** How to call askonce so that it finds this store again: for the hints that people copy. */
  readonly command: string;
  /** What flags, environment and the project's config file say. */
  readonly settings: Settings;
}

const PROJECT_MARKS = ['.askonce', '.git', 'package.json'];

/**
 * `--db`, else ASKONCE_DB, else what the config file says, else the project's own. What is typed starts from the working directory,
 * as for any command; what the file says, from the project.
 */
export async function storeLocation(
  { db, project, config, ...flags }: GlobalOptions,
  env = process.env,
  cwd = process.cwd(),
): Promise<StoreLocation> {
  const root = project === undefined ? nearestProject(cwd) : givenProject(resolve(cwd, project));
  const file = await configOf(root, config === undefined ? undefined : resolve(cwd, config));
  const settings = settingsFrom({ flags, env, file });
  const typed = db || env.ASKONCE_DB;
  const command = [
    typedCommand(env),
    ...(db ? storeFlag(db, env) : []),
    ...(project ? ['--project', shellQuoted(project)] : []),
    ...(config ? ['--config', shellQuoted(config)] : []),
  ];
  return {
    db: typed ? storeAddress(typed, cwd) : storeAddress(settings.db ?? join('.askonce', 'askonce.db'), root),
    project: root,
    namedBy: db ? '--db' : env.ASKONCE_DB ? 'ASKONCE_DB' : null,
    command: command.join(' '),
    settings,
  };
}

/** Reading one takes time, and most projects have none. */
async function configOf(project: string, explicit: string | undefined): Promise<Config> {
  if (explicit === undefined && !CONFIG_NAMES.some((name) => existsSync(join(project, name)))) return {};
  const { loadConfig } = await import('../config/config-file.ts');
  return loadConfig(project, explicit);
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

/** The folder itself where a link was given: jobs know their project by its real path. */
function givenProject(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
  throw new AskOnceError('usage', `There is no folder ${folder}. Name the project's folder with --project.`);
}

function nearestProject(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
