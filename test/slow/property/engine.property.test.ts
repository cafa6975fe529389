/** Random sequences of everything that may happen, against the naive model. STORM=1 runs many more of them. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnStores, type StoreKind } from '../../support/stores.ts';
import { sequences } from './commands.ts';
import { openWithoutRepeatGuard } from './guard-off.ts';
import { Model } from './model.ts';
import { type Opener, World } from './world.ts';

const LONG = process.env.STORM === '1';

/** How many sequences: what a store does in some ten seconds, and with STORM=1 in half an hour. */
const RUNS: Readonly<Record<string, number>> = LONG
  ? { SQLite: 3000, PostgreSQL: 3000 }
  : { SQLite: 80, PostgreSQL: 40 };

function holds(kind: StoreKind, open?: Opener) {
  return fc.asyncProperty(sequences(40), async (steps) => {
    const world = await World.make(kind, open);
    try {
      const model = new Model();
      await fc.asyncModelRun(() => ({ model, real: world }), steps);
      await world.check(model);
    } finally {
      await world.end();
    }
  });
}

describeOnStores('random sequences', (kind) => {
  // shows: R1, R2, R3, R4, R5, R6, R7, R8
  it(
    'of asks, answers, time, crashes and races: AskOnce and a naive model of it agree on every one',
    async () => {
      await fc.assert(holds(kind), { numRuns: RUNS[kind.name]! });
    },
    LONG ? 3_600_000 : 240_000,
  );

  it('control: with the repeat guard off, the same property finds it out', async () => {
    const found = await fc.check(holds(kind, openWithoutRepeatGuard), { numRuns: 60, endOnFailure: true });
    expect(found.failed).toBe(true);
  }, 240_000);
});
