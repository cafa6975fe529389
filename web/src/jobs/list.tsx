/** All jobs, newest first, page by page, kept up to date. */
import { useEffect, useState } from 'preact/hooks';
import type { JobShown } from '../../../src/surfaces/client/index.ts';
import { messageOf } from '../state/api.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { Failure, Nothing, PageHead } from '../ui/page-head.tsx';
import { plainText } from '../ui/plain-text.ts';
import { JobStateTag } from '../ui/state-tag.tsx';
import { Ago } from '../ui/time.tsx';
import { Elapsed } from './elapsed.tsx';
import { ProjectChoice } from './project-choice.tsx';
import { type JobState, useJobs } from './use-jobs.ts';

const STATES: readonly JobState[] = ['RUNNING', 'AWAITING_RESPONSE', 'QUEUED', 'COMPLETE', 'ERROR', 'CANCELLED'];
const PAUSE_MS = 250;

export default function JobsView() {
  const [states, setStates] = useState<readonly JobState[]>([]);
  const [typed, setTyped] = useState('');
  const [session, setSession] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSession(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { jobs, hasMore, loading, error, more, again } = useJobs(states, session);
  const filtered = states.length > 0 || session !== '';
  return (
    <>
      <PageHead title={texts.job.title}>
        <a class="btn btn-main" href="#/jobs/new">
          <Icon name="plus" class="size-4" />
          {texts.job.new}
        </a>
      </PageHead>
      <div class="mb-4 empty:hidden">
        <ProjectChoice />
      </div>
      <div class="mb-4 flex flex-wrap items-center gap-2">
        <fieldset class="relative -mx-3 flex max-w-[100vw] min-w-0 gap-2 overflow-x-auto px-3 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
          <legend class="sr-only">{texts.job.filter}</legend>
          {STATES.map((state) => {
            const on = states.includes(state);
            return (
              <label
                key={state}
                class={`relative flex min-h-8 flex-none items-center rounded-full border px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${
                  on ? 'border-accent bg-soft font-medium text-accent' : 'border-edge text-muted hover:text-ink'
                }`}
              >
                <input
                  type="checkbox"
                  class="sr-only"
                  checked={on}
                  onChange={() => setStates(on ? states.filter((one) => one !== state) : [...states, state])}
                />
                {texts.state(state)}
              </label>
            );
          })}
        </fieldset>
        <input
          type="search"
          class="field ml-auto w-full sm:w-56"
          aria-label={texts.job.filterSession}
          placeholder={texts.job.filterSession}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {error !== null && <Failure text={messageOf(error)} again={texts.tryAgain} onAgain={again} />}
      {jobs.length === 0 && !loading && error === null && (
        <Nothing title={filtered ? texts.job.noneMatch : texts.job.none}>{!filtered && texts.job.noneMore}</Nothing>
      )}
      {jobs.length > 0 && (
        <ul class="panel divide-y divide-line overflow-hidden" aria-busy={loading}>
          {jobs.map((job) => (
            <JobRow key={job.jobId} job={job} />
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" class="btn mt-4 w-full" disabled={loading} onClick={more}>
          {texts.more}
        </button>
      )}
    </>
  );
}

function JobRow({ job }: { job: JobShown }) {
  return (
    <li>
      <a
        href={`#/jobs/${encodeURIComponent(job.jobId)}`}
        class="flex flex-col gap-1 px-4 py-3 -outline-offset-2 hover:bg-sunken sm:flex-row sm:items-center sm:gap-4"
        data-testid="job-row"
      >
        <span class="min-w-0 flex-1">
          <span dir="auto" class="line-clamp-2 font-medium">
            {plainText(job.prompt)}
          </span>
          <span class="block truncate text-sm text-muted">{job.sessionId}</span>
        </span>
        <span class="flex items-center gap-3 sm:w-80 sm:justify-end">
          <JobStateTag state={job.state} />
          <Elapsed job={job} />
          <span class="text-sm text-muted sm:w-24 sm:text-right">
            <Ago at={job.createdAt} />
          </span>
        </span>
      </a>
    </li>
  );
}
