/** Pages of jobs. */
import assert from 'node:assert/strict';
import { JOB_STATES, type JobState } from '../../core/model/job.ts';
import type { JobRecord } from '../../core/model/records.ts';
import type { JobQuery, Store } from '../../ports.ts';
import { write } from '../drive.ts';
import { jobOf, NOW, newId, sessionOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

const PROMPT = { prompt: 'Build it.' } as const;

function inState(state: JobState): Partial<JobRecord> {
  const ended = state === 'COMPLETE' || state === 'ERROR' || state === 'CANCELLED';
  return { ...PROMPT, state, error: state === 'ERROR' ? 'no' : null, endedAt: ended ? NOW : null };
}

/** A session with these jobs, in the order given. */
async function put(store: Store, given: readonly Partial<JobRecord>[]): Promise<JobRecord[]> {
  const session = sessionOf();
  const jobs = given.map((more) => jobOf(session.id, more));
  const inserts = jobs.map((job) => ({ do: 'insert_job', job }) as const);
  await write(store, [{ do: 'insert_session', session }, ...inserts]);
  return jobs;
}

async function pages(store: Store, query: JobQuery, between?: () => Promise<unknown>): Promise<JobRecord[]> {
  const all: JobRecord[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await store.runs.list(after === undefined ? query : { ...query, after });
    assert.ok(page.items.length <= query.limit, 'a page holds no more than are wanted');
    all.push(...page.items);
    if (page.next === null) return all;
    assert.notEqual(page.items.length, 0, 'a page that is not the last holds something');
    after = page.next;
    await between?.();
  }
}

const ids = (jobs: readonly JobRecord[]) => jobs.map(({ id }) => id);

export const JOB_LISTING = casesAbout('runs', {
  'jobs are listed by when they were made and then by their ids, oldest first or newest first': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    // Ids do not follow the times, and most share one millisecond. A cursor must support any id.
    const given = ['j-c', 'j-a', 'j/b/1', 'j/b', 'j-ä', 'j-Z'].map((id) => ({ ...PROMPT, id, createdAt: NOW }));
    const first = { ...PROMPT, id: 'j-z', createdAt: NOW - 1 };
    const last = { ...PROMPT, id: 'j-0', createdAt: NOW + 1 };
    const jobs = await put(store, [last, ...given, first]);
    const oldest = ['j-z', 'j-Z', 'j-a', 'j-c', 'j-ä', 'j/b', 'j/b/1', 'j-0'];
    for (const limit of [1, 2, 3, 7, 8, 9]) {
      assert.deepEqual(ids(await pages(other, { limit })), oldest);
      assert.deepEqual(ids(await pages(other, { limit, newest: true })), oldest.toReversed());
    }
    assert.equal((await other.runs.list({ limit: 8 })).next, null);
    const [page] = (await other.runs.list({ limit: 1, newest: true })).items;
    assert.deepEqual(page, jobs[0]);
  },

  'jobs are filtered by any set of states, in one session or in all, and those without a prompt are not listed':
    async ({ open }) => {
      const store = await open();
      const each = [...JOB_STATES.map(inState), { state: 'RUNNING' }, { state: 'AWAITING_RESPONSE' }] as const;
      const [here, there] = [await put(store, each), await put(store, each)];
      const sets: (readonly JobState[])[] = [
        ...JOB_STATES.map((state) => [state]),
        ['QUEUED', 'RUNNING', 'AWAITING_RESPONSE'],
        ['ERROR', 'COMPLETE'],
        ['CANCELLED', 'QUEUED'],
        JOB_STATES,
        [],
      ];
      for (const state of sets) {
        const wanted = (of: readonly JobRecord[]) =>
          of.filter((job) => job.prompt !== null && state.includes(job.state));
        assert.deepEqual(await pages(store, { state, limit: 2 }), [...wanted(here), ...wanted(there)]);
        const { session } = there[0]!;
        assert.deepEqual(await pages(store, { state, session, limit: 2 }), wanted(there));
      }
      assert.equal((await pages(store, { limit: 5 })).length, 2 * JOB_STATES.length);
    },

  'jobs that are added while somebody pages are not lost, and none comes twice': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const jobs = ids(
      await put(
        store,
        Array.from({ length: 7 }, () => PROMPT),
      ),
    );
    let rounds = 0;
    const add = async () => {
      rounds += 1;
      if (rounds <= 3) jobs.push(...ids(await put(other, [PROMPT, PROMPT])));
    };
    assert.deepEqual(ids(await pages(store, { limit: 3 }, add)), jobs);
    assert.equal(rounds, 4);
  },

  'where there are no jobs it is an empty page, and the last': async ({ open }) => {
    const store = await open();
    const nothing = { items: [], next: null };
    assert.deepEqual(await store.runs.list({ limit: 10 }), nothing);
    await put(store, [PROMPT]);
    const { items } = await store.runs.list({ limit: 10 });
    assert.equal(items.length, 1);
    for (const session of [newId('s'), '', '\u0000', '\ud800']) {
      assert.deepEqual(await store.runs.list({ session, limit: 10 }), nothing);
    }
    assert.deepEqual(await store.runs.list({ state: ['QUEUED'], limit: 10 }), nothing);
    assert.deepEqual(await store.runs.list({ after: `${NOW + 1}/`, limit: 10 }), nothing);
    // Cursors come from people and programs: an invalid one must not fail.
    for (const after of ['', 'x', '/', '1.5/j', '1e999/j', '-1/j', '99999999999999999999/j', 'x/\u0000'])
      await store.runs.list({ after, limit: 10 });
  },
});
