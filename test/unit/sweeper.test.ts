import { describe, expect, it } from 'vitest';
import { Deadlines } from '../../src/engine/deadlines.ts';
import type { Store } from '../../src/ports.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';

const SECOND = 1_000;

/** Lets what was started come to rest. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

/** A sweeper over a store that says what is overdue, and settles it or fails. */
function sweeping(overdue: () => { asks: string[]; next: number | null }, settle: (ask: string) => void = () => {}) {
  const clock = new FakeClock();
  const looks: number[] = [];
  const settled: string[] = [];
  const failures: unknown[] = [];
  const start = clock.now();
  const store = {
    async overdue() {
      looks.push(clock.now() - start);
      return { returning: [], ...overdue() };
    },
    async decide({ ask }: { ask: string }) {
      settle(ask);
      settled.push(ask);
      return { expired: 1 };
    },
  } as unknown as Store;
  const deadlines = new Deadlines(store, clock, (error) => failures.push(error));
  const pass = async (ms: number) => {
    clock.advance(ms);
    await rest();
  };
  return { deadlines, clock, looks, settled, failures, pass };
}

describe('a sweep', () => {
  // Was a bug: the timer was not set again after a failure, so no deadline struck any more in this process.
  it('that fails once is tried again after a second', async () => {
    let broken = true;
    const { deadlines, clock, looks, settled, failures, pass } = sweeping(() => {
      if (broken) throw new Error('the disk is away');
      return { asks: ['a-1'], next: null };
    });
    deadlines.expect(clock.now() + 10 * SECOND);
    await pass(10 * SECOND);
    expect(failures).toEqual([expect.objectContaining({ message: 'the disk is away' })]);
    broken = false;
    await pass(SECOND - 1);
    expect(looks).toEqual([10 * SECOND]);
    await pass(1);
    expect(looks).toEqual([10 * SECOND, 11 * SECOND]);
    expect(settled).toEqual(['a-1']);
    expect(failures).toHaveLength(1);
  });

  // Was a bug: only sweeps of the timer were tried again, not the one at the start.
  it('that fails when it is called for is tried again as well', async () => {
    let broken = true;
    const { deadlines, settled, pass } = sweeping(() => {
      if (broken) throw new Error('the disk is away');
      return { asks: ['a-1'], next: null };
    });
    await expect(deadlines.sweep()).rejects.toThrow('the disk is away');
    broken = false;
    await pass(SECOND);
    expect(settled).toEqual(['a-1']);
  });

  it('that goes on failing is tried every second, and never in a loop', async () => {
    const { deadlines, clock, looks, failures, pass } = sweeping(() => {
      throw new Error('the disk is away');
    });
    deadlines.expect(clock.now());
    await rest();
    await rest();
    for (let n = 0; n < 3; n += 1) await pass(SECOND);
    expect(looks).toEqual([0, SECOND, 2 * SECOND, 3 * SECOND]);
    expect(failures).toHaveLength(4);
  });

  // Was a bug: the first ask that could not be settled ended the sweep, and every later one met it first again.
  it('settles all that it can: one ask that cannot be settled keeps no other waiting', async () => {
    const { deadlines, clock, settled, failures, pass } = sweeping(
      () => ({ asks: ['a-1', 'a-2', 'a-3'].filter((ask) => !settled.includes(ask)), next: null }),
      (ask) => {
        if (ask === 'a-1') throw new Error('a-1 is broken');
      },
    );
    deadlines.expect(clock.now() + SECOND);
    await pass(SECOND);
    expect(settled).toEqual(['a-2', 'a-3']);
    expect(failures).toEqual([expect.objectContaining({ message: 'a-1 is broken' })]);
    await pass(SECOND);
    expect(failures).toHaveLength(2);
  });

  it('that somebody asked for tells them of its failure', async () => {
    const { deadlines, settled } = sweeping(
      () => ({ asks: ['a-1', 'a-2'], next: null }),
      (ask) => {
        if (ask === 'a-1') throw new Error('a-1 is broken');
      },
    );
    await expect(deadlines.sweep()).rejects.toThrow('a-1 is broken');
    expect(settled).toEqual(['a-2']);
  });

  it('goes on while there is a full page, and looks again at the next deadline or after a minute', async () => {
    const left = Array.from({ length: 250 }, (_, n) => `a-${n}`);
    const { deadlines, clock, looks, settled, pass } = sweeping(() => ({
      asks: left.splice(0, 100),
      next: clock.now() + 5 * SECOND,
    }));
    await deadlines.sweep();
    expect([looks, settled.length]).toEqual([[0, 0, 0], 250]);
    await pass(5 * SECOND);
    expect(looks).toEqual([0, 0, 0, 5 * SECOND]);
  });

  it('does not come after close', async () => {
    const { deadlines, clock, looks, pass } = sweeping(() => ({ asks: [], next: null }));
    deadlines.expect(clock.now() + SECOND);
    deadlines.close();
    deadlines.expect(clock.now() + SECOND);
    await pass(10 * SECOND);
    expect(looks).toEqual([]);
  });
});
