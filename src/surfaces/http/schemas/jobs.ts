/** Jobs of seed 001 on the wire. */
import { basename, isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Role } from '../../../core/access.ts';
import { JOB_STATES } from '../../../core/model/job.ts';
import type { Task } from '../../../core/model/task.ts';
import { policy } from './asking.ts';
import { clarification, shownClarification } from './clarification.ts';
import { duration, listOf, moment, newestFirst, oneOf, pageOf, pageQuery } from './common.ts';
import { strict } from './strict.ts';

export const jobBody = strict({
  prompt: z.string().describe('What to do.'),
  sessionId: z
    .string()
    .nullish()
    .describe('The conversation; questions answered in it are not asked again. A new one by default.'),
  policy: policy
    .nullish()
    .describe(
      '`job` by default: one question about the prompt, then it is built or fails. With `interactive` the builder may ask, too; with ' +
        '`orchestrator` it may ask once and then continues with assumptions.',
    ),
  asker: z.string().nullish().describe('Who asks, for policies that count by asker.'),
  language: z.string().nullish().describe('The person’s language as a tag such as `ja`, for a new session.'),
  timeout: duration.nullish().describe('How long to wait for an answer; forever by default.'),
  onTimeout: oneOf(['wait', 'fail', 'fallback'] as const)
    .nullish()
    .describe('What happens then: the job fails, or is built with the question open.'),
}).describe('Always creates a new job, unless the Idempotency-Key was used before.');

export type JobBody = z.input<typeof jobBody>;

export const spec = z
  .object({
    version: z.literal(1),
    prompt: z.string().describe('What to build, with the answers applied.'),
    language: z.string(),
    instructions: z.array(z.string()).describe('Functional instructions first, cosmetic ones last.'),
    settled: z.array(
      z.object({
        about: z.string(),
        answer: z.string(),
        source: z.string().optional().describe('Where the answer came from, if not from this job’s own question.'),
        evidence: z.string().optional(),
      }),
    ),
    assumptions: z.array(z.string()).describe('Assumptions made without an answer.'),
    answer: z
      .string()
      .optional()
      .describe('The answer to the prompt’s question if no person had to be asked; `settled` says where it came from.'),
  })
  .describe('What the builder receives.');

const state = oneOf(JOB_STATES);
const status = oneOf(['none', 'asked', 'answered', 'skipped'] as const).describe(
  'The state of the one question about the prompt. `none`: the prompt was not checked, as for tasks typed elsewhere.',
);

export const jobMade = z.object({
  jobId: z.string(),
  sessionId: z.string(),
  state,
  clarificationStatus: status,
  needsClarification: z
    .boolean()
    .describe(
      'Whether a question is waiting. Only this reply can say so, and only for a job that was not answered yet.',
    ),
  clarificationQuestion: z.string().optional(),
  clarification: clarification.optional(),
  spec: spec.optional(),
  settledBy: z
    .array(z.object({ about: z.string(), answer: z.string(), source: z.string(), evidence: z.string() }))
    .optional()
    .describe('What settled a conflict in the prompt without asking a person.'),
  error: z.string().optional(),
});

export type JobMade = z.output<typeof jobMade>;

export const jobAnswered = z
  .discriminatedUnion('success', [
    z.object({ success: z.literal(true), jobId: z.string(), answer: z.string(), spec }),
    z.object({
      success: z.literal(false),
      jobId: z.string(),
      answer: z.string(),
      error: z.string(),
      code: z.string().describe('`clarification_unresolved`. The answer is kept.'),
    }),
  ])
  .describe('Never another question. Sending it again returns the same reply.');

export type JobAnswered = z.output<typeof jobAnswered>;

export const logLine = z.object({
  n: z.number().int(),
  at: moment,
  stream: oneOf(['stdout', 'stderr', 'askonce'] as const),
  line: z.string(),
});

export const jobShown = z.object({
  jobId: z.string(),
  sessionId: z.string(),
  prompt: z.string(),
  state,
  policy: z.string(),
  asker: z.string(),
  agent: z.string().nullable().describe('What runs it, such as `claude -p`; null if any worker may.'),
  folder: z
    .string()
    .describe('Where it was made and runs. An asker sees only the name of a folder of the server’s machine.'),
  worker: z.string().nullable().describe('The worker that runs it, or null.'),
  clarificationStatus: status,
  clarificationQuestion: z.string().nullable(),
  clarificationAnswer: z.string().nullable(),
  clarificationAnsweredAt: moment.nullable(),
  waiting: z.array(clarification).describe('The questions it is waiting for.'),
  spec: spec.nullable(),
  result: z.string().nullable(),
  error: z.string().nullable(),
  runs: z.number().int().describe('How often it was started.'),
  createdAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});

export type JobShown = z.output<typeof jobShown>;

export function shownJob(task: Task, reader?: { readonly role: Role }): JobShown {
  const { id, session, description, clarificationQuestion, queuedAt, waiting, spec = null } = task;
  const { state, policy, asker, agent, worker, clarificationStatus = 'none' } = task;
  const folder = reader?.role === 'asker' && isAbsolute(task.folder) ? basename(task.folder) : task.folder;
  const { clarificationAnswer = null, clarificationAnsweredAt = null } = task;
  const { result, error, runs, startedAt, endedAt } = task;
  return {
    ...{ jobId: id, sessionId: session, prompt: description, state, policy, asker, agent, folder, worker },
    ...{ clarificationStatus, clarificationQuestion: clarificationQuestion ?? null },
    ...{ clarificationAnswer, clarificationAnsweredAt, waiting: waiting.map((one) => shownClarification(one, reader)) },
    spec: spec as JobShown['spec'],
    ...{ result, error, runs, createdAt: queuedAt, startedAt, endedAt },
  };
}

export const jobFollowed = jobShown.extend({ log: z.array(logLine).describe('The last lines of its log.') });
export type JobFollowed = z.output<typeof jobFollowed>;

export const jobQuery = strict({
  log: z.coerce.number().optional().describe('How many log lines; 50 by default.').meta({ type: 'integer' }),
});

export const jobsQuery = strict({
  state: listOf(JOB_STATES).describe('One or several; all by default.'),
  session: z.string().optional(),
  newest: newestFirst,
  ...pageQuery,
});

export const jobsPage = pageOf(jobShown);
export type JobsPage = z.output<typeof jobsPage>;

export const logQuery = strict({
  after: z.coerce.number().optional().describe('Only lines after this number.').meta({ type: 'integer' }),
  limit: z.coerce.number().optional().meta({ type: 'integer' }),
});

export const logPage = z.object({ items: z.array(logLine) });
export type LogPage = z.output<typeof logPage>;
