/** Keys made anew where the rules that make them have changed: which row gets which. */
import { spareKey } from '../text/question-key.ts';
import { KEY_VERSION, keyAnew, keyOf, preferenceKeyAnew } from './ask/question-identity.ts';
import { LIVE } from './model/question.ts';
import type { ClarificationRecord } from './model/records.ts';
import type { Preference } from './model/resolution.ts';
import type { OwnItem } from './states.ts';

/** What is kept under a question's key. Items come last: they take theirs from their clarification. */
export const KEYED_TABLES = ['clarifications', 'preferences', 'ask_items'] as const;

export type KeyedTable = (typeof KEYED_TABLES)[number];

/** Those in which no two rows may have the same key. */
export type UniqueKeys = Exclude<KeyedTable, 'ask_items'>;

interface Rows {
  clarifications: ClarificationRecord;
  preferences: Preference;
  ask_items: OwnItem;
}

/** A row, and the version of the rules that made its key. */
export interface Keyed<Of extends KeyedTable = KeyedTable> {
  readonly row: Rows[Of];
  readonly version: number;
}

/** Where a key holds: in a session, or of preferences in a project. */
export interface KeyPlace {
  readonly within: string;
  readonly key: string;
  readonly subject: string;
}

/** A row gets another key, or keeps it as one of the new version; only while its key is `from`, of the version it was seen at. */
export interface KeyChange {
  /** The clarification's id; the ask's id and the position; the preference's project and subject. */
  readonly row: readonly (string | number)[];
  /** The session that this changes; null of a preference. */
  readonly session: string | null;
  readonly version: number;
  readonly from: string;
  readonly to: string;
}

/** A row among those that may want the same key. */
interface Contender extends KeyChange {
  readonly place: Omit<KeyPlace, 'key'>;
  /** Null where it may share its key with others. */
  readonly rank: readonly [number, number | string] | null;
}

/** A clarification: of those alike the answered one is found, else the older. One that is gone is in nobody's way. */
function clarificationIn({ row, version }: Keyed<'clarifications'>): Contender {
  const { id, session, subject, status, key } = row;
  return {
    row: [id],
    session,
    version,
    from: key,
    to: version < KEY_VERSION ? keyAnew(row) : key,
    place: { within: session, subject },
    rank: LIVE.includes(status) ? [status === 'answered' ? 0 : 1, id] : null,
  };
}

/** A preference: of those alike the one that was set by hand holds, else the newer. */
function preferenceIn({ row, version }: Keyed<'preferences'>): Contender {
  const { project, subject, key, origin, updatedAt } = row;
  return {
    row: [project, subject],
    session: null,
    version,
    from: key,
    to: version < KEY_VERSION ? preferenceKeyAnew(row) : key,
    place: { within: project, subject },
    rank: [origin === 'set' ? 0 : 1, -updatedAt],
  };
}

/** The key of the clarification's words, so that its job finds it whichever of those alike has the key. */
function itemChange({ row: { item, clarification }, version }: Keyed<'ask_items'>): KeyChange {
  const { ask, position, session, key, question } = item;
  const shown = { question, options: [], destructive: false };
  const to = clarification ? keyAnew(clarification) : keyOf(shown, item.job);
  return { row: [ask, position], session, version, from: key, to };
}

export const contenders = {
  clarifications: (rows: readonly Keyed<'clarifications'>[]) => rows.map(clarificationIn),
  preferences: (rows: readonly Keyed<'preferences'>[]) => rows.map(preferenceIn),
} as const;

export function itemChanges(rows: readonly Keyed<'ask_items'>[]): KeyChange[] {
  return rows.map(itemChange);
}

/** The places that rows want, and that none of them has: who else has them must be known before anything is decided. */
export function wantedPlaces(all: readonly Contender[]): KeyPlace[] {
  const had = new Set(all.filter(({ rank }) => rank !== null).map((one) => nameOf(one, one.from)));
  const wanted = all.filter((one) => one.rank !== null && !had.has(nameOf(one, one.to)));
  return wanted.map(({ place, to }) => ({ ...place, key: to }));
}

/**
 * Who gets which key. Of several that want the same the first by rank gets it. The others get one that no words make, and are found by the
 * seed's hash: the key they had may by now be that of other words, which would then be given their answer.
 */
export function keyChanges(all: readonly Contender[]): KeyChange[] {
  const first = new Map<string, Contender>();
  for (const one of all.filter(({ rank }) => rank !== null)) {
    const name = nameOf(one, one.to);
    const other = first.get(name);
    if (!other || isBefore(one, other)) first.set(name, one);
  }
  return all
    .map(({ place: _, rank: __, ...change }, at): KeyChange => {
      const one = all[at]!;
      if (one.rank === null || first.get(nameOf(one, one.to)) === one) return change;
      return { ...change, to: spareKey(JSON.stringify([...one.row, one.from])) };
    })
    .filter(({ version, from, to }) => version < KEY_VERSION || from !== to);
}

function nameOf({ place: { within, subject } }: Contender, key: string): string {
  return JSON.stringify([within, subject, key]);
}

function isBefore(one: Contender, other: Contender): boolean {
  const [[level, age], [otherLevel, otherAge]] = [one.rank!, other.rank!];
  return level === otherLevel ? age < otherAge : level < otherLevel;
}
