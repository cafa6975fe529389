/**
 * Copies a whole store into another; works with any two stores. Reads the source twice and the copy once.
 *
 * 1. The source is read in one snapshot, and a checksum is made of every table. It is stored in the copy with the current position, so that
 *    a later run can tell whether the source is still the same. If not, the copy starts over.
 * 2. Rows are copied in pages, each in one transaction with the new position. So a run may be killed at any moment.
 * 3. The copy is read back and compared with the checksums of step 1. Only then is it open for use.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AskOnceError } from '../../core/model/errors.ts';
import { COLUMNS } from '../rows.ts';

/** Integers as strings of digits, so that no precision is lost; other numbers as numbers. The same in every store. */
export type Value = string | number | null;
export type CopiedRow = readonly Value[];

export interface CopyTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Rows are read in the order of this key, compared byte by byte. */
  readonly key: readonly string[];
}

const table = (name: keyof typeof COLUMNS, ...key: string[]): CopyTable => ({
  name,
  columns: COLUMNS[name].split(' '),
  key,
});

/** Everything a store keeps. Referenced tables come before the tables that refer to them, as far as possible. */
export const COPIED_TABLES: readonly CopyTable[] = [
  table('projects', 'number'),
  table('sessions', 'id'),
  table('jobs', 'id'),
  table('workers', 'id'),
  table('job_results', 'job_id', 'key'),
  table('job_log', 'job_id', 'n'),
  table('clarifications', 'id'),
  table('asks', 'id'),
  table('ask_items', 'ask_id', 'position'),
  table('assumptions', 'id'),
  table('preferences', 'project', 'canonical_key', 'subject'),
  table('tokens', 'id'),
  table('secrets', 'name'),
  // Without the holder: nothing delivers from the copy yet. Events keep their numbers, so `seq` means the same event there.
  { name: 'webhooks', columns: COLUMNS.webhooks.replace(' holder held_until', '').split(' '), key: ['id'] },
  { name: 'channels', columns: COLUMNS.channels.replace(' holder held_until', '').split(' '), key: ['id'] },
  table('channel_messages', 'channel_id', 'clarification_id'),
  { name: 'events', columns: ['seq', ...COLUMNS.events.split(' ')], key: ['seq'] },
];

/** The tables of an unused store are empty. It may know the projects that have opened it. */
export const USED_TABLES = COPIED_TABLES.filter(({ name }) => name !== 'projects');

/** What both sides of a copy can do. */
export interface CopySide {
  /** The address without its password, for messages. */
  readonly name: string;
  count(table: CopyTable): Promise<number>;
  /** At most `limit` rows after a key, in order; from the first row if null. */
  read(table: CopyTable, after: CopiedRow | null, limit: number): Promise<CopiedRow[]>;
  close(): Promise<void>;
}

/** One unchanging snapshot of a store. */
export interface CopySource extends CopySide {
  /** The number of the last event in it; 0 if there is none. */
  readonly lastEvent: number;
  /** Releases the snapshot and returns whether anything was written since it was taken. */
  changed(): Promise<boolean>;
}

/** A store that was empty, or that holds an unfinished copy. No other process copies into it. */
export interface CopyTarget extends CopySide {
  /** The mark of the last finished page of an unfinished copy; null if there was none. */
  readonly mark: string | null;
  /** Empties the store and closes it for use from now on. */
  begin(source: string, mark: string): Promise<void>;
  /** All or nothing. */
  write(table: CopyTable, rows: readonly CopiedRow[], mark: string): Promise<void>;
  /** Checks the references between rows, and opens the store for use. */
  finish(): Promise<void>;
}

/** The contents of a table: its number of rows, and the SHA-256 of all columns of all rows in the order of the key. */
export interface TableFacts {
  readonly rows: number;
  readonly checksum: string;
}

export interface CopiedTable {
  readonly table: string;
  readonly source: TableFacts;
  readonly copy: TableFacts;
  readonly same: boolean;
}

export interface CopyReport {
  readonly from: string;
  readonly to: string;
  /** Both sides hold the same, and the copy is open for use. */
  readonly complete: boolean;
  readonly tables: readonly CopiedTable[];
  readonly rows: number;
  /** The number of the last event that was copied; 0 if there is none. */
  readonly lastEvent: number;
  /** The source was written to in the meantime: events after `lastEvent` are not in the copy. */
  readonly sourceChanged: boolean;
}

/** Progress reports of a running copy. */
export type CopyNews =
  | { readonly news: 'resumed'; readonly done: number; readonly total: number }
  | { readonly news: 'begun anew' }
  | {
      readonly news: 'reading' | 'copying' | 'checking';
      readonly table: string;
      readonly done: number;
      readonly total: number;
    };

export interface CopyOptions {
  readonly tell: (news: CopyNews) => void;
  readonly signal?: AbortSignal;
}

/** The position a copy has reached. Tables before this one are complete; tables after it have not been started. */
interface Mark {
  readonly source: string;
  readonly facts: Readonly<Record<string, TableFacts>>;
  readonly table: string;
  readonly after: CopiedRow | null;
  readonly done: number;
}

const PAGE_ROWS = 1_000;
/** Rows may hold whole documents; a page of such rows has fewer of them. */
const PAGE_CHARACTERS = 4_000_000;

export async function copy(source: CopySource, target: CopyTarget, options: CopyOptions): Promise<CopyReport> {
  const facts = await factsOf(source, 'reading', options);
  let mark = await whereToBegin(source, target, facts, options);
  for (const table of COPIED_TABLES.slice(COPIED_TABLES.findIndex(({ name }) => name === mark.table))) {
    if (mark.table !== table.name) mark = { ...mark, table: table.name, after: null, done: 0 };
    const told = { news: 'copying', table: table.name, total: facts[table.name]!.rows } as const;
    options.tell({ ...told, done: mark.done });
    for await (const rows of pagesOf(source, table, mark.after, options.signal)) {
      mark = { ...mark, after: keyOf(table, rows.at(-1)!), done: mark.done + rows.length };
      await target.write(table, rows, JSON.stringify(mark));
      options.tell({ ...told, done: mark.done });
    }
  }
  const tables = compared(facts, await factsOf(target, 'checking', options));
  const complete = tables.every(({ same }) => same);
  // A copy that differs is not worth continuing. No source has these facts, so the next run starts over.
  if (complete) await target.finish();
  else await target.write(COPIED_TABLES[0]!, [], JSON.stringify({ ...mark, facts: {} } satisfies Mark));
  return {
    from: source.name,
    to: target.name,
    complete,
    tables,
    rows: tables.reduce((sum, { copy }) => sum + copy.rows, 0),
    lastEvent: source.lastEvent,
    sourceChanged: await source.changed(),
  };
}

/** The position to continue from; the beginning for an empty store or an outdated copy. */
async function whereToBegin(
  source: CopySource,
  target: CopyTarget,
  facts: Mark['facts'],
  { tell }: CopyOptions,
): Promise<Mark> {
  const left = target.mark === null ? null : (JSON.parse(target.mark) as Mark);
  if (left !== null && isSame(left.facts, facts)) {
    const before = COPIED_TABLES.slice(
      0,
      COPIED_TABLES.findIndex(({ name }) => name === left.table),
    );
    tell({ news: 'resumed', done: rowsIn(facts, before) + left.done, total: rowsIn(facts, COPIED_TABLES) });
    return left;
  }
  if (left !== null && left.source !== source.name) {
    throw new AskOnceError(
      'store_not_empty',
      `${target.name} contains an unfinished copy of ${left.source}. Finish that copy, or use another store with --to.`,
      { store: target.name, from: left.source },
    );
  }
  if (left !== null) tell({ news: 'begun anew' });
  const mark: Mark = { source: source.name, facts, table: COPIED_TABLES[0]!.name, after: null, done: 0 };
  await target.begin(source.name, JSON.stringify(mark));
  return mark;
}

async function factsOf(side: CopySide, news: 'reading' | 'checking', options: CopyOptions): Promise<Mark['facts']> {
  const facts: Record<string, TableFacts> = {};
  for (const table of COPIED_TABLES) {
    const total = await side.count(table);
    const hash = createHash('sha256');
    let rows = 0;
    for await (const page of pagesOf(side, table, null, options.signal)) {
      hash.update(page.map((row) => `${JSON.stringify(row)}\n`).join(''));
      rows += page.length;
      options.tell({ news, table: table.name, done: rows, total });
    }
    if (rows !== total) {
      const text = `In ${side.name}, the table ${table.name} has ${total} rows, but only ${rows} are found by key.`;
      throw new AskOnceError('store_corrupt', `${text} Restore it from a backup.`, { store: side.name });
    }
    facts[table.name] = { rows, checksum: hash.digest('hex') };
  }
  return facts;
}

async function* pagesOf(
  side: CopySide,
  table: CopyTable,
  from: CopiedRow | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<CopiedRow[]> {
  let limit = PAGE_ROWS / 10;
  for (let after = from; ; ) {
    // A store in this process would otherwise never let a signal be handled.
    await setImmediate();
    signal?.throwIfAborted();
    const rows = await side.read(table, after, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = keyOf(table, rows.at(-1)!);
    limit = Math.max(1, Math.min(PAGE_ROWS, Math.floor((PAGE_CHARACTERS * rows.length) / charactersIn(rows))));
  }
}

function charactersIn(rows: readonly CopiedRow[]): number {
  let sum = 1;
  for (const row of rows) for (const value of row) sum += typeof value === 'string' ? value.length : 8;
  return sum;
}

function keyOf(table: CopyTable, row: CopiedRow): CopiedRow {
  return table.key.map((name) => row[table.columns.indexOf(name)]!);
}

function rowsIn(facts: Mark['facts'], tables: readonly CopyTable[]): number {
  return tables.reduce((sum, { name }) => sum + facts[name]!.rows, 0);
}

function compared(source: Mark['facts'], copy: Mark['facts']): CopiedTable[] {
  return COPIED_TABLES.map(({ name }) => {
    const [theirs, ours] = [source[name]!, copy[name]!];
    const same = theirs.rows === ours.rows && theirs.checksum === ours.checksum;
    return { table: name, source: theirs, copy: ours, same };
  });
}

function isSame(left: Mark['facts'], right: Mark['facts']): boolean {
  return COPIED_TABLES.every(({ name }) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
}
