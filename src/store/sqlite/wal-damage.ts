/**
 * Checks whether the write-ahead log holds commits that SQLite did not recover. At the first damaged frame SQLite stops reading without an
 * error, although everything acknowledged after it is lost. The format is described in https://sqlite.org/walformat.html.
 *
 * Only the log itself is opened here. SQLite locks the database and the -shm file, and a process that closes any descriptor of a locked
 * file loses its locks on it: another process could then reset the index while this one uses it.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** The first number of a log; the second value marks a log whose checksums use the other byte order. */
const MAGIC = [0x377f0682, 0x377f0683];
/** Another process may be committing right now: its frames are in the file before the index says so. */
const LOOKS = 5;
const PAUSE_MS = 100;

/** A sentence about what is lost; null if nothing is. Call it after the database has been read once: by then the log is recovered. */
export async function walDamage(db: Database): Promise<string | null> {
  const first = lostCommit(db);
  if (first === null) return null;
  for (let look = 1; look < LOOKS; look += 1) {
    await sleep(PAUSE_MS);
    const now = lostCommit(db);
    if (now === null || now.taken > first.taken) return null;
  }
  const where = first.header ? 'at the start' : `after frame ${first.taken}`;
  return `The log ${db.name}-wal is damaged ${where}. Everything written after that is lost. If you need it, restore the store from a backup.`;
}

interface LostCommit {
  /** How many frames SQLite has recovered. */
  readonly taken: number;
  /** The log's own header is damaged, so no frame counts. */
  readonly header: boolean;
}

type Bytes = (at: number, length: number) => Buffer;
type Sum = readonly [number, number];

function lostCommit(db: Database): LostCommit | null {
  const [{ log: taken }] = db.pragma('wal_checkpoint(NOOP)') as [{ log: number }];
  if (taken < 0 || !existsSync(`${db.name}-wal`)) return null;
  return reading(`${db.name}-wal`, (bytes, size) => {
    if (size < LOG_HEADER + FRAME_HEADER) return null;
    const header = bytes(0, LOG_HEADER);
    if (!MAGIC.includes(header.readUInt32BE(0)) || !isSum(sumOf(header, header.subarray(0, 24)), header, 24)) {
      return { taken: 0, header: true };
    }
    const frames = framesOf(header, bytes, size);
    const last = frames.lastCommit(taken);
    return last > taken && !frames.hold(taken, last) ? { taken, header: false } : null;
  });
}

function framesOf(header: Buffer, bytes: Bytes, size: number) {
  const page = header.readUInt32BE(8);
  const startOf = (frame: number) => LOG_HEADER + (frame - 1) * (FRAME_HEADER + page);
  const isOfThisLog = (head: Buffer) => head.subarray(8, 16).equals(header.subarray(16, 24));
  return {
    /** The last frame after `taken` that ends a commit of this log; frames of an earlier log may follow it. */
    lastCommit(taken: number): number {
      let last = taken;
      for (let frame = taken + 1; startOf(frame) + FRAME_HEADER <= size; frame += 1) {
        const head = bytes(startOf(frame), FRAME_HEADER);
        // The size of the database after a commit; 0 in every frame that does not end one.
        if (head.readUInt32BE(4) > 0 && isOfThisLog(head)) last = frame;
      }
      return last;
    },
    /** Whether all frames after `taken` up to `last` are intact. Then SQLite has good reason to skip them. */
    hold(taken: number, last: number): boolean {
      const before = taken === 0 ? header.subarray(24, 32) : bytes(startOf(taken) + 16, 8);
      let sum: Sum = [before.readUInt32BE(0), before.readUInt32BE(4)];
      for (let frame = taken + 1; frame <= last; frame += 1) {
        const head = bytes(startOf(frame), FRAME_HEADER);
        const content = bytes(startOf(frame) + FRAME_HEADER, page);
        sum = sumOf(header, content, sumOf(header, head.subarray(0, 8), sum));
        if (!isOfThisLog(head) || !isSum(sum, head, 16)) return false;
      }
      return true;
    },
  };
}

function sumOf(header: Buffer, data: Buffer, [a, b]: Sum = [0, 0]): Sum {
  const bigEndian = header.readUInt32BE(0) === MAGIC[1];
  const word = (at: number) => (bigEndian ? data.readUInt32BE(at) : data.readUInt32LE(at));
  let [first, second] = [a, b];
  for (let at = 0; at < data.length; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return [first, second];
}

function isSum([first, second]: Sum, buffer: Buffer, at: number): boolean {
  return buffer.readUInt32BE(at) === first && buffer.readUInt32BE(at + 4) === second;
}

/** Passes `use` a function that reads bytes from a position; bytes beyond the end of the file are zeros. */
function reading<R>(file: string, use: (bytes: Bytes, size: number) => R): R {
  const descriptor = openSync(file, 'r');
  try {
    const bytes: Bytes = (at, length) => {
      const buffer = Buffer.alloc(length);
      readSync(descriptor, buffer, 0, length, at);
      return buffer;
    };
    return use(bytes, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}
