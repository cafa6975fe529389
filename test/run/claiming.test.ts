/** How a runner asks the store for jobs: as seldom as it can, for as many as it has room for. */
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { setUp } from '../support/open.ts';
import { heldExecutor, LEASE_MS, makeRunner, nextCall, reachAll, startRunner, storeOf } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

/** What each claim wanted, and got. */
function watchClaims(askonce: AskOnce): { readonly limit: number; readonly got: number }[] {
  const claims: { limit: number; got: number }[] = [];
  const real = storeOf(askonce).claim;
  storeOf(askonce).claim = async (claim) => {
    const jobs = await real(claim);
    claims.push({ limit: claim.limit, got: jobs.length });
    return jobs;
  };
  return claims;
}

describeOnStores('a runner', (store) => {
  it('claims as many jobs at once as it has room for', async () => {
    const { askonce } = await setUp(store);
    await Promise.all(Array.from({ length: 7 }, (_, n) => askonce.jobs.queue(`task number ${n}`)));
    const claims = watchClaims(askonce);
    const held = heldExecutor();
    const { runner } = await startRunner(askonce, held.executor, { concurrency: 4 });
    expect(claims).toEqual([{ limit: 4, got: 4 }]);
    for (const run of held.runs) run.finish();
    await expect.poll(() => claims.slice(1)).toEqual([{ limit: 4, got: 3 }]);
    for (const run of held.runs) run.finish();
    await runner.idle();
    expect(runner.begun.size).toBe(7);
  });

  it('that finds nothing looks once for each time that a job is queued', async () => {
    const { askonce, open } = await setUp(store);
    const idle = await Promise.all([open(), open(), open()]);
    await Promise.all(idle.map((other) => startRunner(other, async () => 'done')));
    const claims = idle.map(watchClaims);
    for (const times of [1, 2, 3]) {
      // For another agent than theirs.
      await askonce.jobs.queue(`task number ${times}`, { agent: 'claude -p' });
      const looks = Array.from({ length: times }, () => ({ limit: 4, got: 0 }));
      await expect.poll(() => claims).toEqual([looks, looks, looks]);
    }
  });

  it('does not look for jobs because one waits elsewhere', async () => {
    const { askonce, open } = await setUp(store);
    const elsewhere = await open();
    const looking = await startRunner(askonce, async () => 'done');
    const claims = watchClaims(askonce);
    const { runner } = makeRunner(elsewhere, async (_job, { ask }) => void (await ask('Which format?')));
    const heard: string[] = [];
    askonce.events.on('*', ({ type }) => heard.push(type));
    await runner.run('a task');
    await expect.poll(() => heard).toContain('job.awaiting');
    await looking.runner.idle();
    // When the job was queued, and just now.
    expect(claims).toHaveLength(2);
  });

  it('takes all jobs of a worker that fell silent in one claim, once its lease is over, and what that still says is not heard', async () => {
    const { askonce, clock, open } = await setUp(store);
    const elsewhere = await open();
    const jobs = await Promise.all(Array.from({ length: 4 }, (_, n) => askonce.jobs.queue(`task number ${n}`)));
    const old = heldExecutor();
    await startRunner(askonce, old.executor);
    expect(old.runs).toHaveLength(4);
    storeOf(askonce).runs.beat = () => Promise.reject(new Error('the store cannot be reached'));
    const taking = heldExecutor();
    await startRunner(elsewhere, taking.executor);
    const claims = watchClaims(elsewhere);
    for (const ms of [LEASE_MS / 3, LEASE_MS / 3, LEASE_MS / 3]) {
      const beaten = nextCall(storeOf(elsewhere).runs, 'beat');
      clock.advance(ms);
      await beaten;
    }
    await expect.poll(() => claims).toContainEqual({ limit: 4, got: 4 });
    for (const run of old.runs) run.finish('the old one');
    for (let n = 0; n < 4; n += 1) (await taking.next()).finish('the new one');
    const ended = await reachAll(
      askonce,
      jobs.map(({ id }) => id),
      'COMPLETE',
    );
    expect(ended.map(({ result, runs }) => `${result} ${runs}`)).toEqual(Array(4).fill('the new one 2'));
  });
});
