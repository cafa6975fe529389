/** Remembers what a call said, and lets all who want the same while it runs wait for one call. */

interface Running<T> {
  readonly result: Promise<T>;
  readonly ending: AbortController;
  waiting: number;
}

/** @param signal The wish of one who waits; the call itself ends when the last of them has gone. */
export type Shared<T> = (key: string, signal: AbortSignal | undefined, start: Start<T>) => Promise<T>;
type Start<T> = (signal: AbortSignal) => Promise<T>;

/** The promise, or the end of this one's patience; the promise is nobody's loss then. */
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

/** A failure is not remembered: the next who asks starts anew. */
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
        // One that was given up may end after the next was begun.
        if (running.get(key) === call) running.delete(key);
      }
    };
    // In a turn of its own, so that one that fails at once finds itself in its place.
    const call: Running<T> = { result: Promise.resolve().then(run), ending, waiting: 0 };
    running.set(key, call);
    return call;
  }

  return async (key, signal, start) => {
    const known = settled.get(key);
    if (known) {
      // The one that was used longest ago is the first to go.
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
