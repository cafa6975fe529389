/** How many questions wait, and how far that is counted. */
import { expect, it } from 'vitest';
import { COLUMNS } from '../../src/store/rows.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const DIGITS = '(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';

/** Copies the one question a thousand times `tens` over, each with a key of its own. */
function copies(tens: readonly number[]): string {
  const columns = COLUMNS.clarifications.split(' ');
  const number = 'a.column1 || b.column1 || c.column1 || d.column1';
  const values = columns.map((name) =>
    name === 'id' || name === 'canonical_key' ? `q.${name} || ${number}` : `q.${name}`,
  );
  const from = `(SELECT * FROM clarifications LIMIT 1) q, ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} d`;
  return `INSERT INTO clarifications (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${from} WHERE a.column1 IN (${tens.join(', ')})`;
}

describeOnStores('the count of what waits', (kind) => {
  it('is exact up to 10,000, and says when there are more', async () => {
    const { askonce, sql } = await setUp(kind);
    const count = () => askonce.questions.count({ status: 'pending' });
    expect(await count()).toEqual({ count: 0, more: false });
    await askonce.session('s').ask('Which colour?', { wait: false });
    await sql(copies([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    expect(await count()).toEqual({ count: 9_001, more: false });
    await sql(copies([9]));
    expect(await count()).toEqual({ count: 10_000, more: true });
    await sql(`UPDATE clarifications SET status = 'withdrawn', live = 0 WHERE canonical_key LIKE '%9999'`);
    expect(await count()).toEqual({ count: 10_000, more: false });
  });
});
