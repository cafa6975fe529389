/** What a job's runs leave behind: results that are kept (`once`), and the log. */
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import type { Executor, RunContext } from '../../src/worker/executor.ts';
import { setUp } from '../support/open.ts';
import { heldExecutor, reaches, startRunner, storeOf } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

/** Runs a job, lets it go when `first` is through, and runs it again by another runner. */
async function runTwice(
  askonce: AskOnce,
  first: (context: RunContext) => Promise<unknown>,
  second: Executor,
): Promise<string> {
  const reached = Promise.withResolvers<void>();
  const { runner } = await startRunner(askonce, async (_job, context) => {
    await first(context);
    reached.resolve();
    await new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
  });
  const id = await runner.run('a task');
  await reached.promise;
  await runner.stop();
  await startRunner(askonce, second);
  return id;
}

describeOnStores('once', (store) => {
  it('gives back what it kept when the job is run again, by key, and does nothing again', async () => {
    const { askonce } = await setUp(store);
    let deeds = 0;
    const deed = () => {
      deeds += 1;
      return { number: deeds };
    };
    const id = await runTwice(
      askonce,
      async ({ once }) => [await once('first', deed), await once('second', deed), await once('first', deed)],
      async (_job, { once }) => JSON.stringify([await once('first', deed), await once('second', deed)]),
    );
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: '[{"number":1},{"number":2}]' });
    expect(deeds).toBe(2);
  });

  it('keeps that something was done which gives nothing, the first time as the second', async () => {
    const { askonce } = await setUp(store);
    let deeds = 0;
    const deed = () => {
      deeds += 1;
      return undefined;
    };
    let given: unknown = 'never called';
    const id = await runTwice(
      askonce,
      async ({ once }) => {
        given = await once('deed', deed);
      },
      async (_job, { once }) => JSON.stringify(await once('deed', deed)),
    );
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'null' });
    expect(given).toBe(null);
    expect(deeds).toBe(1);
  });

  it('does not keep an error: what failed is tried again', async () => {
    const { askonce } = await setUp(store);
    let deeds = 0;
    await startRunner(askonce, async (_job, { once }) => {
      const deed = async () => {
        deeds += 1;
        if (deeds === 1) throw new Error('no paper');
        return 'printed';
      };
      await expect(once('print', deed)).rejects.toThrow('no paper');
      return once('print', deed);
    });
    const { id } = await askonce.jobs.queue('a task');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'printed' });
  });

  it('keeps the value that came first, and gives it to whoever came later', async () => {
    const { askonce } = await setUp(store);
    await startRunner(askonce, async ({ id }, { once }) => {
      // Another run of this job, in a process that was given up for dead, is quicker.
      return once('deed', async () => {
        await storeOf(askonce).runs.keep(id, 'deed', '"the other’s"', 1);
        return 'mine';
      });
    });
    const { id } = await askonce.jobs.queue('a task');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'the other’s' });
  });

  it('does once what is asked for twice at the same time', async () => {
    const { askonce } = await setUp(store);
    let deeds = 0;
    const deed = async () => {
      deeds += 1;
      return deeds;
    };
    await startRunner(askonce, async (_job, { once }) =>
      (await Promise.all([once('deed', deed), once('deed', deed), once('other', deed)])).join(),
    );
    const { id } = await askonce.jobs.queue('a task');
    const { result } = await reaches(askonce, id, 'COMPLETE');
    expect(['1,1,2', '2,2,1']).toContain(result);
  });

  it('keeps the results of one job from another', async () => {
    const { askonce } = await setUp(store);
    await startRunner(askonce, ({ prompt }, { once }) => once('deed', () => prompt));
    const jobs = await Promise.all(['one', 'two'].map((prompt) => askonce.jobs.queue(prompt)));
    const results = await Promise.all(jobs.map(async ({ id }) => (await reaches(askonce, id, 'COMPLETE')).result));
    expect(results).toEqual(['one', 'two']);
  });
});

describeOnStores('the log of a job', (store) => {
  it('holds its lines in order, across runs, with the last ones at hand', async () => {
    const { askonce } = await setUp(store);
    const id = await runTwice(
      askonce,
      async ({ log }) => {
        for (let n = 1; n <= 250; n += 1) log(`first ${n}`, 'stdout');
      },
      async (_job, { log }) => {
        log('second\nof two lines', 'stderr');
        log('by us');
      },
    );
    await reaches(askonce, id, 'COMPLETE');
    const tail = await askonce.jobs.log(id, { limit: 4 });
    expect(tail.map(({ n, stream, line }) => [n, stream, line])).toEqual([
      [250, 'stdout', 'first 250'],
      [251, 'stderr', 'second'],
      [252, 'stderr', 'of two lines'],
      [253, 'askonce', 'by us'],
    ]);
    const all = await askonce.jobs.log(id, { after: 0, limit: 1000 });
    expect(all.map(({ n }) => n)).toEqual(Array.from({ length: 253 }, (_, at) => at + 1));
    expect(all.slice(0, 250).map(({ line }) => line)).toEqual(
      Array.from({ length: 250 }, (_, at) => `first ${at + 1}`),
    );
  });

  it('can be read while the job runs', async () => {
    const { askonce, clock } = await setUp(store);
    const held = heldExecutor();
    const heard: string[] = [];
    await startRunner(askonce, held.executor, { onLog: (_job, line) => heard.push(line) });
    const { id } = await askonce.jobs.queue('a task');
    const run = await held.next();
    run.context.log('under way');
    expect(heard).toEqual(['under way']);
    clock.advance(1_000);
    await expect.poll(async () => (await askonce.jobs.log(id)).map(({ line }) => line)).toEqual(['under way']);
  });

  it('that cannot be written is a fault of the running, and the job ends as it would have', async () => {
    const { askonce, refuse } = await setUp(store);
    const mend = await refuse('job_log');
    const { faults } = await startRunner(askonce, async (_job, { log }) => {
      log('lost \0 and half \ud800');
      return 'done';
    });
    const { id } = await askonce.jobs.queue('a task');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done' });
    expect(faults).toHaveLength(1);
    await mend();
  });
});
