/** A clarification and its outcome on the wire. */

import { z } from 'zod';
import { CLARIFICATION_STATUSES, CLARIFICATION_TYPES } from '../../../core/model/question.ts';
import type { ListedClarification, Clarification as View } from '../../../core/model/views.ts';
import { cameTo } from '../../../library/history.ts';
import { moment, oneOf } from './common.ts';

const type = oneOf(CLARIFICATION_TYPES).describe('The type of the question.');

export const source = oneOf([
  'user',
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
  .describe('The person’s earlier answer to a similar question. Shown first, never applied automatically.');

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

export const clarification = questionShown
  .extend({
    id: z.string(),
    sessionId: z.string(),
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
    rejected: z.boolean().describe('Rejected by the agent that got the answer, not by a person.'),
    createdAt: moment,
    settledAt: moment.nullable(),
  })
  .meta({ id: 'Clarification', description: 'One question as the person sees it, in any state.' });

export type Clarification = z.output<typeof clarification>;

/** Only the fields of the schema, none that are internal to the store: the project's path, keys and caps. */
export function shownClarification(record: View | ListedClarification): Clarification {
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
    rejected: record.rejected,
    createdAt: record.createdAt,
    settledAt: record.settledAt,
  };
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
