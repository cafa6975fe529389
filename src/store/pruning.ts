/**
 * Takes whole sessions out of a store, in SQL that both databases understand. What is done in a transaction is written as a generator: it
 * yields a statement and gets its rows. So one store can run it at once, and the other over a network.
 *
 * Asks and jobs have no index by session, which would cost more with every ask than it saves here. They are found by the ids that the
 * session's events and clarifications carry, and asks of a job by its items too: a job that is answered from history has an ask that no
 * event names.
 */
import { AskOnceError } from '../core/model/errors.ts';
import { nameOf } from '../core/model/scoped-id.ts';
import { foldedInto } from '../core/preferences.ts';
import type { IdleGuard, Pruning, SessionTables, TrailEntry } from '../ports.ts';
import { lessonsOf } from './look-limits.ts';
import { COLUMNS, knownPreferenceFrom, preferenceRow, type Row } from './rows.ts';

export interface PruneStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type PruneSteps<R> = Generator<PruneStatement, R, readonly Row[]>;

/** How a database writes what the two write differently. */
export interface PruneDialect {
  /** A condition: the column is in the list that is the parameter at this place. */
  readonly among: (column: string, place: number, type: 'text' | 'bigint') => string;
  readonly list: (values: readonly unknown[]) => unknown;
  /** A statement whose rows have numbers for numbers, also for those of 64 bits. */
  readonly plain: (select: string) => string;
}

/** What runs the statements. */
export interface PruneRunner {
  readonly dialect: PruneDialect;
  readonly read: (statement: PruneStatement) => Promise<readonly Row[]>;
  /** Runs the steps in one transaction. */
  readonly transact: <R>(sessions: readonly string[], steps: () => PruneSteps<R>) => Promise<R>;
  readonly lastSeq: () => Promise<number>;
  readonly prepare: Pruning['prepare'];
}

const TABLES = {
  sessions: 'sessions',
  jobs: 'jobs',
  clarifications: 'clarifications',
  asks: 'asks',
  items: 'ask_items',
  assumptions: 'assumptions',
  results: 'job_results',
  log: 'job_log',
  events: 'events',
} as const satisfies Record<keyof SessionTables, keyof typeof COLUMNS>;

export function storedPruning({ dialect, read, transact, lastSeq, prepare }: PruneRunner): Pruning {
  const { among, list, plain } = dialect;
  const select = (of: keyof SessionTables, where: string) =>
    `SELECT ${of === 'events' ? 'seq ' : ''}${COLUMNS[TABLES[of]]}`.replaceAll(' ', ', ').replace('SELECT,', 'SELECT') +
    ` FROM ${TABLES[of]} WHERE ${where}`;
  const itemsOfJobs = (place: number) => `job_id IS NOT NULL AND ${among('job_id', place, 'text')}`;
  const statement = (text: string, ...values: unknown[]): PruneStatement => ({ text, values });
  const readAll = (of: keyof SessionTables, where: string, ...values: unknown[]) =>
    read(statement(plain(select(of, where)), ...values));

  return {
    prepare,

    async sessions(before, { after = '', limit }) {
      const text = `SELECT id FROM sessions WHERE id > $1 AND created_at < $2 AND coalesce(heard_at, 0) < $2 ORDER BY id LIMIT $3`;
      const rows = await read(statement(text, after, before, limit));
      const items = rows.map(({ id }) => id as string);
      return { items, next: items.length === limit ? items.at(-1)! : null };
    },

    async trail(after, limit): Promise<readonly TrailEntry[]> {
      const text = 'SELECT seq, at, session_id FROM events WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3';
      const rows = await read(statement(text, after, await lastSeq(), limit));
      return rows.map((row) => ({
        seq: Number(row.seq),
        at: Number(row.at),
        session: row.session_id as string | null,
      }));
    },

    async read(id, seqs) {
      const ids = (rows: readonly Row[], column: string) =>
        rows.map((row) => row[column]).filter((value): value is string => typeof value === 'string');
      const within = (rows: readonly Row[]) => rows.filter((row) => row.session_id === id);
      const clarifications = await readAll('clarifications', 'session_id = $1 AND live = 1', id);
      const gone = await readAll('clarifications', 'session_id = $1 AND live = 0', id);
      const questions = [...clarifications, ...gone];
      const events = await readAll('events', `${among('seq', 1, 'bigint')} ORDER BY seq`, list(seqs));
      const listed = await readAll('jobs', 'session_id = $1 AND prompt IS NOT NULL', id);
      const jobIds = new Set([...ids(listed, 'id'), ...ids(questions, 'job_id'), ...ids(events, 'job_id')]);
      const jobs = within(await readAll('jobs', among('id', 1, 'text'), list([...jobIds])));
      const ofJob = await readAll('items', itemsOfJobs(1), list(ids(jobs, 'id')));
      const askIds = new Set([questions, events, ofJob].flatMap((rows) => ids(rows, 'ask_id')));
      const asks = within(await readAll('asks', among('id', 1, 'text'), list([...askIds])));
      const ofJobs = (of: 'results' | 'log') => readAll(of, among('job_id', 1, 'text'), list(ids(jobs, 'id')));
      return {
        sessions: await readAll('sessions', 'id = $1', id),
        jobs,
        clarifications: questions,
        asks,
        items: await readAll('items', among('ask_id', 1, 'text'), list(ids(asks, 'id'))),
        assumptions: await readAll('assumptions', 'session_id = $1', id),
        results: await ofJobs('results'),
        log: await ofJobs('log'),
        events,
      };
    },

    async isIdle(tables, guard) {
      return (await read(idle(tables, guard))).length > 0;
    },

    remove: (sessions, guard) =>
      transact(
        sessions.map(({ sessions: rows }) => rows[0]?.id as string),
        function* () {
          const removed: string[] = [];
          for (const tables of sessions)
            if ((yield idle(tables, guard)).length > 0) removed.push(yield* removeOne(tables));
          return removed;
        },
      ),
  };

  /**
   * Returns a row if nothing waits in the session, no rule of the project was made in it, nothing happened since `before`, and every reader is
   * past its last event. A channel stays in the store after it was removed from the file; then no process holds or retries it.
   */
  function idle({ sessions, events }: SessionTables, { before, seen }: IdleGuard): PruneStatement {
    const text = `SELECT 1 AS yes FROM sessions s WHERE s.id = $1 AND s.created_at < $2 AND coalesce(s.heard_at, 0) < $2
      AND NOT EXISTS (SELECT 1 FROM clarifications c WHERE c.session_id = s.id AND c.live = 1 AND c.status = 'pending')
      AND NOT EXISTS (SELECT 1 FROM clarifications c WHERE c.project = s.project AND c.rule_scope = 'project' AND c.session_id = s.id
        AND c.status = 'answered')
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.session_id = s.id AND j.prompt IS NOT NULL AND j.ended_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM events e WHERE e.seq > $3 AND e.session_id = s.id)
      AND NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.disabled_at IS NULL AND w.seq < $4)
      AND NOT EXISTS (SELECT 1 FROM channels h WHERE h.disabled_at IS NULL AND h.seq < $4 AND (h.held_until >= $2 OR h.retry_at >= $2))
      AND $4 < (SELECT coalesce(max(seq), 1) FROM events)`;
    return statement(text, sessions[0]?.id ?? '', before, seen, (events.at(-1)?.seq as number | undefined) ?? 0);
  }

  function* removeOne({ sessions, jobs, clarifications, asks, events }: SessionTables): PruneSteps<string> {
    const id = sessions[0]!.id as string;
    const ids = (rows: readonly Row[]) => list(rows.map((row) => row.id));
    yield statement('INSERT INTO pruning (session_id) VALUES ($1)', id);
    yield* keepLessons(clarifications);
    if (events.length > 0) {
      const text = 'DELETE FROM counted WHERE first_seq <= $2 AND last_seq >= $1';
      yield statement(text, events[0]!.seq, events.at(-1)!.seq);
    }
    const drop = (table: string, where: string, value: unknown) =>
      statement(`DELETE FROM ${table} WHERE ${where}`, value);
    yield drop('events', among('seq', 1, 'bigint'), list(events.map(({ seq }) => seq)));
    yield drop('ask_items', among('ask_id', 1, 'text'), ids(asks));
    yield drop('assumptions', 'session_id = $1', id);
    yield drop('job_results', among('job_id', 1, 'text'), ids(jobs));
    yield drop('job_log', among('job_id', 1, 'text'), ids(jobs));
    // SQLite has its foreign keys off here. Nobody else may keep an item of a job that goes.
    const left = yield statement(`SELECT 1 AS yes FROM ask_items WHERE ${itemsOfJobs(1)} LIMIT 1`, ids(jobs));
    if (left.length > 0) throw cannotGo([id]);
    yield drop('asks', among('id', 1, 'text'), ids(asks));
    // By the key, of which the channel is the first part.
    const messages = `channel_id IN (SELECT id FROM channels) AND ${among('clarification_id', 1, 'text')}`;
    yield drop('channel_messages', messages, ids(clarifications));
    yield drop('clarifications', among('id', 1, 'text'), ids(clarifications));
    yield drop('jobs', among('id', 1, 'text'), ids(jobs));
    yield drop('sessions', 'id = $1', id);
    yield drop('pruning', 'session_id = $1', id);
    return id;
  }

  /** What the answers taught stays: it is moved to the row of the preference that they add to. */
  function* keepLessons(clarifications: readonly Row[]): PruneSteps<void> {
    const taught = Map.groupBy(
      clarifications.filter((row) => row.taught_at !== null),
      ({ project, canonical_key: key, subject }) => JSON.stringify([project, key, subject]),
    );
    for (const [name, rows] of taught) {
      const [project, key, subject] = JSON.parse(name) as [string, string, string];
      const values = [project, key, subject];
      const where = 'project = $1 AND canonical_key = $2 AND subject = $3';
      const [stored] = yield statement(plain(`SELECT * FROM preferences WHERE ${where}`), ...values);
      const lessons = yield statement(plain(lessonsOf('$1', '$2', '$3')), ...values);
      const known = knownPreferenceFrom({ project, key, subject }, stored ?? null, lessons);
      const base = known && foldedInto(known, Math.max(...rows.map((row) => Number(row.taught_at))));
      if (base) yield statement(KEEP_PREFERENCE, ...preferenceRow(base));
    }
  }
}

/** `pruneSessions` leaves such a session and continues. */
export function cannotGo(sessions: readonly string[], cause?: unknown): AskOnceError {
  const names = sessions.map((id) => `“${nameOf(id)}”`).join(', ');
  return new AskOnceError(
    'store_corrupt',
    `${names} cannot be deleted: other rows of the store refer to it.`,
    {},
    cause,
  );
}

const PREFERENCE = COLUMNS.preferences.split(' ');
/** A preference that was set by hand meanwhile stays. */
const KEEP_PREFERENCE = `INSERT INTO preferences (${PREFERENCE.join(', ')}) VALUES (${PREFERENCE.map((_, at) => `$${at + 1}`).join(', ')})
  ON CONFLICT (project, canonical_key, subject) DO UPDATE SET ${PREFERENCE.map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE preferences.origin = 'learnt'`;
