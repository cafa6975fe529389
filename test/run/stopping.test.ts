/** A runner that stops, and a store that fails it: nothing is lost, nothing runs twice, nothing hangs. */
import { describe, expect, it } from 'vitest';
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
import { describeOnStores, sqlite } from '../support/stores.ts';

describeOnStores('a runner that is stopped', (store) => {
  it('lets its jobs go, running and waiting, and another goes on with them at once', async () => {
    const { askonce, open } = await setUp(store);
    const first = await startRunner(askonce, async ({ prompt }, { ask, signal }) => {
      if (prompt === 'asks') await ask('Which format?');
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const [asks, runs] = await Promise.all([first.runner.run('asks'), first.runner.run('runs')]);
    const { waiting } = await reaches(askonce, asks, 'AWAITING_RESPONSE');
    await reaches(askonce, runs, 'RUNNING');
    await first.runner.stop();
    expect(await askonce.jobs.get(asks)).toMatchObject({ state: 'AWAITING_RESPONSE', worker: null });
    expect(await askonce.jobs.get(runs)).toMatchObject({ state: 'RUNNING', worker: null });
    const elsewhere = await open();
    await startRunner(elsewhere, async ({ prompt }, { ask }) =>
      prompt === 'asks' ? JSON.stringify((await ask('Which format?')).items[0]) : 'gone on',
    );
    expect(await reaches(askonce, runs, 'COMPLETE')).toMatchObject({ result: 'gone on', runs: 2 });
    await askonce.questions.answer(waiting[0]!.id, 'YAML');
    expect((await reaches(askonce, asks, 'COMPLETE')).result).toContain('"answer":"YAML"');
    expect(first.faults).toEqual([]);
  });

  it('waits for an executor that never looks at its signal, and lets its job go only then', async () => {
    const { askonce, open, clock } = await setUp(store);
    const deaf = heldExecutor();
    const { runner } = await startRunner(askonce, deaf.executor);
    const id = await runner.run('a task');
    const run = await deaf.next();
    const stopped = runner.stop();
    const again = runner.stop();
    await aborted(run.context.signal);
    const other = heldExecutor();
    const elsewhere = await open();
    const second = await startRunner(elsewhere, other.executor);
    // Its heart beats on: the job is still its own. So does the other's, or it could take nothing afterwards.
    for (let n = 0; n < 4; n += 1) {
      const beaten = [askonce, elsewhere].map((one) => nextCall(storeOf(one).runs, 'beat'));
      clock.advance(LEASE_MS / 3);
      await Promise.all(beaten);
    }
    await second.runner.idle();
    expect(other.runs).toEqual([]);
    expect(await stateOf(again)).toBe('waits');
    run.finish('too late to count');
    await endOf(Promise.all([stopped, again]));
    const next = await other.next();
    expect(next.job).toMatchObject({ id, run: 2 });
  });

  it('while it fetches jobs begins none of them, and leaves none behind', async () => {
    const { askonce, open } = await setUp(store);
    const jobs = await Promise.all(Array.from({ length: 8 }, (_, n) => askonce.jobs.queue(`task number ${n}`)));
    const held = heldExecutor();
    const { runner } = makeRunner(askonce, held.executor, { concurrency: 8 });
    const real = storeOf(askonce).claim;
    let stopped: Promise<void> | null = null;
    // The first claim is committed, and before the runner hears of it, it is stopped.
    storeOf(askonce).claim = async (claim) => {
      const result = await real(claim);
      stopped ??= runner.stop();
      return result;
    };
    await runner.start();
    await endOf(stopped!);
    expect(held.runs).toEqual([]);
    const { runner: second } = await startRunner(await open(), async () => 'done', { concurrency: 8 });
    await Promise.all(jobs.map(({ id }) => reaches(askonce, id, 'COMPLETE')));
    expect(second.begun.size).toBe(8);
  });

  it('takes no job any more: what it is given to run is queued for others', async () => {
    const { askonce } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    await runner.stop();
    const id = await runner.run('a task');
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'QUEUED', worker: null });
    expect(held.runs).toEqual([]);
  });
});

describeOnStores('a runner whose store fails', (store) => {
  it('keeps the end of a run until the store takes it, and the job does not stay RUNNING', async () => {
    const { askonce, clock, refuse } = await setUp(store);
    const held = heldExecutor();
    const { runner, faults } = await startRunner(askonce, held.executor);
    const id = await runner.run('a task');
    const run = await held.next();
    const mend = await refuse('events');
    run.finish('the result');
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    await mend();
    clock.advance(LEASE_MS / 3);
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'the result', runs: 1 });
    expect((await trail(askonce)).filter(({ type }) => type === 'job.completed')).toHaveLength(1);
  });

  it('claims again at its next heartbeat what it could not claim', async () => {
    const { askonce, clock, open } = await setUp(store);
    const { faults } = await startRunner(askonce, async () => 'done');
    const { decide } = storeOf(askonce);
    storeOf(askonce).decide = () => Promise.reject(new Error('busy'));
    const { id } = await (await open()).jobs.queue('a task');
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    storeOf(askonce).decide = decide;
    clock.advance(LEASE_MS / 3);
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done' });
  });

  it('and is closed under it stops without a word of its own', async () => {
    const { askonce, open } = await setUp(store);
    const closing = await open();
    const held = heldExecutor();
    const { runner, faults } = await startRunner(closing, held.executor);
    const id = await runner.run('a task');
    const run = await held.next();
    await closing.close();
    run.finish('done');
    await endOf(runner.stop());
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.map((error) => (error as { code?: string }).code)).toEqual(faults.map(() => 'engine_closed'));
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING' });
  });
});

describe('a runner that is stopped with a run that does not stop', () => {
  it('ends in time all the same, and the job stays its own until the run has ended', async () => {
    const { askonce, open, clock } = await setUp(sqlite);
    const deaf = heldExecutor();
    const { runner } = await startRunner(askonce, deaf.executor);
    const id = await runner.run('a task');
    const run = await deaf.next();
    await endOf(runner.stop());
    const other = heldExecutor();
    const second = await startRunner(await open(), other.executor);
    for (let n = 0; n < 4; n += 1) {
      const beaten = nextCall(storeOf(askonce).runs, 'beat');
      clock.advance(LEASE_MS / 3);
      await beaten;
    }
    await second.runner.idle();
    expect(other.runs).toEqual([]);
    run.finish('too late to count');
    expect((await other.next()).job).toMatchObject({ id, run: 2 });
  });
});
