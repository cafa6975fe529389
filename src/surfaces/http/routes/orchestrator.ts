/** The protocol of seed 002, for orchestrators in any language: requests to ask, the state, and the assumptions. */
import { z } from 'zod';
import type { AssumptionInput } from '../../../library/assumptions.ts';
import type { ClarificationRequest, RequestResult } from '../../../orchestrator/requests.ts';
import type { SessionOptions } from '../../../session.ts';
import { PM, type RequestOptions } from '../../../session.ts';
import type { App } from '../app.ts';
import { timeoutOf } from '../asking.ts';
import { callerOf } from '../guard/tokens.ts';
import { idempotencyKey } from '../idempotency.ts';
import { waitOf, whereToWait, whilePresent } from '../long-poll.ts';
import { waitQuery } from '../schemas/asking.ts';
import { shownClarification } from '../schemas/clarification.ts';
import { idParams, problems } from '../schemas/common.ts';
import {
  assumption,
  assumptionBody,
  assumptionsPage,
  assumptionsQuery,
  type RequestBody,
  requestBody,
  requestSettled,
  requestWaits,
  shownAssumption,
  shownState,
  stateQuery,
  stateReply,
} from '../schemas/orchestrator.ts';
import { strict } from '../schemas/strict.ts';

const tags = ['orchestrator'];
const keyHeader = z.looseObject({ 'idempotency-key': z.string().optional() });

export function orchestratorRoutes(app: App): void {
  app.post(
    '/sessions/:id/clarification-requests',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'requestClarification',
        tags,
        summary: 'Request a clarification as an agent, and get a decision',
        description:
          '202: the question is waiting for the person (`allow`, `wait`); the agent must wait, and the same request again, with ' +
          '`wait` too, returns the result. 200: it continues with a response (`proceed`), with a text (`fall_back`), or adds ' +
          'what the request is missing (`send_back`).',
        headers: keyHeader,
        params: idParams,
        querystring: strict(waitQuery),
        body: requestBody,
        response: {
          200: requestSettled.describe('There is nothing to wait for.'),
          202: requestWaits.describe('The person is being asked. `Location` is the question.'),
          ...problems(400, 403, 409),
        },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { policy, language } = body;
      const caller = callerOf(request.principal);
      const wait = waitOf(request.query.wait);
      const { what, how } = requestOf(body, keyOf(idempotencyKey(request), params.id, body));
      const session = request.askonce.session(params.id, { policy, language, caller } as SessionOptions);
      const asItIs = () => session.request(what, { ...how, wait: false });
      // A disconnected caller withdraws nothing: the question stays, and can still be answered.
      const result =
        wait === false
          ? await asItIs()
          : await whilePresent(app, reply, (signal) => session.request(what, { ...how, wait, signal }), asItIs);
      // If a job is named, its asker is the one it was created with.
      const asker = body.asker ?? (body.job ? await request.askonce.jobs.get(body.job) : null)?.asker ?? PM;
      const state = shownState(asker, await session.state(asker));
      if (!isWaiting(result)) {
        const { ask: _ask, ...said } = result;
        return reply.code(200).send({ ...said, state } as z.output<typeof requestSettled>);
      }
      const { decision, id, ask } = result;
      const clarification = shownClarification((await request.askonce.questions.get(id))!, request.principal);
      return reply
        .code(202)
        .header('location', whereToWait(id, ask!))
        .send({ decision, ask: ask!, clarification, state });
    },
  );

  app.get(
    '/sessions/:id/state',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'clarificationState',
        tags,
        summary: 'List who has used their one question, and the result',
        description: 'Computed from what was asked; not stored.',
        params: idParams,
        querystring: stateQuery,
        response: { 200: stateReply, ...problems(400) },
      },
    },
    async ({ params: { id }, query: { asker }, askonce }) => {
      const session = askonce.session(id);
      const states = asker === undefined ? await session.states() : { [asker]: await session.state(asker) };
      return { items: Object.entries(states).map(([name, state]) => shownState(name, state)) };
    },
  );

  app.get(
    '/sessions/:id/assumptions',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'assumptions',
        tags,
        summary: 'List the decisions agents made themselves, oldest first',
        params: idParams,
        querystring: assumptionsQuery,
        response: { 200: assumptionsPage, ...problems(400) },
      },
    },
    async ({ params: { id }, query, askonce }) => {
      const { items, next } = await askonce.session(id).assumptions(query as object);
      return { items: items.map(shownAssumption), next };
    },
  );

  app.post(
    '/sessions/:id/assumptions',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'assume',
        tags,
        summary: 'Record a decision that an agent made itself',
        description:
          'With an `idempotencyKey` or an `Idempotency-Key` header that was used before, returns what was recorded then.',
        headers: keyHeader,
        params: idParams,
        body: assumptionBody,
        response: { 201: assumption, ...problems(400) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const key = body.idempotencyKey ?? idempotencyKey(request);
      const session = request.askonce.session(params.id, { caller: callerOf(request.principal) });
      const recorded = await session.assume({ ...body, idempotencyKey: key } as AssumptionInput);
      return reply.code(201).send(shownAssumption(recorded));
    },
  );
}

/** Some names differ, and null means left out; the engine accepts it. */
function requestOf(body: RequestBody, key: string | null) {
  const { asker, job, branch, policy: _policy, language: _language, userMessage, timeout, ...question } = body;
  const how = { asker, job, branch, userMessage, idempotencyKey: key, timeout: timeoutOf(timeout) };
  return { what: question as ClarificationRequest, how: how as RequestOptions };
}

/** What identifies a repeated request: the idempotency key, and the asker and its session. */
function keyOf(key: string | undefined, session: string, { asker, job }: RequestBody): string | null {
  return key === undefined ? null : JSON.stringify(['request', key, session, asker ?? null, job ?? null]);
}

function isWaiting(result: RequestResult): result is Extract<RequestResult, { decision: 'allow' | 'wait' }> {
  return result.decision === 'allow' || result.decision === 'wait';
}
