/** Closing one opening: started calls finish, later ones are rejected, and other openings continue. */
import assert from 'node:assert/strict';
import type { Store } from '../../ports.ts';
import { park, write } from '../drive.ts';
import { askCommand, newId, projectEvent, sessionOf } from '../make.ts';
import { casesAbout, codeOf, mark, type Told, trail } from '../store-under-test.ts';

export const CLOSING = casesAbout('close', {
  'every later call is refused, and no decision is run': async ({ open }) => {
    const store = await open();
    const id = await park(store, askCommand(newId('s'), ['Which colour?']));
    await store.ready();
    await store.close();
    assert.equal(await codeOf(store.ready()), 'engine_closed');
    let decided = false;
    const deciding = store.decide({ of: 'clarification', id }, () => {
      decided = true;
      return { effects: [], result: undefined };
    });
    assert.equal(await codeOf(deciding), 'engine_closed');
    assert.equal(decided, false);
    assert.equal(await codeOf(store.list({ limit: 1 })), 'engine_closed');
    assert.equal(await codeOf(store.clarification(id)), 'engine_closed');
    assert.equal(await codeOf(store.items('a')), 'engine_closed');
    assert.equal(await codeOf(store.job('j')), 'engine_closed');
    assert.equal(await codeOf(store.preferences('p', { limit: 1 })), 'engine_closed');
    assert.equal(await codeOf(store.events(0, 1)), 'engine_closed');
    assert.equal(await codeOf(store.overdue(0, 1)), 'engine_closed');
    const watching = async () =>
      store.watch(
        () => {},
        () => {},
      );
    assert.equal(await codeOf(watching()), 'engine_closed');
  },

  'it waits for the decisions that are under way': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const deciding = Array.from({ length: 50 }, (_, index) =>
      write(store, [
        { do: 'insert_session', session: sessionOf() },
        { do: 'event', event: projectEvent({ index }) },
      ]),
    );
    const closing = store.close().then(() => trail(other));
    // Calls after it are rejected, although closing has not finished.
    const late = codeOf(mark(store));
    const [kept, code] = await Promise.all([closing, late, ...deciding]);
    assert.equal(kept.length, 50);
    assert.equal(code, 'engine_closed');
  },

  'the other openings go on, and those who watch there': async ({ openings, watchAll }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [told] = (await watchAll([other])) as [Told];
    await mark(store);
    await store.close();
    const marker = await mark(other);
    await told.untilMarker(marker);
    assert.equal(told.events.length, 2);
    assert.deepEqual(told.failures, []);
    assert.deepEqual((await trail(other)).slice(-2), told.events);
  },

  'those who watch are told nothing more, nor that anything failed': async ({ openings, watchAll }) => {
    const [store, other, third] = (await openings(3)) as [Store, Store, Store];
    const [told, control] = (await watchAll([store, third])) as [Told, Told];
    await store.close();
    await control.untilMarker(await mark(other));
    await control.untilMarker(await mark(third));
    assert.deepEqual(told.events, []);
    assert.deepEqual(told.failures, []);
    // Ending the subscription after closing does no harm.
    told.end();
  },

  'it may be called again': async ({ open }) => {
    const store = await open();
    await Promise.all([store.close(), store.close()]);
    await store.close();
  },
});
