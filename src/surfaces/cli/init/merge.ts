/** Adds entries to a JSON file of a person, and takes them out again. Never changes an entry that it did not write. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { type JsonPath, valueAt, withElement, withMember, without, withValue } from '../../../util/json-text.ts';

/** A member of an object, or an element of an array. */
export interface WantedEntry {
  /** Names it in the record of what was written. */
  readonly id: string;
  /** For messages. */
  readonly what: string;
  /** The object or array that holds it. */
  readonly at: readonly string[];
  /** The key of a member; without one it is an element. */
  readonly key?: string;
  readonly value: unknown;
  /** Whether an existing entry does the same, so that this one must not be added beside it. */
  isLike(value: unknown): boolean;
  /** Why it is not needed, or null. */
  unless?(root: Readonly<Record<string, unknown>>): string | null;
}

/** What was written into a file. */
export interface Written {
  readonly entries: readonly WrittenEntry[];
  /** Objects and arrays that were created for them, outermost first. */
  readonly containers: readonly (readonly string[])[];
  /** The file as it was, if there was next to nothing in it; null if it did not exist; absent if it had contents of its own. */
  readonly empty?: string | null;
}

interface WrittenEntry extends Pick<WantedEntry, 'id' | 'what' | 'at' | 'key'> {
  readonly value: unknown;
}

export interface Merged {
  /** The new text; null if the file is to be deleted. */
  readonly text: string | null;
  readonly written: Written;
  /** What was left as it is, and why. */
  readonly kept: readonly string[];
}

/** Thrown if the file is not what it should be; the message continues “FILE ”. */
export class Unmergeable extends Error {}

const NOTHING: Written = { entries: [], containers: [] };

/** Adds what is missing. Replaces or takes out what an earlier run wrote, if it is still as it was written. */
export function merged(before: string | null, wanted: readonly WantedEntry[], earlier: Written = NOTHING): Merged {
  const kept: string[] = [];
  const entries: WrittenEntry[] = [];
  const containers = [...earlier.containers];
  const original = before?.trim() ? before : `{}${endOf(before)}`;
  let text = bodyOf(original);
  for (const old of earlier.entries) {
    if (!wanted.some(({ id }) => id === old.id)) text = removed(text, old) ?? text;
  }
  for (const one of wanted) {
    const root = rootOf(text);
    const old = earlier.entries.find(({ id }) => id === one.id);
    const oldPlace = old && placeOf(root, old);
    const why = one.unless?.(root) ?? null;
    if (placeOf(root, one)) {
      if (old && isDeepStrictEqual(old.value, one.value)) entries.push(old);
    } else if (why !== null) {
      kept.push(`${one.what}: not added, because ${why}.`);
    } else if (oldPlace) {
      text = withValue(text, oldPlace, oldPlace.length > one.at.length + 1 ? hooksOf(one.value)![0] : one.value);
      entries.push(recorded(one));
    } else if (hasLike(root, one)) {
      kept.push(`${one.what}: an entry of your own is there already, and is kept.`);
    } else {
      text = withContainers(text, one, containers);
      text =
        one.key === undefined ? withElement(text, one.at, one.value) : withMember(text, one.at, one.key, one.value);
      entries.push(recorded(one));
    }
  }
  text = withoutEmpty(text, containers);
  const root = rootOf(text);
  const written = { entries, containers: containers.filter((path) => valueAt(root, path) !== undefined) };
  const isEmpty = before === null || /^\s*(?:\{\s*\})?\s*$/.test(bodyOf(before));
  const empty = earlier.empty !== undefined ? { empty: earlier.empty } : isEmpty ? { empty: before } : {};
  return { text: text === bodyOf(original) ? before : bomOf(original) + text, written: { ...written, ...empty }, kept };
}

/** Takes out what was written. */
export function unmerged(
  before: string,
  { entries, containers, empty }: Written,
  wanted: readonly WantedEntry[],
): Merged {
  let text = bodyOf(before);
  const kept: string[] = [];
  for (const one of entries) {
    const next = removed(text, one);
    const like = wanted.find(({ id }) => id === one.id);
    if (next !== null) text = next;
    else if (like && hasLike(rootOf(text), like)) kept.push(`${one.what}: it was changed since, and is kept.`);
  }
  text = withoutEmpty(text, containers);
  const isEmpty = Object.keys(rootOf(text)).length === 0;
  if (isEmpty && empty !== undefined) return { text: empty, written: NOTHING, kept };
  return { text: text === bodyOf(before) ? before : bomOf(before) + text, written: NOTHING, kept };
}

/** Where there is no record: what would be written now counts as written, if it is there. */
export function presumed(before: string, wanted: readonly WantedEntry[]): Written {
  const root = rootOf(bodyOf(before));
  const entries = wanted.filter((one) => placeOf(root, one) !== undefined).map(recorded);
  const containers = entries.flatMap(({ at }) => at.map((_, depth) => at.slice(0, depth + 1)));
  return { entries, containers: containers.toSorted((one, other) => one.length - other.length) };
}

const recorded = ({ id, what, at, key, value }: WantedEntry): WrittenEntry => ({
  ...{ id, what, at, value },
  ...(key === undefined ? {} : { key }),
});

/** Where this entry is; undefined if it is not there. A hook may have been moved into a group with others. */
function placeOf(root: unknown, { at, key, value }: WrittenEntry): JsonPath | undefined {
  const container = valueAt(root, at);
  if (key !== undefined) return isDeepStrictEqual(valueAt(container, [key]), value) ? [...at, key] : undefined;
  if (!Array.isArray(container)) return undefined;
  const whole = container.findIndex((one) => isDeepStrictEqual(one, value));
  if (whole !== -1) return [...at, whole];
  const hook = hooksOf(value)?.[0];
  if (hook === undefined) return undefined;
  for (const [index, group] of container.entries()) {
    const inside = hooksOf(group)?.findIndex((one) => isDeepStrictEqual(one, hook)) ?? -1;
    const isOfSameTools = valueAt(group, ['matcher']) === valueAt(value, ['matcher']);
    if (inside !== -1 && isOfSameTools) return [...at, index, 'hooks', inside];
  }
  return undefined;
}

function hooksOf(group: unknown): unknown[] | undefined {
  const hooks = valueAt(group, ['hooks']);
  return Array.isArray(hooks) ? hooks : undefined;
}

function hasLike(root: unknown, { at, key, isLike }: WantedEntry): boolean {
  const container = valueAt(root, at);
  if (key !== undefined) return valueAt(container, [key]) !== undefined;
  return Array.isArray(container) && container.some(isLike);
}

function removed(text: string, entry: WrittenEntry): string | null {
  const path = placeOf(rootOf(text), entry);
  return path === undefined ? null : without(text, path);
}

/** Creates the objects and the array that hold an entry, and adds them to the list. */
function withContainers(text: string, { at, key }: WantedEntry, created: (readonly string[])[]): string {
  let result = text;
  for (let depth = 1; depth <= at.length; depth += 1) {
    const path = at.slice(0, depth);
    const isArray = depth === at.length && key === undefined;
    const value = valueAt(rootOf(result), path);
    if (value === undefined) {
      result = withMember(result, path.slice(0, -1), path.at(-1)!, isArray ? [] : {});
      created.push(path);
    } else if (Array.isArray(value) !== isArray || typeof value !== 'object' || value === null) {
      throw new Unmergeable(`has “${path.join('.')}”, which is not ${isArray ? 'an array' : 'an object'}`);
    }
  }
  return result;
}

/** Removes the containers that this command created and that are empty now, innermost first. */
function withoutEmpty(text: string, containers: readonly (readonly string[])[]): string {
  let result = text;
  for (const path of containers.toReversed()) {
    const value = valueAt(rootOf(result), path);
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) result = without(result, path);
  }
  return result;
}

function rootOf(text: string): Record<string, unknown> {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    throw new Unmergeable(`is not plain JSON (${why})`, { cause: error });
  }
  if (typeof root === 'object' && root !== null && !Array.isArray(root)) return root as Record<string, unknown>;
  throw new Unmergeable('does not hold a JSON object');
}

/** Editors on Windows begin a file with this mark, which is no JSON. */
const BOM = '\ufeff';
const bomOf = (text: string): string => (text.startsWith(BOM) ? BOM : '');
const bodyOf = (text: string): string => text.slice(bomOf(text).length);
const endOf = (text: string | null): string => /\r?\n$/.exec(text ?? '')?.[0] ?? '\n';
