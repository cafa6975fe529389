/**
 * Reads the audit trail so that nothing is ever passed over.
 *
 * An event's number is made of its transaction's number. A transaction that began earlier may commit later, so readers stop
 * below the oldest one that still runs: no lower number can come any more. On a server that serves others too, that may be
 * somebody's long report; where it holds events back, a second look leaves out those of whom it is certain that they do not
 * write to our table. Who writes to it holds its lock before they get a number. A number is given out a moment before its own
 * lock shows whose it is, so one that nobody is seen to hold may be a writer's. (A look that asked for the numbers of those who
 * hold the table's lock passed over one event in 2,000 under load.)
 */
import type { AuditEvent } from '../../core/model/records.ts';
import { EVENTS_PER_TRANSACTION } from '../migrations/postgres.ts';
import { eventFrom, type Row } from '../rows.ts';
import type { Query } from './connections.ts';

export interface EventsPage {
  readonly events: readonly AuditEvent[];
  /** Every number below this one is settled. */
  readonly below: number;
  /** There are events from `below` on, which cannot be told yet. */
  readonly held: boolean;
}

export type RunQuery = <R extends Row>(query: Query) => Promise<R[]>;

const SEQ_OF = (xid: string) => `store.first_seq + (${xid} - store.first_xid) * ${EVENTS_PER_TRANSACTION}`;

/** Parameters: after, limit, and the first transaction that may still run; null: the oldest of all that run. */
const PAGE = `
  WITH h AS MATERIALIZED (
    SELECT ${SEQ_OF('coalesce($3::bigint, pg_snapshot_xmin(pg_current_snapshot())::text::bigint)')} AS below FROM store)
  SELECT e.*, h.below, (SELECT max(seq) FROM events) >= h.below AS held
  FROM h LEFT JOIN LATERAL (SELECT * FROM events WHERE seq > $1 AND seq < h.below ORDER BY seq LIMIT $2) e ON true`;

/**
 * The first transaction that may still bring events: the oldest that runs, but for those whose holder is seen and has no lock
 * on the table; the next one where there is none. Locks show a number's lower 32 bits.
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

/** Events after a number, in order, as far as they are settled. */
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
