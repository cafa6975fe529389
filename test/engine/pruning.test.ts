/** Old sessions are taken out whole; what is in use, and what was learned, stays. */
import { expect, it } from 'vitest';
import type { AskOnce, PrunedSession } from '../../src/index.ts';
import { DAY } from '../../src/testing/fake-clock.ts';
import { askOf, type Bench, codeOf, parkedId, setUp } from '../support/open.ts';
import { reaches, startRunner } from '../support/runners.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';

const TABLES = [
  'sessions',
  'jobs',
  'clarifications',
  'asks',
  'ask_items',
  'assumptions',
  'job_results',
  'job_log',
  'events',
];

async function answered(askonce: AskOnce, session: string, question: string, answer = 'blue'): Promise<string> {
  const id = parkedId(await askonce.session(session).ask(question, { wait: false }));
  await askonce.questions.answer(id, answer);
  return id;
}

/** Something happens that belongs to no session: the last event of a store is never taken out. */
function goOn(askonce: AskOnce): Promise<unknown> {
  return askonce.preferences.set('Which licence should it have?', 'MIT');
}

/** Whatever may be stored of a session. */
async function liveAFullLife({ askonce, clock }: Bench, session: string): Promise<void> {
  const { runner } = await startRunner(askonce, async (job, { ask, once, log }) => {
    log('begins');
    const { answer } = (await ask(`Which colour should ${job.id} have?`)) as { answer?: string };
    return once('paint', async () => `painted ${answer}`);
  });
  const off = askonce.events.on('clarification.requested', ({ clarification, data }) => {
    if (String(data.question).startsWith('Which colour')) void askonce.questions.answer(clarification!, 'blue');
  });
  await askonce.jobs.queue('Paint it', { id: `${session}-job`, session });
  await reaches(askonce, `${session}-job`, 'COMPLETE');
  await runner.stop();
  off();
  const one = askonce.session(session);
  await one.observe('I like green things.');
  const id = await answered(askonce, session, 'Which shape should it have?', 'round');
  await one.ask('Which shape should it have?', { wait: false });
  await askonce.questions.revoke(id);
  await answered(askonce, session, 'Which shape should it have?', 'oval');
  // A job keeps the outcome of a question that was answered before it asked; no event names its ask.
  await one.ask('Which shape should it have?', { job: `${session}-again`, wait: false });
  const own = { job: `${session}-own`, policy: 'job', wait: false } as const;
  const first = await one.ask([{ question: 'Which size?' }, { question: 'Which weight?' }], own);
  await askonce.questions.decline(first.items[0]!.id!);
  await askonce.questions.cancel({ ask: first.ask! });
  await one.ask('Which size?', { job: `${session}-again`, wait: false });
  await one.ask('Which length?', { ...own });
  await one.assume({ decision: 'two wheels', reasoning: 'all of them have two' });
  const late = await one.ask('Which price?', { timeout: '1h', onTimeout: 'fallback', wait: false });
  clock.advance(2 * 3_600_000);
  await askonce.questions.list({ status: 'pending' });
  for (const item of late.items) if (item.outcome === 'parked') await askonce.questions.outcome(item.id);
  for (const { id: pending } of (await askonce.questions.list({ status: 'pending', session })).items)
    await askonce.questions.answer(pending, 'none');
}

/** The rows that refer to one that is not there, in a store that does not look by itself. */
const dangling = (kind: StoreKind, sql: Bench['sql']) =>
  kind.name === 'SQLite' ? sql('PRAGMA foreign_key_check') : Promise.resolve([]);

describeOnStores('pruning', (kind) => {
  it('hands over the sessions of every project, under the names that their callers gave', async () => {
    const { askonce, clock, open, outside } = await setUp(kind);
    await answered(askonce, 'old', 'Which font?');
    const other = await open({ project: outside });
    const asked = { job: 'build', wait: false } as const;
    const id = parkedId(await other.session('old').ask('Which font?', asked));
    await other.questions.answer(id, 'blue');
    await other.jobs.cancel('build');
    await goOn(askonce);
    clock.advance(91 * DAY);
    const passed: PrunedSession[] = [];
    await askonce.prune({ idle: '90d', onSession: (session) => void passed.push(session) });
    const named = ({ sessions, jobs, clarifications, events }: PrunedSession) => ({
      project: sessions[0]!.project,
      names: [sessions[0]!.id, ...jobs.map((job) => job.id)],
      within: [...clarifications, ...events].every((row) => row.session_id === 'old'),
    });
    expect(passed.map(named).toSorted((one, two) => one.names.length - two.names.length)).toEqual([
      { project: askonce.project, names: ['old'], within: true },
      { project: other.project, names: ['old', 'build'], within: true },
    ]);
  });

  it('takes out everything about a session, and nothing else', async () => {
    const bench = await setUp(kind);
    const { askonce, clock, count, sql } = bench;
    await answered(askonce, 'kept', 'Which font?');
    await liveAFullLife(bench, 'old');
    clock.advance(91 * DAY);
    await answered(askonce, 'kept', 'Which width?');
    const before = await Promise.all(TABLES.map((table) => count(table)));
    const passed: PrunedSession[] = [];
    const report = await askonce.prune({ idle: '90d', onSession: (session) => void passed.push(session) });
    expect(report).toMatchObject({ sessions: 1 });
    const [old] = passed;
    expect(old!.sessions).toMatchObject([{ id: 'old' }]);
    const shown = Object.values(old!).map((rows) => rows.length);
    expect(shown.every((rows) => rows > 0)).toBe(true);
    const after = await Promise.all(TABLES.map((table) => count(table)));
    // In the order of the tables: what was handed over is what is gone.
    const names = [
      'sessions',
      'jobs',
      'clarifications',
      'asks',
      'items',
      'assumptions',
      'results',
      'log',
      'events',
    ] as const;
    expect(after).toEqual(before.map((rows, at) => rows - old![names[at]!].length));
    expect(after).toEqual([1, 0, 2, 2, 2, 0, 0, 0, 4]);
    expect(await count('pruning')).toBe(0);
    expect(await dangling(kind, sql)).toEqual([]);
    expect((await askonce.history({ session: 'old' })).items).toEqual([]);
    // It is a new session from now on.
    expect((await askonce.session('old').ask('Which shape should it have?', { wait: false })).status).toBe('parked');
  });

  it('leaves alone a session in which something waits or has happened since, and the last event', async () => {
    const { askonce, clock, count } = await setUp(kind);
    await askonce.session('waits').ask('Which colour?', { wait: false });
    await askonce.jobs.queue('Paint it', { id: 'job', session: 'has-a-job' });
    await answered(askonce, 'used', 'Which colour?');
    await answered(askonce, 'heard', 'Which colour?');
    await answered(askonce, 'idle', 'Which colour?');
    clock.advance(91 * DAY);
    await askonce.session('heard').observe('I am still here.');
    // A repeat leaves nothing but an event.
    await askonce.session('used').ask('Which colour?', { wait: false });
    expect(await askonce.prune({ idle: '90d', dryRun: true })).toEqual({ sessions: 1, questions: 1, events: 2 });
    expect(await count('sessions')).toBe(5);
    expect(await askonce.prune({ idle: '90d' })).toEqual({ sessions: 1, questions: 1, events: 2 });
    expect(await count('sessions', "id = 'idle'")).toBe(0);
    clock.advance(91 * DAY);
    // The last event is of the session “used”.
    const last = await askonce.events.last();
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 1 });
    expect([await count('sessions'), await count('sessions', "id = 'used'")]).toEqual([3, 1]);
    expect(await askonce.events.last()).toBe(last);
  });

  it('lets a job that got an earlier answer ask again after its session is gone', async () => {
    const { askonce, clock } = await setUp(kind);
    const ask = (session: string) => askonce.session(session).ask('Which colour?', { job: 'again', wait: false });
    await answered(askonce, 'old', 'Which colour?');
    expect((await ask('old')).status).toBe('auto_resolved');
    await goOn(askonce);
    clock.advance(91 * DAY);
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 1, questions: 1 });
    expect((await ask('old')).status).toBe('parked');
  });

  it('says what is missing if a question of an earlier ask is gone from a damaged store', async () => {
    const { askonce, open, sql } = await setUp(kind);
    const ask = (by: AskOnce) => by.session('old').ask('Which colour?', { job: 'job', wait: false });
    await answered(askonce, 'old', 'Which colour?');
    await ask(askonce);
    if (kind.name === 'SQLite') await sql('PRAGMA foreign_keys = OFF');
    else await sql('ALTER TABLE ask_items DROP CONSTRAINT ask_items_clarification_id_fkey');
    await sql('DELETE FROM clarifications');
    expect(await codeOf(ask(await open()))).toBe('store_corrupt');
  });

  it('leaves a session that cannot be deleted, and deletes the others', async () => {
    const { askonce, clock, count, sql } = await setUp(kind);
    for (const session of ['a', 'b', 'c']) {
      const asked = { job: `${session}-job`, wait: false } as const;
      await askonce.questions.answer(parkedId(await askonce.session(session).ask('Which colour?', asked)), 'blue');
    }
    const other = askOf(await askonce.session('waits').ask('Which size?', { wait: false }));
    // An item of the job in an ask of another session.
    await sql(`INSERT INTO ask_items (ask_id, position, session_id, job_id, question, type, canonical_key, subject, outcome)
      VALUES ('${other}', 9, 'b', 'b-job', 'Why?', 'FREE_TEXT', 'why', '', 'declined')`);
    await goOn(askonce);
    clock.advance(91 * DAY);
    await expect(askonce.prune({ idle: '90d' })).rejects.toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('could not be deleted: 1; deleted: 2. “b” cannot be deleted'),
    });
    expect([await count('sessions'), await count('sessions', "id = 'b'")]).toEqual([2, 1]);
    expect(await dangling(kind, sql)).toEqual([]);
  });

  it('takes out nothing that a webhook has yet to be told', async () => {
    const { askonce, clock, sql } = await setUp(kind);
    const { webhook } = await askonce.webhooks.add({ url: 'https://example.com/hook' });
    await answered(askonce, 'old', 'Which colour?');
    await goOn(askonce);
    clock.advance(91 * DAY);
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 0 });
    await sql(`UPDATE webhooks SET seq = ${await askonce.events.last()} WHERE id = '${webhook.id}'`);
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 1 });
  });

  it('takes out nothing that a channel in use has yet to tell, and its messages with their questions', async () => {
    const { askonce, clock, sql, count } = await setUp(kind);
    const id = await answered(askonce, 'old', 'Which colour?');
    await goOn(askonce);
    clock.advance(91 * DAY);
    const channel = (name: string, holder: string) =>
      sql(
        `INSERT INTO channels (id, created_at, seq, failures, holder, held_until) VALUES ('${name}', 0, 0, 0, ${holder})`,
      );
    // Removed from the file long ago.
    await channel('removed', 'NULL, NULL');
    await channel('used', `'server', ${clock.now() + 1}`);
    await sql(`INSERT INTO channel_messages VALUES ('used', '${id}', 'm-1'), ('used', 'q-other', 'm-2')`);
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 0 });
    // It failed, and is tried again later.
    await sql(`UPDATE channels SET holder = NULL, held_until = NULL, retry_at = ${clock.now() + 1} WHERE id = 'used'`);
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 0 });
    await sql(`UPDATE channels SET seq = ${await askonce.events.last()} WHERE id = 'used'`);
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 1 });
    expect([await count('channel_messages'), await count('channel_messages', `handle = 'm-2'`)]).toEqual([1, 1]);
  });

  it('leaves alone a session that is used while it is handed over', async () => {
    const { askonce, clock, open, count } = await setUp(kind);
    const other = await open();
    await answered(askonce, 'old', 'Which colour?');
    await goOn(askonce);
    clock.advance(91 * DAY);
    const asks = async () => {
      await other.session('old').ask('Which colour?', { wait: false });
    };
    expect(await askonce.prune({ idle: '90d', onSession: asks })).toMatchObject({ sessions: 0 });
    expect((await other.history({ session: 'old' })).items).toHaveLength(1);
    clock.advance(91 * DAY);
    await goOn(askonce);
    const hears = () => other.session('old').observe('I am back.');
    expect(await askonce.prune({ idle: '90d', onSession: hears })).toMatchObject({ sessions: 0 });
    expect(await count('sessions')).toBe(1);
  });

  it('keeps what the answers taught, and what is learned goes on from there', async () => {
    const { askonce, clock } = await setUp(kind);
    const question = 'Which test runner should the project use?';
    for (const session of ['a', 'b', 'c']) {
      await answered(askonce, session, question, 'vitest');
      clock.advance(1);
    }
    const usual = async () => (await askonce.preferences.list()).items.find((one) => one.question === question);
    const before = await usual();
    expect(before).toMatchObject({ answer: 'vitest', times: 3 });
    await goOn(askonce);
    clock.advance(91 * DAY);
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 3 });
    expect(await usual()).toEqual(before);
    expect((await askonce.session('d').ask(question, { wait: false })).status).toBe('auto_resolved');
  });

  it('takes what is gone out of the statistics that were counted before', async () => {
    const { askonce, clock } = await setUp(kind);
    await answered(askonce, 'old', 'Which colour?');
    await goOn(askonce);
    clock.advance(91 * DAY);
    const asked = async () => (await askonce.stats({ days: 120 })).days.reduce((sum, { asked: n }) => sum + n, 0);
    expect(await asked()).toBe(1);
    await askonce.prune({ idle: '90d' });
    expect((await askonce.stats({ days: 121 })).days.every(({ asked: n }) => n === 0)).toBe(true);
  });

  it('ends where it is told to stop, and where what it hands over to fails', async () => {
    const { askonce, clock, count } = await setUp(kind);
    for (const session of ['a', 'b', 'c']) await answered(askonce, session, 'Which colour?');
    await goOn(askonce);
    clock.advance(91 * DAY);
    const failing = askonce.prune({
      idle: '90d',
      onSession: ({ sessions }) => {
        if (sessions[0]!.id === 'b') throw new Error('the disk is full');
      },
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await count('sessions')).toBe(2);
    const stopping = new AbortController();
    await askonce.prune({ idle: '90d', onSession: () => stopping.abort(), signal: stopping.signal });
    expect(await count('sessions')).toBe(1);
    expect(await codeOf(askonce.prune({ idle: 'soon' }))).toBe('duration_invalid');
    expect(await codeOf(askonce.prune({} as never))).toBe('argument_invalid');
  });
});
