/** Brings the keys of a store up to date with the rules of this release: core/rekeying.ts decides which row gets which. */
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

/** Rows in one transaction: as many as other writers can wait for. */
const STEP = 500;
/** Each time another process was quicker, and has made progress. More than so many in a row is a fault of the store's. */
const MAX_TRIES = 100;

/**
 * Makes anew the keys that earlier rules have made, in steps: killed at any moment it goes on where it was, and of two processes at once each
 * does what the other has not. A store that a later release has brought further is left as it is.
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
    // A store in this process never lets anybody else through by itself.
    await setImmediate();
  }
}

function changesFor(keys: Keys, of: KeyedTable, rows: readonly Keyed[]): Promise<KeyChange[]> | KeyChange[] {
  return of === 'ask_items' ? itemChanges(rows as Keyed<'ask_items'>[]) : amongHolders(keys, of, rows as never);
}

/** With those that have the keys which are wanted. Where these want others in turn, with those that have them. */
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
