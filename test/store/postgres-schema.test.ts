import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../src/store/migrations/postgres.ts';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { runSteps } from '../../src/store/sqlite/schema.ts';
import type { Row } from '../support/stores.ts';
import { type PostgresBench, postgresBench } from './postgres-bench.ts';

async function migrated(): Promise<PostgresBench> {
  const bench = await postgresBench();
  await (await bench.open()).close();
  return bench;
}

/** What the catalogue says of everything in the schema; one statement each, in the order of their names. */
const CATALOGUE = [
  `SELECT format(E'CREATE TABLE %s (\\n  %s\\n)%s', c.relname,
     (SELECT string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
          CASE WHEN a.attcollation <> t.typcollation THEN format('COLLATE %I', l.collname) END,
          CASE WHEN a.attnotnull THEN 'NOT NULL' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)), E',\\n  ' ORDER BY a.attnum)
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
     ' WITH (' || array_to_string(c.reloptions, ', ') || ')') AS made
   FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' ORDER BY c.relname COLLATE "C"`,
  `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS made
   FROM pg_constraint WHERE connamespace = $1::regnamespace AND contype <> 'n' ORDER BY conrelid::regclass::text, conname COLLATE "C"`,
  `SELECT indexdef AS made FROM pg_indexes WHERE schemaname = $1 ORDER BY indexname COLLATE "C"`,
  `SELECT pg_get_triggerdef(t.oid) AS made FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal ORDER BY t.tgname COLLATE "C", c.relname COLLATE "C"`,
  `SELECT pg_get_functiondef(oid) AS made FROM pg_proc WHERE pronamespace = $1::regnamespace ORDER BY proname COLLATE "C"`,
];

async function columnsOf({ sql, schema }: PostgresBench): Promise<string[]> {
  const found = await sql(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = $1
     ORDER BY table_name, ordinal_position`,
    [schema],
  );
  return found.map(({ name }) => String(name));
}

function columnsOfSqlite(): string[] {
  const db = new Database(':memory:');
  runSteps(db, SQLITE_MIGRATIONS);
  const found = db
    .prepare(
      `SELECT t.name || '.' || c.name AS name FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
    )
    .all() as Row[];
  db.close();
  return found.map(({ name }) => String(name));
}

describe('the schema', () => {
  /** A change of the schema is seen in review: `npm test -- test/store -u` writes the dump anew. */
  it('that the migrations make is the one committed beside this test', async () => {
    const { sql, schema } = await migrated();
    const made: string[] = [];
    for (const query of CATALOGUE)
      made.push(...(await sql(query, [schema])).map((row) => `${String(row.made).trim()};\n`));
    const dump = made.join('\n').replaceAll(`${schema}.`, '');
    await expect(dump).toMatchFileSnapshot('./postgres-schema.sql');
  });

  it('has the tables and columns of the embedded store, and of its own only these', async () => {
    const [ours, theirs] = [await columnsOf(await migrated()), columnsOfSqlite()];
    expect(theirs.filter((name) => !ours.includes(name))).toEqual([]);
    expect(ours.filter((name) => !theirs.includes(name))).toEqual([
      'clarifications.version',
      'events.mark',
      'jobs.version',
      'sessions.heard_version',
      ...['version', 'first_seq', 'first_xid', 'copying'].map((name) => `store.${name}`),
    ]);
  });

  it('says which it is', async () => {
    const { sql } = await migrated();
    expect(await sql('SELECT version FROM store')).toEqual([{ version: POSTGRES_MIGRATIONS.length }]);
  });

  it('is left alone by whoever opens it again', async () => {
    const { sql, open } = await migrated();
    const before = await sql('SELECT *, xmin FROM store');
    await (await open()).close();
    expect(await sql('SELECT *, xmin FROM store')).toEqual(before);
  });

  it('is made wholly or not at all', async () => {
    const bench = await postgresBench();
    // In the way of a table that is made after others.
    await bench.sql(`CREATE SCHEMA ${bench.schema} CREATE TABLE events (theirs integer)`);
    await expect(bench.open()).rejects.toThrow('already exists');
    expect(await columnsOf(bench)).toEqual(['events.theirs']);
    await bench.sql('DROP TABLE events');
    await bench.open();
    expect(await columnsOf(bench)).toContain('events.seq');
  });
});
