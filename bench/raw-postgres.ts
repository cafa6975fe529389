/**
 * The baseline for the shared store: a raw `pg` program that writes the same rows as one cycle of ours, each half as one prepared statement
 * over up to 16 connections, and does nothing else. Hashes and ids are made in advance.
 */
import { Pool } from 'pg';
import { POSTGRES_MIGRATIONS, STORE_TABLE } from '../src/store/migrations/postgres.ts';
import { type RawRow, rawRows, SESSIONS } from './raw-rows.ts';

export interface RawPostgres {
  /** Cycles per second with this many in flight. */
  cycles(count: number, inFlight: number): Promise<number>;
  close(): Promise<void>;
}

const CONNECTIONS = 16;

const ASK = `
  WITH c AS (INSERT INTO clarifications (id, session_id, project, ask_id, question, type, question_hash, canonical_key, subject,
      destructive, details, status, live, created_at)
    VALUES ($1, $2, '/p', $3, $4, 'SELECT_ONE', $5, $6, '', 0, $7, 'pending', 1, $8)),
  a AS (INSERT INTO asks (id, session_id, asker, on_timeout, created_at) VALUES ($3, $2, 'agent', 'wait', $8)),
  i AS (INSERT INTO ask_items (ask_id, position, session_id, clarification_id, type, canonical_key, subject, outcome)
    VALUES ($3, 0, $2, $1, 'SELECT_ONE', $6, '', 'parked'))
  INSERT INTO events (seq, at, type, session_id, ask_id, clarification_id, data)
    VALUES (nextval('raw_seq'), $8, 'clarification.requested', $2, $3, $1, $9)`;

const ANSWER = `
  WITH c AS (UPDATE clarifications SET status = 'answered', answer = 'YAML', source = 'user', evidence = $3, confidence = 1,
      surface = 'bench', settled_at = $4 WHERE id = $1 AND status = 'pending'),
  i AS (UPDATE ask_items SET outcome = 'answered' WHERE clarification_id = $1 AND outcome = 'parked'),
  p AS (INSERT INTO preferences VALUES ('/p', $5, '', 'SELECT_ONE', $6, 'YAML', 1, 'learnt', $4)
    ON CONFLICT (project, canonical_key, subject) DO UPDATE SET times = preferences.times + 1)
  INSERT INTO events (seq, at, type, session_id, clarification_id, data)
    VALUES (nextval('raw_seq'), $4, 'clarification.answered', $2, $1, $7)`;

export async function openRawPostgres(url: string, schema: string): Promise<RawPostgres> {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS, options: `-c search_path=${schema}` });
  pool.on('error', () => {});
  await pool.query(`CREATE SCHEMA ${schema}`);
  for (const step of [STORE_TABLE, ...POSTGRES_MIGRATIONS]) await pool.query(step);
  await pool.query('CREATE SEQUENCE raw_seq');
  const now = Date.now();
  const policy = '{"name":"interactive","cap":null}';
  for (let s = 0; s < SESSIONS; s += 1) {
    await pool.query('INSERT INTO sessions (id, project, policy, asker, created_at) VALUES ($1, $2, $3, $4, $5)', [
      `bench-${s}`,
      '/p',
      policy,
      'agent',
      now,
    ]);
  }
  const details = '{"options":[{"label":"YAML"},{"label":"JSON"}]}';
  const evidence = 'the person answered “YAML” (bench)';
  const told = JSON.stringify({ answer: 'YAML', evidence, by: null, surface: 'bench' });
  const cycle = async ({ session, id, ask, question, hash, key }: RawRow) => {
    const asked = JSON.stringify({ question, type: 'SELECT_ONE' });
    await pool.query({
      name: 'ask',
      text: ASK,
      values: [id, session, ask, question, hash, key, details, now, asked],
    });
    await pool.query({ name: 'answer', text: ANSWER, values: [id, session, evidence, now, key, question, told] });
  };
  const rows = rawRows();
  return {
    async cycles(count, inFlight) {
      const all = rows(count);
      const start = performance.now();
      let next = 0;
      const worker = async () => {
        while (next < count) await cycle(all[next++]!);
      };
      await Promise.all(Array.from({ length: inFlight }, worker));
      return count / ((performance.now() - start) / 1000);
    },
    close: () => pool.end(),
  };
}
