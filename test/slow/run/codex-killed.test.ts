/** Codex or its worker is killed at each moment of a task: the task goes on, and what it does is done once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { answerAll, atWorkWithCodex, command, question, type WithCodex, withCodex } from '../../support/codex/codex.ts';
import { executorOf } from '../../support/codex/executor.ts';
import { living } from '../../support/processes.ts';
import { program } from '../../support/programs.ts';
import { startRunner } from '../../support/runners.ts';
import { describeOnStores } from '../../support/stores.ts';

const PLAN = { calls: [question('Which colour?', 'Red'), command('touch made')], says: 'Made.' };

/** At the deed itself, a call that may have been carried out is asked about again; that is in test/worker. */
const MOMENTS = ['start before the call', 'start while it waits'];

async function endsWell({ askonce, codex }: WithCodex, id: string): Promise<void> {
  expect(await answerAll({ askonce }, id)).toMatchObject({ state: 'COMPLETE', result: 'Made.' });
  expect(codex.deeds()).toHaveLength(1);
  expect(codex.threads()).toHaveLength(1);
  const events = await askonce.events.list({ after: 0, limit: 1_000 });
  expect(events.filter(({ type }) => type === 'clarification.requested')).toHaveLength(2);
}

describeOnStores('a task of Codex', (store) => {
  it.each(MOMENTS)('goes on if Codex is killed at “%s”', async (moment) => {
    const bench = await atWorkWithCodex(store, PLAN, moment);
    const { id } = await bench.askonce.jobs.queue('Make it');
    const ended = endsWell(bench, id);
    process.kill(await bench.codex.stopped(), 'SIGKILL');
    await ended;
  });

  function startWorker({ db, root, codex }: WithCodex): ChildProcess {
    const args = [program('test/slow/run/codex-worker.ts'), db, root, codex.command];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  it('goes on with another worker if its worker is killed while it waits', async () => {
    const bench = await withCodex(store, PLAN, 'start while it waits');
    const { askonce, codex, db } = bench;
    const worker = startWorker(bench);
    const { id } = await askonce.jobs.queue('Make it');
    const ended = endsWell(bench, id);
    const pid = await codex.stopped();
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    // Codex ends with its worker, so that it never runs twice at once.
    await expect.poll(() => living([pid])).toEqual([]);
    await startRunner(askonce, executorOf(askonce, codex.command, db));
    await ended;
  });
});
