/** Whatever befalls submitted jobs, in whatever order: each asks once at most, is not built before it is answered, and ends. */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AskOnce } from '../../../src/askonce.ts';
import { POLICIES } from '../../../src/core/model/policy.ts';
import type { ClarificationState } from '../../../src/core/states.ts';
import { Engine } from '../../../src/engine/engine.ts';
import { PromptReader } from '../../../src/engine/interpretation-cache.ts';
import { interpret } from '../../../src/interpret/interpret.ts';
import { projectFiles } from '../../../src/library/project-files.ts';
import type { Store } from '../../../src/ports.ts';
import { openStore } from '../../../src/store/open.ts';
import { describeOnStores, type StoreKind } from '../../support/stores.ts';
import { GRAND_TOUR, STEPS, type Step, SubmittingWorld } from './submitting-world.ts';
import type { Opener } from './world.ts';

const LONG = process.env.STORM === '1';
const RUNS: Readonly<Record<string, number>> = LONG
  ? { SQLite: 1000, PostgreSQL: 1000 }
  : { SQLite: 60, PostgreSQL: 20 };

function holds(kind: StoreKind, seen: Map<string, number>, open?: Opener) {
  return fc.asyncProperty(STEPS, async (steps) => {
    const world = await SubmittingWorld.make(kind, open);
    try {
      for (const step of steps) await world.take(step);
      await world.finish();
      for (const [what, times] of world.seen) seen.set(what, (seen.get(what) ?? 0) + times);
    } finally {
      await world.close();
    }
  });
}

/** Who answers is not shown which jobs the question is about. */
const openBlindly: Opener = async (db, root, clock) => {
  const store = await openStore(db, root);
  const blind: Store = Object.assign(Object.create(store) as Store, {
    decide: ((look, decide, committed) =>
      store.decide(
        look,
        (state) =>
          decide(look.of === 'clarification' ? (unseeing(state as ClarificationState) as typeof state) : state),
        committed,
      )) as Store['decide'],
  });
  const silent = () => null;
  const resolvers = { input: silent, preference: silent, sentinel: silent };
  const promptReader = new PromptReader(async () => interpret, null);
  const engine = new Engine({ store: blind, files: projectFiles(root), clock, resolvers, promptReader, log: () => {} });
  return new AskOnce(engine, POLICIES.interactive, null);
};

function unseeing(state: ClarificationState): ClarificationState {
  return { ...state, waiting: state.waiting.map((one) => ({ ...one, asked: null })) };
}

const examples: [Step[]][] = [[[...GRAND_TOUR]]];

const EVERYTHING = [
  ...['AWAITING_RESPONSE asked', 'ERROR asked', 'CANCELLED asked', 'RUNNING answered', 'ERROR answered'],
  ...['QUEUED skipped', 'RUNNING skipped', 'COMPLETE skipped', 'accepted', 'replayed', 'already_answered', 'raced'],
];

describeOnStores('random sequences of submitted jobs', (kind) => {
  it(
    'come out as the naive model says: one question, one answer, one build, one end',
    async () => {
      const seen = new Map<string, number>();
      await fc.assert(holds(kind, seen), { numRuns: RUNS[kind.name]!, examples });
      // A control: the steps lead everywhere.
      for (const what of EVERYTHING) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
    },
    LONG ? 3_600_000 : 120_000,
  );

  it('control: are seen to go wrong where an answer does not reach the job it is about', async () => {
    const wrong = fc.assert(holds(kind, new Map(), openBlindly), { numRuns: 1, examples, endOnFailure: true });
    await expect(wrong).rejects.toThrow();
  }, 120_000);
});
