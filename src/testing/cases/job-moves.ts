/** How a job moves between states and between workers, and what moves with it. */
import assert from 'node:assert/strict';
import type { AskCommand } from '../../core/ask/command.ts';
import type { Effect } from '../../core/effects.ts';
import { hasEnded, JOB_MOVES, JOB_STATES, type JobState } from '../../core/model/job.ts';
import type { JobRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, decline, expire, mustBeAccepted, mustBeSound, outcomesOf, park, write } from '../drive.ts';
import {
  begun,
  COMPLETE,
  cancelJob,
  claim,
  end,
  FAILED,
  LEASE_END,
  NEXT_LEASE_END,
  newWorker,
  queue,
  queueCommand,
  release,
} from '../drive-jobs.ts';
import { specOf } from '../drive-submissions.ts';
import { askCommand, jobOf, NOW, sessionOf, YEAR_2100 } from '../make.ts';
import { type Case, casesAbout, codeOf, refused, trail } from '../store-under-test.ts';

/** The other fields of a job in each state, so that only the state decides whether it may move. */
function inState(state: JobState): Partial<JobRecord> {
  const error = state === 'ERROR' ? 'it went wrong' : null;
  return { state, prompt: 'Build it.', error, endedAt: hasEnded(state) ? NOW : null };
}

async function ground(store: Store) {
  const session = sessionOf();
  await write(store, [{ do: 'insert_session', session }]);
  const put = (...effects: readonly Effect[]) => write(store, effects, session.id);
  return { session, put };
}

/** One job for every pair of states; allowed moves succeed, all others are rejected and change nothing. */
function everyPair(move: (job: JobRecord, to: JobState) => { effect: Effect; moved: JobRecord }): Case['run'] {
  return async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    for (const from of JOB_STATES) {
      for (const to of JOB_STATES) {
        const job = jobOf(session.id, inState(from));
        await put({ do: 'insert_job', job });
        const { effect, moved } = move(job, to);
        const may = JOB_MOVES[from].includes(to);
        if (may) await put(effect);
        else await refused(put(effect), `a job that goes from ${from} to ${to}`);
        assert.deepEqual(await other.job(job.id), may ? moved : job, `from ${from} to ${to}`);
      }
    }
  };
}

/** A job of a live worker waits; at this moment an event lets it continue. */
function resumedAt(
  timing: Partial<AskCommand>,
  befalls: (store: Store, question: string, asked: string, now: number) => Promise<unknown>,
): Case['run'] {
  return async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const owners: [string, string | null][] = [];
    for (const now of [LEASE_END - 1, LEASE_END]) {
      const { id, session, owner } = await begun(store);
      const command = askCommand(session, ['Which colour?'], { job: id, ...timing });
      const question = await park(store, command);
      await befalls(other, question, command.ask, now);
      const { state, owner: left, updatedAt } = (await store.job(id))!;
      assert.deepEqual({ state, updatedAt }, { state: 'RUNNING', updatedAt: now });
      owners.push([owner, left]);
      // A free worker may claim jobs without a worker, but none that has one.
      const next = await newWorker(store, NEXT_LEASE_END);
      assert.equal((await claim(other, next, now))?.id, left === null ? id : undefined);
      await cancelJob(other, id);
    }
    const [[living, kept], [, dropped]] = owners as [[string, string | null], [string, string | null]];
    assert.equal(kept, living);
    assert.equal(dropped, null);
  };
}

export const JOB_MOVING = casesAbout('jobs', {
  'put_job brings a job from state to state as it may go, and no other way': everyPair((job, to) => {
    const moved = { ...job, ...inState(to), result: 'x', runs: 3, updatedAt: YEAR_2100 };
    return { effect: { do: 'put_job', job: moved, was: { state: job.state, owner: null } }, moved };
  }),

  'move_job brings a job between running and waiting, and from no end back': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    // move_job does not set the other fields of an ended job.
    const OPEN: readonly JobState[] = ['QUEUED', 'RUNNING', 'AWAITING_RESPONSE'];
    for (const from of JOB_STATES) {
      for (const to of OPEN) {
        const job = jobOf(session.id, inState(from));
        await put({ do: 'insert_job', job });
        const effect = { do: 'move_job', id: job.id, from, to, at: YEAR_2100 } as const;
        const may = JOB_MOVES[from].includes(to);
        if (may) await put(effect);
        else await refused(put(effect), `a job that goes from ${from} to ${to}`);
        const moved = may ? { ...job, state: to, updatedAt: YEAR_2100 } : job;
        assert.deepEqual(await other.job(job.id), moved, `from ${from} to ${to}`);
      }
    }
  },

  'put_job sets the whole of one job': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    const [job, beside] = [jobOf(session.id, inState('RUNNING')), jobOf(session.id, inState('RUNNING'))];
    await put({ do: 'insert_job', job }, { do: 'insert_job', job: beside });
    const then = {
      ...job,
      owner: 'w-1',
      runs: 2,
      lost: 1,
      updatedAt: YEAR_2100,
      startedAt: NOW + 1,
      asker: 'another',
    };
    await put({ do: 'put_job', job: then, was: { state: 'RUNNING', owner: null } });
    assert.deepEqual(await other.job(job.id), then);
    const read = { ...then, clarificationStatus: 'skipped', spec: specOf('Build it.') } as const;
    await put({ do: 'put_job', job: read, was: { state: 'RUNNING', owner: 'w-1' } });
    assert.deepEqual(await other.job(job.id), read);
    const ended = { ...read, ...inState('COMPLETE'), owner: null, result: '', endedAt: YEAR_2100 };
    await put({ do: 'put_job', job: ended, was: { state: 'RUNNING', owner: 'w-1' } });
    assert.deepEqual(await other.job(job.id), ended);
    assert.deepEqual(await other.job(beside.id), beside);
  },

  'only who runs has a worker, and only what has ended has an end': async ({ open }) => {
    const { session, put } = await ground(await open());
    const wrong: readonly (readonly [string, Partial<JobRecord>])[] = [
      ['a queued job without a prompt', { ...inState('QUEUED'), prompt: null }],
      ['a queued job of a worker', { ...inState('QUEUED'), owner: 'w-1' }],
      ['a job that has ended and is still a worker’s', { ...inState('COMPLETE'), owner: 'w-1' }],
      ['a worker’s job without a prompt', { ...inState('RUNNING'), prompt: null, owner: 'w-1' }],
      ['a job that runs and has ended', { ...inState('RUNNING'), endedAt: NOW }],
      ['a job that was cancelled at no time', { ...inState('CANCELLED'), endedAt: null }],
      ['a job that failed and says not why', { ...inState('ERROR'), error: null }],
      ['a job that runs and failed', { ...inState('RUNNING'), error: 'no' }],
    ];
    for (const [what, more] of wrong) await refused(put({ do: 'insert_job', job: jobOf(session.id, more) }), what);
  },

  'who waits keeps the worker, whether it lives or not': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id, session, owner } = await begun(store);
    await ask(other, askCommand(session, ['Which colour?'], { job: id }), { now: LEASE_END + 1 });
    const { state, owner: kept } = (await store.job(id))!;
    assert.deepEqual({ state, owner: kept }, { state: 'AWAITING_RESPONSE', owner });
  },

  'a job that is answered is its worker’s while that lives, and nobody’s once the lease is over': resumedAt(
    {},
    async (store, question, _, now) => mustBeAccepted(await answer(store, question, 'blue', now)),
  ),

  'a job whose question expires is its worker’s while that lives, and nobody’s once the lease is over': resumedAt(
    { deadline: NOW + 1, onTimeout: 'fail' },
    async (store, _, asked, now) => assert.deepEqual(await expire(store, asked, now), { expired: 1 }),
  ),

  'a worker that has lost its job ends nothing and leaves nothing off': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id, owner } = await begun(store);
    const next = await newWorker(other, NEXT_LEASE_END);
    const taken = await claim(other, next, LEASE_END);
    const before = await trail(other);
    for (const how of [COMPLETE, FAILED]) {
      assert.deepEqual(await end(store, id, owner, how, LEASE_END), { outcome: 'not_yours', job: taken });
    }
    assert.deepEqual(await release(store, id, owner, LEASE_END), { outcome: 'not_yours', job: taken });
    assert.deepEqual(await other.job(id), taken);
    assert.deepEqual(await trail(other), before);
    // Its new worker may.
    const ended = await end(store, id, next, COMPLETE, LEASE_END + 5);
    assert.equal(ended.outcome, 'ended');
    assert.deepEqual(await other.job(id), ended.job);
    assert.deepEqual((await end(other, id, next, FAILED)).outcome, 'not_yours');
  },

  'a job that is left off, or ends while its question waits, is let go and keeps the question': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id, session, owner } = await begun(store);
    assert.equal((await release(store, id, owner)).outcome, 'released');
    assert.equal((await other.job(id))?.owner, null);
    const again = await claim(other, owner);
    assert.deepEqual({ id: again?.id, runs: again?.runs, lost: again?.lost }, { id, runs: 2, lost: 0 });
    const command = askCommand(session, ['Which colour?'], { job: id });
    const question = await park(store, command);
    assert.equal((await end(store, id, owner, COMPLETE)).outcome, 'released');
    const { state, owner: none } = (await other.job(id))!;
    assert.deepEqual({ state, none }, { state: 'AWAITING_RESPONSE', none: null });
    await mustBeSound(other, [command.ask], [id]);
    mustBeAccepted(await answer(other, question, 'blue'));
    assert.equal((await claim(store, owner))?.id, id);
  },

  'a job that ends takes its questions with it, but for those that others wait for': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const ways: readonly ((id: string, owner: string) => Promise<unknown>)[] = [
      (id) => cancelJob(other, id),
      (id, owner) => end(other, id, owner, FAILED),
    ];
    for (const ends of ways) {
      const { id, session, owner } = await begun(store);
      const mine = askCommand(session, ['Which colour?', 'Which size?'], { job: id });
      const theirs = askCommand(session, ['Which size?']);
      const [colour, size] = mine.questions.map((question) => question.id) as [string, string];
      await ask(store, mine);
      await ask(store, theirs);
      await ends(id, owner);
      assert.deepEqual(await outcomesOf(store, mine.ask), ['cancelled', 'cancelled']);
      assert.deepEqual(await outcomesOf(store, theirs.ask), ['parked']);
      assert.equal((await store.clarification(colour))?.status, 'withdrawn');
      assert.equal((await store.clarification(size))?.status, 'pending');
      assert.equal((await store.job(id))?.owner, null);
      await mustBeSound(store, [mine.ask, theirs.ask], [id]);
      mustBeAccepted(await decline(store, size));
    }
  },

  'a job that is queued or has ended asks nothing': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { session, put } = await ground(store);
    for (const state of JOB_STATES) {
      const job = jobOf(session.id, inState(state));
      await put({ do: 'insert_job', job });
      // Asked from the opening that created it and from one that has never seen it.
      for (const opening of [store, other]) {
        const command = askCommand(session.id, ['Which colour?'], { job: job.id });
        const asking = ask(opening, command);
        if (state === 'RUNNING' || state === 'AWAITING_RESPONSE') await asking;
        else {
          assert.equal(await codeOf(asking), 'job_not_running');
          assert.deepEqual(await store.items(command.ask), []);
        }
      }
    }
  },

  'a job that is cancelled before it began was never run': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id } = await queue(store, queueCommand());
    const verdict = await cancelJob(other, id, NOW + 1);
    assert.ok('job' in verdict && verdict.cancelled);
    const { state, runs, startedAt, endedAt } = (await store.job(id))!;
    assert.deepEqual(
      { state, runs, startedAt, endedAt },
      { state: 'CANCELLED', runs: 0, startedAt: null, endedAt: NOW + 1 },
    );
    assert.equal(await claim(store, await newWorker(store)), null);
    const again = await cancelJob(store, id, NOW + 2);
    assert.ok('job' in again && !again.cancelled && again.job.endedAt === NOW + 1);
  },
});
