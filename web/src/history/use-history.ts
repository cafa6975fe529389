/** What was settled, newest first. */
import { useEffect } from 'preact/hooks';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { api } from '../state/api.ts';
import { onEvent } from '../state/live.ts';
import { usePages } from '../ui/use-pages.ts';

export const SETTLED = ['answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const;
const PAGE = 50;
/** Where the page itself looks through what it reads, more of it comes at once. */
const LOOKED_THROUGH = 500;

interface Wanted {
  readonly session: string;
  readonly status: readonly (typeof SETTLED)[number][];
  /** Whether only some of it will be shown. */
  readonly picked: boolean;
}

export function useHistory({ session, status, picked }: Wanted) {
  const limit = picked ? LOOKED_THROUGH : PAGE;
  const about = { status, newest: true, limit, ...(session === '' ? {} : { session }) };
  const {
    items: read,
    setItems,
    ...pages
  } = usePages<Clarification>(
    (after, signal) => api().clarifications({ ...about, ...after }, { signal }),
    JSON.stringify([session, status]),
  );

  const replace = (fresh: Clarification) =>
    setItems((was) => {
      const known = was.some(({ id }) => id === fresh.id);
      return known ? was.map((one) => (one.id === fresh.id ? fresh : one)) : [fresh, ...was];
    });

  // What is settled while one looks comes on top.
  useEffect(
    () =>
      onEvent(({ type, clarification: id, session: where }) => {
        if (id === null || !/^clarification\.(?:answered|declined|revoked|withdrawn|auto_resolved)$/.test(type)) return;
        if (session !== '' && where !== session) return;
        api()
          .clarification(id)
          .then((fresh) => fresh.status !== 'pending' && replace(fresh))
          .catch(() => {});
      }),
    [session],
  );

  // What came on top is also on the page where it belongs by its age.
  const items = [...new Map(read.map((item) => [item.id, item])).values()];
  return { ...pages, items, replace };
}
