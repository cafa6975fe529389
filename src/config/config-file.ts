/** Finds and loads the project's config file. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AskOnceError } from '../core/errors.ts';
import { checkConfig } from './check-config.ts';
import { CONFIG_NAMES, type Config } from './config.ts';
import { unusable } from './field.ts';

/**
 * The project's config: the one `askonce.config.*` in its root, or the file that is named; empty where there is none.
 * @param explicit A file, from the working folder on.
 * @example
 * const { executor } = await loadConfig('/home/ada/shop');
 */
export async function loadConfig(project: string, explicit?: string): Promise<Config> {
  const file = explicit === undefined ? fileIn(project) : resolve(explicit);
  if (file === null) return {};
  if (!/\.(?:[cm]?[jt]s|json)$/i.test(file))
    throw unusable(file, 'is no config file: give one in .ts, .js, .mjs or .json.');
  const json = /\.json$/i.test(file);
  return checkConfig(file, json ? await readJson(file) : await importDefault(file), json);
}

function fileIn(project: string): string | null {
  const found = CONFIG_NAMES.filter((name) => existsSync(join(project, name)));
  if (found.length > 1) {
    const text = `The project has several config files: ${found.join(', ')}. Keep one of them.`;
    throw new AskOnceError('config_invalid', text, { files: found.map((name) => join(project, name)) });
  }
  return found[0] === undefined ? null : join(project, found[0]);
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unusable(file, `cannot be read: ${reasonOf(error)}.`, error);
  });
  // Editors on Windows put a mark before the first letter, which JSON does not know.
  const content = text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(content);
  } catch (error) {
    const { line, column } = placeOfError(content, messageOf(error));
    const why = messageOf(error).replace(
      / (?:in JSON )?at position \d+.*$|, (?:\.\.\.)?".*is not valid JSON$| of JSON input$/s,
      '',
    );
    throw unusable(file, `is no valid JSON at line ${line}, column ${column}: ${why}.`, error);
  }
}

function placeOfError(text: string, message: string): { line: number; column: number } {
  const before = text.slice(0, offsetOfError(text, message)).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/**
 * V8 says where for most errors. For a letter it did not expect it gives what stands around it instead: ten letters to either
 * side, with dots before them unless the text begins there. A text that ends too soon is wrong at its end.
 */
function offsetOfError(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const around = /^Unexpected token .*?, \.\.\."(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message)?.[1];
  if (around !== undefined) return Math.max(0, text.indexOf(around)) + 10;
  if (!message.startsWith('Unexpected token')) return text.length;
  // Near the beginning: the first letter with which the text so far is wrong, and not only unfinished.
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
  if (!existsSync(file)) throw unusable(file, 'cannot be read: there is no such file.');
  try {
    const { default: made } = (await import(pathToFileURL(file).href)) as { default?: unknown };
    const value: unknown = typeof made === 'function' ? await made() : made;
    if (value !== undefined) return value;
  } catch (error) {
    throw unusable(file, `cannot be loaded: ${messageOf(error)}`, error);
  }
  throw unusable(file, 'exports nothing: write export default { … }, or a function that returns it.');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file';
  if (error.code === 'EISDIR') return 'it is a folder';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'it may not be read';
  return error.message;
}
