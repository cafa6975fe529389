/**
 * What must be true of a store at every moment, read from the raw tables: no code of the engine takes part, so that a fault in
 * it cannot hide itself. An empty list means that every rule holds.
 */
import { ASKED_RULES } from './asked-invariants.ts';
import { JOB_RULES } from './job-invariants.ts';
import { type RawTables, withTables } from './raw-tables.ts';

export interface Rule {
  readonly name: string;
  /** Where it is a matter of one store alone. */
  readonly only?: RawTables['store'];
  /** Gives one row for each violation, with a column `what` that says where. */
  readonly sql: string;
}

const LIVE = `('pending', 'answered', 'declined')`;
const IDENTITY = 'session_id, canonical_key, subject';

/** A correction writes one event for both: it asks nothing and is an answer. */
const CORRECTIONS = `(SELECT count(*) FROM events WHERE type = 'clarification.corrected' AND json_extract(data, '$.correctedBy') = c.id)`;

const RULES: readonly Rule[] = [
  ...JOB_RULES,
  ...ASKED_RULES,
  {
    name: 'a question lives twice in its session',
    sql: `SELECT group_concat(id) AS what FROM clarifications WHERE status IN ${LIVE} GROUP BY ${IDENTITY} HAVING count(*) > 1`,
  },
  {
    name: 'a parked item waits for a question that is not pending',
    sql: `SELECT i.ask_id || ' for ' || i.clarification_id AS what FROM ask_items i
          LEFT JOIN clarifications c ON c.id = i.clarification_id WHERE i.outcome = 'parked' AND c.status IS NOT 'pending'`,
  },
  {
    name: 'nobody waits for a pending question',
    sql: `SELECT id AS what FROM clarifications c WHERE status = 'pending'
          AND NOT EXISTS (SELECT 1 FROM ask_items WHERE clarification_id = c.id AND outcome = 'parked')`,
  },
  {
    name: 'the ask numbers of a scope have a gap or repeat',
    sql: `SELECT cap_scope AS what FROM asks WHERE cap_scope IS NOT NULL GROUP BY cap_scope
          HAVING min(ask_number) <> 1 OR max(ask_number) <> count(*) OR count(DISTINCT ask_number) <> count(*)`,
  },
  {
    name: 'an ask number is above its cap',
    sql: 'SELECT id AS what FROM asks WHERE ask_number > cap OR (ask_number IS NULL) <> (cap IS NULL)',
  },
  {
    // Counted from what the person was shown, not from the numbers: an ask that forgot its number is caught as well.
    name: 'a scope put more asks to the person than its cap allows',
    sql: `SELECT scope || ': ' || count(*) || ' of ' || cap AS what FROM (
            SELECT DISTINCT a.id, json_extract(p.policy, '$.cap') AS cap,
              CASE WHEN json_extract(p.policy, '$.scope') = 'asker' THEN json_array('asker', a.session_id, a.asker)
                WHEN json_extract(p.policy, '$.scope') = 'job' AND a.job_id IS NOT NULL THEN json_array('job', a.job_id)
                ELSE json_array('session', a.session_id) END AS scope
            FROM events e JOIN asks a ON a.id = e.ask_id JOIN clarifications c ON c.id = e.clarification_id
            JOIN (SELECT id, policy, 1 AS job FROM jobs UNION ALL SELECT id, policy, 0 FROM sessions) p
              ON p.job = (a.job_id IS NOT NULL) AND p.id = coalesce(a.job_id, a.session_id)
            -- What stands in for a question that the person had seen is free; for an automatic answer it is not.
            LEFT JOIN clarifications s ON s.id = c.succeeds AND (s.source IS NULL OR s.source = 'user')
            -- An approval is no question and costs nothing.
            WHERE e.type = 'clarification.requested' AND s.id IS NULL AND json_extract(c.details, '$.call') IS NULL AND json_extract(p.policy, '$.cap') IS NOT NULL
          ) GROUP BY scope HAVING count(*) > max(cap)`,
  },
  {
    // PostgreSQL numbers by transaction: those that came to nothing, and others' on the same server, leave gaps.
    name: 'the audit trail has a gap',
    only: 'SQLite',
    sql: "SELECT count(*) || ' events up to number ' || max(seq) AS what FROM events HAVING min(seq) <> 1 OR max(seq) <> count(*)",
  },
  {
    // On both stores the numbers rise with what happened: the last event tells how things stand, the first how they began.
    name: 'the last event of a question does not tell its status',
    sql: `SELECT id || ' is ' || status || ', last heard of by ' || type AS what FROM (
            SELECT c.id, c.status, e.type, row_number() OVER (PARTITION BY c.id ORDER BY e.seq DESC) AS nth
            FROM clarifications c JOIN events e ON e.clarification_id = c.id
            WHERE e.type IN ('clarification.requested', 'clarification.answered', 'clarification.declined',
              'clarification.revoked', 'clarification.superseded', 'clarification.withdrawn')
          ) WHERE nth = 1 AND type <> 'clarification.' || replace(status, 'pending', 'requested')`,
  },
  {
    name: 'something is told of a question or a job before how it began',
    sql: `SELECT subject || ' by ' || type AS what FROM (
            SELECT subject, type, row_number() OVER (PARTITION BY subject ORDER BY seq) AS nth FROM (
              SELECT clarification_id AS subject, seq, type FROM events WHERE clarification_id IS NOT NULL
              UNION ALL SELECT json_extract(data, '$.correctedBy'), seq, type FROM events WHERE type = 'clarification.corrected'
              UNION ALL SELECT job_id, seq, type FROM events WHERE type LIKE 'job.%')
          ) WHERE nth = 1 AND type NOT IN
            ('clarification.requested', 'clarification.auto_resolved', 'clarification.corrected', 'job.created', 'job.queued')`,
  },
  {
    name: 'a question came to be without an event',
    sql: `SELECT id AS what FROM clarifications c WHERE (SELECT count(*) FROM events WHERE clarification_id = c.id AND
            (type = 'clarification.requested' OR (type = 'clarification.auto_resolved' AND ask_id IS NOT NULL
             AND json_extract(data, '$.source') <> 'default'))) + ${CORRECTIONS} <> 1`,
  },
  {
    name: 'an answer of the person has not exactly one event',
    sql: `SELECT id AS what FROM clarifications c WHERE source = 'user' AND answer IS NOT NULL AND 1 <>
          (SELECT count(*) FROM events WHERE clarification_id = c.id AND type = 'clarification.answered'
             AND json_extract(data, '$.answer') = c.answer) + ${CORRECTIONS}`,
  },
  {
    name: 'an answered event and its question do not agree',
    sql: `SELECT e.clarification_id AS what FROM events e LEFT JOIN clarifications c ON c.id = e.clarification_id
          WHERE e.type = 'clarification.answered' AND c.answer IS NOT json_extract(e.data, '$.answer')`,
  },
  ...['declined', 'revoked', 'superseded', 'withdrawn'].map((status) => ({
    name: `a ${status} question has no event`,
    sql: `SELECT id AS what FROM clarifications c WHERE status = '${status}'
          AND NOT EXISTS (SELECT 1 FROM events WHERE clarification_id = c.id AND type = 'clarification.${status}')`,
  })),
  {
    name: 'a question was put to the person again although the first one still stood',
    sql: `SELECT later.clarification_id AS what FROM (
            SELECT e.seq, e.clarification_id, lag(e.clarification_id) OVER same AS before_id, lag(e.seq) OVER same AS before_seq
            FROM events e JOIN clarifications c ON c.id = e.clarification_id WHERE e.type = 'clarification.requested'
            WINDOW same AS (PARTITION BY c.session_id, c.canonical_key, c.type, c.subject ORDER BY e.seq)
          ) later WHERE before_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM events left_index WHERE left_index.clarification_id = before_id
              AND left_index.seq BETWEEN before_seq AND later.seq
              AND left_index.type IN ('clarification.revoked', 'clarification.superseded', 'clarification.withdrawn'))`,
  },
  {
    name: 'an item left its ask without an event',
    sql: `SELECT ask_id || ' ' || outcome AS what FROM ask_items i
          WHERE outcome IN ('cancelled', 'expired', 'fallback', 'failed') AND NOT EXISTS (
            SELECT 1 FROM ask_items twin JOIN events e ON e.ask_id = twin.ask_id
            WHERE twin.canonical_key = i.canonical_key AND twin.session_id = i.session_id AND e.type = 'ask.' || i.outcome)`,
  },
  {
    name: 'an item is answered and its question is not',
    sql: `SELECT i.ask_id AS what FROM ask_items i JOIN clarifications c ON c.id = i.clarification_id
          WHERE i.outcome = 'answered' AND (c.answer IS NULL OR c.source <> 'user')`,
  },
  {
    name: 'silence settled an ask that was to wait',
    sql: `SELECT i.ask_id AS what FROM ask_items i JOIN asks a ON a.id = i.ask_id
          WHERE a.on_timeout = 'wait' AND (outcome = 'expired' OR i.source = 'default') AND NOT EXISTS (
            SELECT 1 FROM ask_items first JOIN asks b ON b.id = first.ask_id
            WHERE first.job_id = i.job_id AND first.canonical_key = i.canonical_key AND b.on_timeout <> 'wait')`,
  },
  {
    name: 'something other than the person answered a destructive question',
    sql: `SELECT id AS what FROM clarifications WHERE destructive = 1 AND answer IS NOT NULL AND source IS NOT 'user'`,
  },
  {
    name: 'an item carries an automatic answer to a destructive question that the person never gave',
    sql: `SELECT i.ask_id AS what FROM ask_items i JOIN clarifications c ON c.id = i.clarification_id
          WHERE c.destructive = 1 AND i.outcome = 'auto_resolved' AND i.source NOT IN ('history', 'default')`,
  },
  {
    name: 'a foreign key leads nowhere',
    sql: `SELECT "table" || ' ' || coalesce(rowid, '') AS what FROM pragma_foreign_key_check`,
  },
];

/** The store has no index for questions like these; on the 100,000 events of a storm the rules would take hours without. */
const INDEXED_COPIES = `
  CREATE TEMP TABLE events AS SELECT * FROM main.events;
  CREATE INDEX temp.by_clarification ON events (clarification_id, type);
  CREATE INDEX temp.by_ask ON events (ask_id, type);
  CREATE INDEX temp.by_job ON events (job_id, type);
  CREATE TEMP TABLE ask_items AS SELECT * FROM main.ask_items;
  CREATE INDEX temp.item_by_job ON ask_items (job_id, canonical_key);
  CREATE INDEX temp.item_by_key ON ask_items (session_id, canonical_key);
  CREATE INDEX temp.item_by_question ON ask_items (clarification_id, outcome);
`;

const DAMAGED = 'the file is damaged';

/** The names of all rules for a store, so that a control can show that every one of them is able to fail. */
export function ruleNames(store: RawTables['store']): string[] {
  const names = rulesFor(store).map(({ name }) => name);
  return store === 'SQLite' ? [...names, DAMAGED] : names;
}

function rulesFor(store: RawTables['store']): readonly Rule[] {
  return RULES.filter(({ only }) => only === undefined || only === store);
}

/** Everything that is wrong with the store at an address, one line each: `rule: where`. */
export function violationsIn(address: string): Promise<string[]> {
  return withTables(address, violationsAmong);
}

/** Everything that is wrong among the tables, as one moment shows them. */
export function violationsAmong({ store, db }: RawTables): string[] {
  const check = db.transaction(() => {
    db.exec(INDEXED_COPIES);
    const found = rulesFor(store).flatMap(({ name, sql }) =>
      (db.prepare(sql).all() as { what: unknown }[]).map(({ what }) => `${name}: ${String(what)}`),
    );
    // Of a copy in memory it would only say what the rules say.
    return store === 'SQLite' ? [...found, ...damageTo(db)] : found;
  });
  return check();
}

function damageTo(db: RawTables['db']): string[] {
  const lines = (db.pragma('integrity_check') as { integrity_check: string }[]).map((row) => row.integrity_check);
  return lines.join() === 'ok' ? [] : lines.map((line) => `${DAMAGED}: ${line}`);
}
