/** What was settled, newest first. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Clarification } from '../../../src/client/index.ts';
import { api } from '../state/api.ts';
import { onEvent } from '../state/live.ts';

const SETTLED = ['answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const;
const PAGE = 50;
/** A server that knows no newest first is read to its end, up to so many pages, and turned round. */
const WHOLE = { page: 1_000, pages: 20 };

interface Page {
  readonly items: readonly Clarification[];
  readonly next: string | null;
}

async function readPage(session: string, after: string | null, signal: AbortSignal): Promise<Page> {
  const about = { status: SETTLED, newest: true, ...(session === '' ? {} : { session }) };
  const first = await api().clarifications({ ...about, limit: PAGE, ...(after === null ? {} : { after }) }, { signal });
  const [start, end] = [first.items[0], first.items.at(-1)];
  if (!start || !end || start.createdAt > end.createdAt || (first.next === null && after !== null)) return first;
  const all = [...first.items];
  let next = first.next;
  for (let pages = 0; next !== null && pages < WHOLE.pages; pages += 1) {
    const page: Page = await api().clarifications({ ...about, limit: WHOLE.page, after: next }, { signal });
    all.push(...page.items);
    next = page.next;
  }
  const at = ({ settledAt, createdAt }: Clarification) => settledAt ?? createdAt;
  return { items: all.sort((a, b) => at(b) - at(a)), next: null };
}

export function useHistory(session: string) {
  const [items, setItems] = useState<readonly Clarification[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const reading = useRef<AbortController | null>(null);

  const read = (after: string | null) => {
    reading.current?.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    setLoading(true);
    readPage(session, after, signal)
      .then((page) => {
        setItems((was) => (after === null ? page.items : [...was, ...page.items]));
        setNext(page.next);
        setError(null);
        setLoading(false);
      })
      .catch((failure: unknown) => {
        if (signal.aborted) return;
        setError(failure);
        setLoading(false);
      });
  };
  useEffect(() => {
    read(null);
    return () => reading.current?.abort();
  }, [session, attempt]);

  const replace = (fresh: Clarification) =>
    setItems((was) => {
      const known = was.some(({ id }) => id === fresh.id);
      return known ? was.map((one) => (one.id === fresh.id ? fresh : one)) : [fresh, ...was];
    });

  // What is settled while one looks comes on top.
  useEffect(
    () =>
      onEvent(({ type, clarification: id, session: where }) => {
        if (id === null || !/^clarification\.(?:answered|declined|revoked|auto_resolved)$/.test(type)) return;
        if (session !== '' && where !== session) return;
        api()
          .clarification(id)
          .then((fresh) => fresh.status !== 'pending' && replace(fresh))
          .catch(() => {});
      }),
    [session],
  );

  return {
    items,
    loading,
    error,
    replace,
    hasMore: next !== null,
    more: () => read(next),
    again: () => setAttempt((count) => count + 1),
  };
}
