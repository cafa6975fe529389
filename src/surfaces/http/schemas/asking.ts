/** The ask and its reply on the wire. */
import { z } from 'zod';
import { POLICIES, type PolicyName, REQUEST_PARTS } from '../../../core/model/policy.ts';
import {
  CLARIFICATION_STATUSES,
  CLARIFICATION_TYPES,
  ON_TIMEOUT,
  OUTCOMES_BY_GRAVITY,
  QUESTION_KINDS,
  SNOOZED_FILTERS,
} from '../../../core/model/question.ts';
import { clarification, outcome } from './clarification.ts';
import { duration, listOf, newestFirst, oneOf, pageQuery } from './common.ts';
import { lenient, strict } from './strict.ts';

const optionFields = { label: z.string(), description: z.string().nullish() };
const strictOption = strict(optionFields);

/** The fields of one question. Agents write null for fields they leave out. */
function fieldsOf(option: typeof strictOption) {
  return {
    header: z.string().nullish().describe('A short heading for the question.'),
    type: oneOf(CLARIFICATION_TYPES)
      .nullish()
      .describe('Default: what `reason` asks for, else SELECT_ONE where there are options, else FREE_TEXT.'),
    options: z
      .array(z.union([z.string(), option]))
      .nullish()
      .describe('The choices: labels, or labels with a description.'),
    multiSelect: z.boolean().nullish(),
    strictOptions: z
      .boolean()
      .nullish()
      .describe('Accept only the options; otherwise the person may type another answer.'),
    recommended: z.string().nullish().describe('The label of the option that the agent would choose.'),
    default: z.string().nullish().describe('Used when the timeout passes and `onTimeout` is `default`.'),
    destructive: z
      .boolean()
      .nullish()
      .describe('It could destroy, publish, pay or reveal something. Also detected from the wording.'),
    subject: z.string().nullish().describe('What it is about, such as a file or a table.'),
    reason: z.string().nullish().describe('Why it is asked.'),
    context: z.string().nullish().describe('Background for the question.'),
  };
}

export const questionFields = fieldsOf(strictOption);

export const policy = z.union([
  oneOf(Object.keys(POLICIES) as PolicyName[]),
  strict({
    name: z.string(),
    cap: z.number().int().nullable(),
    scope: oneOf(['job', 'session', 'asker'] as const),
    onCap: oneOf(['fail', 'fallback'] as const),
    onTimeout: oneOf(ON_TIMEOUT),
    resolvers: z.array(oneOf(['input', 'preference', 'sentinel'] as const)),
    maxRejects: z.number().int(),
    requires: z
      .array(oneOf(REQUEST_PARTS))
      .optional()
      .describe('What a clarification request must include besides its question; nothing by default.'),
    share: oneOf(['project'] as const)
      .optional()
      .describe('Answers of other sessions of the project apply here, too; off by default.'),
  }),
]);

export const timeout = duration
  .nullish()
  .describe('How long the question may wait: a duration such as 10m, milliseconds, or until an ISO 8601 time.');

export const agentName = z
  .string()
  .nullish()
  .describe('The program that asks, such as `Claude Code`; by default the job’s agent, else the asker.');
export const branchName = z
  .string()
  .nullish()
  .describe('The git branch it is about; by default that of the project’s folder on the server.');

/** A question in the shape of AskUserQuestion, or with our own fields. */
const oneOfSeveral = lenient({ question: z.string(), ...fieldsOf(lenient(optionFields)) });

const ofAskUserQuestion = z.unknown().optional().describe('Ignored: a field of AskUserQuestion.');

export const askBody = strict({
  sessionId: z.string().nullish().describe('The conversation; by default the job’s, else a new one.'),
  job: z.string().nullish().describe('The job that asks. If it asks again, it gets its earlier outcomes.'),
  asker: z.string().nullish(),
  agent: agentName,
  branch: branchName,
  policy: policy.nullish(),
  language: z.string().nullish().describe('The person’s language as a tag such as `ja`.'),
  userMessage: z.string().nullish().describe('What the person has just said; questions it answers are not asked.'),
  question: z.string().nullish(),
  questions: z
    .array(z.union([z.string(), oneOfSeveral]))
    .nullish()
    .describe('One to four; the shape of AskUserQuestion fits unchanged.')
    .meta({ minItems: 1, maxItems: 4 }),
  ...questionFields,
  answers: ofAskUserQuestion,
  annotations: ofAskUserQuestion,
  metadata: ofAskUserQuestion,
  timeout,
  onTimeout: oneOf(ON_TIMEOUT).nullish().describe('What happens when the timeout passes; `wait` by default.'),
  fallback: z.string().nullish().describe('The text to continue with on fallback.'),
  rejects: z.string().nullish().describe('The clarification whose answer did not help.'),
  because: z.string().nullish().describe('Why it did not help.'),
  ref: z.string().nullish().describe('Your own text. The event `ask.settled` carries it if the question has to wait.'),
  wait: duration.nullish().describe('How long to wait for the person before answering 202; a minute at most.'),
}).describe('One question with its fields, or up to four as `questions`.');

export type AskBody = z.input<typeof askBody>;
export type QuestionBody = Exclude<NonNullable<AskBody['questions']>[number], string>;

export const waitQuery = {
  wait: z.string().optional().describe('How long to wait, such as 30s; a minute at most.'),
};

export const askReply = z.object({
  status: oneOf(OUTCOMES_BY_GRAVITY).describe(
    'The most important status among the items: parked if any is waiting, else the worst.',
  ),
  ask: z.string().optional().describe('The ask’s id; absent if everything was settled from stored answers.'),
  sessionId: z.string(),
  answer: z.string().optional().describe('The answer or fallback text to continue with, for a single question.'),
  items: z.array(outcome).describe('One per question, in the order asked.'),
});

export type AskReply = z.output<typeof askReply>;

export const followed = clarification.extend({
  outcome,
  outcomeOf: z.string().describe('The ask whose outcome to return; by default the first one.'),
});

export type FollowedReply = z.output<typeof followed>;

export const listQuery = strict({
  status: listOf(CLARIFICATION_STATUSES).describe('One or several; all by default.'),
  session: z.string().optional(),
  project: z.string().optional().describe('The path of the project, as on a question.'),
  agent: z.string().optional().describe('The program that asked, such as `Claude Code`.'),
  kind: oneOf(QUESTION_KINDS).optional().describe('Questions, or tool calls that wait for permission.'),
  ask: z.string().optional().describe('The ask that put it first.'),
  text: z
    .string()
    .optional()
    .describe(
      'Words that it contains, in any order: in its texts and answer, in a call, and in the names of whose it is.',
    ),
  since: z
    .string()
    .optional()
    .describe('Asked since then: a duration such as `2h`, milliseconds since 1970, or ISO 8601.'),
  before: z.string().optional().describe('Asked before then, in the same forms. `before=2h` is older than two hours.'),
  snoozed: oneOf(SNOOZED_FILTERS)
    .optional()
    .describe('What to do with questions that were put off. Default: `hidden` for status `pending`, else `included`.'),
  newest: newestFirst,
  ...pageQuery,
});
