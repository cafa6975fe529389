/** Jobs of every state and all that their runs leave, for stores that are copied. */
import { openStore } from '../../src/store/open.ts';
import { answer, park } from '../../src/testing/drive.ts';
import { beat, cancelJob, claim, end, LEASE_END, queue, queueCommand, release } from '../../src/testing/drive-jobs.ts';
import { MINUTE } from '../../src/testing/fake-clock.ts';
import { askCommand, NOW } from '../../src/testing/make.ts';

/** In a session of their own, by two workers of which one is gone. */
export async function fillJobs(db: string, words: string): Promise<void> {
  const store = await openStore(db, '/');
  const later = LEASE_END + 1;
  try {
    await beat(store, 'w-gone');
    await beat(store, 'w-here', LEASE_END + 60 * MINUTE);
    const begin = async (id: string, worker = 'w-here', now = NOW) => {
      await queue(store, queueCommand({ id, prompt: `${id}: ${words}` }, 'runs'), now);
      return claim(store, worker, now);
    };
    await begin('run-complete');
    await end(store, 'run-complete', 'w-here', { state: 'COMPLETE', result: words });
    await begin('run-failed');
    await end(store, 'run-failed', 'w-here', { state: 'ERROR', error: words });
    await begin('run-cancelled');
    await cancelJob(store, 'run-cancelled');
    for (const id of ['run-cancelled-2', 'run-failed-2']) {
      await begin(id);
      await park(store, askCommand('runs', [`Which way, ${id}?`], { job: id }));
    }
    await cancelJob(store, 'run-cancelled-2');
    await end(store, 'run-failed-2', 'w-here', { state: 'ERROR', error: words });
    await begin('run-left', 'w-gone');
    await release(store, 'run-left', 'w-gone');
    await claim(store, 'w-gone');
    await claim(store, 'w-here', later);
    await begin('run-waits', 'w-here', later);
    await park(store, askCommand('runs', ['Which door?'], { job: 'run-waits' }));
    await begin('run-answered', 'w-here', later);
    await answer(
      store,
      await park(store, askCommand('runs', ['Which key?'], { job: 'run-answered' })),
      'the brass one',
    );
    await queue(store, queueCommand({ id: 'run-queued', prompt: '' }, 'runs'), later);

    await store.runs.keep('run-complete', words, words, NOW);
    await store.runs.keep('run-complete', 'mail', '', NOW);
    await store.runs.keep('run-waits', 'mail', '{"sent":true}', NOW);
    const line = { at: NOW, stream: 'stdout' } as const;
    await store.runs.append('run-complete', [
      { ...line, line: words },
      { ...line, line: '' },
    ]);
    // More than a page holds.
    await store.runs.append(
      'run-waits',
      Array.from({ length: 1_100 }, (_, n) => ({ ...line, at: NOW + n, stream: 'stderr', line: `line ${n}` }) as const),
    );
  } finally {
    await store.close();
  }
}
