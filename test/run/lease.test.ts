/** A worker's lease: while it lasts its jobs are its own, and not a moment longer, whatever the store does. */
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { endOf, setUp, stateOf, trail } from '../support/open.ts';
import {
  aborted,
  heldExecutor,
  LEASE_MS,
  makeRunner,
  nextCall,
  reaches,
  startRunner,
  storeOf,
} from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

const BEAT_MS = LEASE_MS / 3;

/** Fails every heartbeat from now on; returns what ends it. */
function failBeats(askonce: AskOnce): () => Promise<void> {
  const { runs } = storeOf(askonce);
  const { beat } = runs;
  runs.beat = () => Promise.reject(new Error('the store cannot be reached'));
  return async () => {
    runs.beat = beat;
  };
}

/** Lets every heartbeat hang from now on; returns what lets them go through. */
function hangBeats(askonce: AskOnce): () => Promise<void> {
  const { runs } = storeOf(askonce);
  const { beat } = runs;
  const { promise, resolve } = Promise.withResolvers<void>();
  let last: Promise<unknown> = promise;
  runs.beat = (worker) => {
    const beaten = promise.then(() => beat(worker));
    last = beaten;
    return beaten;
  };
  return async () => {
    runs.beat = beat;
    resolve();
    await last;
  };
}

/** How often a job was begun, by the trail. */
async function starts(askonce: AskOnce, job: string): Promise<number> {
  return (await trail(askonce)).filter((event) => event.job === job && event.type === 'job.started').length;
}

describeOnStores('a lease', (store) => {
  it('that is renewed keeps its jobs, however long they run', async () => {
    const { askonce, clock, open } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    const id = await runner.run('a long task');
    const run = await held.next();
    const other = heldExecutor();
    await startRunner(await open(), other.executor);
    for (let n = 0; n < 10; n += 1) {
      const beaten = nextCall(storeOf(askonce).runs, 'beat');
      clock.advance(BEAT_MS);
      await beaten;
    }
    expect(run.context.signal.aborted).toBe(false);
    run.finish('done');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done', runs: 1 });
    expect(other.runs).toEqual([]);
  });

  it.each(['fails', 'hangs'])(
    'whose heartbeat %s is over when it runs out and not before, and the run is told',
    async (how) => {
      const { askonce, clock, open } = await setUp(store);
      const elsewhere = await open();
      const held = heldExecutor();
      const { runner } = await startRunner(askonce, held.executor);
      const id = await runner.run('a task');
      const run = await held.next();
      const mend = how === 'fails' ? failBeats(askonce) : hangBeats(askonce);
      const heldToo = heldExecutor();
      const second = await startRunner(elsewhere, heldToo.executor);
      for (const ms of [BEAT_MS, BEAT_MS, BEAT_MS - 1]) {
        const beaten = nextCall(storeOf(elsewhere).runs, 'beat');
        clock.advance(ms);
        if (ms === BEAT_MS) await beaten;
      }
      await second.runner.idle();
      expect(run.context.signal.aborted).toBe(false);
      expect(heldToo.runs).toEqual([]);
      clock.advance(1);
      expect(run.context.signal.aborted).toBe(true);
      // Its owner is silent: the other takes it over at its next look.
      const taken = await heldToo.next();
      expect(taken.job).toMatchObject({ id, run: 2 });
      // What the first still writes changes nothing.
      run.finish('the first');
      await mend();
      const flushed = nextCall(storeOf(askonce).runs, 'beat');
      clock.advance(BEAT_MS);
      await flushed;
      expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', runs: 2 });
      expect(taken.context.signal.aborted).toBe(false);
      taken.finish('the second');
      expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'the second' });
      const types = (await trail(askonce)).filter(({ job }) => job === id).map(({ type }) => type);
      expect(types).toEqual(['job.queued', 'job.started', 'job.started', 'job.completed']);
    },
  );

  it('that ran out and that nobody took is taken again, and what it had lost is run again: it is not left for ever', async () => {
    const { askonce, clock } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    const id = await runner.run('a task');
    const first = await held.next();
    const mend = failBeats(askonce);
    clock.advance(LEASE_MS);
    await aborted(first.context.signal);
    first.fail(new Error('stopped as told'));
    await mend();
    const beaten = nextCall(storeOf(askonce).runs, 'beat');
    clock.advance(BEAT_MS);
    await beaten;
    const second = await held.next();
    expect(second.job).toMatchObject({ id, run: 2 });
    second.finish('done');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done' });
  });

  it('that ran out lets its worker begin nothing, although the store can be written', async () => {
    const { askonce, clock } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor, { concurrency: 4 });
    failBeats(askonce);
    clock.advance(LEASE_MS);
    const { id } = await askonce.jobs.queue('a task');
    await runner.idle();
    expect(held.runs).toEqual([]);
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'QUEUED' });
  });

  it('that ran out keeps a run that nothing stops from running beside its successor in the same worker', async () => {
    const { askonce, clock } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    const id = await runner.run('a task');
    const deaf = await held.next();
    const mend = failBeats(askonce);
    clock.advance(LEASE_MS);
    await aborted(deaf.context.signal);
    await mend();
    for (let n = 0; n < 3; n += 1) {
      const beaten = nextCall(storeOf(askonce).runs, 'beat');
      clock.advance(BEAT_MS);
      await beaten;
    }
    expect(held.runs).toHaveLength(1);
    deaf.finish('too late');
    const next = await held.next();
    expect(next.job).toMatchObject({ id, run: 2 });
    next.finish('in time');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'in time' });
  });

  it('taken away and come by again is a new run: what the old one still says is not taken for the new one’s', async () => {
    const { askonce, sql } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    const id = await runner.run('a task');
    const old = await held.next();
    // As if another had taken it over, died, and this worker had come by it once more.
    await sql(`UPDATE jobs SET runs = 3 WHERE id = '${id}'`);
    old.finish('the old one');
    await endOf(runner.idle());
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', runs: 3, result: null });
  });

  // shows: O1-06-HEARTBEAT
  it('is renewed without a word about the jobs: one that awaits a response still does', async () => {
    const { askonce, clock, sql } = await setUp(store);
    const { runner } = await startRunner(askonce, async (_job, { ask }) => {
      const { items } = await ask('Which format?');
      return 'answer' in items[0]! ? items[0].answer : 'none';
    });
    const id = await runner.run('a task');
    await reaches(askonce, id, 'AWAITING_RESPONSE');
    const before = await sql(`SELECT * FROM jobs WHERE id = '${id}'`);
    for (let n = 0; n < 6; n += 1) {
      const beaten = nextCall(storeOf(askonce).runs, 'beat');
      clock.advance(BEAT_MS);
      await beaten;
    }
    expect(await sql(`SELECT * FROM jobs WHERE id = '${id}'`)).toEqual(before);
    const { waiting } = (await askonce.jobs.get(id))!;
    await askonce.questions.answer(waiting[0]!.id, 'YAML');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'YAML', runs: 1 });
  });

  it('of a job is lost twenty times, and it ends as ERROR: it is what kills its workers', async () => {
    const { askonce, sql } = await setUp(store);
    const { id } = await askonce.jobs.queue('a task that kills');
    for (let n = 1; n <= 20; n += 1) {
      const held = heldExecutor();
      const { runner } = await startRunner(askonce, held.executor);
      expect((await held.next()).job.run).toBe(n);
      // It dies: its lease ends, and it says nothing any more.
      await sql('UPDATE workers SET lease_until = 0');
      void runner;
    }
    const last = heldExecutor();
    await startRunner(askonce, last.executor);
    const ended = await reaches(askonce, id, 'ERROR');
    expect(ended.error).toContain('lost 20 times');
    expect(last.runs).toEqual([]);
    expect(await starts(askonce, id)).toBe(20);
  });

  it('is there before the first job: one that is run by a runner that was not started is begun by no other', async () => {
    const { askonce, open } = await setUp(store);
    const held = heldExecutor();
    const { runner } = makeRunner(askonce, held.executor);
    const id = await runner.run('a task');
    const other = heldExecutor();
    const second = await startRunner(await open(), other.executor);
    await second.runner.idle();
    expect(await stateOf(other.next().catch(() => 'none'))).toBe('waits');
    expect((await held.next()).job).toMatchObject({ id, run: 1 });
  });
});
