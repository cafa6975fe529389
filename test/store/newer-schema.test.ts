/** A store that a newer AskOnce has brought up to date: older code goes on in it as far as `min_reader` lets it. */
import { describe, expect, it } from 'vitest';
import { POSTGRES_MIGRATIONS, readerGuard } from '../../src/store/migrations/postgres.ts';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { copied, everythingIn, filled, type Kind, newPlace, type Place, workIn } from '../support/copying.ts';
import { oldStore } from '../support/old-store.ts';
import { codeOf, only, parkedId } from '../support/open.ts';

const KINDS: readonly Kind[] = ['SQLite', 'PostgreSQL'];
const KNOWN: Readonly<Record<Kind, number>> = {
  SQLite: SQLITE_MIGRATIONS.length,
  PostgreSQL: POSTGRES_MIGRATIONS.length,
};

/** What a later release leaves: more steps than this one knows, one of which has added a column and a table. */
async function laterRelease({ kind, sql }: Place, minReader: number): Promise<void> {
  await sql('ALTER TABLE clarifications ADD COLUMN newer TEXT');
  await sql('CREATE TABLE newer_still (id TEXT)');
  const version = KNOWN[kind] + 2;
  await sql(kind === 'SQLite' ? `PRAGMA user_version = ${version}` : `UPDATE store SET version = ${version}`);
  await sql(`UPDATE store SET min_reader = ${minReader}`);
  if (kind === 'PostgreSQL') await sql(readerGuard(minReader));
}

async function versionOf({ kind, sql }: Place): Promise<unknown> {
  const [row] = await sql(kind === 'SQLite' ? 'PRAGMA user_version' : 'SELECT version FROM store');
  return Object.values(row!)[0];
}

async function parkedStore(kind: Kind): Promise<Place> {
  return filled(kind, async (place) => {
    const askonce = await workIn(place);
    parkedId(await askonce.session('s').ask('Which port?', { wait: false }));
    await askonce.close();
  });
}

describe.each(KINDS)('a store of a later schema (%s)', (kind) => {
  it('says from when on which release may use it', async () => {
    const { sql } = await parkedStore(kind);
    const [{ min_reader }] = (await sql('SELECT min_reader FROM store')) as [{ min_reader: number }];
    expect(min_reader).toBeGreaterThanOrEqual(7);
    expect(min_reader).toBeLessThanOrEqual(KNOWN[kind]);
  });

  it('is worked in by an older release that it may still be used by, and keeps its version', async () => {
    const place = await parkedStore(kind);
    await laterRelease(place, KNOWN[kind]);
    const askonce = await workIn(place);
    const [waiting] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(waiting!.id, '8080');
    expect(only(await askonce.session('s').ask('Which port?', { wait: false }))).toMatchObject({ answer: '8080' });
    await askonce.close();
    expect(await versionOf(place)).toBe(KNOWN[kind] + 2);
  });

  it('is refused by a release that is too old for it, with what it needs, and left as it is', async () => {
    const place = await parkedStore(kind);
    await laterRelease(place, KNOWN[kind] + 1);
    const [has, needs, knows] = [KNOWN[kind] + 2, KNOWN[kind] + 1, KNOWN[kind]];
    await expect(workIn(place)).rejects.toThrow(
      `has schema ${has}, which needs a version of AskOnce that supports schema ${needs}; this one supports ${knows}. Upgrade AskOnce.`,
    );
    expect(await codeOf(workIn(place))).toBe('store_newer');
    expect(await versionOf(place)).toBe(has);
  });

  it('that came while an older release worked in it is worked on in, if it may still be used', async () => {
    const place = await parkedStore(kind);
    const askonce = await workIn(place);
    await laterRelease(place, KNOWN[kind]);
    const [waiting] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(waiting!.id, '8080');
    await askonce.access.tokens.create({ name: 'alice', role: 'asker' });
    expect(await askonce.questions.get(waiting!.id)).toMatchObject({ answer: '8080' });
  });

  it('that came while an older release worked in it is not written by it any more, if it is too new', async () => {
    const place = await parkedStore(kind);
    const askonce = await workIn(place);
    await askonce.access.tokens.create({ name: 'alice', role: 'asker' });
    const job = (await askonce.jobs.submit('Write a poem', { session: 's' })).job;
    await laterRelease(place, KNOWN[kind] + 1);
    const before = await everythingIn(place);
    const [waiting] = (await askonce.questions.list({ status: 'pending' })).items;
    const attempts = [
      () => askonce.session('s').ask('Which host?', { wait: false }),
      () => askonce.session('new').ask('Which host?', { wait: false }),
      () => askonce.questions.answer(waiting!.id, '8080'),
      () => askonce.access.tokens.create({ name: 'bob', role: 'asker' }),
      () => askonce.webhooks.add({ url: 'https://example.com/' }),
      () => askonce.jobs.submit('Write a poem', { session: 's' }),
      () => askonce.jobs.cancel(job.id),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toThrow(/a (newer )?version of AskOnce.*[Uu]pgrade AskOnce/);
      expect(await codeOf(attempt())).toBe('store_newer');
    }
    expect(await everythingIn(place)).toEqual(before);
  });

  it('is not copied by an older release, which would leave out what it does not know', async () => {
    const place = await parkedStore(kind);
    await laterRelease(place, KNOWN[kind]);
    for (const to of KINDS) {
      const copying = copied(place, await newPlace(to));
      await expect(copying).rejects.toThrow(/would lose newer data\. Copy it with a newer version\./);
    }
  });

  it('that is empty is copied into by an older release that it may still be used by, and by no other', async () => {
    const [from, to, beyond] = [await parkedStore('SQLite'), await newPlace(kind), await newPlace(kind)];
    for (const place of [to, beyond]) await (await workIn(place)).close();
    await laterRelease(to, KNOWN[kind]);
    await laterRelease(beyond, KNOWN[kind] + 1);
    expect(await copied(from, to)).toMatchObject({ complete: true });
    expect(await everythingIn(to)).toEqual(await everythingIn(from));
    expect(await versionOf(to)).toBe(KNOWN[kind] + 2);
    expect(await codeOf(copied(from, beyond))).toBe('store_newer');
  });

  it('from before there was a lowest release gets one when it is brought up to date', async () => {
    const place = await oldStore(kind, undefined, 6);
    await expect(place.sql('SELECT min_reader FROM store')).rejects.toThrow(/store|min_reader/);
    await (await workIn(place)).close();
    expect(await versionOf(place)).toBe(KNOWN[kind]);
    expect(await place.sql('SELECT min_reader >= 7 AS yes FROM store')).toEqual([
      { yes: kind === 'SQLite' ? 1 : true },
    ]);
  });
});
