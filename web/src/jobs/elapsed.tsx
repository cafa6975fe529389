/** How long a job has run, or ran. */
import type { JobShown } from '../../../src/surfaces/client/index.ts';
import { now } from '../state/now.ts';
import { texts } from '../texts.ts';
import { spanText } from '../ui/time.tsx';

export function Elapsed({ job }: { job: Pick<JobShown, 'startedAt' | 'endedAt'> }) {
  if (job.startedAt === null) return null;
  return (
    <span class="text-sm whitespace-nowrap text-muted tabular-nums" data-testid="elapsed">
      <span class="sr-only">{texts.job.elapsed} </span>
      {spanText((job.endedAt ?? now.value) - job.startedAt)}
    </span>
  );
}
