/** Answers and their results on the wire. */
import { z } from 'zod';
import { clarification, deadlineShown, questionShown } from './clarification.ts';
import { duration, moment } from './common.ts';
import { strict } from './strict.ts';

const because = z.string().nullish().describe('The reason, for others to read.');

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
    .describe('Also save it as the project’s preference. Not allowed for destructive questions.'),
  also: z
    .array(z.string())
    .nullish()
    .describe('Equal questions of other sessions (the same `group`) that get the same answer.'),
});

/** The reason is optional; without it the whole body may be left out. */
export const becauseBody = strict({ because }).nullish();

export const cancelBody = strict({
  ask: z.string().nullish().describe('The ask to cancel; by default the one that asked first.'),
  because,
}).nullish();

export const receipt = z.object({
  status: z.enum(['accepted', 'replayed']).describe('`replayed`: this had already been done.'),
  clarification,
});

export type Receipt = z.output<typeof receipt>;

const alsoAnswered = z.discriminatedUnion('status', [
  z.object({ id: z.string(), status: z.enum(['accepted', 'replayed']), clarification }),
  z.object({ id: z.string(), status: z.literal('refused'), code: z.string(), message: z.string() }),
]);

export const answerReceipt = receipt.extend({
  also: z.array(alsoAnswered).optional().describe('What became of each question of `also`, in their order.'),
});

export type AnswerReply = z.output<typeof answerReceipt>;

export const correctBody = strict({ ...answerBody.shape, because });

export const snoozeBody = strict({
  until: z
    .union([z.string(), z.number()])
    .nullable()
    .describe('A duration such as `2h`, milliseconds since 1970, or an ISO 8601 time; null shows it again at once.'),
});

export const linkBody = strict({
  expires: duration.nullish().describe('How long the link is valid; seven days by default.'),
}).nullish();

export const link = z.object({
  url: z.string().describe('Allows answering this one question, and nothing else.'),
  token: z.string(),
  expiresAt: moment,
});

export type Link = z.output<typeof link>;

export const tokenParams = z.object({ token: z.string() });

/** Only what is needed to answer: anyone may have the link. */
export const linkedQuestion = questionShown.extend({
  status: clarification.shape.status,
  answer: z.string().nullable(),
  ...deadlineShown,
  expiresAt: moment.describe('When the link expires.'),
});

export type LinkedQuestion = z.output<typeof linkedQuestion>;

export const linkReceipt = z.object({ status: receipt.shape.status, question: linkedQuestion });

export type LinkReceipt = z.output<typeof linkReceipt>;

export const pressed = z.object({ status: receipt.shape.status });

export type Pressed = z.output<typeof pressed>;
