/** Caches the results of calls, and lets concurrent callers with the same key share one call. */

interface Running<T> {
  readonly result: Promise<T>;
  readonly ending: AbortController;
  waiting: number;
}

/** @param signal Cancels one caller's wait; the call itself is aborted when the last caller has cancelled. */
export type Shared<T> = (key: string, signal: AbortSignal | undefined, start: Start<T>) => Promise<T>;
type Start<T> = (signal: AbortSignal) => Promise<T>;

/** Waits for the promise or until this caller cancels; the promise itself is unaffected. */
async function until<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = () => reject(new Error('the caller cancelled'));
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([promise, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** A failure is not cached: the next caller starts a new call. */
export function sharedCalls<T>(most: number): Shared<T> {
  const settled = new Map<string, { readonly value: T }>();
  const running = new Map<string, Running<T>>();

  function started(key: string, start: Start<T>): Running<T> {
    const ending = new AbortController();
    const run = async (): Promise<T> => {
      try {
        const value = await start(ending.signal);
        settled.set(key, { value });
        if (settled.size > most) settled.delete(settled.keys().next().value!);
        return value;
      } finally {
        // An abandoned call may end after the next one has started.
        if (running.get(key) === call) running.delete(key);
      }
    };
    // In a later tick, so that a call that fails at once finds itself in `running`.
    const call: Running<T> = { result: Promise.resolve().then(run), ending, waiting: 0 };
    running.set(key, call);
    return call;
  }

  return async (key, signal, start) => {
    const known = settled.get(key);
    if (known) {
      // The least recently used entry is the first to be removed.
      settled.delete(key);
      settled.set(key, known);
      return known.value;
    }
    if (signal?.aborted) throw new Error('the caller cancelled');
    const call = running.get(key) ?? started(key, start);
    call.waiting += 1;
    try {
      return await until(call.result, signal);
    } finally {
      call.waiting -= 1;
      if (call.waiting === 0 && running.get(key) === call) {
        running.delete(key);
        call.ending.abort();
        call.result.catch(() => {});
      }
    }
  };
}
