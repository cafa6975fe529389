/** Finds the store and the project for a command run in some folder. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAMES, type Config, type Withheld } from '../../config/config.ts';
import { type Settings, type SettingsFlags, settingsFrom } from '../../config/settings.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { storeFile } from '../../store/open.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import { note } from '../terminal/output.ts';
import { shellQuoted } from '../terminal/text.ts';
import { typedCommand } from '../terminal/typed-command.ts';

/** The options every command takes. */
export interface GlobalOptions extends SettingsFlags {
  db?: string;
  project?: string;
  config?: string;
  json?: boolean;
}

export interface StoreLocation {
  /** The absolute path of a file, or a `postgres://` address. */
  readonly db: string;
  readonly project: string;
  /** What named the store; null if it is the project's default store. */
  readonly namedBy: '--db' | 'ASKONCE_DB' | null;
  /** How to call askonce so that it finds this store again, for hints that people copy. */
  readonly command: string;
  /** The settings from flags, environment and the project's config file. */
  readonly settings: Settings;
  /** The part of the project's config file that is ignored, and what to do about it; null if nothing is. */
  readonly untrusted: { readonly text: string; readonly executor: boolean } | null;
}

const PROJECT_MARKS = ['.askonce', '.git', 'package.json'];

/**
 * `--db`, else ASKONCE_DB, else the config file, else the project's default. Typed paths are relative to the working directory, as for any
 * command; paths in the config file are relative to the project. Runs no code.
 */
export async function storeLocation(
  options: GlobalOptions,
  env = process.env,
  cwd = process.cwd(),
): Promise<StoreLocation> {
  return toldOfTrust(await locate(options, env, cwd, false));
}

/**
 * The same for commands that run tasks; runs the code of a trusted config file. Rejects if an untrusted file names an executor: the planner
 * would otherwise finish tasks that were meant for an agent.
 */
export async function taskLocation(options: GlobalOptions): Promise<StoreLocation> {
  const location = await locate(options, process.env, process.cwd(), true);
  const { settings, untrusted } = location;
  if (!untrusted?.executor || settings.executor !== null) return toldOfTrust(location);
  throw new AskOnceError('config_untrusted', `${untrusted.text}. Or set the agent with --exec.`);
}

/** The same for a server: its page is useful even if no task can be run. */
export async function serverLocation(options: GlobalOptions): Promise<StoreLocation> {
  return toldOfTrust(await locate(options, process.env, process.cwd(), true));
}

function toldOfTrust(location: StoreLocation): StoreLocation {
  if (location.untrusted !== null) note(location.untrusted.text);
  return location;
}

async function locate(
  { db, project, config, ...flags }: GlobalOptions,
  env: NodeJS.ProcessEnv,
  cwd: string,
  code: boolean,
): Promise<StoreLocation> {
  const root = projectRoot(project, cwd);
  const file = await configOf(root, config === undefined ? undefined : resolve(cwd, config), code);
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
    untrusted:
      file.withheld === undefined
        ? null
        : {
            text: untrustedText(file.file!, file.withheld, typedCommand(env), project),
            executor: file.withheld.fields?.includes('executor') !== false,
          },
  };
}

/** The project's folder: the given one, or else the nearest one upwards. */
export function projectRoot(named: string | undefined, cwd = process.cwd()): string {
  return named === undefined ? nearestProject(cwd) : givenProject(resolve(cwd, named));
}

function untrustedText(file: string, { fields, why, foreign }: Withheld, command: string, project?: string): string {
  const unused = fields === null ? 'it' : new Intl.ListFormat('en').format(fields);
  const verb = fields === null || fields.length === 1 ? 'is' : 'are';
  const trust = [command, ...(project ? ['--project', shellQuoted(project)] : []), 'trust'].join(' ');
  const remedy = foreign ? `To use it anyway, add: --config ${shellQuoted(file)}` : `Read it, then run: ${trust}`;
  return `${file}: ${unused} ${verb} not used, because ${why}. ${remedy}`;
}

/** Reads the config file only if there is one: reading takes time, and most projects have none. */
async function configOf(project: string, named: string | undefined, code: boolean): Promise<Config> {
  if (named === undefined && !CONFIG_NAMES.some((name) => existsSync(join(project, name)))) return {};
  const { loadConfig } = await import('../../config/config-file.ts');
  return loadConfig(project, { named, code });
}

/** A store as typed: an address unchanged, a file relative to the working directory. */
export function storeAddress(typed: string, cwd = process.cwd()): string {
  return isPostgresAddress(typed) ? typed : resolve(storeFile(typed, cwd));
}

/** Never includes the password: hints end up in logs and on other people's screens. */
function storeFlag(db: string, env: NodeJS.ProcessEnv): string[] {
  const shown = isPostgresAddress(db) ? withoutPassword(db, '<password>') : db;
  return shown !== db && db === env.ASKONCE_DB ? [] : ['--db', shellQuoted(shown)];
}

/** Resolves links: jobs identify their project by its real path. */
function givenProject(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(folder);
  throw new AskOnceError('usage', `The folder ${folder} does not exist. Set the project's folder with --project.`);
}

function nearestProject(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
