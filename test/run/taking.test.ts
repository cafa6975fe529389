/** A runner whose jobs an engine places: it claims nothing by itself, and takes what it is given. */
import { expect, it } from 'vitest';
import type { Executor } from '../../src/worker/executor.ts';
import type { PlacedJob } from '../../src/worker/runner-options.ts';
import { setUp } from '../support/open.ts';
import { heldExecutor, reaches, startRunner } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

const noPlace = async () => {};

describeOnStores('a runner for placed jobs', (store) => {
  it('claims no job by itself, at its start or later', async () => {
    const { askonce } = await setUp(store);
    const before = await askonce.jobs.queue('queued before it starts');
    const { runner } = await startRunner(askonce, async () => 'done', { place: noPlace });
    const after = await askonce.jobs.queue('queued while it runs');
    const given = await askonce.jobs.queue('given');
    expect(await runner.take(given.id)).toBe('ran');
    await runner.idle();
    expect(await reaches(askonce, given.id, 'COMPLETE')).toMatchObject({ result: 'done' });
    for (const { id } of [before, after])
      expect(await askonce.jobs.get(id)).toMatchObject({ state: 'QUEUED', runs: 0 });
  });

  it('runs a job once, however many workers are given it', async () => {
    const { askonce, open } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor, { place: noPlace });
    const { runner: other } = await startRunner(await open(), held.executor, { place: noPlace });
    const { id } = await askonce.jobs.queue('one task');
    const taken = runner.take(id);
    const run = await held.next();
    expect(await other.take(id)).toBe('unclaimed');
    run.finish('done');
    expect(await taken).toBe('ran');
    expect(await other.take(id)).toBe('unclaimed');
    expect(held.runs).toHaveLength(1);
  });

  it('takes no job while it has no room, and leaves it for others', async () => {
    const { askonce } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor, { place: noPlace, concurrency: 1 });
    const [first, second] = [await askonce.jobs.queue('first'), await askonce.jobs.queue('second')];
    const taken = runner.take(first.id);
    const run = await held.next();
    expect(await runner.take(second.id)).toBe('full');
    expect(await askonce.jobs.get(second.id)).toMatchObject({ state: 'QUEUED', worker: null });
    run.finish();
    await taken;
  });

  it('claims no job that waits for a person, and none that does not exist', async () => {
    const { askonce } = await setUp(store);
    const { runner } = await startRunner(askonce, async () => 'done', { place: noPlace });
    await askonce.ask({ question: 'Which colour should the door have?' }, { job: 'paint-the-door', wait: false });
    expect(await askonce.jobs.get('paint-the-door')).toMatchObject({ state: 'AWAITING_RESPONSE' });
    expect(await runner.take('paint-the-door')).toBe('unclaimed');
    expect(await runner.take('task-unknown')).toBe('unclaimed');
  });

  it('offers the oldest jobs that it may run, as many as it has room for, and the next when one has a worker', async () => {
    const { askonce, open } = await setUp(store);
    const [first, second, third] = [
      await askonce.jobs.queue('first'),
      await askonce.jobs.queue('second'),
      await askonce.jobs.queue('third'),
    ];
    const offers: string[][] = [];
    const place = async (jobs: readonly PlacedJob[]) => {
      offers.push(jobs.map(({ id, runs }) => `${id}/${runs}`));
    };
    const held = heldExecutor();
    const untilStopped: Executor = (_, { signal }) =>
      new Promise<void>((_end, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { runner: elsewhere } = await startRunner(await open(), untilStopped, { place: noPlace });
    await askonce.jobs.queue('for another agent', { agent: 'codex exec -' });
    const { runner } = await startRunner(askonce, held.executor, { place, concurrency: 2 });
    expect(offers).toEqual([[`${first.id}/0`, `${second.id}/0`]]);
    const taken = elsewhere.take(first.id);
    await expect.poll(() => offers.at(-1)).toEqual([`${second.id}/0`, `${third.id}/0`]);
    // One that was given back is another run.
    await elsewhere.stop();
    await taken;
    await expect.poll(() => offers.at(-1)).toEqual([`${first.id}/1`, `${second.id}/0`]);
    // Here one runs, so there is room for one.
    const here = runner.take(first.id);
    const run = await held.next();
    await expect.poll(() => offers.at(-1)).toEqual([`${second.id}/0`]);
    run.finish('done');
    await here;
    await expect.poll(() => offers.at(-1)).toEqual([`${second.id}/0`, `${third.id}/0`]);
  });

  it('offers nothing while it has no room, however many jobs wait', async () => {
    const { askonce } = await setUp(store);
    const held = heldExecutor();
    let offers = 0;
    const place = async () => {
      offers += 1;
    };
    const { runner } = await startRunner(askonce, held.executor, { place, concurrency: 1 });
    const { id } = await askonce.jobs.queue('the one that runs');
    const taken = runner.take(id);
    const run = await held.next();
    const before = offers;
    for (let n = 0; n < 20; n += 1) await askonce.jobs.queue(`waits ${n}`);
    expect(await runner.take('task-unknown')).toBe('full');
    expect(offers).toBe(before);
    run.finish();
    await taken;
    await expect.poll(() => offers).toBeGreaterThan(before);
  });
});
