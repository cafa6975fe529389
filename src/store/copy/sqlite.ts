/** A SQLite file as the source or target of a copy. */
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AskOnceError } from '../../core/model/errors.ts';
import { mustBeKnownWhole } from '../migrations/readers.ts';
import { APPLICATION_ID, COPYING_ID, SQLITE_MIGRATIONS } from '../migrations/sqlite.ts';
import { storeError } from '../sqlite/errors.ts';
import { holdAlone } from '../sqlite/hold-alone.ts';
import { schemaOf } from '../sqlite/schema.ts';
import { mustBeOurs, openSqliteFile, patiently } from '../sqlite/store.ts';
import {
  COPIED_TABLES,
  type CopiedRow,
  type CopySource,
  type CopyTable,
  type CopyTarget,
  USED_TABLES,
  type Value,
} from './copy.ts';

export async function openSqliteSource(file: string): Promise<CopySource> {
  if (!existsSync(file)) {
    throw new AskOnceError('store_unavailable', `No store at ${file}. Give the store to copy with --from.`, {
      file,
    });
  }
  let db: Database.Database | undefined;
  try {
    // Even to read, SQLite creates files beside this one; beside a read-only file they would remain.
    accessSync(file, constants.W_OK);
    db = new Database(file, { timeout: 10_000, fileMustExist: true });
    db.pragma('query_only = ON');
    mustBeOurs(db);
    mustBeCurrent(db);
    return new SqliteSource(db, realpathSync(file));
  } catch (error) {
    db?.close();
    if (!/^E(ACCES|ROFS|PERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw storeError(error, file);
    const text = `${file} is not writable, and SQLite needs to write next to a file even to read it. Copy it elsewhere first.`;
    throw new AskOnceError('store_read_only', text, { file }, error);
  }
}

function mustBeCurrent(db: Database.Database): void {
  const [state, known] = [schemaOf(db), SQLITE_MIGRATIONS.length];
  mustBeKnownWhole(state, known, db.name);
  if (state.version === known) return;
  const text = `${db.name} is not a store, or was written by an older version of AskOnce. In that case run \`askonce inbox\` to upgrade it, then copy it.`;
  throw new AskOnceError('store_unavailable', text, { file: db.name });
}

/** Opens or creates the file. No other process may have it open. */
export async function openSqliteTarget(file: string): Promise<CopyTarget> {
  const db = await openSqliteFile(file, mustBeFree, (opened) => opened);
  try {
    db.pragma('foreign_keys = OFF');
    await holdAlone(db, db.name);
    mustBeFree(db);
    const target = new SqliteTarget(db, realpathSync(file));
    // The application id of an unfinished copy keeps all other processes away.
    if (target.mark !== null) await target.letGo();
    return target;
  } catch (error) {
    db.close();
    throw storeError(error, file);
  }
}

/** Checks that the file is empty or an unfinished copy. */
function mustBeFree(db: Database.Database): void {
  if (isUnfinished(db)) return;
  mustBeOurs(db);
  const isMade = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const { name } of USED_TABLES) {
    if (!isMade.get(name) || !db.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get()) continue;
    const text = `${db.name} is not empty. With --to, give a file that does not exist yet.`;
    throw new AskOnceError('store_not_empty', text, { store: db.name });
  }
}

function isUnfinished(db: Database.Database): boolean {
  return db.pragma('application_id', { simple: true }) === COPYING_ID;
}

class SqliteSide {
  readonly name: string;
  protected readonly db: Database.Database;
  private readonly reads = new Map<string, Database.Statement>();

  constructor(db: Database.Database, name: string) {
    this.db = db;
    this.name = name;
  }

  async count({ name }: CopyTable): Promise<number> {
    return this.tried(() => this.db.prepare(`SELECT count(*) FROM ${name}`).pluck().get() as number);
  }

  async read(table: CopyTable, after: CopiedRow | null, limit: number): Promise<CopiedRow[]> {
    return this.tried(() => {
      const values = after === null ? [] : this.bound(table, table.key, after);
      const rows = this.reading(table, after !== null).all(...values, limit) as unknown[][];
      return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? String(value) : (value as Value))));
    });
  }

  async close(): Promise<void> {
    this.db.close();
  }

  /** The values to bind for these columns: digits become integers if the column holds integers. */
  protected bound(table: CopyTable, columns: readonly string[], row: CopiedRow): unknown[] {
    const whole = this.wholeNumbers(table);
    return row.map((value, index) => (value !== null && whole.has(columns[index]!) ? BigInt(value) : value));
  }

  protected tried<R>(run: () => R): R {
    try {
      return run();
    } catch (error) {
      throw storeError(error, this.name);
    }
  }

  private readonly whole = new Map<string, ReadonlySet<string>>();

  private wholeNumbers({ name }: CopyTable): ReadonlySet<string> {
    let columns = this.whole.get(name);
    if (!columns) {
      const made = this.db.pragma(`table_info(${name})`) as { name: string; type: string }[];
      columns = new Set(made.filter(({ type }) => type === 'INTEGER').map((column) => column.name));
      this.whole.set(name, columns);
    }
    return columns;
  }

  private reading({ name, columns, key }: CopyTable, goesOn: boolean): Database.Statement {
    const where = goesOn ? `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})` : '';
    const sql = `SELECT ${columns.join(', ')} FROM ${name} ${where} ORDER BY ${key.join(', ')} LIMIT ?`;
    const statement = this.reads.get(sql) ?? this.db.prepare(sql).raw().safeIntegers();
    this.reads.set(sql, statement);
    return statement;
  }
}

class SqliteSource extends SqliteSide implements CopySource {
  readonly lastEvent: number;
  private readonly version: unknown;

  constructor(db: Database.Database, name: string) {
    super(db, name);
    db.exec('BEGIN');
    this.lastEvent = (db.prepare('SELECT max(seq) FROM events').pluck().get() as number | null) ?? 0;
    this.version = this.dataVersion();
  }

  async changed(): Promise<boolean> {
    return this.tried(() => {
      this.db.exec('COMMIT');
      return this.dataVersion() !== this.version;
    });
  }

  /** Changes as soon as any other connection has committed. */
  private dataVersion(): unknown {
    return this.db.pragma('data_version', { simple: true });
  }
}

class SqliteTarget extends SqliteSide implements CopyTarget {
  readonly mark: string | null;
  /** The mark as this process left it. */
  private last: string | null;

  constructor(db: Database.Database, name: string) {
    super(db, name);
    this.last = this.mark = isUnfinished(db) ? (db.prepare('SELECT mark FROM copying').pluck().get() as string) : null;
  }

  async begin(source: string, mark: string): Promise<void> {
    const { db } = this;
    this.tried(() =>
      db.transaction(() => {
        empty(db);
        // The incoming keys have not been checked yet: the first process that opens the copy checks them.
        db.exec('UPDATE store SET key_version = 1');
        db.exec('DROP TABLE IF EXISTS copying; CREATE TABLE copying (source TEXT NOT NULL, mark TEXT NOT NULL) STRICT');
        db.prepare('INSERT INTO copying VALUES (?, ?)').run(source, mark);
        db.pragma(`application_id = ${COPYING_ID}`);
      })(),
    );
    this.last = mark;
    await this.letGo();
  }

  /** Returns to WAL mode. If a power cut loses a page, its mark is lost with it, so commits need not wait for the disk. */
  async letGo(): Promise<void> {
    const { db } = this;
    db.pragma('locking_mode = NORMAL');
    await patiently(() => db.pragma('journal_mode = WAL'));
    db.pragma('synchronous = NORMAL');
    // From its first read on, a connection prevents any other process from locking the file exclusively.
    await patiently(() => db.prepare('SELECT count(*) FROM copying').get());
  }

  async write(table: CopyTable, rows: readonly CopiedRow[], mark: string): Promise<void> {
    const { db } = this;
    const { name, columns } = table;
    this.tried(() => {
      const insert = db.prepare(
        `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      db.transaction(() => {
        const { changes } = db.prepare('UPDATE copying SET mark = ? WHERE mark = ?').run(mark, this.last);
        if (changes !== 1) throw new AskOnceError('store_busy', `Another process is copying into ${this.name}.`);
        for (const row of rows) insert.run(...this.bound(table, columns, row));
      }).immediate();
      this.last = mark;
    });
  }

  async finish(): Promise<void> {
    const { db } = this;
    this.tried(() => {
      const [broken] = db.pragma('foreign_key_check') as { table: string; parent: string }[];
      if (broken) {
        const text = `A row of ${broken.table} refers to a row of ${broken.parent} that is missing in the source.`;
        throw new AskOnceError('store_corrupt', `${text} Restore the source from a backup.`);
      }
      db.pragma('synchronous = FULL');
      db.transaction(() => {
        db.exec('DROP TABLE copying');
        db.pragma(`application_id = ${APPLICATION_ID}`);
      }).immediate();
    });
  }
}

/** The triggers that keep the audit trail from being deleted are lifted for a copy that was never complete. */
function empty(db: Database.Database): void {
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  for (const { name } of COPIED_TABLES) db.exec(`DELETE FROM ${name}`);
  for (const { sql } of triggers) db.exec(sql);
}
