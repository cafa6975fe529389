import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { endOf, setUp } from '../../support/open.ts';
import { program } from '../../support/programs.ts';
import { reaches, startRunner } from '../../support/runners.ts';
import { describeOnStores } from '../../support/stores.ts';

const CHILD = program('test/slow/run/worker-child.ts');

describeOnStores('a worker that is killed', (store) => {
  async function startChild(db: string, root: string): Promise<{ child: ChildProcess; begun: Promise<string> }> {
    const child = spawn(process.execPath, [CHILD, db, root], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const begun = once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text).trim());
    return { child, begun };
  }

  it('on this machine gives its jobs away at once, not when its lease has run out, and what it has done is not done again', async () => {
    // A clock of the real world: the child has no other.
    const clock = { now: Date.now, after: (ms: number, call: () => void) => later(ms, call) };
    const { askonce, root, db } = await setUp(store, { clock });
    const running = await askonce.jobs.queue('runs');
    const { child, begun } = await startChild(db, root);
    expect(await endOf(begun)).toBe(running.id);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Its lease has most of an hour to run: whatever waited for that would not be here in time.
    let again = 0;
    await startRunner(askonce, async (_job, { once: keep }) => {
      const pid = await keep('deed', () => {
        again += 1;
        return 0;
      });
      return String(pid);
    });
    expect(await reaches(askonce, running.id, 'COMPLETE')).toMatchObject({ result: String(child.pid), runs: 2 });
    expect(again).toBe(0);
  });

  function later(ms: number, call: () => void): () => void {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  }
});
