/** The protocol of seed 002 on the wire: requests to ask, the decisions, the state and the assumptions. */
import { z } from 'zod';
import type { AssumptionRecord } from '../../../core/model/records.ts';
import { BLOCKERS } from '../../../orchestrator/request.ts';
import type { ClarificationState } from '../../../orchestrator/state.ts';
import { branchName, policy, questionFields, timeout } from './asking.ts';
import { clarification, outcome, source } from './clarification.ts';
import { moment, oneOf, pageOf, pageQuery } from './common.ts';
import { strict } from './strict.ts';

const { default: _default, reason: _reason, ...aboutQuestion } = questionFields;

export const requestBody = strict({
  question: z.string(),
  ...aboutQuestion,
  blocker: oneOf(BLOCKERS).nullish().describe('Why the agent cannot continue by itself.'),
  tried: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .describe('What it did to find the answer itself.'),
  fallback: z.string().nullish().describe('Something safe to do without an answer.'),
  risk: z.string().nullish().describe('What happens if that is wrong.'),
  asker: z.string().nullish().describe('Who asks; each asker has one question per session. `pm` by default.'),
  job: z.string().nullish().describe('The job that asks; by default one per asker and session.'),
  branch: branchName,
  policy: policy.nullish().describe('`orchestrator` by default; fixed by the first request of a job.'),
  language: z.string().nullish().describe('The person’s language as a tag such as `ja`, for a new session.'),
  userMessage: z.string().nullish().describe('What the person has just said; questions it answers are not asked.'),
  timeout,
}).describe('One question, with the agent’s reasons for asking.');

export type RequestBody = z.input<typeof requestBody>;

export const askerState = z
  .object({
    asker: z.string(),
    clarification_used: z.boolean().describe('Whether the asker has used its one question.'),
    clarification_resolved: z.boolean().describe('Whether the person has responded or will not.'),
    clarification_question: z.string().nullable(),
    user_clarification_response: z
      .string()
      .nullable()
      .describe('The person’s response; null if there is none or it was revoked.'),
  })
  .meta({ id: 'AskerState', description: 'The clarification state of one asker in a session.' });

export type AskerState = z.output<typeof askerState>;

export function shownState(asker: string, state: ClarificationState): AskerState {
  return { asker, ...state };
}

export const requestWaits = z.object({
  decision: z
    .enum(['allow', 'wait'])
    .describe('`allow`: this request’s question was put to the person. `wait`: an earlier one is still open.'),
  ask: z.string().describe('The ask’s id.'),
  clarification,
  state: askerState,
});

export const requestSettled = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('proceed'),
    response: z.string().describe('What to continue with.'),
    source,
    evidence: z.string(),
    id: z.string().describe('The clarification.'),
    outcome,
    state: askerState,
  }),
  z.object({
    decision: z.literal('fall_back'),
    text: z.string().describe('The text for the agent: the person was not asked, or did not answer.'),
    evidence: z.string(),
    outcome,
    state: askerState,
  }),
  z.object({
    decision: z.literal('send_back'),
    text: z.string().describe('What the request is missing. Add it and send the request again.'),
    outcome,
    state: askerState,
  }),
]);

export type RequestWaits = z.output<typeof requestWaits>;
export type RequestSettled = z.output<typeof requestSettled>;
export type RequestReply = RequestWaits | RequestSettled;

export const stateQuery = strict({
  asker: z.string().optional().describe('Only this asker, even if it has not asked yet; by default all who have.'),
});

export const stateReply = z.object({
  items: z.array(askerState).describe('In the order of their first questions.'),
});

export type StateReply = z.output<typeof stateReply>;

export const assumptionBody = strict({
  decision: z.string().describe('The decision.'),
  reasoning: z.string().nullish(),
  confidence: z
    .union([z.number(), oneOf(['low', 'medium', 'high'] as const)])
    .nullish()
    .describe('0 to 1, or low, medium or high.'),
  risk: z.string().nullish().describe('What happens if it is wrong.'),
  asker: z.string().nullish(),
  job: z.string().nullish(),
  idempotencyKey: z.string().nullish().describe('A key for retries: the same key records it once.'),
});

export type AssumptionBody = z.input<typeof assumptionBody>;

export const assumption = z
  .object({
    id: z.string(),
    sessionId: z.string(),
    job: z.string().nullable(),
    asker: z.string(),
    decision: z.string(),
    reasoning: z.string(),
    confidence: z.number().nullable().describe('0 to 1; null if not given.'),
    risk: z.string().nullable(),
    timeoutAssumed: z.boolean().describe('A person was asked but did not answer in time.'),
    clarification: z.string().nullable().describe('The unanswered question, if any.'),
    createdAt: moment,
  })
  .meta({ id: 'Assumption', description: 'A decision that an agent made itself.' });

export type AssumptionShown = z.output<typeof assumption>;

export function shownAssumption({ session: sessionId, ...rest }: AssumptionRecord): AssumptionShown {
  return { ...rest, sessionId };
}

export const assumptionsQuery = strict(pageQuery);
export const assumptionsPage = pageOf(assumption);
export type AssumptionsPage = z.output<typeof assumptionsPage>;
