/** Stores that go wrong with the keys of questions. */
import type { Keys, Store } from '../../../../src/ports.ts';
import { type Broken, broken } from './wrapping.ts';

/** Keys as the store has them, but for what `change` gives. */
function keying(change: (keys: Keys, inner: Store) => Partial<Keys>): (inner: Store) => Partial<Store> {
  return (inner) => ({ keys: { ...inner.keys, ...change(inner.keys, inner) } });
}

export const BROKEN_KEYS: readonly Broken[] = [
  broken(
    'takes keys of this version for stale',
    keying((keys) => ({ stale: (of, query) => keys.stale(of, { ...query, version: query.version + 1 }) })),
  ),
  broken(
    'ends after the first page of stale keys',
    keying((keys) => ({ stale: async (of, query) => ({ ...(await keys.stale(of, query)), next: null }) })),
  ),
  broken(
    'puts keys one by one',
    keying((keys) => ({
      put: async (of, version, changes) => {
        const done: boolean[] = [];
        for (const change of changes) done.push(await keys.put(of, version, [change]));
        return done.every(Boolean);
      },
    })),
  ),
  broken(
    'says that keys were put where they were not',
    keying((keys) => ({ put: async (...change) => (await keys.put(...change)) || true })),
  ),
  broken(
    'finds one row for all the keys that are looked for',
    keying((keys) => ({ holding: async (of, places) => (await keys.holding(of, places)).slice(0, 1) })),
  ),
  broken('goes back to an earlier version of its keys', (inner) => {
    let reached: number | null = null;
    return keying((keys) => ({
      reached: async (version) => {
        reached = version;
        await keys.reached(version);
      },
      version: async () => reached ?? keys.version(),
    }))(inner);
  }),
];
