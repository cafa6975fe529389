import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COPIED_TABLES } from '../../../src/store/copy/copy.ts';
import {
  copied,
  copiedWhile,
  everythingIn,
  filled,
  givenUp,
  type Kind,
  newFolder,
  newPlace,
  newsOf,
  type Place,
  workIn,
} from '../../support/copying.ts';
import { codeOf, parkedId } from '../../support/open.ts';

const KINDS: readonly Kind[] = ['SQLite', 'PostgreSQL'];

describe.each(KINDS)('a target of %s', (kind) => {
  it('that holds anything is refused and stays as it is', async () => {
    const [from, to] = [await filled('SQLite'), await filled(kind)];
    const before = await everythingIn(to);
    expect(await codeOf(copied(from, to))).toBe('store_not_empty');
    expect(await everythingIn(to)).toEqual(before);
    await workIn(to);
  });

  it('that holds an unfinished copy of another source is refused, and that copy can still be finished', async () => {
    const [one, other, to] = [await filled('SQLite'), await filled('PostgreSQL'), await newPlace(kind)];
    await givenUp(one, to, 3);
    expect(await codeOf(copied(other, to))).toBe('store_not_empty');
    expect((await newsOf(one, to)).news).toContain('resumed');
    expect(await everythingIn(to)).toEqual(await everythingIn(one));
  });

  it('can be worked in neither while a copy runs nor until it is complete, nor be copied itself', async () => {
    const [from, to] = [await filled('SQLite'), await newPlace(kind)];
    expect((await copiedWhile(from, to, () => codeOf(workIn(to)))).result).toBe('store_unfinished');
    await workIn(to);
    const unfinished = await newPlace(kind);
    await givenUp(from, unfinished, 2);
    await expect(workIn(unfinished)).rejects.toMatchObject({
      code: 'store_unfinished',
      message: expect.stringContaining(`askonce migrate --from '${from.db}' --to '`),
    });
    expect(await codeOf(copied(unfinished, await newPlace('SQLite')))).toBe('store_unfinished');
  });

  it('takes one copy at a time', async () => {
    const [from, to] = [await filled('SQLite'), await newPlace(kind)];
    const { result } = await copiedWhile(from, to, () => codeOf(copied(from, to)));
    expect(result).toBe('store_busy');
    expect(await everythingIn(to)).toEqual(await everythingIn(from));
  });

  it('keeps its rules: answered once, append only, and what refers to what', async () => {
    const [from, to] = [await filled('SQLite'), await newPlace(kind)];
    await givenUp(from, to, 4);
    await copied(from, to);
    await expect(to.sql(`UPDATE clarifications SET answer = 'x' WHERE answer = 'SQLite'`)).rejects.toThrow(
      'at most once',
    );
    await expect(to.sql('DELETE FROM events')).rejects.toThrow('append-only');
    const fresh = await newPlace(kind);
    await (await workIn(fresh)).close();
    expect(await schemaOf(to)).toEqual(await schemaOf(fresh));
  });

  it('has no column that is not copied, but for who tells a webhook now', async () => {
    const place = await newPlace(kind);
    await (await workIn(place)).close();
    for (const { name, columns } of COPIED_TABLES) {
      // What a store makes of other columns by itself, it makes of the copied ones too.
      const rows =
        kind === 'SQLite'
          ? await place.sql(`SELECT name FROM pragma_table_info('${name}')`)
          : await place.sql(
              `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${name}'::regclass AND attnum > 0 AND attgenerated = ''`,
            );
      const own = ['holder', 'held_until', ...(kind === 'SQLite' ? [] : ['heard_version', 'version', 'mark'])];
      const there = rows.map((row) => String(row.name)).filter((column) => !own.includes(column));
      expect(there.toSorted()).toEqual(columns.toSorted());
    }
  });
});

it('a SQLite target that somebody has open is left alone: they would not notice the copy', async () => {
  const [from, to] = [await filled('SQLite'), await newPlace('SQLite')];
  const idle = await workIn(to);
  expect(await codeOf(copied(from, to))).toBe('store_busy');
  parkedId(await idle.session('s').ask('Which planet?', { wait: false }));
});

it('a PostgreSQL target that somebody has open takes nothing from them until the copy is complete', async () => {
  const [from, to] = [await filled('SQLite'), await newPlace('PostgreSQL')];
  const early = await workIn(to);
  const { report, result } = await copiedWhile(from, to, () =>
    codeOf(early.session('s').ask('Which planet?', { wait: false })),
  );
  expect(result).toBe('store_failed');
  expect(await everythingIn(to)).toEqual(await everythingIn(from));
  parkedId(await early.session('s').ask('Which planet?', { wait: false }));
  const [event] = await early.events.list({ after: report.lastEvent });
  expect(event).toMatchObject({ type: 'clarification.requested', session: 's' });
});

it('a source that is not there, or is something else, is refused, and no target is made', async () => {
  const folder = newFolder();
  const other = join(folder, 'other.db');
  writeFileSync(other, 'no database, and never was one. '.repeat(200));
  const to = { kind: 'SQLite', db: join(folder, 'to.db') } as Place;
  const from = (db: string) => copied({ db } as Place, to);
  expect(await codeOf(from(join(folder, 'none.db')))).toBe('store_unavailable');
  expect(await codeOf(from(other))).toBe('store_corrupt');
  expect(await codeOf(from((await newPlace('PostgreSQL')).db))).toBe('store_unavailable');
  expect(await codeOf(from('postgres://ada:s3cret@127.0.0.1:1/shop'))).toBe('store_unavailable');
  expect(existsSync(to.db)).toBe(false);
  expect(existsSync(join(folder, 'none.db'))).toBe(false);
});

it('a target that is a database of something else is refused and stays as it is', async () => {
  const [from, to] = [await filled('SQLite'), await newPlace('SQLite')];
  await to.sql('CREATE TABLE theirs (a)');
  expect(await codeOf(copied(from, to))).toBe('store_corrupt');
  expect(await to.sql('SELECT name FROM sqlite_schema')).toEqual([{ name: 'theirs' }]);
});

/** Everything that is made in a store, apart from rows. */
async function schemaOf({ kind, sql }: Place): Promise<unknown[]> {
  if (kind === 'SQLite') return sql('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name');
  const own = `current_schema()::regnamespace`;
  return sql(`
    SELECT 'relation' AS kind, relname::text AS name, '' AS definition FROM pg_class WHERE relnamespace = ${own}
    UNION ALL SELECT 'function', proname::text, '' FROM pg_proc WHERE pronamespace = ${own}
    UNION ALL SELECT 'constraint', conname::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = ${own}
    UNION ALL SELECT 'trigger', tgname::text, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
      AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = ${own})
    ORDER BY 1, 2, 3`);
}
