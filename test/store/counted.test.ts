/** What was counted for statistics is kept, and read instead of the events. */
import { expect, it } from 'vitest';
import type { Store } from '../../src/ports.ts';
import { openStore } from '../../src/store/open.ts';
import { park, write } from '../../src/testing/drive.ts';
import { askCommand, NOW, newId, projectEvent } from '../../src/testing/make.ts';
import { type Kind, newPlace } from '../support/copying.ts';

const KINDS: [Kind, number][] = [
  ['SQLite', 5],
  ['PostgreSQL', 20],
];

/** A question, and after it so many thousand events of another kind: a piece that is kept. */
async function fill(store: Store, thousands: number): Promise<void> {
  await park(store, askCommand(newId('s'), ['Which colour?']));
  for (let n = 0; n < thousands; n += 1) {
    const events = Array.from({ length: 1_000 }, () => projectEvent({ n }));
    await write(
      store,
      events.map((event) => ({ do: 'event', event })),
    );
  }
}

it.each(KINDS)('a piece of the trail that was counted once is kept (%s)', async (kind, thousands) => {
  const place = await newPlace(kind);
  const store = await openStore(place.db, '/');
  try {
    await fill(store, thousands);
    const counts = () => store.insight({ since: NOW - 1, offsetMs: 0, most: 10 });
    const first = await counts();
    expect(first.days).toMatchObject([{ by: 'asked', count: 1 }]);
    const kept = await place.sql('SELECT events FROM counted ORDER BY last_seq DESC');
    expect(kept.map(({ events }) => Number(events))).toEqual([thousands * 1_000, 1]);
    expect(await counts()).toEqual(first);
    // A control: it is read from there.
    await place.sql(`UPDATE counted SET slots = '[]'`);
    expect((await counts()).days).toEqual([]);
  } finally {
    await store.close();
  }
});

it.each(KINDS)(
  'a call counts so many events of a long trail, and the next one goes on (%s)',
  async (kind, thousands) => {
    const place = await newPlace(kind);
    const store = await openStore(place.db, '/');
    try {
      await fill(store, thousands);
      const counts = () => store.insight({ since: NOW - 1, offsetMs: 0, most: 10, countAtMost: thousands * 1_000 });
      expect(await counts()).toMatchObject({ complete: false, days: [] });
      expect(await counts()).toMatchObject({ complete: true, days: [{ by: 'asked', count: 1 }] });
    } finally {
      await store.close();
    }
  },
);
