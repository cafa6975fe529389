/** Workers on other machines, on the wire. */
import { z } from 'zod';
import type { WorkerJob } from '../../../library/workers.ts';
import { policy } from './asking.ts';
import { oneOf } from './common.ts';
import { logLine, spec } from './jobs.ts';
import { strict } from './strict.ts';

export const workerParams = z.object({ worker: z.string().describe('The id that the worker chose.') });
export const runParams = workerParams.extend({ id: z.string().describe('The id of the job.') });

export const workerJob = z
  .object({
    jobId: z.string(),
    sessionId: z.string(),
    prompt: z.string(),
    answer: z.string().nullable().describe('The answer to the question about its prompt.'),
    spec: spec.nullable(),
    run: z.number().int().describe('Which run it is; sent with everything that the run writes.'),
    isOwned: z.boolean().describe('Whether this worker runs it.'),
  })
  .meta({ id: 'WorkerJob', description: 'A job as the worker that runs it sees it.' });

export type WorkerJobShown = z.output<typeof workerJob>;

export function shownWorkerJob({ id, session, ...job }: WorkerJob): WorkerJobShown {
  return { jobId: id, sessionId: session, ...job, spec: job.spec as WorkerJobShown['spec'] };
}

const run = z.number().int().describe('The `run` of the job as it was claimed.');
const agent = z.string().describe('What runs it, such as `claude -p`. Only workers with this agent get the job.');
const folder = z
  .string()
  .describe('Where it runs, such as `laptop:/home/ann/shop`. Only workers of this folder get the job.');

export const beatBody = strict({
  leaseMs: z.number().int().describe('How long the worker keeps its jobs without another heartbeat.'),
  place: z.string().describe('The machine, so that another worker there can notice that this one is dead.'),
  pid: z.number().int(),
  running: z.array(z.string()).describe('The jobs that it knows to be its own.'),
});

export type BeatBody = z.input<typeof beatBody>;

export const beaten = z.object({
  owned: z.array(z.string()).describe('The jobs that it owns. It stops what it runs beside these.'),
  unknown: z.array(workerJob).describe('Those of them that it did not name: the reply to its claim was lost.'),
});

export type Beaten = z.output<typeof beaten>;

export const queueBody = strict({
  jobId: z.string().describe('The id of the job. Sent again, it is the same job.'),
  prompt: z.string().describe('What to do.'),
  agent,
  folder,
  sessionId: z.string().nullish().describe('The conversation; a new one by default.'),
  policy: policy.nullish().describe('By default the session’s.'),
  asker: z.string().nullish().describe('Who asks, for policies that count by asker.'),
  language: z.string().nullish().describe('The person’s language as a tag such as `ja`, for a new session.'),
  start: z.boolean().nullish().describe('Whether this worker runs it at once, so that no other takes it first.'),
});

export type QueueBody = z.input<typeof queueBody>;

export const claimBody = strict({
  agent,
  folder,
  only: z.array(z.string()).nullish().describe('Only these jobs.'),
  limit: z.number().int().describe('The maximum number of jobs, 1 to 1,000.'),
});

export type ClaimBody = z.input<typeof claimBody>;

export const claimed = z.object({
  items: z.array(workerJob).describe('One that has lost too many workers ends instead, and is not owned.'),
});

export const endBody = strict({
  run,
  state: oneOf(['COMPLETE', 'ERROR', 'UNFINISHED', 'RELEASED'] as const).describe(
    '`UNFINISHED`: it goes on once its questions are settled. `RELEASED`: another worker may take it.',
  ),
  result: z.string().nullish().describe('For `COMPLETE`.'),
  error: z.string().nullish().describe('For `ERROR`.'),
  unlessAwaiting: z
    .boolean()
    .nullish()
    .describe('For `ERROR`: it failed for lack of an answer; if one of its questions waits, it is released instead.'),
  because: z.string().nullish().describe('For `UNFINISHED`: why.'),
  lost: z
    .boolean()
    .nullish()
    .describe('For `UNFINISHED` and `RELEASED`: the run counts towards the limit of lost runs.'),
});

export type EndBody = z.output<typeof endBody>;

export const ended = z.object({
  outcome: z.enum(['ended', 'released', 'not_yours']).describe('`not_yours`: the run was over already.'),
});

export const keptQuery = strict({ key: z.string().describe('The name of the step.') });
export const kept = z.object({ value: z.string().nullable().describe('JSON; null if there is none.') });
export const keepBody = strict({
  run,
  key: z.string().describe('The name of the step.'),
  value: z.string().describe('JSON.'),
});

export const appendBody = strict({ run, lines: z.array(strict(logLine.omit({ n: true }).shape)) });

export type AppendBody = z.input<typeof appendBody>;
