/** What a store keeps of approvals: the call, the decision, and the rules that answers made. */
import assert from 'node:assert/strict';
import type { Effect } from '../../core/effects.ts';
import type { Call } from '../../core/model/call.ts';
import type { ClarificationRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { write } from '../drive.ts';
import { ANSWERED, askOf, clarificationOf, itemOf, NOW, PROJECT, sessionOf } from '../make.ts';
import { casesAbout, refused } from '../store-under-test.ts';

const CALL: Call = { tool: 'Bash', input: '{"command":"ls"}', callId: null, rules: ['Bash(ls)'], editable: false };

/** A session with one ask, and a function that writes an approval to it without the core. */
async function ground(store: Store) {
  const session = sessionOf();
  const ask = askOf(session.id);
  const put = (...effects: readonly Effect[]) => write(store, effects, session.id);
  await put({ do: 'insert_session', session }, { do: 'insert_ask', ask });
  const insert = async (more: Partial<ClarificationRecord>) => {
    const clarification = clarificationOf(ask, { type: 'CONFIRM', call: CALL, ...more });
    await put({ do: 'insert_clarification', clarification });
    return clarification;
  };
  return { session, ask, put, insert };
}

const ruled = (scope: 'session' | 'project'): Partial<ClarificationRecord> => ({
  ...ANSWERED,
  answer: 'Yes',
  decision: { scope, rule: 'Bash(ls)' },
});

export const APPROVALS = casesAbout('approvals', {
  'a call, its decision and the ref of its asker come back as they were written': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { ask, insert, put } = await ground(store);
    const call = {
      ...CALL,
      input: '{"command":"echo \\u0000\\ud800 \\"x\\""}',
      callId: 'c1',
      title: 'List',
      editable: true,
    };
    const { id } = await insert({ call });
    const item = itemOf(ask, (await store.clarification(id))!, { ref: 'wake-1' });
    await put({ do: 'insert_item', item });
    const decision = {
      scope: 'session',
      rule: 'Bash(ls)',
      message: 'fine',
      updatedInput: '{"command":"ls -l"}',
    } as const;
    await put({
      ...{ do: 'settle_clarification', id, from: 'pending', to: 'answered', at: NOW, answer: 'Yes', source: 'user' },
      ...{ evidence: 'the person answered', confidence: 1, by: 'ada', surface: 'page', decision },
    });
    const stored = await other.clarification(id);
    assert.deepEqual(stored?.call, call);
    assert.deepEqual(stored?.decision, decision);
    assert.equal((await other.items(ask.id))[0]?.item.ref, 'wake-1');
  },

  'the rules of a project and of a session are listed, without revoked ones and those of others': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const here = await ground(store);
    const there = await ground(store);
    const mine = await here.insert({ ...ruled('session'), key: 'a' });
    const theirs = await there.insert({ ...ruled('session'), key: 'a' });
    const shared = await there.insert({ ...ruled('project'), key: 'b' });
    await here.insert({ ...ruled('project'), key: 'c', status: 'revoked' });
    await here.insert({ ...ANSWERED, answer: 'Yes', decision: { scope: 'once' }, key: 'd' });
    const ids = async (session: string | null) => (await other.rules(PROJECT, session)).map(({ id }) => id).toSorted();
    assert.deepEqual(await ids(here.session.id), [mine.id, shared.id].toSorted());
    assert.deepEqual(await ids(null), [shared.id]);
    assert.deepEqual(await other.rules('another project', here.session.id), []);
    const newest = async (limit: number) => (await other.sessionRules(PROJECT, limit)).map(({ id }) => id);
    assert.deepEqual(await newest(5), [mine.id, theirs.id].toSorted().toReversed());
    assert.equal((await newest(1)).length, 1);
    assert.deepEqual(await other.sessionRules('another project', 5), []);
    await here.put({ do: 'retire_clarification', id: mine.id, from: 'answered', to: 'revoked', at: NOW });
    assert.deepEqual(await ids(here.session.id), [shared.id]);
    assert.deepEqual(await newest(5), [theirs.id]);
  },

  'a rule denies a dangerous call, and never allows one': async ({ open }) => {
    const { insert } = await ground(await open());
    const byRule = { ...ANSWERED, source: 'rule', destructive: true } as const;
    await insert({ ...byRule, answer: 'No', key: 'a' });
    await refused(insert({ ...byRule, answer: 'Yes', key: 'b' }), 'a dangerous call that a rule allows');
    await insert({ ...byRule, answer: 'Yes', key: 'b', destructive: false });
  },
});
