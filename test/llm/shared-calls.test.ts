import { describe, expect, it } from 'vitest';
import { sharedCalls } from '../../src/llm/shared-calls.ts';

/** A call that a test ends by hand, and whose end by others it sees. */
function calls() {
  const begun: { readonly signal: AbortSignal; readonly end: (value: string) => void }[] = [];
  const start = (signal: AbortSignal): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
    begun.push({ signal, end: resolve });
    return promise;
  };
  return { begun, start };
}

/** Long enough for all that waits for nothing but its turn. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('sharedCalls', () => {
  it('makes one call for all who wait, and remembers it', async () => {
    const shared = sharedCalls<string>(2);
    const { begun, start } = calls();
    const both = [shared('a', undefined, start), shared('a', undefined, start)];
    await turn();
    expect(begun).toHaveLength(1);
    begun[0]!.end('done');
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(await shared('a', undefined, start)).toBe('done');
    expect(begun).toHaveLength(1);
  });

  it('goes on while anybody waits', async () => {
    const shared = sharedCalls<string>(2);
    const { begun, start } = calls();
    const leaving = new AbortController();
    const left = shared('a', leaving.signal, start);
    const stays = shared('a', undefined, start);
    await turn();
    leaving.abort();
    await expect(left).rejects.toThrow('the caller cancelled');
    expect(begun[0]!.signal.aborted).toBe(false);
    begun[0]!.end('done');
    expect(await stays).toBe('done');
  });

  it('ends when the last has left, and begins anew for the next', async () => {
    const shared = sharedCalls<string>(2);
    const { begun, start } = calls();
    const leaving = new AbortController();
    const left = shared('a', leaving.signal, start);
    await turn();
    leaving.abort();
    await expect(left).rejects.toThrow('the caller cancelled');
    expect(begun[0]!.signal.aborted).toBe(true);
    const next = shared('a', undefined, start);
    await turn();
    expect(begun).toHaveLength(2);
    begun[1]!.end('done');
    expect(await next).toBe('done');
  });

  it('begins nothing for one who has left already', async () => {
    const { begun, start } = calls();
    await expect(sharedCalls<string>(2)('a', AbortSignal.abort(), start)).rejects.toThrow('the caller cancelled');
    await turn();
    expect(begun).toHaveLength(0);
  });

  it('forgets failures, those at once among them', async () => {
    const shared = sharedCalls<string>(2);
    const failing = () => {
      throw new Error('at once');
    };
    await expect(shared('a', undefined, failing)).rejects.toThrow('at once');
    expect(await shared('a', undefined, async () => 'done')).toBe('done');
  });

  it('keeps so many, and lets go of the one used longest ago', async () => {
    const shared = sharedCalls<string>(2);
    let count = 0;
    const counted = async () => {
      count += 1;
      return `call ${count}`;
    };
    for (const key of ['a', 'b', 'a', 'c', 'a']) await shared(key, undefined, counted);
    expect(count).toBe(3);
    await shared('b', undefined, counted);
    expect(count).toBe(4);
  });
});
