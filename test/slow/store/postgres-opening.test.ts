/** Opening a PostgreSQL store: by whom, where, by how many at once, and what is said where it cannot be. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AskOnce, AskOnceError, type ErrorCode } from '../../../src/index.ts';
import { storeExists } from '../../../src/store/exists.ts';
import { postgresAddress } from '../../../src/store/postgres/address.ts';
import { openOn, type PostgresBench, postgresBench, until } from '../../store/postgres-bench.ts';
import { endOf, nextEvent, parkedId, trail } from '../../support/open.ts';
import { program } from '../../support/programs.ts';

const CHILD = program('test/slow/store/postgres-opening-child.ts');

const park = async (askonce: AskOnce, question = 'Which colour?', session = 's') =>
  parkedId(await askonce.session(session).ask(question, { wait: false }));

/** How opening ends: with the code and the words of the error. */
async function opening(db: string): Promise<{ code: ErrorCode | 'no error'; text: string }> {
  try {
    await (await openOn(db)).close();
    return { code: 'no error', text: '' };
  } catch (error) {
    if (error instanceof AskOnceError) return { code: error.code, text: error.message };
    throw error;
  }
}

/** All that one can do, by somebody who may not be allowed to. */
async function expectWorks(db: string): Promise<void> {
  const askonce = await openOn(db);
  const told = nextEvent(askonce, 'clarification.answered');
  const id = await park(askonce);
  await askonce.questions.answer(id, 'green');
  expect((await endOf(told)).clarification).toBe(id);
  await askonce.questions.revoke(id);
  await askonce.preferences.set('Which test runner should I use?', 'vitest');
  await askonce.preferences.forget('Which test runner should I use?');
}

describe('twenty processes', () => {
  it('open a store that is not there yet at once, and all of them work in the one they made', async () => {
    const bench = await postgresBench();
    const children = Array.from({ length: 20 }, (_, n) => fork(CHILD, [bench.db, `s-${n}`]));
    onTestFinished(() => {
      for (const child of children) child.kill();
    });
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('go');
    const ended = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(ended.map(([code]) => code)).toEqual(children.map(() => 0));
    expect(await bench.count('store')).toBe(1);
    expect(await bench.count('sessions')).toBe(20);
    expect(await bench.count('events')).toBe(20);
  }, 60_000);
});

describe('a store of a newer AskOnce', () => {
  async function newer(): Promise<PostgresBench> {
    const bench = await postgresBench();
    await park(await bench.open());
    await bench.sql('UPDATE store SET version = version + 1, min_reader = version + 1');
    return bench;
  }

  it('is refused, said to be newer, and left as it is', async () => {
    const { db, sql, count } = await newer();
    const { code, text } = await opening(db);
    expect(code).toBe('store_newer');
    expect(text).toContain('Upgrade AskOnce');
    await sql('UPDATE store SET version = version - 1, min_reader = version - 1');
    expect(await opening(db)).toMatchObject({ code: 'no error' });
    expect(await count('clarifications')).toBe(1);
  });

  it('is said to be newer to a user who may make nothing in it, too', async () => {
    const bench = await newer();
    const { name, db } = await bench.user();
    await bench.sql(`GRANT USAGE ON SCHEMA ${bench.schema} TO ${name}`);
    await bench.sql(`GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA ${bench.schema} TO ${name}`);
    expect((await opening(db)).code).toBe('store_newer');
  });
});

describe('two installations in one database', () => {
  it('do not meet: neither questions nor answers nor events', async () => {
    const [one, two] = [await postgresBench(), await postgresBench()];
    const [here, there] = [await one.open(), await two.open()];
    const toldThere: string[] = [];
    there.events.on('*', ({ type }) => toldThere.push(type));
    await there.questions.list({ status: 'pending' });
    const id = await park(here);
    await here.questions.answer(id, 'green');
    expect(await there.questions.get(id)).toBeNull();
    await park(there);
    await until('the watcher is told', () => toldThere.length > 0);
    expect((await trail(there)).map(({ type }) => type)).toEqual(['clarification.requested']);
    expect(toldThere).toEqual(['clarification.requested']);
    expect((await there.preferences.list()).items).toEqual([]);
  });
});

describe('a schema’s name', () => {
  it.each(['Askonce', 'ask-once', 'ask once', '1st', 'pg_mine', 'x; DROP TABLE store', '"x"', 'a'.repeat(64), ''])(
    '“%s” is refused before anything is sent',
    async (name) => {
      const { code, text } = await opening(`postgres://nobody@127.0.0.1:1/x?schema=${encodeURIComponent(name)}`);
      expect(code).toBe('store_unavailable');
      expect(text).toContain('schema');
    },
  );

  it.each(['user', 'default', 'table'])('“%s” means something in SQL and is a name here', async (name) => {
    const bench = await postgresBench();
    onTestFinished(async () => {
      await bench.sql(`DROP SCHEMA "${name}" CASCADE`);
    });
    await expectWorks(bench.db.replace(bench.schema, name));
    expect(await bench.count(`"${name}".clarifications`)).toBe(1);
  });
});

describe('a user', () => {
  it('who may not make a schema is told what they lack', async () => {
    const { db } = await (await postgresBench()).user();
    const { code, text } = await opening(db);
    expect(code).toBe('store_read_only');
    expect(text).toContain('needs CREATE on the database');
  });

  it('who may not make a schema works in one that was made for them', async () => {
    const bench = await postgresBench();
    const { name, db } = await bench.user();
    await bench.sql(`CREATE SCHEMA ${bench.schema} AUTHORIZATION ${name}`);
    await expectWorks(db);
  });

  it('who may make nothing at all works in a store that somebody else made', async () => {
    const bench = await postgresBench();
    await (await bench.open()).close();
    const { name, db } = await bench.user();
    await bench.sql(`GRANT USAGE ON SCHEMA ${bench.schema} TO ${name}`);
    await bench.sql(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${bench.schema} TO ${name}`);
    await expectWorks(db);
  });

  it('who may not look into the schema is told so, and not that there is nothing', async () => {
    const bench = await postgresBench();
    await park(await bench.open());
    const { db } = await bench.user();
    expect(await storeExists(db)).toBe(true);
    const { code, text } = await opening(db);
    expect(code).toBe('store_read_only');
    expect(text).toContain('Grant USAGE on the schema');
  });

  it('who may only read is told when they write', async () => {
    const bench = await postgresBench();
    await park(await bench.open());
    const { name, db } = await bench.user();
    await bench.sql(`GRANT USAGE ON SCHEMA ${bench.schema} TO ${name}`);
    await bench.sql(`GRANT SELECT ON ALL TABLES IN SCHEMA ${bench.schema} TO ${name}`);
    const askonce = await openOn(db);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await expect(park(askonce, 'Which shape?')).rejects.toMatchObject({ code: 'store_read_only' });
  });
});

describe('a dump that was restored into a server with lower transaction numbers', () => {
  it('goes on numbering after its last event, for all who open it, and watchers are told', async () => {
    const bench = await postgresBench();
    const before = await bench.open();
    await park(before, 'Is this before?');
    await before.close();
    await bench.sql('UPDATE store SET first_xid = first_xid + 1000000');
    const openings = await Promise.all(Array.from({ length: 5 }, () => bench.open()));
    const watcher = openings[0]!;
    const told: number[] = [];
    watcher.events.on('*', ({ seq }) => told.push(seq));
    await watcher.questions.list({ status: 'pending' });
    const last = nextEvent(watcher, 'clarification.answered');
    for (const [n, opening] of openings.entries()) await park(opening, `Is this after, ${n}?`, `s-${n}`);
    await openings[4]!.questions.answer(await park(openings[4]!, 'Which is the last?', 'last'), 'this');
    await endOf(last);
    const all = await trail(openings[1]!);
    expect(all.map(({ data }) => data.question ?? data.answer)).toEqual([
      'Is this before?',
      ...openings.map((_, n) => `Is this after, ${n}?`),
      'Which is the last?',
      'this',
    ]);
    expect(told).toEqual(all.slice(1).map(({ seq }) => seq));
  });
});

describe('a dump without any event that was restored so', () => {
  it('begins to number after nothing, and watchers are told', async () => {
    const bench = await postgresBench();
    await (await bench.open()).close();
    await bench.sql('UPDATE store SET first_xid = first_xid + 1000000');
    const [watcher, other] = [await bench.open(), await bench.open()];
    const told = nextEvent(watcher, 'clarification.requested');
    await watcher.questions.list({ status: 'pending' });
    const id = await park(other);
    expect((await endOf(told)).clarification).toBe(id);
    expect((await trail(watcher)).map(({ clarification }) => clarification)).toEqual([id]);
  });
});

describe('an address', () => {
  it.each([
    ['postgres://me:hush@host/db', 'postgres://me@host/db'],
    ['postgres://me:hush@host:5432/db?sslmode=require', 'postgres://me@host:5432/db?sslmode=require'],
    ['postgres://me:hu@sh@host/db', 'postgres://me@host/db'],
    ['postgres://me:hu/sh@host/db', 'postgres://me@host/db'],
    ['postgres://me@host/db?password=hush', 'postgres://me@host/db'],
    ['postgres://me@host/db?%70assword=hush&x=1', 'postgres://me@host/db?x=1'],
    ['postgres://me:hush@host/db?password=hush&schema=ours', 'postgres://me@host/db?schema=ours'],
    ['postgres://:hush@/db', 'postgres://@/db'],
    ['postgres://me:hush', 'postgres://me'],
    ['postgres://me@host/db?PASSWORD=hush', 'postgres://me@host/db'],
  ])('%s is shown without its password', (db, shown) => {
    expect(postgresAddress(db).shown).toBe(shown);
  });

  it.each(['postgres://me:12?hush@host/db', 'postgres://me:12#hush@host/db', 'postgres:/me:hush@host/db'])(
    '%s is refused, without its password',
    async (db) => {
      const { code, text } = await opening(db);
      expect(code).toBe('store_unavailable');
      expect(text).not.toContain('hush');
    },
  );
});
