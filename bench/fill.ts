/**
 * Fills a store with many parked questions. A few are asked through the public API; the database multiplies their rows, each with ids, keys
 * and times of its own. Parking a million one by one would take minutes and measure nothing.
 */
import Database from 'better-sqlite3';
import pg from 'pg';
import { openAskOnce } from '../src/index.ts';
import { postgresAddress } from '../src/store/postgres/address.ts';
import { COLUMNS } from '../src/store/rows.ts';
import type { Where } from './child.ts';
import { QUESTION } from './cycles.ts';

/** How many questions are asked through the API, each in a session and a job of its own. */
const PATTERNS = 1_000;
/** Beside every ten parked questions, one that was answered, and was repeated. */
const ANSWERED = PATTERNS / 10;
const SPREAD_MS = 29 * 86_400_000;
/** Rounds per transaction: their events fit into the numbers that a PostgreSQL transaction has. */
const ROUNDS_AT_ONCE = 3;

const TABLES = ['jobs', 'asks', 'clarifications', 'ask_items', 'events'] as const;

const PATTERN_TABLES = TABLES.map((table) => `CREATE TEMP TABLE pattern_${table} AS SELECT * FROM ${table};`).join(
  '\n',
);

/** Parks `parked` questions, a multiple of 1,000, over the last 29 days. */
export async function fill(where: Where, parked: number): Promise<void> {
  await askPatterns(where);
  const rounds = parked / PATTERNS - 1;
  const database = where.db.startsWith('postgres') ? await postgres(where.db) : sqlite(where.db);
  for (let from = 1; from <= rounds; from += ROUNDS_AT_ONCE)
    await database.run(from, Math.min(rounds, from + ROUNDS_AT_ONCE - 1), rounds);
  await database.close();
}

async function askPatterns(where: Where): Promise<void> {
  const askonce = await openAskOnce(where);
  const jobOf = (n: number) => `jb0000-${n}`;
  const all = Array.from({ length: PATTERNS + ANSWERED }, (_, n) => n);
  const ask = (n: number) => askonce.session(`parked-${n}`).ask(QUESTION(n), { job: jobOf(n), wait: false });
  await Promise.all(all.slice(PATTERNS).map(ask));
  const { items } = await askonce.questions.list({ status: 'pending', limit: 1_000 });
  await Promise.all(items.map(({ id }) => askonce.questions.answer(id, 'YAML', { surface: 'bench' })));
  await Promise.all(all.slice(0, PATTERNS).map(ask));
  await Promise.all(all.slice(PATTERNS).map((n) => askonce.session(`parked-${n}`).ask(QUESTION(n), { wait: false })));
  await askonce.close();
}

interface Dialect {
  /** The number of a round with four digits. */
  readonly round: string;
  /** A relation `r (n)` with the rounds between two marks. */
  readonly rounds: string;
  readonly seq: string | null;
  /** How the driver writes the parameter at a position. */
  readonly mark: (place: number) => string;
}

/** The statement that copies a table's patterns, for the rounds $1 to $2 of $3. */
function copying(table: (typeof TABLES)[number], { round, rounds, seq, mark }: Dialect): string {
  const id = (column: string) => `substr(${column}, 1, 2) || ${round} || substr(${column}, 7)`;
  const key = (column: string, length: number) => `substr(${column}, 1, ${length - 5}) || 'x' || ${round}`;
  const time = (column: string) => `${column} - (${mark(3)} + 1 - r.n) * (${SPREAD_MS} / (${mark(3)} + 1))`;
  const other: Record<string, string> = {
    id: id('id'),
    ask_id: id('ask_id'),
    job_id: id('job_id'),
    clarification_id: id('clarification_id'),
    canonical_key: key('canonical_key', 32),
    question_hash: key('question_hash', 64),
    question: `question || ' (' || ${round} || ')'`,
    created_at: time('created_at'),
    updated_at: time('updated_at'),
    settled_at: time('settled_at'),
    taught_at: time('taught_at'),
    at: time('at'),
  };
  const columns = COLUMNS[table].split(' ');
  const values = columns.map((column) =>
    column === 'question' && table === 'ask_items' ? column : (other[column] ?? column),
  );
  const [into, from] =
    table === 'events' && seq !== null
      ? [
          ['seq', ...columns],
          [seq, ...values],
        ]
      : [columns, values];
  const order = table === 'events' ? 'ORDER BY r.n, seq' : '';
  return `INSERT INTO ${table} (${into.join(', ')}) SELECT ${from.join(', ')} FROM ${rounds} CROSS JOIN pattern_${table} ${order}`;
}

interface Multiplier {
  run(from: number, to: number, rounds: number): Promise<void> | void;
  close(): Promise<void> | void;
}

function sqlite(file: string): Multiplier {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -262144');
  db.exec(PATTERN_TABLES);
  const dialect: Dialect = {
    round: `printf('%04d', r.n)`,
    rounds: '(WITH RECURSIVE up (n) AS (SELECT $1 UNION ALL SELECT n + 1 FROM up WHERE n < $2) SELECT n FROM up) r',
    seq: null,
    mark: (place) => `$${place}`,
  };
  const statements = TABLES.map((table) => db.prepare(copying(table, dialect)));
  const all = db.transaction((...values: number[]) => {
    for (const statement of statements) statement.run(Object.fromEntries(values.map((value, at) => [at + 1, value])));
  });
  return { run: (...values) => void all(...values), close: () => void db.close() };
}

async function postgres(address: string): Promise<Multiplier> {
  const { connectionString, schema } = postgresAddress(address);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`SET search_path = "${schema}"; SET synchronous_commit = off`);
  await client.query(PATTERN_TABLES);
  const dialect: Dialect = {
    round: `lpad(r.n::text, 4, '0')`,
    rounds: 'generate_series($1::bigint, $2::bigint) r (n)',
    seq: `(SELECT first_seq + (pg_current_xact_id()::text::bigint - first_xid) * 16384 FROM store) + row_number() OVER (ORDER BY r.n, seq)`,
    mark: (place) => `$${place}::bigint`,
  };
  return {
    async run(...values) {
      await client.query('BEGIN');
      for (const table of TABLES) {
        const text = copying(table, dialect);
        await client.query(text, text.includes('$3') ? values : values.slice(0, 2));
      }
      await client.query('COMMIT');
    },
    async close() {
      await client.query('VACUUM ANALYZE');
      await client.end();
    },
  };
}
