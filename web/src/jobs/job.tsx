/** The page of one job: its prompt, its question, its progress, its sources, its events. */
import { useState } from 'preact/hooks';
import type { AssumptionShown, JobFollowed } from '../../../src/surfaces/client/index.ts';
import { codeOf, messageOf } from '../state/api.ts';
import { tell } from '../state/notices.ts';
import { texts } from '../texts.ts';
import { plainText } from '../ui/plain-text.ts';
import { JobStateTag } from '../ui/state-tag.tsx';
import { Ago } from '../ui/time.tsx';
import { Elapsed } from './elapsed.tsx';
import { useFollowing } from './follow.ts';
import { JobBody, Part } from './job-body.tsx';
import { jobsApi } from './project.ts';
import { Timeline } from './timeline.tsx';

const ENDED = new Set(['COMPLETE', 'ERROR', 'CANCELLED']);

export default function JobView({ id }: { id: string }) {
  const { job, events, assumptions, error } = useFollowing(id);
  if (!job) {
    const text = codeOf(error) === 'job_unknown' ? texts.job.unknown : error ? messageOf(error) : `${texts.loading}…`;
    return <p class="panel p-6 text-muted">{text}</p>;
  }
  return (
    <>
      <a class="text-sm text-accent underline underline-offset-2" href="#/jobs">
        {texts.job.title}
      </a>
      <div class="mt-2 mb-5 flex flex-col gap-2">
        <h1 dir="auto" class="line-clamp-4 text-2xl leading-snug font-semibold tracking-tight">
          {plainText(job.prompt)}
        </h1>
        <div class="flex flex-wrap items-center gap-3">
          <JobStateTag state={job.state} />
          <Elapsed job={job} />
          {!ENDED.has(job.state) && <Cancel id={id} />}
        </div>
      </div>
      <div class="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div class="flex flex-col gap-4">
          <JobBody job={job} />
          {job.spec && <Spec spec={job.spec} />}
          {assumptions.length > 0 && <Assumptions assumptions={assumptions} />}
        </div>
        <div class="flex flex-col gap-4">
          <Facts job={job} />
          <Timeline events={events} />
        </div>
      </div>
    </>
  );
}

function Cancel({ id }: { id: string }) {
  const [busy, setBusy] = useState(false);
  return (
    <button
      type="button"
      class="btn"
      disabled={busy}
      onClick={() => {
        setBusy(true);
        jobsApi()
          .cancelJob(id)
          .then(() => tell({ tone: 'good', text: texts.job.cancelled }))
          .catch((error: unknown) => tell({ tone: 'danger', text: messageOf(error) }))
          .finally(() => setBusy(false));
      }}
    >
      {texts.job.cancel}
    </button>
  );
}

function Facts({ job }: { job: JobFollowed }) {
  const facts = [
    [texts.session, job.sessionId],
    [texts.job.policy, job.policy],
    [texts.job.asker, job.asker],
    [texts.job.runs, String(job.runs)],
  ] as const;
  return (
    <dl class="panel grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 p-4 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} class="contents">
          <dt class="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <dt class="text-muted">{texts.job.created}</dt>
      <dd>
        <Ago at={job.createdAt} />
      </dd>
    </dl>
  );
}

function Spec({ spec }: { spec: NonNullable<JobFollowed['spec']> }) {
  return (
    <Part title={texts.job.spec}>
      <p dir="auto" class="whitespace-pre-wrap">
        {plainText(spec.prompt)}
      </p>
      {spec.instructions.length > 0 && (
        <div>
          <h3 class="text-sm font-semibold text-muted">{texts.job.instructions}</h3>
          <ol class="list-decimal pl-5">
            {spec.instructions.map((step) => (
              <li dir="auto" key={step}>
                {plainText(step)}
              </li>
            ))}
          </ol>
        </div>
      )}
      {spec.settled.length > 0 && (
        <div>
          <h3 class="text-sm font-semibold text-muted">{texts.job.settled}</h3>
          <ul class="flex flex-col gap-1">
            {spec.settled.map(({ about, answer, source, evidence }) => (
              <li dir="auto" key={about}>
                {plainText(about)}: <strong class="font-semibold">{plainText(answer)}</strong>
                {source && <span class="text-muted"> {texts.job.settledBy(source)}</span>}
                {evidence && (
                  <q dir="auto" class="block text-sm text-muted">
                    {plainText(evidence)}
                  </q>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {spec.assumptions.length > 0 && (
        <div>
          <h3 class="text-sm font-semibold text-muted">{texts.job.assumptions}</h3>
          <ul class="list-disc pl-5">
            {spec.assumptions.map((text) => (
              <li dir="auto" key={text}>
                {plainText(text)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Part>
  );
}

function Assumptions({ assumptions }: { assumptions: readonly AssumptionShown[] }) {
  return (
    <Part title={texts.job.assumptions}>
      <ul class="flex flex-col gap-3">
        {assumptions.map(({ id, decision, reasoning, confidence, risk }) => (
          <li key={id}>
            <p dir="auto" class="font-medium">
              {decision}
            </p>
            {reasoning !== '' && (
              <p dir="auto" class="text-sm text-muted">
                {reasoning}
              </p>
            )}
            <p class="flex flex-wrap gap-x-3 text-sm text-muted">
              {confidence !== null && <span>{texts.job.confidence(confidence)}</span>}
              {risk && (
                <span>
                  {texts.job.risk}: <bdi>{risk}</bdi>
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}
