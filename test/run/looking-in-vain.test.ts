import { expect, it } from 'vitest';
import { endOf, setUp } from '../support/open.ts';
import { makeRunner, storeOf } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('a runner that has just looked in vain', (store) => {
  it('looks again for a call that comes while it stops, at every step of stopping', async () => {
    const { askonce } = await setUp(store);
    const { claim } = storeOf(askonce);
    for (let steps = 0; steps < 12; steps += 1) {
      const { runner } = makeRunner(askonce, async () => 'done');
      const called = Promise.withResolvers<void>();
      // It finds nothing; so many steps later there is a job, and somebody calls.
      storeOf(askonce).claim = async () => {
        queueMicrotask(() => void callAfter(steps));
        return [];
      };
      const callAfter = async (left: number) => {
        for (let n = 0; n < left; n += 1) await Promise.resolve();
        storeOf(askonce).claim = claim;
        called.resolve(runner.idle());
      };
      const { id } = await askonce.jobs.queue(`task number ${steps}`);
      await runner.start();
      await endOf(called.promise);
      expect(await askonce.jobs.get(id), `after ${steps} steps`).toMatchObject({ state: 'COMPLETE' });
      await runner.stop();
    }
  });
});
