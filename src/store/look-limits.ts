/** The limits and statements that both stores share when they read for a decision. */
import type { AssumptionRecord } from '../core/model/records.ts';
import type { Preference } from '../core/model/resolution.ts';
import { LESSONS } from '../core/preferences.ts';
import type { KnownQuestion } from '../core/states.ts';
import type { Page } from '../ports.ts';
import { LESSON_COLUMNS } from './rows.ts';

/** How many of a job's own earlier items for one question are read; more would mean that its options changed as often. */
export const OWN_ITEMS = 20;
/** How many revoked clarifications of one question are read; a person rarely takes back more. */
export const REVOKED = 20;

/**
 * How many clarifications with the same words under other keys are read. Only words that point at something, such as "it", have more than a
 * few.
 */
export const ALIKE = 20;

/** What the newest answers teach, newest first. Read by `knownPreferenceFrom`. */
export function lessonsOf(project: string, key: string, subject: string): string {
  return `SELECT ${LESSON_COLUMNS.join(', ')} FROM clarifications
    WHERE project = ${project} AND canonical_key = ${key} AND subject = ${subject} AND taught_at IS NOT NULL
    ORDER BY taught_at DESC, id DESC LIMIT ${LESSONS}`;
}

/** The key and the subject of a project's first preference after a key and a subject, stored or taught. */
export function preferenceAfter(project: string, key: string, subject: string): string {
  const first = (table: string, those: string) =>
    `SELECT * FROM (SELECT canonical_key, subject FROM ${table} WHERE project = ${project} ${those}
      AND (canonical_key, subject) > (${key}, ${subject}) ORDER BY canonical_key, subject LIMIT 1) AS ${table}_first`;
  return `SELECT canonical_key, subject FROM (${first('preferences', '')}
    UNION ALL ${first('clarifications', 'AND taught_at IS NOT NULL')}) AS first ORDER BY canonical_key, subject LIMIT 1`;
}

/** The cursor of a page of preferences: the key and the subject of the last one. */
export function preferencesAfter(cursor: string | undefined): [key: string, subject: string] {
  const [key = '', ...subject] = (cursor ?? '').split('/');
  return [key, subject.join('/')];
}

export function preferencesPage(found: readonly Preference[], limit: number): Page<Preference> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last ? `${last.key}/${last.subject}` : null };
}

/**
 * How many questions of each session are searched for a similar one, where answers of several are wanted. A page shows fifty at once, and
 * each may belong to a session in which thousands wait.
 */
export function lookedThrough(sessions: number): number {
  return Math.max(20, Math.floor(1_000 / Math.max(1, sessions)));
}

/** The answers of one session: limited before filtering, so that a hundred thousand open questions cost no more. */
export function answersOf(session: string, most: string): string {
  return `SELECT * FROM (SELECT * FROM clarifications WHERE session_id = ${session} AND live = 1 LIMIT ${most}) AS c
    WHERE status = 'answered' AND source IN ('user', 'input')`;
}

/** The answers that made a rule for a project, and for one session of it. Both halves use the index of rules. */
export function rulesOf(project: string, session: string): string {
  const half = (scope: string) =>
    `SELECT * FROM clarifications WHERE project = ${project} AND rule_scope = ${scope} AND status = 'answered'`;
  return `SELECT * FROM (${half("'project'")} UNION ALL ${half("'session'")} AND session_id = ${session}) AS c ORDER BY id`;
}

/** The answers that made a rule for any session of a project, newest first. */
export function sessionRulesOf(project: string, most: string): string {
  return `SELECT * FROM clarifications WHERE project = ${project} AND rule_scope = 'session' AND status = 'answered'
    ORDER BY id DESC LIMIT ${most}`;
}

/** How many questions of one session are read; caps are small. */
const LOOKED_AT = 1_000;

/** The clarifications of a session that were put to a person and count against a scope's cap. */
export function askedIn(session: string): string {
  const half = (live: number) =>
    `SELECT * FROM clarifications WHERE session_id = ${session} AND live = ${live} AND cap_scope IS NOT NULL`;
  // Pending ones first, then the newest: the state is derived from these.
  const first = `ORDER BY CASE status WHEN 'pending' THEN 0 ELSE 1 END, id DESC LIMIT ${LOOKED_AT}`;
  return `SELECT * FROM (SELECT * FROM (${half(1)} UNION ALL ${half(0)}) AS c ${first}) AS c ORDER BY id`;
}

/** Whether a job has an item that was sent back because its request was incomplete. */
export function sentBackOf(job: string): string {
  return `SELECT 1 AS yes FROM ask_items WHERE job_id = ${job} AND code = 'request_incomplete' LIMIT 1`;
}

/** The earliest deadline of the asks that wait for a clarification; no row if no wait has a deadline. Read by `deadlineFrom`. */
export function deadlineOf(clarification: string): string {
  return `SELECT i.expires_at AS deadline, a.on_timeout,
      CASE a.on_timeout WHEN 'default' THEN i.default_answer WHEN 'fallback' THEN a.fallback END AS on_timeout_answer
    FROM ask_items i JOIN asks a ON a.id = i.ask_id
    WHERE i.clarification_id = ${clarification} AND i.outcome = 'parked' AND i.expires_at IS NOT NULL
    ORDER BY i.expires_at, i.ask_id, i.position LIMIT 1`;
}

/** The questions that were put off until a time. */
export function returningBy(now: string, limit: string): string {
  return `SELECT id FROM clarifications WHERE snoozed_until <= ${now} ORDER BY snoozed_until LIMIT ${limit}`;
}

/** How an ask continued whose clarification was not answered. Read by `unansweredFrom`. */
export function unansweredOf(clarification: string, ask: string): string {
  return `SELECT i.answer AS went_on_with, i.source AS went_on_by, i.evidence AS went_on_because, i.confidence AS went_on_surely
    FROM ask_items i WHERE i.ask_id = ${ask} AND i.clarification_id = ${clarification} AND i.evidence IS NOT NULL
    ORDER BY i.position LIMIT 1`;
}

/** A page of a session's assumptions, after a time and an id. */
export function assumptionsOf(session: string, at: string, id: string, limit: string): string {
  return `SELECT * FROM assumptions WHERE session_id = ${session} AND (created_at, id) > (${at}, ${id})
    ORDER BY created_at, id LIMIT ${limit}`;
}

/** The cursor of a page of assumptions: the time and the id of the last one. */
export function assumptionsAfter(cursor: string | undefined): [at: number, id: string] {
  const [, at, id] = /^(\d{1,15})\/(.*)$/s.exec(cursor ?? '') ?? [];
  return at === undefined ? [-1, ''] : [Number(at), id!];
}

export function assumptionsPage(rows: readonly AssumptionRecord[], limit: number): Page<AssumptionRecord> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? `${last.createdAt}/${last.id}` : null };
}

/** Whether the job `j` can run, is for this agent or for any, was created with this token (or `anyone` is true), and has no live worker. */
export function claimable(
  project: string,
  folder: string,
  agent: string,
  now: string,
  { anyone, token }: { readonly anyone: string; readonly token: string },
): string {
  return `j.project = ${project} AND j.active_at IS NOT NULL AND j.folder IS NOT DISTINCT FROM ${folder}
    AND (j.agent IS NULL OR j.agent = ${agent}) AND (${anyone} OR j.token_id IS NOT DISTINCT FROM ${token})
    AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = j.owner AND w.lease_until > ${now})`;
}

/** How workers get jobs: the oldest first. */
export const CLAIM_ORDER = 'j.active_at, j.id';

type TakenBack = Pick<KnownQuestion, 'revoked' | 'successor'>;

export const NOTHING_TAKEN_BACK: TakenBack = { revoked: null, successor: null };

/** The revoked clarification that has no replacement yet, whichever clock made its id; otherwise the newest, with its replacement. */
export function takenBackAmong(newestFirst: readonly TakenBack[]): TakenBack {
  return newestFirst.find(({ successor }) => successor === null) ?? newestFirst[0] ?? NOTHING_TAKEN_BACK;
}
