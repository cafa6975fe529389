/** A clarification and its outcome on the wire. */

import { basename } from 'node:path';
import { z } from 'zod';
import type { Role } from '../../../core/access.ts';
import { APPROVAL_SCOPES } from '../../../core/model/call.ts';
import { CLARIFICATION_STATUSES, CLARIFICATION_TYPES } from '../../../core/model/question.ts';
import { folderOf } from '../../../core/model/records.ts';
import type { ListedClarification, Clarification as View } from '../../../core/model/views.ts';
import { cameTo } from '../../../library/history.ts';
import { moment, oneOf } from './common.ts';

const type = oneOf(CLARIFICATION_TYPES).describe('The type of the question.');

export const source = oneOf([
  'user',
  'rule',
  'history',
  'input',
  'preference',
  'best_practice',
  'default',
  'fallback',
] as const);

const option = z.object({ label: z.string(), description: z.string().optional() });

const offered = z
  .object({ id: z.string().nullable(), question: z.string(), answer: z.string() })
  .describe(
    'The person’s earlier answer to a similar question, shown first. With the source `history`, the answer that this one comes from.',
  );

/** What a person needs to see to answer. */
export const questionShown = z.object({
  question: z.string(),
  type,
  header: z.string().optional(),
  reason: z.string().optional(),
  context: z.string().optional(),
  options: z.array(option),
  recommended: z.string().optional().describe('What the agent would choose. Shown, never applied.'),
  multiSelect: z.boolean(),
  strictOptions: z.boolean().describe('Only the options are accepted.'),
  destructive: z
    .boolean()
    .describe('It could destroy, publish, pay or reveal something, so only a person may answer it.'),
  subject: z.string().describe('What it is about, such as a file or a table; "" if nothing.'),
});

/** The call of an approval. */
const approvalShown = z
  .object({
    tool: z.string(),
    input: z.record(z.string(), z.unknown()).describe('The whole input of the call.'),
    callId: z.string().nullable(),
    title: z.string().optional().describe('What the agent says that the call does.'),
    editable: z.boolean().describe('Whether the host accepts an edited input.'),
    dangers: z
      .array(z.object({ field: z.string(), at: z.number(), length: z.number(), why: z.string() }))
      .describe(
        'What is dangerous in it, by its position in a text of the input. A rule never allows a dangerous call.',
      ),
    scopes: z
      .array(z.object({ scope: oneOf(APPROVAL_SCOPES), rules: z.array(z.string()) }))
      .describe('How far a decision may reach, and the rules that a person may make then.'),
  })
  .meta({ id: 'ApprovalCall', description: 'A tool call that waits for permission.' });

/** What was decided about a call. */
const decisionShown = z
  .object({
    scope: oneOf(APPROVAL_SCOPES),
    rule: z.string().optional().describe('The rule that the person made.'),
    message: z.string().optional().describe('For the agent.'),
    updatedInput: z.record(z.string(), z.unknown()).optional().describe('The input to use instead.'),
    decidedBy: z.string().optional().describe('If a rule decided: the approval that made the rule.'),
  })
  .meta({ id: 'ApprovalDecision', description: 'What was decided about a call, beside the Yes or No.' });

/** When the first ask of a question times out, and what happens then. */
export const deadlineShown = {
  deadline: moment.nullable().describe('When the first ask of it times out; null if never.'),
  onTimeout: oneOf(['default', 'fallback', 'fail'] as const)
    .nullable()
    .describe('What happens then; null if there is no deadline.'),
  onTimeoutAnswer: z
    .string()
    .nullable()
    .describe('What the asker continues with then: the default, or its own fallback text.'),
};

/** Whose question it is. */
const whose = {
  project: z
    .string()
    .describe(
      'The path of the project: a git repository with all its worktrees, else a folder. An asker sees only its name.',
    ),
  folder: z.string().describe('The path of the folder in which it was asked: the project’s own, or a worktree.'),
  agent: z.string().nullable().describe('The program that asked, such as `Claude Code`; null if unknown.'),
  branch: z.string().nullable().describe('The git branch of the folder when it was asked; null outside a repository.'),
};

export const clarification = questionShown
  .extend({
    id: z.string(),
    sessionId: z.string(),
    ...whose,
    ask: z.string().describe('The ask that asked it first.'),
    job: z.string().nullable(),
    status: oneOf(CLARIFICATION_STATUSES),
    questionHash: z.string(),
    default: z.string().optional(),
    ...deadlineShown,
    checkedByAsker: z.boolean(),
    offered: offered.nullable(),
    succeeds: z.string().nullable().describe('The revoked clarification it replaces.'),
    answer: z.string().nullable(),
    source: source
      .nullable()
      .describe('Where the answer came from. After a timeout, it is what the asker continued with.'),
    evidence: z.string().nullable(),
    confidence: z.number().nullable(),
    by: z.string().nullable().describe('Who answered, and where.'),
    surface: z.string().nullable(),
    because: z.string().nullable().describe('Why it was declined, revoked or rejected.'),
    approval: approvalShown
      .nullable()
      .describe('For an approval: the call. It is decided at /approvals/{id}/decision.'),
    group: z
      .string()
      .nullable()
      .describe(
        'The same for equal questions of the project, which can be answered together; null if it is never grouped.',
      ),
    decision: decisionShown
      .nullable()
      .describe('For an approval with an answer: how far it reaches, and the rule it made.'),
    rejected: z.boolean().describe('Rejected by the agent that got the answer, not by a person.'),
    createdAt: moment,
    settledAt: moment.nullable(),
    snoozedUntil: moment.nullable().describe('The person put it off until this time; it can be answered all the same.'),
  })
  .meta({ id: 'Clarification', description: 'One question as the person sees it, in any state.' });

export type Clarification = z.output<typeof clarification>;

/** Only the fields of the schema, none that are internal to the store, such as keys and caps. */
/**
 * @param reader An asker may run elsewhere and learns no path of this machine: it sees only the names of folders.
 */
export function shownClarification(
  record: View | ListedClarification,
  reader?: { readonly role: Role },
): Clarification {
  const path = (folder: string) => (reader?.role === 'asker' ? basename(folder) : folder);
  const { header, reason, context, recommended } = record;
  const { answer, source, evidence, confidence } = cameTo(record);
  // Fields are named one by one: an object filled by a loop takes three times as long to serialise.
  return {
    question: record.question,
    type: record.type,
    ...(header === undefined ? null : { header }),
    ...(reason === undefined ? null : { reason }),
    ...(context === undefined ? null : { context }),
    options: record.options as Clarification['options'],
    ...(recommended === undefined ? null : { recommended }),
    multiSelect: record.multiSelect,
    strictOptions: record.strictOptions,
    destructive: record.destructive,
    subject: record.subject,
    id: record.id,
    sessionId: record.session,
    project: path(record.project),
    folder: path(folderOf(record)),
    agent: record.agent,
    branch: record.branch ?? null,
    ask: record.ask,
    job: record.job,
    status: record.status,
    questionHash: record.questionHash,
    ...(record.default === undefined ? null : { default: record.default }),
    deadline: 'deadline' in record ? record.deadline : null,
    onTimeout: 'onTimeout' in record ? record.onTimeout : null,
    onTimeoutAnswer: 'onTimeoutAnswer' in record ? record.onTimeoutAnswer : null,
    checkedByAsker: record.checkedByAsker,
    offered: record.offered,
    succeeds: record.succeeds,
    answer,
    source,
    evidence,
    confidence,
    by: record.by,
    surface: record.surface,
    because: record.because,
    approval: record.approval as Clarification['approval'],
    group: record.group,
    decision: shownDecision(record.decision),
    rejected: record.rejected,
    createdAt: record.createdAt,
    settledAt: record.settledAt,
    snoozedUntil: record.snoozedUntil,
  };
}

function shownDecision(decision: View['decision']): Clarification['decision'] {
  if (decision?.updatedInput === undefined) return decision as Clarification['decision'];
  return { ...decision, updatedInput: JSON.parse(decision.updatedInput) as Record<string, unknown> };
}

const settled = {
  question: z.string(),
  type,
  evidence: z.string().describe('The reason for this outcome, for people to read.'),
  confidence: z.number().describe('0 to 1.'),
};
const id = z.string().describe('The clarification.');
const selected = z.array(z.string()).optional().describe('Of a question with `multiSelect`: the parts of the answer.');

export const outcome = z
  .discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('answered'),
      ...settled,
      id,
      answer: z.string(),
      source: z.literal('user'),
      by: z.string().optional(),
      surface: z.string().optional(),
      selected,
    }),
    z.object({ outcome: z.literal('auto_resolved'), ...settled, id, answer: z.string(), source, selected }),
    z.object({ outcome: z.literal('parked'), id, question: z.string(), type, offered: offered.optional() }),
    z.object({ outcome: z.enum(['declined', 'cancelled', 'expired']), ...settled, id: id.optional() }),
    z.object({
      outcome: z.literal('fallback'),
      ...settled,
      id: id.optional(),
      answer: z.string().describe('The text to continue with.'),
      source: z.literal('fallback'),
    }),
    z.object({
      outcome: z.literal('failed'),
      ...settled,
      id: id.optional(),
      error: z.string(),
      code: z.string().describe('From docs/errors.md.'),
    }),
  ])
  .meta({
    id: 'Outcome',
    description: 'The outcome of one question of an ask. Distinguish the cases by `outcome`.',
  });

export type ItemOutcome = z.output<typeof outcome>;
