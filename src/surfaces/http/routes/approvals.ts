/** Ask for permission, decide, and manage the rules. */
import { z } from 'zod';
import type { CallInput } from '../../../library/approve.ts';
import type { App } from '../app.ts';
import { timeoutOf } from '../asking.ts';
import { askonceOfQuestion } from '../guard/confine.ts';
import { callerOf, mustApprove } from '../guard/tokens.ts';
import { idempotencyKey } from '../idempotency.ts';
import { waitOf, whilePresent } from '../long-poll.ts';
import { receipt } from '../schemas/answering.ts';
import {
  approvalDecided,
  approvalParked,
  approveBody,
  decisionBody,
  ruleList,
  rulesQuery,
} from '../schemas/approvals.ts';
import { waitQuery } from '../schemas/asking.ts';
import { idParams, problems } from '../schemas/common.ts';
import { strict } from '../schemas/strict.ts';
import { answerer, receiptOf } from './answers.ts';

const tags = ['approvals'];

export function approvalRoutes(app: App): void {
  app.post(
    '/approvals',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'approve',
        tags,
        summary: 'Ask whether a tool call may be made',
        description:
          'A rule decides at once: 200. Otherwise the call waits for a person: 202, and `Location` is where to wait. Only the decision ' +
          '`allow` allows it. Send the same call with its `callId` again to learn the decision. With an ' +
          '`Idempotency-Key` that is the same ask, which one `cancel` ends; without one, each request is an ask of its own.',
        headers: z.looseObject({ 'idempotency-key': z.string().optional() }),
        querystring: strict(waitQuery),
        body: approveBody,
        response: { 200: approvalDecided, 202: approvalParked, ...problems(400, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { sessionId, wait: waits, timeout, job, asker, agent, branch, policy, ref, ...call } = request.body;
      const wait = waitOf(request.query.wait, waits);
      const how = { session: sessionId, job, asker, agent, branch, policy, ref, timeout: timeoutOf(timeout) };
      const key = idempotencyKey(request);
      const whose = { caller: callerOf(request.principal), ...(key === undefined ? {} : { idempotencyKey: key }) };
      const ask = (more: object) =>
        request.askonce.approve(call as CallInput, { ...(how as object), ...whose, ...more });
      const asItIs = () => ask({ wait: false });
      let parked: { decision: 'parked'; id: string } | null = null;
      const onParked = ({ items }: { items: readonly { id?: string }[] }) => {
        parked = { decision: 'parked', id: items[0]!.id! };
      };
      const found =
        wait === false
          ? await asItIs()
          : await whilePresent(
              app,
              reply,
              (signal) => ask({ wait, signal, onParked }),
              async () => parked ?? (await asItIs()),
            );
      if (found.decision !== 'parked') return reply.code(200).send(found);
      return reply.code(202).header('location', `/clarifications/${found.id}`).send(found);
    },
  );

  app.post(
    '/approvals/:id/decision',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'decide',
        tags,
        summary: 'Allow or deny a tool call',
        description:
          'Needs the credential of an answerer, also on loopback: the token of an answerer or an admin, or the one in the address that ' +
          '`askonce serve` prints. The first decision wins. 422 means that the decision is not valid and the call still waits.',
        headers: z.looseObject({ 'idempotency-key': z.string().optional() }),
        params: idParams,
        body: decisionBody,
        response: { 200: receipt, ...problems(400, 403, 404, 409, 410, 422) },
      },
    },
    async (request, reply) => {
      const { params, body, principal } = request;
      mustApprove(principal);
      const key = idempotencyKey(request);
      const how = { ...body, ...answerer(principal), ...(key === undefined ? {} : { idempotencyKey: key }) };
      const { approvals } = await askonceOfQuestion(app, request, reply, params.id);
      return receiptOf(await approvals.decide(params.id, how as Parameters<typeof approvals.decide>[1]));
    },
  );

  app.get(
    '/approvals/rules',
    {
      config: { may: 'asker' },
      schema: {
        operationId: 'rules',
        tags,
        summary: 'List the rules about tool calls',
        querystring: rulesQuery,
        response: { 200: ruleList, ...problems(400) },
      },
    },
    async ({ query, askonce }) => ({ items: [...(await askonce.approvals.rules(query as object))] }),
  );

  app.delete(
    '/approvals/rules/:id',
    {
      config: { may: 'answerer' },
      schema: {
        operationId: 'revokeRule',
        tags,
        summary: 'Revoke a rule that a person made',
        description: 'Needs the credential of an answerer, as a decision does.',
        params: idParams,
        response: { 200: receipt, ...problems(403, 404, 409) },
      },
    },
    async ({ params: { id }, principal, askonce }) => {
      mustApprove(principal);
      return receiptOf(await askonce.approvals.revoke(id, answerer(principal)));
    },
  );
}
