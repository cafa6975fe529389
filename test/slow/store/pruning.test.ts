/** A prune that is killed, and one beside others that use the store. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { type AskOnce, openAskOnce, type PrunedSession } from '../../../src/index.ts';
import { type Kind, newPlace, type Place } from '../../support/copying.ts';
import { codeOf, parkedId } from '../../support/open.ts';
import { program } from '../../support/programs.ts';

const WORKER = program('test/slow/store/prune-worker.ts');
const SESSIONS = 30;
const KINDS: readonly Kind[] = ['SQLite', 'PostgreSQL'];

async function opened(db: string): Promise<AskOnce> {
  const askonce = await openAskOnce({ db, project: '/' });
  onTestFinished(() => askonce.close());
  return askonce;
}

async function fill(askonce: AskOnce): Promise<void> {
  for (let n = 0; n < SESSIONS; n += 1) {
    const session = askonce.session(`old-${n}`);
    const result = await session.ask('Which colour should it have?', { job: `job-${n}`, wait: false });
    await askonce.questions.answer(parkedId(result), `colour ${n}`);
  }
  await askonce.preferences.set('Which licence should it have?', 'MIT');
}

/** Waits until the last event is more than a millisecond old, and returns its time. */
async function untilOlder(askonce: AskOnce): Promise<number> {
  const { at } = (await askonce.events.list()).at(-1)!;
  while (Date.now() <= at + 1) await setImmediate();
  return at;
}

it.each(KINDS)(
  'a prune that is killed again and again loses nothing and repeats one session each time (%s)',
  async (kind) => {
    const place = await newPlace(kind);
    const folder = mkdtempSync(join(tmpdir(), 'askonce-prune-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'old.jsonl');
    const askonce = await opened(place.db);
    await fill(askonce);
    await untilOlder(askonce);
    let kills = 0;
    for (;;) {
      const worker = spawn(process.execPath, [WORKER, place.db, file, '6', kills % 3 === 0 ? 'before' : 'after'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code, signal] = await once(worker, 'exit');
      if (signal !== 'SIGKILL') {
        expect(code).toBe(0);
        break;
      }
      kills += 1;
      // Whatever is there is whole: each session with its question, its job and its events, or nothing of it.
      const orphans = await place.sql(
        `SELECT id FROM clarifications WHERE session_id NOT IN (SELECT id FROM sessions)
       UNION ALL SELECT id FROM jobs WHERE session_id NOT IN (SELECT id FROM sessions)
       UNION ALL SELECT id FROM sessions WHERE id NOT IN (SELECT session_id FROM clarifications)
       UNION ALL SELECT session_id FROM pruning`,
      );
      expect(orphans).toEqual([]);
    }
    expect(kills).toBeGreaterThan(2);
    for (const table of ['sessions', 'jobs', 'clarifications', 'asks', 'ask_items'])
      expect(await place.sql(`SELECT * FROM ${table}`), table).toEqual([]);
    expect((await askonce.events.list()).map(({ type }) => type)).toEqual(['preference.set']);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const passed = lines.map((line) => JSON.parse(line) as PrunedSession);
    const ids = passed.map(({ sessions }) => sessions[0]!.id as string);
    expect(new Set(ids).size).toBe(SESSIONS);
    expect(lines.length).toBeLessThanOrEqual(SESSIONS + kills);
    for (const { clarifications, events, jobs, items } of passed)
      expect([clarifications.length, jobs.length, items.length, events.length]).toEqual([1, 1, 1, 5]);
    const answers = passed.map(({ clarifications }) => clarifications[0]!.answer);
    expect(new Set(answers).size).toBe(SESSIONS);
  },
);

it.each(KINDS)('sessions that are used during a prune keep all they have (%s)', async (kind) => {
  const place = await newPlace(kind);
  const [askonce, user, pruner] = [await opened(place.db), await opened(place.db), await opened(place.db)];
  await fill(askonce);
  const filledAt = await untilOlder(askonce);
  const used: string[] = [];
  let over = false;
  const uses = (async () => {
    for (let n = SESSIONS - 1; n >= 0 && !over; n -= 2) {
      const session = user.session(`old-${n}`);
      const { status } = await session.ask(`Which size should it have, for the ${n}th time?`, { wait: false });
      expect(status).toBe('parked');
      used.push(`old-${n}`);
      await sleep(3);
    }
  })();
  // The last of the old events is older than this, by a millisecond at least.
  const idle = Date.now() - filledAt - 1;
  await pruner.prune({ idle, onSession: () => sleep(2) });
  over = true;
  await uses;
  expect(used.length).toBeGreaterThan(0);
  const left = (await place.sql('SELECT id FROM sessions')).map(({ id }) => id);
  expect(left.toSorted()).toEqual(used.toSorted());
  for (const session of used) {
    const { items } = await askonce.questions.list({ session, status: 'pending' });
    expect(items).toHaveLength(1);
  }
  const orphans = await place.sql('SELECT id FROM clarifications WHERE session_id NOT IN (SELECT id FROM sessions)');
  expect(orphans).toEqual([]);
});

/** Starts a prune, and returns once it waits near the end of its transaction. `go` lets it continue; `blocked` counts who waits for a lock. */
async function heldWithin<R>(
  place: Place,
  prune: () => R,
): Promise<{ prune: R; blocked: () => Promise<number>; go: () => Promise<unknown> }> {
  // The indexes of a prune wait for every transaction that looks at anything while they are built: this one only locks.
  const gate = new pg.Client({ connectionString: place.db });
  await gate.connect();
  onTestFinished(() => gate.end());
  const schema = new URL(place.db).searchParams.get('schema');
  await gate.query(`BEGIN; LOCK TABLE ${schema}.assumptions IN SHARE MODE`);
  const blocked = async (among: string) => {
    const pids = `SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND ${among}`;
    return (await place.sql(pids)).length;
  };
  const started = prune();
  while ((await blocked(`relation = 'assumptions'::regclass`)) < 1) await sleep(5);
  const ours = 'SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace';
  const inOurs = `pid IN (SELECT pid FROM pg_locks WHERE relation IN (${ours}))`;
  return { prune: started, blocked: () => blocked(inOurs), go: () => gate.query('COMMIT') };
}

it.each<[string, (askonce: AskOnce, id: string) => Promise<unknown>, string]>([
  ['revocation', (askonce, id) => askonce.questions.revoke(id), 'clarification_unknown'],
  ['correction', (askonce, id) => askonce.questions.correct(id, 'green'), 'clarification_unknown'],
  ['cancelled job', (askonce) => askonce.jobs.cancel('job-0'), 'job_unknown'],
])('a %s beside a prune waits for it, and then finds no session (PostgreSQL)', async (_, change, code) => {
  const place = await newPlace('PostgreSQL');
  const [askonce, pruner] = [await opened(place.db), await opened(place.db)];
  await fill(askonce);
  await untilOlder(askonce);
  const { items } = await askonce.questions.list({ session: 'old-0', status: 'answered' });
  const { prune, blocked, go } = await heldWithin(place, () => pruner.prune({ idle: '1ms' }));
  let isOver = false;
  const changed = codeOf(change(askonce, items[0]!.id)).finally(() => {
    isOver = true;
  });
  changed.catch(() => {});
  while (!isOver && (await blocked()) < 2) await sleep(5);
  await go();
  expect(await prune).toMatchObject({ sessions: SESSIONS });
  expect(await changed).toBe(code);
  expect(await place.sql('SELECT * FROM events WHERE session_id IS NOT NULL')).toEqual([]);
});

it('of two prunes at once the second says so, and the first goes on (PostgreSQL)', async () => {
  const place = await newPlace('PostgreSQL');
  const [first, second] = [await opened(place.db), await opened(place.db)];
  await fill(first);
  await untilOlder(first);
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const onSession = () => {
    begun.resolve();
    return goOn.promise;
  };
  const prune = first.prune({ idle: '1ms', onSession });
  await begun.promise;
  expect(await codeOf(second.prune({ idle: '1ms' }))).toBe('store_busy');
  goOn.resolve();
  expect(await prune).toMatchObject({ sessions: SESSIONS });
  // The lock is gone, and so are the indexes.
  await second.session('new').ask('Which size should it have?', { wait: false });
  expect(await second.prune({ idle: '1ms' })).toMatchObject({ sessions: 0 });
  expect(
    await place.sql(`SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'prune%'`),
  ).toEqual([]);
});

it('a user who does not own the tables learns that a prune needs one who does (PostgreSQL)', async () => {
  const place = await newPlace('PostgreSQL');
  await fill(await opened(place.db));
  const role = `pruner_${randomBytes(6).toString('hex')}`;
  const schema = new URL(place.db).searchParams.get('schema');
  await place.sql(`CREATE ROLE ${role} LOGIN`);
  onTestFinished(async () => {
    await place.sql(`DROP OWNED BY ${role}`);
    await place.sql(`DROP ROLE ${role}`);
  });
  await place.sql(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  await place.sql(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
  const askonce = await opened(place.db.replace('//postgres@', `//${role}@`));
  await untilOlder(askonce);
  await expect(askonce.prune({ idle: '1ms' })).rejects.toMatchObject({
    code: 'store_read_only',
    message: expect.stringContaining('its user must own the tables'),
  });
});

it('a prune that is stopped within its transaction does not keep others from their answers (PostgreSQL)', async () => {
  const place = await newPlace('PostgreSQL');
  const folder = mkdtempSync(join(tmpdir(), 'askonce-prune-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [asker, answerer] = [await opened(place.db), await opened(place.db)];
  await fill(asker);
  await untilOlder(asker);
  const args = [WORKER, place.db, join(folder, 'old.jsonl'), '1000', 'after'];
  const { prune, go } = await heldWithin(place, () =>
    spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  onTestFinished(() => void prune.kill('SIGKILL'));
  prune.kill('SIGSTOP');
  await go();
  const asked = asker.session('new').ask('Which size should it have?');
  const pending = async () => (await answerer.questions.list({ session: 'new', status: 'pending' })).items[0];
  let question = await pending();
  while (!question) question = await pending();
  await answerer.questions.answer(question.id, 'large');
  expect(await asked).toMatchObject({ items: [{ answer: 'large' }] });
  prune.kill('SIGCONT');
  expect(await once(prune, 'exit')).toEqual([0, null]);
  expect((await place.sql('SELECT id FROM sessions')).map(({ id }) => id)).toEqual(['new']);
});
