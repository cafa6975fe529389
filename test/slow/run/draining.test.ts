/** What it costs the server to drain a queue, in processes of their own. */
import { expect, inject, it } from 'vitest';
import { drain } from '../../../bench/drain.ts';

const JOBS = 2_000;
const CONCURRENCY = 8;

it.each([1, 8])('%i workers run every job exactly once, for at most three commits each', async (workers) => {
  const { commitsPerJob, completed, ran } = await drain(inject('postgresUrl'), workers, JOBS, CONCURRENCY);
  expect(completed).toBe(JOBS);
  expect(ran.reduce((sum, own) => sum + own, 0)).toBe(JOBS);
  expect(commitsPerJob).toBeLessThanOrEqual(3);
});
