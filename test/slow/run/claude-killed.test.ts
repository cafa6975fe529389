/** Claude Code, its worker, or both are killed at each moment of a task: the task goes on, and what it does is done once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { claudeExecutor } from '../../../src/worker/agents/claude/executor.ts';
import {
  answerAll,
  atWorkWithClaude,
  bash,
  question,
  type WithClaude,
  withClaude,
} from '../../support/claude/claude.ts';
import { living } from '../../support/processes.ts';
import { program } from '../../support/programs.ts';
import { startRunner } from '../../support/runners.ts';
import { describeOnStores } from '../../support/stores.ts';

const PLAN = { messages: [[bash('touch made')], [question('Which colour?', 'Red')]], says: 'Made.' };

const MOMENTS = [
  ...['before the transcript', 'before the model', 'before the hook', 'after the hook', 'after deferring'].map(
    (at) => `start ${at}`,
  ),
  ...['before the transcript', 'before the model', 'before the hook', 'before the deed', 'after the deed'].map(
    (at) => `resume ${at}`,
  ),
  ...['after the hook', 'after deferring', 'before the result', 'after the result'].map((at) => `resume ${at}`),
];

async function endsWell({ askonce, claude, calls }: WithClaude, id: string): Promise<void> {
  expect(await answerAll({ askonce }, id)).toMatchObject({ state: 'COMPLETE', result: 'Made.' });
  expect(claude.deeds()).toEqual(['touch made']);
  const events = await askonce.events.list({ after: 0, limit: 1_000 });
  const requested = events.filter(({ type }) => type === 'clarification.requested').map(({ data }) => data.question);
  expect(requested.filter((text) => text === 'Which colour?')).toHaveLength(1);
  // A call is put to the person again only if Claude made it anew, with another id.
  const made = new Set(calls.filter(({ tool }) => tool === 'Bash').map((call) => call.id));
  expect(requested.length - 1).toBeLessThanOrEqual(made.size);
}

describeOnStores('a task of Claude Code', (store) => {
  it.each(MOMENTS)('goes on if Claude Code is killed at “%s”', async (moment) => {
    const bench = await atWorkWithClaude(store, PLAN, moment);
    const { id } = await bench.askonce.jobs.queue('Make it');
    const ended = endsWell(bench, id);
    process.kill(await bench.claude.stopped(), 'SIGKILL');
    await ended;
  });

  function startWorker({ db, root, claude, hook }: WithClaude): ChildProcess {
    const args = [program('test/slow/run/claude-worker.ts'), db, root, claude.command, hook];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  it.each(MOMENTS)('goes on with another worker if its worker is killed at “%s”', async (moment) => {
    const bench = await withClaude(store, PLAN, moment);
    const { askonce, claude, db, hook } = bench;
    const worker = startWorker(bench);
    const { id } = await askonce.jobs.queue('Make it');
    const ended = endsWell(bench, id);
    const pid = await claude.stopped();
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    // Claude ends with its worker, so that it never runs twice at once.
    await expect.poll(() => living([pid])).toEqual([]);
    await startRunner(askonce, claudeExecutor({ command: claude.command, db, hook }));
    await ended;
  });
});
