import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type * as activities from './activities.ts';

const { whichFormat, mayPublish, publish } = proxyActivities<typeof activities>({ startToCloseTimeout: '1 minute' });

export async function release(version: string): Promise<string> {
  let woken = false;
  setHandler(defineSignal('askonce.settled'), () => {
    woken = true;
  });

  async function untilSettled<R>(look: () => Promise<R | null>): Promise<R> {
    for (;;) {
      woken = false;
      const result = await look();
      if (result !== null) return result;
      await condition(() => woken, '10 minutes');
    }
  }

  const format = await untilSettled(whichFormat);
  const decision = await untilSettled(() => mayPublish(version));
  if (decision === 'allow') await publish(version, format);
  return decision;
}
