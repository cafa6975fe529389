/**
 * Brings what one store holds into another that is in use, in one transaction: sessions, jobs, questions, answers, preferences and the audit
 * trail. Projects get the numbers that they have in the target. Tokens, keys and webhooks stay behind: they gave access to the old store.
 * The source is then set aside under another name, so that what is kept under the old one later is all new, and can be brought as well.
 */
import { existsSync, renameSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { AskOnceError } from '../../core/model/errors.ts';
import { nameOf } from '../../core/model/scoped-id.ts';
import { COLUMNS } from '../rows.ts';
import { storeError } from './errors.ts';
import { holdAlone } from './hold-alone.ts';
import { mustBeOurs, openSqliteFile, patiently } from './store.ts';

export interface Brought {
  readonly sessions: number;
  readonly questions: number;
  readonly events: number;
  readonly preferences: number;
  /** The name that the source has from now on. */
  readonly keptAs: string;
}

/** In the order in which they refer to each other. */
const TABLES = [
  ...(['sessions', 'jobs', 'job_results', 'job_log', 'clarifications', 'asks'] as const),
  ...(['ask_items', 'assumptions', 'preferences', 'events'] as const),
];
/** Columns that hold the id of a session or a job. */
const SESSIONS: Readonly<Record<string, string>> = { sessions: 'id' };
const JOBS: Readonly<Record<string, string>> = { jobs: 'id' };

/** Both files are of the current schema. Other processes may use the target meanwhile. Throws `store_busy` if one has the source open. */
export async function bring(from: string, into: string): Promise<Brought> {
  const db = await openSqliteFile(into, mustBeOurs, (opened) => opened);
  try {
    db.prepare('ATTACH ? AS old').run(from);
    await holdAlone(db, from, 'old');
    const brought = await patiently(() => db.transaction(() => (isBrought(db) ? NOTHING : bringAll(db))).immediate());
    return { ...brought, keptAs: setAside(db, from) };
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') throw storeError(error, into);
    const text = `Some of what ${from} holds is already in ${into}. Nothing was changed.`;
    throw new AskOnceError('store_not_empty', text, {}, error);
  } finally {
    db.close();
  }
}

const NOTHING = { sessions: 0, questions: 0, events: 0, preferences: 0 };

/** Whether an earlier run was ended before it set the source aside. */
function isBrought(db: Database.Database): boolean {
  const newest = 'SELECT max(id) FROM old.clarifications';
  return db.prepare(`SELECT 1 FROM main.clarifications WHERE id = (${newest})`).get() !== undefined;
}

/** While it is still held alone: a process that waits to open it notices that it is gone. */
function setAside(db: Database.Database, file: string): string {
  let name = `${file}.brought`;
  for (let n = 2; existsSync(name); n += 1) name = `${file}.brought-${n}`;
  // Windows renames no open file.
  if (process.platform === 'win32') db.close();
  renameSync(file, name);
  return name;
}

function bringAll(db: Database.Database): Omit<Brought, 'keptAs'> {
  // Rows of one table refer to each other.
  db.pragma('defer_foreign_keys = ON');
  const numbers = numberProjects(db);
  const moved = (table: 'sessions' | 'jobs') => {
    const taken = db.prepare(`SELECT 1 FROM main.${table} WHERE id = ?`);
    const ids = db.prepare(`SELECT id FROM old.${table}`).pluck().all() as string[];
    const names = new Map(
      ids.map((id): [string, string] => {
        const number = numbers.get(id.includes(' ') ? Number(id.slice(id.lastIndexOf(' ') + 1)) : 0) ?? 0;
        const stored = (name: string) => (number === 0 ? name : `${name} ${number}`);
        // The project may have a session of this name in the target too; the two stay apart.
        let name = nameOf(id);
        while (taken.get(stored(name))) name += '.old';
        return [id, stored(name)];
      }),
    );
    // A job that is only a name, as in a cap, is in no table.
    return (id: unknown): unknown => (typeof id === 'string' ? (names.get(id) ?? id) : id);
  };
  db.function('moved_session', { deterministic: true }, moved('sessions'));
  db.function('moved_job', { deterministic: true }, moved('jobs'));
  const counts = new Map<string, number>();
  for (const table of TABLES) {
    const columns = COLUMNS[table].split(' ');
    // What the person has set or taught in the target is newer.
    const ignore = table === 'preferences' ? 'OR IGNORE ' : '';
    const order = table === 'events' ? ' ORDER BY seq' : '';
    const sql = `INSERT ${ignore}INTO main.${table} (${columns.join(', ')}) SELECT ${columns
      .map((column) => movedValue(table, column))
      .join(', ')} FROM old.${table}${order}`;
    counts.set(table, db.prepare(sql).run().changes);
  }
  const count = (table: (typeof TABLES)[number]) => counts.get(table)!;
  return {
    sessions: count('sessions'),
    questions: count('clarifications'),
    events: count('events'),
    preferences: count('preferences'),
  };
}

function movedValue(table: string, column: string): string {
  if (column === 'session_id' || SESSIONS[table] === column) return `moved_session(${column})`;
  if (column === 'job_id' || JOBS[table] === column) return `moved_job(${column})`;
  // Nothing of the old store runs here, and its tokens are not known.
  if (column === 'token_id' || column === 'owner') return 'NULL';
  if (column !== 'cap_scope') return column;
  // A list of what the cap counts in and its id: ["job", "build"].
  const id = `cap_scope ->> 1`;
  const named = `CASE cap_scope ->> 0 WHEN 'job' THEN moved_job(${id}) ELSE moved_session(${id}) END`;
  return `CASE WHEN cap_scope IS NULL THEN NULL ELSE json_set(cap_scope, '$[1]', ${named}) END`;
}

/** The number of each project of the source in the target. */
function numberProjects(db: Database.Database): ReadonlyMap<number, number> {
  const all = db.prepare('SELECT number, project FROM old.projects ORDER BY number').all() as {
    number: number;
    project: string;
  }[];
  db.exec(`INSERT INTO main.projects (number, project)
    SELECT (SELECT coalesce(max(number), -1) FROM main.projects) + row_number() OVER (ORDER BY number), project
    FROM old.projects o WHERE NOT EXISTS (SELECT 1 FROM main.projects p WHERE p.project = o.project)`);
  const find = db.prepare('SELECT number FROM main.projects WHERE project = ?').pluck();
  return new Map(all.map(({ number, project }) => [number, find.get(project) as number]));
}
