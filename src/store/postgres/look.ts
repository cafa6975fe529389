/** Reads what decisions need: one statement for all looks of a kind, each a handful of point lookups. */
import { type AskCommand, fixedBy, sessionOfAsk } from '../../core/ask/command.ts';
import { capScope, POLICIES } from '../../core/model/policy.ts';
import type { ClarificationRecord, SessionRecord } from '../../core/model/records.ts';
import type {
  AskItemsState,
  AskState,
  ClarificationState,
  KnownPreference,
  KnownQuestion,
  LeavingItem,
  OwnItem,
  QuestionIdentity,
} from '../../core/states.ts';
import type { Look, StateOf } from '../../ports.ts';
import { ALIKE, lessonsOf, OWN_ITEMS, REVOKED, takenBackAmong } from '../look-limits.ts';
import {
  askFrom,
  clarificationFrom,
  itemFrom,
  jobFrom,
  knownPreferenceFrom,
  preferenceFrom,
  type Row,
  sessionFrom,
} from '../rows.ts';

/** What was seen, and the versions of the rows at that time. */
export interface Seen<L extends Look = Look> {
  readonly state: StateOf<L>;
  readonly session: SessionRecord | null;
  readonly versions: Versions;
}

/** The versions of the rows that a decision may change, by id. */
export interface Versions {
  /** Of the words heard in the session; null if there is no such session. */
  readonly heard: number | null;
  readonly clarifications: ReadonlyMap<string, number>;
  readonly jobs: ReadonlyMap<string, number>;
}

const IDENTITY = `c.session_id = p.id AND c.canonical_key = q.key AND c.subject = q.subject`;

function storedOf(project: string, key: string, subject: string): string {
  return `(SELECT to_json(p) FROM preferences p WHERE p.project = ${project} AND p.canonical_key = ${key} AND p.subject = ${subject})`;
}

function preferenceOf(project: string, key: string, subject: string): string {
  return `json_build_object('project', ${project}, 'stored', ${storedOf(project, key, subject)},
    'lessons', (SELECT json_agg(l) FROM (${lessonsOf(project, key, subject)}) AS l))`;
}

const IS_REVOKED = `${IDENTITY} AND c.live = 0 AND c.status = 'revoked'`;
const IS_ALIKE = `c.session_id = p.id AND c.question_hash = q.hash AND c.subject = q.subject AND c.canonical_key <> q.key
  AND (c.live = 1 OR c.status = 'revoked')`;

/** An own item comes without its clarification if that is the live one. */
const KNOWN = `'live', to_json(l),
  'own', (SELECT json_agg(json_build_object('item', to_json(i), 'clarification', CASE WHEN i.clarification_id IS DISTINCT FROM l.id THEN
       (SELECT to_json(c) FROM clarifications c WHERE c.id = i.clarification_id) END))
     FROM (SELECT * FROM ask_items i WHERE i.job_id = r.job AND i.canonical_key = q.key AND i.subject = q.subject
       ORDER BY ask_id DESC, position DESC LIMIT ${OWN_ITEMS}) i),
  'preference', ${preferenceOf('coalesce(s.project, r.project)', 'q.key', 'q.subject')}`;

/** Whether there is more to know of a question. There rarely is, and reading it takes most of the parts of a plan. */
const HAS_MORE = `coalesce((SELECT true FROM clarifications c WHERE ${IS_REVOKED} LIMIT 1),
  (SELECT true FROM clarifications c WHERE ${IS_ALIKE} LIMIT 1))`;

const MORE = `'revoked', (SELECT json_agg(c) FROM (SELECT * FROM clarifications c
     WHERE ${IS_REVOKED} ORDER BY id DESC LIMIT ${REVOKED}) c),
  'line', (WITH RECURSIVE line AS (
     SELECT c.id FROM clarifications c WHERE ${IS_REVOKED}
     UNION SELECT c.id FROM line JOIN clarifications c ON c.succeeds = line.id)
     SELECT json_agg(c) FROM line JOIN clarifications c ON c.id = line.id AND c.succeeds IS NOT NULL),
  'alike', (SELECT json_agg(c) FROM (SELECT * FROM clarifications c WHERE ${IS_ALIKE} ORDER BY id DESC LIMIT ${ALIKE}) c)`;

/**
 * What an ask needs; `p` is its session (`sessionOfAsk`). The scopes that it may count in, under any policy its job or session may have,
 * are written as `capScope` writes them.
 */
function askLook(ofQuestion: string, rejected: string): string {
  return `SELECT r.n, to_json(s) AS session, json_build_object(
      'job', (SELECT to_json(j) FROM jobs j WHERE j.id = r.job),
      'used', (SELECT json_object_agg(u.scope, u.used) FROM (
           SELECT x.scope, (SELECT max(a.ask_number) FROM asks a WHERE a.cap_scope = x.scope) AS used
             FROM (VALUES (r.job_scope), ('["session",' || p.name || ']')) x (scope) WHERE x.scope IS NOT NULL
           UNION ALL SELECT a.cap_scope, max(a.ask_number) FROM asks a
             WHERE a.cap_scope > '["asker",' || p.name || ',' AND a.cap_scope < '["asker",' || p.name || '-'
             GROUP BY a.cap_scope) u),
      'questions', (SELECT json_agg(json_build_object(${KNOWN}, ${ofQuestion}) ORDER BY q.nth)
         FROM json_to_recordset(r.questions) q (nth integer, key text, hash text, subject text)
         LEFT JOIN LATERAL (SELECT * FROM clarifications c WHERE ${IDENTITY} AND c.live = 1) l ON true),
      'rejected', ${rejected}) AS found
    FROM json_to_recordset($1::json) r
      (n integer, session text, any_session boolean, job text, job_scope text, project text, questions json, rejects text)
    CROSS JOIN LATERAL (SELECT coalesce((SELECT j.session_id FROM jobs j WHERE r.any_session AND j.id = r.job), r.session) AS id
      OFFSET 0) o
    CROSS JOIN LATERAL (SELECT o.id, to_json(o.id)::text AS name) p
    LEFT JOIN sessions s ON s.id = p.id`;
}

const REJECTED = `CASE WHEN r.rejects IS NOT NULL THEN (
   SELECT json_build_object('clarification', to_json(c), 'depth', (
     WITH RECURSIVE line AS (SELECT c.succeeds AS id UNION ALL
       SELECT e.succeeds FROM line JOIN clarifications e ON e.id = line.id)
     SELECT count(*) FROM line JOIN clarifications e ON e.id = line.id AND e.rejected = 1))
   FROM clarifications c WHERE c.id = r.rejects) END`;

const jobWaits = `(SELECT count(*) FROM ask_items w WHERE w.job_id = i.job_id AND w.outcome = 'parked')`;

const ASKED = `'asked', (SELECT to_json(j) FROM jobs j WHERE j.id = i.job_id AND j.clarification_status = 'asked'),
  'jobVersion', (SELECT j.version FROM jobs j WHERE j.id = i.job_id)`;

const WAITED_FOR = `${ASKED}, 'clarification', (SELECT to_json(c) FROM clarifications c WHERE c.id = i.clarification_id),
  'waiters', (SELECT count(*) FROM ask_items w WHERE w.clarification_id = i.clarification_id AND w.outcome = 'parked')`;

/** The kinds of statements that look. An ask is looked up again as a whole if there is more to know. */
export type LookKind = Look['of'] | 'ask_whole';

/** The statement of each kind. Parameter 1 is a JSON list of what to look for; each entry gives a row `n, session, found`. */
const STATEMENTS: Record<LookKind, string> = {
  ask: askLook(`'hasMore', ${HAS_MORE}`, 'NULL'),
  ask_whole: askLook(MORE, REJECTED),

  clarification: `SELECT r.n, to_json(s) AS session, json_build_object(
      'clarification', to_json(c),
      'successor', CASE WHEN c.status = 'revoked' THEN (SELECT to_json(x) FROM clarifications x WHERE x.succeeds = c.id) END,
      'preference', ${storedOf('c.project', 'c.canonical_key', 'c.subject')},
      'waiting', (SELECT json_agg(json_build_object('item', to_json(i), 'jobWaits', ${jobWaits}, ${ASKED},
           'ask', CASE WHEN i.expires_at IS NOT NULL THEN (SELECT to_json(a) FROM asks a WHERE a.id = i.ask_id) END)
           ORDER BY i.ask_id, i.position)
         FROM ask_items i WHERE i.clarification_id = c.id AND i.outcome = 'parked')) AS found
    FROM json_to_recordset($1::json) r (n integer, id text)
    LEFT JOIN clarifications c ON c.id = r.id LEFT JOIN sessions s ON s.id = c.session_id`,

  ask_items: `SELECT r.n, to_json(s) AS session, json_build_object(
      'ask', to_json(a),
      'items', (SELECT json_agg(json_build_object('item', to_json(i), 'jobWaits', ${jobWaits}, ${WAITED_FOR})
           ORDER BY i.position)
         FROM ask_items i WHERE i.ask_id = r.ask)) AS found
    FROM json_to_recordset($1::json) r (n integer, ask text)
    LEFT JOIN asks a ON a.id = r.ask LEFT JOIN sessions s ON s.id = a.session_id`,

  session: `SELECT r.n, to_json(s) AS session, NULL::json AS found
    FROM json_to_recordset($1::json) r (n integer, id text) LEFT JOIN sessions s ON s.id = r.id`,

  job: `SELECT r.n, to_json(s) AS session, json_build_object(
      'job', to_json(j),
      'waiting', (SELECT json_agg(json_build_object('item', to_json(i), 'jobWaits', ${jobWaits}, ${WAITED_FOR})
           ORDER BY i.ask_id, i.position)
         FROM ask_items i WHERE i.job_id = j.id AND i.outcome = 'parked')) AS found
    FROM json_to_recordset($1::json) r (n integer, id text, session text)
    LEFT JOIN jobs j ON j.id = r.id LEFT JOIN sessions s ON s.id = coalesce(j.session_id, r.session)`,

  preference: `SELECT r.n, NULL::json AS session, json_build_object('preference', ${preferenceOf('r.project', 'r.key', 'r.subject')}) AS found
    FROM json_to_recordset($1::json) r (n integer, project text, key text, subject text)`,
};

/** A row as the statements above return it. */
export interface LookRow {
  n: number;
  session: Row | null;
  found: Record<string, unknown> | null;
}

export function lookQuery(kind: LookKind, looks: readonly Look[]) {
  const wanted = looks.map((look, n) => ({ n, ...argumentsOf(look) }));
  return { name: `look ${kind}`, text: STATEMENTS[kind], values: [JSON.stringify(wanted)] };
}

export function kindOf(look: Look): LookKind {
  return look.of === 'ask' && look.command.rejects !== null ? 'ask_whole' : look.of;
}

/** Whether a row does not hold all that its look needs. */
export function hasMore(kind: LookKind, { found }: LookRow): boolean {
  return kind === 'ask' && (found as unknown as FoundAsk).questions.some((question) => question.hasMore);
}

/** A text that the database cannot store or even compare with. */
export function cannotBeThere(text: unknown): boolean {
  return typeof text === 'string' && (text.includes('\0') || !text.isWellFormed());
}

/** The result for a name that cannot exist; null for all others. */
export function nothingFor(look: Look): LookRow | null {
  const nothing = { n: 0, session: null };
  if (look.of === 'clarification' && cannotBeThere(look.id))
    return { ...nothing, found: { clarification: null, successor: null, preference: null, waiting: null } };
  if (look.of === 'job' && cannotBeThere(look.id)) return { ...nothing, found: { job: null, waiting: null } };
  if (look.of === 'ask_items' && cannotBeThere(look.ask)) return { ...nothing, found: { ask: null, items: null } };
  return null;
}

function argumentsOf(look: Look): Row {
  if (look.of === 'job' && cannotBeThere(look.session)) return { ...look, session: null };
  if (look.of !== 'ask') return { ...look };
  const { session, anySession, job, project, rejects, questions } = look.command;
  return {
    session,
    any_session: anySession,
    job,
    job_scope: job === null ? null : capScope(POLICIES.job, session, job, ''),
    project,
    rejects,
    questions: questions.map(({ key, questionHash, subject }, nth) => ({ nth, key, hash: questionHash, subject })),
  };
}

/** Converts a row of the statement. */
export function seenIn<L extends Look>(look: L, { session: row, found }: LookRow): Seen<L> {
  const session = row ? sessionFrom(row) : null;
  const state = (): unknown => {
    switch (look.of) {
      case 'ask':
        return askState(look.command, session, found as unknown as FoundAsk);
      case 'clarification':
        return clarificationState(session, found as unknown as FoundClarification);
      case 'ask_items':
        return askItemsState(found as unknown as FoundItems);
      case 'session':
        return { session };
      case 'job': {
        const { job, waiting } = found as unknown as FoundRun;
        return { job: one(job, jobFrom), session, waiting: (waiting ?? []).map(leavingItem) };
      }
      case 'preference':
        return { preference: knownPreference(look, found!.preference as FoundPreference) };
    }
  };
  return { state: state() as StateOf<L>, session, versions: versionsIn(look, row, found) };
}

function versionsIn(look: Look, session: Row | null, found: LookRow['found']): Versions {
  const clarifications = new Map<string, number>();
  const jobs = new Map<string, number>();
  const note = (into: Map<string, number>, rows: readonly (Row | null)[] | null | undefined) => {
    for (const row of rows ?? []) if (row) into.set(row.id as string, row.version as number);
  };
  const noteItems = (items: readonly (Partial<FoundItem> & { item: Row; jobVersion: number | null })[] | null) => {
    for (const { item, clarification = null, jobVersion } of items ?? []) {
      note(clarifications, [clarification]);
      if (jobVersion !== null) jobs.set(item.job_id as string, jobVersion);
    }
  };
  switch (look.of) {
    case 'ask': {
      const { job, questions, rejected } = found as unknown as FoundAsk;
      note(jobs, [job]);
      note(clarifications, [rejected?.clarification ?? null]);
      for (const { live, own, line, alike } of questions) {
        note(clarifications, [live, ...(own ?? []).map(({ clarification }) => clarification)]);
        note(clarifications, line);
        note(clarifications, alike);
      }
      break;
    }
    case 'clarification': {
      const { clarification, waiting } = found as unknown as FoundClarification;
      note(clarifications, [clarification]);
      noteItems(waiting);
      break;
    }
    case 'ask_items':
      noteItems((found as unknown as FoundItems).items);
      break;
    case 'job': {
      const { job, waiting } = found as unknown as FoundRun;
      note(jobs, [job]);
      noteItems(waiting);
      break;
    }
  }
  return { heard: session ? (session.heard_version as number) : null, clarifications, jobs };
}

interface FoundItem {
  item: Row;
  clarification: Row | null;
}

interface FoundPreference {
  project: string;
  stored: Row | null;
  lessons: Row[] | null;
}

interface FoundAsk {
  job: Row | null;
  used: Record<string, number | null>;
  questions: {
    live: Row | null;
    own: FoundItem[] | null;
    preference: FoundPreference;
    hasMore?: boolean | null;
    revoked?: Row[] | null;
    line?: Row[] | null;
    alike?: Row[] | null;
  }[];
  rejected: { clarification: Row; depth: number } | null;
}

interface FoundClarification {
  clarification: Row | null;
  successor: Row | null;
  preference: Row | null;
  waiting: { item: Row; ask: Row | null; jobWaits: number; asked: Row | null; jobVersion: number | null }[] | null;
}

type FoundLeaving = FoundItem & { waiters: number; jobWaits: number; asked: Row | null; jobVersion: number | null };

interface FoundItems {
  ask: Row | null;
  items: FoundLeaving[] | null;
}

interface FoundRun {
  job: Row | null;
  waiting: FoundLeaving[] | null;
}

function one<R>(row: Row | null, from: (row: Row) => R): R | null {
  return row === null ? null : from(row);
}

function askState(command: AskCommand, session: SessionRecord | null, found: FoundAsk): AskState {
  const job = one(found.job, jobFrom);
  const { policy, asker } = fixedBy(session, job, command);
  const scope = capScope(policy, sessionOfAsk(command, job), command.job, asker);
  const { rejected } = found;
  return {
    session,
    job,
    capUsed: scope === null ? 0 : (found.used[scope] ?? 0),
    questions: found.questions.map((question, at) => known(command.questions[at]!, question)),
    rejected: rejected && {
      clarification: clarificationFrom(rejected.clarification),
      depth: rejected.depth,
    },
  };
}

function knownPreference(
  { key, subject }: QuestionIdentity,
  { project, stored, lessons }: FoundPreference,
): KnownPreference | null {
  return knownPreferenceFrom({ project, key, subject }, stored, lessons ?? []);
}

function known(
  question: QuestionIdentity,
  { live, revoked, line, own, preference, alike }: FoundAsk['questions'][number],
): KnownQuestion {
  const successors = new Map((line ?? []).map(clarificationFrom).map((one) => [one.succeeds, one]));
  const all = (revoked ?? [])
    .map(clarificationFrom)
    .map((revoked) => ({ revoked, successor: standIn(revoked, successors) }));
  const standing = one(live, clarificationFrom);
  return {
    live: standing,
    own: (own ?? []).map((found) => ownItem(found, standing)),
    ...takenBackAmong(all),
    preference: knownPreference(question, preference),
    alike: (alike ?? []).map(clarificationFrom),
  };
}

/** The replacement of a revoked clarification: the last of its chain, the only one that is not revoked itself. */
function standIn(
  revoked: ClarificationRecord,
  successors: ReadonlyMap<string | null, ClarificationRecord>,
): ClarificationRecord | null {
  const next = successors.get(revoked.id) ?? null;
  return next?.status === 'revoked' ? (standIn(next, successors) ?? next) : next;
}

function ownItem({ item, clarification }: FoundItem, live: ClarificationRecord | null = null): OwnItem {
  const record = live?.id === item.clarification_id ? live : one(clarification, clarificationFrom);
  return { item: itemFrom(item, record?.question ?? null), clarification: record };
}

function clarificationState(session: SessionRecord | null, found: FoundClarification): ClarificationState {
  const clarification = one(found.clarification, clarificationFrom);
  if (!clarification) return { clarification, language: null, waiting: [], successor: null, preference: null };
  return {
    clarification,
    // Only a yes or no may depend on the language.
    language: clarification.type === 'CONFIRM' ? (session?.language ?? null) : null,
    waiting: (found.waiting ?? []).map(({ item, ask, jobWaits, asked }) => ({
      item: itemFrom(item, clarification.question),
      ask: one(ask, askFrom),
      jobWaits: item.job_id === null ? 0 : jobWaits,
      asked: one(asked, jobFrom),
    })),
    successor: one(found.successor, clarificationFrom),
    preference: one(found.preference, preferenceFrom),
  };
}

function askItemsState({ ask, items }: FoundItems): AskItemsState {
  return { ask: one(ask, askFrom), items: (items ?? []).map(leavingItem) };
}

function leavingItem({ waiters, jobWaits, asked, ...found }: FoundLeaving): LeavingItem {
  const own = ownItem(found);
  return {
    ...own,
    waiters: own.clarification ? waiters : 0,
    jobWaits: own.item.job === null ? 0 : jobWaits,
    asked: one(asked, jobFrom),
  };
}
