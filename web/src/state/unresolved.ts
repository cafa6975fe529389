/** Shows a notice if the answer to a job's question settled nothing, with a link to a new job with its prompt. */
import { texts } from '../texts.ts';
import { api } from './api.ts';
import { onEvent } from './live.ts';
import { tell } from './notices.ts';

/** The jobs whose questions were answered in this tab. */
const answered = new Set<string>();

export function answersJob(job: string | null): void {
  if (job !== null) answered.add(job);
}

/** The form for a new job, with the prompt of another one in it. */
export function newJobLike(job: string): string {
  return `#/jobs/new/${encodeURIComponent(job)}`;
}

/** `isShown` says whether a job is on screen, where its end is visible anyway. */
export function startWatchingJobs(isShown: (job: string) => boolean): void {
  onEvent(({ type, job: id }) => {
    if (type !== 'job.failed' || id === null || !answered.delete(id) || isShown(id)) return;
    api()
      .job(id, { log: 1 })
      .then(({ error, prompt, runs }) => {
        // A job that ran has failed for other reasons.
        if (error === null || prompt === '' || runs > 0) return;
        const run = () => {
          location.hash = newJobLike(id);
        };
        tell({ tone: 'warn', text: error, detail: prompt, action: { label: texts.job.rephrase, run } });
      })
      // Its page says so too.
      .catch(() => {});
  });
}
