/** Takes out sessions that have been idle for long. */
import { durationMs } from '../core/model/duration.ts';
import { nameOf } from '../core/model/scoped-id.ts';
import type { Engine } from '../engine/engine.ts';
import { type PruneCounts, pruneSessions } from '../engine/pruning.ts';
import type { SessionRow, SessionTables } from '../ports.ts';
import { checkBoolean, invalidArgument, omitNullish } from '../util/arguments.ts';

export interface PruneOptions {
  /** Sessions in which nothing happened for this long are taken out: "90d", or milliseconds. */
  idle: string | number;
  /**
   * Receives everything about a session of any project before it is deleted: rows with the columns of the tables. The session is deleted once this has
   * resolved; if it rejects, the prune ends. After a crash, the last session may be passed again.
   */
  onSession?: (session: PrunedSession) => Promise<void> | void;
  /** Counts what would be deleted, and deletes nothing. */
  dryRun?: boolean;
  /** Stops between two sessions. */
  signal?: AbortSignal;
}

export type PrunedSession = SessionTables;

/** What was deleted. */
export type PruneReport = Readonly<PruneCounts>;

export async function prune({ store, clock }: Engine, options: PruneOptions): Promise<PruneReport> {
  const { idle, onSession, dryRun, signal } = omitNullish(options, 'options');
  if (idle === undefined) throw invalidArgument('idle', 'a duration such as 90d');
  if (onSession !== undefined && typeof onSession !== 'function') throw invalidArgument('onSession', 'a function');
  return pruneSessions(store.pruning, {
    before: clock.now() - durationMs(idle),
    dryRun: checkBoolean(dryRun, 'dryRun'),
    ...(onSession ? { onSession: (session: SessionTables) => onSession(withPlainNames(session)) } : {}),
    ...(signal ? { signal } : {}),
  });
}

/** Returns the rows with the names that callers gave to sessions and jobs, without the numbers that a store adds for its projects. */
function withPlainNames(session: SessionTables): PrunedSession {
  const renamed = (columns: readonly string[]) => (row: SessionRow) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        typeof value === 'string' && columns.includes(column) ? nameOf(value) : value,
      ]),
    );
  const references = ['session_id', 'job_id'];
  const tables = Object.entries(session).map(([table, rows]: [string, readonly SessionRow[]]) => {
    const columns = table === 'sessions' || table === 'jobs' ? ['id', ...references] : references;
    return [table, rows.map(renamed(columns))];
  });
  return Object.fromEntries(tables) as PrunedSession;
}
