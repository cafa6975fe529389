/** A paged list: the first page at once, the next on demand, all read again when the query changes. */
import { useEffect, useRef, useState } from 'preact/hooks';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** @param of The query: the list starts over when it changes. */
export function usePages<Item>(
  readPage: (after: { after?: string }, signal: AbortSignal) => Promise<Page<Item>>,
  of: string,
) {
  const [items, setItems] = useState<readonly Item[]>([]);
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
    readPage(after === null ? {} : { after }, signal)
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
  useEffect(() => setItems([]), [of]);
  useEffect(() => {
    read(null);
    return () => reading.current?.abort();
  }, [of, attempt]);

  return {
    items,
    setItems,
    loading,
    error,
    hasMore: next !== null,
    more: () => read(next),
    again: () => setAttempt((count) => count + 1),
  };
}
