/** What stands around a question: the agent's own words about it, and the job that asks. */
import { useEffect, useState } from 'preact/hooks';
import type { JobFollowed } from '../../../src/client/index.ts';
import { api } from '../state/api.ts';
import { texts } from '../texts.ts';
import { LogLines } from '../ui/log-lines.tsx';
import type { Card } from './cards.ts';

export function CardContext({ card }: { card: Card }) {
  const said = card.questions.filter(({ context }) => context !== undefined && context !== '');
  const jobId = card.questions[0]!.job;
  const job = useJob(jobId);
  return (
    <div class="flex flex-col gap-3 rounded-lg bg-sunken p-3 text-sm" data-testid="context">
      {said.map(({ id, context }) => (
        <p dir="auto" key={id} class="whitespace-pre-wrap">
          {context}
        </p>
      ))}
      {said.length === 0 && <p class="text-muted">{texts.contextNone}</p>}
      <dl class="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt class="text-muted">{texts.session}</dt>
        <dd class="min-w-0 font-mono">{card.session}</dd>
        {jobId && (
          <>
            <dt class="text-muted">{texts.contextJob}</dt>
            <dd class="min-w-0">
              <a
                class="font-mono text-accent underline underline-offset-2"
                href={`#/jobs/${encodeURIComponent(jobId)}`}
              >
                {jobId}
              </a>
              {job && (
                <p dir="auto" class="mt-1 line-clamp-6 whitespace-pre-wrap">
                  {job.prompt}
                </p>
              )}
            </dd>
          </>
        )}
      </dl>
      {job && job.log.length > 0 && <LogLines lines={job.log} />}
    </div>
  );
}

function useJob(id: string | null): JobFollowed | null {
  const [job, setJob] = useState<JobFollowed | null>(null);
  useEffect(() => {
    if (id === null) return;
    const going = new AbortController();
    api()
      .job(id, { log: 10 }, { signal: going.signal })
      .then(setJob)
      // A job that stands for whoever asks has nothing more to show.
      .catch(() => {});
    return () => going.abort();
  }, [id]);
  return job;
}
