/**
 * What AskOnce would be without its care: a program on the same tables that acknowledges before it commits, or looks first and
 * inserts later without an index to stop it. The storm's reckoning must find both out.
 */
import { flushCompileCache } from 'node:module';
import Database from 'better-sqlite3';
import { clientOf, isPostgres } from '../../support/raw-tables.ts';
import type { Ack } from './storm-acks.ts';

const [address, , fault] = process.argv.slice(2) as [string, string, 'acknowledges-early' | 'looks-first'];
let count = 0;

interface Tables {
  exec(sql: string): Promise<void>;
  finds(sql: string): Promise<boolean>;
  readonly begin: string;
  /** The number of a new event, of which each transaction writes one. */
  readonly seq: string;
}

function sqliteTables(): Tables {
  const db = new Database(address, { timeout: 10_000 });
  return {
    exec: async (sql) => void db.exec(sql),
    finds: async (sql) => db.prepare(sql).get() !== undefined,
    begin: 'BEGIN IMMEDIATE',
    seq: 'NULL',
  };
}

async function postgresTables(): Promise<Tables> {
  const client = clientOf(address);
  await client.connect();
  return {
    exec: async (sql) => void (await client.query(sql)),
    finds: async (sql) => (await client.query(sql)).rowCount !== 0,
    begin: 'BEGIN',
    seq: 'pg_current_xact_id()::text::bigint * 1000000',
  };
}

const tables = isPostgres(address) ? await postgresTables() : sqliteTables();

function acknowledge(ack: Ack): void {
  process.stdout.write(`${JSON.stringify(ack)}\n`);
}

const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * ms));

/** Copies of the rows of the question that stands in the store already: whatever columns there are, they are filled rightly. */
const COPIED = ['clarifications', 'asks', 'ask_items', 'events'] as const;
for (const table of COPIED) await tables.exec(`CREATE TEMP TABLE new_${table} AS SELECT * FROM ${table} LIMIT 1`);

/** A question with all the rows it needs, so that nothing but the fault itself breaks a rule. */
async function park(key: string): Promise<string> {
  count += 1;
  const id = `q-${process.pid}-${count}`;
  await tables.exec(`
    UPDATE new_clarifications SET id = '${id}', ask_id = 'a${id}', question = '${key}', canonical_key = '${key}';
    UPDATE new_asks SET id = 'a${id}';
    UPDATE new_ask_items SET ask_id = 'a${id}', clarification_id = '${id}', canonical_key = '${key}';
    UPDATE new_events SET seq = ${tables.seq}, type = 'clarification.requested', ask_id = 'a${id}', clarification_id = '${id}';
    ${COPIED.map((table) => `INSERT INTO ${table} SELECT * FROM new_${table};`).join('\n')}`);
  return id;
}

function acknowledgeAsk(id: string, question: string): void {
  const item = { outcome: 'parked', id, question, type: 'FREE_TEXT' } as const;
  acknowledge({ did: 'ask', job: 'none', step: 0, ask: `a${id}`, items: [item] });
}

if (fault === 'looks-first') await tables.exec('DROP INDEX IF EXISTS clarifications_once');
flushCompileCache();
acknowledge({ did: 'up' });
for (let n = 0; ; n += 1) {
  const key = `question ${fault === 'looks-first' ? '' : process.pid} ${n}`;
  if (fault === 'looks-first') {
    if (await tables.finds(`SELECT 1 FROM clarifications WHERE canonical_key = '${key}'`)) continue;
    await soon(10);
  }
  await tables.exec(tables.begin);
  const id = await park(key);
  if (fault === 'acknowledges-early') {
    acknowledgeAsk(id, key);
    // Here the kill strikes. In SQLite the other processes wait for the lock all this time.
    await soon(10);
  }
  await tables.exec('COMMIT');
  if (fault === 'looks-first') acknowledgeAsk(id, key);
}
