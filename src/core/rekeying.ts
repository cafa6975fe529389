/** Recomputes keys after the rules that make them have changed: decides which row gets which key. */
import { spareKey } from '../text/question-key.ts';
import { KEY_VERSION, keyAnew, keyOf, preferenceKeyAnew } from './ask/question-identity.ts';
import { LIVE } from './model/question.ts';
import type { ClarificationRecord } from './model/records.ts';
import type { Preference } from './model/resolution.ts';
import type { OwnItem } from './states.ts';

/** The tables that store a question's key. Items come last, because they take their key from their clarification. */
export const KEYED_TABLES = ['clarifications', 'preferences', 'ask_items'] as const;

export type KeyedTable = (typeof KEYED_TABLES)[number];

/** The tables in which keys are unique. */
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

/** The scope of a key: a session, or a project for preferences. */
export interface KeyPlace {
  readonly within: string;
  readonly key: string;
  readonly subject: string;
}

/**
 * Gives a row another key, or marks its key as one of the new version. Applied only if the row still has the key `from` and the version it
 * was read with.
 */
export interface KeyChange {
  /** The clarification's id; the ask's id and the position; the preference's project and subject. */
  readonly row: readonly (string | number)[];
  /** The session that this changes; null for a preference. */
  readonly session: string | null;
  readonly version: number;
  readonly from: string;
  readonly to: string;
}

/** A row that may compete with others for the same key. */
interface Contender extends KeyChange {
  readonly place: Omit<KeyPlace, 'key'>;
  /** Null if it may share its key. */
  readonly rank: readonly [number, number | string] | null;
}

/** Among equal clarifications the answered one gets the key, else the oldest. Those that are not live do not compete. */
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

/** Among equal preferences the one set by hand gets the key, else the newest. */
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

/** An item gets the key of its clarification's words, so that its job finds it whichever of the equal clarifications has the key. */
function itemChange({ row: { item, clarification }, version }: Keyed<'ask_items'>): KeyChange {
  const { ask, position, session, key, question, type } = item;
  const shown = { question, type, options: [], destructive: false };
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

/** Returns the keys that rows want and none of them has. Their current holders must be known before anything is decided. */
export function wantedPlaces(all: readonly Contender[]): KeyPlace[] {
  const had = new Set(all.filter(({ rank }) => rank !== null).map((one) => nameOf(one, one.from)));
  const wanted = all.filter((one) => one.rank !== null && !had.has(nameOf(one, one.to)));
  return wanted.map(({ place, to }) => ({ ...place, key: to }));
}

/**
 * Decides which row gets which key. If several want the same key, the first by rank gets it. The others get a key that no words produce,
 * and are found by the seed's hash: their old key may now belong to other words, which would then get their answer.
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
