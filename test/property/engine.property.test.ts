/** Random sequences of everything that may happen, against the naive model. STORM=1 runs many more of them. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sequences } from './commands.ts';
import { openWithoutRepeatGuard } from './guard-off.ts';
import { Model } from './model.ts';
import { type Opener, World } from './world.ts';

const LONG = process.env.STORM === '1';

function holds(open?: Opener) {
  return fc.asyncProperty(sequences(40), async (steps) => {
    const world = await World.make(open);
    try {
      const model = new Model();
      await fc.asyncModelRun(() => ({ model, real: world }), steps);
      await world.check(model);
    } finally {
      await world.end();
    }
  });
}

// shows: R1, R2, R3, R4, R5, R6, R7, R8
it(
  'AskOnce and a naive model of it agree on every random sequence of asks, answers, time, crashes and races',
  async () => {
    await fc.assert(holds(), { numRuns: LONG ? 3000 : 80 });
  },
  LONG ? 1_800_000 : 60_000,
);

it('control: with the repeat guard off, the same property finds it out', async () => {
  const found = await fc.check(holds(openWithoutRepeatGuard), { numRuns: 60, endOnFailure: true });
  expect(found.failed).toBe(true);
}, 60_000);
