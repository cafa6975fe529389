/** Many jobs and several runners on one store. */
import { expect, it } from 'vitest';
import { endOf, setUp, trail } from '../../support/open.ts';
import { startRunner } from '../../support/runners.ts';
import { describeOnStores } from '../../support/stores.ts';

describeOnStores('many jobs', (store) => {
  it('are run by two runners, each job exactly once', async () => {
    const { askonce, open } = await setUp(store);
    const elsewhere = await open();
    const ran: string[] = [];
    const atOnce = new Set<string>();
    const executor = (by: string) => async (job: { id: string }) => {
      if (atOnce.has(job.id)) throw new Error('it runs twice at once');
      atOnce.add(job.id);
      ran.push(job.id);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce.delete(job.id);
      return by;
    };
    const jobs = await Promise.all(Array.from({ length: 200 }, (_, n) => askonce.jobs.queue(`task number ${n}`)));
    const runners = await Promise.all([
      startRunner(askonce, executor('first'), { concurrency: 8 }),
      startRunner(elsewhere, executor('second'), { concurrency: 8 }),
    ]);
    await endOf(Promise.all(runners.map(({ runner }) => runner.idle())));
    expect(ran.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
    const { items } = await askonce.jobs.list({ limit: 1000 });
    expect(items.filter(({ state, runs }) => state === 'COMPLETE' && runs === 1)).toHaveLength(200);
    expect(new Set(items.map(({ result }) => result))).toEqual(new Set(['first', 'second']));
    const completed = (await trail(askonce)).filter(({ type }) => type === 'job.completed');
    expect(new Set(completed.map(({ job }) => job)).size).toBe(200);
    expect(completed).toHaveLength(200);
  });

  it('drain, a thousand of them', async () => {
    const { askonce } = await setUp(store);
    await Promise.all(Array.from({ length: 1000 }, (_, n) => askonce.jobs.queue(`task number ${n}`)));
    const began = performance.now();
    const { runner } = await startRunner(askonce, async () => 'done', { concurrency: 8 });
    await runner.idle();
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`${store.name}: ${Math.round(1000 / seconds)} jobs/s\n`);
    expect((await askonce.jobs.list({ state: 'COMPLETE', limit: 1000 })).items).toHaveLength(1000);
  }, 180_000);
});
