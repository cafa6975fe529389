/**
 * Reads the audit trail without ever skipping an event.
 *
 * An event's number is derived from its transaction's number. A transaction that began earlier may commit later, so readers stop below the
 * oldest one that is still running: no lower number can appear any more. On a shared server, the oldest transaction may be another
 * application's long report. If it holds events back, a second read excludes the transactions that certainly do not write to our table. A
 * writer holds the table's lock before it gets a number. A number is assigned a moment before its own lock shows the owner, so a number
 * without a visible owner may belong to a writer. (A read that asked for the numbers of those who hold the table's lock skipped one event
 * in 2,000 under load.)
 */
import type { AuditEvent } from '../../core/model/records.ts';
import { EVENTS_PER_TRANSACTION } from '../migrations/postgres.ts';
import { eventFrom, type Row } from '../rows.ts';
import type { Query } from './connections.ts';

export interface EventsPage {
  readonly events: readonly AuditEvent[];
  /** Every number below this one is final. */
  readonly below: number;
  /** There are events from `below` on that cannot be delivered yet. */
  readonly held: boolean;
}

export type RunQuery = <R extends Row>(query: Query) => Promise<R[]>;

const SEQ_OF = (xid: string) => `store.first_seq + (${xid} - store.first_xid) * ${EVENTS_PER_TRANSACTION}`;

/** Parameters: after, limit, and the first transaction that may still be running; null: the oldest of all that run. */
const PAGE = `
  WITH h AS MATERIALIZED (
    SELECT ${SEQ_OF('coalesce($3::bigint, pg_snapshot_xmin(pg_current_snapshot())::text::bigint)')} AS below FROM store)
  SELECT e.*, h.below, (SELECT max(seq) FROM events) >= h.below AS held
  FROM h LEFT JOIN LATERAL (SELECT * FROM events WHERE seq > $1 AND seq < h.below ORDER BY seq LIMIT $2) e ON true`;

/**
 * The first transaction that may still add events: the oldest running one, except those whose owner is visible and has no lock on the
 * table; the next transaction if there is none. Locks show the lower 32 bits of a number.
 */
const OLDEST = `
  WITH locks AS MATERIALIZED (SELECT * FROM pg_locks WHERE granted)
  SELECT coalesce(min(running::text::bigint), pg_snapshot_xmax(pg_current_snapshot())::text::bigint) AS oldest
  FROM pg_snapshot_xip(pg_current_snapshot()) running WHERE NOT EXISTS (
    SELECT FROM locks x WHERE x.locktype = 'transactionid' AND x.mode = 'ExclusiveLock'
      AND x.transactionid::text::bigint = running::text::bigint % 4294967296 AND NOT EXISTS (
        SELECT FROM locks w WHERE w.virtualtransaction = x.virtualtransaction AND w.locktype = 'relation'
          AND w.mode = 'RowExclusiveLock' AND w.relation = 'events'::regclass
          AND w.database = (SELECT oid FROM pg_database WHERE datname = current_database())))`;

/** Events after a number, in order, up to the last final one. */
export async function readEvents(run: RunQuery, after: number, limit: number): Promise<EventsPage> {
  const page = await readPage(run, after, limit, null);
  if (!page.held || page.events.length === limit) return page;
  const [row] = await run<{ oldest: string }>({ name: 'oldest', text: OLDEST });
  return readPage(run, after, limit, Number(row!.oldest));
}

async function readPage(run: RunQuery, after: number, limit: number, oldest: number | null): Promise<EventsPage> {
  const rows = await run<Row>({ name: 'events', text: PAGE, values: [after, limit, oldest] });
  const { below, held } = rows[0]!;
  const events = rows.filter((row) => row.seq !== null).map(eventFrom);
  return { events, below: Number(below), held: held === true };
}
