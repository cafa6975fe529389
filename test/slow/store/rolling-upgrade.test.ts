/**
 * Processes of two releases on one store, under load, while the newer one migrates it. Earlier releases come out of the repository's history,
 * packed as npm publishes them; releases after this one are copies of these sources with one more step.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../src/store/migrations/postgres.ts';
import { openOn, until } from '../../store/postgres-bench.ts';
import { newPlace, type Place } from '../../support/copying.ts';
import { oldStore } from '../../support/old-store.ts';
import { INDEX as THIS } from '../../support/programs.ts';
import { clientOf } from '../../support/raw-tables.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const WORKER = fileURLToPath(new URL('release-worker.ts', import.meta.url));
/** A release that works on the schema of this one, which has more steps. After a breaking step, take a later one here. */
const BEFORE = 'd27489e4c4c20316c0160c18d964f4a47dfccd0e';
/** The last release whose connections do not say which schema they know. */
const BEFORE_THE_GUARD = '870e1065267e6b7a19bc83354f95da76073a0b89';

const scratch = mkdtempSync(join(tmpdir(), 'askonce-releases-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A folder whose programs find the packages of this checkout, also those in folders of it: what releases run with has not changed since. */
function withPackages(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function dependenciesIn(folder: string): object {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { dependencies, peerDependencies };
}

const packed = new Map<string, string>();

/** What imports an earlier release, packed and installed. Without the history, as in a shallow clone, the test is skipped; in CI it fails. */
function released(commit: string, test: TestContext): string {
  const known = packed.get(commit);
  if (known !== undefined) return known;
  const missing = spawnSync('git', ['-C', ROOT, 'cat-file', '-e', `${commit}^{commit}`]).status !== 0;
  if (missing) {
    const text = `Commit ${commit} is not in this clone, so its release cannot be run. Fetch the history: git fetch --unshallow`;
    if (process.env.CI === 'true') throw new Error(text);
    return test.skip(text);
  }
  const folder = withPackages(commit);
  const sources = join(folder, 'sources');
  mkdirSync(sources);
  const run = (command: string, given: readonly string[], input?: Buffer) =>
    execFileSync(command, given, { cwd: sources, input, maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'inherit'] });
  run('tar', ['-x'], run('git', ['-C', ROOT, 'archive', commit, 'bin', 'scripts', 'src', 'package.json']));
  // Without the types and the page, which take most of the time of a build.
  const bundle = `import { bundle, PACKAGE_ENTRIES } from './scripts/bundle.ts'; await bundle(PACKAGE_ENTRIES, 'dist');`;
  run(process.execPath, ['--input-type=module', '--eval', bundle]);
  const archive = run('npm', ['pack', '--ignore-scripts', '--silent']).toString().trim();
  run('tar', ['-x', '-z', '-f', archive, '-C', folder]);
  const installed = join(folder, 'package');
  // It runs on the packages of this release, which may have more.
  expect(dependenciesIn(ROOT)).toMatchObject(dependenciesIn(installed));
  const index = join(installed, 'dist', 'index.js');
  packed.set(commit, index);
  return index;
}

/** What imports a release after this one: these sources with one more step. */
function laterRelease(name: string, step: string): string {
  const folder = withPackages(name);
  for (const part of ['src', 'web', 'package.json']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const file = join(folder, 'src/store/migrations/postgres.ts');
  const text = readFileSync(file, 'utf8');
  const end = text.indexOf('\n];\n');
  writeFileSync(file, `${text.slice(0, end)}\n  \`${step}\`,${text.slice(end)}`);
  return join(folder, 'src/index.ts');
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

function start(index: string, { db }: Place, name: string): Process {
  const child: ChildProcess = spawn(process.execPath, [WORKER, index, db, name], { stdio: ['pipe', 'pipe', 'pipe'] });
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

async function stepsOf({ kind, sql }: Place): Promise<number> {
  const [row] = await sql(kind === 'SQLite' ? 'PRAGMA user_version' : 'SELECT version FROM store');
  return Object.values(row!)[0] as number;
}

/** What every process was told is there, once, and with its answer. */
async function mustHoldAll({ sql }: Place, processes: readonly Process[]): Promise<void> {
  const rows = await sql('SELECT id, session_id, answer FROM clarifications');
  const bySession = new Map(rows.map(({ session_id, ...row }) => [session_id, row]));
  expect(bySession.size).toBe(rows.length);
  for (const { session, id, answer } of processes.flatMap(({ done }) => done())) {
    expect(answer).toBe(session);
    // An ask that found the question answered was told the answer only.
    const row = bySession.get(session);
    expect(row).toEqual({ id: id ?? row?.id, answer: session });
  }
}

describe('a newer release that migrates the store under load', () => {
  it.for(['SQLite', 'PostgreSQL'] as const)(
    'leaves the release before it at work on %s, and no question is put twice',
    async (kind, test) => {
      const before = released(BEFORE, test);
      const place = await newPlace(kind);
      const older = [start(before, place, 'a'), start(before, place, 'b')];
      await Promise.all(older.map(({ more }) => more(30)));
      const was = await stepsOf(place);
      const newer = [start(THIS, place, 'c'), start(THIS, place, 'd')];
      const all = [...older, ...newer];
      await Promise.all(all.map(({ more }) => more(100)));
      await Promise.all(all.map(({ end }) => end()));
      expect(all.flatMap(({ failed }) => failed())).toEqual([]);
      expect(await stepsOf(place)).toBeGreaterThan(was);
      const asked = new Set(older.flatMap(({ done }) => done()).map(({ session }) => session));
      expect(newer.flatMap(({ done }) => done()).some(({ session }) => asked.has(session))).toBe(true);
      await mustHoldAll(place, all);
    },
  );

  it('by an additive step leaves older processes at work, without an error on either side', async () => {
    const place = await newPlace('PostgreSQL');
    const older = [start(THIS, place, 'a'), start(THIS, place, 'b')];
    await Promise.all(older.map(({ more }) => more(30)));
    const additive = 'ALTER TABLE clarifications ADD COLUMN newer text; CREATE TABLE newer_still (id text);';
    const newer = start(laterRelease('additive', additive), place, 'c');
    await newer.more(50);
    await Promise.all(older.map(({ more }) => more(50)));
    const all = [...older, newer];
    await Promise.all(all.map(({ end }) => end()));
    expect(all.flatMap(({ failed }) => failed())).toEqual([]);
    expect(await stepsOf(place)).toBe(POSTGRES_MIGRATIONS.length + 1);
    await mustHoldAll(place, all);
  });

  it('by a breaking step stops older processes before they write, and loses nothing', async () => {
    const place = await newPlace('PostgreSQL');
    const older = [start(THIS, place, 'a'), start(THIS, place, 'b')];
    await Promise.all(older.map(({ more }) => more(30)));
    // A column means something else from now on: what an older process would write after this would be wrong.
    const needed = POSTGRES_MIGRATIONS.length + 1;
    const breaking = `UPDATE clarifications SET header_was = '' WHERE false; UPDATE store SET min_reader = ${needed};`;
    const step = `ALTER TABLE clarifications ADD COLUMN header_was text; ${breaking}`;
    const newer = start(laterRelease('breaking', step), place, 'c');
    await newer.more(50);
    await mustBeStopped(place, older, 'store_newer');
    const all = [...older, newer];
    await Promise.all(all.map(({ end }) => end()));
    expect(newer.failed()).toEqual([]);
    await mustHoldAll(place, all);
  });

  it('from the release before there was a guard stops its processes too, and reads all that they wrote', async (test) => {
    const earlier = released(BEFORE_THE_GUARD, test);
    const place = await newPlace('PostgreSQL');
    const older = [start(earlier, place, 'a'), start(earlier, place, 'b')];
    await Promise.all(older.map(({ more }) => more(30)));
    const newer = start(THIS, place, 'c');
    await newer.more(50);
    await mustBeStopped(place, older, 'store_failed');
    const all = [...older, newer];
    await Promise.all(all.map(({ end }) => end()));
    expect(newer.failed()).toEqual([]);
    await mustHoldAll(place, all);
    const askonce = await openOn(place.db);
    for (const { session, id } of older.flatMap(({ done }) => done().slice(-5)))
      if (id !== undefined)
        expect(await askonce.questions.get(id)).toMatchObject({ status: 'answered', answer: session });
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
async function mustBeStopped({ sql }: Place, older: readonly Process[], code: string): Promise<void> {
  for (const { rounds, failed, more } of older) {
    const before = rounds.length;
    await more(20);
    // The first may have been under way when the store was migrated: asked before, and not answered after.
    const refused = rounds.slice(before + 1);
    expect(refused.map((round) => round.code)).toEqual(refused.map(() => code));
    // A release without the guard may fail at a column that is gone before it gets there.
    if (code === 'store_newer') expect(failed()[0]!.message).toMatch(/upgrade AskOnce/);
    const sessions = new Set((await sql('SELECT id FROM sessions')).map(({ id }) => id));
    const own = refused.map(({ session }) => session).filter((session) => !session.startsWith('all-'));
    expect(own.filter((session) => sessions.has(session))).toEqual([]);
  }
}
