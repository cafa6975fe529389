/** The invariants that every store must enforce, even against a wrong decision: these cases bypass the core. */
import assert from 'node:assert/strict';
import type { Effect } from '../../core/effects.ts';
import type { AskRecord, ClarificationRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { write } from '../drive.ts';
import { ANSWERED, askOf, clarificationOf, itemOf, jobOf, NOW, sessionOf } from '../make.ts';
import { casesAbout, refused } from '../store-under-test.ts';

/** A session with one ask, and functions that write to it without the core. */
async function ground(store: Store) {
  const session = sessionOf();
  const ask = askOf(session.id);
  const put = (...effects: readonly Effect[]) => write(store, effects, session.id);
  await put({ do: 'insert_session', session }, { do: 'insert_ask', ask });
  return {
    session,
    ask,
    put,
    insert: (more: Partial<ClarificationRecord>) =>
      put({ do: 'insert_clarification', clarification: clarificationOf(ask, more) }),
    insertAsk: (more: Partial<AskRecord>) => put({ do: 'insert_ask', ask: askOf(session.id, more) }),
  };
}

export const RULES = casesAbout('rules', {
  'a session has one live question of the same key and subject, whatever its type': async ({ open }) => {
    const store = await open();
    const { ask, insert, put } = await ground(store);
    const first = clarificationOf(ask, { key: 'k', subject: 'a.txt' });
    await put({ do: 'insert_clarification', clarification: first });
    const same = { key: 'k', subject: 'a.txt' };
    for (const live of [{}, ANSWERED, { status: 'declined', settledAt: NOW }] as const) {
      await refused(insert({ ...same, ...live }), 'a second live question');
      await refused(insert({ ...same, ...live, type: 'CONFIRM' }), 'a second live question of another type');
    }
    // A difference in any of these fields makes another question; retired questions do not count.
    await insert({ ...same, key: 'K' });
    await insert({ ...same, subject: 'A.txt' });
    await insert({ ...same, subject: 'a.txt ' });
    for (const status of ['revoked', 'superseded', 'withdrawn'] as const) {
      await insert({ ...same, status, settledAt: NOW });
    }
    const elsewhere = await ground(store);
    await elsewhere.insert(same);
    // Its slot is free once it is retired.
    await put({ do: 'retire_clarification', id: first.id, from: 'pending', to: 'withdrawn', at: NOW });
    await insert(same);
    await refused(insert(same), 'a second live question');
  },

  'a question keeps its place in the session when it is settled': async ({ open }) => {
    const { ask, insert, put } = await ground(await open());
    const { status, settledAt, ...answered } = ANSWERED;
    const settlements = [
      { to: status, at: settledAt, ...answered },
      { to: 'declined', at: NOW, evidence: 'the person declined to answer' },
    ] as const;
    for (const settlement of settlements) {
      const settled = clarificationOf(ask, { key: settlement.to });
      await put({ do: 'insert_clarification', clarification: settled });
      await put({
        do: 'settle_clarification',
        id: settled.id,
        from: 'pending',
        by: null,
        surface: null,
        ...settlement,
      });
      await refused(insert({ key: settlement.to }), `a second live question where the first is ${settlement.to}`);
    }
  },

  'an ask number is given once in its scope, and none beyond the cap': async ({ open }) => {
    const store = await open();
    const { insertAsk } = await ground(store);
    const scope = { capScope: 'scope', cap: 3 };
    await insertAsk({ ...scope, askNumber: 1 });
    await refused(insertAsk({ ...scope, askNumber: 1 }), 'the same ask number twice');
    await refused(insertAsk({ ...scope, askNumber: 0 }), 'the ask number 0');
    await refused(insertAsk({ ...scope, askNumber: 4 }), 'the fourth ask where three are allowed');
    await insertAsk({ ...scope, askNumber: 3 });
    await insertAsk({ ...scope, capScope: 'another', askNumber: 1 });
    // An ask that costs nothing has no number, and there may be any number of those.
    await insertAsk({});
    await insertAsk({});
    // A scope is the same in every session.
    const elsewhere = await ground(store);
    await refused(elsewhere.insertAsk({ ...scope, askNumber: 3 }), 'the same ask number in another session');
  },

  'a revoked question is stood in for once': async ({ open }) => {
    const { ask, insert, put } = await ground(await open());
    const revoked = clarificationOf(ask, { ...ANSWERED, status: 'revoked' });
    await put({ do: 'insert_clarification', clarification: revoked });
    await insert({ succeeds: revoked.id });
    await refused(insert({ succeeds: revoked.id }), 'a second question in place of the same');
    await insert({ succeeds: null });
  },

  'a question that waits has no answer, and an answered one has it and says from whom': async ({ open }) => {
    const { insert } = await ground(await open());
    await refused(insert({ answer: 'left' }), 'a waiting question with an answer');
    await refused(insert({ settledAt: NOW }), 'a waiting question that is settled');
    for (const lacking of ['answer', 'source', 'evidence'] as const) {
      await refused(insert({ ...ANSWERED, [lacking]: null }), `an answered question without ${lacking}`);
    }
    await insert({});
    await insert(ANSWERED);
  },

  'only the person answers a destructive question': async ({ open }) => {
    const { ask, insert, put } = await ground(await open());
    const waits = clarificationOf(ask, { destructive: true });
    await put({ do: 'insert_clarification', clarification: waits });
    for (const source of ['input', 'preference', 'best_practice'] as const) {
      await refused(insert({ ...ANSWERED, destructive: true, source }), `an answer by ${source}`);
      const settlement = { answer: 'yes', source, evidence: 'it seemed so', confidence: 0.9, by: null, surface: null };
      const settle = { do: 'settle_clarification', id: waits.id, from: 'pending', to: 'answered', at: NOW } as const;
      await refused(put({ ...settle, ...settlement }), `an answer by ${source}`);
      await insert({ ...ANSWERED, source });
    }
    await insert({ ...ANSWERED, destructive: true });
  },

  'silence settles nothing where there is no deadline': async ({ open }) => {
    const { insertAsk } = await ground(await open());
    for (const onTimeout of ['default', 'fallback', 'fail'] as const) {
      await refused(insertAsk({ onTimeout, deadline: null }), `onTimeout “${onTimeout}” without a deadline`);
      await insertAsk({ onTimeout, deadline: NOW });
    }
    await insertAsk({ onTimeout: 'wait', deadline: null });
    await insertAsk({ onTimeout: 'wait', deadline: NOW });
  },

  'an id is given once': async ({ open }) => {
    const store = await open();
    const { session, ask, put } = await ground(store);
    const job = jobOf(session.id);
    const clarification = clarificationOf(ask);
    await put(
      { do: 'insert_job', job },
      { do: 'insert_clarification', clarification },
      { do: 'insert_item', item: itemOf(ask, clarification) },
    );
    await refused(put({ do: 'insert_session', session: { ...session, asker: 'another' } }), 'a session twice');
    await refused(put({ do: 'insert_job', job: { ...job, state: 'QUEUED' } }), 'a job twice');
    await refused(put({ do: 'insert_ask', ask: { ...ask, asker: 'another' } }), 'an ask twice');
    const twin = { ...clarification, key: 'another', question: 'Another?' };
    await refused(put({ do: 'insert_clarification', clarification: twin }), 'a clarification twice');
    await refused(put({ do: 'insert_item', item: itemOf(ask, clarification) }), 'an item twice');
    assert.deepEqual(await store.job(job.id), job);
    assert.equal((await store.clarification(clarification.id))?.question, clarification.question);
    assert.equal((await store.items(ask.id)).length, 1);
  },
});
