/** Stores as an earlier schema held them, with rows that today's library has written, as far as they fit into it. */

import Database from 'better-sqlite3';
import { COPIED_TABLES } from '../../src/store/copy/copy.ts';
import { POSTGRES_MIGRATIONS, STORE_TABLE } from '../../src/store/migrations/postgres.ts';
import { COPYING_ID, SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { runSteps } from '../../src/store/sqlite/schema.ts';
import { type Kind, newPlace, type Place } from './copying.ts';
import { clientOf } from './raw-tables.ts';

const schemaOf = ({ db }: Place) => new URL(db).searchParams.get('schema')!;

/** A store of an earlier schema, the first by default, at a new place; with the rows of another where one is given. */
export async function oldStore(kind: Kind, today?: Place, schema = 1): Promise<Place> {
  const place = await newPlace(kind);
  await MADE[kind](place, today, schema);
  return place;
}

const MADE: Readonly<Record<Kind, (place: Place, today: Place | undefined, schema: number) => Promise<void>>> = {
  async SQLite({ db }, today, schema) {
    const file = new Database(db);
    runSteps(file, SQLITE_MIGRATIONS.slice(0, schema));
    file.pragma(`user_version = ${schema}`);
    if (today) {
      file.exec(`ATTACH '${today.db}' AS today`);
      for (const { name } of COPIED_TABLES) {
        const columns = file.prepare("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(name).join(', ');
        if (columns) file.exec(`INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM today.${name}`);
      }
    }
    file.close();
  },

  async PostgreSQL(place, today, schema) {
    const { sql } = place;
    await sql(`CREATE SCHEMA ${schemaOf(place)}`);
    await sql(STORE_TABLE);
    await sql(
      `INSERT INTO store (version, first_seq, first_xid) VALUES (${schema}, 1, pg_current_xact_id()::text::bigint)`,
    );
    const client = clientOf(place.db);
    await client.connect();
    for (const step of POSTGRES_MIGRATIONS.slice(0, schema)) await client.query(step);
    await client.end();
    if (!today) return;
    for (const { name } of COPIED_TABLES) {
      const found = await sql(
        `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute a
         WHERE attrelid = to_regclass('${name}') AND attnum > 0 AND attgenerated = ''
         AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = '${schemaOf(today)}.${name}'::regclass AND t.attname = a.attname)`,
      );
      const [{ columns }] = found as [{ columns: string | null }];
      if (columns) await sql(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${schemaOf(today)}.${name}`);
    }
    await sql('UPDATE store SET first_seq = (SELECT coalesce(max(seq), 0) + 1 FROM events)');
  },
};

/** As an older AskOnce left it that was ended while it copied into it. */
export async function leaveUnfinished({ kind, sql }: Place, source: string): Promise<void> {
  const mark = JSON.stringify({ source, facts: {}, table: 'sessions', after: null, done: 0 });
  if (kind === 'SQLite') {
    await sql('CREATE TABLE copying (source TEXT NOT NULL, mark TEXT NOT NULL) STRICT');
    await sql(`INSERT INTO copying VALUES ('${source}', '${mark}')`);
    await sql(`PRAGMA application_id = ${COPYING_ID}`);
    return;
  }
  await sql('CREATE TABLE copying (mark text NOT NULL, foreign_keys text NOT NULL)');
  await sql(`INSERT INTO copying VALUES ('${mark}', '[]')`);
  await sql(`CREATE FUNCTION copy_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('askonce.copies', true) = 'yes' THEN RETURN NULL; END IF;
    RAISE 'a copy into this store is not complete' USING ERRCODE = 'object_not_in_prerequisite_state'; END $$`);
  for (const table of ['sessions', 'jobs', 'events']) {
    await sql(`CREATE TRIGGER copy_guard BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION copy_guard()`);
  }
  await sql(`UPDATE store SET copying = '${source}'`);
}
