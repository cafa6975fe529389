/**
 * The keys of questions in both stores. Both databases understand the same conditions; each store supplies the functions that run them over
 * many rows at once.
 */
import type { KeyChange, Keyed, KeyedTable, UniqueKeys } from '../core/rekeying.ts';
import type { Keys, Page } from '../ports.ts';
import { clarificationFrom, itemFrom, preferenceFrom, type Row } from './rows.ts';

export interface KeyStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export interface KeyRunner {
  readonly run: (statement: KeyStatement) => Promise<Row[]>;
  /**
   * Runs statements in one transaction, each of which must return the given number of rows. Returns false, and changes nothing, if one does
   * not, or if two rows would have the same key.
   * @param sessions The sessions whose rows are changed.
   */
  readonly putAll: (
    statements: readonly { readonly statement: KeyStatement; readonly rows: number }[],
    sessions: readonly string[],
  ) => Promise<boolean>;
  /**
   * Statements over a JSON list of objects, which is the first parameter: one finds the rows `x` of a table that match a condition for each
   * object `r.value`; the other changes them and returns a row for each.
   */
  readonly find: (table: string, condition: string) => string;
  readonly update: (table: KeyedTable, set: string, condition: string) => string;
}

/** The order in which rows are read, and first values that are lower than any real ones. */
const ORDER: Readonly<Record<KeyedTable, { readonly columns: readonly string[]; readonly first: readonly unknown[] }>> =
  {
    clarifications: { columns: ['id'], first: [''] },
    preferences: { columns: ['project', 'canonical_key', 'subject'], first: ['', '', ''] },
    ask_items: { columns: ['ask_id', 'position'], first: ['', 0] },
  };

/** The columns that identify the row of a change, beside its key. */
const NAMES: Readonly<Record<KeyedTable, readonly string[]>> = {
  clarifications: ["x.id = r.value ->> 'row0'"],
  preferences: ["x.project = r.value ->> 'row0'", "x.subject = r.value ->> 'row1'"],
  ask_items: ["x.ask_id = r.value ->> 'row0'", "x.position = CAST(r.value ->> 'row1' AS integer)"],
};

const HOLDING: Readonly<Record<UniqueKeys, string>> = {
  clarifications: "x.session_id = r.value ->> 'within' AND x.live = 1",
  preferences: "x.project = r.value ->> 'within'",
};

const FROM = { clarifications: clarificationFrom, preferences: preferenceFrom } as const;

export function storedKeys({ run, putAll, find, update }: KeyRunner): Keys {
  const keyed = <Of extends UniqueKeys>(of: Of, rows: readonly Row[]) =>
    rows.map((row) => ({ row: FROM[of](row), version: Number(row.key_version) })) as unknown as Keyed<Of>[];

  /** Items with the clarifications that hold their text. */
  const items = async (rows: readonly Row[]): Promise<Keyed<'ask_items'>[]> => {
    const ids = [...new Set(rows.map((row) => row.clarification_id))].filter((id) => id !== null);
    const text = find('clarifications', "x.id = r.value ->> 'id'");
    const found = await run({ name: 'keys words', text, values: [JSON.stringify(ids.map((id) => ({ id })))] });
    const known = new Map(found.map((row) => [row.id, clarificationFrom(row)]));
    return rows.map((row) => {
      const clarification = known.get(row.clarification_id) ?? null;
      return {
        row: { item: itemFrom(row, clarification?.question ?? null), clarification },
        version: Number(row.key_version),
      };
    });
  };

  const put = (of: KeyedTable, changes: readonly (KeyChange & { readonly toVersion: number })[]) => {
    const set = "canonical_key = r.value ->> 'to', key_version = CAST(r.value ->> 'toVersion' AS integer)";
    const seen = "x.canonical_key = r.value ->> 'from' AND x.key_version = CAST(r.value ->> 'version' AS integer)";
    const text = update(of, set, `${NAMES[of].join(' AND ')} AND ${seen}`);
    const sent = changes.map(({ row, from, to, version, toVersion }) => {
      const [row0, row1] = row;
      return { row0, row1, from, to, version, toVersion };
    });
    return { statement: { name: `keys put ${of}`, text, values: [JSON.stringify(sent)] }, rows: changes.length };
  };

  return {
    async version() {
      const [row] = await run({ name: 'keys version', text: 'SELECT key_version FROM store', values: [] });
      return Number(row!.key_version);
    },
    async reached(version) {
      const text = 'UPDATE store SET key_version = $1 WHERE key_version < $1 RETURNING 1 AS hit';
      await run({ name: 'keys reached', text, values: [version] });
    },
    async stale<Of extends KeyedTable>(of: Of, query: Parameters<Keys['stale']>[1]): Promise<Page<Keyed<Of>>> {
      const { columns, first } = ORDER[of];
      const after = query.after === undefined ? first : (JSON.parse(query.after) as unknown[]);
      const order = columns.join(', ');
      const text = `SELECT * FROM ${of} WHERE key_version < $1 AND (${order}) > (${columns.map((_, at) => `$${at + 3}`).join(', ')})
        ORDER BY ${order} LIMIT $2`;
      const found = await run({ name: `keys stale ${of}`, text, values: [query.version, query.limit + 1, ...after] });
      const rows = found.slice(0, query.limit);
      const last = rows.at(-1);
      const next = found.length > query.limit && last ? JSON.stringify(columns.map((name) => last[name])) : null;
      const page = of === 'ask_items' ? await items(rows) : keyed(of, rows);
      return { items: page as Keyed<Of>[], next };
    },
    async holding(of, places) {
      // The subject is written so that no index matches: on a fresh table PostgreSQL would look up session, hash and subject, which reads
      // the whole session.
      const identity = "x.canonical_key = r.value ->> 'key' AND x.subject || '' = r.value ->> 'subject'";
      const text = find(of, `${HOLDING[of]} AND ${identity}`);
      const once = new Map(
        (await run({ name: `keys of ${of}`, text, values: [JSON.stringify(places)] })).map((row) => [
          idOf(of, row),
          row,
        ]),
      );
      return keyed(of, [...once.values()]);
    },
    put(of, version, changes) {
      const moving = (from: string) => `moving ${from}`;
      // Each row first gives up its key; otherwise, of two rows that swap keys, one would find its new key taken.
      const moved = changes.filter(({ from, to }) => from !== to && of !== 'ask_items');
      const isMoved = new Set(moved);
      const steps = [
        put(
          of,
          moved.map((change) => ({ ...change, to: moving(change.from), toVersion: change.version })),
        ),
        put(
          of,
          changes.map((change) => ({
            ...change,
            ...(isMoved.has(change) ? { from: moving(change.from) } : {}),
            toVersion: version,
          })),
        ),
      ];
      const sessions = [...new Set(changes.flatMap(({ session }) => session ?? []))];
      return putAll(
        steps.filter(({ rows }) => rows > 0),
        sessions,
      );
    },
  };
}

function idOf(of: UniqueKeys, row: Row): string {
  return JSON.stringify(ORDER[of].columns.map((name) => row[name]));
}
