/**
 * Gives workers their jobs: each claim is one statement and one commit, for as many jobs as the worker has room for.
 *
 * The statement chooses, locks and writes the rows in one go, so no row stays locked while a process decides; and because it skips the rows
 * that another claim has locked, no two workers wait for each other or want the same job. Its price is that the rule is written twice:
 * `decideClaim` says what becomes of a job, the statement does the same, and the conformance suite compares them.
 */
import { randomUUID } from 'node:crypto';
import { type Claim, decideClaim, lostTooOften, MAX_LOST } from '../../core/jobs/claim.ts';
import type { JobRecord } from '../../core/model/records.ts';
import { CLAIM_ORDER, claimable } from '../look-limits.ts';
import { EVENTS_PER_TRANSACTION } from '../migrations/postgres.ts';
import { jobFrom, type Row } from '../rows.ts';
import type { Connections } from './connections.ts';
import { fateOf, storeError } from './errors.ts';
import { cannotBeThere } from './look.ts';
import { UnderWay } from './open-numbers.ts';
import type { OwnEvents } from './own-events.ts';
import type { Outcomes } from './writer.ts';

/** No worker has more room, and a transaction has a number for each of its events. */
const MAX_CLAIMED = 1_000;
/** The pause before a rolled-back statement is retried. */
const PAUSE_MS = 20;

interface ClaimedRow extends Row {
  /** The job as it was before. */
  job: Row;
  /** The same as in the reply of a write: see `Statement.reply`. */
  told: string;
}

interface Claimed {
  readonly jobs: readonly JobRecord[];
  /** Null if the events have to be read. */
  readonly own: OwnEvents | null;
}

export class Claims {
  private readonly connections: Connections;
  private readonly told: Outcomes['told'];
  private readonly statements = new UnderWay();
  private open = 0;
  private lastSeq: number;

  /** @param lastSeq The highest event number when the store was opened. */
  constructor(connections: Connections, lastSeq: number, told: Outcomes['told']) {
    this.connections = connections;
    this.told = told;
    this.lastSeq = lastSeq;
  }

  async run(claim: Claim): Promise<readonly JobRecord[]> {
    if (claim.limit < 1 || [claim.project, claim.agent].some(cannotBeThere)) return [];
    const ended = this.statements.begin();
    this.open += 1;
    let claimed: Claimed | null = null;
    try {
      claimed = await this.insist(claim);
      return claimed.jobs;
    } finally {
      // The caller goes on first: it must know of its jobs before it hears what becomes of them.
      setImmediate(() => {
        this.open -= 1;
        if (claimed !== null && claimed.jobs.length > 0) this.told(claimed.own, this.lastSeq);
        ended();
      });
    }
  }

  /** Resolves when every claim now in progress has returned; null if there is none. */
  answered(): Promise<void> | null {
    return this.statements.ended();
  }

  get busy(): boolean {
    return this.open > 0;
  }

  /** Tries again what was certainly undone. After a lost connection, what was claimed is found by its mark. */
  private async insist(claim: Claim): Promise<Claimed> {
    const since = performance.now();
    for (;;) {
      const mark = randomUUID();
      const after = this.lastSeq;
      try {
        return this.settle(claim, await this.connections.query<ClaimedRow>(this.queryFor(claim, mark)));
      } catch (error) {
        const fate = fateOf(error);
        const found = fate === 'lost' ? await this.foundBy(mark, after, error) : null;
        if (found && found.jobs.length > 0) return found;
        const late = performance.now() - since > this.connections.timing.patience;
        if (late || fate === 'refused' || fate === 'failed') throw storeError(error, this.connections.address.shown);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
      }
    }
  }

  private queryFor({ project, folder = null, agent, token, only, limit, now, worker }: Claim, mark: string) {
    const most = Math.min(limit, MAX_CLAIMED);
    const { ahead } = this.connections.clock;
    const values = [project, agent, now, most, worker, mark, folder, token === undefined, token ?? null, now + ahead];
    if (only === null) return { name: 'claim', text: CLAIM, values };
    const named = [...new Set(only)].filter((id) => !cannotBeThere(id));
    return { name: 'claim named', text: CLAIM_NAMED, values: [...values, named] };
  }

  private settle(claim: Claim, rows: readonly ClaimedRow[]): Claimed {
    const { effects, result } = decideClaim({ jobs: rows.map(({ job }) => jobFrom(job)) }, claim);
    const [reply] = rows;
    if (!reply) return { jobs: [], own: null };
    const [first, before, xid, snapshot] = reply.told.split(' ') as [string, string, string, string];
    const events = effects
      .flatMap((effect) => (effect.do === 'event' ? [effect.event] : []))
      .map((event, i) => ({ ...event, seq: Number(first) + i }));
    this.lastSeq = Math.max(this.lastSeq, events.at(-1)!.seq);
    return { jobs: result, own: { events, xid: Number(xid), snapshot, before: Number(before) } };
  }

  /** The connection broke during the statement: what it claimed, if it was committed. */
  private async foundBy(mark: string, after: number, error: unknown): Promise<Claimed> {
    const text = `SELECT e.seq, to_json(j) AS job FROM events e JOIN jobs j ON j.id = e.job_id
      WHERE e.mark = $1 AND e.seq > $2 ORDER BY e.seq`;
    const rows = await this.connections.patiently(async () => {
      await this.connections.endOf(error);
      return this.connections.query<{ seq: string; job: Row }>({ name: 'claimed', text, values: [mark, after] });
    });
    this.lastSeq = Math.max(this.lastSeq, ...rows.map(({ seq }) => Number(seq)));
    return { jobs: rows.map(({ job }) => jobFrom(job)), own: null };
  }
}

/**
 * taken    the jobs as they are before: found as `j`, then locked as `x` if they have not changed since they were found. `FOR NO KEY
 *          UPDATE`, so that a line of a job's log, which refers to the job, does not hide it
 * t        the same, counted
 *
 * Where nothing is found, nothing is written and no transaction number is used.
 * @param jobs The jobs `j` in question. @param order Of the result.
 */
function claimStatement(jobs: string, order: string): string {
  const fails = `t.lost_now >= ${MAX_LOST}`;
  const either = (failed: string, started: string) => `CASE WHEN ${fails} THEN ${failed} ELSE ${started} END`;
  const error = `replace('${lostTooOften('%')}', '%', t.lost_now::text)`;
  const started = `concat('{"worker":', to_json($5::text), ',"run":', t.runs + 1,
    ',"takenOverFrom":' || to_json(t.owner)::text, '}')`;
  return `WITH
    taken AS MATERIALIZED (SELECT x.*
      FROM ${jobs} JOIN jobs x ON x.id = j.id AND x.state = j.state AND x.runs = j.runs AND x.owner IS NOT DISTINCT FROM j.owner
      WHERE ${claimable('$1', '$7::text', '$2', '$10', { anyone: '$8::boolean', token: '$9::text' })} ORDER BY ${order} LIMIT $4::integer FOR NO KEY UPDATE OF x SKIP LOCKED),
    t AS MATERIALIZED (SELECT taken.*, taken.lost + CASE WHEN taken.owner IS NULL THEN 0 ELSE 1 END AS lost_now,
      row_number() OVER () - 1 AS i FROM taken),
    claimed AS (UPDATE jobs x SET version = x.version + 1, lost = t.lost_now, updated_at = $3,
      state = ${either("'ERROR'", "'RUNNING'")}, owner = ${either('NULL', '$5')}, runs = ${either('t.runs', 't.runs + 1')},
      started_at = ${either('t.started_at', 'coalesce(t.started_at, $3)')},
      error = ${either(error, 'NULL')}, ended_at = ${either('$3', 'NULL')}
      FROM t WHERE x.id = t.id),
    first AS MATERIALIZED (
      SELECT first_seq + (pg_current_xact_id()::text::bigint - first_xid) * ${EVENTS_PER_TRANSACTION} AS seq FROM store),
    events_made AS (INSERT INTO events (seq, at, type, session_id, job_id, data, mark)
      SELECT (SELECT seq FROM first) + t.i, $3, ${either("'job.failed'", "'job.started'")}, t.session_id, t.id,
        ${either(`concat('{"error":', to_json(${error}), '}')`, started)}, $6 FROM t)
    SELECT to_json(t) AS job, (SELECT concat_ws(' ', (SELECT seq FROM first), (SELECT coalesce(max(seq), 0) FROM events),
      pg_current_xact_id(), pg_current_snapshot())) AS told FROM t ORDER BY t.i`;
}

export const CLAIM = claimStatement('jobs j', CLAIM_ORDER);
const CLAIM_NAMED = claimStatement(
  'unnest($11::text[]) WITH ORDINALITY AS o (id, nth) JOIN jobs j ON j.id = o.id',
  'o.nth',
);
