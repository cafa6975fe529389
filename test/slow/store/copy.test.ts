import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEvent } from '../../../src/index.ts';
import type { Store } from '../../../src/ports.ts';
import { COPIED_TABLES } from '../../../src/store/copy/copy.ts';
import { openStore } from '../../../src/store/open.ts';
import { answer, shown } from '../../../src/testing/drive.ts';
import { beat, claim, LEASE_END } from '../../../src/testing/drive-jobs.ts';
import {
  copied,
  copiedWhile,
  DIRECTIONS,
  everythingIn,
  fillBehindItsBack,
  filled,
  fillWithMany,
  givenUp,
  newPlace,
  newsOf,
  type Place,
  WORDS,
  workIn,
} from '../../support/copying.ts';
import { codeOf, endOf, nextEvent, only, parkedId } from '../../support/open.ts';
import { program } from '../../support/programs.ts';

const WORKER = program('test/slow/store/copy-worker.ts');

describe.each(DIRECTIONS)('a copy from %s to %s', (fromKind, toKind) => {
  it('holds every column of every row as it was, and leaves the source as it is', async () => {
    const from = await filled(fromKind);
    await fillBehindItsBack(from);
    const before = await everythingIn(from);
    // A control: there is something of every kind to be lost.
    expect(JSON.stringify(before)).toContain('9007199254740993');
    expect(JSON.stringify(before)).toContain('0.30000000000000004');
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(1);
    const statuses = await from.sql('SELECT DISTINCT status FROM clarifications');
    expect(statuses).toHaveLength(6);
    const outcomes = await from.sql('SELECT DISTINCT outcome FROM ask_items');
    expect(outcomes).toHaveLength(8);
    const states = await from.sql('SELECT DISTINCT state, prompt IS NULL AS bare FROM jobs');
    // Those of no worker only ever run or wait.
    expect(states).toHaveLength(8);

    const to = await newPlace(toKind);
    const report = await copied(from, to);
    expect(report).toMatchObject({ complete: true, sourceChanged: false });
    expect(report.tables.map(({ table, source }) => [table, source.rows])).toEqual(
      COPIED_TABLES.map(({ name }) => [name, before[name]!.length]),
    );
    expect(await everythingIn(to)).toEqual(before);
    expect(await everythingIn(from)).toEqual(before);
  });

  it('has its keys made anew where those of the source were not', async () => {
    const from = await filled(fromKind);
    const keys = 'SELECT id, canonical_key, key_version FROM clarifications ORDER BY id';
    const before = await from.sql(keys);
    await from.sql("UPDATE clarifications SET canonical_key = 'old ' || canonical_key, key_version = 1");
    await from.sql('UPDATE store SET key_version = 1');
    const to = await newPlace(toKind);
    // It was there before, and empty.
    await (await workIn(to)).close();
    await copied(from, to);
    await workIn(to);
    expect(await to.sql(keys)).toEqual(before);
  });

  it('is a store to go on with: answers, repeats, replays, caps, preferences, events', async () => {
    const [from, to] = [await filled(fromKind), await newPlace(toKind)];
    const { lastEvent } = await copied(from, to);
    const askonce = await workIn(to);
    const told: AuditEvent[] = [];
    askonce.events.on('*', (event) => told.push(event));

    const { items: pending } = await askonce.questions.list({ status: 'pending' });
    expect(pending.map(({ question }) => question)).toEqual(expect.arrayContaining(['Which colour?', 'Which port?']));
    const job = askonce.session('jobs', { policy: 'job', asker: 'builder', language: 'ja' });
    const waiting = job.ask('Which port?', { job: 'build-9' });
    const answered = nextEvent(askonce, 'clarification.answered');
    const port = pending.find(({ question }) => question === 'Which port?')!;
    await askonce.questions.answer(port.id, '8080');
    expect(await endOf(answered)).toMatchObject({ clarification: port.id, seq: expect.any(Number) });
    expect(only(await endOf(waiting))).toMatchObject({ outcome: 'answered', answer: '8080' });

    const plain = { wait: false } as const;
    expect(only(await askonce.session('open').ask(WORDS.replaceAll(/\s+/g, ' '), { ...plain }))).toMatchObject({
      outcome: 'parked',
    });
    const subject = WORDS.slice(0, 20);
    expect(
      only(await askonce.session('open').ask({ question: WORDS.replaceAll(/\s+/g, ' '), subject }, plain)),
    ).toMatchObject({ outcome: 'auto_resolved', source: 'history', answer: WORDS });
    expect(only(await job.ask('Which region?', { ...plain, job: 'build-7' }))).toMatchObject({ code: 'cap_reached' });
    expect(only(await job.ask('Which planet?', { ...plain, job: 'build-9' }))).toMatchObject({ code: 'cap_reached' });
    expect(only(await askonce.session('l5').ask('Which editor should I use?', plain))).toMatchObject({
      source: 'preference',
      answer: 'vim',
    });
    parkedId(await askonce.session('new').ask('Which planet?', plain));

    const later = await askonce.events.list({ after: lastEvent, limit: 100 });
    expect(later.length).toBeGreaterThanOrEqual(3);
    const numbers = later.map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    await expect.poll(() => told.map(({ seq }) => seq)).toEqual(numbers);
    expect((await askonce.events.list({ after: 0, limit: 10_000 })).length).toBe(
      (await everythingIn(from)).events!.length + later.length,
    );
  });

  it('that is killed at any page goes on where it was, and ends as if nothing had happened', async () => {
    const from = await filled(fromKind, (place) => fillWithMany(place, 1_500));
    const expected = await everythingIn(from);
    const to = await newPlace(toKind);
    let reached = 0;
    for (let run = 0; ; run += 1) {
      // More than there are empty tables in a row: these are told of, and leave no mark to go on from.
      const pages = Math.floor(Math.random() * 12);
      const child = spawn(process.execPath, [WORKER, from.db, to.db, `${pages}`], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code, signal] = await once(child, 'exit');
      const rows = await countRows(to);
      // It never starts over, and nobody can work in it on the way.
      expect(rows, `run ${run} of ${pages} pages`).toBeGreaterThanOrEqual(reached);
      reached = rows;
      if (code === 0) break;
      expect(signal).toBe('SIGKILL');
      expect(await codeOf(workIn(to))).toBe('store_unfinished');
      expect(run).toBeLessThan(100);
    }
    expect(await everythingIn(to)).toEqual(expected);
    const askonce = await workIn(to);
    expect((await askonce.questions.list({ status: 'pending', limit: 1_000 })).items).toHaveLength(60);
    // Dozens of processes are started one after another: on a busy machine that takes its time.
  }, 180_000);

  it('is begun anew where the source was written to since, rather than mixed', async () => {
    const from = await filled(fromKind);
    const to = await newPlace(toKind);
    await givenUp(from, to, 5);
    const askonce = await workIn(from);
    // Nothing but this one column: no event, and no row more.
    await askonce.session('open').observe('please use spaces');
    await askonce.close();
    const { news, report } = await newsOf(from, to);
    expect(news).toContain('begun anew');
    expect(news).not.toContain('resumed');
    expect(report.complete).toBe(true);
    expect(await everythingIn(to)).toEqual(await everythingIn(from));
    expect(await to.sql(`SELECT heard_text FROM sessions WHERE id = 'open'`)).toEqual([
      { heard_text: 'please use spaces' },
    ]);
  });

  it('says so where the source was written to meanwhile, and holds nothing of it', async () => {
    const from = await filled(fromKind);
    const before = await everythingIn(from);
    const to = await newPlace(toKind);
    const askonce = await workIn(from);
    const { report } = await copiedWhile(from, to, () =>
      askonce.session('meanwhile').ask('Which planet?', { wait: false }),
    );
    expect(report).toMatchObject({ complete: true, sourceChanged: true, lastEvent: Number(lastSeq(before)) });
    expect(await everythingIn(to)).toEqual(before);
    expect(Number(lastSeq(await everythingIn(from)))).toBeGreaterThan(report.lastEvent);
  });

  it('in which a row was changed is found out; nobody can work in it, and the next run begins anew', async () => {
    const [from, to] = [await filled(fromKind), await newPlace(toKind)];
    await givenUp(from, to, 16);
    if (toKind === 'PostgreSQL') await to.sql('ALTER TABLE clarifications DISABLE TRIGGER copy_guard');
    await to.sql(`UPDATE clarifications SET because = 'tampered' WHERE answer = 'SQLite'`);
    const { complete, tables } = await copied(from, to);
    expect(complete).toBe(false);
    expect(tables.filter(({ same }) => !same)).toMatchObject([{ table: 'clarifications' }]);
    expect(await codeOf(workIn(to))).toBe('store_unfinished');
    const { news, report } = await newsOf(from, to);
    expect(news).toContain('begun anew');
    expect(report.complete).toBe(true);
    expect(await everythingIn(to)).toEqual(await everythingIn(from));
  });

  it('takes what runs of jobs leave for a change of its source, though no event tells of it', async () => {
    const from = await filled(fromKind);
    const store = await openStore(from.db, '/');
    onTestFinished(() => store.close());
    const line = { at: 0, stream: 'stdout', line: 'late' } as const;
    const changes: readonly (() => Promise<unknown>)[] = [
      () => store.runs.keep('run-waits', 'late', '', 0),
      () => store.runs.append('run-waits', [line]),
      () => store.runs.dismiss('w-here'),
    ];
    for (const change of changes) {
      const { report } = await copiedWhile(from, await newPlace(toKind), change);
      expect(report).toMatchObject({ complete: true, sourceChanged: true });
    }
  });

  it('takes a token, a secret or a webhook for a change of its source, though no event tells of it', async () => {
    const from = await filled(fromKind);
    const { access } = await opened(from);
    const [webhook] = await access.webhooks();
    const changes: readonly (() => Promise<unknown>)[] = [
      () => access.revokeToken('tok-bare', 1),
      () => access.secret('late', 'x'),
      () => access.moveWebhook('hook-held', 'w-here', { ...webhook!, heldUntil: 1 }),
      // As many as before.
      async () => [await access.dropWebhook(webhook!.id), await access.addWebhook({ ...webhook!, id: 'hook-late' })],
    ];
    for (const change of changes) {
      const { report } = await copiedWhile(from, await newPlace(toKind), change);
      expect(report).toMatchObject({ complete: true, sourceChanged: true });
    }
  });

  it('lets in who was let in, signs as before, and tells webhooks of the event that comes next', async () => {
    const [from, to] = [await filled(fromKind), await newPlace(toKind)];
    const before = await opened(from);
    await copied(from, to);
    const after = await opened(to);
    const { access } = after;
    expect(await access.tokens()).toEqual(await before.access.tokens());
    expect(await access.secret('links', 'another')).toBe(await before.access.secret('links', 'another'));
    const held = (await before.access.webhooks()).find(({ id }) => id === 'hook-held')!;
    expect(held).toMatchObject({ holder: 'w-here', seq: expect.any(Number) });
    // Nobody tells it here yet, so whoever is first may.
    const got = await access.holdWebhook('hook-held', 'w-new', 0, 1);
    expect(got).toEqual({ ...held, holder: 'w-new', heldUntil: 1 });
    const [next] = await before.events(held.seq, 1);
    expect(next).toMatchObject({ type: expect.any(String) });
    expect(await after.events(got!.seq, 1)).toEqual([next]);
  });

  it('goes on with the jobs: their states, workers, results and logs', async () => {
    const [from, to] = [await filled(fromKind), await newPlace(toKind)];
    await copied(from, to);
    const store = await openStore(to.db, '/');
    onTestFinished(() => store.close());
    expect(await store.runs.keep('run-waits', 'mail', 'again', 0)).toBe('{"sent":true}');
    await store.runs.append('run-waits', [{ at: 0, stream: 'stdout', line: 'on' }]);
    expect(await store.runs.log('run-waits', { limit: 1 })).toMatchObject([{ n: 1_101, line: 'on' }]);
    const { waiting } = await shown(store, { of: 'job', id: 'run-waits', session: '' });
    await answer(store, waiting[0]!.item.clarification!, 'the left one', LEASE_END + 2);
    expect(await store.job('run-waits')).toMatchObject({ state: 'RUNNING', owner: 'w-here' });
    await beat(store, 'w-new', LEASE_END + 9);
    expect(await claim(store, 'w-new', LEASE_END + 2)).toMatchObject({ id: 'run-queued', owner: 'w-new' });
  });

  it('may be empty', async () => {
    const [from, to] = [await newPlace(fromKind), await newPlace(toKind)];
    await (await workIn(from)).close();
    // The only row is that of the project that has opened it.
    expect(await copied(from, to)).toMatchObject({ complete: true, rows: 1, lastEvent: 0, sourceChanged: false });
    const askonce = await workIn(to);
    await askonce.questions.answer(parkedId(await askonce.session('s').ask('Which planet?', { wait: false })), 'Mars');
    expect(await askonce.events.list()).toHaveLength(2);
  });
});

/** The bare store at a place. */
async function opened({ db }: Place): Promise<Store> {
  const store = await openStore(db, '/');
  onTestFinished(() => store.close());
  return store;
}

async function countRows({ sql }: Place): Promise<number> {
  try {
    const counts = COPIED_TABLES.map(({ name }) => `(SELECT count(*) FROM ${name})`);
    return Number((await sql(`SELECT ${counts.join(' + ')} AS n`))[0]!.n);
  } catch {
    // Killed before there was a table.
    return 0;
  }
}

function lastSeq(tables: Awaited<ReturnType<typeof everythingIn>>): number {
  return Math.max(0, ...tables.events!.map((row) => Number((row as unknown as string[])[0])));
}
