/**
 * Processes of two releases on one PostgreSQL, under load, while the newer one migrates it. The release before this guard comes out of the
 * repository's history; releases after this one are copies of these sources with one more step.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../src/store/migrations/postgres.ts';
import { openOn, type PostgresBench, postgresBench, until } from '../../store/postgres-bench.ts';
import { oldStore } from '../../support/old-store.ts';
import { clientOf } from '../../support/raw-tables.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const WORKER = fileURLToPath(new URL('release-worker.ts', import.meta.url));
/** The last release whose connections do not say which schema they know. */
const BEFORE_THE_GUARD = '870e1065267e6b7a19bc83354f95da76073a0b89';

const scratch = mkdtempSync(join(tmpdir(), 'askonce-releases-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A folder like a checkout, with the packages of this one: what it runs with has not changed since. */
function checkout(name: string, fill: (folder: string) => void): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  fill(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function dependenciesIn(folder: string): object {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { dependencies, peerDependencies };
}

/** Null where the history is not at hand, as in a tarball or a shallow clone. */
function earlierRelease(): string | null {
  try {
    const files = ['src', 'web', 'package.json'];
    const archive = execFileSync('git', ['-C', ROOT, 'archive', BEFORE_THE_GUARD, ...files], {
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return checkout('earlier', (folder) => execFileSync('tar', ['-x', '-C', folder], { input: archive }));
  } catch {
    return null;
  }
}

/** A release after this one: these sources with one more step. */
function laterRelease(name: string, step: string): string {
  return checkout(name, (folder) => {
    for (const part of ['src', 'web', 'package.json'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    const file = join(folder, 'src/store/migrations/postgres.ts');
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n];\n');
    writeFileSync(file, `${text.slice(0, end)}\n  \`${step}\`,${text.slice(end)}`);
  });
}

interface Round {
  readonly session: string;
  readonly id?: string;
  readonly answer?: string;
  readonly code?: string;
  readonly message?: string;
}

interface Process {
  readonly rounds: Round[];
  readonly done: () => Round[];
  readonly failed: () => Round[];
  /** Waits for this many more rounds of any kind. */
  readonly more: (rounds: number) => Promise<void>;
  readonly end: () => Promise<void>;
}

function start(folder: string, { db }: PostgresBench, name: string): Process {
  const child: ChildProcess = spawn(process.execPath, [WORKER, folder, db, name], { stdio: ['pipe', 'pipe', 'pipe'] });
  const rounds: Round[] = [];
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  createInterface({ input: child.stdout! }).on('line', (line) => rounds.push(JSON.parse(line) as Round));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const mustRun = () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said}`);
    return true;
  };
  return {
    rounds,
    done: () => rounds.filter(({ code, message }) => code === undefined && message === undefined),
    failed: () => rounds.filter(({ message }) => message !== undefined),
    more: (count) => {
      const enough = rounds.length + count;
      return until(`${count} rounds of ${name}`, () => mustRun() && rounds.length >= enough);
    },
    async end() {
      child.stdin!.end();
      expect([await exit, said]).toEqual([0, '']);
    },
  };
}

/** What every process was told is there, once, and with its answer. */
async function mustHoldAll(bench: PostgresBench, processes: readonly Process[]): Promise<void> {
  const rows = await bench.sql('SELECT id, session_id, answer FROM clarifications');
  const bySession = new Map(rows.map(({ session_id, ...row }) => [session_id, row]));
  expect(bySession.size).toBe(rows.length);
  for (const { session, id, answer } of processes.flatMap(({ done }) => done())) {
    expect(answer).toBe(session);
    expect(bySession.get(session)).toEqual({ id, answer: session });
  }
}

describe('a newer release that migrates the store under load', () => {
  it('by an additive step leaves older processes at work, without an error on either side', async () => {
    const bench = await postgresBench();
    const older = [start(ROOT, bench, 'a'), start(ROOT, bench, 'b')];
    await Promise.all(older.map(({ more }) => more(30)));
    const additive = 'ALTER TABLE clarifications ADD COLUMN newer text; CREATE TABLE newer_still (id text);';
    const newer = start(laterRelease('additive', additive), bench, 'c');
    await newer.more(50);
    await Promise.all(older.map(({ more }) => more(50)));
    const all = [...older, newer];
    await Promise.all(all.map(({ end }) => end()));
    expect(all.flatMap(({ failed }) => failed())).toEqual([]);
    expect(await bench.sql('SELECT version FROM store')).toEqual([{ version: POSTGRES_MIGRATIONS.length + 1 }]);
    await mustHoldAll(bench, all);
  });

  it('by a breaking step stops older processes before they write, and loses nothing', async () => {
    const bench = await postgresBench();
    const older = [start(ROOT, bench, 'a'), start(ROOT, bench, 'b')];
    await Promise.all(older.map(({ more }) => more(30)));
    // A column means something else from now on: what an older process would write after this would be wrong.
    const needed = POSTGRES_MIGRATIONS.length + 1;
    const breaking = `UPDATE clarifications SET header_was = '' WHERE false; UPDATE store SET min_reader = ${needed};`;
    const step = `ALTER TABLE clarifications ADD COLUMN header_was text; ${breaking}`;
    const newer = start(laterRelease('breaking', step), bench, 'c');
    await newer.more(50);
    await mustBeStopped(bench, older, 'store_newer');
    const all = [...older, newer];
    await Promise.all(all.map(({ end }) => end()));
    expect(newer.failed()).toEqual([]);
    await mustHoldAll(bench, all);
  });

  it('from the release before there was a guard stops its processes too, and reads all that they wrote', async (test) => {
    const earlier = earlierRelease();
    if (earlier === null) {
      test.skip(`commit ${BEFORE_THE_GUARD} is not in this copy of the repository, so its release cannot be run`);
      return;
    }
    // It runs on the packages of this release, which may have more.
    expect(dependenciesIn(ROOT)).toMatchObject(dependenciesIn(earlier));
    const bench = await postgresBench();
    const older = [start(earlier, bench, 'a'), start(earlier, bench, 'b')];
    await Promise.all(older.map(({ more }) => more(30)));
    const newer = start(ROOT, bench, 'c');
    await newer.more(50);
    await mustBeStopped(bench, older, 'store_failed');
    const all = [...older, newer];
    await Promise.all(all.map(({ end }) => end()));
    expect(newer.failed()).toEqual([]);
    await mustHoldAll(bench, all);
    const askonce = await openOn(bench.db);
    for (const { session, id } of older.flatMap(({ done }) => done().slice(-5)))
      expect(await askonce.questions.get(id!)).toMatchObject({ status: 'answered', answer: session });
  });
});

describe('a migration that waits for a lock', () => {
  it('lets others pass meanwhile, and goes on when the lock is free', async () => {
    // A store of the first schema, and another program that has read from one of its tables in a transaction that it does not end.
    const { db, sql } = await oldStore('PostgreSQL');
    const other = clientOf(db);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN; SELECT FROM clarifications');
    const opening = openOn(db);
    const waits = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = to_regclass('clarifications')";
    await until('the migration waits', async () => (await sql(waits)).length > 0);
    // Behind the migration, this would wait until the other program is done.
    expect(await sql('SELECT count(*)::integer AS n FROM clarifications')).toEqual([{ n: 0 }]);
    await other.query('COMMIT');
    await opening;
    expect(await sql('SELECT version FROM store')).toEqual([{ version: POSTGRES_MIGRATIONS.length }]);
  });
});

/** Every round fails from now on, and none of them has left anything. */
async function mustBeStopped(bench: PostgresBench, older: readonly Process[], code: string): Promise<void> {
  for (const { rounds, failed, more } of older) {
    const before = rounds.length;
    await more(20);
    // The first may have been under way when the store was migrated: asked before, and not answered after.
    const refused = rounds.slice(before + 1);
    expect(refused.map((round) => round.code)).toEqual(refused.map(() => code));
    // A release without the guard may fail at a column that is gone before it gets there.
    if (code === 'store_newer') expect(failed()[0]!.message).toMatch(/upgrade AskOnce/);
    const sessions = refused.map(({ session }) => session);
    expect(await bench.sql('SELECT id FROM sessions WHERE id = ANY ($1)', [sessions])).toEqual([]);
  }
}
