/** Executors and callers that do what nobody expects: no job is stuck, and none goes round for ever. */
import { describe, expect, it } from 'vitest';
import { AskOnceError } from '../../src/index.ts';
import { setUp } from '../support/open.ts';
import { makeRunner, startRunner } from '../support/runners.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';

describe('an executor', () => {
  it.each([
    ['throws what cannot be made a text', () => Promise.reject(Object.create(null)), 'without an error message'],
    [
      'keeps a result under no key',
      (_job: unknown, c: never) => (c as { once(k: unknown, f: () => 1): never }).once({}, () => 1),
      '“key” must be',
    ],
  ])('that %s ends its job in ERROR', async (_what, executor, said) => {
    const { askonce } = await setUp(sqlite);
    await startRunner(askonce, executor as never);
    const { id } = await askonce.jobs.queue('Build it');
    expect(await askonce.jobs.ended(id)).toMatchObject({ state: 'ERROR', error: expect.stringContaining(said) });
  });

  it('that logs what is no text, to no stream, loses no line', async () => {
    const { askonce } = await setUp(sqlite);
    await startRunner(askonce, async (_job, { log }) => {
      log(undefined as never);
      log('second', 'bogus' as never);
    });
    const { id } = await askonce.jobs.queue('Build it');
    await askonce.jobs.ended(id);
    expect((await askonce.jobs.log(id)).map(({ line, stream }) => [line, stream])).toEqual([
      ['undefined', 'askonce'],
      ['second', 'askonce'],
    ]);
  });

  it('that fails for want of a store is begun again after a while, counted, and given up in the end', async () => {
    const { askonce, clock } = await setUp(sqlite);
    let runs = 0;
    await startRunner(
      askonce,
      async () => {
        runs += 1;
        throw new AskOnceError('store_failed', 'another store is gone');
      },
      { leaseMs: 3_600_000 },
    );
    const { id } = await askonce.jobs.queue('Build it');
    const ended = askonce.jobs.ended(id);
    const hurry = setInterval(() => clock.advance(1_000), 5);
    expect(await ended.finally(() => clearInterval(hurry))).toMatchObject({
      state: 'ERROR',
      error: expect.stringContaining('lost 20 times'),
    });
    expect(runs).toBe(20);
  });
});

describeOnStores('a caller', (store) => {
  it('that queues the same job again, with no session named, gets that job', async () => {
    const { askonce } = await setUp(store);
    const first = await askonce.jobs.queue('Build it', { id: 'mine' });
    expect(await askonce.jobs.queue('Build it', { id: 'mine' })).toEqual(first);
    await expect(askonce.jobs.queue('Break it', { id: 'mine' })).rejects.toMatchObject({ code: 'job_exists' });
  });

  it('whose runner was never started runs what it made, and nothing else', async () => {
    const { askonce } = await setUp(store);
    const other = await askonce.jobs.queue('Somebody’s');
    const { runner } = makeRunner(askonce, async () => 'done');
    expect(await askonce.jobs.ended(await runner.run('My own'))).toMatchObject({ result: 'done' });
    await runner.stop();
    expect(await askonce.jobs.get(other.id)).toMatchObject({ state: 'QUEUED', runs: 0 });
  });

  it('that wants no place, or no lease, is told so', async () => {
    const { askonce } = await setUp(store);
    const executor = async () => 'done';
    for (const wrong of [{ concurrency: 0 }, { concurrency: Number.NaN }, { leaseMs: 0 }])
      expect(() => askonce.runner({ executor, ...wrong })).toThrow('must be');
  });
});
