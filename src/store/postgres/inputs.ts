/**
 * The parameters of a writing statement: named lists of rows. How they are sent depends on their number: many rows as one array per column,
 * which costs the server half as much as a JSON list of objects; a few rows as one value per parameter, which needs no parsing.
 */

import { COLUMNS, HEARD_COLUMNS, type Row } from '../rows.ts';
import { CHANGES, type Changes } from './changes.ts';

export type Columns = readonly string[];

const columnsOf = (table: keyof typeof COLUMNS): Columns => COLUMNS[table].split(' ');

export const PREFERENCE_KEY: Columns = ['project', 'canonical_key', 'subject'];
const EXPECTED: Columns = ['expects', 'was_times', 'was_answer', 'was_updated_at'];
export const SETTLEMENT: Columns = ['outcome', 'answer', 'source', 'evidence', 'confidence', 'code'];
export const HEARD: Columns = HEARD_COLUMNS;

/** Every possible list, in the order of the parameters, with its columns; they follow `n`, the number of the row's member. */
export const INPUTS = {
  members: [],
  asked: ['session', 'job', 'project', 'key', 'hash', 'subject'],
  facts: ['session', 'version', 'job', 'scope', 'used'],
  repeats: ['id', 'version'],
  questions: ['id', 'version', 'joins', 'bumps'],
  own_jobs: ['id', 'version', 'bumps'],
  heard: ['id', 'version', ...HEARD],
  sessions: columnsOf('sessions'),
  preferences: [...columnsOf('preferences'), ...EXPECTED],
  jobs: columnsOf('jobs'),
  moved: ['id', 'version', 'was', 'state', 'updated_at', 'server_time'],
  put_jobs: [...columnsOf('jobs'), 'version', 'was', 'was_owner'],
  settled: [
    'id',
    'version',
    'was',
    'status',
    'settled_at',
    'answer',
    'source',
    'evidence',
    'confidence',
    'answered_by',
    'surface',
    'answer_key',
    'because',
    'taught_at',
    'decision',
    'rule_scope',
  ],
  retired: ['id', 'version', 'was', 'because', 'status', 'settled_at', 'rejected', 'taught_at'],
  snoozed: ['id', 'version', 'snoozed_until'],
  settled_items: ['ask_id', 'position', ...SETTLEMENT],
  clarifications: columnsOf('clarifications'),
  asks: columnsOf('asks'),
  items: columnsOf('ask_items'),
  settled_waiting: ['clarification_id', ...SETTLEMENT],
  assumptions: columnsOf('assumptions'),
  events: ['i', ...columnsOf('events'), 'mark'],
  told: ['channel', 'writer'],
} satisfies Record<string, Columns>;

export type InputName = keyof typeof INPUTS;

const NAMES = Object.keys(INPUTS) as InputName[];
const SENT = Object.fromEntries(NAMES.map((name) => [name, ['n', ...INPUTS[name]]])) as unknown as Record<
  InputName,
  Columns
>;

/** Lists with more rows than this are sent as arrays. */
const FEW = 4;

export interface Writing {
  /** How many decisions. */
  readonly members: number;
  readonly changes: Changes;
  /** What the guesses depend on. */
  readonly asked: readonly Row[];
  readonly facts: readonly Row[];
  readonly repeats: readonly Row[];
  /** The guards of clarifications and jobs. */
  readonly questions: readonly Row[];
  readonly ownJobs: readonly Row[];
  readonly channel: string;
  readonly writer: string;
}

export class Inputs {
  private readonly lists = new Map<InputName, readonly Row[]>();
  /** Whether there is only one decision, of a few rows: then there is one value per parameter. */
  readonly lone: boolean;

  constructor({ members, changes, asked, facts, repeats, questions, ownJobs, channel, writer }: Writing) {
    const lists = [asked, questions, ownJobs, ...CHANGES.map((change) => changes.list(change))];
    this.lone = members === 1 && lists.every(isShort);
    // A single decision compares the version of a row in the change itself, if it makes one.
    const guards = (rows: readonly Row[]) => (this.lone ? rows.filter(({ bumps }) => bumps) : rows);
    if (!this.lone)
      this.add(
        'members',
        Array.from({ length: members }, (_, n) => ({ n })),
      );
    this.add('asked', asked);
    this.add('facts', facts);
    this.add('repeats', repeats);
    this.add('questions', guards(questions));
    this.add('own_jobs', guards(ownJobs));
    for (const change of CHANGES) this.add(change, changes.list(change));
    this.add('told', [{ n: 0, channel, writer }]);
  }

  private add(name: InputName, rows: readonly Row[]): void {
    if (rows.length > 0) this.lists.set(name, rows);
  }

  has(name: InputName): boolean {
    return this.lists.has(name);
  }

  rows(name: InputName): readonly Row[] {
    return this.lists.get(name) ?? [];
  }

  /** The same for all inputs that produce the same statement. */
  get shape(): string {
    let shape = `${this.lone}`;
    for (const [name, rows] of this.lists) {
      shape += this.lone ? ` ${name}${rows.length}` : ` ${name}`;
      if (!this.lone && rows.some(({ bumps }) => bumps)) shape += ' bumps';
      if (name !== 'preferences') continue;
      for (const kind of ['none', 'this', 'anything'])
        if (rows.some((row) => row.expects === kind)) shape += ` ${kind}`;
    }
    return shape;
  }

  values(): unknown[] {
    const all: unknown[] = [];
    for (const [name, rows] of this.lists) {
      const columns = SENT[name];
      if (!this.lone) {
        for (const column of columns) all.push(arrayOf(rows, column));
        continue;
      }
      for (const row of rows) for (let at = 0; at < columns.length; at += 1) all.push(row[columns[at]!] ?? null);
    }
    return all;
  }

  /** A list as an item of a FROM clause, named `r`. @param wanted Those of its columns that are used; all of them by default. */
  from(name: InputName, wanted?: Columns): string {
    const columns = SENT[name];
    let place = this.firstOf(name);
    if (!this.lone) {
      const used = ['n', ...(wanted ?? INPUTS[name])];
      const arrays = used.map((column) => `$${place + columns.indexOf(column)}::${typeOf(column)}[]`);
      return `unnest(${arrays.join(', ')}) AS r (${used.join(', ')})`;
    }
    const lines = this.rows(name).map(() => `(${columns.map((column) => typed(place++, column)).join(', ')})`);
    return `(VALUES ${lines.join(', ')}) AS r (${columns.join(', ')})`;
  }

  private firstOf(wanted: InputName): number {
    let place = 1;
    for (const [name, rows] of this.lists) {
      if (name === wanted) return place;
      place += (this.lone ? rows.length : 1) * SENT[name].length;
    }
    throw new Error(`the statement has no ${wanted}`);
  }
}

function isShort(rows: readonly Row[]): boolean {
  return rows.length <= FEW;
}

/** A column of many rows, as PostgreSQL writes an array; null if all its values are, which costs nothing. */
function arrayOf(rows: readonly Row[], column: string): string | null {
  let array = '';
  let isNull = true;
  for (const row of rows) {
    const value = row[column] ?? null;
    if (value !== null) isNull = false;
    array += `${array === '' ? '{' : ','}${value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : value}`;
  }
  return isNull ? null : `${array}}`;
}

function quoted(text: string): string {
  return `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}

const SPECIAL = /["\\]/;

/** The types of columns that are not text. */
const TYPES: Readonly<Record<string, string>> = {
  joins: 'boolean',
  bumps: 'boolean',
  n: 'integer',
  i: 'integer',
  version: 'integer',
  position: 'integer',
  ask_number: 'integer',
  cap: 'integer',
  times: 'integer',
  runs: 'integer',
  lost: 'integer',
  used: 'integer',
  was_times: 'integer',
  key_version: 'integer',
  live: 'smallint',
  destructive: 'smallint',
  rejected: 'smallint',
  heard_spent: 'smallint',
  timeout_assumed: 'smallint',
  confidence: 'double precision',
  heard_at: 'bigint',
  clarification_answered_at: 'bigint',
  created_at: 'bigint',
  started_at: 'bigint',
  ended_at: 'bigint',
  updated_at: 'bigint',
  server_time: 'bigint',
  was_updated_at: 'bigint',
  settled_at: 'bigint',
  taught_at: 'bigint',
  snoozed_until: 'bigint',
  deadline: 'bigint',
  expires_at: 'bigint',
  at: 'bigint',
};

function typeOf(column: string): string {
  return TYPES[column] ?? 'text';
}

function typed(place: number, column: string): string {
  return `$${place}::${typeOf(column)}`;
}
