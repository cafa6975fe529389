/** Who only reads the embedded store waits for nobody who writes. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { filled, newPlace, type Place, workIn } from '../support/copying.ts';
import { codeOf } from '../support/open.ts';

/** Runs it while another process holds the lock; which lets go in the end, so that whoever waits for it is seen to. */
async function whileHeld(place: Place, run: () => Promise<void>): Promise<void> {
  const writer = new Database(place.db);
  writer.exec('BEGIN IMMEDIATE');
  const held = setTimeout(() => writer.exec('COMMIT'), 20_000);
  try {
    await run();
    expect(writer.inTransaction).toBe(true);
  } finally {
    clearTimeout(held);
    writer.close();
  }
}

const waitingJob = async (empty: Place) => {
  const askonce = await workIn(empty);
  await askonce.jobs.submit('hot frozen cheese', { id: 'waits' });
  await askonce.close();
};

it('jobs are shown, one or all, while another process holds the lock', async () => {
  const place = await filled('SQLite', waitingJob);
  const askonce = await workIn(place);
  await whileHeld(place, async () => {
    const waits = { id: 'waits', state: 'AWAITING_RESPONSE', waiting: [expect.anything()] };
    expect(await askonce.jobs.get('waits')).toMatchObject(waits);
    expect((await askonce.jobs.list()).items).toMatchObject([waits]);
  });
});

it('answer links are read, forged ones too, while another process holds the lock', async () => {
  const place = await filled('SQLite', waitingJob);
  const before = await workIn(place);
  const { token } = await before.access.links.make((await before.questions.list({ status: 'pending' })).items[0]!.id);
  const askonce = await workIn(place);
  await whileHeld(place, async () => {
    expect((await askonce.access.links.read(token)).clarification).toMatch(/^q-/);
    const forged = `${token.slice(0, -4)}AAAA`;
    expect(await codeOf(askonce.access.links.read(forged))).toBe('link_invalid');
  });
});

it('a text that is no link has no key made for it, and a key is read once', async () => {
  const place = await newPlace('SQLite');
  await waitingJob(place);
  const askonce = await workIn(place);
  for (const token of [
    '',
    'x',
    '1.a.b.c',
    `1.${'a'.repeat(400)}.5.${'a'.repeat(43)}`,
    '1.\u0000.5.',
    5,
    null,
    undefined,
  ])
    expect(await codeOf(askonce.access.links.read(token as string))).toBe('link_invalid');
  expect(await place.sql('SELECT * FROM secrets')).toEqual([]);
  const { token } = await askonce.access.links.make((await askonce.questions.list({ status: 'pending' })).items[0]!.id);
  await place.sql('DELETE FROM secrets');
  expect((await askonce.access.links.read(token)).clarification).toMatch(/^q-/);
  expect(await place.sql('SELECT * FROM secrets')).toEqual([]);
});
