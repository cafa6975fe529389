/** What a decision on a job is shown. */
import assert from 'node:assert/strict';
import { POLICIES, type Policy } from '../../core/model/policy.ts';
import type { JobRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, mustBeAccepted, shown, write } from '../drive.ts';
import { begun, claim, newWorker, queue, queueCommand } from '../drive-jobs.ts';
import { askCommand, jobOf, NOW, newId, sessionOf } from '../make.ts';
import { casesAbout } from '../store-under-test.ts';

/** Writes these jobs, all in one session. */
async function put(store: Store, ...given: readonly Partial<JobRecord>[]): Promise<JobRecord[]> {
  const session = sessionOf();
  const jobs = given.map((more) => jobOf(session.id, more));
  const inserts = jobs.map((job) => ({ do: 'insert_job', job }) as const);
  await write(store, [{ do: 'insert_session', session }, ...inserts]);
  return jobs;
}

const QUEUED = { state: 'QUEUED', prompt: 'Build it.' } as const;

export const JOB_LOOKS = casesAbout('jobs', {
  'jobs are looked at without deciding, several at once, as a decision would be shown each': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id, session } = await begun(store);
    await ask(store, askCommand(session, ['Which colour?', 'Which size?'], { job: id }));
    const joined = newId('j');
    const [queued] = await put(store, QUEUED);
    await ask(other, askCommand(session, ['Which size?'], { job: joined }));
    const ids = ['j-unknown', joined, id, '\u0000', queued!.id, '\ud800', id];
    const expected = [];
    for (const one of ids) expected.push(await shown(other, { of: 'job', id: one, session: '' }));
    assert.deepEqual(
      expected.map(({ waiting }) => waiting.length),
      [0, 1, 2, 0, 0, 0, 2],
    );
    for (const opening of [store, other]) assert.deepEqual(await opening.runs.look(ids), expected);
    assert.deepEqual(await store.runs.look([]), []);
  },

  'an ask that names no session is shown that of its job, what is known of its questions there, and what they cost':
    async ({ openings }) => {
      const [store, other] = (await openings(2)) as [Store, Store];
      for (const scope of ['session', 'asker'] as const) {
        const policy: Policy = { ...POLICIES.orchestrator, name: 'five', cap: 5, scope };
        // Characters that need escaping in a list.
        const [session, job] = [`${newId('s')} "\\ü`, newId('j')];
        await ask(store, askCommand(session, ['Which size?'], { policy, asker: 'planner' }));
        const first = askCommand(session, ['Which colour?'], { job });
        await ask(store, first);
        const nowhere = askCommand(newId('s'), ['Which colour?', 'Which size?'], { job, anySession: true });
        const expected = await shown(store, { of: 'ask', command: { ...nowhere, session } });
        assert.deepEqual(await shown(other, { of: 'ask', command: nowhere }), expected);
        assert.deepEqual([expected.session?.id, expected.job?.id, expected.capUsed], [session, job, 2]);
        assert.deepEqual(
          expected.questions.map(({ live, own }) => [live?.status, own.length]),
          [
            ['pending', 1],
            ['pending', 0],
          ],
        );
        const elsewhere = { ...nowhere, anySession: false };
        const { session: none, questions } = await shown(other, { of: 'ask', command: elsewhere });
        assert.deepEqual([none, questions[0]!.live], [null, null]);
      }
    },

  'a job is shown with its session, and with its items that wait and who waits for the same': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id, session } = await begun(store);
    const asking = { job: id };
    const first = askCommand(session, ['Which colour?', 'Which size?'], asking);
    const second = askCommand(session, ['Which shape?'], asking);
    for (const command of [first, second]) await ask(store, command);
    const joined = newId('j');
    await ask(other, askCommand(session, ['Which size?'], { job: joined }));
    await ask(other, askCommand(session, ['Which size?', 'Which taste?']));
    const seen = async (job: string) => {
      const state = await shown(other, { of: 'job', id: job, session: '' });
      assert.deepEqual(state.job, await store.job(job));
      assert.deepEqual(state.session, (await shown(other, { of: 'session', id: session })).session);
      for (const { item, clarification } of state.waiting) {
        const found = (await other.items(item.ask)).find((one) => one.item.position === item.position);
        assert.deepEqual({ item, clarification }, found);
      }
      return state.waiting.map(({ item, waiters, jobWaits }) => [item.question, waiters, jobWaits]);
    };
    assert.deepEqual(await seen(id), [
      ['Which colour?', 1, 3],
      ['Which size?', 3, 3],
      ['Which shape?', 1, 3],
    ]);
    assert.deepEqual(await seen(joined), [['Which size?', 3, 1]]);
    mustBeAccepted(await answer(other, first.questions[0]!.id, 'blue'));
    assert.deepEqual(await seen(id), [
      ['Which size?', 3, 2],
      ['Which shape?', 1, 2],
    ]);
  },

  'where there is no such job, the session that was named is shown': async ({ open }) => {
    const store = await open();
    const { id, session } = await queue(store);
    const named = await queue(store);
    const look = async (job: string, of: string) => shown(store, { of: 'job', id: job, session: of });
    const there = (await shown(store, { of: 'session', id: session })).session;
    assert.ok(there);
    assert.deepEqual(await look('j-unknown', session), { job: null, session: there, waiting: [] });
    assert.deepEqual(await look('j-unknown', 's-unknown'), { job: null, session: null, waiting: [] });
    // For an existing job, its own session.
    assert.deepEqual((await look(id, named.session)).session, there);
    // Ids come from people and programs: any of these is simply unknown.
    for (const text of ['', '\u0000', 'a\u0000b', '\ud800', "'", '%']) {
      assert.deepEqual(await look(text, 's-unknown'), { job: null, session: null, waiting: [] });
      assert.deepEqual(await look('j-unknown', text), { job: null, session: null, waiting: [] });
    }
  },

  'the same job that is queued again is the same, in its state of then': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const command = queueCommand();
    const made = await queue(store, command);
    assert.equal(made.state, 'QUEUED');
    const running = await claim(other, await newWorker(other));
    assert.deepEqual(await queue(store, command, NOW + 9), running);
    assert.deepEqual(await other.job(command.id), running);
    const types = (await other.events(0, 100)).map(({ type }) => type);
    assert.deepEqual(types, ['job.queued', 'job.started']);
  },
});
