/** Approvals on the wire. */
import { z } from 'zod';
import { APPROVAL_SCOPES } from '../../../core/model/call.ts';
import { agentName, branchName, policy, timeout } from './asking.ts';
import { duration, flag, moment, oneOf } from './common.ts';
import { strict } from './strict.ts';

const input = z.record(z.string(), z.unknown());

export const approveBody = strict({
  sessionId: z.string().nullish().describe('The conversation; by default the job’s, else a new one.'),
  job: z.string().nullish(),
  asker: z.string().nullish(),
  agent: agentName,
  branch: branchName,
  policy: policy.nullish(),
  tool: z.string().describe('The name of the tool, such as Bash.'),
  input: input.describe('The input of the call.'),
  callId: z.string().nullish().describe('The host’s id of the call. The same id and input get the same decision.'),
  title: z.string().nullish().describe('What the agent says that the call does.'),
  reason: z.string().nullish().describe('Why permission is needed.'),
  suggestions: z.array(z.string()).nullish().describe('Rules that the host suggests, such as Bash(npm test:*).'),
  editable: z.boolean().nullish().describe('The host accepts an edited input.'),
  onlyOnce: z.boolean().nullish().describe('Offer no rule: the decision is about this call only.'),
  timeout,
  ref: z.string().nullish().describe('Your own text. The event `ask.settled` carries it if the call has to wait.'),
  wait: duration.nullish().describe('How long to wait for the person before answering 202; a minute at most.'),
});

export type ApproveBody = z.input<typeof approveBody>;

const decided = z.object({
  decision: oneOf(['allow', 'deny'] as const),
  id: z.string().optional(),
  scope: oneOf(APPROVAL_SCOPES),
  source: oneOf(['user', 'rule'] as const)
    .optional()
    .describe('Absent if no one decided, and the call is denied for that.'),
  updatedInput: input.optional().describe('The input to use instead.'),
  message: z.string().optional().describe('For the agent.'),
  by: z.string().optional(),
  surface: z.string().optional(),
  evidence: z.string(),
  rule: z.string().optional().describe('The approval whose answer made the rule that decided.'),
});
const parked = z.object({ decision: z.literal('parked'), id: z.string() });

export const approvalReply = z.union([decided, parked]);
export type ApprovalReply = z.output<typeof approvalReply>;
export { decided as approvalDecided, parked as approvalParked };

export const decisionBody = strict({
  decision: oneOf(['allow', 'deny'] as const),
  scope: oneOf(APPROVAL_SCOPES).nullish().describe('`once` by default.'),
  rule: z.string().nullish().describe('For a wider scope: one of the offered rules; the first by default.'),
  message: z.string().nullish().describe('For the agent, such as why it is denied.'),
  updatedInput: input.nullish().describe('Another input, where the host accepts one.'),
});

export type DecisionBody = z.input<typeof decisionBody>;

export const rulesQuery = strict({
  session: z.string().optional().describe('Include the rules of this session.'),
  everySession: flag.describe('Include the newest rules of all sessions.'),
});

const rule = z.object({
  id: z.string().nullable().describe('The approval that made it; null for a rule of the configuration.'),
  effect: oneOf(['allow', 'ask', 'deny'] as const),
  rule: z.string(),
  from: oneOf(['config', 'project', 'answer'] as const),
  session: z.string().nullable().describe('The session it holds for; null for the whole project.'),
  by: z.string().nullable(),
  at: moment.nullable(),
});

export const ruleList = z.object({ items: z.array(rule) });
export type RuleList = z.output<typeof ruleList>;
