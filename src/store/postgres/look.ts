/** Reads what decisions need: one statement for all looks of a kind, each a handful of point lookups. */
import { type AskCommand, fixedBy, sessionOfAsk } from '../../core/ask/command.ts';
import { capScope, POLICIES } from '../../core/model/policy.ts';
import type { ClarificationRecord, SessionRecord } from '../../core/model/records.ts';
import type {
  AskItemsState,
  AskState,
  ClarificationState,
  KnownQuestion,
  LeavingItem,
  OwnItem,
} from '../../core/states.ts';
import type { Look, StateOf } from '../../ports.ts';
import { ALIKE, claimable, OWN_ITEMS, REVOKED, takenBackAmong } from '../look-limits.ts';
import { askFrom, clarificationFrom, itemFrom, jobFrom, preferenceFrom, type Row, sessionFrom } from '../rows.ts';

/** What was seen, and the session's version at that time; null if there is no such session. */
export interface Seen<L extends Look = Look> {
  readonly state: StateOf<L>;
  readonly session: SessionRecord | null;
  readonly version: number | null;
}

const IDENTITY = `c.session_id = p.id AND c.canonical_key = q.key AND c.subject = q.subject`;

const KNOWN = `json_build_object(
  'live', (SELECT to_json(c) FROM clarifications c WHERE ${IDENTITY} AND c.live = 1),
  'revoked', (SELECT json_agg(c) FROM (SELECT * FROM clarifications c
     WHERE ${IDENTITY} AND c.live = 0 AND c.status = 'revoked' ORDER BY id DESC LIMIT ${REVOKED}) c),
  'line', (WITH RECURSIVE line AS (
     SELECT c.id FROM clarifications c WHERE ${IDENTITY} AND c.live = 0 AND c.status = 'revoked'
     UNION SELECT c.id FROM line JOIN clarifications c ON c.succeeds = line.id)
     SELECT json_agg(c) FROM line JOIN clarifications c ON c.id = line.id AND c.succeeds IS NOT NULL),
  'alike', (SELECT json_agg(c) FROM (SELECT * FROM clarifications c
     WHERE c.session_id = p.id AND c.question_hash = q.hash AND c.subject = q.subject AND c.canonical_key <> q.key
       AND (c.live = 1 OR c.status = 'revoked') ORDER BY id DESC LIMIT ${ALIKE}) c),
  'own', (SELECT json_agg(json_build_object('item', to_json(i),
       'clarification', (SELECT to_json(c) FROM clarifications c WHERE c.id = i.clarification_id)))
     FROM (SELECT * FROM ask_items i WHERE i.job_id = r.job AND i.canonical_key = q.key AND i.subject = q.subject
       ORDER BY ask_id DESC, position DESC LIMIT ${OWN_ITEMS}) i),
  'preference', (SELECT to_json(p) FROM preferences p
     WHERE p.project = coalesce(s.project, r.project) AND p.canonical_key = q.key AND p.subject = q.subject))`;

const preferenceOf = (c: string) =>
  `(SELECT to_json(p) FROM preferences p WHERE p.project = ${c}.project AND p.canonical_key = ${c}.canonical_key AND p.subject = ${c}.subject)`;
const jobWaits = `(SELECT count(*) FROM ask_items w WHERE w.job_id = i.job_id AND w.outcome = 'parked')`;

const ASKED = `'asked', (SELECT to_json(j) FROM jobs j WHERE j.id = i.job_id AND j.clarification_status = 'asked')`;

const WAITED_FOR = `${ASKED}, 'clarification', (SELECT to_json(c) FROM clarifications c WHERE c.id = i.clarification_id),
  'waiters', (SELECT count(*) FROM ask_items w WHERE w.clarification_id = i.clarification_id AND w.outcome = 'parked')`;

/**
 * The statement of each kind of look. Parameter 1 is a JSON list of what to look for; each entry gives a row `n, session, found`. For an
 * ask, `p` is its session (`sessionOfAsk`). The scopes that it may count in, under any policy its job or session may have, are written as
 * `capScope` writes them.
 */
const STATEMENTS: Record<Look['of'], string> = {
  ask: `SELECT r.n, to_json(s) AS session, json_build_object(
      'job', (SELECT to_json(j) FROM jobs j WHERE j.id = r.job),
      'used', (SELECT json_object_agg(u.scope, u.used) FROM (
           SELECT x.scope, (SELECT max(a.ask_number) FROM asks a WHERE a.cap_scope = x.scope) AS used
             FROM (VALUES (r.job_scope), ('["session",' || p.name || ']')) x (scope) WHERE x.scope IS NOT NULL
           UNION SELECT a.cap_scope, max(a.ask_number) FROM asks a
             WHERE a.cap_scope > '["asker",' || p.name || ',' AND a.cap_scope < '["asker",' || p.name || '-'
             GROUP BY a.cap_scope) u),
      'questions', (SELECT json_agg(${KNOWN} ORDER BY q.nth)
         FROM json_to_recordset(r.questions) q (nth integer, key text, hash text, subject text)),
      'rejected', CASE WHEN r.rejects IS NOT NULL THEN (
         SELECT json_build_object('clarification', to_json(c), 'preference', ${preferenceOf('c')}, 'depth', (
           WITH RECURSIVE line AS (SELECT c.succeeds AS id UNION ALL
             SELECT e.succeeds FROM line JOIN clarifications e ON e.id = line.id)
           SELECT count(*) FROM line JOIN clarifications e ON e.id = line.id AND e.rejected = 1))
         FROM clarifications c WHERE c.id = r.rejects) END) AS found
    FROM json_to_recordset($1::json) r
      (n integer, session text, any_session boolean, job text, job_scope text, project text, questions json, rejects text)
    CROSS JOIN LATERAL (SELECT coalesce((SELECT j.session_id FROM jobs j WHERE r.any_session AND j.id = r.job), r.session) AS id) o
    CROSS JOIN LATERAL (SELECT o.id, to_json(o.id)::text AS name) p
    LEFT JOIN sessions s ON s.id = p.id`,

  clarification: `SELECT r.n, to_json(s) AS session, json_build_object(
      'clarification', to_json(c),
      'preference', ${preferenceOf('c')},
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

  claim: `SELECT r.n, to_json(s) AS session, json_build_object('job', to_json(j)) AS found
    FROM json_to_recordset($1::json) r (n integer, project text, job text, agent text, now bigint)
    LEFT JOIN LATERAL (${claimable('r.project', 'r.job', 'r.agent', 'r.now')}) j ON true LEFT JOIN sessions s ON s.id = j.session_id`,

  preference: `SELECT r.n, NULL::json AS session, json_build_object('preference', to_json(p)) AS found
    FROM json_to_recordset($1::json) r (n integer, project text, key text, subject text)
    LEFT JOIN preferences p ON p.project = r.project AND p.canonical_key = r.key AND p.subject = r.subject`,
};

/** A row as the statements above return it. */
export interface LookRow {
  n: number;
  session: Row | null;
  found: Record<string, unknown> | null;
}

export function lookQuery(kind: Look['of'], looks: readonly Look[]) {
  const wanted = looks.map((look, n) => ({ n, ...argumentsOf(look) }));
  return { name: `look ${kind}`, text: STATEMENTS[kind], values: [JSON.stringify(wanted)] };
}

/** A text that the database cannot store or even compare with. */
export function cannotBeThere(text: unknown): boolean {
  return typeof text === 'string' && (text.includes('\0') || !text.isWellFormed());
}

/** The result for a name that cannot exist; null for all others. */
export function nothingFor(look: Look): LookRow | null {
  const nothing = { n: 0, session: null };
  if (look.of === 'clarification' && cannotBeThere(look.id))
    return { ...nothing, found: { clarification: null, preference: null, waiting: null } };
  if (look.of === 'job' && cannotBeThere(look.id)) return { ...nothing, found: { job: null, waiting: null } };
  if (look.of === 'claim' && [look.project, look.job, look.agent].some(cannotBeThere))
    return { ...nothing, found: { job: null } };
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
  const version = row ? (row.version as number) : null;
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
      case 'claim':
        return { job: one(found!.job as Row | null, jobFrom) };
      case 'preference':
        return { preference: one(found!.preference as Row | null, preferenceFrom) };
    }
  };
  return { state: state() as StateOf<L>, session, version };
}

interface FoundItem {
  item: Row;
  clarification: Row | null;
}

interface FoundAsk {
  job: Row | null;
  used: Record<string, number | null>;
  questions: {
    live: Row | null;
    revoked: Row[] | null;
    line: Row[] | null;
    own: FoundItem[] | null;
    preference: Row | null;
    alike: Row[] | null;
  }[];
  rejected: { clarification: Row; preference: Row | null; depth: number } | null;
}

interface FoundClarification {
  clarification: Row | null;
  preference: Row | null;
  waiting: { item: Row; ask: Row | null; jobWaits: number; asked: Row | null }[] | null;
}

type FoundLeaving = FoundItem & { waiters: number; jobWaits: number; asked: Row | null };

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
    questions: found.questions.map((question) => known(question)),
    rejected: rejected && {
      clarification: clarificationFrom(rejected.clarification),
      preference: one(rejected.preference, preferenceFrom),
      depth: rejected.depth,
    },
  };
}

function known({ live, revoked, line, own, preference, alike }: FoundAsk['questions'][number]): KnownQuestion {
  const successors = new Map((line ?? []).map(clarificationFrom).map((one) => [one.succeeds, one]));
  const all = (revoked ?? [])
    .map(clarificationFrom)
    .map((revoked) => ({ revoked, successor: standIn(revoked, successors) }));
  return {
    live: one(live, clarificationFrom),
    own: (own ?? []).map(ownItem),
    ...takenBackAmong(all),
    preference: one(preference, preferenceFrom),
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

function ownItem({ item, clarification }: FoundItem): OwnItem {
  const record = one(clarification, clarificationFrom);
  return { item: itemFrom(item, record?.question ?? null), clarification: record };
}

function clarificationState(session: SessionRecord | null, found: FoundClarification): ClarificationState {
  const clarification = one(found.clarification, clarificationFrom);
  if (!clarification) return { clarification, language: null, waiting: [], preference: null };
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
