/** Reads and writes the files of a person: whole or not at all, through links, with the mode and owner they had. */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unusable } from '../../../config/field.ts';

export interface FoundFile {
  /** The file itself: a link is followed. */
  readonly path: string;
  /** Null if there is no such file. */
  readonly text: string | null;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** @param named Its path, which may be a link. */
export function found(named: string): FoundFile {
  const stats = lstatSync(named, { throwIfNoEntry: false });
  if (stats === undefined) return { path: join(realFolder(dirname(named)), basename(named)), text: null };
  const path = targetOf(named);
  const { size, isFile } = sizeOf(path);
  if (!isFile) throw unusable(named, 'is not a file. Move it away, then start again. Nothing was changed.');
  if (size > MAX_BYTES) throw unusable(named, 'is larger than 64 MB. Nothing was changed.');
  const bytes = readFileSync(path);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw unusable(named, 'is not a text in UTF-8. Nothing was changed.');
  return { path, text };
}

/** Fails if the file may not be written. */
export function mustBeWritable({ path, text }: FoundFile): void {
  const why = whyNotWritable(path, text !== null);
  if (why === null) return;
  throw unusable(path, `cannot be written: ${why}. Make it writable, then start again. Nothing was changed.`);
}

/** A file without any permission to write counts as read-only, even if its folder would allow another in its place. */
export function whyNotWritable(path: string, exists: boolean): string | null {
  if (exists && ((statSync(path).mode & 0o222) === 0 || !mayWrite(path))) return 'it is read-only';
  const folder = existingFolder(dirname(path));
  return mayWrite(folder) ? null : `the folder ${folder} is read-only`;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes the text, or deletes the file if it is null. Readers see the old file or the new one, never a part. */
export function replace({ path, text: before }: FoundFile, after: string | null): void {
  if (after === null) {
    rmSync(path, { force: true });
    if (['.claude', '.gemini'].includes(basename(dirname(path)))) removeIfEmpty(dirname(path));
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  const next = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const old = before === null ? null : statSync(path);
    const file = openSync(next, 'wx', old === null ? 0o644 : 0o600);
    try {
      writeSync(file, after);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (old !== null) {
      keepOwner(next, old);
      chmodSync(next, old.mode & 0o7777);
    }
    renameSync(next, path);
  } finally {
    rmSync(next, { force: true });
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds other files.
  }
}

function keepOwner(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  try {
    chownSync(path, uid, gid);
  } catch {
    // Only root may give a file to another user; for everybody else it is theirs already.
  }
}

function targetOf(named: string): string {
  try {
    return realpathSync(named);
  } catch (error) {
    throw unusable(named, 'is a link to a file that does not exist. Create that file, or remove the link.', error);
  }
}

function sizeOf(path: string): { readonly size: number; readonly isFile: boolean } {
  const stats = statSync(path);
  return { size: stats.size, isFile: stats.isFile() };
}

/** The nearest folder upwards that exists. */
function existingFolder(folder: string): string {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isThere || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}

function realFolder(folder: string): string {
  const existing = existingFolder(folder);
  return join(realpathSync(existing), folder.slice(existing.length));
}
