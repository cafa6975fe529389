/** A scan is not seen while a store is small; with a hundred thousand jobs it stops everything. */
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { SqliteEffects } from '../../src/store/sqlite/effects.ts';
import { SqliteLook } from '../../src/store/sqlite/look.ts';

const db = new Database(':memory:');
db.pragma('foreign_keys = ON');
for (const step of SQLITE_MIGRATIONS) db.exec(step);
afterAll(() => db.close());

/** The statements that `use` prepares. */
function preparedBy(use: (db: Database.Database) => unknown): string[] {
  const texts: string[] = [];
  const prepare = (text: string) => {
    texts.push(text);
    return db.prepare(text);
  };
  use(new Proxy(db, { get: (of, name) => (name === 'prepare' ? prepare : Reflect.get(of, name)) }));
  return texts;
}

/** Whether a statement begins at the first or the last row of a table or an index, and so may look through all of it. */
function scans(text: string): boolean {
  const nothing = Array((text.match(/\?/g) ?? []).length).fill(null);
  const steps = db.prepare(`EXPLAIN ${text}`).all(nothing) as { opcode: string; p1: number }[];
  const cursors = (...opcodes: string[]) => steps.filter(({ opcode }) => opcodes.includes(opcode)).map(({ p1 }) => p1);
  // A list such as that of the states is a table too, that lives as long as the statement.
  const stored = cursors('OpenRead', 'OpenWrite');
  return cursors('Rewind', 'Last').some((cursor) => stored.includes(cursor));
}

test('a scan is recognised, one for a foreign key too', () => {
  expect(scans('SELECT * FROM jobs WHERE error = ?')).toBe(true);
  expect(scans('UPDATE jobs SET id = ? WHERE id = ?')).toBe(true);
  expect(scans('SELECT * FROM jobs WHERE id = ?')).toBe(false);
});

test.each([
  ['reads', (on: Database.Database) => new SqliteLook(on)],
  ['writes', (on: Database.Database) => new SqliteEffects(on)],
] as const)('no decision %s by looking through a whole table', (_what, use) => {
  const texts = preparedBy(use);
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter(scans)).toEqual([]);
});
