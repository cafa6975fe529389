/** The job that asks: its prompt, and the last lines of its log. */
import { useEffect, useState } from 'preact/hooks';
import type { JobFollowed } from '../../../src/surfaces/client/index.ts';
import { chooseJobProject } from '../jobs/project.ts';
import { api, apiIn, me } from '../state/api.ts';
import { texts } from '../texts.ts';
import { LogLines } from '../ui/log-lines.tsx';
import { plainText } from '../ui/plain-text.ts';

export function CardJob({ id, session, project }: { id: string; session: string; project: string }) {
  const job = useJob(id, project);
  return (
    <div class="flex flex-col gap-3 rounded-lg border border-line p-3 text-sm" data-testid="card-job">
      <dl class="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt class="text-muted">{texts.session}</dt>
        <dd class="min-w-0 font-mono">{session}</dd>
        <dt class="text-muted">{texts.cardJob}</dt>
        <dd class="min-w-0">
          <a
            class="font-mono text-accent underline underline-offset-2"
            href={`#/jobs/${encodeURIComponent(id)}`}
            onClick={() => chooseJobProject(project)}
          >
            {id}
          </a>
          {job?.prompt && (
            <p dir="auto" class="mt-1 line-clamp-6 whitespace-pre-wrap">
              {plainText(job.prompt)}
            </p>
          )}
        </dd>
      </dl>
      {job && job.log.length > 0 && <LogLines lines={job.log} />}
    </div>
  );
}

function useJob(id: string, project: string): JobFollowed | null {
  const [job, setJob] = useState<JobFollowed | null>(null);
  useEffect(() => {
    const going = new AbortController();
    const client = me.peek()?.shared === true ? apiIn(project) : api();
    client
      .job(id, { log: 10 }, { signal: going.signal })
      .then(setJob)
      // The link to its page is still there.
      .catch(() => {});
    return () => going.abort();
  }, [id, project]);
  return job;
}
