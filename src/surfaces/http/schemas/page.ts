/** What a page needs besides questions and jobs: its user, files to choose from, and statistics. */
import { z } from 'zod';
import { ROLES } from '../../../core/access.ts';
import { AVOIDED_BY, type AvoidedBy } from '../../../core/model/stats.ts';
import { oneOf } from './common.ts';
import { strict } from './strict.ts';

export const me = z.object({
  name: z.string().nullable().describe('The token’s user; null if no token was needed.'),
  role: oneOf(ROLES).describe('An asker asks and reads, an answerer also answers, an admin may do everything.'),
  tokensNeeded: z.boolean().describe('Whether requests need a token.'),
  shared: z.boolean().describe('Whether the server serves all projects: a request about jobs then names one.'),
  approves: z.boolean().describe('Whether it may decide approvals: it has the credential of an answerer.'),
  machine: z
    .string()
    .optional()
    .describe('The server’s machine, for programs there: a path means the same to both. An asker does not see it.'),
});

export type Me = z.output<typeof me>;

export const pairBody = strict({
  code: z.string().describe('From the address behind the QR code.'),
  name: z.string().optional().describe('What the device is called in the list of tokens; `phone` by default.'),
});

export const paired = z.object({
  token: z.string().describe('An answerer’s token. It cannot be shown again.'),
  name: z.string(),
  role: oneOf(ROLES),
  expiresAt: z.number().nullable().describe('When it ends, in milliseconds since 1970.'),
});

export type Paired = z.output<typeof paired>;

export const projectList = z.object({
  items: z.array(z.string().describe('The path of a project.')).describe('Those that the caller may see.'),
});

export type ProjectList = z.output<typeof projectList>;

export const filesQuery = strict({
  query: z.string().optional().describe('Words in the path, in any order; all files by default.'),
  clarification: z.string().optional().describe('Search the project of this question.'),
  limit: z.coerce
    .number()
    .optional()
    .describe('The maximum number of files, 1 to 200; 50 by default.')
    .meta({ type: 'integer' }),
});

export const filesFound = z.object({
  items: z.array(z.object({ path: z.string().describe('Relative to the project root.') })).describe('Best first.'),
  more: z.boolean().describe('Whether more files match.'),
});

export type FilesFound = z.output<typeof filesFound>;

export const insightQuery = strict({
  days: z.coerce
    .number()
    .optional()
    .describe('How many days, up to today; 1 to 366, 30 by default.')
    .meta({ type: 'integer' }),
  offset: z.coerce
    .number()
    .optional()
    .describe('The time zone, in minutes ahead of UTC; 0 by default.')
    .meta({ type: 'integer' }),
});

const count = z.number().int();
const milliseconds = z.number().int();

export const insight = z.object({
  days: z
    .array(
      z.object({
        date: z.string().describe('Such as 2027-01-31.'),
        asked: count.describe('Questions put to a person.'),
        avoided: z
          .object(Object.fromEntries(AVOIDED_BY.map((by) => [by, count])) as Record<AvoidedBy, typeof count>)
          .describe('Questions settled without a person, by source.'),
      }),
    )
    .describe('One entry per day, oldest first.'),
  waits: z
    .object({
      count: count.describe('How many questions people answered.'),
      median: milliseconds.nullable(),
      p90: milliseconds.nullable(),
      buckets: z
        .array(z.object({ from: milliseconds, to: milliseconds.nullable(), count }))
        .describe(
          'Each from `from` up to but not including `to`, about three times as long as the one before; the last is open-ended.',
        ),
    })
    .describe('How long people took to answer, in milliseconds.'),
  repeated: z
    .array(
      z.object({
        question: z.string().describe('As last asked.'),
        times: count.describe('How often agents asked it, in any wording.'),
        asked: count.describe('How often it was put to a person.'),
      }),
    )
    .describe('The ten most asked questions that came up at least twice.'),
  complete: z
    .boolean()
    .describe('False if not all events are counted yet, but only the newest. The next call counts more of them.'),
});

export type InsightShown = z.output<typeof insight>;
