/** The embedded store: one SQLite file, shared by any number of processes on this machine. */
import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Access } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Preference } from '../../core/model/resolution.ts';
import { learned } from '../../core/preferences.ts';
import type { ClarificationRow, Keys, ListQuery, Page, Projects, Pruning, Runs, Store } from '../../ports.ts';
import { makeFolder } from '../../util/own-folder.ts';
import { folded } from '../../util/search.ts';
import { unfinishedCopy } from '../copy/unfinished.ts';
import { countPending, listing, SQLITE_LISTING } from '../listing.ts';
import {
  answersOf,
  askedIn,
  assumptionsAfter,
  assumptionsOf,
  assumptionsPage,
  deadlineOf,
  lookedThrough,
  preferenceAfter,
  preferencesAfter,
  preferencesPage,
  returningBy,
  rulesOf,
  sentBackOf,
  sessionRulesOf,
  unansweredOf,
} from '../look-limits.ts';
import { APPLICATION_ID, COPYING_ID } from '../migrations/sqlite.ts';
import { type CountedPiece, keepPiece, keptFrom, keptPieces, pieceRow } from '../pieces.ts';
import {
  assumptionFrom,
  clarificationFrom,
  deadlineFrom,
  eventFrom,
  jobFrom,
  type Row,
  unansweredFrom,
} from '../rows.ts';
import { countPiece, countQuestions, type KeptPiece } from '../stats.ts';
import { sqliteAccess } from './access.ts';
import { SqliteEffects } from './effects.ts';
import { isBusy, storeError } from './errors.ts';
import { SqliteFeed } from './feed.ts';
import { FileState } from './file-state.ts';
import { sqliteKeys } from './keys.ts';
import { SqliteLook } from './look.ts';
import { sqliteProjects } from './projects.ts';
import { sqlitePruning } from './pruning.ts';
import { CommitQueue } from './queue.ts';
import { sqliteRuns } from './runs.ts';
import { migrate, SchemaGuard } from './schema.ts';
import { walDamage } from './wal-damage.ts';

/** Opens the store at `file`. Creates it if there is none. */
export function openSqliteStore(file: string): Promise<Store> {
  return openSqliteFile(file, mustBeOurs, (db) => new SqliteStore(db));
}

/** Opens the file, creates it if there is none, and migrates it. `mustBe` checks it before anything is changed. */
export async function openSqliteFile<R>(
  file: string,
  mustBe: (db: Database.Database) => void,
  use: (db: Database.Database) => R,
): Promise<R> {
  let db: Database.Database | undefined;
  try {
    makeFolder(dirname(file));
    // SQLite would open a read-only file anyway, and leave read-only files beside it that outlive the permission.
    if (existsSync(file)) accessSync(file, constants.W_OK);
    // Prompts, answers and link keys are private. The files that SQLite puts beside it get the same permissions.
    else closeSync(openSync(file, 'a', 0o600));
    const state = new FileState(file);
    db = new Database(file, { timeout: 0 });
    const opened = db;
    await patiently(() => mustBe(opened));
    await warnOfDamage(opened);
    await patiently(() => {
      // The process that it was waited for may have moved the file away. The log would be that of the next file of this name.
      state.mustBeThere();
      configure(opened);
    });
    await patiently(() => migrate(opened));
    return use(opened);
  } catch (error) {
    db?.close();
    const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
    if (!/^E[A-Z]+$/.test(code)) throw storeError(error, file);
    const kind = code === 'EROFS' || (code === 'EACCES' && existsSync(file)) ? 'store_read_only' : 'store_unavailable';
    const what = kind === 'store_read_only' ? 'written' : 'opened';
    throw new AskOnceError(kind, `The store ${file} cannot be ${what}: ${(error as Error).message}.`, { file }, error);
  }
}

/** Before anything is written over the damage. If the check itself fails, the store still opens. */
async function warnOfDamage(db: Database.Database): Promise<void> {
  const damage = await walDamage(db).catch(() => null);
  if (damage !== null) process.emitWarning(damage, { type: 'AskOnceWarning', code: 'store_log_damaged' });
}

/** Checks before anything is changed: another program's database is left alone, and so is an unfinished copy. */
export function mustBeOurs(db: Database.Database): void {
  const empty = !db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
  const id = db.pragma('application_id', { simple: true });
  if (empty || id === APPLICATION_ID) return;
  if (id === COPYING_ID) throw unfinishedCopy(db.prepare('SELECT source FROM copying').pluck().get(), db.name);
  throw new AskOnceError('store_corrupt', `${db.name} is the database of another program. Use another file with --db.`);
}

function configure(db: Database.Database): void {
  // Of a new file. A question changes a few bytes on each of about twenty pages, and each goes into the log whole.
  db.pragma('page_size = 2048');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  // 8 MB of log, where SQLite would stop at 2: the indexes are written at random, so the longer the log, the more pages are copied but once.
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('foreign_keys = ON');
  // 16 MB instead of 2: the hash indexes are read at random, and a miss costs more than the rest of a lookup.
  db.pragma('cache_size = -16384');
}

/** Retries while another process holds the lock, without blocking the event loop. */
export async function patiently<R>(run: () => R): Promise<R> {
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    }
  }
}

/** Nothing else is served during a count: this many events take about 10 ms. */
const COUNTED_AT_ONCE = 5_000;

class SqliteStore implements Store {
  readonly runs: Runs;
  readonly lastSeq: Store['lastSeq'];
  readonly access: Access;
  readonly keys: Keys;
  readonly projects: Projects;
  readonly pruning: Pruning;
  private readonly db: Database.Database;
  private readonly look: SqliteLook;
  private readonly queue: CommitQueue;
  private readonly feed: SqliteFeed;
  private readonly file: FileState;
  private readonly schema: SchemaGuard;
  private readonly writes;
  private readonly sql;
  private readonly statements = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.db = db;
    this.file = new FileState(db.name);
    db.function('folded', { deterministic: true }, (text) => folded(String(text)));
    this.look = new SqliteLook(db);
    this.runs = sqliteRuns(db, this.look, (use) => this.writing(use));
    this.access = sqliteAccess(db, (use) => this.writing(use));
    this.keys = sqliteKeys(db, (use) => this.writing(use));
    this.projects = sqliteProjects(db, (use) => this.writing(use));
    this.sql = {
      deadline: db.prepare(deadlineOf('?')),
      unanswered: db.prepare(unansweredOf('?', '?')),
      pending: db.prepare(countPending('@most')).pluck(),
      pendingOf: db.prepare(countPending('@most', '@project')).pluck(),
      answers: db.prepare(`${answersOf('?', '?')} LIMIT ?`),
      rules: db.prepare(rulesOf('?', '?')),
      sessionRules: db.prepare(sessionRulesOf('?', '?')),
      asked: db.prepare(askedIn('?')),
      asker: db.prepare('SELECT asker FROM asks WHERE id = ?').pluck(),
      sentBack: db.prepare(sentBackOf('?')),
      assumptions: db.prepare(assumptionsOf('?', '?', '?', '?')),
      assumption: db.prepare('SELECT * FROM assumptions WHERE id = ?'),
      job: db.prepare('SELECT * FROM jobs WHERE id = ?'),
      events: db.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?'),
      lastEvent: db.prepare('SELECT max(seq) AS seq FROM events'),
      overdue: db.prepare(
        `SELECT DISTINCT ask_id FROM ask_items WHERE outcome = 'parked' AND expires_at IS NOT NULL AND expires_at <= ? LIMIT ?`,
      ),
      returning: db.prepare(returningBy('?', '?')).pluck(),
      nextDeadline: db
        .prepare(
          `SELECT min(at) FROM (
             SELECT min(expires_at) AS at FROM ask_items WHERE outcome = 'parked' AND expires_at IS NOT NULL AND expires_at > ?
             UNION ALL SELECT min(snoozed_until) FROM clarifications WHERE snoozed_until > ?)`,
        )
        .pluck(),
      preferenceAfter: db.prepare(preferenceAfter('@project', '@key', '@subject')),
    };
    const lastSeq = () => (this.sql.lastEvent.get() as { seq: number | null }).seq ?? 0;
    this.lastSeq = () => this.reading(lastSeq);
    this.pruning = sqlitePruning(db, (use) => this.transacting(use), this.lastSeq);
    const eventsAfter = (after: number, limit: number) => (this.sql.events.all(after, limit) as Row[]).map(eventFrom);
    this.feed = new SqliteFeed(db, eventsAfter, lastSeq);
    this.schema = new SchemaGuard(db);
    this.writes = db.transaction((use: () => unknown) => {
      this.schema.mustBeReadable();
      return use();
    });
    const guards = { file: this.file, schema: this.schema };
    this.queue = new CommitQueue(db, this.look, new SqliteEffects(db), guards, this.feed.noticeOwn);
  }

  decide: Store['decide'] = (look, decide, committed) => this.queue.run(look, decide as never, committed);

  claim: Store['claim'] = (claim) => this.queue.claim(claim);

  list(query: ListQuery): Promise<Page<ClarificationRow>> {
    return this.reading(() => {
      const { sql, values, reached } = listing(query, SQLITE_LISTING);
      const rows = this.prepared(`${sql} LIMIT ?`).all(...values, query.limit + 1) as Row[];
      const items = rows.slice(0, query.limit).map((row) => this.listed(row));
      if (rows.length > query.limit) return { items, next: items.at(-1)!.id };
      const last = reached && (this.prepared(reached.sql).get(...reached.values) as { id: string } | undefined);
      return { items, next: last?.id ?? null };
    });
  }

  /** Statements whose text depends on the query; there are a handful of texts. */
  private prepared(sql: string): Database.Statement {
    const statement = this.statements.get(sql) ?? this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  clarification(id: string): Promise<ClarificationRow | null> {
    return this.reading(() => {
      const row = this.prepared('SELECT * FROM clarifications WHERE id = ?').get(id) as Row | undefined;
      return row ? this.listed(row) : null;
    });
  }

  pendingCount: Store['pendingCount'] = (most, project) =>
    this.reading(() => {
      const statement = project === undefined ? this.sql.pending : this.sql.pendingOf;
      return statement.get({ most, project }) as number;
    });

  private listed(row: Row): ClarificationRow {
    const deadline = row.status === 'pending' ? (this.sql.deadline.get(row.id) as Row | undefined) : undefined;
    const closed = row.live === 0 && row.answer === null;
    // In the statement the ask comes before the clarification.
    const unanswered = closed ? (this.sql.unanswered.get(row.ask_id, row.id) as Row | undefined) : undefined;
    return { ...clarificationFrom(row), ...deadlineFrom(deadline), unanswered: unansweredFrom(unanswered) };
  }

  items: Store['items'] = (ask) => this.reading(() => this.look.itemsOf(ask));

  answers: Store['answers'] = (sessions, limit) =>
    this.reading(() => {
      const rows: Row[] = [];
      const all = new Set(sessions);
      for (const session of all) {
        if (rows.length >= limit) break;
        rows.push(...(this.sql.answers.all(session, lookedThrough(all.size), limit - rows.length) as Row[]));
      }
      return rows.map(clarificationFrom);
    });

  rules: Store['rules'] = (project, session) =>
    this.reading(() => (this.sql.rules.all(project, project, session) as Row[]).map(clarificationFrom));

  sessionRules: Store['sessionRules'] = (project, limit) =>
    this.reading(() => (this.sql.sessionRules.all(project, limit) as Row[]).map(clarificationFrom));

  asked: Store['asked'] = (session) =>
    this.reading(() =>
      (this.sql.asked.all(session, session) as Row[]).flatMap((row) => {
        const asker = this.sql.asker.get(row.ask_id) as string;
        const own = this.look.itemsOf(row.ask_id as string).find((one) => one.clarification?.id === row.id);
        // A corrected answer was not put to anyone, so no ask has an item of it.
        return own ? [{ asker, item: own.item, clarification: clarificationFrom(row) }] : [];
      }),
    );

  sentBack: Store['sentBack'] = (job) => this.reading(() => this.sql.sentBack.get(job) !== undefined);

  assumptions: Store['assumptions'] = (session, { after, limit }) =>
    this.reading(() => {
      const rows = this.sql.assumptions.all(session, ...assumptionsAfter(after), limit + 1) as Row[];
      return assumptionsPage(rows.map(assumptionFrom), limit);
    });

  assumption: Store['assumption'] = (id) =>
    this.reading(() => {
      const row = this.sql.assumption.get(id) as Row | undefined;
      return row ? assumptionFrom(row) : null;
    });

  job: Store['job'] = (id) =>
    this.reading(() => {
      const row = this.sql.job.get(id) as Row | undefined;
      return row ? jobFrom(row) : null;
    });

  preferences: Store['preferences'] = (project, { after, limit }) =>
    this.reading(() => {
      const items: Preference[] = [];
      let [key, subject] = preferencesAfter(after);
      while (items.length <= limit) {
        const next = this.sql.preferenceAfter.get({ project, key, subject }) as Row | undefined;
        if (!next) break;
        [key, subject] = [next.canonical_key as string, next.subject as string];
        const preference = learned(this.look.preference({ project, key, subject })!);
        if (preference) items.push(preference);
      }
      return preferencesPage(items, limit);
    });

  insight: Store['insight'] = (query) => {
    const piece = this.prepared(
      countPiece(
        (place) => `$${place}`,
        (data) => `${data} ->> 'source'`,
      ),
    );
    return countQuestions(
      {
        piece: COUNTED_AT_ONCE,
        count: (...values) =>
          this.reading(() => piece.all(Object.fromEntries(values.map((value, at) => [at + 1, value]))) as Row[]),
        lastSeq: this.lastSeq,
        kept: (since) => this.reading(() => this.prepared(keptPieces('?')).all(since) as KeptPiece[]),
        load: (last) =>
          this.reading(() => keptFrom(this.prepared('SELECT * FROM counted WHERE last_seq = ?').get(last) as Row)),
        keep: (pieces) => this.writing(() => this.keepPieces(pieces)),
        questionOf: async (id) => (await this.clarification(id))?.question ?? null,
      },
      query,
    );
  };

  private keepPieces(pieces: readonly CountedPiece[]): void {
    const keep = this.prepared(keepPiece((place) => `$${place}`));
    this.db
      .transaction(() => {
        for (const piece of pieces) keep.run(Object.fromEntries(pieceRow(piece).map((value, at) => [at + 1, value])));
      })
      .immediate();
  }

  events: Store['events'] = (after, limit) =>
    this.reading((): AuditEvent[] => (this.sql.events.all(after, limit) as Row[]).map(eventFrom));

  overdue: Store['overdue'] = (now, limit) =>
    this.reading(() => ({
      asks: (this.sql.overdue.all(now, limit) as { ask_id: string }[]).map((row) => row.ask_id),
      returning: this.sql.returning.all(now, limit) as string[],
      next: this.sql.nextDeadline.get(now, now) as number | null,
    }));

  async ready(): Promise<void> {
    await this.reading(() => this.sql.pending.get({ most: 1 }));
    this.file.mustBeThere();
    await this.file.mustHaveRoom();
  }

  watch: Store['watch'] = (listener, failed) => {
    this.mustBeOpen();
    return this.feed.watch(listener, (error) => failed(storeError(error, this.db.name)));
  };

  async close(): Promise<void> {
    await this.queue.close();
    this.feed.close();
    this.db.close();
  }

  private mustBeOpen(): void {
    if (!this.db.open) throw new AskOnceError('engine_closed', 'AskOnce is closed. Open it again to continue.');
  }

  /** For calls that may also write. A transaction that only reads takes no lock; one that writes fails if the schema has changed since. */
  private async writing<R>(use: () => R): Promise<R> {
    this.file.mustHaveBeenThere();
    return this.reading(() => this.writes(use) as R);
  }

  /** For calls that begin a transaction themselves. */
  private transacting<R>(use: () => R): Promise<R> {
    this.file.mustHaveBeenThere();
    return this.reading(() => {
      this.schema.mustBeReadable();
      return use();
    });
  }

  private async reading<R>(read: () => R): Promise<R> {
    this.mustBeOpen();
    try {
      return await patiently(read);
    } catch (error) {
      throw storeError(error, this.db.name);
    }
  }
}
