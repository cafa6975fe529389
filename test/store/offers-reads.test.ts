/** How often the store is read for the earlier answers that stand beside a page of questions, and how much is compared. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NO_DEADLINE } from '../../src/core/model/question.ts';
import { SimilarAnswers } from '../../src/engine/similar-answers.ts';
import type { Store } from '../../src/ports.ts';
import { openStore } from '../../src/store/open.ts';
import { answer, park } from '../../src/testing/drive.ts';
import { ANSWERED, askCommand, askOf, clarificationOf, newId } from '../../src/testing/make.ts';
import { type Kind, newPlace } from '../support/copying.ts';

const SESSIONS = 30;

/** The store, with each answer that it gives telling how often it is compared with a question. */
function counting(store: Store, compared: () => void): Store {
  return new Proxy(store, {
    get(of, name: keyof Store) {
      const found = of[name];
      if (name !== 'answers') return typeof found === 'function' ? found.bind(of) : found;
      return async (...args: Parameters<Store['answers']>) =>
        (await of.answers(...args)).map((answer) =>
          Object.defineProperty({ ...answer }, 'subject', {
            get() {
              compared();
              return answer.subject;
            },
          }),
        );
    },
  });
}

it.each<Kind>(['SQLite', 'PostgreSQL'])(
  'a page of the questions of many sessions reads their earlier answers at once (%s)',
  async (kind) => {
    const store = await openStore((await newPlace(kind)).db, '/');
    try {
      for (let n = 0; n < SESSIONS; n += 1) {
        const session = newId('s');
        const earlier = askCommand(session, ['Which output format should I use for the weekly report?']);
        await answer(store, await park(store, earlier), `PDF ${n}`);
        await park(store, askCommand(session, ['Which format should the weekly report output use?']));
      }
      const read: string[] = [];
      const watched = new Proxy(store, {
        get(of, name: keyof Store) {
          read.push(name);
          const found = of[name];
          return typeof found === 'function' ? found.bind(of) : found;
        },
      });
      const { items } = await store.list({ status: ['pending'], limit: 100 });
      const shown = await new SimilarAnswers(watched).beside(items);
      expect(shown.map(({ offered }) => offered?.answer)).toEqual(shown.map((_, n) => `PDF ${n}`));
      expect(shown).toHaveLength(SESSIONS);
      expect(read).toEqual(['answers']);
      // Where nothing waits there is nothing to read.
      const settled = await store.list({ status: ['answered'], limit: 100 });
      expect(await new SimilarAnswers(watched).beside(settled.items)).toEqual(settled.items);
      expect(read).toEqual(['answers']);
    } finally {
      await store.close();
    }
  },
);

it('a long page in a session of thousands of answers compares a bounded number, and lets others have their turn', async () => {
  const answers = Array.from({ length: 5_000 }, (_, n) =>
    clarificationOf(askOf('s'), { question: `Which colour should chart ${n} have?`, ...ANSWERED }),
  );
  const questions = Array.from({ length: 1_000 }, (_, n) => ({
    ...clarificationOf(askOf('s'), { question: `Which colour should the chart ${n} have?` }),
    ...NO_DEADLINE,
    unanswered: null,
  }));
  const store = { answers: async (_: unknown, limit: number) => answers.slice(-limit) } as Partial<Store> as Store;
  let all = 0;
  let inTurn = 0;
  let mostInTurn = 0;
  const offers = new SimilarAnswers(
    counting(store, () => {
      all += 1;
      inTurn += 1;
      mostInTurn = Math.max(mostInTurn, inTurn);
    }),
  );
  let over = false;
  const turns = (async () => {
    while (!over) {
      inTurn = 0;
      await setImmediate();
    }
  })();
  // The second time everything has been read word by word before, so that comparing is all there is to bound.
  for (let times = 0; times < 2; times += 1) {
    await setImmediate();
    all = 0;
    const shown = await offers.beside(questions);
    expect(shown.map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
    expect(all).toBeGreaterThan(0);
    expect(all).toBeLessThanOrEqual(30_000);
  }
  over = true;
  await turns;
  expect(mostInTurn).toBeLessThanOrEqual(3_000);
  // One by one, every question is compared.
  all = 0;
  await offers.beside(questions.slice(-1));
  expect(all).toBeGreaterThan(0);
  expect(all).toBeLessThanOrEqual(1_000);
});
