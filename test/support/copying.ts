/** Stores to copy from and into, filled with every kind of row there is, and read without any of the code that copies. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { type AskOnce, openAskOnce } from '../../src/index.ts';
import { type CopyNews, type CopyReport, type CopySource, copy } from '../../src/store/copy/copy.ts';
import { openPostgresSource, openPostgresTarget } from '../../src/store/copy/postgres.ts';
import { openSqliteSource, openSqliteTarget } from '../../src/store/copy/sqlite.ts';
import { copyStore } from '../../src/store/copy/store.ts';
import { COLUMNS } from '../../src/store/rows.ts';
import { DAY, FakeClock } from '../../src/testing/fake-clock.ts';
import { fillAccess } from './copying-access.ts';
import { fillJobs } from './copying-jobs.ts';
import { askOf, only, parkedId } from './open.ts';
import { postgres, type Row } from './stores.ts';

export type Kind = 'SQLite' | 'PostgreSQL';

export const DIRECTIONS: readonly (readonly [Kind, Kind])[] = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
  ['SQLite', 'SQLite'],
  ['PostgreSQL', 'PostgreSQL'],
];

/** Somewhere a store may be. Nothing is there yet. */
export interface Place {
  readonly kind: Kind;
  readonly db: string;
  /** One statement behind everybody's back. */
  readonly sql: (statement: string) => Promise<Row[]>;
}

export async function newPlace(kind: Kind): Promise<Place> {
  if (kind === 'PostgreSQL') {
    const store = await postgres.make('');
    onTestFinished(() => store.close());
    return { kind, db: store.where.db!, sql: (statement) => store.sql(statement) };
  }
  const db = join(newFolder(), 'askonce.db');
  return {
    kind,
    db,
    // Opened for each statement: who holds a file open keeps a copy out of it.
    async sql(statement) {
      const file = new Database(db, { timeout: 5000 });
      try {
        const prepared = file.prepare(statement);
        return prepared.reader ? (prepared.all() as Row[]) : [{ changes: prepared.run().changes }];
      } finally {
        file.close();
      }
    },
  };
}

export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-copy-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const PROJECT = tmpdir();
/** Where the stores of these tests begin, and where those who go on with them are. */
const START = Date.UTC(2027, 0, 1);
const NOW = START + 3 * DAY;

/** AskOnce on a store, at the time the tests have reached. */
export async function workIn(
  { db }: Pick<Place, 'db'>,
  clock = new FakeClock(NOW),
  project = PROJECT,
): Promise<AskOnce> {
  const askonce = await openAskOnce({ db, project, clock, by: 'Ada' });
  onTestFinished(() => askonce.close());
  return askonce;
}

export const WORDS = 'Ünïcödé 日本語 😀 e\u0301 "quotes" \\back\\ {braces,} NULL \'\' $1 ? \n\tnew\u00a0line';

/** A place with a store in it. */
export async function filled(kind: Kind, fills: (place: Place) => Promise<void> = fill): Promise<Place> {
  const place = await newPlace(kind);
  await fills(place);
  return place;
}

export function copied(from: Place, to: Place, tell: (news: CopyNews) => void = () => {}): Promise<CopyReport> {
  return copyStore(from.db, to.db, { tell });
}

/** A copy that waits half-way until something else is done; with what became of that. */
export async function copiedWhile<R>(
  from: Place,
  to: Place,
  act: () => Promise<R>,
): Promise<{ report: CopyReport; result: R }> {
  const source = await (from.kind === 'SQLite' ? openSqliteSource : openPostgresSource)(from.db);
  const target = await (to.kind === 'SQLite' ? openSqliteTarget : openPostgresTarget)(to.db);
  let acting: Promise<R> | undefined;
  const slow: CopySource = {
    name: source.name,
    lastEvent: source.lastEvent,
    count: (table) => source.count(table),
    changed: () => source.changed(),
    close: () => source.close(),
    async read(table, after, limit) {
      if (table.name === 'asks') await acting;
      return source.read(table, after, limit);
    },
  };
  const tell = ({ news }: CopyNews) => {
    if (news === 'copying') acting ??= act();
  };
  try {
    const report = await copy(slow, target, { tell });
    return { report, result: await acting! };
  } finally {
    await target.close();
    await source.close();
  }
}

/** The copying, given up after some of its pages, as by Ctrl-C. */
export async function givenUp(from: Place, to: Place, pages: number): Promise<void> {
  const controller = new AbortController();
  let told = 0;
  const tell = ({ news }: CopyNews) => {
    if (news === 'copying') told += 1;
    if (told > pages) controller.abort(new Error('given up'));
  };
  await expect(copyStore(from.db, to.db, { tell, signal: controller.signal })).rejects.toThrow('given up');
}

/** All that a run tells, in order, and what it ends with. */
export async function newsOf(from: Place, to: Place): Promise<{ news: CopyNews['news'][]; report: CopyReport }> {
  const news: CopyNews['news'][] = [];
  const report = await copied(from, to, (told) => news.push(told.news));
  return { news, report };
}

/** One of everything. */
export async function fill({ db }: Place): Promise<void> {
  const clock = new FakeClock(START);
  const askonce = await workIn({ db }, clock);
  const plain = { wait: false } as const;

  const elsewhere = await workIn({ db }, clock, '/elsewhere');
  await elsewhere.session('open').ask('Which planet?', { ...plain, job: 'its-own' });
  await elsewhere.close();

  const open = askonce.session('open');
  await open.observe('please use tabs');
  parkedId(await open.ask({ question: 'Which colour?', options: ['red', 'blue'], context: WORDS }, plain));
  const size = parkedId(
    await open.ask({ question: WORDS.replaceAll(/\s+/g, ' '), subject: WORDS.slice(0, 20) }, plain),
  );
  await askonce.questions.answer(size, WORDS);
  await open.ask({ question: 'Should I use TypeScript strict mode?', type: 'CONFIRM' }, plain);
  await open.ask(
    { question: 'Tabs or spaces?', options: ['tabs', 'spaces'] },
    { ...plain, userMessage: 'please use tabs' },
  );
  await open.ask([{ question: 'Which colour?', options: ['red', 'blue'] }, { question: 'Which shape?' }], plain);
  await askonce.questions.decline(parkedId(await open.ask('Which taste?', plain)), WORDS);
  await askonce.questions.cancel(
    { ask: askOf(await open.ask('Which weight?', plain)) },
    { because: 'no longer needed' },
  );

  // A chain: answered, taken back, asked anew, rejected, asked anew.
  const first = parkedId(await open.ask('Which name?', plain));
  await askonce.questions.answer(first, 'Bob');
  await askonce.questions.revoke(first, 'that was the cat');
  const second = parkedId(await open.ask('Which name?', plain));
  await askonce.questions.answer(second, 'Tom');
  await open.ask('Which name?', { ...plain, rejects: second, because: 'also a cat' });
  const format = { question: 'Which format?', options: ['YAML', 'JSON'] };
  await askonce.questions.answer(parkedId(await open.ask(format, plain)), 'YAML');
  await open.ask({ ...format, options: ['TOML', 'INI'] }, plain);

  const jobs = askonce.session('jobs', { policy: 'job', asker: 'builder', language: 'ja' });
  await askonce.questions.answer(
    parkedId(await jobs.ask('Which database?', { ...plain, job: 'build-7' })),
    'PostgreSQL',
  );
  await jobs.ask('Which region?', { ...plain, job: 'build-7' });
  await jobs.ask('Which database?', { ...plain, job: 'build-8' });
  parkedId(await jobs.ask('Which port?', { ...plain, job: 'build-9' }));
  const pm = askonce.session('pm', { policy: 'orchestrator', asker: 'pm' });
  await askonce.questions.answer(parkedId(await pm.ask('Which database?', plain)), 'SQLite');
  await pm.ask('Which region?', { ...plain, fallback: 'Choose yourself.' });

  const danger = askonce.session('danger');
  const drop = { question: 'May I drop the table users?', type: 'CONFIRM', subject: 'users' } as const;
  await askonce.questions.answer(parkedId(await danger.ask(drop, plain)), 'yes');
  parkedId(await danger.ask({ ...drop, subject: 'orders' }, plain));

  const late = askonce.session('late');
  await late.ask('Which day?', { ...plain, timeout: '1h', onTimeout: 'fail' });
  await late.ask({ question: 'Which hour?', default: 'noon' }, { ...plain, timeout: '1h', onTimeout: 'default' });
  await late.ask('Which year?', { ...plain, timeout: '1h', onTimeout: 'fallback', job: 'late-1' });
  clock.advance(DAY);
  await askonce.questions.list({ status: 'pending' });
  parkedId(await late.ask('Which week?', { ...plain, timeout: '9d', onTimeout: 'fail' }));

  await askonce.preferences.set('Which test runner should I use?', 'vitest');
  await askonce.preferences.set('Which linter should I use?', 'biome');
  await askonce.preferences.forget('Which linter should I use?');
  await askonce.session('assuming').assume({ decision: 'Dates are in UTC', confidence: 0.25, risk: 'a day off' });
  await askonce.session('assuming').assume({ decision: '日付はUTC' });
  for (const name of ['l1', 'l2', 'l3', 'l4']) {
    const item = only(await askonce.session(name).ask('Which editor should I use?', plain));
    if (item.outcome === 'parked') await askonce.questions.answer(item.id, 'vim');
  }
  await askonce.close();
  await fillJobs(db, WORDS);
  await fillAccess(db, WORDS);
}

/** What the library never writes, and a store may hold all the same. */
export async function fillBehindItsBack({ sql }: Place): Promise<void> {
  await sql(`UPDATE preferences SET updated_at = 9007199254740993 WHERE answer = 'vitest'`);
  await sql(`UPDATE workers SET lease_until = 9007199254740995 WHERE id = 'w-here'`);
  await sql(`UPDATE clarifications SET confidence = 0.1 WHERE answer = 'PostgreSQL'`);
  await sql(`UPDATE clarifications SET confidence = 0.30000000000000004 WHERE answer = 'SQLite'`);
  await sql(`UPDATE clarifications SET because = '' WHERE answer = 'SQLite'`);
  // One that stands in for another with a later id, as two machines with different clocks make them.
  const columns = COLUMNS.clarifications.split(' ');
  for (const [id, succeeds] of [
    ['q-zzzzzzzzzzzzzz', 'NULL'],
    ['q-00000000000000', "'q-zzzzzzzzzzzzzz'"],
  ] as const) {
    const own: Record<string, string> = { id: `'${id}'`, succeeds, status: "'revoked'", live: '0', taught_at: 'NULL' };
    const values = columns.map((name) => own[name] ?? name).join(', ');
    await sql(
      `INSERT INTO clarifications (${columns.join(', ')}) SELECT ${values} FROM clarifications WHERE answer = 'SQLite' LIMIT 1`,
    );
  }
}

/** Many questions of the same kind, so that a copy takes many pages. */
export async function fillWithMany({ db }: Place, count: number): Promise<void> {
  const askonce = await workIn({ db }, new FakeClock(START));
  for (let from = 0; from < count; from += 250) {
    const numbers = Array.from({ length: Math.min(250, count - from) }, (_, index) => from + index);
    const ids = await Promise.all(
      numbers.map(async (n) =>
        parkedId(await askonce.session(`s${n % 100}`).ask(`Which colour has part ${n}?`, { wait: false })),
      ),
    );
    await Promise.all(ids.slice(0, -10).map((id, n) => askonce.questions.answer(id, `colour ${n} ${WORDS}`)));
  }
  await askonce.close();
}

const WHOLE =
  /^(seq|n|at|.*_at|.*_until|deadline|position|ask_number|cap|times|live|destructive|rejected|heard_spent)$/;

/** Who tells a webhook now is nobody's in a copy. */
const NOT_COPIED = /^(holder|held_until)$/;

/** Everything a store holds, as the database itself says it, but for what no copy has. */
export async function everythingIn({ sql }: Place): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {};
  for (const [table, text] of Object.entries(COLUMNS)) {
    const columns = [...(table === 'events' ? ['seq'] : []), ...text.split(' ')].filter(
      (name) => !NOT_COPIED.test(name),
    );
    const read = columns.map((name) => (WHOLE.test(name) ? `CAST(${name} AS TEXT) AS ${name}` : name)).join(', ');
    const rows = await sql(`SELECT ${read} FROM ${table}`);
    const sorted = rows.map((row) => JSON.stringify(columns.map((name) => row[name]))).toSorted();
    tables[table] = sorted.map((row) => JSON.parse(row));
  }
  return tables;
}
