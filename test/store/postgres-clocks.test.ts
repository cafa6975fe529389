/** Machines whose clocks differ share leases, which count by the server's clock. */
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/ports.ts';
import { TIMING } from '../../src/store/postgres/connections.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { answer, park } from '../../src/testing/drive.ts';
import { beat, begun, claims, LEASE_END, newWorker } from '../../src/testing/drive-jobs.ts';
import { MINUTE } from '../../src/testing/fake-clock.ts';
import { askCommand, NOW } from '../../src/testing/make.ts';
import { type PostgresBench, postgresBench } from './postgres-bench.ts';

const SECOND = 1_000;

/** The store as a machine opens it whose clock is that much ahead. */
async function opened({ db }: PostgresBench, ahead: () => number): Promise<Store> {
  const store = await openPostgresStore(db, TIMING, () => Date.now() + ahead());
  onTestFinished(() => store.close());
  return store;
}

/** A machine with the server's time, and one whose clock differs; and what that one reads when the first reads a time. */
async function twoMachines(difference: number) {
  const bench = await postgresBench();
  const near = await opened(bench, () => 0);
  const far = await opened(bench, () => difference);
  return { near, far, farTime: (time: number) => time + difference };
}

it.each([10 * MINUTE, -10 * MINUTE])(
  'a machine %d ms ahead takes a job when its lease is over, not before',
  async (by) => {
    const { near, far, farTime } = await twoMachines(by);
    const worker = await newWorker(near);
    const { id } = await begun(near, worker);
    const other = await newWorker(far, farTime(LEASE_END + MINUTE));
    expect(await claims(far, other, { now: farTime(NOW) })).toEqual([]);
    expect(await claims(far, other, { now: farTime(LEASE_END + 10 * SECOND) })).toMatchObject([{ id, owner: other }]);
    // And the other way round: the lease that it took counts at the first machine.
    expect(await claims(near, worker, { now: LEASE_END + 50 * SECOND })).toEqual([]);
    expect(await claims(near, worker, { now: LEASE_END + 70 * SECOND })).toMatchObject([{ id, owner: worker }]);
  },
);

it.each([10 * MINUTE, -10 * MINUTE])(
  'an answer from a machine %d ms ahead resumes the job where it waits, while that worker lives',
  async (by) => {
    const { near, far, farTime } = await twoMachines(by);
    const jobs = [await begun(near), await begun(near)];
    const ask = (n: number) => park(near, askCommand(jobs[n]!.session, ['Which colour?'], { job: jobs[n]!.id }));
    const [first, second] = [await ask(0), await ask(1)];
    await answer(far, first, 'red', farTime(NOW + SECOND));
    expect(await near.job(jobs[0]!.id)).toMatchObject({ state: 'RUNNING', owner: jobs[0]!.owner });
    await answer(far, second, 'red', farTime(LEASE_END + 10 * SECOND));
    expect(await near.job(jobs[1]!.id)).toMatchObject({ state: 'RUNNING', owner: null });
  },
);

it('a machine sees the leases of others by its own clock', async () => {
  const { near, far, farTime } = await twoMachines(10 * MINUTE);
  await beat(near, 'w');
  expect(await far.runs.workers(farTime(LEASE_END + 10 * SECOND))).toEqual([]);
  const [seen] = await far.runs.workers(farTime(NOW));
  expect(Math.abs(seen!.leaseUntil - farTime(LEASE_END))).toBeLessThan(10 * SECOND);
});

it('a worker whose clock is corrected counts by the new one after its next heartbeat', async () => {
  const bench = await postgresBench();
  let ahead = 0;
  const [near, far] = [await opened(bench, () => 0), await opened(bench, () => ahead)];
  await begun(near);
  ahead = 10 * MINUTE;
  await beat(far, 'w', LEASE_END + ahead);
  expect(await claims(far, 'w', { now: NOW + ahead })).toEqual([]);
});
