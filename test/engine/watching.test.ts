/** Whoever listens goes on listening, also over a while in which the store cannot be read. */
import { expect, it } from 'vitest';
import type { AuditEvent } from '../../src/core/model/records.ts';
import { EventBus } from '../../src/engine/event-bus.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import { setUp, trail } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('whoever listens', (store) => {
  it('is told of what comes after a while in which events could not be read, and of what came meanwhile', async () => {
    const { askonce, open, sql, clock, log } = await setUp(store);
    const other = await open();
    const told: number[] = [];
    askonce.events.on('*', ({ seq }) => told.push(seq));
    await askonce.preferences.set('Which colour?', 'blue');
    await expect.poll(() => told.length).toBe(1);

    await sql('ALTER TABLE events RENAME TO events_elsewhere');
    // Committed in the usual way as far as anybody who watches can see.
    await sql('UPDATE preferences SET times = times + 1');
    await expect.poll(() => log.filter((line) => line.includes('cannot read events')).length).toBe(1);
    clock.advance(200);
    await sql('ALTER TABLE events_elsewhere RENAME TO events');
    await other.preferences.set('Which size?', 'large');
    const toldInTime = () => {
      clock.advance(15_000);
      return told.length;
    };
    await expect.poll(toldInTime).toBe(2);
    await other.preferences.set('Which shape?', 'round');
    await expect.poll(() => told.length).toBe(3);
    expect(told).toEqual((await trail(askonce)).map(({ seq }) => seq));
  });
});

const eventOf = (seq: number): AuditEvent => ({
  ...{ seq, type: 'preference.set', at: 0, session: null, job: null, ask: null, clarification: null },
  data: {},
});

/** A store whose watch fails when a test wants it to. */
function failingStore() {
  const events: AuditEvent[] = [];
  const store = {
    tries: 0,
    isBroken: false,
    whileReading: () => {},
    fail: (_error: Error) => {},
    tell: (_events: readonly AuditEvent[]) => {},
    lastSeq: async () => events.length,
    watch(tell: (events: readonly AuditEvent[]) => void, fail: (error: unknown) => void) {
      store.tries += 1;
      if (store.isBroken) throw new Error('broken');
      Object.assign(store, { tell, fail });
      return () => {
        store.tell = () => {};
      };
    },
    async events(after: number, limit: number) {
      const page = events.filter(({ seq }) => seq > after).slice(0, limit);
      store.whileReading();
      return page;
    },
    write(count = 1) {
      for (let n = 0; n < count; n += 1) {
        const event = eventOf(events.length + 1);
        events.push(event);
        store.tell([event]);
      }
    },
  };
  return store;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('what is told while the missed is read comes after it, each once', async () => {
  const [store, clock] = [failingStore(), new FakeClock()];
  const told: number[] = [];
  new EventBus(store, clock, () => {}).on((events) => told.push(...events.map(({ seq }) => seq)));
  store.write(2);
  store.fail(new Error('once'));
  store.tell = () => {};
  store.write(2_500);
  store.whileReading = () => {
    store.whileReading = () => {};
    store.write(3);
  };
  clock.advance(1_000);
  await settled();
  store.write();
  expect(told).toEqual(Array.from({ length: 2_506 }, (_, index) => index + 1));
});

it('a store that stays broken is tried ever more seldom, said once, and no more once nobody listens', async () => {
  const [store, clock, faults] = [failingStore(), new FakeClock(), [] as unknown[]];
  const off = new EventBus(store, clock, (error) => faults.push(error)).on(() => {});
  store.isBroken = true;
  store.fail(new Error('broken'));
  for (let second = 0; second < 600; second += 1) {
    clock.advance(1_000);
    await settled();
  }
  expect(faults).toHaveLength(1);
  expect(store.tries).toBeGreaterThan(40);
  expect(store.tries).toBeLessThan(90);
  off();
  const before = store.tries;
  clock.advance(100_000);
  await settled();
  expect(store.tries).toBe(before);
});
