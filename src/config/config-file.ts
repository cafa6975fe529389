/** Finds and loads the project's config file. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AskOnceError } from '../core/model/errors.ts';
import { checkConfig } from './check-config.ts';
import { CONFIG_NAMES, type Config } from './config.ts';
import { unusable } from './field.ts';
import { ownedByOther, sha256, trustedAs } from './trust.ts';

export interface LoadOptions {
  /** A file named by the user, relative to the working folder. Naming a file means trusting it. */
  readonly named?: string | undefined;
  /** Whether to run a trusted file of code. Otherwise the settings it had when it was trusted are used. */
  readonly code?: boolean;
  /** Where the list of trusted files is stored. */
  readonly trustFolder?: string;
  /** The user whose files may be used. */
  readonly me?: number | undefined;
}

/** The fields that need trust: they run something, or send or store the person's words elsewhere. */
export const NEED_TRUST = ['executor', 'notify', 'model', 'db', 'store'] as const satisfies (keyof Config)[];

/**
 * Loads the project's config: the single `askonce.config.*` in its root, or the named file; empty if there is none. From an untrusted file
 * only harmless fields are read, and `withheld` names the rest.
 * @example
 * const { concurrency } = await loadConfig('/home/ada/shop');
 */
export async function loadConfig(
  project: string,
  { named, code = false, trustFolder, me }: LoadOptions = {},
): Promise<Config> {
  if (named !== undefined) return checkedConfig(resolve(named), contentOf(resolve(named)));
  const file = configFileIn(project);
  if (file === null) return {};
  const foreign = ownedByOther(file, me);
  if (foreign !== null) {
    return { file, withheld: { fields: null, why: `${foreign} belongs to another user`, foreign: true } };
  }
  const content = contentOf(file);
  const trusted = trustedAs(file, trustFolder);
  if (trusted?.sha256 === sha256(content)) {
    return isJson(file) || code ? checkedConfig(file, content) : { ...trusted.config, file };
  }
  const why = trusted === null ? 'you have not trusted it' : 'it has changed since you trusted it';
  // Questions stay in the store that was trusted: a change to any other field must not separate askers from answerers.
  const db = storeOf(trusted?.config ?? {});
  if (!isJson(file)) return { file, ...db, withheld: { fields: null, why, foreign: false } };
  const config = await checkedConfig(file, content);
  const fields = NEED_TRUST.filter((name) => config[name] !== undefined && config[name] !== Reflect.get(db, name));
  if (fields.length === 0) return config;
  const harmless = Object.entries(config).filter(([name]) => !NEED_TRUST.some((field) => field === name));
  return { ...Object.fromEntries(harmless), ...db, withheld: { fields, why, foreign: false } };
}

function storeOf({ db, store }: Config): Pick<Config, 'db' | 'store'> {
  return { ...(db === undefined ? {} : { db }), ...(store === undefined ? {} : { store }) };
}

/** The contents of a file, trusted or not: code is run. */
export async function checkedConfig(file: string, content: Buffer): Promise<Config> {
  if (!/\.(?:[cm]?[jt]s|json)$/i.test(file))
    throw unusable(file, 'is not a config file. Use a .ts, .js, .mjs or .json file.');
  const json = isJson(file);
  return checkConfig(file, json ? parseJson(file, content.toString()) : await importDefault(file), json);
}

export const isJson = (file: string): boolean => /\.json$/i.test(file);

export function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unusable(file, `cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}.`, error);
  }
}

/** The single config file in the project's root; null if there is none. */
export function configFileIn(project: string): string | null {
  const found = CONFIG_NAMES.filter((name) => existsSync(join(project, name)));
  if (found.length > 1) {
    const text = `The project has several config files: ${found.join(', ')}. Keep only one.`;
    throw new AskOnceError('config_invalid', text, { files: found.map((name) => join(project, name)) });
  }
  return found[0] === undefined ? null : join(project, found[0]);
}

function parseJson(file: string, text: string): unknown {
  // Editors on Windows add a byte order mark, which JSON does not allow.
  const content = text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(content);
  } catch (error) {
    const { line, column } = placeOfError(content, messageOf(error));
    const why = messageOf(error).replace(
      / (?:in JSON )?at position \d+.*$|, (?:\.\.\.)?".*is not valid JSON$| of JSON input$/s,
      '',
    );
    throw unusable(file, `is not valid JSON at line ${line}, column ${column}: ${why}.`, error);
  }
}

function placeOfError(text: string, message: string): { line: number; column: number } {
  const before = text.slice(0, offsetOfError(text, message)).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/**
 * V8 gives the position of most errors. For an unexpected character it quotes the text around it instead: ten characters on either side,
 * with dots before them unless the text begins there. A text that ends too soon is wrong at its end.
 */
function offsetOfError(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const around = /^Unexpected token .*?, \.\.\."(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message)?.[1];
  if (around !== undefined) return Math.max(0, text.indexOf(around)) + 10;
  if (!message.startsWith('Unexpected token')) return text.length;
  // Near the beginning: the first character that makes the text so far wrong, and not merely unfinished.
  const upTo = Array.from({ length: Math.min(text.length, 21) }, (_, i) => text.slice(0, i + 1));
  return Math.max(
    0,
    upTo.findIndex((part) => parseError(part).startsWith('Unexpected token')),
  );
}

function parseError(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return messageOf(error);
  }
}

async function importDefault(file: string): Promise<unknown> {
  try {
    const { default: made } = (await import(pathToFileURL(file).href)) as { default?: unknown };
    const value: unknown = typeof made === 'function' ? await made() : made;
    if (value !== undefined) return value;
  } catch (error) {
    throw unusable(file, `cannot be loaded: ${messageOf(error)}`, error);
  }
  throw unusable(file, 'has no default export. Write export default { … }, or export a function that returns it.');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'it does not exist';
  if (error.code === 'EISDIR') return 'it is a folder';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'permission denied';
  return error.message;
}
