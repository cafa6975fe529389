/** A worker of drain.ts, in a process of its own: says when it is open, drains the queue, and closes when it is told to. */
import { serve } from './child.ts';

export type Drain = 'open' | 'close' | { readonly concurrency: number };

serve<Drain>(import.meta.url, async (askonce, task) => {
  if (task === 'open') return;
  if (task === 'close') return askonce.close();
  const runner = askonce.runner({ executor: async () => 'done', concurrency: task.concurrency });
  await runner.start();
  await runner.idle();
  const { size } = runner.begun;
  await runner.stop();
  return size;
});
