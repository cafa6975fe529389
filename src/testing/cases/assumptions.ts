/** What agents decided by themselves, and questions that counted against a scope's cap. */
import assert from 'node:assert/strict';
import { POLICIES } from '../../core/model/policy.ts';
import type { AssumptionRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, mustBeAccepted, park, write } from '../drive.ts';
import { askCommand, NOW, newId, sessionOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

function assumptionOf(session: string, more: Partial<AssumptionRecord> = {}): AssumptionRecord {
  return {
    id: newId('as'),
    session,
    job: null,
    asker: 'pm',
    decision: 'Dates are in UTC',
    reasoning: 'The logs are',
    confidence: 0.6,
    risk: 'Reports shift by a day',
    timeoutAssumed: false,
    clarification: null,
    createdAt: NOW,
    ...more,
  };
}

async function allAssumptions(store: Store, session: string, limit: number): Promise<AssumptionRecord[]> {
  const all: AssumptionRecord[] = [];
  let after: string | null = null;
  do {
    const page = await store.assumptions(session, after === null ? { limit } : { limit, after });
    assert.ok(page.items.length <= limit);
    all.push(...page.items);
    assert.ok(all.length < 1_000, 'the pages do not end');
    after = page.next;
  } while (after !== null);
  return all;
}

export const ASSUMPTIONS = casesAbout('assumptions', {
  'an assumption is read as it was written': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = sessionOf();
    const all = [
      assumptionOf(session.id, { job: newId('j'), clarification: newId('q'), timeoutAssumed: true }),
      assumptionOf(session.id, { confidence: null, risk: null, reasoning: '', createdAt: NOW + 1 }),
      assumptionOf(session.id, { confidence: 0, decision: '全部 “so”\nas it is', createdAt: NOW + 2 }),
      assumptionOf(session.id, { confidence: 1, createdAt: NOW + 3 }),
    ];
    await write(store, [{ do: 'insert_session', session }]);
    await write(
      store,
      all.map((assumption) => ({ do: 'insert_assumption', assumption })),
    );
    assert.deepEqual((await other.assumptions(session.id, { limit: 10 })).items, all);
    for (const one of all) assert.deepEqual(await other.assumption(one.id), one);
    assert.equal(await other.assumption(newId('as')), null);
  },

  'an assumption that is said again is kept once, as it was first said': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = sessionOf();
    const first = assumptionOf(session.id);
    await write(store, [
      { do: 'insert_session', session },
      { do: 'insert_assumption', assumption: first },
    ]);
    await write(other, [{ do: 'insert_assumption', assumption: { ...first, decision: 'Dates are local' } }]);
    assert.deepEqual((await store.assumptions(session.id, { limit: 10 })).items, [first]);
  },

  'assumptions of one session come page by page, each once, oldest first': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [session, elsewhere] = [sessionOf(), sessionOf()];
    await write(store, [{ do: 'insert_session', session }]);
    await write(store, [{ do: 'insert_session', session: elsewhere }]);
    // Several with the same time: pages must not lose their position among them.
    const all = Array.from({ length: 7 }, (_, at) => assumptionOf(session.id, { createdAt: NOW + Math.floor(at / 3) }));
    for (const assumption of all.toReversed()) await write(store, [{ do: 'insert_assumption', assumption }]);
    await write(store, [{ do: 'insert_assumption', assumption: assumptionOf(elsewhere.id) }]);
    const inOrder = all.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    for (const limit of [1, 2, 3, 7, 100]) assert.deepEqual(await allAssumptions(other, session.id, limit), inOrder);
  },

  'what was put to people at a scope’s cost is read with who asked, and as its ask is told': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = newId('s');
    const of = (asker: string, question: string) =>
      askCommand(session, [question], { job: newId('j'), asker, policy: POLICIES.orchestrator });
    const pm = of('pm', 'Which colour?');
    const qa = of('qa', 'Which size?');
    const id = await park(store, pm);
    // Joining a question costs nothing, and a question beyond the cap was put to no person.
    await ask(store, of('dev', 'Which colour?'));
    await ask(store, of('pm', 'Which shape?'));
    await park(store, qa);
    const read = async () =>
      (await other.asked(session)).map(({ asker, item, clarification }) => [
        asker,
        item.ask,
        item.outcome,
        clarification.question,
        clarification.answer,
      ]);
    const size = ['qa', qa.ask, 'parked', 'Which size?', null];
    assert.deepEqual(await read(), [['pm', pm.ask, 'parked', 'Which colour?', null], size]);
    mustBeAccepted(await answer(store, id, 'blue'));
    assert.deepEqual(await read(), [['pm', pm.ask, 'answered', 'Which colour?', 'blue'], size]);
    assert.deepEqual(await other.asked(newId('s')), []);
  },

  'what no cap counts was put to nobody at a cost': async ({ open }) => {
    const store = await open();
    const session = newId('s');
    await park(store, askCommand(session, ['Which colour?']));
    assert.deepEqual(await store.asked(session), []);
  },

  'a job that was sent back is known to have been, and no other': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [session, job, complete] = [newId('s'), newId('j'), newId('j')];
    await ask(store, askCommand(session, ['Which colour?'], { job, missing: ['options'] }));
    await ask(store, askCommand(session, ['Which size?'], { job: complete, missing: [] }));
    assert.deepEqual([await other.sentBack(job), await other.sentBack(complete)], [true, false]);
    assert.equal(await other.sentBack(newId('j')), false);
  },
});
