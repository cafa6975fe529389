/**
 * Jobs of seed 001: create, answer, watch, cancel. Only creating a job can report a waiting question, and only answering it continues the
 * job; no route here makes an existing job ask.
 */
import { z } from 'zod';
import { unknownJob } from '../../../core/jobs/decide.ts';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { JobAnswer, Submission, SubmitOptions } from '../../../library/submissions.ts';
import type { Principal, Routes } from '../app.ts';
import { callerOf } from '../guard/tokens.ts';
import { idempotencyKey } from '../idempotency.ts';
import { isShared, PROJECT_HEADER } from '../projects.ts';
import { answerBody, becauseBody } from '../schemas/answering.ts';
import { shownClarification } from '../schemas/clarification.ts';
import { idParams, problems } from '../schemas/common.ts';
import {
  type JobAnswered,
  type JobMade,
  jobAnswered,
  jobBody,
  jobFollowed,
  jobMade,
  jobQuery,
  jobShown,
  jobsPage,
  jobsQuery,
  logPage,
  logQuery,
  shownJob,
} from '../schemas/jobs.ts';

const TAGS = ['jobs'];
const keyHeader = z.looseObject({ 'idempotency-key': z.string().optional() });
const LOG_LINES = 50;

/** The specs would be written beside the person's store, and no agent works there. */
function noProject(): AskOnceError {
  const text = `This server serves all projects, so a job names its own: put the folder into the header ${PROJECT_HEADER}.`;
  return new AskOnceError('argument_invalid', text, { argument: PROJECT_HEADER });
}

/** @param agent The agent name for this server's jobs, so that no other runner of the project takes them. */
export function jobRoutes(agent: string | null): Routes {
  return (app) => {
    app.post(
      '/jobs',
      {
        config: { may: 'asker' },
        schema: {
          tags: TAGS,
          operationId: 'createJob',
          summary: 'Create a job, which may return one question',
          description:
            'The prompt is checked before anything is built. If it is clear, the builder is triggered. If it is contradictory, nonsense or too ' +
            'vague, one question about all conflicts is put to a person, and nothing is built until it is answered.',
          headers: keyHeader,
          body: jobBody,
          response: { 201: jobMade, ...problems(400, 403, 409) },
        },
      },
      async (request, reply) => {
        const { prompt, sessionId, ...rest } = request.body;
        if (isShared(app) && request.askonce.project === app.askonce.project) throw noProject();
        const key = idempotencyKey(request);
        const caller = callerOf(request.principal);
        const options = {
          ...rest,
          session: sessionId,
          agent,
          caller,
          ...(key === undefined ? {} : { idempotencyKey: key }),
        };
        // Agents write null for fields they leave out, and the library accepts it.
        const made = await request.askonce.jobs.submit(prompt, options as SubmitOptions);
        app.projects.runJobs?.(request.askonce);
        return reply
          .code(201)
          .header('location', `/jobs/${encodeURIComponent(made.job.id)}`)
          .send(jobMadeOf(made, request.principal));
      },
    );

    app.post(
      '/jobs/:id/clarification',
      {
        config: { may: 'answerer' },
        schema: {
          tags: TAGS,
          operationId: 'answerJob',
          summary: 'Answer the one question of a job',
          description:
            'Stores the answer and triggers the builder in one step. An answer that settles nothing is kept, and the job ' +
            'fails with `success: false`. The same answer or the same Idempotency-Key gets the same reply.',
          headers: keyHeader,
          params: idParams,
          body: answerBody,
          response: { 200: jobAnswered, ...problems(400, 403, 404, 409, 410, 422) },
        },
      },
      async (request) => {
        const key = idempotencyKey(request);
        const by = request.principal.name;
        const answered = await request.askonce.jobs.answer(request.params.id, request.body.answer, {
          surface: 'http',
          caller: callerOf(request.principal),
          ...(by === null ? {} : { by }),
          ...(key === undefined ? {} : { idempotencyKey: key }),
        });
        return jobAnsweredOf(answered);
      },
    );

    app.get(
      '/jobs/:id',
      {
        config: { may: 'asker' },
        schema: {
          tags: TAGS,
          operationId: 'job',
          summary: 'Get one job, with the end of its log',
          params: idParams,
          querystring: jobQuery,
          response: { 200: jobFollowed, ...problems(400, 404) },
        },
      },
      async ({ params: { id }, query, principal, askonce: { jobs } }) => {
        const [task, log] = await Promise.all([jobs.get(id), jobs.log(id, { limit: query.log ?? LOG_LINES })]);
        if (!task) throw unknownJob(id);
        return { ...shownJob(task, principal), log: [...log] };
      },
    );

    app.get(
      '/jobs',
      {
        config: { may: 'asker' },
        schema: {
          tags: TAGS,
          operationId: 'jobs',
          summary: 'List jobs, oldest or newest first',
          querystring: jobsQuery,
          response: { 200: jobsPage, ...problems(400) },
        },
      },
      async ({ query, principal, askonce: { jobs } }) => {
        const { items, next } = await jobs.list(query as object);
        return { items: items.map((task) => shownJob(task, principal)), next };
      },
    );

    app.get(
      '/jobs/:id/log',
      {
        config: { may: 'asker' },
        schema: {
          tags: TAGS,
          operationId: 'jobLog',
          summary: 'Get a job’s log: the last lines, or those after a line',
          params: idParams,
          querystring: logQuery,
          response: { 200: logPage, ...problems(400, 404) },
        },
      },
      async ({ params: { id }, query, askonce: { jobs } }) => ({ items: [...(await jobs.log(id, query as object))] }),
    );

    app.post(
      '/jobs/:id/cancel',
      {
        config: { may: 'asker' },
        schema: {
          tags: TAGS,
          operationId: 'cancelJob',
          summary: 'Cancel a job',
          params: idParams,
          body: becauseBody,
          response: { 200: jobShown, ...problems(400, 403, 404, 409) },
        },
      },
      async ({ params: { id }, body, principal, askonce: { jobs } }) =>
        shownJob(
          await jobs.cancel(id, body?.because ?? undefined, { by: principal.name, caller: callerOf(principal) }),
          principal,
        ),
    );
  };
}

function jobMadeOf({ job, clarification }: Submission, reader: Principal): JobMade {
  const settledBy = (job.spec?.settled ?? []).flatMap(({ about, answer, source, evidence }) =>
    source === undefined || evidence === undefined ? [] : [{ about, answer, source, evidence }],
  );
  const waits = clarification?.status === 'pending' ? clarification : null;
  return {
    jobId: job.id,
    sessionId: job.session,
    state: job.state,
    clarificationStatus: job.clarificationStatus ?? 'none',
    needsClarification: waits !== null,
    ...(waits ? { clarificationQuestion: waits.question, clarification: shownClarification(waits, reader) } : {}),
    ...(job.spec ? { spec: job.spec as JobMade['spec'] & object } : {}),
    ...(settledBy.length > 0 ? { settledBy } : {}),
    ...(job.error === null ? {} : { error: job.error }),
  };
}

function jobAnsweredOf(answered: JobAnswer): JobAnswered {
  const of = { jobId: answered.job.id, answer: answered.answer };
  if (!answered.settled) return { success: false, ...of, error: answered.error, code: answered.code };
  return { success: true, ...of, spec: answered.spec as (JobAnswered & { success: true })['spec'] };
}
