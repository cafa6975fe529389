/** On a server of its own: on the one of the run another worker may be quicker to take what is unused. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { giveBack, partsOfSchema, takeUnused } from '../../support/used-schemas.ts';

let server: PostgresServer;
let pool: pg.Pool;

beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url, max: 1 });
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const newName = () => `test_${randomBytes(8).toString('hex')}`;
const open = (schema: string) => openAskOnce({ db: `${server.url}?schema=${schema}`, project: '/' });
const rows = async (statement: string) => (await pool.query<Record<string, unknown>>(statement)).rows;
const names = async () =>
  (await rows(`SELECT nspname FROM pg_namespace WHERE nspname ~ '^(test|unused)_'`)).map(({ nspname }) => nspname);

/** A schema in which somebody asked something. */
async function used(): Promise<string> {
  const schema = newName();
  const askonce = await open(schema);
  await askonce.session('s').ask('Which colour?', { wait: false });
  await askonce.close();
  return schema;
}

describe('a schema that a test has left as the store made it', () => {
  it('is the next one’s, empty and by another name, and numbers its events as a new one', async () => {
    const before = await used();
    const [{ oid }] = (await rows(`SELECT to_regnamespace('${before}')::oid AS oid`)) as [{ oid: number }];
    await giveBack(pool, before);
    expect(await names()).toEqual([expect.stringMatching(/^unused_/)]);

    const next = newName();
    await takeUnused(pool, next);
    expect(await names()).toEqual([next]);
    expect(await rows(`SELECT to_regnamespace('${next}')::oid AS oid`)).toEqual([{ oid }]);
    const askonce = await open(next);
    const pending = await askonce.questions.count({ status: 'pending' });
    expect([pending.count, await askonce.events.list({ after: 0 })]).toEqual([0, []]);
    await askonce.session('s').ask('Which colour?', { wait: false });
    const [event] = await askonce.events.list({ after: 0 });
    expect(event!.seq).toBeGreaterThan(0);
    expect(event!.seq).toBeLessThan(16_384 * 20);
    await askonce.close();
    await pool.query(`DROP SCHEMA ${next} CASCADE`);
  });

  it('has as many parts as are looked for, so that it is used again at all', async () => {
    const schema = await used();
    await giveBack(pool, schema);
    expect(await names()).toHaveLength(1);
    await pool.query(`DROP SCHEMA ${String((await names())[0])} CASCADE`);
    expect(await partsOfSchema(server.url)).toBeGreaterThan(100);
    expect(await names()).toEqual([]);
  });
});

it.each([
  'CREATE TABLE own (n integer)',
  'ALTER TABLE jobs ADD COLUMN own integer',
  'ALTER TABLE jobs ALTER COLUMN id SET DEFAULT 1',
  'ALTER TABLE jobs DISABLE TRIGGER ALL',
  'DROP TRIGGER events_are_not_truncated ON events',
  'CREATE INDEX own ON jobs (id)',
  "CREATE TYPE own AS ENUM ('a')",
  'CREATE FUNCTION own() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
  'GRANT SELECT ON jobs TO PUBLIC',
  'GRANT USAGE ON SCHEMA SELF TO PUBLIC',
  'ALTER TABLE jobs SET (fillfactor = 50)',
  'UPDATE store SET version = 99',
  "UPDATE store SET copying = 'elsewhere'",
  'DELETE FROM store',
  'DROP TABLE job_log',
])('a schema is dropped where a test did more than work in it: %s', async (change) => {
  const schema = await used();
  await pool.query(`SET search_path = ${schema}; ${change.replace('SELF', schema)}; RESET search_path`);
  await giveBack(pool, schema);
  expect(await names()).toEqual([]);
});

it('a schema that was never made is none, and where none is unused none is taken', async () => {
  await giveBack(pool, newName());
  await takeUnused(pool, newName());
  expect(await names()).toEqual([]);
});
