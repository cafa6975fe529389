/** Checks that the store's file can still be written: it is where it was opened, and its disk has room. */
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AskOnceError } from '../../core/model/errors.ts';

/** SQLite writes about 4 MB beside the file before it merges them. */
const MIN_ROOM_BYTES = 8 * 1024 ** 2;
const CHECK_EVERY_MS = 1000;

export class FileState {
  private readonly file: string;
  private readonly opened: string;
  private checkedAt = performance.now();

  /** Create it as soon as the file is open. */
  constructor(file: string) {
    this.file = file;
    this.opened = identityOf(file);
  }

  /**
   * Throws if the file was deleted or replaced: SQLite would keep writing, and everything would be lost at the end. Takes under 10 µs; a
   * commit takes a millisecond.
   */
  mustBeThere(): void {
    if (identityOf(this.file) === this.opened) return;
    const lost = `The store ${this.file} was deleted or replaced while it was open. Further writes would be lost`;
    const remedy = 'If you need its contents, restore the file from a backup; then restart AskOnce';
    throw new AskOnceError('store_gone', `${lost}, so nothing is written. ${remedy}.`, { file: this.file });
  }

  /** The same, checked at most once a second. */
  mustHaveBeenThere(): void {
    const now = performance.now();
    if (now - this.checkedAt < CHECK_EVERY_MS) return;
    this.mustBeThere();
    this.checkedAt = now;
  }

  async mustHaveRoom(): Promise<void> {
    const room = roomOf(await statfs(dirname(this.file)), process.getuid?.() === 0);
    if (room >= MIN_ROOM_BYTES) return;
    const text = `The disk of the store ${this.file} has ${Math.floor(room / 1024)} kB left. Free some disk space.`;
    throw new AskOnceError('store_full', text, { file: this.file });
  }
}

interface DiskState {
  readonly blocks: number;
  readonly bfree: number;
  readonly bavail: number;
  readonly bsize: number;
}

/** How many bytes can still be written. Root may use reserved blocks. A file system that does not count reports no blocks. */
export function roomOf({ blocks, bfree, bavail, bsize }: DiskState, isRoot: boolean): number {
  return blocks === 0 ? Number.POSITIVE_INFINITY : (isRoot ? bfree : bavail) * bsize;
}

/** Empty if there is no such file. */
function identityOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}
