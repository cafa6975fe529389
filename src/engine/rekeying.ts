/** Migrates the keys of a store to the rules of this release. core/rekeying.ts decides which row gets which key. */
import { setImmediate } from 'node:timers/promises';
import { KEY_VERSION } from '../core/ask/question-identity.ts';
import { AskOnceError } from '../core/model/errors.ts';
import {
  contenders,
  itemChanges,
  KEYED_TABLES,
  type KeyChange,
  type Keyed,
  type KeyedTable,
  keyChanges,
  type UniqueKeys,
  wantedPlaces,
} from '../core/rekeying.ts';
import type { Keys, Page } from '../ports.ts';

/** Rows per transaction; few enough that other writers do not wait long. */
const STEP = 500;
/** Each failed try means that another process committed first and made progress. This many in a row is a fault of the store. */
const MAX_TRIES = 100;

/**
 * Recomputes the keys made by earlier rules, in steps. If killed, it resumes where it stopped, and two processes share the work. A store
 * that a later release has migrated further is left unchanged.
 */
export async function rekey(keys: Keys): Promise<void> {
  if ((await keys.version()) >= KEY_VERSION) return;
  for (const of of KEYED_TABLES) await rekeyTable(keys, of);
  await keys.reached(KEY_VERSION);
}

async function rekeyTable(keys: Keys, of: KeyedTable): Promise<void> {
  let after: string | null = null;
  for (let tries = 1; ; tries += 1) {
    const from: { after?: string } = after === null ? {} : { after };
    const { items, next }: Page<Keyed> = await keys.stale(of, { version: KEY_VERSION, limit: STEP, ...from });
    if (items.length > 0 && !(await keys.put(of, KEY_VERSION, await changesFor(keys, of, items)))) {
      if (tries === MAX_TRIES)
        throw new AskOnceError(
          'store_busy',
          'Other processes keep changing the same rows. AskOnce retries the next time it opens the store.',
        );
      continue;
    }
    if (next === null) return;
    [after, tries] = [next, 0];
    // A store in this process never yields to the event loop.
    await setImmediate();
  }
}

function changesFor(keys: Keys, of: KeyedTable, rows: readonly Keyed[]): Promise<KeyChange[]> | KeyChange[] {
  return of === 'ask_items' ? itemChanges(rows as Keyed<'ask_items'>[]) : amongHolders(keys, of, rows as never);
}

/** Decides together with the rows that hold the wanted keys and, if those want other keys in turn, with the holders of these. */
async function amongHolders<Of extends UniqueKeys>(
  keys: Keys,
  of: Of,
  rows: readonly Keyed<Of>[],
): Promise<KeyChange[]> {
  const read = contenders[of] as (rows: readonly Keyed<Of>[]) => ReturnType<(typeof contenders)[UniqueKeys]>;
  const all = read(rows);
  for (let known = 0; known < all.length; ) {
    known = all.length;
    const places = wantedPlaces(all);
    if (places.length > 0) all.push(...read(await keys.holding(of, places)));
  }
  return keyChanges(all);
}
