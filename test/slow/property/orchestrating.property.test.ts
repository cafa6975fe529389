/** Whatever befalls PMs, in whatever order: one question each, no start while it waits, the response in every context, an end. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AskOnce } from '../../../src/askonce.ts';
import { POLICIES } from '../../../src/core/model/policy.ts';
import { Engine } from '../../../src/engine/engine.ts';
import { PromptReader } from '../../../src/engine/interpretation-cache.ts';
import { interpret } from '../../../src/interpret/interpret.ts';
import { projectFiles } from '../../../src/library/project-files.ts';
import type { Store } from '../../../src/ports.ts';
import { openStore } from '../../../src/store/open.ts';
import { describeOnStores, type StoreKind } from '../../support/stores.ts';
import { GRAND_TOUR, LEAVE_TAKEN_BACK, OrchestratingWorld, STEPS, type Step } from './orchestrating-world.ts';
import type { Opener } from './world.ts';

const LONG = process.env.STORM === '1';
const RUNS: Readonly<Record<string, number>> = LONG ? { SQLite: 1000, PostgreSQL: 500 } : { SQLite: 20, PostgreSQL: 6 };

function holds(kind: StoreKind, seen: Map<string, number>, open?: Opener) {
  return fc.asyncProperty(STEPS, async (steps) => {
    const world = await OrchestratingWorld.make(kind, open);
    try {
      for (const step of steps) await world.take(step);
      await world.finish();
      for (const [what, times] of world.seen) seen.set(what, (seen.get(what) ?? 0) + times);
    } finally {
      await world.close();
    }
  });
}

/** What was asked is not seen, so nobody knows that a question waits or was answered. */
const openForgetful: Opener = async (db, root, clock) => {
  const store = await openStore(db, root);
  const forgetful: Store = Object.assign(Object.create(store) as Store, { asked: async () => [] });
  const silent = () => null;
  const resolvers = { input: silent, preference: silent, sentinel: silent };
  const promptReader = new PromptReader(async () => interpret, null);
  const parts = { store: forgetful, files: projectFiles(root), clock, resolvers, promptReader, log: () => {} };
  return new AskOnce(new Engine(parts), POLICIES.interactive, null);
};

const examples: [Step[]][] = [[[...GRAND_TOUR]], [[...LEAVE_TAKEN_BACK]]];

describeOnStores('random sequences of orchestrated goals', (kind) => {
  // shows: O3-01, O3-03, S002-B-NO-RESPAWN, S002-C-RESPAWN
  it(
    'never put two questions in one scope, start no PM while one waits, tell it the response, and end',
    async () => {
      const seen = new Map<string, number>();
      await fc.assert(holds(kind, seen), { numRuns: RUNS[kind.name]!, examples });
      // A control: the steps lead everywhere.
      for (const what of ['waits', 'told', 'fell back', 'COMPLETE', 'ERROR'])
        expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
    },
    LONG ? 3_600_000 : 120_000,
  );

  it('control: are seen to go wrong where nobody sees what was asked', async () => {
    const wrong = fc.assert(holds(kind, new Map(), openForgetful), { numRuns: 1, examples, endOnFailure: true });
    await expect(wrong).rejects.toHaveProperty('cause.message', expect.stringContaining('without the response'));
  }, 120_000);
});
