/**
 * The whole cycle with the fewest rows that can hold it: one table of questions, a row inserted by the ask, updated by the answer, and read
 * when the job asks again. No audit trail, no cap, no items. Both databases, with the same settings as ours.
 */
import Database from 'better-sqlite3';
import { Pool } from 'pg';
import type { Raw } from './side-by-side.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS questions (id TEXT PRIMARY KEY, session TEXT NOT NULL, job TEXT NOT NULL, question TEXT NOT NULL,
  status TEXT NOT NULL, answer TEXT, at BIGINT NOT NULL)`;
const ONCE = 'CREATE UNIQUE INDEX IF NOT EXISTS once ON questions (session, question)';

type Params = readonly [string, string, string, string];
const COLUMNS = 'INSERT INTO questions (id, session, job, question, status, at) VALUES';
const QUESTION = 'Which title should the release notes have?';

/** A raw program whose halves can also be called one by one. */
export interface RawFewest extends Raw {
  /** Asks. Returns the id of the question. */
  readonly park: (n: number) => string | Promise<string>;
  /** Answers, and asks again. Returns the answer. */
  readonly resume: (n: number, id: string, answer: string) => string | Promise<string>;
  readonly close: () => void | Promise<void>;
}

function asked(n: number): Params {
  return [`q-0sk9s7pw${n.toString(32).padStart(6, '0')}`, `whole-${n}`, `job-${n}`, QUESTION];
}

/** A raw better-sqlite3 program. `many` puts 64 whole cycles into two transactions: the asks, then the answers. */
export function rawFewestSqlite(file: string): RawFewest {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(TABLE);
  db.exec(ONCE);
  const insert = db.prepare(`${COLUMNS} (?, ?, ?, ?, 'pending', ?)`);
  const settle = db.prepare(
    "UPDATE questions SET status = 'answered', answer = ?, at = ? WHERE id = ? AND status = 'pending'",
  );
  const read = db.prepare<[string, string], { answer: string }>(
    "SELECT answer FROM questions WHERE session = ? AND question = ? AND status = 'answered'",
  );
  let made = 0;
  const ask = db.transaction((group: readonly Params[]) => {
    for (const one of group) insert.run(...one, Date.now());
  }).immediate;
  const answer = db.transaction((group: readonly Params[]) => {
    for (const [id] of group) settle.run(`Notes ${id}`, Date.now(), id);
  }).immediate;
  const run = (count: number, size: number) => {
    const start = performance.now();
    for (let done = 0; done < count; done += size) {
      const group = Array.from({ length: size }, () => asked(made++));
      ask(group);
      answer(group);
      for (const [, session, , question] of group) if (!read.get(session, question)) throw new Error('no answer');
    }
    return count / ((performance.now() - start) / 1000);
  };
  return {
    one: (count) => run(count, 1),
    many: (count) => run(count, 64),
    park(n) {
      ask([asked(n)]);
      return asked(n)[0];
    },
    resume(n, id, text) {
      settle.run(text, Date.now(), id);
      return read.get(asked(n)[1], QUESTION)!.answer;
    },
    close: () => void db.close(),
  };
}

/** A raw `pg` program over up to 16 connections, each step one prepared statement. */
export async function rawFewestPostgres(url: string, schema: string): Promise<RawFewest> {
  const pool = new Pool({ connectionString: url, max: 16, options: `-c search_path=${schema}` });
  pool.on('error', () => {});
  for (const text of [`CREATE SCHEMA IF NOT EXISTS ${schema}`, TABLE, ONCE]) await pool.query(text);
  let made = 0;
  const park = async (n: number) => {
    await pool.query({
      name: 'ask',
      text: `${COLUMNS} ($1, $2, $3, $4, 'pending', $5)`,
      values: [...asked(n), Date.now()],
    });
    return asked(n)[0];
  };
  const resume = async (n: number, id: string, answer: string) => {
    await pool.query({
      name: 'answer',
      text: "UPDATE questions SET status = 'answered', answer = $1, at = $2 WHERE id = $3 AND status = 'pending'",
      values: [answer, Date.now(), id],
    });
    const text = "SELECT answer FROM questions WHERE session = $1 AND question = $2 AND status = 'answered'";
    const { rows } = await pool.query<{ answer: string }>({ name: 'read', text, values: [asked(n)[1], QUESTION] });
    if (rows.length !== 1) throw new Error('no answer');
    return rows[0]!.answer;
  };
  const run = async (count: number, inFlight: number) => {
    const start = performance.now();
    let left = count;
    const worker = async () => {
      while (left-- > 0) {
        const n = made++;
        const id = await park(n);
        await resume(n, id, `Notes ${id}`);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
    return count / ((performance.now() - start) / 1000);
  };
  return { one: (count) => run(count, 1), many: (count) => run(count, 64), park, resume, close: () => pool.end() };
}
