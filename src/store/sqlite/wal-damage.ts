/**
 * Whether the write-ahead log holds commits that SQLite did not take over. At the first frame that is damaged SQLite stops reading and
 * says nothing, although all that was acknowledged after it is lost. The formats are in https://sqlite.org/walformat.html.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const INDEX_HEADER = 48;
/** Another process may be committing just now: its frames are in the file before it says so. */
const LOOKS = 5;
const PAUSE_MS = 100;

/** A sentence about what is lost; null where nothing is. To be called when the database has been read once: then the log is taken over. */
export async function walDamage(file: string): Promise<string | null> {
  const first = lostCommit(file);
  if (first === null) return null;
  for (let look = 1; look < LOOKS; look += 1) {
    await sleep(PAUSE_MS);
    const now = lostCommit(file);
    if (now === null || (now.frame !== null && first.frame !== null && now.taken >= first.frame)) return null;
  }
  const where = first.frame === null ? 'at its beginning' : `behind frame ${first.taken}`;
  return `The log ${file}-wal is damaged ${where}. What was written after that is lost; restore the store from a backup if you miss anything.`;
}

interface LostCommit {
  /** How many frames SQLite has taken over. */
  readonly taken: number;
  /** The last frame that ends a commit; null where the log's header is damaged, so that no frame counts. */
  readonly frame: number | null;
}

function lostCommit(file: string): LostCommit | null {
  if (!existsSync(`${file}-wal`) || !existsSync(`${file}-shm`)) return null;
  return reading(`${file}-wal`, (wal, size) => {
    if (size < WAL_HEADER + FRAME_HEADER) return null;
    const header = wal(0, WAL_HEADER);
    const index = reading(`${file}-shm`, (shm) => shm(0, INDEX_HEADER));
    if (!headerHolds(header)) return { taken: 0, frame: null };
    const salts = header.subarray(16, 24);
    // Begun anew: what is in the file has been taken into the database.
    if (!index.subarray(32, 40).equals(salts)) return null;
    const taken = new DataView(index.buffer, index.byteOffset).getUint32(16, isLittleEndian);
    const frameSize = FRAME_HEADER + header.readUInt32BE(8);
    let frame: number | null = null;
    for (let n = taken + 1; WAL_HEADER + (n - 1) * frameSize + FRAME_HEADER <= size; n += 1) {
      const head = wal(WAL_HEADER + (n - 1) * frameSize, FRAME_HEADER);
      // The size of the database after a commit; 0 in every frame that ends none.
      if (head.readUInt32BE(4) > 0 && head.subarray(8, 16).equals(salts)) frame = n;
    }
    return frame === null ? null : { taken, frame };
  });
}

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** The header's own checksum, over its first 24 bytes, in the order of bytes that its first number names. */
function headerHolds(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return false;
  const word = (at: number) => (magic === 0x377f0683 ? header.readUInt32BE(at) : header.readUInt32LE(at));
  let [a, b] = [0, 0];
  for (let at = 0; at < 24; at += 8) {
    a = (a + word(at) + b) >>> 0;
    b = (b + word(at + 4) + a) >>> 0;
  }
  return a === header.readUInt32BE(24) && b === header.readUInt32BE(28);
}

/** Gives `use` a function that reads so many bytes from a place on; what the file lacks is zeros. */
function reading<R>(file: string, use: (bytes: (at: number, length: number) => Buffer, size: number) => R): R {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = (at: number, length: number) => {
      const buffer = Buffer.alloc(length);
      readSync(descriptor, buffer, 0, length, at);
      return buffer;
    };
    return use(bytes, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}
