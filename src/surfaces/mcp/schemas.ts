/** Inputs and outputs of the tools, as clients and models read them. */
import { z } from 'zod';

const option = z.object({
  label: z.string().describe('The choice, in one to five words.'),
  description: z.string().optional().describe('What this choice means.'),
});

const question = z.object({
  question: z.string().describe('The question, complete and clear to someone who has not followed your work.'),
  header: z.string().optional().describe('A heading of one or two words.'),
  options: z
    .array(option)
    .optional()
    .describe('The choices, best first. The person can always answer something else. Leave empty for free text.'),
  multiSelect: z.boolean().optional().describe('Whether several may be chosen.'),
  type: z
    .enum(['SELECT_ONE', 'CONFIRM', 'FREE_TEXT', 'TARGET_FILE'])
    .optional()
    .describe('CONFIRM for yes or no, TARGET_FILE for a file of the project; otherwise detected.'),
  recommended: z.string().optional().describe('The label of the option you would take. Shown, never applied.'),
  default: z.string().optional().describe('The answer to use if there is none in time and onTimeout is "default".'),
  context: z.string().optional().describe('What the person needs to know to answer.'),
  reason: z.string().optional().describe('Why you need to know.'),
  destructive: z.boolean().optional().describe('It could delete, overwrite, publish, pay or reveal something.'),
  subject: z.string().optional().describe('What it is about: the file, the table, the branch.'),
});

export const askUserInput = z.object({
  questions: z.array(question).min(1).max(4).describe('One to four questions that belong together.'),
  reason: z.string().optional().describe('Why you need to know, for all of them.'),
  destructive: z
    .boolean()
    .optional()
    .describe('All of them could delete, overwrite, publish, pay or reveal something.'),
  subject: z.string().optional().describe('What all of them are about.'),
  timeout: z
    .union([z.string(), z.number()])
    .optional()
    .describe(
      'How long to wait for an answer: "10m", "2h", or milliseconds. Then onTimeout happens; without it the question stays.',
    ),
  onTimeout: z
    .enum(['wait', 'default', 'fallback', 'fail'])
    .optional()
    .describe('What happens then. Silence is never a yes.'),
  fallback: z.string().optional().describe('The text you get to continue with when onTimeout is "fallback".'),
});

export type AskUserInput = z.infer<typeof askUserInput>;

const outcome = z.object({
  question: z.string(),
  outcome: z.enum(['answered', 'auto_resolved', 'parked', 'declined', 'cancelled', 'expired', 'fallback', 'failed']),
  id: z.string().optional(),
  answer: z.string().optional(),
  source: z
    .string()
    .optional()
    .describe('user, or what settled it: history, input, preference, best_practice, default, fallback'),
  evidence: z.string().optional().describe('The reason for it.'),
  confidence: z.number().optional(),
  by: z.string().optional(),
  surface: z.string().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  next: z.string().optional().describe('What you can do now, where there is no answer.'),
});

const notice = z
  .string()
  .optional()
  .describe('The person changed an earlier answer of this conversation. If you used the old one, revise what you did.');

export const outcomes = z.object({
  status: outcome.shape.outcome.describe('The worst of the outcomes.'),
  items: z.array(outcome).describe('One per question, in order.'),
  inbox: z.string().optional().describe('Where the person can answer open questions.'),
  notShown: z.string().optional().describe('Why your client did not show it to the person. It is in the inbox.'),
  notice,
});

export const getAnswerInput = z.object({
  id: z.string().describe('The id of the question, such as q-01m6f3c8wk2zr9.'),
  wait: z
    .union([z.string(), z.number()])
    .optional()
    .describe('How long to wait for it, such as "5m". By default it does not wait.'),
});

export const recallInput = z.object({
  about: z
    .string()
    .default('')
    .describe('A few words, such as "test runner" or "commit messages". Leave empty for the latest.'),
  limit: z.number().int().min(1).max(100).optional(),
});

export const recalled = z.object({
  items: z.array(
    z.object({
      question: z.string(),
      answer: z.string(),
      from: z.enum(['preference', 'answer']),
      source: z.string(),
      by: z.string().nullable(),
      at: z.string(),
      id: z.string().optional(),
    }),
  ),
  notice,
});
