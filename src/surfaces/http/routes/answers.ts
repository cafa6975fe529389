/** Answer, decline and revoke for people; cancel for the asker. */
import { z } from 'zod';
import type { AnswerOptions } from '../../../library/answerer.ts';
import type { AnswerReceipt } from '../../../library/questions.ts';
import type { App, Principal } from '../app.ts';
import { askonceOfQuestion } from '../guard/confine.ts';
import { callerOf, mustApprove } from '../guard/tokens.ts';
import { idempotencyKey } from '../idempotency.ts';
import {
  answerReceipt,
  becauseBody,
  cancelBody,
  correctBody,
  type Receipt,
  receipt,
  rememberedAnswerBody,
  snoozeBody,
} from '../schemas/answering.ts';
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
        response: { ...closed, 200: answerReceipt, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { params, body, principal } = request;
      const key = idempotencyKey(request);
      const remember = body.remember ?? false;
      const how = { ...answerer(principal), ...(key === undefined ? {} : { idempotencyKey: key }), remember };
      const { questions } = await askonceOfQuestion(app, request, reply, params.id);
      const also = body.also ?? [];
      const receipt = await questions.answer(params.id, body.answer, { ...how, also });
      if (receipt.also === undefined) return receiptOf(receipt);
      const others = receipt.also.map((one) => (one.status === 'refused' ? one : { id: one.id, ...receiptOf(one) }));
      return { ...receiptOf(receipt), also: others };
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
    async ({ params: { id }, body, principal, askonce }) =>
      receiptOf(await askonce.questions.decline(id, body?.because ?? undefined, answerer(principal))),
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
    async ({ params: { id }, body, principal, askonce }) => {
      // To take back a denial would be to approve.
      if ((await askonce.questions.get(id))?.approval) mustApprove(principal);
      return receiptOf(await askonce.questions.revoke(id, body?.because ?? undefined, answerer(principal)));
    },
  );

  app.post(
    '/clarifications/:id/correct',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'correct',
        tags,
        summary: 'Replace an answer by another one',
        description:
          'Revokes the answer and creates its successor with the new one, in one step. Returns the successor. The agents that used the old ' +
          'answer learn of it by the event `clarification.corrected`, and the next time they ask.',
        params: idParams,
        body: correctBody,
        response: { 200: receipt, ...problems(400, 403, 404, 409, 422) },
      },
    },
    async ({ params: { id }, body: { answer, because }, principal, askonce }) => {
      const why = because === null || because === undefined ? {} : { because };
      return receiptOf(await askonce.questions.correct(id, answer, { ...answerer(principal), ...why }));
    },
  );

  app.post(
    '/clarifications/:id/snooze',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'snooze',
        tags,
        summary: 'Put a question off until a time',
        description:
          'Until then it is not in the list of waiting questions. It can be answered all the same, and returns by itself.',
        params: idParams,
        body: snoozeBody,
        response: { 200: receipt, ...problems(400, 403, 404, 409, 410) },
      },
    },
    async ({ params: { id }, body, principal, askonce }) =>
      receiptOf(await askonce.questions.snooze(id, body.until, answerer(principal))),
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
    async ({ params: { id }, body, principal, askonce }) =>
      receiptOf(await askonce.questions.cancel(id, { ...(body as object), caller: callerOf(principal) }), principal),
  );
}

export function answerer(principal: Principal): AnswerOptions {
  const { name } = principal;
  return { ...(name === null ? {} : { by: name }), surface: 'http', caller: callerOf(principal) };
}

export function receiptOf(
  {
    status,
    clarification,
  }: {
    readonly status: Receipt['status'];
    readonly clarification: AnswerReceipt['clarification'];
  },
  reader?: Principal,
): Receipt {
  return { status, clarification: shownClarification(clarification, reader) };
}
