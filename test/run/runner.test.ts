/** The runner: which jobs it takes, how many at once, what becomes of each, and what it does when one is cancelled. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import type { Executor } from '../../src/worker/executor.ts';
import { endOf, setUp, typesOf } from '../support/open.ts';
import { aborted, heldExecutor, reachAll, reaches, startRunner } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

/** Asks one question of the job's own, and returns its answer. */
const asking: Executor = async ({ prompt }, { ask }) => {
  const { items } = await ask(`What is meant by ${prompt}?`);
  const [item] = items;
  return item && 'answer' in item ? item.answer : item!.outcome;
};

function queueMany(askonce: AskOnce, count: number) {
  return Promise.all(Array.from({ length: count }, (_, n) => askonce.jobs.queue(`task number ${n}`)));
}

describeOnStores('a runner', (store) => {
  it('takes a queued job to RUNNING and to COMPLETE, with its result, and tells each step', async () => {
    const { askonce } = await setUp(store);
    const held = heldExecutor();
    const { id } = await askonce.jobs.queue('a task');
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'QUEUED', startedAt: null, runs: 0 });
    const { runner } = await startRunner(askonce, held.executor);
    const run = await held.next();
    expect(run.job).toMatchObject({ id, prompt: 'a task', run: 1 });
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', runs: 1 });
    run.finish('the result');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'the result', error: null, runs: 1 });
    await runner.idle();
    expect(await typesOf(askonce)).toEqual(['job.queued', 'job.started', 'job.completed']);
  });

  it('keeps what an executor throws as the error of its job, and goes on with the next', async () => {
    const { askonce } = await setUp(store);
    const errors: unknown[] = [new Error('the oven is cold'), 'just a text', new Error(''), null];
    const { faults } = await startRunner(askonce, async ({ prompt }) => {
      throw errors[Number(prompt)];
    });
    const jobs = await Promise.all(errors.map((_, n) => askonce.jobs.queue(String(n))));
    const ended = await reachAll(
      askonce,
      jobs.map(({ id }) => id),
      'ERROR',
    );
    expect(ended.map(({ error }) => error)).toEqual([
      'the oven is cold',
      'just a text',
      'The executor failed without an error message.',
      'null',
    ]);
    expect(faults).toEqual([]);
  });

  it('keeps results that a database cannot hold as they are, and ends the job all the same', async () => {
    const { askonce } = await setUp(store);
    const results: unknown[] = ['zero \0 and half \ud800', 42, { a: [1] }, undefined, null, '', 'x'.repeat(2_000_000)];
    const { faults } = await startRunner(askonce, (({ prompt }) =>
      Promise.resolve(results[Number(prompt)])) as Executor);
    const jobs = await Promise.all(results.map((_, n) => askonce.jobs.queue(String(n))));
    const ended = await reachAll(
      askonce,
      jobs.map(({ id }) => id),
      'COMPLETE',
      'ERROR',
    );
    expect(ended.map(({ result }) => result)).toEqual([
      'zero \ufffd and half \ufffd',
      '42',
      '{"a":[1]}',
      null,
      null,
      '',
      'x'.repeat(2_000_000),
    ]);
    const { id } = await askonce.jobs.queue('0');
    await reaches(askonce, id, 'COMPLETE');
    expect(faults).toEqual([]);
  });

  it('keeps an error that a database cannot hold as it is', async () => {
    const { askonce } = await setUp(store);
    await startRunner(askonce, async () => {
      throw new Error('zero \0');
    });
    const { id } = await askonce.jobs.queue('a task');
    expect(await reaches(askonce, id, 'ERROR')).toMatchObject({ error: 'zero \ufffd' });
  });

  it('resumes an asking job in place: its executor is called once', async () => {
    const { askonce } = await setUp(store);
    let calls = 0;
    const { runner } = await startRunner(askonce, (job, context) => {
      calls += 1;
      return asking(job, context);
    });
    const id = await runner.run('the word');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await askonce.questions.answer(waiting[0]!.id, 'a colour');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'a colour', runs: 1 });
    expect(calls).toBe(1);
  });

  it('gives a waiting job’s place to the next: of ten that all ask, with one place, all ten wait', async () => {
    const { askonce } = await setUp(store);
    const { runner } = await startRunner(askonce, asking, { concurrency: 1 });
    const jobs = await queueMany(askonce, 10);
    const waiting = await reachAll(
      askonce,
      jobs.map(({ id }) => id),
      'AWAITING_RESPONSE',
    );
    // The store knows a moment before the runner hears of it.
    await runner.idle();
    expect(runner.running().filter(({ waits }) => waits)).toHaveLength(10);
    await Promise.all(waiting.map((task) => askonce.questions.answer(task.waiting[0]!.id, `for ${task.description}`)));
    const ended = await reachAll(
      askonce,
      jobs.map(({ id }) => id),
      'COMPLETE',
    );
    expect(ended.map(({ result }) => result)).toEqual(jobs.map(({ description }) => `for ${description}`));
  });

  it.each([1, 3])('never runs more than %i at once, those that were answered among them', async (concurrency) => {
    const { askonce } = await setUp(store);
    let now = 0;
    let most = 0;
    const works = async (what: () => Promise<unknown>) => {
      now += 1;
      most = Math.max(most, now);
      await what();
      now -= 1;
    };
    const turn = async () => {
      for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const { runner } = await startRunner(
      askonce,
      async (job, { ask }) => {
        await works(turn);
        await ask(`What is meant by ${job.prompt}?`);
        await works(turn);
        await ask(`And what by the rest of ${job.prompt}?`);
        await works(turn);
      },
      { concurrency },
    );
    askonce.events.on(
      'clarification.requested',
      ({ clarification }) => void askonce.questions.answer(clarification!, 'something'),
    );
    const jobs = (await queueMany(askonce, 12)).map(({ id }) => id);
    const own = await Promise.all(Array.from({ length: 4 }, (_, n) => runner.run(`task of its own ${n}`)));
    await reachAll(askonce, [...jobs, ...own], 'COMPLETE');
    expect(most).toBeLessThanOrEqual(concurrency);
  });

  it('takes only the jobs it was made for', async () => {
    const { askonce } = await setUp(store);
    const [first, second] = await queueMany(askonce, 2);
    const { runner } = await startRunner(askonce, async () => 'done', { only: [second!.id] });
    await reaches(askonce, second!.id, 'COMPLETE');
    await runner.idle();
    expect(await askonce.jobs.get(first!.id)).toMatchObject({ state: 'QUEUED' });
    expect([...runner.begun]).toEqual([second!.id]);
  });

  it('begins what it is given by run itself, although others are idle and look', async () => {
    const { askonce, open } = await setUp(store);
    const other = heldExecutor();
    const second = await startRunner(await open(), other.executor);
    const { runner } = await startRunner(askonce, async () => 'mine');
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => runner.run(`task number ${n}`)));
    await reachAll(askonce, ids, 'COMPLETE');
    await second.runner.idle();
    expect(other.runs).toEqual([]);
  });

  it('begins a job once that it is given by run twice, and one that it takes from the queue meanwhile', async () => {
    const { askonce } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    const same = { id: 'my-task', session: 'my-session' };
    await Promise.all([
      askonce.jobs.queue('a task', same),
      ...Array.from({ length: 5 }, () => runner.run('a task', same)),
    ]);
    (await held.next()).finish('done');
    expect(await reaches(askonce, 'my-task', 'COMPLETE')).toMatchObject({ runs: 1 });
    expect(held.runs).toHaveLength(1);
  });

  it('leaves jobs of another project alone, and jobs without a prompt', async () => {
    const { askonce, open, outside, root } = await setUp(store);
    mkdirSync(join(root, 'inner'));
    const others = [await open({ project: outside }), await open({ project: join(root, 'inner') })];
    const queued = await Promise.all(others.map((other) => other.jobs.queue('elsewhere')));
    // Made by whoever asks under its id, and answered: it is RUNNING and nobody's.
    const { items } = await askonce.session('s').ask('Which colour?', { job: 'an-agent', wait: false });
    await askonce.questions.answer((items[0] as { id: string }).id, 'red');
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    await runner.idle();
    expect(held.runs).toEqual([]);
    for (const [at, { id }] of queued.entries())
      expect(await others[at]!.jobs.get(id)).toMatchObject({ state: 'QUEUED' });
    expect(await askonce.jobs.get('an-agent')).toMatchObject({ state: 'RUNNING', worker: null });
  });
});

describeOnStores('a job that is cancelled', (store) => {
  it('while it is queued is never begun', async () => {
    const { askonce } = await setUp(store);
    const { id } = await askonce.jobs.queue('a task');
    await askonce.jobs.cancel(id, 'no more');
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    await runner.idle();
    expect(held.runs).toEqual([]);
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'CANCELLED', startedAt: null });
  });

  it('while it runs is told by its signal, and stays cancelled whatever its executor says then', async () => {
    const { askonce, open } = await setUp(store);
    const held = heldExecutor();
    const { runner, faults } = await startRunner(askonce, held.executor, { concurrency: 1 });
    const id = await runner.run('a task');
    const run = await held.next();
    const next = await askonce.jobs.queue('the next task');
    await (await open()).jobs.cancel(id);
    await aborted(run.context.signal);
    // It does not listen, and holds its place until it ends.
    expect(held.runs).toHaveLength(1);
    await expect(run.context.ask('May I go on?')).rejects.toThrow('cancelled');
    await expect(run.context.once('deed', () => 'done')).rejects.toThrow('cancelled');
    run.finish('done nevertheless');
    expect((await held.next()).job.id).toBe(next.id);
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'CANCELLED', result: null, error: null });
    expect(faults).toEqual([]);
  });

  it('while it waits is told as well, and its question is withdrawn', async () => {
    const { askonce } = await setUp(store);
    let told: unknown;
    const { runner } = await startRunner(askonce, async (_job, { ask }) => {
      await ask('Which format?').catch((error: unknown) => {
        told = error;
        throw error;
      });
    });
    const id = await runner.run('a task');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await askonce.jobs.cancel(id);
    await endOf(runner.idle());
    expect(await askonce.jobs.get(id)).toMatchObject({ state: 'CANCELLED' });
    expect(await askonce.questions.get(waiting[0]!.id)).toMatchObject({ status: 'withdrawn' });
    await expect.poll(() => String(told)).toContain('cancelled');
  });

  it('of whose cancelling this worker hears nothing is given up at the next heartbeat', async () => {
    const { askonce, sql, clock } = await setUp(store);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor);
    const id = await runner.run('a task');
    const run = await held.next();
    clock.advance(1);
    await sql(`UPDATE jobs SET state = 'CANCELLED', owner = NULL, ended_at = 1 WHERE id = '${id}'`);
    clock.advance(5_000);
    await aborted(run.context.signal);
    expect(run.context.signal.reason).toMatchObject({ why: 'lost' });
  });
});
