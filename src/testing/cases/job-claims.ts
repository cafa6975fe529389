/** Which jobs a worker gets, and what becomes of them: as `decideClaim` decides, whatever the store does for it. */
import assert from 'node:assert/strict';
import { type Claim, decideClaim, MAX_LOST } from '../../core/jobs/claim.ts';
import type { AuditEvent, EventRecord, JobRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { write } from '../drive.ts';
import {
  beat,
  begun,
  claim,
  claims,
  LEASE_END,
  NEXT_LEASE_END,
  newWorker,
  queue,
  queueCommand,
} from '../drive-jobs.ts';
import { jobOf, NOW, PROJECT, sessionOf } from '../make.ts';
import { atOnce, casesAbout, trail } from '../store-under-test.ts';

const QUEUED = { state: 'QUEUED', prompt: 'Build it.' } as const;
const RUNNING = { state: 'RUNNING', prompt: 'Build it.', runs: 1, startedAt: NOW - 9 } as const;

/** Writes these jobs, all in one session. */
async function put(store: Store, ...given: readonly Partial<JobRecord>[]): Promise<JobRecord[]> {
  const session = sessionOf();
  const jobs = given.map((more) => jobOf(session.id, more));
  const inserts = jobs.map((job) => ({ do: 'insert_job', job }) as const);
  await write(store, [{ do: 'insert_session', session }, ...inserts]);
  return jobs;
}

/** What a worker gets. It has no lease, so the job stays free for others. */
async function offered(store: Store, more: Partial<Claim> = {}): Promise<string | null> {
  const claim = { project: PROJECT, agent: null, limit: 1, now: NOW, ...more };
  const shown = more.only ? null : await store.runs.claimable(claim);
  const got = await claims(store, 'w-without-a-lease', more);
  const [job] = got;
  // What is shown without being claimed is what a claim gets.
  if (shown !== null)
    assert.deepEqual(
      shown.map(({ id }) => id),
      got.map(({ id }) => id),
    );
  return job?.id ?? null;
}

function withoutSeq({ seq: _, ...event }: AuditEvent): EventRecord {
  return event;
}

export const JOB_CLAIMS = casesAbout('claims', {
  'a worker that wants one job gets that one, and no other': async ({ open }) => {
    const store = await open();
    const [first, second] = [await queue(store), await queue(store)];
    assert.equal(await offered(store, { only: [second.id] }), second.id);
    assert.equal(await offered(store, { only: [first.id] }), first.id);
    for (const only of [['j-unknown'], ['a\u0000b'], []]) assert.equal(await offered(store, { only }), null);
    await claim(store, 'w-1', NOW, PROJECT, second.id);
    assert.equal((await store.job(first.id))?.owner, 'w-without-a-lease');
    assert.equal((await store.job(second.id))?.owner, 'w-1');
  },

  'a worker with a token gets the jobs of that token, one without gets those without, and one that may gets all':
    async ({ open }) => {
      const store = await open();
      const given = ['tok-1', null, 'tok-2'] as const;
      const jobs = await put(store, ...given.map((token) => ({ ...QUEUED, token })));
      const [first, none] = jobs.map(({ id }) => id) as [string, string, string];
      const asked = (token: Claim['token'], only: readonly string[] | null) =>
        claims(store, 'w-without-a-lease', { only, limit: 9, ...(token === undefined ? {} : { token }) });
      const idsOf = (got: readonly JobRecord[]) => got.map(({ id }) => id);
      const all = jobs.map(({ id }) => id);
      for (const only of [null, all]) {
        assert.deepEqual(idsOf(await asked('tok-1', only)), [first]);
        assert.deepEqual(idsOf(await asked(null, only)), [none]);
        assert.deepEqual(idsOf(await asked('tok-unknown', only)), []);
        assert.deepEqual(idsOf(await asked(undefined, only)).toSorted(), all.toSorted());
      }
    },

  'a worker that wants some jobs gets those in the order in which it names them': async ({ open }) => {
    const store = await open();
    const jobs = [];
    for (let n = 0; n < 4; n += 1) jobs.push(await queue(store, queueCommand(), NOW + n));
    const [first, second, third] = jobs.map(({ id }) => id) as [string, string, string];
    const worker = await newWorker(store);
    const only = [third, 'j-unknown', '\ud800', first, third, second];
    const got = await claims(store, worker, { only, limit: 2 });
    assert.deepEqual(
      got.map(({ id }) => id),
      [third, first],
    );
    const rest = await claims(store, worker, { only, limit: 9 });
    assert.deepEqual(
      rest.map(({ id }) => id),
      [second],
    );
  },

  'a worker gets the jobs for its own agent, and those for any': async ({ open }) => {
    const store = await open();
    const job = await queue(store, queueCommand({ agent: 'claude -p' }));
    assert.equal(await offered(store), null);
    assert.equal(await offered(store, { agent: 'codex exec -' }), null);
    assert.equal(await offered(store, { agent: 'codex exec -', only: [job.id] }), null);
    assert.equal(await offered(store, { agent: 'a\u0000b' }), null);
    assert.equal(await offered(store, { agent: 'claude -p' }), job.id);
    const anybodys = await queue(store);
    assert.equal(await offered(store), anybodys.id);
    assert.equal(await offered(store, { agent: 'codex exec -', only: [anybodys.id] }), anybodys.id);
  },

  'a worker gets the oldest job, by when it was made and then by its id': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [last, third, second, first] = await put(
      store,
      { ...QUEUED, id: 'j-a', createdAt: NOW + 1 },
      { ...QUEUED, id: 'j-c', createdAt: NOW },
      { ...QUEUED, id: 'j-b', createdAt: NOW },
      { ...QUEUED, id: 'j-z', createdAt: NOW - 1 },
    );
    const worker = await newWorker(store);
    const claimed: (JobRecord | null)[] = [];
    for (const opening of [store, other, store, other, store]) claimed.push(await claim(opening, worker, NOW + 5));
    const run = { state: 'RUNNING', owner: worker, runs: 1, updatedAt: NOW + 5, startedAt: NOW + 5 };
    assert.deepEqual(claimed, [...[first, second, third, last].map((job) => ({ ...job, ...run })), null]);
    for (const job of claimed.slice(0, 4)) assert.deepEqual(await other.job(job!.id), job);
  },

  'a worker gets as many as it has room for, the oldest first, and the next one the next': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const given = Array.from({ length: 7 }, (_, n) => ({ ...QUEUED, createdAt: NOW - 7 + n }));
    const jobs = (await put(store, ...given)).map(({ id }) => id);
    const workers = [await newWorker(store), await newWorker(other)] as const;
    const idsOf = (got: readonly JobRecord[]) => got.map(({ id }) => id);
    assert.deepEqual(idsOf(await claims(store, workers[0], { limit: 3 })), jobs.slice(0, 3));
    assert.deepEqual(idsOf(await claims(other, workers[1], { limit: 3 })), jobs.slice(3, 6));
    assert.deepEqual(idsOf(await claims(store, workers[0], { limit: 3 })), jobs.slice(6));
    assert.deepEqual(idsOf(await claims(other, workers[1], { limit: 3 })), []);
    assert.deepEqual((await beat(store, workers[1])).toSorted(), jobs.slice(3, 6).toSorted());
  },

  'a job of another project, without a prompt, that waits or has ended goes to no worker': async ({ open }) => {
    const store = await open();
    const ended = { prompt: 'Build it.', endedAt: NOW };
    const [elsewhere] = await put(
      store,
      { ...QUEUED, project: '/another' },
      { state: 'RUNNING' },
      { state: 'AWAITING_RESPONSE' },
      { state: 'AWAITING_RESPONSE', prompt: 'Build it.' },
      { state: 'COMPLETE', ...ended },
      { state: 'ERROR', error: 'no', ...ended },
      { state: 'CANCELLED', ...ended },
    );
    assert.deepEqual(await claims(store, 'w', { limit: 9 }), []);
    for (const project of ['', '\u0000', 'a\u0000b', '\ud800', "'", '%'])
      assert.equal(await offered(store, { project }), null);
    assert.equal(await offered(store, { project: '/another' }), elsewhere!.id);
    const [free] = await put(store, { state: 'RUNNING', prompt: 'Build it.', createdAt: NOW + 9 });
    assert.equal(await offered(store), free!.id);
  },

  'a job whose worker lives goes to no other, and to any in the millisecond in which the lease is over': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id, owner } = await begun(store);
    assert.equal(await offered(other, { now: LEASE_END - 1 }), null);
    // It is renewed, and valid for longer.
    assert.deepEqual(await beat(other, owner, LEASE_END + 10), [id]);
    assert.equal(await offered(store, { now: LEASE_END + 9 }), null);
    assert.equal(await offered(store, { now: LEASE_END + 10 }), id);
    const another = await newWorker(store);
    const [kept] = await claims(store, another, { now: LEASE_END + 10 });
    assert.equal(kept?.id, id);
    await beat(other, another, LEASE_END + 99);
    assert.equal(await offered(store, { now: LEASE_END + 10 }), null);
    await other.runs.dismiss(another);
    assert.equal(await offered(store, { now: LEASE_END + 10 }), id);
    // An owner without a lease is no worker.
    const [orphan] = await put(store, { ...RUNNING, owner: 'w-unknown', createdAt: NOW - 1 });
    assert.equal(await offered(store), orphan!.id);
  },

  'a job that is taken over counts the worker it has lost, and says from whom it came': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const job = await begun(store);
    const next = await newWorker(other, NEXT_LEASE_END);
    const taken = await claim(other, next, LEASE_END);
    const run = { owner: next, runs: 2, lost: 1, startedAt: NOW, updatedAt: LEASE_END };
    assert.deepEqual(taken, { ...job, ...run });
    assert.deepEqual(await store.job(job.id), taken);
    const started = (await store.events(0, 100)).filter(({ type }) => type === 'job.started');
    assert.deepEqual(
      started.map(({ data }) => data),
      [
        { worker: job.owner, run: 1 },
        { worker: next, run: 2, takenOverFrom: job.owner },
      ],
    );
  },

  'whatever a job was before, it becomes what the decision says, and so does the trail': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const jobs = await put(
      store,
      { ...QUEUED, createdAt: NOW - 7, agent: 'a "b" \\ü' },
      { ...RUNNING, createdAt: NOW - 6, lost: 3 },
      { ...RUNNING, createdAt: NOW - 5, owner: 'w "gone" \\ü', runs: 4, lost: 2 },
      { ...RUNNING, createdAt: NOW - 4, owner: 'w-gone', lost: MAX_LOST - 2 },
      { ...RUNNING, createdAt: NOW - 3, owner: 'w-gone', lost: MAX_LOST - 1 },
      { ...RUNNING, createdAt: NOW - 2, lost: MAX_LOST },
      { ...RUNNING, createdAt: NOW - 1, startedAt: null },
    );
    const worker = `${await newWorker(store)} "\\ü`;
    const { effects, result } = decideClaim({ jobs }, { worker, now: NOW });
    const got = await claims(other, worker, { agent: 'a "b" \\ü', limit: 9 });
    assert.deepEqual(got, result);
    for (const job of result) assert.deepEqual(await store.job(job.id), job);
    const expected = effects.flatMap((effect) => (effect.do === 'event' ? [effect.event] : []));
    assert.deepEqual((await trail(store)).map(withoutSeq), expected);
    assert.deepEqual(
      result.map(({ state }) => state),
      ['RUNNING', 'RUNNING', 'RUNNING', 'RUNNING', 'ERROR', 'ERROR', 'RUNNING'],
    );
  },

  'watchers of every opening hear of it once, in its place': async ({ openings, watchAll }) => {
    const stores = (await openings(2)) as [Store, Store];
    const watchers = await watchAll(stores);
    const jobs: string[] = [];
    for (let n = 0; n < 6; n += 1) jobs.push((await queue(stores[n % 2]!, queueCommand(), NOW + n)).id);
    const got = await claims(stores[0], await newWorker(stores[0]), { limit: 4 });
    const later = await queue(stores[0]);
    for (const told of watchers) {
      await told.until((events) => events.some(({ job }) => job === later.id), 'the job that was queued last');
      const heard = told.events.map(({ type, job }) => `${type} ${job}`);
      assert.deepEqual(heard, [
        ...jobs.map((id) => `job.queued ${id}`),
        ...got.map(({ id }) => `job.started ${id}`),
        `job.queued ${later.id}`,
      ]);
    }
    assert.equal(got.length, 4);
  },

  'claims at once share the jobs: each goes to one worker, and none is left while there is room': async ({
    openings,
  }) => {
    const stores = await openings(4);
    const jobs = await put(stores[0]!, ...Array.from({ length: 60 }, (_, n) => ({ ...QUEUED, createdAt: NOW + n })));
    const workers = await Promise.all(Array.from({ length: 24 }, (_, n) => newWorker(stores[n % 4]!)));
    const got = await atOnce(
      ...workers.map((worker, n) => () => claims(stores[n % 4]!, worker, { limit: 3, now: NOW + 99 })),
    );
    const ids = got.flat().map(({ id }) => id);
    assert.deepEqual(ids.toSorted(), jobs.map(({ id }) => id).toSorted());
    for (const [n, own] of got.entries()) {
      assert.ok(own.length <= 3, `a worker got ${own.length} jobs`);
      assert.deepEqual((await beat(stores[0]!, workers[n]!)).toSorted(), own.map(({ id }) => id).toSorted());
    }
    const started = (await trail(stores[1]!)).filter(({ type }) => type === 'job.started').map(({ job }) => job!);
    assert.deepEqual(started.toSorted(), ids.toSorted());
  },
});
