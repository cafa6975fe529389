/** Answers, and what comes of them, over the wire. */
import { z } from 'zod';
import { clarification, deadlineShown, questionShown } from './clarification.ts';
import { duration, moment } from './common.ts';
import { strict } from './strict.ts';

const because = z.string().nullish().describe('Why, in words for the others.');

export const answerBody = strict({
  answer: z
    .union([z.string(), z.array(z.string())])
    .describe('The text; an option’s label or number; the labels of several where `multiSelect` is set.'),
});

export const rememberedAnswerBody = strict({
  ...answerBody.shape,
  remember: z
    .boolean()
    .nullish()
    .describe('Keep it as the project’s preference in the same step. A question that would destroy takes none.'),
});

/** Nothing need be said; then the whole body may be left out. */
export const becauseBody = strict({ because }).nullish();

export const cancelBody = strict({
  ask: z.string().nullish().describe('The ask that leaves; the one that first put it by default.'),
  because,
}).nullish();

export const receipt = z.object({
  status: z.enum(['accepted', 'replayed']).describe('`replayed`: this very thing had been done before.'),
  clarification,
});

export type Receipt = z.output<typeof receipt>;

export const linkBody = strict({
  expires: duration.nullish().describe('How long the link is good for; seven days by default.'),
}).nullish();

export const link = z.object({
  url: z.string().describe('Whoever has it may answer this one question, and nothing else.'),
  token: z.string(),
  expiresAt: moment,
});

export type Link = z.output<typeof link>;

export const tokenParams = z.object({ token: z.string() });

/** No more than what is needed to answer: whoever has the link may be anybody. */
export const linkedQuestion = questionShown.extend({
  status: clarification.shape.status,
  answer: z.string().nullable(),
  ...deadlineShown,
  expiresAt: moment.describe('When the link ends.'),
});

export type LinkedQuestion = z.output<typeof linkedQuestion>;

export const linkReceipt = z.object({ status: receipt.shape.status, question: linkedQuestion });

export type LinkReceipt = z.output<typeof linkReceipt>;
