/** The person changes their mind: an answer is corrected, a question is put off. */
import assert from 'node:assert/strict';
import type { Store } from '../../ports.ts';
import { answer, ask, bringBack, correct, mustBeAccepted, park, preferred, snooze } from '../drive.ts';
import { MINUTE } from '../fake-clock.ts';
import { askCommand, NOW, newId, PROJECT, questionOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

const LATER = NOW + 10 * MINUTE;

export const SECOND_THOUGHTS = casesAbout('second thoughts', {
  'a corrected answer is revoked, and its successor holds the question’s place with the new one': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const id = await park(store, askCommand(session, ['Which colour?'], { job: newId('j') }));
    mustBeAccepted(await answer(store, id, 'red'));
    const corrected = await correct(other, id, 'blue', NOW + 1);
    mustBeAccepted(corrected);
    const successor = (corrected as { clarification: { id: string } }).clarification.id;
    const [before, after] = [await store.clarification(id), await store.clarification(successor)];
    assert.deepEqual([before!.status, before!.answer, before!.because], ['revoked', 'red', 'changed my mind']);
    assert.deepEqual([after!.status, after!.answer, after!.succeeds, after!.source], ['answered', 'blue', id, 'user']);
    const { items } = await ask(store, askCommand(session, ['Which colour?']));
    assert.deepEqual(
      items.map((item) => ['answer' in item && item.answer, item.id]),
      [['blue', successor]],
    );
    const types = (await store.events(0, 100))
      .filter(({ clarification }) => clarification === id)
      .map(({ type }) => type);
    assert.deepEqual(types.slice(-2), ['clarification.revoked', 'clarification.corrected']);
  },

  'what a corrected answer taught is forgotten, and the new one is learned': async ({ open }) => {
    const store = await open();
    const { key, subject } = questionOf('Which colour?');
    const asked: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      asked.push(await park(store, askCommand(newId('s'), ['Which colour?'])));
      mustBeAccepted(await answer(store, asked[n]!, 'red', NOW + n));
    }
    const of = { project: PROJECT, key, subject };
    assert.deepEqual([(await preferred(store, of))?.answer, (await preferred(store, of))?.times], ['red', 3]);
    for (const [n, id] of asked.entries()) mustBeAccepted(await correct(store, id, 'blue', NOW + 10 + n));
    assert.deepEqual([(await preferred(store, of))?.answer, (await preferred(store, of))?.times], ['blue', 3]);
  },

  'a correction that is sent again returns its successor and changes nothing': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const id = await park(store, askCommand(newId('s'), ['Which colour?']));
    mustBeAccepted(await answer(store, id, 'red'));
    const first = await correct(store, id, 'blue', NOW + 1);
    const trail = (await store.events(0, 100)).length;
    const again = await correct(other, id, 'blue', NOW + 2);
    assert.deepEqual(again, { ...first, status: 'replayed' });
    assert.equal((await store.events(0, 100)).length, trail);
    assert.ok(!('status' in (await correct(other, id, 'green', NOW + 3))));
  },

  'of two corrections at once, one is made': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const id = await park(store, askCommand(newId('s'), ['Which colour?']));
    mustBeAccepted(await answer(store, id, 'red'));
    const both = await Promise.all([correct(store, id, 'blue'), correct(other, id, 'green')]);
    assert.equal(both.filter((one) => 'status' in one && one.status === 'accepted').length, 1);
    const answers = (await store.list({ status: ['answered'], limit: 10 })).items;
    assert.equal(answers.length, 1);
  },

  'a question that was put off is hidden until then, and returns once': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [id, shown] = [
      await park(store, askCommand(newId('s'), ['Which colour?'])),
      await park(store, askCommand(newId('s'), ['Which way?'])),
    ];
    mustBeAccepted(await snooze(store, id, LATER));
    assert.equal((await other.clarification(id))!.snoozedUntil, LATER);
    const ids = async (snoozed: 'hidden' | 'only' | 'included') =>
      (await other.list({ status: ['pending'], snoozed, limit: 10 })).items.map((one) => one.id);
    assert.deepEqual([await ids('hidden'), await ids('only'), await ids('included')], [[shown], [id], [id, shown]]);
    assert.deepEqual(
      [await other.pendingCount(10), await other.pendingCount(1), await other.pendingCount(10, PROJECT)],
      [1, 1, 1],
    );
    assert.deepEqual(await other.overdue(LATER - 1, 10), { asks: [], returning: [], next: LATER });
    assert.deepEqual(await other.overdue(LATER, 10), { asks: [], returning: [id], next: null });
    assert.deepEqual(
      await Promise.all([bringBack(store, id, LATER), bringBack(other, id, LATER)]).then((all) => all.toSorted()),
      [false, true],
    );
    assert.deepEqual([await ids('hidden'), await ids('only')], [[id, shown], []]);
    assert.deepEqual((await other.overdue(LATER, 10)).returning, []);
    const returned = (await store.events(0, 100)).filter(({ type }) => type === 'clarification.returned');
    assert.equal(returned.length, 1);
  },

  'a question that was put off can be answered, and does not return after that': async ({ open }) => {
    const store = await open();
    const id = await park(store, askCommand(newId('s'), ['Which colour?']));
    mustBeAccepted(await snooze(store, id, LATER));
    mustBeAccepted(await answer(store, id, 'red'));
    assert.equal(await bringBack(store, id, LATER), false);
    assert.deepEqual(await store.overdue(LATER, 10), { asks: [], returning: [], next: null });
    assert.equal((await store.clarification(id))!.answer, 'red');
  },
});
