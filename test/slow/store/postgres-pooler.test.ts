/**
 * A store behind a connection pooler that hands out transactions, such as PgBouncer with `pool_mode = transaction`. Two poolers of our own
 * speak for all of them; where `pgbouncer` is installed, the real one is tested too.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { AskOnce } from '../../../src/index.ts';
import { openOn, postgresBench, until } from '../../store/postgres-bench.ts';
import { TransactionPooler } from '../../store/postgres-pooler.ts';
import { codeOf, endOf, only, parkedId, trail } from '../../support/open.ts';

/** `listen=` for the server of this run. */
function listenAddress(): string {
  const { hostname, port } = new URL(inject('postgresUrl'));
  return `listen=${encodeURIComponent(`${decodeURIComponent(hostname)}:${port}`)}`;
}

type Through = (db: string) => Promise<string>;

const pgbouncer = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
const [, version = null] = /PgBouncer ([\d.]+)/.exec(pgbouncer.stdout ?? '') ?? [];

const POOLERS: readonly (readonly [string, Through])[] = [
  ['with prepared statements', async (db) => (await TransactionPooler.before(inject('postgresUrl'))).through(db)],
  [
    'without prepared statements',
    async (db) => (await TransactionPooler.before(inject('postgresUrl'), { prepares: false })).through(db),
  ],
  ...(version === null ? [] : ([[`PgBouncer ${version}`, (db: string) => throughPgBouncer(db)]] as const)),
];

async function throughPgBouncer(db: string, mode = 'transaction'): Promise<string> {
  const { hostname, port } = new URL(inject('postgresUrl'));
  const folder = mkdtempSync(join(tmpdir(), 'askonce-pgb-'));
  chmodSync(folder, 0o777);
  const file = join(folder, 'pgbouncer.ini');
  const server = `host=${decodeURIComponent(hostname)} port=${port} user=postgres`;
  const settings = ['auth_type = any', 'listen_addr =', 'listen_port = 6432', `unix_socket_dir = ${folder}`];
  const pool = [`pool_mode = ${mode}`, 'default_pool_size = 12', 'server_round_robin = 1', 'logfile ='];
  writeFileSync(file, ['[databases]', `* = ${server}`, '[pgbouncer]', ...settings, ...pool, ''].join('\n'));
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child: ChildProcess = spawn('pgbouncer', ['-q', file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const through = db.replace(/@[^/]*\//, `@${encodeURIComponent(folder)}:6432/`);
  const { default: pg } = await import('pg');
  await until('pgbouncer serves', async () => {
    const client = new pg.Client(through);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`);
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  });
  return through;
}

async function waitingAsk(askonce: AskOnce, question: string, session: string) {
  const asked = Promise.withResolvers<string>();
  const ended = askonce.session(session).ask(question, { onParked: (result) => asked.resolve(parkedId(result)) });
  return { id: await asked.promise, ended };
}

describe.each(POOLERS)('a pooler that hands out transactions (%s)', (_name, through) => {
  it('is refused at the start, with what to do, and nothing is set or created through it', async () => {
    const { db, sql, schema } = await postgresBench();
    const opening = openOn(await through(db));
    await expect(opening).rejects.toThrow(
      /is behind a connection pooler that hands out transactions.*Add listen=host:port.*or set pool_mode = session\./,
    );
    expect(await codeOf(opening)).toBe('store_unavailable');
    expect(await sql('SELECT FROM pg_namespace WHERE nspname = $1', [schema])).toEqual([]);
  });

  it('serves stores that listen at the server itself: a call that waits wakes up, and nothing is lost or doubled', async () => {
    const { db, count } = await postgresBench();
    const address = `${await through(db)}&${listenAddress()}`;
    const [asker, answerer] = [await openOn(address), await openOn(address)];
    const waits = await Promise.all(Array.from({ length: 40 }, (_, n) => waitingAsk(asker, 'Which?', `s-${n}`)));
    await Promise.all(waits.map(({ id }, n) => answerer.questions.answer(id, `${n}`)));
    const ended = await endOf(Promise.all(waits.map((wait) => wait.ended)));
    expect(ended.map((result) => only(result))).toMatchObject(waits.map((_, n) => ({ answer: `${n}` })));
    expect(await count('clarifications')).toBe(40);
    expect((await trail(asker)).filter(({ type }) => type === 'clarification.answered')).toHaveLength(40);
    const { token } = await asker.access.tokens.create({ name: 'alice', role: 'asker' });
    expect(await answerer.access.tokens.check(token)).toMatchObject({ name: 'alice' });
  });

  it('keeps two installations in one database apart, though they share its connections', async () => {
    const [one, other] = [await postgresBench(), await postgresBench()];
    const first = await through(one.db);
    const stores = await Promise.all(
      [one, other].map(({ schema }) => openOn(`${first.replace(/schema=\w+/, `schema=${schema}`)}&${listenAddress()}`)),
    );
    await Promise.all(
      stores.flatMap((askonce, of) =>
        Array.from({ length: 20 * (of + 1) }, (_, n) => askonce.session(`s-${n}`).ask('Which?', { wait: false })),
      ),
    );
    expect([await one.count('clarifications'), await other.count('clarifications')]).toEqual([20, 40]);
  });
});

const OF_SESSIONS: readonly (readonly [string, Through])[] = [
  [
    'of our own',
    async (db) =>
      (
        await TransactionPooler.before(inject('postgresUrl'), { keeps: true, prepares: false, connections: 12 })
      ).through(db),
  ],
  ...(version === null ? [] : ([[`PgBouncer ${version}`, (db: string) => throughPgBouncer(db, 'session')]] as const)),
];

describe.each(OF_SESSIONS)('a pooler that hands out sessions (%s)', (_name, through) => {
  it('is like the server itself', async () => {
    const { db } = await postgresBench();
    const address = await through(db);
    const [asker, answerer] = [await openOn(address), await openOn(address)];
    const { id, ended } = await waitingAsk(asker, 'Which?', 's');
    await answerer.questions.answer(id, 'this');
    expect(only(await endOf(ended))).toMatchObject({ answer: 'this' });
  });
});

describe('a listen address', () => {
  it('that is not a host and a port is refused', async () => {
    for (const listen of ['postgres://elsewhere', 'a b', ''])
      await expect(openOn(`postgres://u@127.0.0.1:1/d?listen=${encodeURIComponent(listen)}`)).rejects.toThrow(
        'is not a valid listen address. Write the host and port of the PostgreSQL server',
      );
  });
});
