/** The audit trail: one list in one order, for every reader. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Effect } from '../../core/effects.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { write } from '../drive.ts';
import { breach, newId, projectEvent, sessionOf } from '../make.ts';
import { casesAbout, mark, markerOf, refused, trail } from '../store-under-test.ts';

const MANY = 300;

/** Makes many decisions of one to three events each, from all openings at once. Returns the names of all committed events. */
async function writeMany(stores: readonly Store[]): Promise<string[]> {
  const names = Array.from({ length: MANY }, (_, index) =>
    Array.from({ length: 1 + (index % 3) }, (_, part) => `${index}.${part}`),
  );
  const writing = names.map((parts, index) => {
    const session = sessionOf();
    const events = parts.map((name): Effect => ({ do: 'event', event: projectEvent({ name }) }));
    return write(stores[index % stores.length]!, [{ do: 'insert_session', session }, ...events]);
  });
  await Promise.all(writing);
  return names.flat();
}

function namesOf(events: readonly AuditEvent[]): string[] {
  return events.flatMap(({ data }) => (typeof data.name === 'string' ? [data.name] : []));
}

function mustRise(events: readonly AuditEvent[]): void {
  for (const [index, { seq }] of events.entries()) {
    assert.ok(Number.isSafeInteger(seq) && seq > 0, `${seq} is no number for an event`);
    if (index > 0) assert.ok(seq > events[index - 1]!.seq, `event ${seq} comes after ${events[index - 1]!.seq}`);
  }
}

export const EVENTS = casesAbout('events', {
  'each is there once, in rising order, when two openings write at the same time': async ({ openings }) => {
    const stores = await openings(2);
    const names = await writeMany(stores);
    const all = await trail(stores[1]!);
    mustRise(all);
    assert.deepEqual(namesOf(all).toSorted(), names.toSorted());
    assert.deepEqual(await trail(stores[0]!), all);
  },

  'those of one verdict stand in the order of its effects': async ({ openings }) => {
    const stores = await openings(2);
    await writeMany(stores);
    const all = namesOf(await trail(stores[0]!));
    for (let index = 0; index < MANY; index += 1) {
      const own = all.filter((name) => name.startsWith(`${index}.`));
      assert.deepEqual(own, own.toSorted());
      assert.equal(own.length, 1 + (index % 3));
    }
  },

  'watchers of all openings are told exactly what events() gives, in its order': async ({ openings, watchAll }) => {
    const stores = await openings(2);
    const told = await watchAll(stores);
    const before = (await trail(stores[0]!)).length;
    const names = await writeMany(stores);
    const marker = await mark(stores[0]!);
    await Promise.all(told.map((one) => one.untilMarker(marker)));
    const all = (await trail(stores[0]!)).slice(before);
    assert.deepEqual(namesOf(all).toSorted(), names.toSorted());
    for (const { events, failures } of told) {
      mustRise(events);
      assert.deepEqual(events, all);
      assert.deepEqual(failures, []);
    }
  },

  'who pages through them while they are written misses none': async ({ openings }) => {
    const [reader, ...writers] = (await openings(3)) as [Store, Store, Store];
    const read: AuditEvent[] = [];
    let marker: string | null = null;
    const isEnd = (event: AuditEvent | undefined) =>
      event !== undefined && marker !== null && markerOf(event) === marker;
    const reading = async () => {
      // A number that becomes visible after a higher one was read would be lost here forever.
      while (!isEnd(read.at(-1))) {
        read.push(...(await reader.events(read.at(-1)?.seq ?? 0, 7)));
        await turn();
      }
    };
    const writing = async () => {
      await writeMany(writers);
      marker = await mark(writers[0]!);
    };
    await Promise.all([reading(), writing()]);
    assert.deepEqual(read, await trail(reader));
  },

  'a page begins behind the given number and holds as many as are wanted': async ({ open }) => {
    const store = await open();
    for (let index = 0; index < 10; index += 1) await mark(store);
    const all = await store.events(0, 100);
    assert.equal(all.length, 10);
    for (const limit of [1, 3, 5, 10, 11]) assert.deepEqual(await trail(store, limit), all);
    assert.deepEqual(await store.events(all[3]!.seq, 2), all.slice(4, 6));
    assert.deepEqual(await store.events(all[9]!.seq, 10), []);
    assert.deepEqual(await store.events(-1, 100), all);
    assert.deepEqual(await store.events(Number.MAX_SAFE_INTEGER, 100), []);
  },

  'behind the last number there is only what comes after it was read': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    assert.equal(await store.lastSeq(), 0);
    await mark(store);
    await mark(other);
    const written = await trail(store);
    const last = await store.lastSeq();
    assert.equal(last, written.at(-1)!.seq);
    const next = await mark(other);
    // Another opening may see the events a moment later, but skips none.
    const later = await trail(other);
    assert.deepEqual(later.filter(({ seq }) => seq > last).map(markerOf), [next]);
  },

  'what is not committed is neither kept nor told': async ({ open, watch }) => {
    const store = await open();
    const told = watch(store);
    const event: Effect = { do: 'event', event: projectEvent({ name: 'undone' }) };
    const first = await mark(store);
    await refused(write(store, [event, ...breach(newId('s'))]), 'two live questions of the same words');
    await assert.rejects(
      store.decide({ of: 'session', id: newId('s') }, () => {
        throw new Error('no');
      }),
    );
    const last = await mark(store);
    await told.untilMarker(last);
    assert.deepEqual(told.events.map(markerOf), [first, last]);
    assert.deepEqual(await trail(store), told.events);
  },

  'one without any is an empty trail': async ({ open }) => {
    const store = await open();
    await write(store, [{ do: 'insert_session', session: sessionOf() }]);
    assert.deepEqual(await store.events(0, 10), []);
  },
});
