/**
 * Copies a whole store into another: the way, over any two stores. Reads the source twice and the copy once.
 *
 * 1. The source is read in one snapshot, and a checksum made of every table. It is kept in the copy with the place reached,
 *    and tells a later run whether the source still is what the first one saw. If not, the copy is begun anew.
 * 2. Rows go over in pages, each in one transaction with the place it leads to. So a run may be killed at any moment.
 * 3. The copy is read back, and what it holds compared with 1. Only then may anybody work in it.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AskOnceError } from '../../core/model/errors.ts';
import { COLUMNS } from '../rows.ts';

/** Whole numbers as their digits, so that none is lost; other numbers as numbers. The same in every store. */
export type Value = string | number | null;
export type CopiedRow = readonly Value[];

export interface CopyTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** In the order of this key the rows are read, byte by byte. */
  readonly key: readonly string[];
}

const table = (name: keyof typeof COLUMNS, ...key: string[]): CopyTable => ({
  name,
  columns: COLUMNS[name].split(' '),
  key,
});

/** Everything a store keeps. Referred to before referring, as far as that goes. */
export const COPIED_TABLES: readonly CopyTable[] = [
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
  // Without who tells it now: in the copy nobody does yet. Events keep their numbers, so `seq` is the same event there.
  { name: 'webhooks', columns: COLUMNS.webhooks.replace(' holder held_until', '').split(' '), key: ['id'] },
  { name: 'events', columns: ['seq', ...COLUMNS.events.split(' ')], key: ['seq'] },
];

/** What both stores can do. */
export interface CopySide {
  /** For people: an address without its password. */
  readonly name: string;
  count(table: CopyTable): Promise<number>;
  /** At most `limit` rows after a key, in order; with null from the first on. */
  read(table: CopyTable, after: CopiedRow | null, limit: number): Promise<CopiedRow[]>;
  close(): Promise<void>;
}

/** One snapshot of a store, which stays as it is. */
export interface CopySource extends CopySide {
  /** The number of the last event in it; 0 where there is none. */
  readonly lastEvent: number;
  /** Lets go of the snapshot and says whether something was written since it was taken. */
  changed(): Promise<boolean>;
}

/** A store that was empty, or that an unfinished copy has left. Nobody else copies into it. */
export interface CopyTarget extends CopySide {
  /** What the last finished page of an unfinished copy said; null where there was nothing. */
  readonly mark: string | null;
  /** Empties it, and lets nobody work in it from now on. */
  begin(source: string, mark: string): Promise<void>;
  /** All or nothing. */
  write(table: CopyTable, rows: readonly CopiedRow[], mark: string): Promise<void>;
  /** Checks what refers to what, and opens it for work. */
  finish(): Promise<void>;
}

/** What is in a table: how many rows, and the SHA-256 of all columns of all rows in the order of the key. */
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
  /** Both sides hold the same, and the copy is open for work. */
  readonly complete: boolean;
  readonly tables: readonly CopiedTable[];
  readonly rows: number;
  /** The number of the last event that was copied; 0 where there is none. */
  readonly lastEvent: number;
  /** The source was written to meanwhile: what came after `lastEvent` is not in the copy. */
  readonly sourceChanged: boolean;
}

/** What the copying tells while it runs. */
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

/** The place a copy has reached. Tables before this one are complete, those after it not begun. */
interface Mark {
  readonly source: string;
  readonly facts: Readonly<Record<string, TableFacts>>;
  readonly table: string;
  readonly after: CopiedRow | null;
  readonly done: number;
}

const PAGE_ROWS = 1_000;
/** Rows may hold whole documents: a page of such has fewer. */
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
  // What differs is not worth going on with: no source has these facts, so that the next run begins anew.
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

/** The place to go on from; of an empty store or an outdated copy, the beginning. */
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
    // A store in this process never lets a signal through by itself.
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
