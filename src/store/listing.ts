/** Pages of clarifications, in SQL that both databases understand. */
import { type ClarificationStatus, LIVE } from '../core/model/question.ts';
import type { ListQuery } from '../ports.ts';

/**
 * The statement of `pendingCount`: it reads an index of pending questions, not further than asked for, and no row but those that are put
 * off, which are few.
 * @param project The parameter of the project; null for all.
 */
export function countPending(most: string, project: string | null = null): string {
  const of = project === null ? '' : `AND project = ${project}`;
  // The expressions keep the database from the indexes of pending questions, which are many.
  const ofHidden = project === null ? '' : `AND project || '' = ${project}`;
  const hidden = `SELECT count(*) FROM clarifications WHERE snoozed_until > 0 AND status || '' = 'pending' ${ofHidden}`;
  return `SELECT count(*) - (${hidden}) AS n FROM (SELECT id FROM clarifications WHERE status = 'pending' ${of}
    ORDER BY id LIMIT ${most} + (${hidden})) AS waiting`;
}

/** Sorts after every possible id. */
const LAST_ID = '\uffff';

const GONE: readonly ClarificationStatus[] = ['revoked', 'superseded', 'withdrawn'];

/** The statuses of the index `clarifications_closed`: the few among many that wait or were answered. */
const CLOSED: readonly ClarificationStatus[] = ['declined', ...GONE];

/** How far a page looks for what no index finds. What it has not reached comes with the next page. */
export const LOOKED_FOR = 5_000;

/** What differs between the databases. */
export interface ListingDialect {
  /** How the driver writes the parameter at a position, counted from 1. */
  readonly mark: (place: number) => string;
  /** The condition that a row is an approval. */
  readonly isApproval: string;
  /** The id of the earlier question that is offered with a row, or that answered it. */
  readonly offeredId: string;
  /** The condition of the index `clarifications_closed`, as it is written there. */
  readonly isClosed: string;
  /** All texts of the details, without the names of their fields. */
  readonly detailTexts: string;
  /** The same text for letters of either case. */
  readonly folded: (text: string) => string;
  readonly contains: (text: string, word: string) => string;
}

export const SQLITE_LISTING: ListingDialect = {
  mark: () => '?',
  isApproval: `json_type(details, '$.call') IS NOT NULL`,
  offeredId: `details ->> '$.offered.id'`,
  isClosed: `(${CLOSED.map((name) => `status = '${name}'`).join(' OR ')})`,
  detailTexts: `(SELECT group_concat(atom, char(10)) FROM json_tree(details) WHERE type = 'text')`,
  // A function of the connection: SQLite itself folds only English letters.
  folded: (text) => `folded(${text})`,
  contains: (text, word) => `instr(${text}, ${word}) > 0`,
};

/** @param collation Knows the letters of all languages where the server has ICU, which the default one of a database may not. */
export const postgresListing = (collation: 'und-x-icu' | 'default'): ListingDialect => ({
  mark: (place) => `$${place}`,
  isApproval: `(details::json -> 'call') IS NOT NULL`,
  offeredId: `(details::json #>> '{offered,id}')`,
  isClosed: among(CLOSED),
  detailTexts: `(SELECT string_agg(value #>> '{}', chr(10))
    FROM jsonb_path_query(details::jsonb, 'strict $.** ? (@.type() == "string")') AS value)`,
  folded: (text) => `lower(normalize(${text}, NFKC) COLLATE "${collation}")`,
  contains: (text, word) => `strpos(${text}, ${word}) > 0`,
});

export interface Listing {
  /** The statement of a page, without its LIMIT. */
  readonly sql: string;
  readonly values: unknown[];
  /** If it may end before the list does: finds the last id that it looked at; no row if it looked at all of them. */
  readonly reached: { readonly sql: string; readonly values: unknown[] } | null;
}

/**
 * The statement of a page. Statuses are written as literals, and the two halves of a session are queried separately, because a partial
 * index serves only a query that repeats the index's own condition.
 */
export function listing(query: ListQuery, dialect: ListingDialect): Listing {
  const { status = [...LIVE, ...GONE], session, newest = false, after = newest ? LAST_ID : '' } = query;
  const [beyond, direction] = newest ? ['<', ' DESC'] : ['>', ''];
  const wanted = status.length === 1 ? `status = '${status[0]}'` : among(status);
  const waits = status.length === 1 && status[0] === 'pending';
  const values: unknown[] = [];
  const put = (value: unknown) => dialect.mark(values.push(value));

  if (query.ask !== undefined) {
    // At most four, found by the key of the items.
    const of = `id IN (SELECT clarification_id FROM ask_items WHERE ask_id = ${put(query.ask)}) AND ask_id = ${put(query.ask)}`;
    const rows = `SELECT * FROM clarifications WHERE ${of} AND ${wanted} AND id || '' ${beyond} ${put(after)}`;
    const filters = filtersOf(query, dialect, put, false, true);
    return {
      sql: `SELECT * FROM (${rows}) AS found${where(filters)} ORDER BY id || ''${direction}`,
      values,
      reached: null,
    };
  }
  if (session !== undefined) {
    const halves = [LIVE, GONE].filter((half) => half.some((name) => status.includes(name)));
    const of = (half: readonly ClarificationStatus[]) =>
      `SELECT * FROM clarifications WHERE session_id = ${put(session)} AND live = ${Number(half === LIVE)}
       AND id ${beyond} ${put(after)} AND ${wanted}`;
    const union = halves.map(of).join(' UNION ALL ');
    const filters = filtersOf(query, dialect, put, false);
    return { sql: `SELECT * FROM (${union}) AS found${where(filters)} ORDER BY id${direction}`, values, reached: null };
  }
  if (query.snoozed === 'only') {
    // Those that are put off are few: they are found by their own index and sorted, which the expression makes certain.
    const filters = filtersOf(query, dialect, put, false);
    const sql = `SELECT * FROM clarifications
      WHERE ${[`snoozed_until > 0 AND ${wanted} AND id || '' ${beyond} ${put(after)}`, ...filters].join(' AND ')}
      ORDER BY id || ''${direction}`;
    return { sql, values, reached: null };
  }
  const isOfProject = waits && query.project !== undefined;
  const begins = isOfProject ? `project = ${put(query.project)} AND id` : 'id';
  const indexed = status.every((name) => CLOSED.includes(name)) ? `AND ${dialect.isClosed}` : '';
  // Those that are put off are few enough to be passed over.
  const shown = query.snoozed === 'hidden' ? 'AND snoozed_until IS NULL' : '';
  const rows = `FROM clarifications WHERE ${begins} ${beyond} ${put(after)} AND ${wanted} ${indexed}${shown}`;
  const order = `ORDER BY id${direction}`;
  const began = [...values];
  const filters = filtersOf({ ...query, snoozed: 'included' }, dialect, put, isOfProject);
  if (filters.length === 0) return { sql: `SELECT * ${rows} ${order}`, values, reached: null };
  return {
    sql: `SELECT * FROM (SELECT * ${rows} ${order} LIMIT ${LOOKED_FOR}) AS looked${where(filters)} ${order}`,
    values,
    reached: { sql: `SELECT id ${rows} ${order} LIMIT 1 OFFSET ${LOOKED_FOR - 1}`, values: began },
  };
}

/** What a search reads, beside the details. */
const SEARCHED = 'id question subject session_id job_id agent project answer evidence because'.split(' ');

/** The conditions that no index serves. */
function filtersOf(
  { session, project, agent, kind, from, since, before, snoozed, words = [] }: ListQuery,
  { isApproval, offeredId, detailTexts, folded, contains }: ListingDialect,
  put: (value: unknown) => string,
  isOfProject: boolean,
  anySession = false,
): string[] {
  const texts = [...SEARCHED, detailTexts].map((text) => `coalesce(${text}, '')`).join(` || '\n' || `);
  return [
    ...(session !== undefined && anySession ? [`session_id = ${put(session)}`] : []),
    ...(project === undefined || isOfProject ? [] : [`project = ${put(project)}`]),
    ...(agent === undefined ? [] : [`agent = ${put(agent)}`]),
    ...(kind === undefined ? [] : [kind === 'approval' ? isApproval : `NOT (${isApproval})`]),
    ...(from === undefined ? [] : [`source = 'history' AND ${offeredId} = ${put(from)}`]),
    ...(since === undefined ? [] : [`created_at >= ${put(since)}`]),
    ...(before === undefined ? [] : [`created_at < ${put(before)}`]),
    ...(snoozed === 'hidden' ? ['snoozed_until IS NULL'] : []),
    ...words.map((word) => contains(folded(texts), put(word))),
  ];
}

function where(filters: readonly string[]): string {
  return filters.length === 0 ? '' : ` WHERE ${filters.join(' AND ')}`;
}

function among(statuses: readonly ClarificationStatus[]): string {
  return `status IN (${statuses.map((name) => `'${name}'`).join(', ')})`;
}
