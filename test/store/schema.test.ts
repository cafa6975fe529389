import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { runSteps } from '../../src/store/sqlite/schema.ts';

/** A change of the schema is seen in review: `npm test -- test/store -u` writes the dump anew. */
it('the migrations make the schema that is committed beside this test', async () => {
  const db = new Database(':memory:');
  runSteps(db, SQLITE_MIGRATIONS);
  const made = db.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name').all();
  db.close();
  const dump = (made as { sql: string }[]).map(
    ({ sql }) => `${sql.replace(/^ {4}/gm, '  ').replace(/\n {2}\)/, '\n)')};\n`,
  );
  await expect(dump.join('\n')).toMatchFileSnapshot('./sqlite-schema.sql');
});
