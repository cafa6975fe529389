/** Stores that cannot be used: each gives its own code, and what was acknowledged before is there once the fault is gone. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { roomOf } from '../../../src/store/sqlite/file-state.ts';
import { codeOf, folder, park } from '../../faults/support.ts';
import { violationsIn } from '../../support/invariants.ts';
import { program } from '../../support/programs.ts';
import type { ChildReport } from './store-child.ts';

const CHILD = program('test/slow/faults/store-child.ts');
const WAITING_CHILD = program('test/slow/faults/waiting-child.ts');
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

const open = (db: string) => openAskOnce({ db, project: '/' });
const opening = (db: string) => codeOf(async () => (await open(db)).close());

/** A store with one answered and 60 pending questions, closed in good order. */
async function filledStore(): Promise<{ file: string; ids: string[] }> {
  const file = join(folder(), 'askonce.db');
  const askonce = await open(file);
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1) ids.push(await park(askonce, `What is number ${n} of the filled store?`));
  await askonce.questions.answer(ids[0]!, 'kept');
  await askonce.close();
  return { file, ids };
}

/** Nothing that was acknowledged is gone, and the store takes more. */
async function expectIntact(file: string, ids: readonly string[]): Promise<void> {
  const askonce = await open(file);
  const found = await Promise.all(ids.map((id) => askonce.questions.get(id)));
  expect(found.filter((one) => one === null)).toEqual([]);
  await park(askonce, 'Does it go on?', 'after');
  await askonce.close();
  expect(await violationsIn(file)).toEqual([]);
}

/** Runs the child, by a shell where a limit must be set first. */
function child(args: readonly string[], shell = ''): ChildReport {
  const script = `${shell} exec "$0" "$@"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, CHILD, ...args], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as ChildReport;
}

describe('a damaged store', () => {
  it('of random bytes is store_corrupt and is left as it is', async () => {
    const file = join(folder(), 'noise.db');
    const noise = crypto.getRandomValues(Buffer.alloc(20_000));
    writeFileSync(file, noise);
    expect(await opening(file)).toBe('store_corrupt');
    expect(readFileSync(file).equals(noise)).toBe(true);
  });

  it('of a few letters is store_corrupt', async () => {
    const file = join(folder(), 'letter.db');
    writeFileSync(file, 'Dear store, ');
    expect(await opening(file)).toBe('store_corrupt');
  });

  it('cut in half is store_corrupt, and whole again from its backup', async () => {
    const { file, ids } = await filledStore();
    copyFileSync(file, `${file}.backup`);
    truncateSync(file, readFileSync(file).length / 2);
    expect(await codeOf(() => useAll(file))).toBe('store_corrupt');
    copyFileSync(`${file}.backup`, file);
    await expectIntact(file, ids);
  });

  it('with overwritten pages is store_corrupt, and whole again from its backup', async () => {
    const { file, ids } = await filledStore();
    copyFileSync(file, `${file}.backup`);
    const bytes = readFileSync(file);
    // All but the first page, which says that this is a database and where things are.
    writeFileSync(file, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xa5)]));
    expect(await codeOf(() => useAll(file))).toBe('store_corrupt');
    copyFileSync(`${file}.backup`, file);
    await expectIntact(file, ids);
  });

  // Was a bug: the feed throws what it cannot read out of its timer: an uncaught SqliteError ends the whole process of the one who waits.
  it('is told to those who wait while it is damaged, and ends no process', () => {
    const file = join(folder(), 'askonce.db');
    const { stdout, status } = spawnSync(process.execPath, [WAITING_CHILD, file], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ stdout: stdout.trim(), status }).toEqual({ stdout: 'store_corrupt', status: 0 });
  });

  async function useAll(file: string): Promise<void> {
    const askonce = await open(file);
    onTestFinished(() => askonce.close());
    await askonce.questions.list({ status: 'pending', limit: 1000 });
    await askonce.history();
    await askonce.events.list();
    await park(askonce, 'Does it go on?');
  }
});

describe('a store with a damaged log', () => {
  /** A store as a killed process leaves it: its last commits are in the log alone. */
  async function withLog(): Promise<string> {
    const whole = join(folder(), 'askonce.db');
    const askonce = await open(whole);
    onTestFinished(() => askonce.close());
    for (let n = 0; n < 20; n += 1) await park(askonce, `What is number ${n} of the log?`);
    const left = join(folder(), 'askonce.db');
    for (const end of ['', '-wal']) copyFileSync(whole + end, left + end);
    return left;
  }

  /** The warnings of opening it, and how many questions it then has. */
  async function opened(file: string) {
    const warnings: string[] = [];
    const hear = (warning: Error) => warnings.push(warning.message);
    process.on('warning', hear);
    const askonce = await open(file);
    const { items } = await askonce.questions.list({ status: 'pending', limit: 100 });
    await askonce.close();
    // Node tells of a warning in a tick of its own.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', hear);
    return { warnings, questions: items.length };
  }

  /** Turns one bit of the log. */
  function damage(file: string, at: (size: number) => number): void {
    const bytes = readFileSync(`${file}-wal`);
    bytes[at(bytes.length)]! ^= 1;
    writeFileSync(`${file}-wal`, bytes);
  }

  it.each([
    ['in the middle', (size: number) => size >> 1, /after frame \d+\./],
    ['at its end', (size: number) => size - 1, /after frame \d+\./],
    ['in its header', () => 17, /at the start\./],
    ['in the name of its format', () => 0, /at the start\./],
  ])('%s is opened with a warning that commits are lost', async (_, at, where) => {
    const file = await withLog();
    damage(file, at);
    const { warnings, questions } = await opened(file);
    expect(questions).toBeLessThan(20);
    expect(warnings).toEqual([expect.stringMatching(where)]);
    expect(warnings[0]).toContain(`${file}-wal`);
  });

  it('that is whole is opened without one, also beside a process that writes', async () => {
    expect(await opened(await withLog())).toEqual({ warnings: [], questions: 20 });
    const file = await withLog();
    const writer = await open(file);
    const writes = Array.from({ length: 200 }, (_, n) => park(writer, `What is number ${n} of the writer?`));
    expect((await opened(file)).warnings).toEqual([]);
    await Promise.all(writes);
    expect((await opened(file)).warnings).toEqual([]);
    await writer.close();
  });
});

describe('a file that is no store of this AskOnce', () => {
  it.each([0, 7])('a database of something else (user_version %i) is told apart and left as it is', async (version) => {
    const file = join(folder(), 'other.db');
    const db = new Database(file);
    db.exec(`CREATE TABLE photos (name TEXT); INSERT INTO photos VALUES ('cat'); PRAGMA user_version = ${version}`);
    db.close();
    const before = readFileSync(file);
    expect(await opening(file)).toBe('store_corrupt');
    // Was a bug: journal_mode is set before anybody looks whose database it is; the other program's file is now in WAL mode.
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  // Was a bug: user_version 1 is what every second program writes; the schema is then taken for ours, and it ends as store_failed.
  it('a database of something else that is at version 1 too is store_corrupt', async () => {
    const file = join(folder(), 'other.db');
    const db = new Database(file);
    db.exec('CREATE TABLE photos (name TEXT); PRAGMA user_version = 1');
    db.close();
    expect(await opening(file)).toBe('store_corrupt');
  });

  it('a store of a newer AskOnce is store_newer and keeps all it has', async () => {
    const { file, ids } = await filledStore();
    const version = (set?: number) => {
      const db = new Database(file);
      const was = db.pragma('user_version', { simple: true }) as number;
      if (set !== undefined) db.pragma(`user_version = ${set}`);
      db.prepare('UPDATE store SET min_reader = ?').run(set ?? was);
      db.close();
      return was;
    };
    const was = version(99);
    expect(await opening(file)).toBe('store_newer');
    expect(version(was)).toBe(99);
    await expectIntact(file, ids);
  });

  it('a folder is store_unavailable', async () => {
    expect(await opening(folder())).toBe('store_unavailable');
  });

  it('a path below a file is store_unavailable', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(await opening(join(file, 'askonce.db'))).toBe('store_unavailable');
  });

  it('an empty file becomes a store', async () => {
    const file = join(folder(), 'empty.db');
    writeFileSync(file, '');
    expect(await opening(file)).toBe('no error');
  });
});

describe('a store that may not be written', () => {
  /** As root the child becomes nobody, to whom everything must belong that it may change. */
  function give(path: string, mode: number): void {
    chmodSync(path, mode);
    if (isRoot) chownSync(path, NOBODY, NOBODY);
  }

  it('in a folder that may not be written either is store_read_only, and goes on when it may', async () => {
    const { file, ids } = await filledStore();
    give(file, 0o444);
    give(join(file, '..'), 0o555);
    expect(child(['asks', file]).code).toBe('store_read_only');
    give(join(file, '..'), 0o755);
    give(file, 0o644);
    expect(child(['asks', file]).acknowledged).toHaveLength(1);
    await expectIntact(file, ids);
  });

  it('in a folder that may be written is store_read_only, and goes on when it may', async () => {
    const { file, ids } = await filledStore();
    give(file, 0o444);
    give(join(file, '..'), 0o755);
    expect(child(['asks', file]).code).toBe('store_read_only');
    give(file, 0o644);
    // Was a bug: what the first try left (-wal and -shm, mode 0444) must not stop the second.
    expect(child(['asks', file]).acknowledged).toHaveLength(1);
    await expectIntact(file, ids);
  });

  it('because its folder may not be written or entered is store_unavailable', () => {
    const parent = folder();
    const closed = join(parent, 'closed');
    mkdirSync(closed);
    give(closed, 0o555);
    chmodSync(parent, 0o755);
    expect(child(['asks', join(closed, 'askonce.db')]).code).toBe('store_unavailable');
    expect(child(['asks', join(closed, 'deeper', 'askonce.db')]).code).toBe('store_unavailable');
    give(closed, 0o000);
    expect(child(['asks', join(closed, 'askonce.db')]).code).toBe('store_unavailable');
    give(closed, 0o755);
  });
});

describe('a store that is full', () => {
  /** The driver's own limit on the file: a full disk that needs no disk. The connection is private, hence the detour. */
  it('is store_full, loses nothing, and goes on when there is room', async () => {
    const { file, ids } = await filledStore();
    const askonce = await open(file);
    const { db } = (askonce as unknown as { engine: { store: { db: Database.Database } } }).engine.store;
    db.pragma(`max_page_count = ${(db.pragma('page_count', { simple: true }) as number) + 10}`);
    const kept: string[] = [];
    const code = await codeOf(async () => {
      for (let n = 0; n < 1000; n += 1) kept.push(await park(askonce, `What fills it, ${n}? ${'x'.repeat(3000)}`));
    });
    expect(code).toBe('store_full');
    expect((await askonce.questions.get(kept.at(-1)!))?.status).toBe('pending');
    db.pragma('max_page_count = 1000000');
    kept.push(await park(askonce, 'Is there room again?'));
    await askonce.close();
    await expectIntact(file, [...ids, ...kept]);
  });

  it('is known by what the file system says of its room', () => {
    const disk = { blocks: 1000, bfree: 50, bavail: 0, bsize: 4096 };
    expect(roomOf(disk, false)).toBe(0);
    // What is reserved is for root.
    expect(roomOf(disk, true)).toBe(50 * 4096);
    // Some file systems do not count.
    expect(roomOf({ ...disk, blocks: 0 }, false)).toBe(Number.POSITIVE_INFINITY);
  });

  it('because its file may not grow says so, and loses nothing that was acknowledged', async () => {
    const file = join(folder(), 'limited.db');
    const { acknowledged, code } = child(['fills', file], 'ulimit -f 600;');
    // To SQLite a file at its limit is a failed write, not a full disk.
    expect(code).toBe('store_failed');
    expect(acknowledged.length).toBeGreaterThan(3);
    await expectIntact(file, acknowledged);
  });

  const canMount = spawnSync('bash', ['-c', 'unshare -Urm mount -t tmpfs tmpfs /mnt']).status === 0;
  it.runIf(canMount)('on a disk that is full is store_full, and the same process goes on when there is room', () => {
    const inside =
      'mount -t tmpfs -o size=24m tmpfs /mnt && head -c 23000000 /dev/zero > /mnt/ballast && exec "$0" "$@"';
    const args = [inside, process.execPath, CHILD, 'fills', '/mnt/askonce.db', '/mnt/ballast'];
    const out = execFileSync('bash', ['-c', 'exec unshare -Urm bash -c "$0" "$@"', ...args], { encoding: 'utf8' });
    const { acknowledged, code, recovered, ready } = JSON.parse(out) as ChildReport;
    expect(code).toBe('store_full');
    expect(recovered).toBe(true);
    expect(ready).toEqual(['store_full', null]);
    expect(acknowledged.length).toBeGreaterThan(3);
  });
});

describe('a store whose file is gone', () => {
  it.each(['deleted', 'replaced'])('because it was %s takes nothing more, and goes on when it is back', async (how) => {
    const { file, ids } = await filledStore();
    const askonce = await open(file);
    renameSync(file, `${file}.aside`);
    if (how === 'replaced') copyFileSync(`${file}.aside`, file);
    expect(await codeOf(() => park(askonce, 'Is this lost?'))).toBe('store_gone');
    const many = Array.from({ length: 20 }, (_, n) => codeOf(() => park(askonce, `Is number ${n} lost?`)));
    expect(new Set(await Promise.all(many))).toEqual(new Set(['store_gone']));
    expect(await codeOf(() => askonce.questions.answer(ids[1]!, 'lost'))).toBe('store_gone');
    expect(await codeOf(() => askonce.ready())).toBe('store_gone');
    // Nothing was written: what is read is as it was.
    expect((await askonce.questions.get(ids[1]!))?.status).toBe('pending');
    renameSync(`${file}.aside`, file);
    await askonce.ready();
    await askonce.questions.answer(ids[1]!, 'kept');
    await askonce.close();
    await expectIntact(file, ids);
  });

  it('gives no worker a lease', async () => {
    const { file } = await filledStore();
    const askonce = await open(file);
    onTestFinished(() => askonce.close());
    renameSync(file, `${file}.aside`);
    const runner = askonce.runner({ executor: async () => 'done' });
    await expect.poll(() => codeOf(() => runner.start().then(() => runner.stop()))).toBe('store_gone');
  });
});

describe('a store that is made', () => {
  it('is nobody else’s to read, nor are the files beside it', async () => {
    const own = folder();
    const askonce = await openAskOnce({ db: join(own, 'own.db'), project: own });
    await askonce.session('s').ask('Which colour?', { wait: false });
    const rights = readdirSync(own).map((name) => (statSync(join(own, name)).mode & 0o777).toString(8));
    await askonce.close();
    expect(rights.length).toBeGreaterThan(1);
    expect(new Set(rights)).toEqual(new Set(['600']));
  });
});
