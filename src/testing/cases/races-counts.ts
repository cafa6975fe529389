/** Counters and single-use values under concurrent openings: no count is lost, and nothing is used twice. */
import assert from 'node:assert/strict';
import type { Resolver } from '../../core/model/resolution.ts';
import { LESSONS } from '../../core/preferences.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, mustBeAccepted, park, preferred, revoke, shown, write } from '../drive.ts';
import { askCommand, heardOf, newId, PROJECT, preferenceOf, questionOf, sessionOf } from '../make.ts';
import { atOnce, casesAbout, eitherFirst } from '../store-under-test.ts';
import { ROUNDS } from './races.ts';

/** Answers with the person's last message, once. */
const lastWords: Resolver = ({ heard }) =>
  heard && !heard.spent
    ? { answer: heard.text, source: 'input', evidence: `“${heard.text}”`, confidence: 1, spendsHeard: true }
    : null;

function hear(store: Store, session: string, text: string): Promise<void> {
  return store.decide({ of: 'session', id: session }, () => ({
    effects: [{ do: 'hear', session, heard: heardOf(text) }],
    result: undefined,
  }));
}

export const RACES_COUNTS = casesAbout('at once', {
  'sessions that learn the same preference lose no lesson': async ({ openings }) => {
    const stores = await openings(4);
    const question = `Which format, ${newId('k')}?`;
    const ids = await atOnce(
      ...Array.from({ length: 60 }, (_, index) => () => {
        return park(stores[index % stores.length]!, askCommand(newId('s'), [question]));
      }),
    );
    const verdicts = await atOnce(
      ...ids.map((id, index) => () => answer(stores[(index + 1) % stores.length]!, id, 'YAML')),
    );
    for (const verdict of verdicts) mustBeAccepted(verdict);
    const about = { project: PROJECT, ...questionOf(question) };
    assert.equal((await preferred(stores[0]!, about))?.times, LESSONS);
    // All but two of the answers are revoked while as many more are given.
    const more = await atOnce(...ids.slice(58).map(() => () => park(stores[0]!, askCommand(newId('s'), [question]))));
    const changes = await Promise.all([
      ...ids.slice(2).map((id, index) => revoke(stores[index % stores.length]!, id)),
      ...more.map((id, index) => answer(stores[(index + 2) % stores.length]!, id, 'YAML')),
    ]);
    for (const verdict of changes) mustBeAccepted(verdict);
    assert.equal((await preferred(stores[1]!, about))?.times, 4);
  },

  'a preference that is counted up by several openings loses no count': async ({ openings }) => {
    const stores = await openings(4);
    const preference = preferenceOf();
    const calls = Array.from({ length: 100 }, (_, index) => () => {
      return stores[index % stores.length]!.decide({ of: 'preference', ...preference }, ({ preference: known }) => ({
        effects: [{ do: 'put_preference', preference: { ...preference, times: (known?.stored?.times ?? 0) + 1 } }],
        result: undefined,
      }));
    });
    await atOnce(...calls);
    assert.equal((await preferred(stores[0]!, preference))?.times, 100);
  },

  'words that answer one question answer no second one': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = sessionOf({ heard: heardOf('yes') });
      await write(left, [{ do: 'insert_session', session }]);
      const asking = (store: Store, question: string) =>
        ask(store, askCommand(session.id, [question]), { resolvers: { input: lastWords } });
      const verdicts = await atOnce(
        () => asking(left, 'Shall I begin?'),
        () => asking(right, 'Shall I end?'),
      );
      const outcomes = verdicts.flatMap(({ items }) => items.map(({ outcome }) => outcome));
      assert.deepEqual(outcomes.toSorted(), ['auto_resolved', 'parked']);
    }
  },

  'new words are not lost where old ones are used up': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = sessionOf({ heard: heardOf('yes') });
      await write(left, [{ do: 'insert_session', session }]);
      const [verdict] = await eitherFirst(
        round,
        () => ask(left, askCommand(session.id, ['Shall I begin?']), { resolvers: { input: lastWords } }),
        () => hear(right, session.id, 'no'),
      );
      const { session: now } = await shown(left, { of: 'session', id: session.id });
      const [item] = verdict.items;
      assert.ok(item?.outcome === 'auto_resolved');
      // The new message is spent exactly if it answered the question.
      assert.deepEqual(now?.heard, heardOf('no', { spent: item.answer === 'no' }));
    }
  },
});
