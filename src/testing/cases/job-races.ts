/** Several openings that claim the same job at once: it gets one worker, one end, and one answer. */
import assert from 'node:assert/strict';
import type { JobRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, mustBeSound, outcomesOf, park } from '../drive.ts';
import {
  beat,
  begun,
  COMPLETE,
  cancelJob,
  claim,
  end,
  LEASE_END,
  NEXT_LEASE_END,
  newWorker,
  queue,
  queueCommand,
  release,
} from '../drive-jobs.ts';
import { askCommand, NOW, newId } from '../make.ts';
import { atOnce, casesAbout, eitherFirst, trail } from '../store-under-test.ts';
import { ROUNDS } from './races.ts';

const WORKERS = 64;
const JOBS = 40;

async function countOf(store: Store, job: string, ...types: readonly string[]): Promise<number> {
  return (await trail(store)).filter((event) => event.job === job && types.includes(event.type)).length;
}

export const JOB_RACES = casesAbout('at once', {
  'of 64 workers each gets a job of its own, or none, and every job gets one worker': async ({ openings }) => {
    const stores = (await openings(2)) as [Store, Store];
    // Ten per session: jobs claimed together may well share one.
    const sessions = Array.from({ length: JOBS / 10 }, () => newId('s'));
    const jobs: JobRecord[] = [];
    for (let n = 0; n < JOBS; n += 1) {
      jobs.push(await queue(stores[n % 2]!, queueCommand({}, sessions[n % sessions.length]), NOW + n));
    }
    const workers = await Promise.all(Array.from({ length: WORKERS }, (_, n) => newWorker(stores[n % 2]!)));
    const claimed = await atOnce(...workers.map((worker, n) => () => claim(stores[n % 2]!, worker, NOW + JOBS)));
    const got = claimed.flatMap((job) => (job ? [job.id] : []));
    assert.deepEqual(got.toSorted(), jobs.map(({ id }) => id).toSorted());
    for (const [n, job] of claimed.entries()) {
      if (!job) continue;
      assert.equal(job.owner, workers[n]);
      assert.deepEqual(await stores[(n + 1) % 2]!.job(job.id), job);
      assert.deepEqual(await beat(stores[0], workers[n]!), [job.id]);
    }
    const started = (await trail(stores[1])).filter(({ type }) => type === 'job.started').map(({ job }) => job!);
    assert.deepEqual(started.toSorted(), got.toSorted());
  },

  'a job that several queue is queued once': async ({ openings }) => {
    const stores = await openings(4);
    for (let round = 0; round < ROUNDS; round += 1) {
      const command = queueCommand();
      const made = await atOnce(...stores.map((store) => () => queue(store, command)));
      for (const job of made) assert.deepEqual(job, made[0]);
      assert.equal(await countOf(stores[0]!, command.id, 'job.queued'), 1);
    }
  },

  'asks of one new job that name no session are asked in one, whichever opening makes it': async ({ openings }) => {
    const stores = await openings(4);
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = newId('j');
      const commands = stores.map((_, n) => askCommand(newId('s'), [`Question ${n}?`], { job, anySession: true }));
      const asked = await atOnce(...stores.map((store, n) => () => ask(store, commands[n]!)));
      const made = await stores[0]!.job(job);
      assert.ok(commands.some(({ session }) => session === made?.session));
      assert.deepEqual(
        asked.map(({ session }) => session),
        stores.map(() => made!.session),
      );
      for (const { ask: id } of commands) {
        const [stored] = await stores[0]!.items(id);
        assert.deepEqual([stored?.item.session, stored?.clarification?.session], [made!.session, made!.session]);
      }
      assert.equal(await countOf(stores[0]!, job, 'job.created'), 1);
    }
  },

  'a job that is cancelled while it is answered has one of the two ends, wholly': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, session, owner } = await begun(left);
      const command = askCommand(session, ['Which colour?'], { job: id });
      const question = await park(left, command);
      const [cancelled, answered] = await eitherFirst(
        round,
        () => cancelJob(left, id),
        () => answer(right, question, 'blue'),
      );
      // A job that continues can still be cancelled; a withdrawn question cannot be answered.
      assert.ok('job' in cancelled && cancelled.cancelled);
      const won = 'status' in answered ? 'answered' : 'cancelled';
      assert.deepEqual(await outcomesOf(right, command.ask), [won]);
      const status = won === 'answered' ? 'answered' : 'withdrawn';
      assert.equal((await left.clarification(question))?.status, status);
      assert.equal(await countOf(left, id, 'job.resumed'), won === 'answered' ? 1 : 0);
      assert.equal((await right.job(id))?.state, 'CANCELLED');
      await mustBeSound(right, [command.ask], [id]);
      assert.equal((await end(left, id, owner, COMPLETE)).outcome, 'not_yours');
    }
  },

  'a job that is cancelled while it completes ends once': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await begun(left);
      const [cancelled, ended] = await eitherFirst(
        round,
        () => cancelJob(left, id),
        () => end(right, id, owner, COMPLETE),
      );
      const won = 'cancelled' in cancelled && cancelled.cancelled;
      assert.equal(ended.outcome, won ? 'not_yours' : 'ended');
      assert.equal((await left.job(id))?.state, won ? 'CANCELLED' : 'COMPLETE');
      assert.equal(await countOf(left, id, 'job.cancelled', 'job.completed'), 1);
      await mustBeSound(right, [], [id]);
    }
  },

  'a job that ends while another takes it over is either ended or taken over': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, owner } = await begun(left);
      const next = await newWorker(right, NEXT_LEASE_END);
      const [ended, taken] = await eitherFirst(
        round,
        () => end(left, id, owner, COMPLETE, LEASE_END),
        () => claim(right, next, LEASE_END),
      );
      const won = ended.outcome === 'ended';
      assert.equal(taken?.id, won ? undefined : id);
      assert.deepEqual((await left.job(id))?.owner, won ? null : next);
      await mustBeSound(right, [], [id]);
      await cancelJob(left, id);
    }
  },

  'a job that is let go while it is answered is anybody’s afterwards': async ({ openings }) => {
    const [left, right] = (await openings(2)) as [Store, Store];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, session, owner } = await begun(left);
      const command = askCommand(session, ['Which colour?'], { job: id });
      const question = await park(left, command);
      await eitherFirst<unknown, unknown>(
        round,
        () => release(left, id, owner),
        () => answer(right, question, 'blue'),
      );
      await mustBeSound(right, [command.ask], [id]);
      assert.equal((await left.job(id))?.owner, null);
      assert.equal((await claim(right, owner))?.id, id);
      await cancelJob(left, id);
    }
  },
});
