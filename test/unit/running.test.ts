import { expect, it } from 'vitest';
import { decideClaim } from '../../src/core/jobs/decide.ts';
import { jobOf, NOW } from '../../src/testing/make.ts';

const running = (lost: number, owner: string | null) =>
  jobOf('s', { state: 'RUNNING', prompt: 'Build it.', runs: 30, startedAt: NOW, lost, owner });

it('a job that has cost nineteen workers their life is begun once more, and the twentieth time it ends', () => {
  expect(decideClaim({ job: running(18, 'w-1') }, 'w-2', NOW).result.job).toMatchObject({ state: 'RUNNING', lost: 19 });
  const { effects, result } = decideClaim({ job: running(19, 'w-1') }, 'w-2', NOW);
  expect(result.job).toMatchObject({ state: 'ERROR', owner: null, endedAt: NOW, error: expect.stringContaining('20') });
  expect(effects).toMatchObject([
    { do: 'put_job', was: { state: 'RUNNING', owner: 'w-1' } },
    { do: 'event', event: { type: 'job.failed' } },
  ]);
});

it('a job that was let go as often has lost nobody', () => {
  expect(decideClaim({ job: running(19, null) }, 'w-2', NOW).result.job).toMatchObject({ state: 'RUNNING', lost: 19 });
});
