/** Pages of clarifications. */
import assert from 'node:assert/strict';
import type { AskCommand } from '../../core/ask/command.ts';
import type { ClarificationStatus } from '../../core/model/question.ts';
import type { ClarificationRow, ListQuery, Store } from '../../ports.ts';
import { answer, ask, cancel, decline, expire, mustBeAccepted, park, revoke } from '../drive.ts';
import { MINUTE } from '../fake-clock.ts';
import { askCommand, NOW, newId } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

/** Every page of a list; `between` is called while there is more. */
async function pages(
  store: Store,
  query: ListQuery,
  between: () => Promise<unknown> = async () => {},
): Promise<ClarificationRow[]> {
  const all: ClarificationRow[] = [];
  let after: string | null = null;
  do {
    const page = await store.list(after === null ? query : { ...query, after });
    assert.ok(page.items.length <= query.limit, `a page of ${page.items.length} where ${query.limit} was the limit`);
    if (page.next !== null)
      assert.equal(page.items.length, query.limit, 'a page that is not full, and yet not the last');
    all.push(...page.items);
    assert.ok(all.length < 1_000, 'the pages do not end');
    after = page.next;
    if (after !== null) await between();
  } while (after !== null);
  return all;
}

function ids(listed: readonly { readonly id: string }[]): string[] {
  return listed.map(({ id }) => id);
}

async function parkSome(store: Store, count: number, session = newId('s')): Promise<string[]> {
  const some: string[] = [];
  // The clock does not advance: only the ids tell which is older.
  for (let index = 0; index < count; index += 1) {
    some.push(await park(store, askCommand(session, [`Question ${newId('k')}?`])));
  }
  return some;
}

/** One question of each status in a new session. */
async function oneOfEach(store: Store): Promise<{ session: string; byStatus: Record<ClarificationStatus, string> }> {
  const session = newId('s');
  const offering = (label: string) =>
    askCommand(session, [{ question: 'Which colour?', type: 'SELECT_ONE', options: [{ label }] }]);
  const superseded = await park(store, offering('blue'));
  mustBeAccepted(await answer(store, superseded, 'blue'));
  const pending = await park(store, offering('red'));
  const [answered, declined, revoked] = (await parkSome(store, 3, session)) as [string, string, string];
  mustBeAccepted(await answer(store, answered, 'left'));
  mustBeAccepted(await decline(store, declined));
  mustBeAccepted(await answer(store, revoked, 'left'));
  mustBeAccepted(await revoke(store, revoked));
  const leaving = askCommand(session, ['Shall I stay?']);
  const withdrawn = await park(store, leaving);
  await cancel(store, leaving.ask);
  return { session, byStatus: { pending, answered, declined, revoked, superseded, withdrawn } };
}

const STATUSES = ['pending', 'answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const;

export const LISTING = casesAbout('list', {
  'the oldest comes first, also where several were asked in the same millisecond': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const asked = [...(await parkSome(store, 6)), ...(await parkSome(other, 6)), ...(await parkSome(store, 6))];
    // A settled question keeps its position.
    mustBeAccepted(await answer(store, asked[4]!, 'left'));
    mustBeAccepted(await decline(other, asked[9]!));
    assert.deepEqual(ids(await pages(other, { limit: 100 })), asked);
  },

  'pages of any size hold everything once, and the last says that it is the last': async ({ open }) => {
    const store = await open();
    const asked = await parkSome(store, 12);
    for (const limit of [1, 3, 5, 11, 12, 13]) assert.deepEqual(ids(await pages(store, { limit })), asked);
    const exact = await store.list({ limit: 12 });
    assert.equal(exact.next, null);
  },

  'the newest comes first where that is wanted, in pages of any size, in one session or in all': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    const asked = await parkSome(store, 9, session);
    mustBeAccepted(await answer(store, asked[4]!, 'left'));
    const turned = asked.toReversed();
    for (const limit of [1, 2, 4, 9, 10]) {
      assert.deepEqual(ids(await pages(store, { limit, newest: true })), turned);
      assert.deepEqual(ids(await pages(store, { limit, newest: true, session })), turned);
    }
  },

  'what is added while somebody pages is not lost, and nothing comes twice': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const asked = await parkSome(store, 7, session);
    let rounds = 0;
    const add = async () => {
      rounds += 1;
      if (rounds <= 4) asked.push(...(await parkSome(other, 2, session)));
      // Removing an item before the cursor changes nothing either.
      if (rounds === 2) mustBeAccepted(await answer(other, asked[0]!, 'left'));
    };
    const query = { status: ['pending'], session, limit: 3 } as const;
    assert.deepEqual(ids(await pages(store, query, add)), asked);
    assert.ok(rounds >= 4);
  },

  'it is filtered by any set of statuses, in one session or in all': async ({ open }) => {
    const store = await open();
    const here = await oneOfEach(store);
    const there = await oneOfEach(store);
    const sets: (readonly ClarificationStatus[])[] = [
      ...STATUSES.map((status) => [status]),
      ['answered', 'revoked'],
      ['pending', 'answered', 'declined'],
      ['withdrawn', 'superseded', 'revoked'],
      ['declined', 'pending', 'withdrawn'],
      STATUSES,
    ];
    for (const status of sets) {
      const wanted = ({ byStatus }: typeof here) => status.map((name) => byStatus[name]).toSorted();
      const { session } = there;
      assert.deepEqual(ids(await pages(store, { status, limit: 2 })), [...wanted(here), ...wanted(there)]);
      assert.deepEqual(ids(await pages(store, { status, session, limit: 2 })), wanted(there));
    }
    const all = Object.values(here.byStatus).toSorted();
    assert.deepEqual(ids(await pages(store, { session: here.session, limit: 4 })), all);
  },

  'where there is nothing it is an empty page, and the last': async ({ open }) => {
    const store = await open();
    const nothing = { items: [], next: null };
    assert.deepEqual(await store.list({ limit: 10 }), nothing);
    const [id] = (await parkSome(store, 1)) as [string];
    assert.deepEqual(await store.list({ session: 's-unknown', limit: 10 }), nothing);
    assert.deepEqual(await store.list({ status: ['revoked'], limit: 10 }), nothing);
    assert.deepEqual(await store.list({ after: id, limit: 10 }), nothing);
  },

  'the deadline shown is the first of those that end a wait, with what becomes of that wait': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const asking = (more: Partial<AskCommand>, fallsTo?: string) =>
      askCommand(
        session,
        [{ question: 'Which colour?', ...(fallsTo === undefined ? {} : { default: fallsTo }) }],
        more,
      );
    const shownFor = async (id: string) => {
      const one = await other.clarification(id);
      const [listed] = (await other.list({ session, limit: 1 })).items;
      assert.deepEqual(listed, one);
      return [one?.deadline, one?.onTimeout, one?.onTimeoutAnswer];
    };
    // A deadline without an effect counts as none.
    const first = asking({ deadline: NOW + 1, onTimeout: 'wait' });
    const id = await park(store, first);
    assert.deepEqual(await shownFor(id), [null, null, null]);
    const late = asking({ deadline: NOW + 3 * MINUTE, onTimeout: 'fail' });
    const early = asking({ deadline: NOW + MINUTE, onTimeout: 'fallback', fallback: 'any will do' });
    const between = asking({ deadline: NOW + 2 * MINUTE, onTimeout: 'default' }, 'green');
    for (const command of [late, early, between]) await ask(store, command);
    assert.deepEqual(await shownFor(id), [NOW + MINUTE, 'fallback', 'any will do']);
    await cancel(store, early.ask);
    assert.deepEqual(await shownFor(id), [NOW + 2 * MINUTE, 'default', 'green']);
    await cancel(store, between.ask);
    assert.deepEqual(await shownFor(id), [NOW + 3 * MINUTE, 'fail', null]);
    mustBeAccepted(await answer(store, id, 'blue'));
    assert.deepEqual(await shownFor(id), [null, null, null]);
  },

  'what nobody answered is listed with how the ask that first put it went on': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const deadline = NOW + MINUTE;
    const shownFor = async (id: string) => {
      const one = await other.clarification(id);
      assert.deepEqual(
        (await other.list({ session, limit: 100 })).items.find((item) => item.id === id),
        one,
      );
      return one?.unanswered;
    };
    const silent = async (question: string, more: Partial<AskCommand>, fallsTo?: string) => {
      const beside = { question: `Not ${question}`, default: 'none' };
      const asked = { question, ...(fallsTo === undefined ? {} : { default: fallsTo }) };
      const command = askCommand(session, [beside, asked], { deadline, ...more });
      await park(store, command);
      const id = command.questions[1]!.id;
      assert.equal(await shownFor(id), null, 'it waits');
      await expire(store, command.ask, deadline);
      return id;
    };
    const evidence = `no answer by ${new Date(deadline).toISOString()}`;
    const colour = await silent('Which colour?', { onTimeout: 'default' }, 'green');
    const taken = { answer: 'green', source: 'default', evidence: `${evidence}; the default applies`, confidence: 0 };
    assert.deepEqual(await shownFor(colour), taken);
    const size = await silent('Which size?', { onTimeout: 'fallback', fallback: 'any will do' });
    assert.deepEqual(await shownFor(size), { answer: 'any will do', source: 'fallback', evidence, confidence: 0 });
    const shape = await silent('Which shape?', { onTimeout: 'fail' });
    assert.deepEqual(await shownFor(shape), { answer: null, source: null, evidence, confidence: 1 });
    // A revoked answer is still known.
    mustBeAccepted(await revoke(store, colour));
    assert.deepEqual(await shownFor(colour), taken);
    // A question with its own answer shows only that, and a declined one is attributed to the person.
    const answered = await park(store, askCommand(session, ['Which name?']));
    mustBeAccepted(await answer(store, answered, 'left'));
    assert.equal(await shownFor(answered), null);
    mustBeAccepted(await revoke(store, answered));
    assert.equal(await shownFor(answered), null);
    const declined = await park(store, askCommand(session, ['Which place?']));
    mustBeAccepted(await decline(store, declined));
    assert.equal(await shownFor(declined), null);
  },
});
