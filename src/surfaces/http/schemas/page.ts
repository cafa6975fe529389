/** What a page needs besides questions and jobs: who looks at it, files to choose from, and what became of the questions. */
import { z } from 'zod';
import { ROLES } from '../../../core/access.ts';
import { AVOIDED_BY, type AvoidedBy } from '../../../core/model/stats.ts';
import { oneOf } from './common.ts';
import { strict } from './strict.ts';

export const me = z.object({
  name: z.string().nullable().describe('Whose token it is; null where none was needed.'),
  role: oneOf(ROLES).describe('What may be done: an asker asks and reads, an answerer answers too, an admin does all.'),
  tokensNeeded: z.boolean().describe('Whether requests need a token here.'),
});

export type Me = z.output<typeof me>;

export const filesQuery = strict({
  query: z.string().optional().describe('Words that the path has, in any order; all files by default.'),
  clarification: z.string().optional().describe('The question that it is for; of its project then.'),
  limit: z.coerce.number().optional().describe('How many at most; 1 to 200, 50 by default.').meta({ type: 'integer' }),
});

export const filesFound = z.object({
  items: z.array(z.object({ path: z.string().describe('From the project’s root on.') })).describe('Best first.'),
  more: z.boolean().describe('Whether there are others that fit.'),
});

export type FilesFound = z.output<typeof filesFound>;

export const insightQuery = strict({
  days: z.coerce
    .number()
    .optional()
    .describe('How many days, today’s the last of them; 1 to 366, 30 by default.')
    .meta({ type: 'integer' }),
  offset: z.coerce
    .number()
    .optional()
    .describe('Where days begin: minutes that the clock on the wall is ahead of UTC; 0 by default.')
    .meta({ type: 'integer' }),
});

const count = z.number().int();
const milliseconds = z.number().int();

export const insight = z.object({
  days: z
    .array(
      z.object({
        date: z.string().describe('As in 2027-01-31.'),
        asked: count.describe('Questions that were put to a person.'),
        avoided: z
          .object(Object.fromEntries(AVOIDED_BY.map((by) => [by, count])) as Record<AvoidedBy, typeof count>)
          .describe('Questions that needed no person, by what answered them.'),
      }),
    )
    .describe('Every day, the oldest first.'),
  waits: z
    .object({
      count: count.describe('How many questions people answered.'),
      median: milliseconds.nullable(),
      p90: milliseconds.nullable(),
      buckets: z
        .array(z.object({ from: milliseconds, to: milliseconds.nullable(), count }))
        .describe(
          'Each about three times as long as the one before; from `from` to below `to`, and the last has no end.',
        ),
    })
    .describe('How long people took to answer, in milliseconds.'),
  repeated: z
    .array(
      z.object({
        question: z.string().describe('As it was last asked.'),
        times: count.describe('How often agents asked it, in whatever words mean the same.'),
        asked: count.describe('How often it was put to a person.'),
      }),
    )
    .describe('The ten that were asked most often, of those that were asked twice or more.'),
  complete: z.boolean().describe('False where there were too many events to look through: then it is of the newest.'),
});

export type InsightShown = z.output<typeof insight>;
