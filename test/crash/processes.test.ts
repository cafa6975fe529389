/** Several processes on one store: they start at once, wake one another, and never stop one another's event loop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../src/index.ts';
import { violationsIn } from './invariants.ts';

const WORKER = fileURLToPath(import.meta.resolve('./process-worker.ts'));

function storeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-processes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'askonce.db');
}

/** Another process that is ready; `next` is its next line, `tell` sends it one. */
async function start(role: string, file: string) {
  const child: ChildProcess = spawn(process.execPath, [WORKER, role, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the process that ${role} ended with code ${child.exitCode}`);
    return JSON.parse(value);
  };
  expect(await next()).toBe('ready');
  return { next, tell: () => child.stdin!.write('go\n'), ended: once(child, 'exit').then(([code]) => code as number) };
}

// shows: R1
it('twenty processes that open an empty file at once all get in, on one schema, and share one question', async () => {
  const file = storeFile();
  const processes = await Promise.all(Array.from({ length: 20 }, () => start('opens', file)));
  for (const { tell } of processes) tell();
  const parked = (await Promise.all(processes.map(({ next }) => next()))) as [string, string][];
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(Array(20).fill(0));
  expect(new Set(parked.map(([shared]) => shared)).size).toBe(1);
  expect(new Set(parked.map(([, own]) => own)).size).toBe(20);
  expect(violationsIn(file)).toEqual([]);
  const db = new Database(file, { readonly: true });
  const names = db.prepare('SELECT name FROM sqlite_schema WHERE sql IS NOT NULL').pluck().all();
  expect(new Set(names).size).toBe(names.length);
  expect(db.pragma('user_version', { simple: true })).toBeGreaterThan(0);
  db.close();
}, 90_000);

// shows: S003-RESUMED
it('200 of 200 answers given in another process wake the one that waits', async () => {
  const file = storeFile();
  const askonce = await openAskOnce({ db: file, projectRoot: '/' });
  const answerer = await start('answers', file);
  const session = askonce.session('wake');
  let woken = 0;
  for (let n = 0; n < 200; n += 1) {
    const { items } = await session.ask(`What is number ${n}?`);
    const [item] = items;
    if (item?.outcome === 'answered' && item.answer === `answer to ${item.id}`) woken += 1;
  }
  expect(woken).toBe(200);
  answerer.tell();
  expect(await answerer.ended).toBe(0);
  await askonce.close();
  expect(violationsIn(file)).toEqual([]);
}, 120_000);

/**
 * Counts the ticks of this process while another one holds the write lock, which it lets go only when 30 were counted: an event loop
 * that stood still for the lock would never get there. No tick is timed, so a busy machine changes nothing.
 */
async function ticksWhileLocked(file: string, write: () => Promise<void> | void): Promise<number> {
  const holder = await start('holds', file);
  holder.tell();
  expect(await holder.next()).toBe('held');
  let ticks = 0;
  const enough = new Promise<void>((resolve) => {
    const ticking = setInterval(() => {
      ticks += 1;
      if (ticks >= 30) resolve();
    }, 5);
    onTestFinished(() => clearInterval(ticking));
  });
  const written = write();
  await enough;
  const counted = ticks;
  holder.tell();
  expect(await holder.next()).toBe('released');
  await written;
  return counted;
}

it('the event loop goes on while another process holds the write lock, and the ask is kept once it lets go', async () => {
  const file = storeFile();
  const askonce = await openAskOnce({ db: file, projectRoot: '/' });
  const session = askonce.session('busy');
  let kept = false;
  const ticks = await ticksWhileLocked(file, async () => {
    await session.ask('What is asked meanwhile?', { wait: false });
    kept = true;
  });
  expect(ticks).toBe(30);
  expect(kept).toBe(true);
  expect((await askonce.pending()).items).toHaveLength(1);
  await askonce.close();
}, 60_000);

it('control: a driver that waits for the lock by itself stops the event loop for as long', async () => {
  const file = storeFile();
  await (await openAskOnce({ db: file, projectRoot: '/' })).close();
  const db = new Database(file, { timeout: 300 });
  let stoodStillMs = 0;
  await ticksWhileLocked(file, () => {
    const before = performance.now();
    // The lock is not let go before 30 ticks, and there is no tick while this waits: it can only give up.
    expect(() => db.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
    stoodStillMs = performance.now() - before;
  });
  expect(stoodStillMs).toBeGreaterThan(250);
  db.close();
}, 60_000);
