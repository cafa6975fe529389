/** A store that an older AskOnce has left: it opens, and what waited in it goes on. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/open.ts';
import { beat, claim, queue, queueCommand } from '../../../src/testing/drive-jobs.ts';
import { NOW } from '../../../src/testing/make.ts';
import {
  copied,
  everythingIn,
  filled,
  type Kind,
  newPlace,
  newsOf,
  type Place,
  workIn,
} from '../../support/copying.ts';
import { fillAccess } from '../../support/copying-access.ts';
import { leaveUnfinished, oldStore } from '../../support/old-store.ts';
import { codeOf, only, parkedId } from '../../support/open.ts';

const KINDS: readonly Kind[] = ['SQLite', 'PostgreSQL'];
const PLAIN = { wait: false } as const;

/** Two jobs of one project and one of another: one waits, one ran and was answered, one waits for what the other does. */
async function fillAsBefore(place: Place): Promise<void> {
  const askonce = await workIn(place);
  const jobs = askonce.session('jobs', { policy: 'job', asker: 'builder' });
  await jobs.ask('Which port?', { ...PLAIN, job: 'waits' });
  await askonce.questions.answer(parkedId(await jobs.ask('Which database?', { ...PLAIN, job: 'ran' })), 'PostgreSQL');
  await jobs.ask('Which port?', { ...PLAIN, job: 'joins' });
  await askonce.close();
}

async function oldFilled(kind: Kind): Promise<Place> {
  return oldStore(kind, await filled(kind, fillAsBefore));
}

describe.each(KINDS)('a store of the first schema (%s)', (kind) => {
  it('really is one', async () => {
    const { sql } = await oldFilled(kind);
    await expect(sql('SELECT project FROM jobs')).rejects.toThrow('project');
    expect(await sql('SELECT id, state FROM jobs ORDER BY id')).toEqual([
      { id: 'joins', state: 'AWAITING_RESPONSE' },
      { id: 'ran', state: 'RUNNING' },
      { id: 'waits', state: 'AWAITING_RESPONSE' },
    ]);
  });

  it('opens, by many at once, and its jobs are those of their session’s project and of no worker', async () => {
    const place = await oldFilled(kind);
    const [{ project }] = (await place.sql('SELECT project FROM sessions')) as [{ project: string }];
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(place.db, '/')));
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    for (const id of ['waits', 'ran', 'joins']) {
      expect(await stores[3]!.job(id)).toMatchObject({
        project,
        prompt: null,
        owner: null,
        runs: 0,
        lost: 0,
        startedAt: null,
        endedAt: null,
      });
    }
    expect(await stores[1]!.runs.list({ limit: 9 })).toEqual({ items: [], next: null });
    expect(await claim(stores[2]!, 'w', NOW, project)).toBeNull();
    // And new ones run beside them.
    const session = { ...queueCommand().session, id: 'jobs', project };
    const { id } = await queue(stores[0]!, queueCommand({ session }));
    await beat(stores[4]!, 'w');
    expect(await claim(stores[1]!, 'w', NOW, project)).toMatchObject({ id, owner: 'w' });
  });

  it('has questions that can be answered, and jobs that go on', async () => {
    const place = await oldFilled(kind);
    const askonce = await workIn(place);
    const { items } = await askonce.questions.list({ status: 'pending' });
    expect(items.map(({ question }) => question)).toEqual(['Which port?']);
    await askonce.questions.answer(items[0]!.id, '8080');
    expect(await place.sql('SELECT DISTINCT state FROM jobs')).toEqual([{ state: 'RUNNING' }]);
    const jobs = askonce.session('jobs', { policy: 'job', asker: 'builder' });
    expect(only(await jobs.ask('Which port?', { ...PLAIN, job: 'waits' }))).toMatchObject({ answer: '8080' });
    expect(only(await jobs.ask('Which database?', { ...PLAIN, job: 'ran' }))).toMatchObject({ answer: 'PostgreSQL' });
    expect(only(await jobs.ask('Which planet?', { ...PLAIN, job: 'waits' }))).toMatchObject({ code: 'cap_reached' });
  });

  it('knows no token and no webhook, and takes both', async () => {
    const place = await oldFilled(kind);
    const store = await openStore(place.db, '/');
    onTestFinished(() => store.close());
    expect([await store.access.tokens(), await store.access.webhooks()]).toEqual([[], []]);
    await fillAccess(place.db, 'old');
    expect((await store.access.tokens()).map(({ name }) => name)).toEqual(['old', 'Ada']);
    expect(await store.access.webhooks()).toHaveLength(2);
  });

  it('is copied once it was opened, and says so before', async () => {
    const from = await oldFilled(kind);
    for (const to of KINDS) {
      await expect(copied(from, await newPlace(to))).rejects.toThrow(
        /older version of AskOnce.*`askonce inbox`.*then copy it/,
      );
    }
    await (await workIn(from)).close();
    for (const kindOfCopy of KINDS) {
      const to = await newPlace(kindOfCopy);
      expect(await copied(from, to)).toMatchObject({ complete: true });
      expect(await everythingIn(to)).toEqual(await everythingIn(from));
    }
  });

  it('that is empty can be copied into, and one that is not is left as it is', async () => {
    const from = await filled('SQLite');
    const to = await oldStore(kind);
    expect(await copied(from, to)).toMatchObject({ complete: true });
    expect(await everythingIn(to)).toEqual(await everythingIn(from));
    const full = await oldFilled(kind);
    expect(await codeOf(copied(from, full))).toBe('store_not_empty');
    expect(await full.sql('SELECT count(*) AS n FROM jobs')).toEqual([{ n: 3 }]);
  });

  it('that a copy was begun into cannot be worked in, and the copy is begun anew and finished', async () => {
    const from = await filled('SQLite');
    const to = await oldFilled(kind);
    await leaveUnfinished(to, from.db);
    expect(await codeOf(workIn(to))).toBe('store_unfinished');
    const { news, report } = await newsOf(from, to);
    expect(news).toContain('begun anew');
    expect(report.complete).toBe(true);
    expect(await everythingIn(to)).toEqual(await everythingIn(from));
  });
});
