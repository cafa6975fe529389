/**
 * What AskOnce would be without its care: a program on the same tables that acknowledges before it commits, or looks first and
 * inserts later without an index to stop it. The storm's reckoning must find both out.
 */
import Database from 'better-sqlite3';
import type { Ack } from './storm-acks.ts';

const [file, , fault] = process.argv.slice(2) as [string, string, 'acknowledges-early' | 'looks-first'];
const db = new Database(file, { timeout: 10_000 });
let count = 0;

function acknowledge(ack: Ack): void {
  process.stdout.write(`${JSON.stringify(ack)}\n`);
}

const soon = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10));

/** Copies of the rows of the question that stands in the store already: whatever columns there are, they are filled rightly. */
const TABLES = ['clarifications', 'asks', 'ask_items', 'events'] as const;
for (const table of TABLES) db.exec(`CREATE TEMP TABLE new_${table} AS SELECT * FROM main.${table} LIMIT 1`);

/** A question with all the rows it needs, so that nothing but the fault itself breaks a rule. */
function park(key: string): string {
  count += 1;
  const id = `q-${process.pid}-${count}`;
  const ask = `a${id}`;
  db.prepare('UPDATE new_clarifications SET id = ?, ask_id = ?, question = ?, canonical_key = ?').run(
    id,
    ask,
    key,
    key,
  );
  db.prepare('UPDATE new_asks SET id = ?').run(ask);
  db.prepare('UPDATE new_ask_items SET ask_id = ?, clarification_id = ?, canonical_key = ?').run(ask, id, key);
  db.prepare(
    `UPDATE new_events SET seq = NULL, type = 'clarification.requested', ask_id = ?, clarification_id = ?`,
  ).run(ask, id);
  for (const table of TABLES) db.exec(`INSERT INTO main.${table} SELECT * FROM new_${table}`);
  return id;
}

function acknowledgeAsk(id: string, question: string): void {
  const item = { outcome: 'parked', id, question, type: 'FREE_TEXT' } as const;
  acknowledge({ did: 'ask', job: 'none', step: 0, ask: `a${id}`, items: [item] });
}

if (fault === 'looks-first') db.exec('DROP INDEX IF EXISTS clarifications_once');
acknowledge({ did: 'up' });
for (let n = 0; ; n += 1) {
  if (fault === 'acknowledges-early') {
    const key = `question ${process.pid} ${n}`;
    db.exec('BEGIN IMMEDIATE');
    acknowledgeAsk(park(key), key);
    // Other processes wait for the lock all this time: here the kill strikes.
    await soon();
    db.exec('COMMIT');
    await soon();
  } else {
    const key = `question ${n}`;
    if (db.prepare('SELECT 1 FROM clarifications WHERE canonical_key = ?').get(key)) continue;
    await soon();
    db.transaction(() => acknowledgeAsk(park(key), key)).immediate();
  }
}
