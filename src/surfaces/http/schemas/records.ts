/** Histories, preferences and events on the wire. */
import { basename } from 'node:path';
import { z } from 'zod';
import type { Role } from '../../../core/access.ts';
import { CLARIFICATION_STATUSES, CLARIFICATION_TYPES } from '../../../core/model/question.ts';
import type { AuditEvent } from '../../../core/model/records.ts';
import type { Preference } from '../../../core/model/resolution.ts';
import { clarification } from './clarification.ts';
import { moment, oneOf, pageOf, pageQuery } from './common.ts';
import { strict } from './strict.ts';

const flag = z.preprocess(
  (value) => (value === 'true' || value === '1' || value === '' ? true : value === 'false' ? false : value),
  z.boolean().optional(),
);

export const historyQuery = strict({
  all: flag.describe('Include declined, revoked, superseded and withdrawn questions.'),
  ...pageQuery,
});

export const historyPage = pageOf(
  z.object({
    id: z.string(),
    questionHash: z.string(),
    clarificationType: oneOf(CLARIFICATION_TYPES),
    question: z.string(),
    answer: z
      .string()
      .nullable()
      .describe('If `source` is `default` or `fallback`, no person answered: it is what the asker continued with.'),
    timestamp: moment.describe('When it was settled.'),
    status: oneOf(CLARIFICATION_STATUSES),
    ...clarification.pick({ source: true, evidence: true, confidence: true, by: true, surface: true, because: true })
      .shape,
  }),
);

export type HistoryPage = z.output<typeof historyPage>;

const ofProject = z
  .string()
  .nullish()
  .describe('The project, as on a question; by default that of the request. An asker cannot name another.');

export const preference = z.object({
  project: z.string().describe('The path of the project that it belongs to. An asker sees only its name.'),
  question: z.string(),
  subject: z.string(),
  type: oneOf(CLARIFICATION_TYPES),
  answer: z.string(),
  times: z.number().int().describe('How often this answer was given.'),
  origin: oneOf(['learnt', 'set'] as const),
  updatedAt: moment,
});

export type PreferenceShown = z.output<typeof preference>;

export const preferencesQuery = strict({ project: ofProject, ...pageQuery });
export const preferencesPage = pageOf(preference);
export type PreferencesPage = z.output<typeof preferencesPage>;

/** Leaves out the context of the question that taught the preference: it was written for another asker. */
export function shownPreference(
  { project, key: _key, about: _about, ...rest }: Preference,
  { role }: { readonly role: Role },
): PreferenceShown {
  return { project: role === 'asker' ? basename(project) : project, ...rest };
}

export const recallQuery = strict({
  about: z.string().describe('The topic, in your own words.'),
  limit: pageQuery.limit,
});

export const recalled = z.object({
  items: z.array(
    z.object({
      question: z.string(),
      answer: z.string(),
      from: oneOf(['preference', 'answer'] as const).describe('A preference holds for the whole project.'),
      source: z.string(),
      by: z.string().nullable(),
      at: moment,
      id: z.string().optional().describe('The clarification, for an answer.'),
    }),
  ),
});

export type RecalledReply = z.output<typeof recalled>;

export const preferenceBody = strict({
  question: z.string(),
  answer: z.string(),
  subject: z.string().nullish(),
  project: ofProject,
});

const preferenceNamed = { question: z.string().nullish(), subject: z.string().nullish(), project: ofProject };
export const forgetQuery = strict(preferenceNamed);
export const forgetBody = strict(preferenceNamed).nullish();

export const eventsQuery = strict({
  after: z.coerce.number().optional().describe('Only events after this number.').meta({ type: 'integer' }),
  limit: z.coerce.number().optional().describe('For pages: the maximum number of events.').meta({ type: 'integer' }),
  type: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Only events of this type; repeat it or use commas for several.'),
  session: z.string().optional(),
  job: z.string().optional(),
  format: z.enum(['sse', 'json']).optional().describe('`json`: a page, for clients without server-sent events.'),
});

export const event = z.object({
  seq: z.number().int(),
  type: z.string(),
  at: moment,
  session: z.string().nullable(),
  job: z.string().nullable(),
  ask: z.string().nullable(),
  clarification: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** Leaves out the path of the project on the server's disk. */
export function shownEvent(told: AuditEvent): z.output<typeof event> {
  const { seq, type, at, session, job, ask, clarification } = told;
  const { project: _project, ...data } = told.data;
  return { seq, type, at, session, job, ask, clarification, data };
}

export const eventsPage = z.object({
  items: z.array(event),
  next: z.number().int().describe('Pass it as `after` to continue. A page without items is the end.'),
});

export type EventShown = z.output<typeof event>;
export type EventsPage = z.output<typeof eventsPage>;
