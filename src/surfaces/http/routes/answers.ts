/** Answer, decline and revoke for people; cancel for the asker. */
import { z } from 'zod';
import type { AnswerOptions } from '../../../library/answerer.ts';
import type { AnswerReceipt } from '../../../library/questions.ts';
import type { App, Principal } from '../app.ts';
import { callerOf } from '../guard/tokens.ts';
import { idempotencyKey } from '../idempotency.ts';
import { becauseBody, cancelBody, type Receipt, receipt, rememberedAnswerBody } from '../schemas/answering.ts';
import { shownClarification } from '../schemas/clarification.ts';
import { idParams, problems } from '../schemas/common.ts';

const tags = ['clarifications'];

export function answerRoutes(app: App): void {
  const closed = { 200: receipt, ...problems(400, 403, 404, 409, 410) };

  app.post(
    '/clarifications/:id/answer',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'answer',
        tags,
        summary: 'Answer a question',
        description:
          'The first answer wins; sending the same one again is a replay. 409 says whose answer won. 422 means the answer is not valid and ' +
          'the question is still open.',
        headers: z.looseObject({ 'idempotency-key': z.string().optional() }),
        params: idParams,
        body: rememberedAnswerBody,
        response: { ...closed, ...problems(422) },
      },
    },
    async (request) => {
      const { params, body, principal } = request;
      const key = idempotencyKey(request);
      const remember = body.remember ?? false;
      const how = { ...answerer(principal), ...(key === undefined ? {} : { idempotencyKey: key }), remember };
      return receiptOf(await app.askonce.questions.answer(params.id, body.answer, how));
    },
  );

  app.post(
    '/clarifications/:id/decline',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'decline',
        tags,
        summary: 'Close a question without an answer',
        description: 'It will not be asked again in its session.',
        params: idParams,
        body: becauseBody,
        response: closed,
      },
    },
    async ({ params: { id }, body, principal }) =>
      receiptOf(await app.askonce.questions.decline(id, body?.because ?? undefined, answerer(principal))),
  );

  app.post(
    '/clarifications/:id/revoke',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'revoke',
        tags,
        summary: 'Take an answer back, including an automatic one',
        description: 'The question may then be asked again.',
        params: idParams,
        body: becauseBody,
        response: { 200: receipt, ...problems(400, 403, 404, 409) },
      },
    },
    async ({ params: { id }, body, principal }) =>
      receiptOf(await app.askonce.questions.revoke(id, body?.because ?? undefined, answerer(principal))),
  );

  app.post(
    '/clarifications/:id/cancel',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'cancel',
        tags,
        summary: 'Cancel a question as its asker',
        description:
          'Cancels the whole ask. A question is withdrawn if no one else is waiting for it. An asker may cancel only what its own token asked.',
        params: idParams,
        body: cancelBody,
        response: { 200: receipt, ...problems(400, 403, 404, 409, 410) },
      },
    },
    async ({ params: { id }, body, principal }) =>
      receiptOf(await app.askonce.questions.cancel(id, { ...(body as object), caller: callerOf(principal) })),
  );
}

function answerer(principal: Principal): AnswerOptions {
  const { name } = principal;
  return { ...(name === null ? {} : { by: name }), surface: 'http', caller: callerOf(principal) };
}

function receiptOf({ status, clarification }: AnswerReceipt): Receipt {
  return { status, clarification: shownClarification(clarification) };
}
