/** Settled questions, newest first. */
import { useEffect } from 'preact/hooks';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { api } from '../state/api.ts';
import { onEvent } from '../state/live.ts';
import { usePages } from '../ui/use-pages.ts';

export const SETTLED = ['answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const;
const PAGE = 50;
/** The page size if the page itself filters what it reads. */
const LOOKED_THROUGH = 500;

interface Wanted {
  readonly session: string;
  /** The words that the server searches for. */
  readonly text: string;
  readonly status: readonly (typeof SETTLED)[number][];
  /** Whether only some of them will be shown. */
  readonly picked: boolean;
}

export function useHistory({ session, text, status, picked }: Wanted) {
  const limit = picked ? LOOKED_THROUGH : PAGE;
  const words = text === '' ? {} : { text };
  const about = { status, newest: true, limit, ...(session === '' ? {} : { session }), ...words };
  const {
    items: read,
    setItems,
    ...pages
  } = usePages<Clarification>(
    (after, signal) => api().clarifications({ ...about, ...after }, { signal }),
    JSON.stringify([session, text, status]),
  );

  const replace = (fresh: Clarification) =>
    setItems((was) => {
      const known = was.some(({ id }) => id === fresh.id);
      return known ? was.map((one) => (one.id === fresh.id ? fresh : one)) : [fresh, ...was];
    });

  // Questions settled while the page is open are added on top.
  useEffect(
    () =>
      onEvent(({ type, clarification, session: where, data }) => {
        // The answer that replaces a corrected one was never asked for.
        const id = type === 'clarification.corrected' ? String(data.correctedBy) : clarification;
        if (
          id === null ||
          !/^clarification\.(?:answered|declined|revoked|withdrawn|auto_resolved|corrected)$/.test(type)
        )
          return;
        if (session !== '' && where !== session) return;
        found(id, text)
          .then((fresh) => fresh && fresh.status !== 'pending' && replace(fresh))
          .catch(() => {});
      }),
    [session, text],
  );

  // Items added on top also appear later on the page of their age.
  const items = [...new Map(read.map((item) => [item.id, item])).values()];
  return { ...pages, items, replace };
}

/** A question, if it has the words that are searched for. Its id is among what a search reads. */
async function found(id: string, text: string): Promise<Clarification | undefined> {
  if (text === '') return api().clarification(id);
  const { items } = await api().clarifications({ text: `${id} ${text}`, newest: true, limit: 1 });
  return items[0];
}
