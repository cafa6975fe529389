/** Statistics on the outcomes of questions. */
import assert from 'node:assert/strict';
import type { Source } from '../../core/model/question.ts';
import type { AvoidedBy, QuestionCounts } from '../../core/model/stats.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, decline, expire, mustBeAccepted, park, write } from '../drive.ts';
import { askCommand, NOW, newId, projectEvent } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

const DAY = 86_400_000;
const TODAY = NOW / DAY;
const MAX_COUNT = 10;

/** Counts from `since` on, read from another opening. */
function counted(store: Store, since = NOW - 30 * DAY, offsetMs = 0): Promise<QuestionCounts> {
  return store.insight({ since, offsetMs, most: MAX_COUNT });
}

function byDay({ days }: QuestionCounts): Record<string, number> {
  return Object.fromEntries(days.map(({ day, by, count }) => [`${day - TODAY} ${by}`, count]));
}

/** Asks a question that a resolver can answer. */
async function settle(store: Store, question: string, source: Exclude<AvoidedBy, 'history' | 'default'>, now: number) {
  const names = { input: 'input', preference: 'preference', best_practice: 'sentinel' } as const;
  const resolution = { answer: 'left', source: source as Source, evidence: 'for the test', confidence: 1 } as never;
  const session = newId('s');
  await ask(store, askCommand(session, [question]), { now, resolvers: { [names[source]]: () => resolution } });
  return session;
}

export const INSIGHT = casesAbout('insight', {
  'an empty store has nothing to count': async ({ open }) => {
    assert.deepEqual(await counted(await open()), { days: [], waits: [], repeated: [], complete: true });
  },

  'questions are counted by day: put to a person, or by what answered instead': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    await settle(store, 'Which way?', 'input', NOW - 2 * DAY);
    await settle(store, 'Which size?', 'preference', NOW - DAY);
    const session = await settle(store, 'Which shape?', 'best_practice', NOW);
    // The session knows it: counted once more, without a new row.
    await ask(store, askCommand(session, ['Which shape?']), { now: NOW + 1 });
    await park(store, askCommand(newId('s'), ['Which colour?', 'Which font?']), NOW - DAY + 1);
    const due = askCommand(newId('s'), [{ question: 'Which tree?', default: 'oak' }], {
      deadline: NOW + 9,
      onTimeout: 'default',
    });
    await park(store, due, NOW);
    await expire(store, due.ask, NOW + 9);
    assert.deepEqual(byDay(await counted(other)), {
      '-2 input': 1,
      '-1 asked': 2,
      '-1 preference': 1,
      '0 asked': 1,
      '0 best_practice': 1,
      '0 default': 1,
      '0 history': 1,
    });
  },

  'days begin where the caller’s do, and what was before the first is not counted': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const hour = DAY / 24;
    for (const at of [NOW - 2 * hour, NOW - 1, NOW, NOW + 23 * hour]) {
      await park(store, askCommand(newId('s'), [`Question ${newId('k')}?`]), at);
    }
    assert.deepEqual(byDay(await counted(other)), { '-1 asked': 2, '0 asked': 2 });
    assert.deepEqual(byDay(await counted(other, NOW - DAY, hour)), { '-1 asked': 1, '0 asked': 2, '1 asked': 1 });
    assert.deepEqual(byDay(await counted(other, NOW - DAY, -hour)), { '-1 asked': 3, '0 asked': 1 });
    assert.deepEqual(byDay(await counted(other, NOW - 1)), { '-1 asked': 1, '0 asked': 2 });
    assert.deepEqual(byDay(await counted(other, NOW)), { '0 asked': 2 });
  },

  'waits are from the question to the person’s answer, and of nothing else': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const first = await park(store, askCommand(newId('s'), ['Which colour?']));
    const second = await park(store, askCommand(newId('s'), ['Which size?']), NOW + 5);
    const third = await park(store, askCommand(newId('s'), ['Which shape?']), NOW + 10);
    const never = await park(store, askCommand(newId('s'), ['Which font?']));
    await settle(store, 'Which way?', 'input', NOW);
    mustBeAccepted(await answer(store, first, 'blue', NOW + 1_500));
    mustBeAccepted(await answer(other, second, 'large', NOW + 1_505));
    mustBeAccepted(await answer(store, third, 'round', NOW + DAY));
    mustBeAccepted(await decline(store, never));
    assert.deepEqual((await counted(other)).waits, [
      { ms: 1_500, count: 2 },
      { ms: DAY - 10, count: 1 },
    ]);
    assert.deepEqual((await counted(other, NOW + DAY)).waits, [{ ms: DAY - 10, count: 1 }]);
  },

  'the most repeated questions come first, in whatever session, with how often a person was asked': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    await park(store, askCommand(session, ['Which colour?']));
    // Joining counts as asking; so does an ask that is answered at once.
    await park(store, askCommand(session, ['Which colour?']));
    await park(store, askCommand(newId('s'), ['What colour?']));
    await settle(store, 'Which colour?', 'preference', NOW);
    for (let n = 0; n < 3; n += 1) await settle(store, 'Which size?', 'input', NOW);
    await park(store, askCommand(newId('s'), ['Which shape?']));
    await park(store, askCommand(newId('s'), ['Which font?']), NOW - 9 * DAY);
    await park(store, askCommand(newId('s'), ['Which font?']));
    const { repeated } = await counted(other, NOW - DAY);
    assert.deepEqual(repeated.slice(0, 2), [
      { question: 'Which colour?', times: 4, asked: 2 },
      { question: 'Which size?', times: 3, asked: 0 },
    ]);
    assert.equal(repeated.length, 2, 'a question that was asked once is not repeated');
    assert.equal((await counted(other)).repeated[2]?.question, 'Which font?');
    const one = await other.insight({ since: NOW - DAY, offsetMs: 0, most: 1 });
    assert.equal(one.repeated.length, 1);
  },

  'much that happened since hides nothing that is wanted': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    await park(store, askCommand(newId('s'), ['Which colour?']), NOW - DAY);
    for (let n = 0; n < 6; n += 1) {
      const events = Array.from({ length: 1_000 }, (_, at) => projectEvent({ n: n * 1_000 + at }));
      await write(
        store,
        events.map((event) => ({ do: 'event', event })),
      );
    }
    await park(store, askCommand(newId('s'), ['Which colour?']));
    const { days, repeated, complete } = await counted(other);
    assert.deepEqual([days.length, repeated.length, complete], [2, 1, true]);
  },
});
