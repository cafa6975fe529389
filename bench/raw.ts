/**
 * The baseline: a raw better-sqlite3 program that writes the same rows as one cycle of ours (ask and park, then answer), with prepared
 * statements and the same settings, and does nothing else. Hashes and ids are made in advance.
 */

import Database from 'better-sqlite3';
import { SQLITE_MIGRATIONS } from '../src/store/migrations/sqlite.ts';
import { runSteps } from '../src/store/sqlite/schema.ts';
import { type RawRow, rawRows, SESSIONS } from './raw-rows.ts';

export interface RawStore {
  /** Cycles per second, one at a time: each ask and each answer is durable by itself. */
  oneAtATime(count: number): number;
  /** Cycles per second with `size` whole cycles in one transaction. */
  grouped(count: number, size: number): number;
  close(): void;
}

export function openRaw(file: string): RawStore {
  const db = new Database(file);
  db.pragma('page_size = 2048');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('cache_size = -16384');
  runSteps(db, SQLITE_MIGRATIONS);
  const now = Date.now();
  /** Columns added by later migrations come last, and a raw program leaves them out. */
  const into = (table: string, count: number): string => {
    const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).slice(0, count);
    return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${marks(count)})`;
  };
  const session = db.prepare(into('sessions', 10));
  for (let s = 0; s < SESSIONS; s += 1) {
    session.run(`bench-${s}`, '/p', '{"name":"interactive","cap":null}', 'agent', null, null, null, null, 0, now);
  }
  const insert = {
    clarification: db.prepare(into('clarifications', 27)),
    ask: db.prepare(into('asks', 11)),
    item: db.prepare(into('ask_items', 17)),
    event: db.prepare(
      `INSERT INTO events (at, type, session_id, job_id, ask_id, clarification_id, data) VALUES (${marks(7)})`,
    ),
    preference: db.prepare(`${into('preferences', 9)} ON CONFLICT DO UPDATE SET times = times + 1`),
  };
  const settleClarification = db.prepare(
    `UPDATE clarifications SET status = 'answered', answer = ?, source = 'user', evidence = ?, confidence = 1, surface = ?,
       settled_at = ? WHERE id = ? AND status = 'pending'`,
  );
  const settleItem = db.prepare(
    `UPDATE ask_items SET outcome = 'answered' WHERE clarification_id = ? AND outcome = 'parked'`,
  );

  const ask = ({ session, id, ask, question, hash, key }: RawRow) => {
    insert.ask.run(ask, session, null, 'agent', null, null, null, null, 'wait', null, now);
    const details = '{"options":[{"label":"YAML"},{"label":"JSON"}]}';
    const blank = [null, null, null, null, null, null, null, null, null, 0];
    insert.clarification.run(
      ...[
        id,
        session,
        '/p',
        ask,
        null,
        question,
        'SELECT_ONE',
        hash,
        key,
        '',
        0,
        details,
        'pending',
        1,
        ...blank,
        now,
        null,
        null,
      ],
    );
    const data = JSON.stringify({ question, type: 'SELECT_ONE' });
    insert.event.run(now, 'clarification.requested', session, null, ask, id, data);
    const settled = [null, null, null, null, null];
    insert.item.run(...[ask, 0, session, null, id, null, 'SELECT_ONE', key, '', null, null, 'parked', ...settled]);
  };
  const answer = ({ session, id, question, key }: RawRow) => {
    settleClarification.run('YAML', 'the person answered “YAML” (bench)', 'bench', now, id);
    settleItem.run(id);
    const data = '{"answer":"YAML","evidence":"the person answered “YAML” (bench)","by":null,"surface":"bench"}';
    insert.event.run(now, 'clarification.answered', session, null, null, id, data);
    insert.preference.run('/p', key, '', 'SELECT_ONE', question, 'YAML', 1, 'learnt', now);
  };
  const askOne = db.transaction(ask).immediate;
  const answerOne = db.transaction(answer).immediate;
  const group = db.transaction((rows: readonly RawRow[]) => {
    for (const row of rows) ask(row);
    for (const row of rows) answer(row);
  }).immediate;

  const rows = rawRows();
  return {
    oneAtATime(count) {
      const all = rows(count);
      return perSecond(count, () => {
        for (const row of all) {
          askOne(row);
          answerOne(row);
        }
      });
    },
    grouped(count, size) {
      const groups = Array.from({ length: Math.ceil(count / size) }, () => rows(size));
      return perSecond(count, () => {
        for (const rows of groups) group(rows);
      });
    },
    close: () => db.close(),
  };
}

function perSecond(count: number, run: () => void): number {
  const start = performance.now();
  run();
  return count / ((performance.now() - start) / 1000);
}

function marks(count: number): string {
  return Array(count).fill('?').join(', ');
}
