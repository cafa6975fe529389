/** A runner whose jobs an engine places: it claims nothing by itself, and takes what it is given. */
import { expect, it } from 'vitest';
import { setUp } from '../support/open.ts';
import { heldExecutor, reaches, startRunner } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('a runner for placed jobs', (store) => {
  it('claims no job by itself, at its start or later', async () => {
    const { askonce } = await setUp(store);
    const before = await askonce.jobs.queue('queued before it starts');
    const { runner } = await startRunner(askonce, async () => 'done', { placed: true });
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
    const { runner } = await startRunner(askonce, held.executor, { placed: true });
    const { runner: other } = await startRunner(await open(), held.executor, { placed: true });
    const { id } = await askonce.jobs.queue('one task');
    const taken = runner.take(id);
    const run = await held.next();
    expect(await other.take(id)).toBe('elsewhere');
    run.finish('done');
    expect(await taken).toBe('ran');
    expect(await other.take(id)).toBe('nothing');
    expect(held.runs).toHaveLength(1);
  });

  it('takes no job while it has no room, and leaves it for others', async () => {
    const { askonce } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor, { placed: true, concurrency: 1 });
    const [first, second] = [await askonce.jobs.queue('first'), await askonce.jobs.queue('second')];
    const taken = runner.take(first.id);
    const run = await held.next();
    expect(await runner.take(second.id)).toBe('full');
    expect(await askonce.jobs.get(second.id)).toMatchObject({ state: 'QUEUED', worker: null });
    run.finish();
    await taken;
  });

  it('has nothing to run of a job that waits for a person, and rejects one that does not exist', async () => {
    const { askonce } = await setUp(store);
    const { runner } = await startRunner(askonce, async () => 'done', { placed: true });
    await askonce.ask({ question: 'Which colour should the door have?' }, { job: 'paint-the-door', wait: false });
    expect(await askonce.jobs.get('paint-the-door')).toMatchObject({ state: 'AWAITING_RESPONSE' });
    expect(await runner.take('paint-the-door')).toBe('nothing');
    await expect(runner.take('task-unknown')).rejects.toMatchObject({ code: 'job_unknown' });
  });
});
