/** The protocol of seed 002 over the wire: requests to ask, what is to be done then, the state and the assumptions. */
import { z } from 'zod';
import type { AssumptionRecord } from '../../../core/model/records.ts';
import { BLOCKERS } from '../../../orchestrator/request.ts';
import type { ClarificationState } from '../../../orchestrator/state.ts';
import { policy, questionFields, timeout } from './asking.ts';
import { clarification, source } from './clarification.ts';
import { moment, oneOf, pageOf, pageQuery } from './common.ts';
import { strict } from './strict.ts';

const { default: _default, reason: _reason, ...aboutQuestion } = questionFields;

export const requestBody = strict({
  question: z.string(),
  ...aboutQuestion,
  blocker: oneOf(BLOCKERS).nullish().describe('Why the agent cannot go on by itself.'),
  tried: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .describe('What it did to find the answer itself.'),
  fallback: z.string().nullish().describe('What it would safely do without an answer.'),
  risk: z.string().nullish().describe('What happens if that is wrong.'),
  asker: z.string().nullish().describe('Who asks: each has one chance in a session. `pm` by default.'),
  job: z.string().nullish().describe('The job that asks; by default one that stands for the asker in this session.'),
  policy: policy.nullish().describe('`orchestrator` by default; fixed by the first request of a job.'),
  language: z.string().nullish().describe('The person’s language as a tag such as `ja`, for a session that is new.'),
  userMessage: z.string().nullish().describe('What the person has just said; what it answers is not asked.'),
  timeout,
}).describe('One question, with what lets an agent ask it.');

export type RequestBody = z.input<typeof requestBody>;

export const askerState = z
  .object({
    asker: z.string(),
    clarification_used: z.boolean().describe('The asker has used its one chance.'),
    clarification_resolved: z.boolean().describe('The person has responded, or will not.'),
    clarification_question: z.string().nullable(),
    user_clarification_response: z
      .string()
      .nullable()
      .describe('What the person said; null where they did not, or took it back.'),
  })
  .meta({ id: 'AskerState', description: 'Seed 002’s state of one asker in a session.' });

export type AskerState = z.output<typeof askerState>;

export function shownState(asker: string, state: ClarificationState): AskerState {
  return { asker, ...state };
}

export const requestWaits = z.object({
  decision: z
    .enum(['allow', 'wait'])
    .describe('`allow`: this request put its question to the person. `wait`: one that was put before waits.'),
  ask: z.string().describe('The ask’s id.'),
  clarification,
  state: askerState,
});

export const requestSettled = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('proceed'),
    response: z.string().describe('What to go on with.'),
    source,
    evidence: z.string(),
    id: z.string().describe('The clarification.'),
    state: askerState,
  }),
  z.object({
    decision: z.literal('fall_back'),
    text: z.string().describe('What the agent is told: nobody is asked, or nobody answered.'),
    evidence: z.string(),
    state: askerState,
  }),
  z.object({
    decision: z.literal('send_back'),
    text: z.string().describe('What the request lacks. It may be made once more, in due form.'),
    state: askerState,
  }),
]);

export type RequestWaits = z.output<typeof requestWaits>;
export type RequestSettled = z.output<typeof requestSettled>;
export type RequestReply = RequestWaits | RequestSettled;

export const stateQuery = strict({
  asker: z.string().optional().describe('This one alone, also where it has not asked yet; by default all who have.'),
});

export const stateReply = z.object({
  items: z.array(askerState).describe('In the order in which they first put a question to the person.'),
});

export type StateReply = z.output<typeof stateReply>;

export const assumptionBody = strict({
  decision: z.string().describe('What was decided.'),
  reasoning: z.string().nullish(),
  confidence: z
    .union([z.number(), oneOf(['low', 'medium', 'high'] as const)])
    .nullish()
    .describe('0 to 1, or in words.'),
  risk: z.string().nullish().describe('What happens if it is wrong.'),
  asker: z.string().nullish(),
  job: z.string().nullish(),
  idempotencyKey: z.string().nullish().describe('Whoever says the same again under this text says it once.'),
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
    confidence: z.number().nullable().describe('0 to 1; null where nobody said.'),
    risk: z.string().nullable(),
    timeoutAssumed: z.boolean().describe('A person was asked, and the deadline passed.'),
    clarification: z.string().nullable().describe('The question that nobody answered, where there was one.'),
    createdAt: moment,
  })
  .meta({ id: 'Assumption', description: 'What an agent decided by itself.' });

export type AssumptionShown = z.output<typeof assumption>;

export function shownAssumption({ session: sessionId, ...rest }: AssumptionRecord): AssumptionShown {
  return { ...rest, sessionId };
}

export const assumptionsQuery = strict(pageQuery);
export const assumptionsPage = pageOf(assumption);
export type AssumptionsPage = z.output<typeof assumptionsPage>;
