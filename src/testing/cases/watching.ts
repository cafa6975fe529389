/** Watching: every event committed from now on, by any opening, until the subscription ends. */
import assert from 'node:assert/strict';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { casesAbout, mark, markerOf, type Told } from '../store-under-test.ts';

const ignore = () => {};

export const WATCHING = casesAbout('watch', {
  'a watcher is told of the commits of its own opening': async ({ open, watch }) => {
    const store = await open();
    const told = watch(store);
    const markers = [await mark(store), await mark(store)];
    await told.untilMarker(markers[1]!);
    assert.deepEqual(told.events.map(markerOf), markers);
  },

  'a watcher is told of the commits of another opening, though its own does nothing': async ({
    openings,
    watchAll,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [told] = (await watchAll([store])) as [Told];
    for (let round = 0; round < 5; round += 1) {
      const marker = await mark(other);
      await told.untilMarker(marker);
      assert.equal(markerOf(told.events[round]!), marker);
    }
    assert.equal(told.events.length, 5);
  },

  'what another opening decides after a call that followed watch is told': async ({ openings, watch }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const told = watch(store);
    await store.events(0, 1);
    const marker = await mark(other);
    await told.untilMarker(marker);
    assert.deepEqual(told.events.map(markerOf), [marker]);
  },

  'a watcher is not told what its opening committed before': async ({ open, watch }) => {
    const store = await open();
    for (let round = 0; round < 3; round += 1) {
      await mark(store);
      const told = watch(store);
      const marker = await mark(store);
      await told.untilMarker(marker);
      assert.deepEqual(told.events.map(markerOf), [marker]);
      told.end();
      // This event is delivered to no watcher, neither now nor later.
      await mark(store);
    }
  },

  'a further watcher is not told what its opening committed before, though others still are': async ({
    openings,
    watch,
    watchAll,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [first] = (await watchAll([store])) as [Told];
    for (let round = 0; round < 5; round += 1) {
      const elsewhere = await mark(other);
      const before = await mark(store);
      const further = watch(store);
      const marker = await mark(store);
      await Promise.all([first.untilMarker(marker), further.untilMarker(marker)]);
      // It may receive what others committed a moment ago: a remote store cannot tell when that was.
      assert.deepEqual(
        further.events.map(markerOf).filter((one) => one !== elsewhere),
        [marker],
      );
      assert.deepEqual(first.events.slice(-3).map(markerOf), [elsewhere, before, marker]);
      further.end();
    }
  },

  'a watcher that has ended is told nothing more, and the others are': async ({ openings, watch }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const ended = watch(store);
    const stays = watch(store);
    const before = await mark(store);
    await ended.untilMarker(before);
    ended.end();
    ended.end();
    await mark(store);
    await mark(other);
    // When the last of these is delivered, all before it have been, to every watcher that receives them.
    await stays.untilMarker(await mark(store));
    await stays.untilMarker(await mark(other));
    assert.deepEqual(ended.events.map(markerOf), [before]);
    assert.equal(stays.events.length, 5);
  },

  'the same listener given twice is told twice, and ends one at a time': async ({ open, watch }) => {
    const store = await open();
    const heard: AuditEvent[] = [];
    const listener = (events: readonly AuditEvent[]) => {
      heard.push(...events);
    };
    const ends = [store.watch(listener, ignore), store.watch(listener, ignore)];
    const last = watch(store);
    const times = (marker: string) => heard.filter((event) => markerOf(event) === marker).length;
    const twice = await mark(store);
    await last.untilMarker(await mark(store));
    assert.equal(times(twice), 2);
    ends[0]!();
    ends[0]!();
    const once = await mark(store);
    await last.untilMarker(await mark(store));
    assert.equal(times(once), 1);
    ends[1]!();
    const never = await mark(store);
    await last.untilMarker(await mark(store));
    assert.equal(times(never), 0);
  },

  'a listener that ends its own watching keeps no other from being told': async ({ open, watch }) => {
    const store = await open();
    let calls = 0;
    const end = store.watch(() => {
      calls += 1;
      end();
    }, ignore);
    const told = watch(store);
    const markers = [await mark(store), await mark(store), await mark(store)];
    await told.untilMarker(markers[2]!);
    assert.deepEqual(told.events.map(markerOf), markers);
    assert.equal(calls, 1);
  },

  'a listener that watches anew while it is told hears what is decided then': async ({ open, watch, ends }) => {
    const store = await open();
    const { promise, resolve, reject } = Promise.withResolvers<readonly (string | null)[]>();
    let marker: Promise<string> | null = null;
    const end = store.watch(() => {
      end();
      if (marker) return;
      const told = watch(store);
      marker = mark(store);
      marker
        .then((own) => told.untilMarker(own))
        .then(() => resolve(told.events.map(markerOf)))
        .catch(reject);
    }, ignore);
    await mark(store);
    assert.deepEqual(await ends(promise, 'the second watching'), [await marker!]);
  },
});
