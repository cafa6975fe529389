/** Ask, read and wait, for agents in any language. */
import { z } from 'zod';
import { unknownClarification } from '../../../core/answer/closed-errors.ts';
import type { AskResult } from '../../../core/model/question.ts';
import type { App } from '../app.ts';
import { askKey, howOf, whatOf } from '../asking.ts';
import { callerOf } from '../guard/tokens.ts';
import { idempotencyKey } from '../idempotency.ts';
import { waitOf, whereToWait, whilePresent } from '../long-poll.ts';
import { askBody, askReply, followed, listQuery, waitQuery } from '../schemas/asking.ts';
import { clarification, shownClarification } from '../schemas/clarification.ts';
import { idParams, pageOf, problems } from '../schemas/common.ts';
import { strict } from '../schemas/strict.ts';

const tags = ['clarifications'];

export function clarificationRoutes(app: App): void {
  app.post(
    '/clarifications',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'ask',
        tags,
        summary: 'Ask one to four questions',
        description:
          'Questions that need no person are settled at once: 200 with the outcomes, including declined, failed and fallback. ' +
          'Otherwise 202: the questions are saved, and `Location` is where to wait for the first of them. With the same ' +
          '`Idempotency-Key`, sending it again returns the same ask.',
        headers: z.looseObject({ 'idempotency-key': z.string().optional() }),
        querystring: strict(waitQuery),
        body: askBody,
        response: {
          200: askReply.describe('Every question is settled.'),
          202: askReply.describe('At least one question is waiting for a person.'),
          ...problems(400, 403, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const { body, askonce } = request;
      const key = askKey(idempotencyKey(request), body);
      const wait = waitOf(request.query.wait, body.wait);
      const what = whatOf(body);
      const how = { ...howOf(body, key), caller: callerOf(request.principal) };
      let parked: AskResult | null = null;
      const onParked = (waits: AskResult) => {
        parked = waits;
      };
      const asItIs = () => askonce.ask(what, { ...how, wait: false });
      // A disconnected caller withdraws nothing: the question stays, and can still be answered.
      const result =
        wait === false
          ? await asItIs()
          : await whilePresent(
              app,
              reply,
              (signal) => askonce.ask(what, { ...how, wait, signal, onParked }),
              () => parked ?? asItIs(),
            );
      const { session: sessionId, status, ask, answer, items } = result;
      const said = { status, ask, sessionId, answer, items: [...items] };
      if (status !== 'parked') return reply.code(200).send(said);
      const { id } = items.find(({ outcome }) => outcome === 'parked')!;
      return reply.code(202).header('location', whereToWait(id!, ask!)).send(said);
    },
  );

  app.get(
    '/clarifications',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'clarifications',
        tags,
        summary: 'List clarifications, oldest first',
        querystring: listQuery,
        response: { 200: pageOf(clarification), ...problems(400) },
      },
    },
    async ({ query, askonce, principal }) => {
      const { items, next } = await askonce.questions.list(query as object);
      return { items: items.map((one) => shownClarification(one, principal)), next };
    },
  );

  app.get(
    '/clarifications/:id',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'clarification',
        tags,
        summary: 'Get one clarification, or wait for it',
        description:
          'With `wait`, the reply comes when it is settled or when the time is up; ' +
          '`outcome` says which. Repeat while it is `parked`.',
        params: idParams,
        querystring: strict({
          ...waitQuery,
          ask: z.string().optional().describe('The ask whose outcome you want.'),
        }),
        response: { 200: followed, ...problems(400, 404) },
      },
    },
    async ({ params: { id }, query, askonce, principal }, reply) => {
      const of = query.ask === undefined ? {} : { ask: query.ask };
      const asItIs = () => askonce.questions.wait(id, { ...of, wait: false });
      const wait = waitOf(query.wait);
      const found =
        wait === false
          ? await asItIs()
          : await whilePresent(app, reply, (signal) => askonce.questions.wait(id, { ...of, wait, signal }), asItIs);
      if (!found) throw unknownClarification(id);
      const shown = shownClarification(found.clarification, principal);
      return { ...shown, outcome: found.outcome, outcomeOf: found.ask };
    },
  );
}
