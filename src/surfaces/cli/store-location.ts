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
import { type PersonPlaces, personPlaces, personStore } from './person/places.ts';
import { type RemotePlace, remotePlace } from './remote-place.ts';
import { shortened } from './shortened.ts';

/** The options every command takes. */
export interface GlobalOptions extends SettingsFlags {
  db?: string;
  url?: string;
  project?: string;
  config?: string;
  json?: boolean;
}

export interface StoreLocation {
  /** The absolute path of a file, or a `postgres://` address. */
  readonly db: string;
  /** The folder to work in. Its project may have others: see library/project-identity.ts. */
  readonly project: string;
  /** What named the store; null if it is a default store. */
  readonly namedBy: '--db' | 'ASKONCE_DB' | '--url' | 'ASKONCE_URL' | null;
  /** The store of all projects, which `askonce up` makes; the project's own; or one that a flag, a variable or the config file names. */
  readonly whose: 'person' | 'project' | 'named' | 'server';
  /** The server that is used instead of a store; null if there is none. */
  readonly remote: RemotePlace | null;
  /** Why the project's own store serves although the person has one; null if that is not so. */
  readonly notPersons: string | null;
  /** How to call askonce so that it finds this store again, for hints that people copy. */
  readonly command: string;
  /** The settings from flags, environment and the project's config file. */
  readonly settings: Settings;
  /** The part of the project's config file that is ignored, and what to do about it; null if nothing is. */
  readonly untrusted: { readonly text: string; readonly executor: boolean } | null;
}

const PROJECT_MARKS = ['.askonce', '.git', 'package.json'];

/**
 * `--db`, else ASKONCE_DB, else the config file, else the person's store once there is one, else the project's own. Typed paths are relative
 * to the working directory, as for any command; paths in the config file are relative to the project. Runs no code.
 */
export async function storeLocation(
  options: GlobalOptions,
  env = process.env,
  cwd = process.cwd(),
): Promise<StoreLocation> {
  const location = toldOfTrust(await locate(options, env, cwd, false));
  if (location.remote !== null) throw needsStore(location);
  return location;
}

/** The same for commands that work at a server as well. */
export async function serviceLocation(
  options: GlobalOptions,
  env = process.env,
  cwd = process.cwd(),
): Promise<StoreLocation> {
  return toldOfTrust(await locate(options, env, cwd, false));
}

/** For a command that works on the store itself: tokens, copies, the server. */
function needsStore({ remote, namedBy }: StoreLocation): AskOnceError {
  const remedy = 'Run it on the machine of the server, or name a store with --db or ASKONCE_DB.';
  const text = `This command needs a store, and ${namedBy} names the server ${remote!.url}. ${remedy}`;
  return new AskOnceError('usage', text);
}

/** The same without a note about trust, for a command that reports it itself. */
export function quietLocation(options: GlobalOptions): Promise<StoreLocation> {
  return locate(options, process.env, process.cwd(), false);
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
  const location = await locate(options, process.env, process.cwd(), true);
  if (location.remote !== null) throw needsStore(location);
  return toldOfTrust(location);
}

/** For the person's own server. It belongs to no project, so no config file of a project is read. */
export function personLocation(
  { db, folder }: PersonPlaces,
  { db: _db, url: _url, project: _project, config: _config, ...flags }: GlobalOptions,
  env = process.env,
): StoreLocation {
  const settings = settingsFrom({ flags, env });
  const none = { remote: null, namedBy: null, notPersons: null, untrusted: null };
  return { db, project: folder, whose: 'person', command: typedCommand(env), settings, ...none };
}

function toldOfTrust(location: StoreLocation): StoreLocation {
  if (location.untrusted !== null) note(location.untrusted.text);
  if (location.notPersons !== null) note(location.notPersons);
  return location;
}

async function locate(
  { db, url, project, config, ...flags }: GlobalOptions,
  env: NodeJS.ProcessEnv,
  cwd: string,
  code: boolean,
): Promise<StoreLocation> {
  const root = projectRoot(project ?? (env.ASKONCE_PROJECT || undefined), cwd);
  const file = await configOf(root, config === undefined ? undefined : resolve(cwd, config), code);
  const settings = settingsFrom({ flags, env, file });
  const typed = db || env.ASKONCE_DB;
  const remote = remotePlace({ ...(db ? { db } : {}), ...(url ? { url } : {}) }, env);
  const chosen =
    remote !== null
      ? { db: remote.url, whose: 'server' as const, notPersons: null }
      : typed
        ? named(storeAddress(typed, cwd))
        : defaultStore(settings, root, env);
  const command = [
    typedCommand(env),
    // Where the person copies a hint to, the default is their own store.
    ...(db ? storeFlag(db, env) : chosen.notPersons !== null ? ['--db', shellQuoted(chosen.db)] : []),
    ...(url ? ['--url', shellQuoted(url)] : []),
    ...(project ? ['--project', shellQuoted(project)] : []),
    ...(config ? ['--config', shellQuoted(config)] : []),
  ];
  return {
    ...chosen,
    remote,
    project: root,
    namedBy: remote !== null ? (url ? '--url' : 'ASKONCE_URL') : db ? '--db' : env.ASKONCE_DB ? 'ASKONCE_DB' : null,
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

type Chosen = Pick<StoreLocation, 'db' | 'whose' | 'notPersons'>;

const named = (db: string): Chosen => ({ db, whose: 'named', notPersons: null });

/** The file of the config, else the person's store if there is one that can be written, else the project's own. */
function defaultStore({ db, store }: Pick<Settings, 'db' | 'store'>, root: string, env: NodeJS.ProcessEnv): Chosen {
  if (db !== null) return named(storeAddress(db, root));
  const own = projectStore(root);
  const places = personPlaces(env);
  const { usable, why } = store === 'project' ? NO_PERSON_STORE : personStore(places);
  if (usable) return { db: places.db, whose: 'person', notPersons: null };
  const text = `Your store ${shortened(places.db)} cannot be used here: ${why}. This project's own store serves: ${shortened(own)}`;
  return { db: own, whose: 'project', notPersons: why === null ? null : text };
}

const NO_PERSON_STORE = { usable: false, why: null };

/** The store in the project's own folder. */
export function projectStore(root: string): string {
  return join(root, '.askonce', 'askonce.db');
}

/** The folder to work in: the given one, or else the nearest one upwards. */
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

/** The nearest folder upwards that looks like one of a project; the folder itself if there is none. */
export function nearestProject(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (PROJECT_MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
