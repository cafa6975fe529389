/** Several processes on one store: they start at once, wake one another, and never stop one another's event loop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { violationsIn } from '../../support/invariants.ts';
import { program } from '../../support/programs.ts';
import { describeOnStores, type StoreKind, type TestStore } from '../../support/stores.ts';
import { codeCache } from './code-cache.ts';

const WORKER = program('test/slow/crash/process-worker.ts');

const cache = codeCache();
afterAll(() => cache.remove());

async function newStore(kind: StoreKind): Promise<TestStore & { readonly address: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-processes-'));
  const made = await kind.make(folder);
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { ...made, address: made.where.db! };
}

/** Another process that is ready; `next` is its next line, `tell` sends it one. */
async function start(role: string, address: string) {
  const args = [WORKER, role, address];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env: cache.env });
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

/**
 * Counts the ticks of this process while another one keeps everybody from writing, which it lets go only when 30 were counted: an
 * event loop that stood still for it would never get there. No tick is timed, so a busy machine changes nothing.
 */
async function ticksWhileLocked(
  address: string,
  write: () => Promise<void> | void,
  meanwhile?: () => void,
): Promise<number> {
  const holder = await start('holds', address);
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
  meanwhile?.();
  holder.tell();
  expect(await holder.next()).toBe('released');
  await written;
  return counted;
}

/** How often the schema was made: no name twice, and one version that it is at. */
const SCHEMAS: Readonly<Record<string, string>> = {
  SQLite: `SELECT user_version > 0 AND NOT EXISTS (SELECT 1 FROM sqlite_schema GROUP BY name HAVING count(*) > 1) AS sound
           FROM pragma_user_version`,
  PostgreSQL: 'SELECT count(*) = 1 AND min(version) > 0 AS sound FROM store',
};

describeOnStores('several processes on one store', (kind) => {
  // shows: R1
  it('twenty that open an empty store at once all get in, on one schema, and share one question', async () => {
    const store = await newStore(kind);
    const { address } = store;
    // The first leaves its compiled code to the others. None opens the store before it is told to.
    const first = await start('opens', address);
    const others = await Promise.all(Array.from({ length: 19 }, () => start('opens', address)));
    const processes = [first, ...others];
    for (const { tell } of processes) tell();
    const parked = (await Promise.all(processes.map(({ next }) => next()))) as [string, string][];
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(Array(20).fill(0));
    expect(new Set(parked.map(([shared]) => shared)).size).toBe(1);
    expect(new Set(parked.map(([, own]) => own)).size).toBe(20);
    expect(await violationsIn(address)).toEqual([]);
    const [schema] = await store.sql(SCHEMAS[kind.name]!);
    expect(Boolean(schema!.sound)).toBe(true);
  }, 90_000);

  // shows: S003-RESUMED
  it('200 of 200 answers given in another process wake the one that waits', async () => {
    const { address } = await newStore(kind);
    const askonce = await openAskOnce({ db: address, project: '/' });
    const answerer = await start('answers', address);
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
    expect(await violationsIn(address)).toEqual([]);
  }, 120_000);

  it('the event loop goes on while another process keeps everybody from writing, and the ask is kept once it lets go', async () => {
    const { address } = await newStore(kind);
    const askonce = await openAskOnce({ db: address, project: '/' });
    const session = askonce.session('busy');
    let kept = false;
    const ask = async () => {
      await session.ask('What is asked meanwhile?', { wait: false });
      kept = true;
    };
    const ticks = await ticksWhileLocked(address, ask, () => expect(kept).toBe(false));
    expect(ticks).toBe(30);
    expect(kept).toBe(true);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await askonce.close();
  }, 60_000);

  if (kind.name === 'SQLite')
    it('control: a driver that waits for the lock by itself stops the event loop for as long', async () => {
      const { address } = await newStore(kind);
      await (await openAskOnce({ db: address, project: '/' })).close();
      const db = new Database(address, { timeout: 300 });
      let stoodStillMs = 0;
      await ticksWhileLocked(address, () => {
        const before = performance.now();
        // The lock is not let go before 30 ticks, and there is no tick while this waits: it can only give up.
        expect(() => db.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
        stoodStillMs = performance.now() - before;
      });
      expect(stoodStillMs).toBeGreaterThan(250);
      db.close();
    }, 60_000);
});
