import { expect, it } from 'vitest';
import { decideClaim } from '../../src/core/jobs/claim.ts';
import { jobOf, NOW } from '../../src/testing/make.ts';

const running = (lost: number, owner: string | null) =>
  jobOf('s', { state: 'RUNNING', prompt: 'Build it.', runs: 30, startedAt: NOW, lost, owner });

const claimed = (lost: number, owner: string | null) =>
  decideClaim({ jobs: [running(lost, owner)] }, { worker: 'w-2', now: NOW });

it('a job that has cost nineteen workers their life is begun once more, and the twentieth time it ends', () => {
  expect(claimed(18, 'w-1').result[0]).toMatchObject({ state: 'RUNNING', lost: 19 });
  const { effects, result } = claimed(19, 'w-1');
  expect(result[0]).toMatchObject({ state: 'ERROR', owner: null, endedAt: NOW, error: expect.stringContaining('20') });
  expect(effects).toMatchObject([
    { do: 'put_job', was: { state: 'RUNNING', owner: 'w-1' } },
    { do: 'event', event: { type: 'job.failed' } },
  ]);
});

it('a job that was let go as often has lost nobody', () => {
  expect(claimed(19, null).result[0]).toMatchObject({ state: 'RUNNING', lost: 19 });
});
