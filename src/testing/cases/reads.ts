/** Single rows and pages that are read without a decision. */
import assert from 'node:assert/strict';
import { POLICIES, type Policy } from '../../core/model/policy.ts';
import type { Preference } from '../../core/model/resolution.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, decline, mustBeAccepted, park, write } from '../drive.ts';
import { askCommand, askOf, clarificationOf, NOW, newId, preferenceOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

async function allPreferences(store: Store, project: string, limit: number): Promise<Preference[]> {
  const all: Preference[] = [];
  let after: string | null = null;
  do {
    const page = await store.preferences(project, after === null ? { limit } : { limit, after });
    assert.ok(page.items.length <= limit);
    all.push(...page.items);
    assert.ok(all.length < 1_000, 'the pages do not end');
    after = page.next;
  } while (after !== null);
  return all;
}

const nameOf = ({ key, subject }: Preference) => JSON.stringify([key, subject]);

export const READS = casesAbout('reads', {
  'the items of an ask come in its order, each with its clarification, or none at the cap': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const policy: Policy = { ...POLICIES.interactive, name: 'once', cap: 1 };
    const session = newId('s');
    const first = askCommand(session, ['Which colour?', 'Which size?', 'Which shape?', 'Which way?'], { policy });
    await park(store, first);
    mustBeAccepted(await answer(store, first.questions[2]!.id, 'round'));
    const items = await other.items(first.ask);
    assert.deepEqual(
      items.map(({ item, clarification }) => [item.position, item.outcome, clarification?.status, clarification?.id]),
      first.questions.map(({ id }, position) =>
        position === 2 ? [position, 'answered', 'answered', id] : [position, 'parked', 'pending', id],
      ),
    );
    assert.equal(items[2]?.clarification?.answer, 'round');
    const beyond = askCommand(session, ['Which font?', 'Which colour?'], { job: newId('j') });
    await ask(store, beyond);
    assert.deepEqual(
      (await other.items(beyond.ask)).map(({ item, clarification }) => [
        item.outcome,
        item.question,
        clarification?.id,
      ]),
      [
        ['failed', 'Which font?', undefined],
        ['parked', 'Which colour?', first.questions[0]!.id],
      ],
    );
  },

  'an item is read with its clarification as it is now, not as it was': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const command = askCommand(newId('s'), ['Which colour?'], { job: newId('j') });
    const id = await park(store, command);
    const read = async () =>
      (await store.items(command.ask)).map(({ item, clarification }) => [item.outcome, clarification?.answer]);
    assert.deepEqual(await read(), [['parked', null]]);
    assert.equal((await store.job(command.job!))?.state, 'AWAITING_RESPONSE');
    mustBeAccepted(await answer(other, id, 'blue'));
    assert.deepEqual(await read(), [['answered', 'blue']]);
    assert.equal((await store.job(command.job!))?.state, 'RUNNING');
    assert.equal((await store.clarification(id))?.status, 'answered');
  },

  'the answers of a session are those its people gave and nobody took back': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const asked = askCommand(session, ['Which colour?', 'Which size?', 'Which shape?', 'Which way?']);
    await park(store, asked);
    const [colour, size, shape] = asked.questions.map(({ id }) => id) as [string, string, string];
    await park(store, askCommand(newId('s'), ['Which font?']));
    mustBeAccepted(await answer(store, colour, 'blue'));
    mustBeAccepted(await answer(other, size, 'large'));
    mustBeAccepted(await answer(store, shape, 'round'));
    const ask = askOf(session);
    const settled = {
      status: 'answered',
      answer: 'x',
      evidence: 'for the test',
      confidence: 1,
      settledAt: NOW,
    } as const;
    const said = clarificationOf(ask, { ...settled, source: 'input' });
    const guessed = clarificationOf(ask, { ...settled, source: 'best_practice' });
    await write(store, [
      { do: 'insert_ask', ask },
      { do: 'insert_clarification', clarification: said },
      { do: 'insert_clarification', clarification: guessed },
      { do: 'retire_clarification', id: shape, from: 'answered', to: 'revoked', at: NOW },
    ]);
    const answers = await other.answers([session], 100);
    const told = answers.map(({ id, answer, source }) => [id, answer, source].join(' '));
    assert.deepEqual(told.toSorted(), [`${colour} blue user`, `${size} large user`, `${said.id} x input`].toSorted());
    assert.deepEqual(await other.answers(['s-unknown'], 100), []);
  },

  'the answers of several sessions come together, those of the first ones first where they are too many': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const sessions = Array.from({ length: 4 }, () => newId('s'));
    const given = new Map<string, string[]>();
    for (const session of sessions.slice(0, 3)) {
      const asked = askCommand(session, ['Which colour?', 'Which size?']);
      await park(store, asked);
      for (const { id } of asked.questions) mustBeAccepted(await answer(store, id, 'some'));
      given.set(session, asked.questions.map(({ id }) => id).toSorted());
    }
    const answersOf = async (names: readonly string[], limit: number) =>
      (await other.answers(names, limit)).map(({ id }) => id).toSorted();
    const [a, b, c, none] = sessions as [string, string, string, string];
    const of = (...names: string[]) => names.flatMap((name) => given.get(name)!).toSorted();
    assert.deepEqual(await answersOf([c, none, a], 100), of(a, c));
    assert.deepEqual(await answersOf([b, b], 100), of(b));
    assert.deepEqual(await answersOf([], 100), []);
    assert.deepEqual(await answersOf(['\u0000', '\ud800', b], 100), of(b));
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, none, c, a],
    ]) {
      const [first, second] = order.filter((name) => name !== none) as [string, string];
      assert.deepEqual(await answersOf(order, 2), of(first));
      assert.deepEqual(await answersOf(order, 4), of(first, second));
      assert.equal((await answersOf(order, 3)).length, 3);
    }
  },

  'what waits for a person is counted, in all sessions, and nothing else': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    assert.equal(await other.pendingCount(100), 0);
    const first = askCommand(newId('s'), ['Which colour?', 'Which size?', 'Which shape?', 'Which way?']);
    await park(store, first);
    await park(store, askCommand(newId('s'), ['Which font?'], { job: newId('j') }));
    // Joining a waiting question adds none.
    await park(store, askCommand(first.session, ['Which colour?']));
    assert.equal(await other.pendingCount(100), 5);
    mustBeAccepted(await answer(other, first.questions[0]!.id, 'blue'));
    mustBeAccepted(await decline(store, first.questions[1]!.id));
    assert.deepEqual([await store.pendingCount(100), await other.pendingCount(100)], [3, 3]);
    assert.deepEqual([await store.pendingCount(3), await other.pendingCount(2)], [3, 2]);
  },

  'what there is not is null, or nothing at all': async ({ open }) => {
    const store = await open();
    const id = await park(store, askCommand(newId('s'), ['Which colour?'], { job: newId('j') }));
    assert.equal(await store.clarification(`${id}0`), null);
    assert.equal(await store.job('j-unknown'), null);
    assert.deepEqual(await store.items('a-unknown'), []);
    assert.deepEqual(await store.preferences('/unknown', { limit: 10 }), { items: [], next: null });
  },

  'preferences of one project come page by page, each once, in one order': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const project = newId('k');
    const key = preferenceOf().key;
    const subjects = ['', '/', 'a/b/c', 'a', 'A', 'ä', 'src/a.ts', ' ', "it's", '日本', '🙂'];
    const preferences = [
      ...subjects.map((subject) => preferenceOf({ project, key, subject })),
      ...Array.from({ length: 9 }, () => preferenceOf({ project })),
    ];
    const elsewhere = preferenceOf({ project: newId('k'), key });
    const puts = [...preferences, elsewhere].map((preference) => ({ do: 'put_preference', preference }) as const);
    await write(store, puts);
    const whole = await allPreferences(other, project, 100);
    assert.deepEqual(whole.map(nameOf).toSorted(), preferences.map(nameOf).toSorted());
    for (const limit of [1, 2, 7, 19, 20]) assert.deepEqual(await allPreferences(other, project, limit), whole);
    assert.equal((await other.preferences(project, { limit: 20 })).next, null);
    assert.deepEqual(await allPreferences(other, elsewhere.project, 1), [elsewhere]);
  },
});
