/** The embedded store: one SQLite file, shared by any number of processes on this machine. */
import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Access } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { ClarificationRow, Keys, ListQuery, Page, Runs, Store } from '../../ports.ts';
import { makeFolder } from '../../util/own-folder.ts';
import { unfinishedCopy } from '../copy/unfinished.ts';
import { COUNT_PENDING, listing } from '../listing.ts';
import {
  answersOf,
  askedIn,
  assumptionsAfter,
  assumptionsOf,
  assumptionsPage,
  deadlineOf,
  sentBackOf,
  unansweredOf,
} from '../look-limits.ts';
import { mustBeReadable, type SchemaState } from '../migrations/readers.ts';
import { APPLICATION_ID, COPYING_ID, SQLITE_MIGRATIONS } from '../migrations/sqlite.ts';
import {
  assumptionFrom,
  clarificationFrom,
  deadlineFrom,
  eventFrom,
  jobFrom,
  preferenceFrom,
  type Row,
  unansweredFrom,
} from '../rows.ts';
import { countPiece, countQuestions } from '../stats.ts';
import { sqliteAccess } from './access.ts';
import { SqliteEffects } from './effects.ts';
import { isBusy, storeError } from './errors.ts';
import { SqliteFeed } from './feed.ts';
import { FileState } from './file-state.ts';
import { sqliteKeys } from './keys.ts';
import { SqliteLook } from './look.ts';
import { CommitQueue } from './queue.ts';
import { sqliteRuns } from './runs.ts';
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
    db = new Database(file, { timeout: 0 });
    const opened = db;
    await patiently(() => mustBe(opened));
    await warnOfDamage(opened);
    await patiently(() => configure(opened));
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
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  // 16 MB instead of 2: the hash indexes are read at random, and a miss costs more than the rest of a lookup.
  db.pragma('cache_size = -16384');
}

/** The version is read and written under the write lock, so twenty processes may start at once on an empty file. */
function migrate(db: Database.Database): void {
  const known = SQLITE_MIGRATIONS.length;
  if (schemaOf(db).version === known) return;
  db.transaction(() => {
    const state = schemaOf(db);
    mustBeReadable(state, known, db.name);
    if (state.version >= known) return;
    db.pragma(`user_version = ${known}`);
    for (const step of SQLITE_MIGRATIONS.slice(state.version)) db.exec(step);
  }).immediate();
}

export function schemaOf(db: Database.Database): SchemaState {
  const version = db.pragma('user_version', { simple: true }) as number;
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'store'").get();
  const minReader = isThere ? db.prepare('SELECT min_reader FROM store').pluck().get() : undefined;
  return { version, minReader: (minReader as number | undefined) ?? null };
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
  private readonly db: Database.Database;
  private readonly look: SqliteLook;
  private readonly queue: CommitQueue;
  private readonly feed: SqliteFeed;
  private readonly file: FileState;
  private readonly sql;
  private readonly statements = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.db = db;
    this.file = new FileState(db.name);
    this.look = new SqliteLook(db);
    this.runs = sqliteRuns(db, this.look, (use) => this.writing(use));
    this.access = sqliteAccess(db, (use) => this.writing(use));
    this.keys = sqliteKeys(db, (use) => this.writing(use));
    this.sql = {
      deadline: db.prepare(deadlineOf('?')),
      unanswered: db.prepare(unansweredOf('?', '?')),
      pending: db.prepare(COUNT_PENDING).pluck(),
      answers: db.prepare(`${answersOf('?')} LIMIT ?`),
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
      nextDeadline: db.prepare(
        `SELECT min(expires_at) AS at FROM ask_items WHERE outcome = 'parked' AND expires_at IS NOT NULL AND expires_at > ?`,
      ),
      preferences: db.prepare(
        `SELECT * FROM preferences WHERE project = ? AND (canonical_key, subject) > (?, ?)
         ORDER BY canonical_key, subject LIMIT ?`,
      ),
    };
    const lastSeq = () => (this.sql.lastEvent.get() as { seq: number | null }).seq ?? 0;
    this.lastSeq = () => this.reading(lastSeq);
    const eventsAfter = (after: number, limit: number) => (this.sql.events.all(after, limit) as Row[]).map(eventFrom);
    this.feed = new SqliteFeed(db, eventsAfter, lastSeq);
    this.queue = new CommitQueue(db, this.look, new SqliteEffects(db), this.file, this.feed.noticeOwn);
  }

  decide: Store['decide'] = (look, decide, committed) => this.queue.run(look, decide as never, committed);

  list(query: ListQuery): Promise<Page<ClarificationRow>> {
    return this.reading(() => {
      const { sql, values } = listing(query, () => '?');
      const rows = this.prepared(`${sql} LIMIT ?`).all(...values, query.limit + 1) as Row[];
      const items = rows.slice(0, query.limit).map((row) => this.listed(row));
      return { items, next: rows.length > query.limit ? items.at(-1)!.id : null };
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

  pendingCount: Store['pendingCount'] = () => this.reading(() => this.sql.pending.get() as number);

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
      for (const session of new Set(sessions)) {
        if (rows.length >= limit) break;
        rows.push(...(this.sql.answers.all(session, limit - rows.length) as Row[]));
      }
      return rows.map(clarificationFrom);
    });

  asked: Store['asked'] = (session) =>
    this.reading(() =>
      (this.sql.asked.all(session, session) as Row[]).map((row) => {
        const asker = this.sql.asker.get(row.ask_id) as string;
        const { item } = this.look.itemsOf(row.ask_id as string).find((one) => one.clarification?.id === row.id)!;
        return { asker, item, clarification: clarificationFrom(row) };
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
      const [key = '', ...subject] = (after ?? '').split('/');
      const rows = this.sql.preferences.all(project, key, subject.join('/'), limit + 1) as Row[];
      const items = rows.slice(0, limit).map(preferenceFrom);
      const last = items.at(-1);
      return { items, next: rows.length > limit && last ? `${last.key}/${last.subject}` : null };
    });

  insight: Store['insight'] = (query) => {
    const piece = this.prepared(
      countPiece(
        () => '?',
        (data) => `${data} ->> 'source'`,
      ),
    );
    return countQuestions(
      {
        piece: COUNTED_AT_ONCE,
        count: (...values) => this.reading(() => piece.all(...values) as Row[]),
        questionOf: async (id) => (await this.clarification(id))!.question,
      },
      query,
    );
  };

  events: Store['events'] = (after, limit) =>
    this.reading((): AuditEvent[] => (this.sql.events.all(after, limit) as Row[]).map(eventFrom));

  overdue: Store['overdue'] = (now, limit) =>
    this.reading(() => ({
      asks: (this.sql.overdue.all(now, limit) as { ask_id: string }[]).map((row) => row.ask_id),
      next: (this.sql.nextDeadline.get(now) as { at: number | null }).at,
    }));

  async ready(): Promise<void> {
    await this.reading(() => this.sql.pending.get());
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

  /** For calls that may also write. */
  private async writing<R>(use: () => R): Promise<R> {
    this.file.mustHaveBeenThere();
    return this.reading(use);
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
