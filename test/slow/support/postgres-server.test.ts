/** The server that the other tests rely on, and what they rely on it for: it keeps what it was told, and it goes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { type PostgresOptions, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { postgres } from '../../support/stores.ts';

const AS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const POLL = { interval: 20, timeout: 20_000 };

async function start(options?: PostgresOptions): Promise<PostgresServer> {
  const server = await startPostgres(options);
  onTestFinished(() => server.stop());
  return server;
}

/** The first row of a statement, on a connection of its own. */
async function query(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process that starts a server in `folder` and then does nothing, until it is killed. */
function startInAnotherProcess(folder: string, user: { uid: number; gid: number } | null): ChildProcess {
  const module = JSON.stringify(import.meta.resolve('../../support/postgres-server.ts'));
  const program = `
    import { startPostgres } from ${module};
    const { url, socketDir, pid } = await startPostgres();
    console.log(JSON.stringify({ url, socketDir, pid }));
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Where any user may make a folder, with a short name: TMPDIR itself may be neither. */
function openFolder(): string {
  const folder = mkdtempSync('/tmp/askonce-');
  chmodSync(folder, 0o1777);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function announced(child: ChildProcess): Promise<{ url: string; socketDir: string; pid: number }> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line);
  throw new Error('the process ended before its server was there');
}

describe('a server of our own', () => {
  it('answers on a socket that only its user can reach', async () => {
    const server = await start();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
    expect(await query(server.url, 'SHOW listen_addresses')).toEqual({ listen_addresses: '' });
    expect(statSync(server.socketDir).mode & 0o077).toBe(0);
  });

  it('is ready for its first connection after every kind of restart, with the data that was committed', async () => {
    const server = await start();
    await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    for (const mode of ['fast', 'immediate'] as const) {
      const before = server.pid;
      await server.restart(mode);
      expect(server.pid).not.toBe(before);
      expect(await query(server.url, 'SELECT n FROM kept')).toEqual({ n: 7 });
    }
  });

  it('recovers after an immediate restart, and need not after a fast one', async () => {
    const server = await start();
    const log = () => readFileSync(join(server.socketDir, 'log'), 'utf8');
    await server.restart('fast');
    expect(log()).not.toContain('automatic recovery in progress');
    await server.restart('immediate');
    expect(log()).toContain('automatic recovery in progress');
  });

  it('takes settings over its own, such as durable commits', async () => {
    const durable = await start({ settings: { fsync: 'on' } });
    expect(await query(durable.url, 'SHOW fsync')).toEqual({ fsync: 'on' });
    expect(await query(inject('postgresUrl'), 'SHOW fsync')).toEqual({ fsync: 'off' });
  });

  it('says why it could not start, and leaves nothing behind', async () => {
    const folder = openFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(startPostgres({ settings: { max_connections: 'many' } })).rejects.toThrow(/"max_connections": "many"/);
    expect(readdirSync(folder)).toEqual([]);
    // The control: what does start is found there.
    await start();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('keeps its socket out of a temporary folder whose name is too long for one', async () => {
    const folder = join(openFolder(), 'x'.repeat(80));
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await start();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual({ one: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is gone with its folder once it is stopped, and can be stopped again', async () => {
    const server = await startPostgres();
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
    expect(existsSync(server.socketDir)).toBe(false);
    await server.stop();
  });
});

describe.each([
  { who: 'the user of the tests', user: null },
  { who: 'an ordinary user, started by root', user: NOBODY },
])('a server of a process that is killed ($who)', ({ user }) => {
  function skipUnlessPossible(skip: (note: string) => void): void {
    if (!user) return;
    if (!AS_ROOT) skip('only root can start a process as somebody else');
    // Also where the checkout is in a folder of root's own: that user could not read the program.
    const reads = spawnSync(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(import.meta.filename)})`], {
      ...user,
      cwd: '/',
    });
    if (reads.status !== 0) skip('an ordinary user cannot read this checkout');
  }

  it('answers while that process lives, then ends, and its folder goes', async ({ skip }) => {
    skipUnlessPossible(skip);
    const child = startInAnotherProcess(openFolder(), user);
    const { url, socketDir, pid } = await announced(child);
    expect(await query(url, 'SELECT 1 AS one')).toEqual({ one: 1 });
    expect(statSync(socketDir).uid).toBe(AS_ROOT ? NOBODY.uid : process.getuid?.());
    // Somebody who stays connected must not keep it.
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => isAlive(pid), POLL).toBe(false);
    await expect.poll(() => existsSync(socketDir), POLL).toBe(false);
  });

  it('leaves no folder either when that happens while it is being set up', async ({ skip }) => {
    skipUnlessPossible(skip);
    const folder = openFolder();
    const child = startInAnotherProcess(folder, user);
    const found = () => readdirSync(folder).map((name) => join(folder, name));
    await expect.poll(() => found().some((made) => existsSync(join(made, 'data'))), POLL).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(found, POLL).toEqual([]);
  });
});

describe('a store for tests on it', () => {
  it('has a schema of its own, which goes when it is closed', async () => {
    const [one, other] = [await postgres.make(''), await postgres.make('')];
    const schemas = [one, other].map(({ where }) => new URL(where.db!).searchParams.get('schema'));
    expect(new Set(schemas).size).toBe(2);
    for (const [n, store] of [one, other].entries()) {
      await store.sql(`CREATE SCHEMA ${schemas[n]}`);
      await store.sql(`CREATE TABLE t AS SELECT ${n} AS n`);
    }
    expect([await one.sql('SELECT n FROM t'), await other.sql('SELECT n FROM t')]).toEqual([[{ n: 0 }], [{ n: 1 }]]);
    await one.close();
    await other.close();
    const left = `SELECT count(*)::int AS n FROM pg_namespace WHERE nspname IN ('${schemas.join("', '")}')`;
    expect(await query(inject('postgresUrl'), left)).toEqual({ n: 0 });
  });

  it('gives numbers as numbers, counts what changed, and refuses the rows of one table for a while', async () => {
    const store = await postgres.make('');
    onTestFinished(() => store.close());
    await store.sql(`CREATE SCHEMA ${new URL(store.where.db!).searchParams.get('schema')}`);
    expect(await store.sql('CREATE TABLE t (n bigint)')).toEqual([{ changes: 0 }]);
    await store.sql('CREATE TABLE other (n bigint)');
    expect(await store.sql('INSERT INTO t VALUES (1), (2)')).toEqual([{ changes: 2 }]);
    expect(await store.sql('SELECT count(*) AS n, sum(n) AS sum, max(n) AS max FROM t')).toEqual([
      { n: 2, sum: 3, max: 2 },
    ]);
    expect(await store.sql('SELECT n FROM t WHERE false')).toEqual([]);
    const allow = await store.refuse('t');
    await expect(store.sql('INSERT INTO t VALUES (3)')).rejects.toThrow('refused');
    expect(await store.sql('INSERT INTO other VALUES (3)')).toEqual([{ changes: 1 }]);
    await allow();
    expect(await store.sql('INSERT INTO t VALUES (3)')).toEqual([{ changes: 1 }]);
  });
});
