/** Stores that tell their callers and watchers wrong, or do not close as they should. */
import { join } from 'node:path';
import type { AuditEvent } from '../../../../src/core/model/records.ts';
import type { Store } from '../../../../src/ports.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/store.ts';
import { type Broken, broken } from './wrapping.ts';

type Listener = Parameters<Store['watch']>[0];

const MS = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Tells watchers something else than there is. */
function telling(change: (events: readonly AuditEvent[]) => readonly AuditEvent[]): (inner: Store) => Partial<Store> {
  return (inner) => ({ watch: (listener, failed) => inner.watch((events) => listener(change(events)), failed) });
}

/** Every opening in a folder, for what one of them does to the others. */
const openings = new Map<string, Store[]>();
let files = 0;

export const BROKEN_WATCHING: readonly Broken[] = [
  broken('calls committed after it has returned', (inner) => ({
    decide: async (look, decide, committed) => {
      const result = await inner.decide(look, decide);
      setImmediate(() => committed?.(result));
      return result;
    },
  })),
  broken('calls committed after watchers were told', (inner) => ({
    decide: async (look, decide, committed) => {
      const result = await inner.decide(look, decide);
      committed?.(result);
      return result;
    },
  })),
  broken('calls committed long after it read what it showed, where there is nothing to write', (inner) => ({
    decide: async (look, decide, committed) => {
      let empty = false;
      const result = await inner.decide(
        look,
        (state) => {
          const verdict = decide(state);
          empty = verdict.effects.length === 0;
          return verdict;
        },
        (given) => {
          if (!empty) committed?.(given);
        },
      );
      if (!empty) return result;
      await MS(30);
      committed?.(result);
      return result;
    },
  })),
  broken('calls committed only where there is something to write', (inner) => ({
    decide: (look, decide, committed) => {
      let empty = false;
      return inner.decide(
        look,
        (state) => {
          const verdict = decide(state);
          empty = verdict.effects.length === 0;
          return verdict;
        },
        (result) => {
          if (!empty) committed?.(result);
        },
      );
    },
  })),
  broken('calls committed before it commits', (inner) => ({
    decide: (look, decide, committed) =>
      inner.decide(look, (state) => {
        const verdict = decide(state);
        committed?.(verdict.result);
        return verdict;
      }),
  })),
  broken(
    'drops an event now and then',
    telling((events) => events.filter(({ seq }) => seq % 5 !== 0)),
  ),
  broken(
    'tells an event twice now and then',
    telling((events) => events.flatMap((event) => (event.seq % 5 ? [event] : [event, event]))),
  ),
  broken(
    'tells events of one commit in the wrong order',
    telling((events) => events.toReversed()),
  ),
  broken(
    'tells events without their data',
    telling((events) => events.map((event) => ({ ...event, data: {} }))),
  ),
  broken(
    'tells watchers nothing',
    telling(() => []),
  ),
  broken('begins to watch a little later', (inner) => ({
    watch: (listener, failed) => {
      let end: (() => void) | undefined;
      const timer = setTimeout(() => {
        try {
          end = inner.watch(listener, failed);
        } catch (error) {
          failed(error);
        }
      }, 30);
      return () => {
        clearTimeout(timer);
        end?.();
      };
    },
  })),
  broken('tells a watcher all that was before', (inner) => ({
    watch: (listener, failed) => {
      inner.events(0, 1_000).then(listener, failed);
      return inner.watch(listener, failed);
    },
  })),
  broken('cannot be kept from telling', (inner) => ({
    watch: (listener, failed) => {
      inner.watch(listener, failed);
      return () => {};
    },
  })),
  broken('knows a listener once, however often it is given', (inner) => {
    const known = new Map<Listener, () => void>();
    return {
      watch: (listener, failed) => {
        if (!known.has(listener)) known.set(listener, inner.watch(listener, failed));
        return () => known.get(listener)?.();
      },
    };
  }),
  broken('skips a watcher where the one before it ends itself', (inner) => {
    const listeners: Listener[] = [];
    inner.watch(
      (events) => {
        for (const listener of listeners) listener(events);
      },
      () => {},
    );
    return {
      watch: (listener) => {
        listeners.push(listener);
        return () => {
          const index = listeners.indexOf(listener);
          if (index >= 0) listeners.splice(index, 1);
        };
      },
    };
  }),
  {
    name: 'keeps the data of each opening to itself',
    open: (folder) => {
      files += 1;
      return openSqliteStore(join(folder, `${files}.db`));
    },
  },
  broken('does not wait for what is under way when it is closed', (inner) => ({
    close: async () => {
      void inner.close();
    },
  })),
  broken('goes on after it was closed', () => ({ close: async () => {} })),
  broken('says that it failed when it is closed', (inner) => {
    const watchers: ((error: unknown) => void)[] = [];
    return {
      watch: (listener, failed) => {
        watchers.push(failed);
        return inner.watch(listener, failed);
      },
      close: async () => {
        await inner.close();
        for (const failed of watchers) failed(new Error('closed'));
      },
    };
  }),
  broken('may be closed once only', (inner) => {
    let closed = false;
    return {
      close: async () => {
        if (closed) throw new Error('closed already');
        closed = true;
        await inner.close();
      },
    };
  }),
  broken('closes all openings with the first', (inner, folder) => {
    const all = openings.get(folder) ?? [];
    openings.set(folder, [...all, inner]);
    return {
      close: async () => {
        for (const opening of openings.get(folder) ?? []) await opening.close();
      },
    };
  }),
];
