/**
 * Which config files a user has trusted. A project's files come from other people and may be written by agents, so fields that run commands
 * or code are used only if the user has approved exactly this content: the path and the SHA-256 are stored outside the project.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { configFolder } from '../util/config-folder.ts';
import type { Config } from './config.ts';
import { unusable } from './field.ts';

/** A file at the time it was trusted. */
export interface Trusted {
  readonly sha256: string;
  /** The file's settings at that time, without functions: commands that run no tasks use these and load no code. */
  readonly config: Config;
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Where a user's trusted files are stored, one file each; `XDG_CONFIG_HOME` moves it. */
function trustFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(configFolder(env), 'askonce', 'trust');
}

/** The file as it was trusted; null if it never was. It may have changed since: compare the hash. */
export function trustedAs(file: string, folder = trustFolder()): Trusted | null {
  const note = noteOf(file, folder);
  const stats = statSync(note, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const me = process.getuid?.();
  if (me !== undefined && (stats.uid !== me || (stats.mode & 0o022) !== 0)) {
    throw unusable(
      note,
      `records that you trust ${file}, but other users can write it. Delete it and trust the file again.`,
    );
  }
  try {
    return JSON.parse(readFileSync(note, 'utf8'), revived) as Trusted;
  } catch (error) {
    throw unusable(
      note,
      `records that you trust ${file}, but cannot be read. Delete it and trust the file again.`,
      error,
    );
  }
}

/** Written to a temporary file and then renamed, so that readers never see half of it. */
export function keepTrust(file: string, trusted: Trusted, folder = trustFolder()): void {
  const note = noteOf(file, folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const next = `${note}.${randomUUID()}`;
  const text = JSON.stringify({ file: realpathSync(file), ...trusted }, written, 2);
  writeFileSync(next, `${text}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(next, note);
}

/** Returns whether it was trusted until now. */
export function endTrust(file: string, folder = trustFolder()): boolean {
  const note = noteOf(file, folder);
  const was = existsSync(note);
  rmSync(note, { force: true });
  return was;
}

function noteOf(file: string, folder: string): string {
  return join(folder, `${sha256(Buffer.from(realpathSync(file)))}.json`);
}

/**
 * The file or its folder, whichever belongs to neither this user nor root; null if both are fine. As in git: in a folder shared by several
 * users, you should not run another user's file.
 */
export function ownedByOther(file: string, me = process.getuid?.()): string | null {
  if (me === undefined) return null;
  const target = realpathSync(file);
  const link = join(realpathSync(dirname(file)), basename(file));
  const paths = [link, dirname(link), target, dirname(target)];
  return paths.find((path) => ![0, me].includes(lstatSync(path).uid)) ?? null;
}

/** JSON has no regular expressions, but a config may contain some. */
function written(_name: string, value: unknown): unknown {
  return value instanceof RegExp ? { $regexp: [value.source, value.flags] } : value;
}

function revived(_name: string, value: unknown): unknown {
  const parts: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, '$regexp') : undefined;
  return Array.isArray(parts) ? new RegExp(String(parts[0]), String(parts[1])) : value;
}
