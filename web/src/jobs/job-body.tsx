/** The live state of a job: its question, progress, log and result. */
import type { ComponentChildren } from 'preact';
import type { JobFollowed } from '../../../src/surfaces/client/index.ts';
import { newJobLike } from '../state/unresolved.ts';
import { pending } from '../state/waiting.ts';
import { texts } from '../texts.ts';
import { LogLines } from '../ui/log-lines.tsx';
import { plainText } from '../ui/plain-text.ts';
import { CardView } from '../waiting/card.tsx';
import { cardsOf } from '../waiting/cards.ts';
import { Elapsed } from './elapsed.tsx';
import { progressIn } from './follow.ts';

export function JobBody({ job }: { job: JobFollowed }) {
  const cards = cardsOf([...pending.value.values()].filter((question) => question.job === job.jobId));
  const running = job.state === 'RUNNING';
  return (
    <div class="flex flex-col gap-4">
      {cards.map((card, index) => (
        <CardView key={card.key} card={card} position={index} count={cards.length} listed={false} />
      ))}
      {job.clarificationAnswer !== null && (
        <Part title={texts.job.asked}>
          <p dir="auto" class="text-muted">
            {job.clarificationQuestion}
          </p>
          <p dir="auto" class="font-medium whitespace-pre-wrap" data-testid="job-answer">
            {job.clarificationAnswer}
          </p>
        </Part>
      )}
      {job.error !== null && (
        <Part title={texts.job.error} danger>
          <p dir="auto" class="whitespace-pre-wrap">
            {plainText(job.error)}
          </p>
          {job.prompt !== '' && (
            <a class="btn self-start" href={newJobLike(job.jobId)}>
              {texts.job.rephrase}
            </a>
          )}
        </Part>
      )}
      {job.result !== null && job.result !== '' && (
        <Part title={texts.job.result}>
          <p dir="auto" class="max-h-96 overflow-y-auto whitespace-pre-wrap">
            {plainText(job.result)}
          </p>
        </Part>
      )}
      {(running || job.log.length > 0) && (
        <Part title={texts.log} beside={<Elapsed job={job} />}>
          {running && <Progress done={progressIn(job.log)} />}
          {job.log.length > 0 ? <LogLines lines={job.log} tall /> : <p class="text-muted">{texts.job.logNone}</p>}
        </Part>
      )}
    </div>
  );
}

function Progress({ done }: { done: number | null }) {
  return (
    <div class="flex items-center gap-3">
      <progress class="progress" aria-label={texts.job.progress} max={1} value={done ?? undefined} />
      {done !== null && <span class="w-12 text-right text-sm text-muted tabular-nums">{Math.round(done * 100)} %</span>}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly beside?: ComponentChildren;
  readonly danger?: boolean;
  readonly children: ComponentChildren;
}

/** A section of a job's page with its own heading. */
export function Part({ title, beside, danger = false, children }: PartProps) {
  return (
    <section class={`panel flex flex-col gap-3 p-4 ${danger ? 'border-danger' : ''}`}>
      <div class="flex items-baseline justify-between gap-3">
        <h2 class={`font-semibold ${danger ? 'text-danger' : ''}`}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
