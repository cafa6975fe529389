/** Stores that an AskOnce of the second or third schema has left, with jobs in every state: they open, and the jobs go on. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { JOB_STATES } from '../../../src/core/model/job.ts';
import type { Store } from '../../../src/ports.ts';
import { openStore } from '../../../src/store/open.ts';
import { answer } from '../../../src/testing/drive.ts';
import { beat, claim, LEASE_END } from '../../../src/testing/drive-jobs.ts';
import { MINUTE } from '../../../src/testing/fake-clock.ts';
import { PROJECT } from '../../../src/testing/make.ts';
import { copied, everythingIn, filled, type Kind, newPlace, type Place, WORDS, workIn } from '../../support/copying.ts';
import { fillJobs } from '../../support/copying-jobs.ts';
import { oldStore } from '../../support/old-store.ts';

const KINDS: readonly Kind[] = ['SQLite', 'PostgreSQL'];
const LATER = LEASE_END + 120 * MINUTE;

/** In the project that the other jobs belong to. */
const work = (place: Place) => workIn(place, undefined, PROJECT);

/** Jobs of every state with results, logs and workers; and from the third schema on some whose prompt was asked about. */
async function leave(schema: number, place: Place): Promise<void> {
  await fillJobs(place.db, WORDS);
  if (schema < 3) return;
  const askonce = await work(place);
  for (const id of ['asked', 'answered']) await askonce.jobs.submit('hot frozen cheese', { id, session: id });
  await askonce.jobs.answer('answered', 'hot');
  await askonce.jobs.submit('a cheese sandwich', { id: 'clear' });
  await askonce.close();
}

/** The store as it was left, and all that was in it. */
async function left(kind: Kind, schema: number) {
  const today = await filled(kind, (place) => leave(schema, place));
  // What kept no version of its keys has those of the first. The store alone does not make them anew: the engine does.
  for (const table of ['clarifications', 'ask_items', 'preferences'])
    await today.sql(`UPDATE ${table} SET key_version = 1`);
  // And what its answers taught was counted elsewhere.
  await today.sql('UPDATE clarifications SET taught_at = NULL');
  return { old: await oldStore(kind, today, schema), everything: await everythingBut(today) };
}

/** All but the projects: what was written past AskOnce has none until the store is brought up to date. */
async function everythingBut(place: Place) {
  const { projects: _, ...rest } = await everythingIn(place);
  return rest;
}

async function opened({ db }: Place): Promise<Store> {
  const store = await openStore(db, '/');
  onTestFinished(() => store.close());
  return store;
}

const LACKS = { 2: 'SELECT clarification_status FROM jobs', 3: 'SELECT hash FROM tokens' } as const;
const CASES = KINDS.flatMap((kind) => ([2, 3] as const).map((schema) => ({ kind, schema })));

describe.each(CASES)('a store of schema $schema ($kind)', ({ kind, schema }) => {
  it('really is one', async () => {
    const { old } = await left(kind, schema);
    await expect(old.sql(LACKS[schema])).rejects.toThrow(/clarification_status|tokens/);
    await expect(old.sql('SELECT ended_as FROM jobs')).rejects.toThrow('ended_as');
    const states = await old.sql('SELECT DISTINCT state FROM jobs');
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(JOB_STATES));
  });

  it('opens, by many at once, and holds all that it held', async () => {
    const { old, everything } = await left(kind, schema);
    await Promise.all(Array.from({ length: 5 }, () => opened(old)));
    expect(await everythingBut(old)).toEqual(everything);
  });

  it('lists its jobs by each of their states, and shows what they left', async () => {
    const { old } = await left(kind, schema);
    const store = await opened(old);
    for (const state of JOB_STATES) {
      const { items } = await store.runs.list({ state: [state], limit: 100 });
      const rows = await old.sql(`SELECT id FROM jobs WHERE state = '${state}' AND prompt IS NOT NULL`);
      expect(items.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      expect(items.length).toBeGreaterThan(0);
    }
    expect(await store.runs.kept('run-complete', 'mail')).toBe('');
    expect((await store.runs.log('run-waits', { limit: 2 })).map(({ line }) => line)).toEqual([
      'line 1098',
      'line 1099',
    ]);
    expect((await store.runs.workers(LEASE_END)).map(({ id }) => id)).toEqual(['w-here']);
  });

  it('has jobs that are begun and questions that are answered', async () => {
    const { old } = await left(kind, schema);
    const store = await opened(old);
    await beat(store, 'w-new', LATER + MINUTE);
    const begun: string[] = [];
    for (;;) {
      const job = await claim(store, 'w-new', LATER, PROJECT);
      if (!job) break;
      begun.push(job.id);
    }
    // One was queued; of the others the worker is gone.
    expect(begun).toEqual(expect.arrayContaining(['run-left', 'run-answered', 'run-queued']));
    const [waits] = await store.runs.look(['run-waits']);
    await answer(store, waits!.waiting[0]!.clarification!.id, 'the left one');
    expect(await claim(store, 'w-new', LATER, PROJECT)).toMatchObject({ id: 'run-waits', owner: 'w-new' });
  });

  it('is copied once it was opened', async () => {
    const { old, everything } = await left(kind, schema);
    await (await opened(old)).close();
    for (const to of KINDS) {
      const place = await newPlace(to);
      expect(await copied(old, place)).toMatchObject({ complete: true });
      expect(await everythingBut(place)).toEqual(everything);
    }
  });
});

describe.each(KINDS)('a store of schema 3 (%s)', (kind) => {
  it('has jobs that were asked about: the answer that waits is taken, and the one that was given stays', async () => {
    const { old } = await left(kind, 3);
    const askonce = await work(old);
    const { job } = await askonce.jobs.answer('asked', 'frozen');
    expect(job).toMatchObject({ state: 'RUNNING', clarificationStatus: 'answered', clarificationAnswer: 'frozen' });
    expect(await askonce.jobs.get('answered')).toMatchObject({ clarificationAnswer: 'hot', state: 'RUNNING' });
    expect(await askonce.jobs.get('clear')).toMatchObject({ clarificationStatus: 'skipped', state: 'QUEUED' });
    await expect(old.sql(`UPDATE jobs SET clarification_answer = 'frozen' WHERE id = 'answered'`)).rejects.toThrow(
      'answered at most once',
    );
  });
});
