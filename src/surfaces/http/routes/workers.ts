/**
 * Workers on other machines: they make their jobs here, claim them, and write what came of them. A worker gets the jobs of its own token
 * only, so a machine never runs what someone else put in.
 */
import { z } from 'zod';
import type { JobEnd } from '../../../core/jobs/decide.ts';
import type { WorkerQueue } from '../../../library/workers.ts';
import { invalidArgument } from '../../../util/arguments.ts';
import type { Principal, Routes } from '../app.ts';
import { callerOf } from '../guard/tokens.ts';
import { problems } from '../schemas/common.ts';
import {
  appendBody,
  beatBody,
  beaten,
  claimBody,
  claimed,
  type EndBody,
  endBody,
  ended,
  keepBody,
  kept,
  keptQuery,
  queueBody,
  runParams,
  shownWorkerJob,
  workerJob,
  workerParams,
} from '../schemas/workers.ts';

const TAGS = ['workers'];
/** The last million characters that an agent printed, as JSON in JSON. */
const MAX_RESULT = 8 * 1024 * 1024;

export const workerRoutes: Routes = (app) => {
  app.post(
    '/workers/:worker/heartbeat',
    {
      config: { may: 'asker' },
      schema: {
        tags: TAGS,
        operationId: 'heartbeat',
        summary: 'Take or renew a worker’s lease',
        description: 'Without a heartbeat in time, other workers take its jobs. Send one every third of the lease.',
        params: workerParams,
        body: beatBody,
        response: { 200: beaten, ...problems(400) },
      },
    },
    async ({ params, principal, body, askonce }) => {
      const { owned, unknown } = await askonce.workers.beat(workerOf(params, principal), body);
      return { owned: [...owned], unknown: unknown.map(shownWorkerJob) };
    },
  );

  app.delete(
    '/workers/:worker',
    {
      config: { may: 'asker' },
      schema: {
        tags: TAGS,
        operationId: 'leaveWorker',
        summary: 'End a worker’s lease',
        params: workerParams,
        response: { 204: z.null().describe('Ended.'), ...problems(400) },
      },
    },
    async ({ params, principal, askonce }, reply) => {
      await askonce.workers.leave(workerOf(params, principal));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/workers/:worker/jobs',
    {
      config: { may: 'asker' },
      schema: {
        tags: TAGS,
        operationId: 'queueJob',
        summary: 'Create a job that workers of one folder run',
        description: 'Unlike `POST /jobs`, the prompt is not checked, and the server does not run it.',
        params: workerParams,
        body: queueBody,
        response: { 201: workerJob, ...problems(400, 409) },
      },
    },
    async ({ params, principal, body, askonce }, reply) => {
      const { jobId, prompt, sessionId, ...rest } = body;
      const options = { ...rest, id: jobId, session: sessionId } as WorkerQueue;
      const job = await askonce.workers.queue(workerOf(params, principal), prompt, options);
      return reply.code(201).send(shownWorkerJob(job));
    },
  );

  app.post(
    '/workers/:worker/claims',
    {
      config: { may: 'asker' },
      schema: {
        tags: TAGS,
        operationId: 'claimJobs',
        summary: 'Take jobs that can run and have no live worker',
        description:
          'Only jobs that were created with the same token, for this agent and this folder; the oldest first.',
        params: workerParams,
        body: claimBody,
        response: { 200: claimed, ...problems(400) },
      },
    },
    async ({ params, principal, body, askonce }) => {
      const jobs = await askonce.workers.claim(workerOf(params, principal), { ...body, only: body.only ?? null });
      return { items: jobs.map(shownWorkerJob) };
    },
  );

  app.post(
    '/workers/:worker/jobs/:id/end',
    {
      config: { may: 'asker' },
      schema: {
        tags: TAGS,
        operationId: 'endRun',
        summary: 'End a run of a job, or release the job',
        description: 'Only the newest run of a job, by the worker that has it, changes anything.',
        params: runParams,
        body: endBody,
        response: { 200: ended, ...problems(400, 403, 404) },
      },
    },
    async ({ params, principal, body, askonce }) => ({
      outcome: await askonce.workers.end(runOf(params, principal, body.run), endOf(body)),
    }),
  );

  app.get(
    '/workers/:worker/jobs/:id/results',
    {
      config: { may: 'asker' },
      schema: {
        tags: TAGS,
        operationId: 'keptResult',
        summary: 'Get the stored result of a step',
        params: runParams,
        querystring: keptQuery,
        response: { 200: kept, ...problems(400, 403, 404) },
      },
    },
    async ({ params, principal, query, askonce }) => ({
      value: await askonce.workers.kept(runOf(params, principal, 0), query.key),
    }),
  );

  app.post(
    '/workers/:worker/jobs/:id/results',
    {
      config: { may: 'asker' },
      bodyLimit: MAX_RESULT,
      schema: {
        tags: TAGS,
        operationId: 'keepResult',
        summary: 'Store the result of a step that must not happen twice',
        description: 'The first result stays; the reply is what is stored. A run that is over stores nothing.',
        params: runParams,
        body: keepBody,
        response: { 200: kept, ...problems(400, 403, 404, 409) },
      },
    },
    async ({ params, principal, body: { run, key, value }, askonce }) => ({
      value: await askonce.workers.keep(runOf(params, principal, run), key, value),
    }),
  );

  app.post(
    '/workers/:worker/jobs/:id/log',
    {
      config: { may: 'asker' },
      schema: {
        tags: TAGS,
        operationId: 'appendLog',
        summary: 'Append lines to the log of a job',
        description: 'The same lines sent again are stored once. A run that is over stores nothing.',
        params: runParams,
        body: appendBody,
        response: { 204: z.null().describe('Stored.'), ...problems(400, 403, 404, 409) },
      },
    },
    async ({ params, principal, body: { run, lines }, askonce }, reply) => {
      await askonce.workers.append(runOf(params, principal, run), lines);
      return reply.code(204).send(null);
    },
  );
};

function workerOf({ worker }: { readonly worker: string }, principal: Principal) {
  return { id: worker, caller: callerOf(principal) };
}

function runOf({ id, ...of }: { readonly worker: string; readonly id: string }, principal: Principal, run: number) {
  return { ...workerOf(of, principal), job: id, run };
}

function endOf({ state, result, error, unlessAwaiting, because, lost }: EndBody) {
  switch (state) {
    case 'COMPLETE':
      return { state, result: result ?? null };
    case 'ERROR':
      return { state, error: error ?? '', ...(unlessAwaiting === true ? { unlessAwaiting } : {}) };
    case 'UNFINISHED':
      return { state, because: because ?? '', lost: lost === true } satisfies JobEnd;
    case 'RELEASED':
      return { state, failed: lost === true } as const;
    default:
      throw invalidArgument('state', 'COMPLETE, ERROR, UNFINISHED or RELEASED');
  }
}
