/** Who only reads the embedded store waits for nobody who writes. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { filled, type Place, workIn } from '../support/copying.ts';

it('jobs are shown, one or all, while another process holds the lock', async () => {
  const place = await filled('SQLite', async (empty: Place) => {
    const askonce = await workIn(empty);
    await askonce.jobs.submit('hot frozen cheese', { id: 'waits' });
    await askonce.close();
  });
  const askonce = await workIn(place);
  const writer = new Database(place.db);
  writer.exec('BEGIN IMMEDIATE');
  // Let go in the end, so that who waits for it is seen to.
  const held = setTimeout(() => writer.exec('COMMIT'), 2_000);
  try {
    const waits = { id: 'waits', state: 'AWAITING_RESPONSE', waiting: [expect.anything()] };
    expect(await askonce.jobs.get('waits')).toMatchObject(waits);
    expect((await askonce.jobs.list()).items).toMatchObject([waits]);
    expect(writer.inTransaction).toBe(true);
  } finally {
    clearTimeout(held);
    writer.close();
  }
});
